internal import BookModel

extension PlainTextSource {
  /// Headings where the user says they are: every chunk of at most three lines in whose
  /// first line the expression is found. One that cannot be read finds nothing; the
  /// command has asked `isExpression` before.
  mutating func chosenHeadings(by pattern: String, profile: PlainTextProfile) -> [HeadingDecision] {
    guard let expression = try? Regex(pattern) else { return [] }
    var decisions: [HeadingDecision] = []
    for c in chunks.indices where chunks[c].kind == .unknown && chunks[c].lines.count <= 3 {
      let first = chunks[c].lines.lowerBound
      // No heading is longer, and an expression may take the square of a line.
      guard lines[first].end - lines[first].start <= 240,
        (try? expression.firstMatch(in: string(ofLine: first))) != nil
      else { continue }
      let form = headingForm(bytes(ofLine: first))
      var title: [Range<Int>] = form == nil ? [bytes(ofLine: first)] : form?.title.map { [$0] } ?? []
      title += ((first + 1)..<max(first + 1, chunks[c].lines.upperBound)).map { bytes(ofLine: $0) }
      chunks[c].kind = .heading
      chunks[c].index = decisions.count
      decisions.append(
        HeadingDecision(
          label: form?.label, title: title, matter: .body, role: .chapter, level: 1, isInside: false, shown: pattern))
    }
    return decisions
  }
}

/// Whether a text can be an option that takes a regular expression.
package func isExpression(_ pattern: String) -> Bool { !pattern.isEmpty && (try? Regex(pattern)) != nil }
