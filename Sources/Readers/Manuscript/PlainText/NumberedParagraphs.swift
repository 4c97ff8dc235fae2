// Paragraphs that are counted, as philosophers and lawyers count theirs, look like entries of a contents list:
// `1. The apple is a fruit that grows upon a tree, and …`.

extension PlainTextSource {
  /// A paragraph of full lines behind a bare number or a sign of sections, which heads nothing further down.
  ///
  /// An entry of a list is set in below its number, names its page, or comes again as a heading.
  func isNumberedProse(_ c: Int) -> Bool {
    let chunk = chunks[c]
    let first = chunk.lines.lowerBound
    guard profile.layout == .wrapped, (2...200).contains(chunk.lines.count), chunk.kind == .unknown,
      let form = headingForm(bytes(ofLine: first)), form.rank >= .scene, !form.isGuess, let title = form.title,
      lines[first + 1].indent <= lines[first].indent,
      !lines[first..<chunk.lines.upperBound].contains(where: { $0.gaps > 0 })
    else { return false }
    let full = chunk.lines.dropLast().count { !isEarly($0) }
    guard full * 2 >= chunk.lines.count - 1, !isEarly(first), endsSentence(bytes(ofLine: chunk.lines.upperBound - 1)),
      !chunk.lines.dropFirst().contains(where: { headingForm(bytes(ofLine: $0))?.key == form.key })
    else { return false }
    return !isHeadedLater(titleWords(string(title)), after: c)
  }

  /// Whether words begin a heading's worth of lines that stand apart further down, behind a number or alone.
  private func isHeadedLater(_ words: [String], after c: Int) -> Bool {
    guard !words.isEmpty else { return false }
    return chunks[(c + 1)...].contains { chunk in
      guard chunk.kind == .unknown, chunk.lines.count <= 6, chunk.blanksBefore >= 1 else { return false }
      let line = bytes(ofLine: chunk.lines.lowerBound)
      guard line.count <= 240 else { return false }
      return saysSame(titleWords(string(line)), words)
        || saysSame(headingForm(line)?.title.map { titleWords(string($0)) } ?? [], words)
    }
  }

  /// The lines may be broken elsewhere: as far as the shorter one goes, and at least three words of it.
  private func saysSame(_ a: [String], _ b: [String]) -> Bool {
    let shared = min(a.count, b.count)
    return (shared >= 3 || shared > 0 && a.count == b.count) && a.prefix(shared).elementsEqual(b.prefix(shared))
  }

  /// The words of a line without the number before them, of a line that says more than a number.
  func wordsBehindNumber(ofLine i: Int) -> String {
    let line = bytes(ofLine: i)
    guard let form = headingForm(line) else { return entryKey(i) }
    guard let title = form.title else { return "" }
    return titleWords(string(title)).filter { decimalValue($0) == nil }.joined(separator: " ")
  }
}
