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

  /// What looks like subheads that were found, in as much white as these, and stands above less text than the others:
  /// `JULIENNE.` over a line, `BAKED SHAD (Mrs. Hale's).`
  /// - Parameter found: chunks of headings within sections.
  func kinOfSubheads(_ found: [Int], _ taken: Set<Int>, titleWords: Set<String>) -> [Int] {
    guard profile.layout == .wrapped, !profile.isVerse else { return [] }
    let known = found.filter { chunks[$0].lines.count == 1 && letterCase(bytesBesidesBracket($0)).isCapitals }
    guard known.count >= 3 else { return [] }
    let whites = Set(known.map { chunks[$0].blanksBefore })
    let within = Set(known)
    let kin = chunks.indices.dropFirst().dropLast().filter { c in
      let text = bytesBesidesBracket(c)
      let letters = letterCase(text)
      // `LEADERSHIP.`, right above `TEAMWORK.`
      let isAbove = within.contains(c + 1) && chunks[c].blanksBefore >= chunks[c + 1].blanksBefore
      // `MOCK TURTLE SOUP.`, and below it `(_Mrs. Hale's._)`
      let isBracketed = chunks[c].lines.count == 2 && endsBeforeBracketLine(text, c)
      guard chunks[c].kind == .unknown, !taken.contains(c), chunks[c].lines.count == 1 || isBracketed,
        whites.contains(chunks[c].blanksBefore), lines[chunks[c].lines.lowerBound].indent < 4, letters.isCapitals,
        letters.upper >= 4, letters.words <= 10,
        isTitleLike(chunks[c].lines.lowerBound) || text.count < bytes(ofChunk: c).count,
        !isByline(c), !isBy(c), !isBy(c - 1), !isEndMark(headingKey(string(ofChunk: c))),
        isAbove
          || chunks[c + 1].kind == .unknown && !taken.contains(c + 1) && (1...2).contains(chunks[c + 1].blanksBefore)
            && !letterCase(ofChunk: c + 1).isCapitals,
        !isOfTitle(string(ofChunk: c), words: titleWords)
      else { return false }
      let above = chunks[c - 1]
      return above.kind != .unknown || taken.contains(c - 1) || endsSentence(bytes(of: above)) && above.lines.count >= 1
        || above.lines.count >= 3 && above.lines.allSatisfy { isEarly($0) }
    }
    return kin.count <= known.count * 2 ? kin : []
  }

  /// A title that ends with the first of two lines, of which the other stands in brackets.
  private func endsBeforeBracketLine(_ title: Range<Int>, _ c: Int) -> Bool {
    let (first, last) = (bytes(ofLine: chunks[c].lines.lowerBound), bytes(ofLine: chunks[c].lines.upperBound - 1))
    return title.upperBound >= first.upperBound && title.upperBound <= last.lowerBound
      && file.text[last.lowerBound] == 0x28
  }

  /// Without what stands in brackets at a title's end.
  private func bytesBesidesBracket(_ c: Int) -> Range<Int> {
    let text = bytes(ofChunk: c)
    var end = text.upperBound
    if end > text.lowerBound, file.text[end - 1] == 0x2E { end -= 1 }
    guard end > text.lowerBound, file.text[end - 1] == 0x29,
      let open = text.last(where: { file.text[$0] == 0x28 }), open > text.lowerBound
    else { return text }
    return text.lowerBound..<open
  }

  /// `_The Church._`, `(a) _The Bovate_`: a line in italics alone between paragraphs, in no more white than these have, three times
  /// and more, or where letters count it.
  func italicSubheads(_ taken: Set<Int>, titleWords: Set<String>) -> [Int] {
    guard profile.layout == .wrapped, !profile.isVerse else { return [] }
    var found: [Int] = []
    var counted: [Int] = []
    for c in chunks.indices.dropFirst().dropLast() where chunks[c].kind == .unknown && !taken.contains(c) {
      var text = bytes(ofChunk: c)
      guard chunks[c].lines.count == 1, chunks[c].blanksBefore == 1, lines[chunks[c].lines.lowerBound].indent < 4,
        text.count <= 70, chunks[c + 1].kind == .unknown, !taken.contains(c + 1), chunks[c + 1].blanksBefore == 1,
        chunks[c + 1].lines.count >= 2, file.text[bytes(ofChunk: c + 1).lowerBound] != 0x5F,
        chunks[c - 1].kind != .unknown || taken.contains(c - 1) || endsSentence(bytes(ofChunk: c - 1))
      else { continue }
      // `(a) `, `(_a_) `
      let sign = text.prefix(6).prefix { file.text[$0] != 0x20 }
      let isCounted =
        (3...5).contains(sign.count) && file.text[sign.lowerBound] == 0x28 && file.text[sign.upperBound - 1] == 0x29
      if isCounted { text = text.dropFirst(sign.count + 1) }
      guard text.count > 5, isWhollyItalic(text) else { continue }
      let inner = text.dropFirst().dropLast()
      guard let last = inner.last, !inner.contains(where: { file.text[$0] == 0x5F || file.text[$0].isASCIIDigit }),
        ![0x2C, 0x3B, 0x3A, 0x21, 0x3F, 0x2D, 0x29].contains(file.text[last]),
        ![0x28, 0x5B, 0x22, 0x2D].contains(file.text[inner.lowerBound]), beginsCapital(inner),
        letterCase(inner).words <= 8, !namesDay(string(inner)), !isOfTitle(string(inner), words: titleWords)
      else { continue }
      if isCounted { counted.append(c) } else if letterCase(inner).isTitleCase { found.append(c) }
    }
    return (found.count >= 3 && found.count * 3 <= chunks.count ? found : []) + (counted.count >= 2 ? counted : [])
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
      !isByline(c), !isBy(c - 1), !isBy(c + 1), !saysBy(c + 1), below.kind == .unknown, !taken.contains(c + 1),
      (1...2).contains(below.blanksBefore)
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
