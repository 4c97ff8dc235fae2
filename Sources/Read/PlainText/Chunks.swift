extension PlainTextSource {
  /// Cuts the body into chunks: at blank lines, at rows of stars and rules, and at
  /// every line where one line is one paragraph.
  mutating func makeChunks(_ body: Range<Int>, profile: PlainTextProfile) {
    chunks = []
    var start = body.lowerBound
    var previousIsRow = false
    func close(_ end: Int, _ source: inout PlainTextSource) {
      guard start < end else { return }
      source.chunks.append(Chunk(lines: start..<end, blanksBefore: Int(source.lines[start].blanksBefore)))
      start = end
    }
    for i in body {
      let row = rowSign(ofLine: i)
      let isRow = row != nil
      var cuts = lines[i].blanksBefore > 0 || isRow || previousIsRow
      if !cuts, i > body.lowerBound {
        if profile.layout == .paragraphs {
          cuts = true
        } else if profile.opensByIndent, Int(lines[i].indent) >= 2, lines[i - 1].indent < lines[i].indent {
          cuts = true
        } else if isOpening(i, after: start, end: body.upperBound, profile: profile) {
          cuts = true
        }
      }
      if cuts { close(i, &self) }
      if let row {
        close(i + 1, &self)
        // Dots and single rules may be anything; stars are a pause.
        chunks[chunks.count - 1].kind =
          row == 0x2A || row == 0xE2 || row == 0x7E || row == 0xC2 || row == 0x23 ? .stars : .rule
      }
      previousIsRow = isRow
    }
    close(body.upperBound, &self)
  }

  /// Line `i` begins something of its own although no blank line stands before it.
  private func isOpening(_ i: Int, after start: Int, end: Int, profile: PlainTextProfile) -> Bool {
    // One indented line among flush ones: a paragraph set off by its indent only.
    if lines[i].indent >= 2, lines[i].indent <= 10, lines[i - 1].indent < 2,
      i + 1 < end, lines[i + 1].blanksBefore == 0, lines[i + 1].indent < 2
    {
      return endsSentence(bytes(ofLine: i - 1)) && isEarly(i - 1, width: profile.wrapWidth, slack: 2)
        && !beginsSmall(bytes(ofLine: i))
    }
    // A verse without a blank line before it, or prose after one: the indent of three lines and more changes.
    return false
  }
}
