// What magazines and anthologies are made of: articles and tales with their own titles, and who wrote each.

extension PlainTextSource {
  /// Three and more titles before the first number of a serial or of a tale in chapters are articles, and nothing in
  /// front of a book. The chapters stand in what is named right above the first of them.
  func settleArticles(_ decisions: inout [HeadingDecision]) {
    let outer = decisions.indices.filter { !decisions[$0].isInside }
    guard let first = outer.first(where: { decisions[$0].label != nil }) else { return }
    let titles = outer.filter { n in
      n < first && decisions[n].label == nil && decisions[n].shown != "named" && decisions[n].matter == .front
        && decisions[n].role == .preface
    }
    guard titles.count >= 3, let last = titles.last else { return }
    for n in titles {
      decisions[n].matter = .body
      decisions[n].role = .chapter
      decisions[n].level = decisions[first].level
    }
    let isHead =
      decisions[last].chunk + 3 >= decisions[first].chunk && hasNoText(decisions[last].chunk, decisions[first].chunk)
    guard isHead, last + 1 == first else { return }
    for n in outer where n >= first {
      if decisions[n].label == nil { break }
      decisions[n].level += 1
    }
  }

  /// Nothing but who wrote it stands between two headings.
  private func hasNoText(_ a: Int, _ b: Int) -> Bool {
    a < b && (a + 1..<b).allSatisfy { chunks[$0].lines.count <= 2 && (chunks[$0].kind != .unknown || isByline($0)) }
  }

  /// `By JOHN SMITH`, alone below a title; `BY LAND` below a number is a title itself.
  func isByline(_ c: Int) -> Bool {
    let chunk = chunks[c]
    guard c > 0, chunk.lines.count <= 2, (1...3).contains(chunk.blanksBefore), c + 1 < chunks.count,
      chunks[c + 1].blanksBefore > 0, chunks[c - 1].lines.count <= 3, chunks[c - 1].blanksBefore >= 2 || c == 1,
      chunk.lines.allSatisfy({ lines[$0].width <= 64 })
    else { return false }
    let text = bytes(of: chunk)
    guard ["by ", "_by ", "(by "].contains(where: { starts(text, with: $0) }) else { return false }
    let above = bytes(of: chunks[c - 1])
    if let form = headingForm(above), form.title == nil { return false }
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

  /// Lines that say who wrote what is named above them stand in the middle, as that does.
  mutating func settleBylines() {
    for c in chunks.indices.dropFirst() where [.prose, .keptLines, .verse, .quotation].contains(chunks[c].kind) {
      guard chunks[c - 1].kind == .heading || chunks[c - 1].kind == .headingTitle, isByline(c) else { continue }
      chunks[c].kind = .centred
    }
  }
}
