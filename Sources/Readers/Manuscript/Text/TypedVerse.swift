internal import BookModel

extension ManuscriptReading {
  /// Poems that somebody has typed as paragraphs for want of a mark.
  package mutating func settleTypedVerse() { report.verseBlocks += book.takeTypedVerse() }
}

extension Book {
  /// Makes verse of paragraphs whose short lines are ended by breaks: poems in formats where white parts paragraphs and
  /// stanzas alike. Those that stand together are one poem. Linear in the words.
  /// - Returns: how many poems were made.
  fileprivate mutating func takeTypedVerse() -> Int {
    let bodies = sections.indices.filter { sections[$0].matter == .body }
    var count = 0
    // what is short is a poem among poems
    for index in bodies where count == 0 { _ = sections[index].blocks.withTypedVerse(least: 5, &count) }
    if count == 0 { return 0 }
    count = 0
    for index in bodies { sections[index].blocks = sections[index].blocks.withTypedVerse(least: 3, &count) }
    return count
  }
}

extension [Block] {
  fileprivate func withTypedVerse(least: Int, _ count: inout Int) -> [Block] {
    guard contains(where: { $0.stanza != nil }) else { return self }
    var made: [Block] = []
    var run: [(block: Block, lines: [Verse.Line])] = []
    func close() {
      defer { run = [] }
      let lines = run.flatMap(\.lines)
      guard let first = run.first, lines.count >= least, lines.isPoem else {
        made += run.map(\.block)
        return
      }
      count += 1
      made.append(.verse(Verse(run.map { Verse.Stanza($0.lines) }, source: first.block.source)))
    }
    for block in self {
      if let lines = block.stanza {
        run.append((block, lines))
      } else {
        close()
        made.append(block)
      }
    }
    close()
    return made
  }
}

extension Block {
  /// The lines of a plain paragraph with breaks where none is longer than a line of verse.
  fileprivate var stanza: [Verse.Line]? {
    guard case .paragraph(let paragraph) = self, paragraph.placement == .justified, paragraph.anchor == nil,
      !paragraph.isSideHead, paragraph.label == nil, !paragraph.inlines.contains(where: { $0.style.formula != nil })
    else { return nil }
    let lines = paragraph.inlines.split { $0.content == .lineBreak }.compactMap { Array($0).verseLine }
    guard lines.count > 1,
      lines.allSatisfy({ line in
        (1...Verse.longestTyped).contains(line.inlines.plainText.utf8.count)
          && !(line.inlines.first?.style.traits.contains(.strong) ?? false)
      })
    else { return nil }
    return lines
  }
}

extension Verse {
  /// Bytes of a line that looks like verse by nothing but its end.
  fileprivate static let longestTyped = 72
}

extension [Verse.Line] {
  /// A third of them goes on in the next, and none is an address's, a letter's or of a list with figures.
  fileprivate var isPoem: Bool {
    let texts = map(\.inlines.plainText)
    let goOn = texts.count { text in
      let last = text.last { !"”\"’'»)".contains($0) && !$0.isWhitespace }
      return last.map { !".!?:…".contains($0) } ?? false
    }
    let withFigures = texts.count { $0.contains(where: \.isNumber) || $0.contains("@") }
    return goOn * 3 >= count && withFigures * 4 <= count
      && !contains { line in
        let paragraph = Paragraph(line.inlines, source: line.source)
        return isSalutation(paragraph) || isClosing(paragraph) || isDateline(paragraph)
      }
  }
}
