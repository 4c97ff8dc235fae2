internal import BookModel
internal import Manuscript
internal import Units

/// Verse and quotations that no element says: by how their paragraphs are set in, and by what follows them.
extension [FlowItem] {
  /// Short paragraphs set in from the margin or hanging, several in a row, are lines of verse, where the
  /// book's long ones are set otherwise.
  func withLooseVerse() -> [FlowItem] {
    let hanging = filter { $0.isHanging }
    let lines = hanging.filter { $0.isLine }
    guard lines.count > 2, lines.count * 4 > hanging.count * 3 else { return self }
    return joiningRuns({ $0.isHanging && $0.isLine }) { run in
      guard run.count > 2 else { return nil }
      let least = run.compactMap(\.marginTop).min() ?? 0
      var stanzas: [Verse.Stanza] = []
      for (index, item) in run.enumerated() {
        guard let paragraph = item.paragraph else { return nil }
        let line = Verse.Line(
          paragraph.inlines, indent: Int(((item.marginLeft + (item.indent ?? 0)) * 2).rounded()),
          source: paragraph.source)
        let white = Swift.max((item.marginTop ?? 0) - least, index > 0 ? run[index - 1].marginBottom ?? 0 : 0)
        if index == 0 || white >= 0.4 { stanzas.append(Verse.Stanza([])) }
        stanzas[stanzas.count - 1].lines.append(line)
      }
      return .verse(Verse(stanzas, source: stanzas[0].lines[0].source).shifted)
    }
  }

  /// Stanzas that follow one another are of one poem, though no element holds them.
  func withPoems() -> [FlowItem] {
    let poems = joiningRuns(\.isPoemParagraph) { $0.count > 1 ? $0.poem : nil }
    guard contains(where: \.isStanza) else { return poems }
    return poems.joiningRuns(\.isStanza) { run in
      guard run.count > 1 else { return nil }
      let verses = run.compactMap(\.verse)
      guard verses.count == run.count, var poem = verses.first else { return nil }
      poem.stanzas = verses.flatMap(\.stanzas)
      poem.isShaped = false
      return .verse(poem)
    }
  }

  /// One poem of paragraphs that are its lines, or its stanzas; more white than between others parts stanzas.
  private var poem: Block? {
    var stanzas: [Verse.Stanza] = []
    let whites = indices.map { $0 == 0 ? 0 : Swift.max(self[$0].marginTop ?? 0, self[$0 - 1].marginBottom ?? 0) }
    let least = whites.dropFirst().min() ?? 0
    for (index, item) in enumerated() {
      guard var verse = item.verse else { return nil }
      let indent = Swift.max(0, Int(((item.marginLeft + (item.indent ?? 0)) * 2).rounded()))
      for stanza in verse.stanzas.indices {
        for line in verse.stanzas[stanza].lines.indices { verse.stanzas[stanza].lines[line].indent += indent }
      }
      if index > 0, whites[index] - least < 0.4, item.isLineOfVerse, self[index - 1].isLineOfVerse {
        stanzas[stanzas.count - 1].lines += verse.stanzas[0].lines
      } else {
        stanzas += verse.stanzas
      }
    }
    guard let first = stanzas.first?.lines.first else { return nil }
    return .verse(Verse(stanzas, source: first.source).shifted)
  }

  /// Paragraphs set in from both margins, or called so, are a quotation with the one at the trailing edge
  /// that says whose; where most are set so, it is the book's own manner.
  func withQuotations() -> [FlowItem] {
    let (quoted, all) = (count { $0.isSetIn }, count { $0.paragraph?.placement != nil })
    guard quoted > 0, quoted * 3 < all else { return self }
    var isOpen = false
    let grouped = map { item in
      var item = item
      // who is quoted stands right below
      let isSource =
        isOpen && !item.isSetIn && item.paragraph?.placement == .trailing && item.words.utf8.count < 160
      isOpen = item.isSetIn
      if isSource { item.isSetIn = true }
      return item
    }
    return grouped.joiningRuns({ $0.isSetIn }) { run in
      var blocks = run.compactMap(\.block?.atEdge)
      guard blocks.count == run.count, let first = run.first else { return nil }
      let attribution =
        blocks.count > 1
        ? blocks.takeLast { $0.placement == .trailing || "—–―".contains($0.inlines.plainText.first ?? " ") } : []
      if attribution.count > 1 { blocks += attribution.map { .paragraph($0) } }
      let source = SourceLocation(offset: first.range.lowerBound)
      return .quotation(Quotation(blocks, attribution: attribution.count == 1 ? attribution[0] : nil, source: source))
    }
  }

  /// Puts one block for each run of items of a document for which something holds, if `made` makes one of it.
  private func joiningRuns(_ belongs: (FlowItem) -> Bool, _ made: ([FlowItem]) -> Block?) -> [FlowItem] {
    var all: [FlowItem] = []
    all.reserveCapacity(count)
    var index = 0
    while index < count {
      var end = index
      while end < count, belongs(self[end]), end == index || !self[end].beginsPage && !self[end].breaks { end += 1 }
      if end > index, let block = made(Array(self[index..<end])) {
        var item = self[index]
        item.content = .block(block)
        item.range = item.range.lowerBound..<Swift.max(item.range.upperBound, self[end - 1].range.upperBound)
        item.anchors = self[index..<end].flatMap(\.anchors)
        item.indent = nil
        item.marginTop = nil
        all.append(item)
      } else {
        end = Swift.max(end, index + 1)
        all += self[index..<end]
      }
      index = end
    }
    return all
  }
}

extension Block {
  /// A paragraph as it stands in a quotation, which the design sets in.
  fileprivate var atEdge: Block {
    var block = self
    block.paragraph?.form?.leading = 0
    block.paragraph?.form?.trailing = 0
    return block
  }
}

extension FlowItem {
  /// A paragraph set in from the leading margin, all of it or all but its first line.
  fileprivate var isHanging: Bool {
    paragraph?.placement == .justified && marginLeft >= 0.8 && !isCalledHeading && !isCalledCaption
  }

  /// Short enough for one line, which nothing divides.
  fileprivate var isLine: Bool {
    guard let paragraph else { return false }
    return paragraph.inlines.plainText.count <= 75 && !paragraph.inlines.contains { $0.content == .lineBreak }
  }

  /// Verse of one line.
  fileprivate var isLineOfVerse: Bool {
    verse?.stanzas.count == 1 && verse?.stanzas[0].lines.count == 1
  }
}
