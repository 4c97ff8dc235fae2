internal import BookModel
internal import Manuscript

/// What stands in a box of its own: paragraphs with rules around them, or with a ground behind them.
extension WordFlow {
  func isHeading(_ index: Int) -> Bool { headings[index] != nil }

  func isBoxed(_ index: Int) -> Bool {
    guard knowsBoxes, let paragraph = items[index].paragraph, paragraph.look.isInBox, !isHeading(index) else {
      return false
    }
    switch paragraph.role {
    case nil, .flush?, .list?, .quotation?, .centred?: return true
    default: return false
    }
  }

  /// Paragraphs that a rule goes around, or that have a ground of their own.
  mutating func readBox() {
    let first = at
    while at < items.count, isBoxed(at), at == first || !items[at].beginsPage { at += 1 }
    let inner = items[first..<at].map { item in
      guard var paragraph = item.paragraph else { return item }
      (paragraph.look.isFramed, paragraph.look.isShaded) = (nil, nil)
      return WordItem(content: .paragraph(paragraph))
    }
    var flow = WordFlow(inner, kind: .cell, report: report)
    let blocks = flow.blocks()
    report = flow.report
    labels.merge(flow.labels) { $1 + $0 }
    ornaments += flow.ornaments
    if let callout = Callout(boxed: blocks) { made.append(.callout(callout)) }
  }
}

extension ParagraphLook {
  /// A rule goes around it, or it has a ground of its own.
  var isInBox: Bool { isFramed == true || isShaded == true }
}

extension Callout {
  /// What stands in a box of nobody's making but the author's; a bold line above the rest is its title.
  init?(boxed blocks: [Block]) {
    guard let source = blocks.first?.source else { return nil }
    var (title, rest): ([Inline], [Block]) = ([], blocks)
    if blocks.count > 1, let first = blocks[0].paragraph, first.isBold, (1...100).contains(first.inlines.size),
      !first.inlines.contains(where: { $0.content == .lineBreak })
    {
      (title, rest) = (first.inlines.removing(.strong), Array(blocks.dropFirst()))
    }
    self.init(.titled, title: title, rest, anchor: blocks[0].paragraph?.anchor, source: source)
  }
}
