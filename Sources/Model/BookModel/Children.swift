public import Units

/// What a block is made of: the two functions that every walk through a book stands on. A
/// new kind of block is named here, in `source` and where it is set; nowhere else.
extension Block {
  /// Where the block begins in the manuscript.
  public var source: SourceLocation {
    switch self {
    case .paragraph(let block): block.source
    case .heading(let block): block.source
    case .verse(let block): block.source
    case .quotation(let block): block.source
    case .callout(let block): block.source
    case .letter(let block): block.source
    case .speech(let block): block.source
    case .list(let block): block.source
    case .table(let block): block.source
    case .preformatted(let block): block.source
    case .figure(let block): block.source
    case .sceneBreak(let block): block.source
    case .pageBreak(let source): source
    }
  }

  /// Shows the block's own runs of inlines and the blocks directly inside it, in reading order.
  public func visitParts(text: ([Inline], TextPlace) -> Void, block inner: (Block) -> Void) {
    switch self {
    case .paragraph(let block): text(block.inlines, .text)
    case .heading(let block):
      text(block.label, .label)
      text(block.title, .heading)
    case .verse(let block): for stanza in block.stanzas { for line in stanza.lines { text(line.inlines, .text) } }
    case .quotation(let block):
      block.blocks.forEach(inner)
      if let attribution = block.attribution { text(attribution.inlines, .text) }
    case .callout(let block):
      if !block.title.isEmpty { text(block.title, .text) }
      block.blocks.forEach(inner)
    case .letter(let block):
      for paragraph in block.dateline { text(paragraph.inlines, .text) }
      block.blocks.forEach(inner)
      for paragraph in block.signature { text(paragraph.inlines, .text) }
    case .speech(let block):
      text(block.speaker, .speaker)
      block.blocks.forEach(inner)
    case .list(let block): for item in block.items { item.blocks.forEach(inner) }
    case .table(let block):
      for cell in (block.head + block.rows).joined() {
        text(cell.inlines, .cell)
        cell.blocks.forEach(inner)
      }
    case .figure(let block): text(block.caption, .caption)
    case .preformatted, .sceneBreak, .pageBreak: break
    }
  }

  /// The same, to change them.
  public mutating func rewriteParts(text: (inout [Inline], TextPlace) -> Void, block inner: (inout Block) -> Void) {
    func all(_ blocks: inout [Block]) { for index in blocks.indices { inner(&blocks[index]) } }
    func all(_ paragraphs: inout [Paragraph]) {
      for index in paragraphs.indices { text(&paragraphs[index].inlines, .text) }
    }
    switch self {
    case .paragraph(var block):
      text(&block.inlines, .text)
      self = .paragraph(block)
    case .heading(var block):
      block.rewriteText(text)
      self = .heading(block)
    case .verse(var block):
      for stanza in block.stanzas.indices {
        for line in block.stanzas[stanza].lines.indices { text(&block.stanzas[stanza].lines[line].inlines, .text) }
      }
      self = .verse(block)
    case .quotation(var block):
      all(&block.blocks)
      if var attribution = block.attribution {
        text(&attribution.inlines, .text)
        block.attribution = attribution
      }
      self = .quotation(block)
    case .callout(var block):
      if !block.title.isEmpty { text(&block.title, .text) }
      all(&block.blocks)
      self = .callout(block)
    case .letter(var block):
      all(&block.dateline)
      all(&block.blocks)
      all(&block.signature)
      self = .letter(block)
    case .speech(var block):
      text(&block.speaker, .speaker)
      all(&block.blocks)
      self = .speech(block)
    case .list(var block):
      for item in block.items.indices { all(&block.items[item].blocks) }
      self = .list(block)
    case .table(var block):
      func cells(_ rows: inout [[Table.Cell]]) {
        for row in rows.indices {
          for cell in rows[row].indices {
            text(&rows[row][cell].inlines, .cell)
            all(&rows[row][cell].blocks)
          }
        }
      }
      cells(&block.head)
      cells(&block.rows)
      self = .table(block)
    case .figure(var block):
      text(&block.caption, .caption)
      self = .figure(block)
    case .preformatted, .sceneBreak, .pageBreak: break
    }
  }
}
