internal import BookModel
internal import Manuscript
internal import Units

/// What a manuscript has on a page of its own and its options have, too, is set once: as the manuscript has it.
extension PreparedBook {
  mutating func setOnce() {
    let front = reading.book.sections.filter { $0.matter == .front }
    func page(_ role: Section.Role) -> Section? { front.first { $0.role == role && $0.heading == nil } }
    let metadata = reading.book.metadata
    for (role, key, given) in [
      (Section.Role.dedication, "dedication", metadata.dedication), (.epigraph, "epigraph", metadata.epigraph),
    ] {
      guard let given, let own = page(role) else { continue }
      if role == .dedication { reading.book.metadata.dedication = nil } else { reading.book.metadata.epigraph = nil }
      if !own.words.lettersAndFigures.contains(given.lettersAndFigures) { tell(key, at: own.source) }
    }
    guard resolved.design.hasCopyrightPage, let own = page(.imprint), own.words.isOfImprint else { return }
    resolved.design.hasCopyrightPage = false
    let facts = [metadata.edition, metadata.printing, metadata.rights, metadata.cataloguing].compactMap(\.self)
    let words = own.words.lettersAndFigures
    if facts.contains(where: { !words.contains($0.lettersAndFigures) }) { tell("copyright page", at: own.source) }
  }

  private mutating func tell(_ name: String, at source: SourceLocation) {
    reading.diagnostics.append(
      Diagnostic(
        .warning, code: "given-twice", "the manuscript and its options each have a \(name): the manuscript's is set",
        help: "take one of them out", source: source))
  }
}

extension Section {
  fileprivate var words: String {
    var words = ""
    for block in blocks { block.visitText { inlines, _ in words += inlines.plainText + " " } }
    return words
  }
}
