internal import BookModel
internal import Manuscript

extension [NamedPlace] {
  /// Lines that lead where the first line below them does, and which that is called by, stand for what is below them.
  func withGroups(in items: [FlowItem]) -> [NamedPlace] {
    let located = PlaceIndex(items)
    var places = self
    for (child, place) in enumerated() {
      guard let parent = place.parent, parent == child - 1, !self[parent].isGroup, self[parent].page == place.page,
        self[parent].spot == place.spot, let index = located[place]
      else { continue }
      let words = HeadingSaying(items[index].headingWords?.plainText ?? items[index].words)
      let above = HeadingSaying(self[parent].label)
      let isOwn = words.isSame(as: above) && (words.isOfPart || !above.isOfPart)
      if words.isSame(as: HeadingSaying(place.label)), !isOwn { places[parent].isGroup = true }
    }
    return places
  }
}

extension FlowReader {
  /// Documents that the contents have others below, under another name than the book's.
  var partPages: Set<Int> {
    let title = publication.metadata.title?.lettersAndFigures
    return Set(
      places.indices.filter { number in
        places[number].label.lettersAndFigures != title
          && places.contains { $0.parent == number && $0.page != places[number].page }
      }.map { places[$0].page })
  }
}

extension [FlowItem] {
  /// Headings that have nothing below them but what the contents have there are those of parts, whatever they are called.
  func withPartsOfContents(_ places: [NamedPlace], title: String?) -> [FlowItem] {
    let finder = PartFinder(items: self, places: places, title: title?.lettersAndFigures)
    var items = self
    for (index, depth) in finder.parts {
      for item in index.0...index.1 where items[item].isHeading { items[item].types.append(["part"]) }
      items[index.0].depthInContents = depth
    }
    return items
  }
}

/// Finds parts of plain names.
private struct PartFinder {
  let items: [FlowItem]
  let places: [NamedPlace]
  let title: String?
  private(set) var parts: [((Int, Int), depth: Int)] = []
  private var headings: [Int?] = []

  init(items: [FlowItem], places: [NamedPlace], title: String?) {
    self.items = items
    self.places = places
    self.title = title
    let located = PlaceIndex(items)
    headings = places.map { place in located[place].flatMap { heading(from: $0) } }
    find()
  }

  private mutating func find() {
    let below = Dictionary(grouping: places.indices.filter { places[$0].parent != nil }) { places[$0].parent ?? 0 }
    for (number, children) in below.sorted(by: { $0.key < $1.key }) {
      guard !places[number].isGroup, !places[number].isLost, !places[number].label.beginsAsChapter,
        let last = headings[number]
      else { continue }
      var first = last
      while first > 0, items[first - 1].isHeading, items[first - 1].page == items[last].page, !items[first].beginsPage {
        first -= 1
      }
      let chapters = children.compactMap { headings[$0] }.filter { $0 > last }
      guard let next = chapters.min(), !items[first].isPart, isPlain(first, last),
        isPart(number, first: first, last: last, chapters, before: next)
      else { continue }
      parts.append(((first, last), places[number].depth))
    }
  }

  /// No chapter by its element, no preface, and not the title of the book.
  private func isPlain(_ first: Int, _ last: Int) -> Bool {
    let own = items[last].types.last ?? []
    let words = items[first...last].map(\.words).joined().lettersAndFigures
    let kind = SectionMaker.names[words.filter(\.isLetter)]
    return own.isDisjoint(with: SectionMaker.divisions) && words != title && kind == nil
      && !items[first].has(["frontmatter", "backmatter"]) && !items[first].words.beginsAsChapter
  }

  private func isPart(_ number: Int, first: Int, last: Int, _ chapters: [Int], before next: Int) -> Bool {
    let text = items[(last + 1)..<next].filter { !$0.isHeading && $0.page == items[last].page }.reduce(0) {
      $0 + $1.words.utf8.count
    }
    let isCalled = places[number].label.beginsAsPart
    guard chapters.allSatisfy({ items[$0].page != items[first].page }) else {
      return text == 0 && (isCalled || chapters.allSatisfy { items[$0].isCountedChapter })
    }
    // a chapter may have its sections in documents of their own
    let areEqual = chapters.allSatisfy { (items[$0].rank ?? 6) <= (items[first].rank ?? 1) }
    return text < 40 || text < 1_500 && (isCalled || areEqual)
  }

  private func heading(from index: Int) -> Int? {
    let page = items[index].page
    guard let first = items[index...].prefix(4).firstIndex(where: { $0.isHeading && $0.page == page }) else {
      return nil
    }
    // the title below a number
    let below = first + 1
    let isTitle = items[first].isLabel && below < items.count && items[below].page == page && items[below].isHeading
    if isTitle, case .heading(let label, _, _) = items[below].content, label.isEmpty { return below }
    return first
  }
}

extension FlowItem {
  /// `Chapter 1`, whatever its title.
  var isCountedChapter: Bool { headingWords?.plainText.isChapterLabel ?? false }
}
