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
    guard c > 0, chunk.lines.count <= 2, chunk.lines.allSatisfy({ lines[$0].width <= 76 }) else { return false }
    var text = bytes(of: chunk)
    // `BY ROSA CAREY, Author of "Aunt Diana," "For Lilias," etc.`
    if let works = find(Array(", author of".utf8), in: text) { text = text.lowerBound..<works }
    guard chunk.lines.allSatisfy({ lines[$0].width <= 64 }) || text.count < bytes(of: chunk).count else { return false }
    guard ["by ", "_by ", "(by "].contains(where: { starts(text, with: $0) }) else { return false }
    let above = bytes(of: chunks[c - 1])
    if let form = headingForm(above), form.title == nil, !form.isGuess { return false }
    let words = string(text).split { $0 == " " || $0 == "\n" || $0 == "\r" || $0 == "_" }.dropFirst()
    // one word is a name where all is in capitals: `BY MEDICUS.`
    let isPenName = words.count == 1 && letterCase(text).isCapitals && letterCase(text).upper >= 6
    guard words.count >= 2 || isPenName, words.count <= 14, let second = words.first else { return false }
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
      } else if c == start, isListedAuthor(c) {
        isFound = true
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

  /// `ANNIE HOWELLS`, whom the contents list names beside a title.
  private func isListedAuthor(_ c: Int) -> Bool {
    chunks[c].lines.count == 1 && listedAuthors.contains(titleWords(string(ofChunk: c)).joined(separator: " "))
  }

  /// Lines that say who wrote what is named above them stand in the middle, as that does.
  /// - Returns: by the chunks of headings, who wrote what they name.
  mutating func settleBylines() -> [Int: String] {
    let kinds: [Chunk.Kind] = [.prose, .keptLines, .verse, .quotation, .trailing]
    var names: [Int: String] = [:]
    var heading = 0
    for c in chunks.indices.dropLast() {
      if chunks[c].kind == .heading { heading = c }
      guard chunks[c].kind == .heading && chunks[c + 1].kind != .headingTitle || chunks[c].kind == .headingTitle else {
        continue
      }
      let lines = bylines(below: c)
      for k in lines where kinds.contains(chunks[k].kind) { chunks[k].kind = .centred }
      names[heading] = lines.compactMap { author(in: $0) }.first
    }
    return names
  }

  /// `A DRAMA IN FOUR ACTS`, `1911`: a few short lines that are all there is between two headings stand in the middle.
  mutating func settleLinesBetweenHeadings() {
    let kinds: [Chunk.Kind] = [.prose, .keptLines, .verse, .quotation, .trailing, .centred]
    var heading: Int?
    for c in chunks.indices {
      switch chunks[c].kind {
      case .headingTitle, .dropped: continue
      case .heading:
        defer { heading = c }
        guard let above = heading else { continue }
        let lines = (above + 1..<c).filter { chunks[$0].kind != .headingTitle && chunks[$0].kind != .dropped }
        let areAlone =
          (1...4).contains(lines.count)
          && lines.allSatisfy { k in
            kinds.contains(chunks[k].kind) && chunks[k].lines.count <= 2
              && chunks[k].lines.allSatisfy { self.lines[$0].width <= 60 && self.lines[$0].gaps == 0 }
              && saysNoSentence(k)
          }
        if areAlone { for k in lines { chunks[k].kind = .centred } }
      default: continue
      }
    }
  }

  /// `SONG.`, alone above what is sung in a play.
  mutating func settleNamesOfSongs() {
    for c in chunks.indices.dropLast()
    where [.prose, .keptLines, .verse].contains(chunks[c].kind) && chunks[c].lines.count == 1
      && bytes(ofChunk: c).count <= 16 && chunks[c].blanksBefore > 0 && letterCase(ofChunk: c).isCapitals
      && ["song", "the song", "air", "duet", "chorus", "trio", "lied", "chanson", "canción"].contains(key(ofChunk: c))
      && (chunks[c + 1].kind == .verse || chunks[c + 1].lines.count == 1)
    {
      chunks[c].kind = .centred
    }
  }

  /// Capitals, title case, a year, or words in brackets.
  private func saysNoSentence(_ c: Int) -> Bool {
    let text = bytes(ofChunk: c)
    let letters = letterCase(text)
    return letters.isCapitals || letters.isTitleCase && !endsSentence(text) || year(in: text) != nil
      || isBracketed(text)
  }

  /// The name of a byline, as contents name it.
  private func author(in c: Int) -> String? {
    guard saysBy(c) || isListedAuthor(c) || isBy(c - 1) else { return nil }
    var text = string(ofChunk: c).filter { !"_()[]\n\r".contains($0) }
    for sign in [", Author of", ", author of"] {
      if let works = text.range(ofLast: sign) { text = String(text[..<works.lowerBound]) }
    }
    if text.lowercased().hasPrefix("by ") { text = String(text.dropFirst(3)) }
    let name = trimmedPoint(trimmed(text[...]))
    return (3...60).contains(name.utf8.count) ? cased(name) : nil
  }
}
