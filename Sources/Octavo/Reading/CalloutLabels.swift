internal import BookModel
internal import Typesetting

extension Book {
  /// The words for the kinds of call-outs, each with the byte of the manuscript that it stands before.
  func calloutLabels(_ language: String) -> [(file: Int, offset: Int, words: String)] {
    var found: [(file: Int, offset: Int, words: String)] = []
    func look(_ block: Block) {
      if case .callout(let callout) = block {
        let word = callout.printedKind(language)
        if !word.isEmpty { found.append((Int(callout.source.file), Int(callout.source.offset), word + " ")) }
      }
      block.visitParts(text: { _, _ in }, block: look)
    }
    for section in sections { section.blocks.forEach(look) }
    for key in notes.keys.sorted() { notes[key]?.blocks.forEach(look) }
    return found
  }
}
