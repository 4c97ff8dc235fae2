package import BookModel

extension ManuscriptReading {
  /// What somebody has typed as paragraphs for want of a mark, in formats that have marks: speeches of plays, and
  /// labels in bold.
  package mutating func settleTyped(plays: Bool) {
    if plays { report.speeches += book.takeTypedPlays() }
    book.takeTypedLabels()
  }
}

extension Book {
  /// Lines wholly in bold above what they name, `Ingredients`, `Monday, 3 June`, `B. Fill in the blanks.`: where a book
  /// has several, they are heads of the lowest rank, which no list of contents has.
  ///
  /// A sentence in bold is somebody's raised voice, but where a number or a letter counts it.
  package mutating func takeTypedLabels() {
    let found = sections.map { section in
      section.matter == .front ? [] : section.blocks.indices.filter { section.blocks.isTypedLabel($0) }
    }
    guard found.reduce(0, { $0 + $1.count }) > 1 else { return }
    for (section, labels) in found.enumerated() {
      for index in labels {
        guard case .paragraph(var label) = sections[section].blocks[index] else { continue }
        if label.placement == .justified { label.placement = .leading }
        label.isSideHead = true
        label.spaceAbove = max(label.spaceAbove, 1)
        sections[section].blocks[index] = .paragraph(label)
        let entries = sections[section].blocks[(index + 1)...].prefix { $0.paragraph?.isEntry ?? false }.indices
        guard entries.count > 1 else { continue }
        for entry in entries { sections[section].blocks[entry] = sections[section].blocks[entry].flush }
      }
    }
  }
}

extension [Block] {
  fileprivate func isTypedLabel(_ index: Int) -> Bool {
    guard let paragraph = self[index].paragraph, paragraph.isTypedLabel, index + 1 < count else { return false }
    // lines in bold one below the other are a sign or a poster, and name nothing
    if let next = self[index + 1].paragraph, next.isBold || next.placement != .justified { return false }
    let before = index > 0 ? self[index - 1].paragraph : nil
    if before?.isBold ?? false { return false }
    // in the middle between paragraphs, and not below a heading
    if paragraph.placement == .centred, before?.placement != .justified { return false }
    switch self[index + 1] {
    case .paragraph, .list, .table, .verse, .preformatted, .quotation, .figure, .letter, .callout: return true
    default: return false
    }
  }
}

extension Paragraph {
  fileprivate static let longestLabel = 80
  private static let longestEntry = 60

  /// One of several lines that a label names, as what goes into a dish: no sentence.
  fileprivate var isEntry: Bool {
    guard placement == .justified, form == nil, !isSideHead, inlines.size <= Paragraph.longestEntry, !isBold else {
      return false
    }
    return inlines.plainText.last { !$0.isWhitespace }.map { !".!?…:”\"»".contains($0) } ?? false
  }

  fileprivate var isTypedLabel: Bool {
    guard placement == .justified || placement == .centred, form == nil, inlines.size <= Paragraph.longestLabel, isBold,
      !inlines.contains(where: { $0.content == .lineBreak })
    else { return false }
    let words = inlines.plainText
    guard let first = words.first, let last = words.last(where: { !$0.isWhitespace }),
      words.contains(where: { $0.isLetter || $0.isNumber }), !"“\"„«‘'—–-".contains(first)
    else { return false }
    return !".!?…".contains(last) || words.beginsCounted
  }
}

extension String {
  /// Signs that somebody has typed before the items of a list: `☐ `, `• `, `a) `.
  package var beginsTypedItem: Bool {
    guard let first else { return false }
    return "☐☑☒□■▢▪▫•◦‣●○✓✔✗✘➢➤".contains(first) && dropFirst().first?.isWhitespace ?? false || beginsCounted
  }

  /// `A. `, `a) `, `12. `, `IV. `
  package var beginsCounted: Bool {
    let count = prefix { $0.isASCII && ($0.isLetter || $0.isNumber) }
    let rest = dropFirst(count.count)
    guard (1...4).contains(count.count), let sign = rest.first, sign == "." || sign == ")",
      rest.dropFirst().first?.isWhitespace ?? false
    else { return false }
    return count.count == 1 || count.allSatisfy(\.isNumber) || count.allSatisfy { "IVXLivxl".contains($0) }
  }
}
