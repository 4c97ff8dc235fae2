extension Book {
  /// Gives every run of inlines of the sections to `body`, in reading order; notes apart.
  public mutating func rewriteText(_ body: (inout [Inline], TextPlace) -> Void) {
    for index in sections.indices {
      if sections[index].heading != nil { sections[index].heading?.rewriteText(body) }
      for block in sections[index].blocks.indices { sections[index].blocks[block].rewriteText(body) }
    }
  }
}

/// Where a run of inlines stands.
public enum TextPlace: Sendable {
  case text, heading, caption, cell
}

extension Heading {
  public mutating func rewriteText(_ body: (inout [Inline], TextPlace) -> Void) {
    body(&label, .heading)
    body(&title, .heading)
  }
}

extension Block {
  /// Gives every run of inlines of the block to `body`, in reading order.
  public mutating func rewriteText(_ body: (inout [Inline], TextPlace) -> Void) {
    func all(_ blocks: inout [Block]) {
      for index in blocks.indices { blocks[index].rewriteText(body) }
    }
    func all(_ paragraphs: inout [Paragraph]) {
      for index in paragraphs.indices { body(&paragraphs[index].inlines, .text) }
    }
    switch self {
    case .paragraph(var block):
      body(&block.inlines, .text)
      self = .paragraph(block)
    case .heading(var block):
      block.rewriteText(body)
      self = .heading(block)
    case .verse(var block):
      for stanza in block.stanzas.indices {
        for line in block.stanzas[stanza].lines.indices { body(&block.stanzas[stanza].lines[line].inlines, .text) }
      }
      self = .verse(block)
    case .quotation(var block):
      all(&block.blocks)
      if block.attribution != nil {
        var inlines = block.attribution?.inlines ?? []
        body(&inlines, .text)
        block.attribution?.inlines = inlines
      }
      self = .quotation(block)
    case .letter(var block):
      all(&block.dateline)
      all(&block.blocks)
      all(&block.signature)
      self = .letter(block)
    case .speech(var block):
      body(&block.speaker, .text)
      all(&block.blocks)
      self = .speech(block)
    case .list(var block):
      for item in block.items.indices { all(&block.items[item].blocks) }
      self = .list(block)
    case .table(var block):
      for row in block.head.indices {
        for cell in block.head[row].indices { body(&block.head[row][cell], .cell) }
      }
      for row in block.rows.indices {
        for cell in block.rows[row].indices { body(&block.rows[row][cell], .cell) }
      }
      self = .table(block)
    case .figure(var block):
      body(&block.caption, .caption)
      self = .figure(block)
    case .preformatted, .sceneBreak, .pageBreak: break
    }
  }
}
