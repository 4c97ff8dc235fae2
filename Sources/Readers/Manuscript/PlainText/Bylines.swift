// Who wrote what is named above, and what else stands between a title and its text.

extension PlainTextSource {
  /// `By JOHN SMITH`, alone below a title; `BY LAND` below a number is a title itself.
  func isByline(_ c: Int) -> Bool {
    let chunk = chunks[c]
    guard c > 0, (1...3).contains(chunk.blanksBefore), c + 1 < chunks.count, chunks[c + 1].blanksBefore > 0,
      chunks[c - 1].lines.count <= 3, chunks[c - 1].blanksBefore >= 2 || c == 1
    else { return false }
    return saysBy(c)
  }

  /// `By JOHN SMITH`
  func saysBy(_ c: Int) -> Bool {
    let chunk = chunks[c]
    guard c > 0, chunk.lines.count <= 2, chunk.lines.allSatisfy({ lines[$0].width <= 64 }) else { return false }
    let text = bytes(of: chunk)
    guard ["by ", "_by ", "(by "].contains(where: { starts(text, with: $0) }) else { return false }
    let above = bytes(of: chunks[c - 1])
    if let form = headingForm(above), form.title == nil, !form.isGuess { return false }
    let words = string(text).split { $0 == " " || $0 == "\n" || $0 == "\r" || $0 == "_" }.dropFirst()
    guard words.count >= 2, words.count <= 14, let second = words.first else { return false }
    let next = words.dropFirst().first?.lowercased() ?? ""
    if second.lowercased() == "the" {
      return ["author", "rev", "rev.", "reverend", "late", "hon.", "right", "editor", "same"].contains(next)
    }
    // names are in capitals, and so are initials
    return ["a", "an", "his", "her", "my", "land", "order", "way", "day", "night"].contains(second.lowercased())
      == false
      && words.allSatisfy { word in
        word.first { $0.isLetter }.map { $0.isUppercase } ?? true
          || ["de", "la", "von", "van", "du", "of", "and", "d.", "der", "le"].contains(word.lowercased())
      }
  }

  /// `BY`, alone on its line.
  func isBy(_ c: Int) -> Bool {
    chunks[c].lines.count == 1 && bytes(ofChunk: c).count <= 5 && headingKey(string(ofChunk: c)) == "by"
  }

  /// A line that may be a name: capitals, or words in title case.
  func isNameLine(_ c: Int) -> Bool {
    let text = bytes(ofChunk: c)
    let letters = letterCase(text)
    return chunks[c].lines.count == 1 && text.count <= 50 && letters.words <= 7
      && letters.smallWords * 3 <= letters.words
      && letters.upper > 0
  }

  /// `Author of "The Grey Shore"`, `(_From "The Northern Monthly."_)`
  func isBelowByline(_ c: Int) -> Bool {
    let text = bytes(ofChunk: c)
    guard chunks[c].lines.count <= 2, (3...120).contains(text.count), let first = text.first, let last = text.last
    else {
      return false
    }
    let lower = string(text).lowercased().filter { $0 != "_" }
    if openingsOfDescriptions.contains(where: lower.hasPrefix) { return true }
    let signs = (file.text[first], file.text[last])
    let isOpen = signs.0 == 0x28 || signs.0 == 0x5B || signs.0 == 0x5F && file.text[first + 1] == 0x28
    return isOpen && (signs.1 == 0x29 || signs.1 == 0x5D || signs.1 == 0x5F && file.text[last - 1] == 0x29)
  }

  /// The lines right below a heading that say who wrote what it names: `A GHOST STORY`, `BY`, `H. D. LOWRIE`; or a line in
  /// brackets that says more of it.
  private func bylines(below heading: Int) -> Range<Int> {
    let start = heading + 1
    var end = start
    var isFound = false
    var c = start
    while c < chunks.count, c - heading <= 6, chunks[c].kind != .heading, chunks[c].kind != .dropped,
      (1...4).contains(chunks[c].blanksBefore), chunks[c].lines.count <= 2
    {
      if saysBy(c) {
        isFound = true
      } else if isBy(c), c + 1 < chunks.count, isNameLine(c + 1) {
        isFound = true
        c += 1
      } else if isBelowByline(c) {
        if !isFound, c > start { break }
      } else if isFound || !isNameLine(c) || endsSentence(bytes(ofChunk: c)) && !letterCase(ofChunk: c).isCapitals {
        break
      } else {
        // what kind of story it is, if a name follows
        c += 1
        continue
      }
      c += 1
      end = c
    }
    // something must stand below
    let isAbove = end < chunks.count && chunks[end].blanksBefore > 0
    return start..<(isAbove ? end : start)
  }

  /// Lines that say who wrote what is named above them stand in the middle, as that does.
  mutating func settleBylines() {
    let kinds: [Chunk.Kind] = [.prose, .keptLines, .verse, .quotation, .trailing]
    for c in chunks.indices.dropLast()
    where chunks[c].kind == .heading && chunks[c + 1].kind != .headingTitle || chunks[c].kind == .headingTitle {
      for k in bylines(below: c) where kinds.contains(chunks[k].kind) { chunks[k].kind = .centred }
    }
  }
}
