/// The same orders as in rewriting, for who only looks: nothing is copied.
extension Book {
  /// Shows every run of inlines of the sections to `body`, in reading order; notes apart.
  public func visitText(_ body: ([Inline], TextPlace) -> Void) {
    for section in sections {
      section.heading?.visitText(body)
      for block in section.blocks { block.visitText(body) }
    }
  }

  /// Shows every figure of the sections to `body`, in reading order; notes apart.
  public func visitFigures(_ body: (Figure) -> Void) {
    for section in sections { for block in section.blocks { block.visitFigures(body) } }
  }
}

extension Heading {
  public func visitText(_ body: ([Inline], TextPlace) -> Void) {
    body(label, .heading)
    body(title, .heading)
  }
}

extension Block {
  /// Shows every run of inlines of the block to `body`, in reading order.
  public func visitText(_ body: ([Inline], TextPlace) -> Void) {
    func all(_ blocks: [Block]) { for block in blocks { block.visitText(body) } }
    func all(_ paragraphs: [Paragraph]) { for paragraph in paragraphs { body(paragraph.inlines, .text) } }
    switch self {
    case .paragraph(let block): body(block.inlines, .text)
    case .heading(let block): block.visitText(body)
    case .verse(let block): for stanza in block.stanzas { for line in stanza.lines { body(line.inlines, .text) } }
    case .quotation(let block):
      all(block.blocks)
      if let attribution = block.attribution { body(attribution.inlines, .text) }
    case .letter(let block):
      all(block.dateline)
      all(block.blocks)
      all(block.signature)
    case .speech(let block):
      body(block.speaker, .text)
      all(block.blocks)
    case .list(let block): for item in block.items { all(item.blocks) }
    case .table(let block):
      for row in block.head { for cell in row { body(cell, .cell) } }
      for row in block.rows { for cell in row { body(cell, .cell) } }
    case .figure(let block): body(block.caption, .caption)
    case .preformatted, .sceneBreak, .pageBreak: break
    }
  }

  /// Shows the figures in the block to `body`, and the block itself if it is one.
  public func visitFigures(_ body: (Figure) -> Void) {
    func all(_ blocks: [Block]) { for block in blocks { block.visitFigures(body) } }
    switch self {
    case .figure(let block): body(block)
    case .quotation(let block): all(block.blocks)
    case .letter(let block): all(block.blocks)
    case .speech(let block): all(block.blocks)
    case .list(let block): for item in block.items { all(item.blocks) }
    case .paragraph, .heading, .verse, .table, .preformatted, .sceneBreak, .pageBreak: break
    }
  }
}
