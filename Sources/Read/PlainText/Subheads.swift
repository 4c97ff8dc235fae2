internal import BookModel

// Subheads in as little white as the paragraphs around them.

extension PlainTextSource {
  /// Lines in capitals or in bold type, each alone between paragraphs, where a book of prose has so many that they part its chapters:
  /// `DEFINITIONS.`, `AXIOMS.`, or the names of what a report goes through.
  /// - Parameter taken: chunks that are headings already.
  func closeSubheads(_ taken: Set<Int>, titleWords: Set<String>) -> [Int] {
    guard profile.layout == .wrapped, !profile.isVerse else { return [] }
    var found: [Int] = []
    var times: [String: Int] = [:]
    for c in chunks.indices.dropFirst().dropLast() where isCloseSubhead(c, taken) {
      let text = string(ofChunk: c)
      if isOfTitle(text, words: titleWords) { continue }
      found.append(c)
      times[headingKey(text), default: 0] += 1
    }
    let again = times.values.count { $0 >= 2 }
    let isHabit = found.count >= 4 && (found.count * 80 >= chunks.count || again >= 2 && again * 2 >= times.count)
    return isHabit && found.count * 3 <= chunks.count ? found : []
  }

  func isCloseSubhead(_ c: Int, _ taken: Set<Int>) -> Bool {
    let (chunk, above, below) = (chunks[c], chunks[c - 1], chunks[c + 1])
    guard chunk.kind == .unknown, !taken.contains(c), chunk.lines.count == 1, (1...2).contains(chunk.blanksBefore),
      below.kind == .unknown, !taken.contains(c + 1), (1...2).contains(below.blanksBefore)
    else { return false }
    let line = chunk.lines.lowerBound
    let text = bytes(ofLine: line)
    let letters = letterCase(text)
    let isPlaced = lines[line].indent < 4 || abs(Int(lines[line].indent) - (profile.wrapWidth - lines[line].edge)) <= 8
    let isBold = text.count > 4 && file.text[text.lowerBound] == 0x3D && file.text[text.upperBound - 1] == 0x3D
    let isBehindText = above.kind != .unknown || taken.contains(c - 1) || endsSentence(bytes(of: above))
    if isItalicTitle(c) { return isBehindText && below.lines.count >= 2 }
    guard text.count <= 60, isBold || letters.isCapitals && letters.upper >= 3, letters.words <= 7, isPlaced,
      isTitleLike(line), !isEndMark(headingKey(string(text)))
    else { return false }
    // a greeting ends in a comma or a dash
    if endsInStop(text), !endsSentence(text) { return false }
    if [0x2D, 0x94].contains(file.text[text.upperBound - 1]) { return false }
    let isText = below.lines.count >= 2 || lines[below.lines.lowerBound].width > 50
    return isText && isBehindText && !letterCase(bytes(of: below)).isCapitals
  }

  /// `_General Rules for Drills and Formations._`, in more white above than below it or than paragraphs have.
  private func isItalicTitle(_ c: Int) -> Bool {
    let text = bytes(ofChunk: c)
    guard chunks[c].blanksBefore >= 2, chunks[c + 1].blanksBefore <= chunks[c].blanksBefore, text.count > 5,
      text.count <= 60, lines[chunks[c].lines.lowerBound].indent < 4,
      file.text[text.lowerBound] == 0x5F, file.text[text.upperBound - 1] == 0x5F
    else { return false }
    let inner = text.dropFirst().dropLast()
    guard !inner.contains(where: { file.text[$0] == 0x5F || file.text[$0].isASCIIDigit }), let last = inner.last,
      ![0x2C, 0x3B, 0x3A, 0x21, 0x3F].contains(file.text[last])
    else { return false }
    return letterCase(inner).isTitleCase && letterCase(inner).words >= 1
  }
}
