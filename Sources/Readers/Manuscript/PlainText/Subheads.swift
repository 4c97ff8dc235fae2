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
    let apart = titlesInWhite(taken, titleWords: titleWords)
    let isHabit = found.count >= 4 && (found.count * 80 >= chunks.count || again >= 2 && again * 2 >= times.count)
    return Array(Set(isHabit && found.count * 3 <= chunks.count ? found : []).union(apart)).sorted()
  }

  /// Titles in small letters or italics that have nearly all of the white that stands within sections:
  /// `Shrove Tuesday.`, `_The glowing net._`.
  private func titlesInWhite(_ taken: Set<Int>, titleWords: Set<String>) -> [Int] {
    var found: [Int] = []
    var others = 0
    var isInText = false
    for c in chunks.indices.dropFirst().dropLast() {
      defer { if chunks[c].lines.count >= 3 { isInText = true } }
      if taken.contains(c) { isInText = false }
      guard isInText, chunks[c].blanksBefore >= 2, chunks[c].kind == .unknown else { continue }
      if isTitleInWhite(c, taken), !isOfTitle(string(ofChunk: c), words: titleWords) {
        found.append(c)
      } else {
        others += 1
      }
    }
    let isSure = found.count >= 3 || found.count == 2 && found.allSatisfy(isItalicTitle)
    return isSure && found.count >= others * 4 ? found : []
  }

  private func isTitleInWhite(_ c: Int, _ taken: Set<Int>) -> Bool {
    let line = chunks[c].lines.lowerBound
    let text = bytes(ofLine: line)
    guard chunks[c].lines.count == 1, (1..<chunks[c].blanksBefore).contains(chunks[c + 1].blanksBefore),
      isTextBelow(c, taken), endsSentence(bytes(ofChunk: c - 1))
    else { return false }
    let letters = letterCase(text)
    return isItalicTitle(c)
      || text.count <= 50 && lines[line].indent < 4 && letters.isTitleCase && letters.words <= 6 && isTitleLike(line)
        && !endsInCry(text) && !text.contains { file.text[$0].isASCIIDigit } && !isEndMark(headingKey(string(text)))
  }

  /// A paragraph, or a short line that opens what runs on in as little white.
  private func isTextBelow(_ c: Int, _ taken: Set<Int>) -> Bool {
    let below = chunks[c + 1]
    guard below.kind == .unknown, !taken.contains(c + 1) else { return false }
    if below.lines.count >= 2 || lines[below.lines.lowerBound].width > 50 { return true }
    return c + 2 < chunks.count && chunks[c + 2].kind == .unknown && chunks[c + 2].lines.count >= 2
      && chunks[c + 2].blanksBefore < chunks[c].blanksBefore
  }

  func isCloseSubhead(_ c: Int, _ taken: Set<Int>) -> Bool {
    let (chunk, above, below) = (chunks[c], chunks[c - 1], chunks[c + 1])
    guard chunk.kind == .unknown, !taken.contains(c), chunk.lines.count <= 2, (1...2).contains(chunk.blanksBefore),
      !isByline(c), below.kind == .unknown, !taken.contains(c + 1), (1...2).contains(below.blanksBefore)
    else { return false }
    let line = chunk.lines.lowerBound
    let text = bytes(of: chunk)
    let letters = letterCase(text)
    // what the newspapers of a novel shout may take two lines
    guard chunk.lines.count == 1 || letters.isCapitals else { return false }
    let isPlaced = lines[line].indent < 4 || abs(Int(lines[line].indent) - (profile.wrapWidth - lines[line].edge)) <= 8
    let isBold = text.count > 4 && file.text[text.lowerBound] == 0x3D && file.text[text.upperBound - 1] == 0x3D
    let isBehindText = above.kind != .unknown || taken.contains(c - 1) || endsSentence(bytes(of: above))
    if isItalicTitle(c) { return isBehindText && isTextBelow(c, taken) }
    guard text.count <= profile.wrapWidth * chunk.lines.count, isBold || letters.isCapitals && letters.upper >= 3,
      letters.words <= 14, isPlaced, chunk.lines.allSatisfy({ isTitleLike($0) }), !isEndMark(headingKey(string(text)))
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
    guard chunks[c].lines.count == 1, chunks[c].blanksBefore >= 2,
      chunks[c + 1].blanksBefore <= chunks[c].blanksBefore, text.count > 5,
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
