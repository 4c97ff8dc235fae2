internal import BookModel

extension PlainTextSource {
  /// Headings where the user says they are: every chunk of at most three lines in whose
  /// first line the expression is found. One that cannot be read finds nothing; the
  /// command has asked `isExpression` before.
  func chosenHeadings(by pattern: String) -> [HeadingDecision] {
    guard let expression = try? Regex(pattern) else { return [] }
    return chunks.indices.compactMap { c in
      guard chunks[c].kind == .unknown, chunks[c].lines.count <= 3,
        matches(expression, line: chunks[c].lines.lowerBound)
      else { return nil }
      let (label, title) = labelAndTitle(ofChunk: c)
      return HeadingDecision(chunk: c, label: label, title: title, shown: pattern)
    }
  }

  /// Whether an expression is found in a line: no heading is longer than some, and it may take the square of a line.
  func matches(_ expression: Regex<AnyRegexOutput>, line i: Int) -> Bool {
    bytes(ofLine: i).count <= 240 && (try? expression.firstMatch(in: string(ofLine: i))) != nil
  }

  /// The label and the pieces of the title of a chunk that somebody says is a heading.
  func labelAndTitle(ofChunk c: Int) -> (label: Range<Int>?, title: [Range<Int>]) {
    let lines = ranges(chunks[c].lines)
    guard let form = headingForm(lines[0]) else { return (nil, lines) }
    return (form.label, (form.title.map { [$0] } ?? []) + lines.dropFirst())
  }
}

/// Whether a text can be an option that takes a regular expression.
package func isExpression(_ pattern: String) -> Bool { !pattern.isEmpty && (try? Regex(pattern)) != nil }
