internal import Design
internal import Units

/// Lists of pages that are put behind each other.
extension PageList {
  var blanksBeforeRecto: Int { design.sides == .facing ? pages.count % 2 : 0 }

  mutating func addBlankBeforeRecto() {
    if blanksBeforeRecto == 1 { addBlank() }
  }

  /// It is counted as the page before it is.
  mutating func addBlank() {
    let last = pages.last
    addBlank(folio: (last?.folio ?? 0) + 1, isRoman: last?.isRoman ?? true)
  }

  /// A page without text.
  mutating func addBlank(folio: Int32, isRoman: Bool) {
    pages.append(
      PageRecord(
        kind: .blank, isRecto: pages.count % 2 == 0, isRoman: isRoman, folio: folio, lines: lines.count..<lines.count))
  }

  /// Puts another list's pages behind these.
  /// - Parameters:
  ///   - origin: what the part's numbers count from.
  ///   - standsFirst: its blocks are read before all that are there.
  mutating func append(_ part: PageList, from origin: Extent = Extent(), standsFirst: Bool = false) {
    let there = extent
    let shift = Shift(
      items: UInt32(truncatingIfNeeded: there.items - origin.items),
      lines: UInt32(truncatingIfNeeded: there.lines - origin.lines),
      rules: UInt32(truncatingIfNeeded: there.rules - origin.rules), pages: Int32(there.pages - origin.pages),
      chapters: Int32(there.chapters - origin.chapters),
      // the part's own blocks count from 0
      blocks: add(part.blocks, standsFirst: standsFirst) - Int32(origin.blocks))
    items += part.items
    rules += part.rules
    lines += part.lines.lazy.map { $0.moved(by: shift) }
    rubies += part.rubies.lazy.map { $0.moved(by: shift) }
    pictures += part.pictures.lazy.map { $0.moved(by: shift) }
    links += part.links.lazy.map { $0.moved(by: shift) }
    places.merge(part.places.lazy.map { ($0.key, $0.value.moved(by: shift)) }) { first, _ in first }
    pages += part.pages.lazy.map { $0.moved(by: shift) }
    chapters += part.chapters.lazy.map { $0.moved(by: shift) }
  }

  /// Puts front pages before these, the body. Its lines and items, nearly all there are, stay
  /// where they are, and the front's stand behind them: pages alone have an order.
  mutating func standBehind(_ front: PageList) {
    let shift = Shift(pages: Int32(front.pages.count), chapters: Int32(front.chapters.count))
    let bodyPages = pages.map { $0.moved(by: shift) }
    let bodyChapters = chapters.map { $0.moved(by: shift) }
    let bodyPlaces = places.mapValues { $0.moved(by: shift) }
    for index in pictures.indices { pictures[index] = pictures[index].moved(by: shift) }
    for index in takenPictures.indices { takenPictures[index] = takenPictures[index].moved(by: shift) }
    (pages, chapters, places) = ([], [], [:])
    append(front, standsFirst: true)
    pages += bodyPages
    chapters += bodyChapters
    places.merge(bodyPlaces) { first, _ in first }
  }
}
