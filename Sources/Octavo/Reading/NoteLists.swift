internal import BookModel
internal import Units

extension Book {
  /// The numbers that octavo sets before the items of lists in notes, where they run in with the words, each
  /// with the byte of the manuscript that they stand before.
  var numbersInNotes: [(file: Int, offset: Int, words: String)] {
    var found: [(file: Int, offset: Int, words: String)] = []
    func look(_ block: Block) {
      if case .list(let list) = block, let start = list.start, list.counting != .none {
        for (index, item) in list.items.enumerated() {
          var first: SourceLocation?
          for block in item.blocks {
            if case .preformatted(let code) = block { first = first ?? code.lines.first?.source }
            block.visitText { inlines, _ in first = first ?? inlines.first?.source }
          }
          guard let first else { continue }
          found.append((Int(first.file), Int(first.offset), list.counting.written(start &+ index) + ". "))
        }
      }
      block.visitParts(text: { _, _ in }, block: look)
    }
    for (_, note) in notes.sorted(by: { $0.key < $1.key }) { note.blocks.forEach(look) }
    return found
  }
}
