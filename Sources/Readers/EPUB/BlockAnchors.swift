internal import BookModel

extension Block {
  var isFigure: Bool { if case .figure = self { true } else { false } }
  var heading: Heading? { if case .heading(let heading) = self { heading } else { nil } }

  /// Gives the block a name for links; false where it cannot carry one.
  mutating func setAnchor(_ name: String) -> Bool {
    switch self {
    case .paragraph(var paragraph):
      paragraph.anchor = name
      self = .paragraph(paragraph)
    case .verse(var verse):
      verse.anchor = name
      self = .verse(verse)
    case .quotation(var quotation):
      guard !quotation.blocks.isEmpty, quotation.blocks[0].setAnchor(name) else { return false }
      self = .quotation(quotation)
    case .callout(var callout):
      callout.anchor = name
      self = .callout(callout)
    case .list(var list):
      guard !list.items.isEmpty, !list.items[0].blocks.isEmpty, list.items[0].blocks[0].setAnchor(name) else {
        return false
      }
      self = .list(list)
    default: return false
    }
    return true
  }
}

extension Heading {
  /// Its number and its title, each on a line of its own.
  var inLines: [Inline] {
    guard let first = title.first, !label.isEmpty else { return label + title }
    return label + [Inline(.lineBreak, source: first.source)] + title
  }
}
