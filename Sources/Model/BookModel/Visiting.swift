/// The same orders as in rewriting, for who only looks: nothing is copied.
extension Book {
  /// Shows every run of inlines of the sections to `body`, in reading order; notes apart.
  public func visitText(_ body: ([Inline], TextPlace) -> Void) {
    for section in sections {
      section.heading?.visitText(body)
      for block in section.blocks { block.visitText(body) }
    }
  }

  /// Bytes of all words of the sections; notes apart.
  package var textSize: Int {
    var size = 0
    visitText { inlines, _ in
      for inline in inlines { if case .text(let words) = inline.content { size += words.utf8.count } }
    }
    return size
  }

  /// Shows every figure of the sections to `body`, in reading order; notes apart.
  public func visitFigures(_ body: (Figure) -> Void) {
    for section in sections { for block in section.blocks { block.visitFigures(body) } }
  }
}

extension Heading {
  public func visitText(_ body: ([Inline], TextPlace) -> Void) {
    body(label, .label)
    body(title, .heading)
  }
}

extension Block {
  /// Shows every run of inlines of the block to `body`, in reading order.
  public func visitText(_ body: ([Inline], TextPlace) -> Void) {
    visitParts(text: body) { $0.visitText(body) }
  }

  /// Shows the figures in the block to `body`, and the block itself if it is one.
  public func visitFigures(_ body: (Figure) -> Void) {
    if case .figure(let figure) = self { body(figure) }
    visitParts(text: { _, _ in }) { $0.visitFigures(body) }
  }
}
