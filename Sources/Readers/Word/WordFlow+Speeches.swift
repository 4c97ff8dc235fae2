internal import BookModel
internal import Manuscript
internal import Units

/// Plays and screenplays whose styles say who speaks, what is said, and how.
extension WordFlow {
  /// - Returns: false where nothing is said below the name.
  mutating func readSpeech() -> Bool {
    guard let name = items[at].paragraph, (1...80).contains(name.length) else { return false }
    var next = at + 1
    func paragraph(_ roles: StyleRole?...) -> WordParagraph? {
      guard next < items.count, !items[next].beginsPage, headings[next] == nil, let paragraph = items[next].paragraph,
        paragraph.item == nil, roles.contains(paragraph.role)
      else { return nil }
      return paragraph
    }
    func skipBlanks() { while next + 1 < items.count, items[next].isBlank, !items[next + 1].beginsPage { next += 1 } }
    var speaker = name.inlines.removing([.emphasis, .strong])
    skipBlanks()
    if let aside = paragraph(.aside) {
      speaker += [Inline(" ", source: aside.source)] + aside.inlines.adding(.emphasis)
      next += 1
      skipBlanks()
    }
    var said: [Block] = []
    while let part = paragraph(.speech, .aside) {
      var words = Paragraph(part.role == .aside ? part.inlines.adding(.emphasis) : part.inlines, source: part.source)
      words.anchor = part.anchor
      said.append(.paragraph(words))
      next += 1
    }
    // with a style for names alone
    if said.isEmpty, let part = paragraph(nil, .flush) {
      said.append(.paragraph(Paragraph(part.inlines, source: part.source)))
      next += 1
    }
    guard !said.isEmpty else { return false }
    at = next
    report.speeches += 1
    made.append(.speech(Speech(speaker: speaker, said, source: name.source)))
    return true
  }
}
