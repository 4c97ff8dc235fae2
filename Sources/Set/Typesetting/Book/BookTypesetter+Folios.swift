package import BookModel
internal import Units

extension BookTypesetter {
  /// Rounds in which folios settle; what still moves then is a page off.
  private static let mostRounds = 5

  /// The book with its own folios where another edition's stood. These may move pages, which moves them:
  /// the book is set until they stand.
  package func printingFolios(_ book: Book) throws(TypesettingError) -> Book {
    guard book.refersToPages else { return book }
    var printed = book
    var known: [Int: String] = [:]
    for _ in 0..<BookTypesetter.mostRounds {
      let list = try typeset(printed).list
      var folios: [Int: String] = [:]
      for (anchor, place) in list.places {
        if case .page(let number) = anchor { folios[number] = list.label(ofPage: Int(place.page)) }
      }
      if folios == known { break }
      known = folios
      printed = book.printing(folios)
    }
    return printed
  }
}

extension Book {
  /// - Parameter folios: by the number of the other edition's page.
  func printing(_ folios: [Int: String]) -> Book {
    var book = self
    book.rewriteText { inlines, _ in inlines = inlines.printing(folios) }
    return book
  }
}

extension [Inline] {
  /// Two pages that are one now are named once: `12, 13` is `9`.
  fileprivate func printing(_ folios: [Int: String]) -> [Inline] {
    guard contains(where: { $0.style.pages != nil }) else { return self }
    var made: [Inline] = []
    /// The place of the reference before, while only a space stands behind it.
    var last: Int?
    for var inline in self {
      guard let pages = inline.style.pages, case .text(let text) = inline.content,
        let first = folios[pages.first]
      else {
        if last != made.count - 1 || inline.content != .text(" ") { last = nil }
        made.append(inline)
        continue
      }
      let end = pages.last.flatMap { folios[$0] } ?? first
      let words = end == first ? first : first + "\u{2013}" + end
      let comma = text.last == "," ? "," : ""
      if let last, case .text(let before) = made[last].content, before.hasSuffix(","), before.dropLast() == words[...] {
        made.removeSubrange((last + 1)...)
        made[last].content = .text(words + comma)
        continue
      }
      inline.content = .text(words + comma)
      inline.marks = []
      last = made.count
      made.append(inline)
    }
    return made
  }
}
