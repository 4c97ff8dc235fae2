internal import BookModel
internal import Manuscript
internal import Units

extension [FlowItem] {
  /// Sets headings over documents, and places in these, that only the book's own contents name. Their words are added
  /// to those that the reader has of the book.
  func withTitlesOfContents(of reader: FlowReader) -> [FlowItem] {
    guard !reader.places.isEmpty else { return self }
    let finder = TitleFinder(self, reader)
    guard !finder.titles.isEmpty else { return self }
    var made: [FlowItem] = []
    made.reserveCapacity(count + finder.titles.count)
    for (index, item) in enumerated() {
      var item = item
      for title in finder.titles[index] ?? [] {
        let place = item.range.lowerBound
        let parts = [Inline(title.label, source: SourceLocation(offset: place))].headingParts
        var heading = item
        heading.content = .heading(label: parts.label, title: parts.title, rank: title.isGroup ? 1 : 2)
        heading.range = place..<place
        heading.opens = true
        if title.isGroup {
          heading.types.append(["part"])
          heading.depthInContents = title.depth
        }
        made.append(heading)
        (item.beginsPage, item.breaks, item.anchors) = (false, false, [])
      }
      made.append(item)
      guard let titles = finder.titles[index], let place = titles.isEmpty ? nil : item.range.lowerBound else {
        continue
      }
      let words = titles.map(\.label).joined(separator: " ")
      reader.additions[place] = words + " " + (reader.additions[place] ?? "")
    }
    return made
  }
}

/// Finds what the contents name and nothing heads.
private struct TitleFinder {
  private let items: [FlowItem]
  private let reader: FlowReader
  /// By the index of the item that they stand over, those of parts first.
  private(set) var titles: [Int: [NamedPlace]] = [:]

  init(_ items: [FlowItem], _ reader: FlowReader) {
    self.items = items
    self.reader = reader
    find()
  }

  private mutating func find() {
    var bySpot: [Spot: Int] = [:]
    var byPage: [Int: Int] = [:]
    for (index, item) in items.enumerated() {
      for spot in item.anchors where bySpot[spot] == nil { bySpot[spot] = index }
      if byPage[item.page] == nil { byPage[item.page] = index }
    }
    let indexes = reader.places.map { place in place.spot.map { bySpot[$0] } ?? byPage[place.page] }
    let all = Set(indexes.compactMap(\.self)).sorted()
    var depths: Set<Int> = []
    // places within documents begin chapters where places at their beginnings do
    for isWithin in [false, true] {
      for (place, found) in zip(reader.places, indexes) {
        guard !place.isGroup, !place.isLost, let index = found, titles[index] == nil,
          isWithin == (byPage[place.page] != index), !isWithin || depths.contains(place.depth),
          isTitle(place.label, of: place.page), isUnheaded(index, all, place.label)
        else { continue }
        titles[index] = [place]
        depths.insert(place.depth)
      }
    }
    for (place, found) in zip(reader.places, indexes) {
      guard place.isGroup, place.label.beginsAsPart, let index = found, !items[index].isPart,
        items[index].isHeading || titles[index] != nil
      else { continue }
      titles[index, default: []].insert(place, at: 0)
    }
  }

  /// Whether text begins at an item that has no heading, and goes on for more than some lines.
  private func isUnheaded(_ index: Int, _ places: [Int], _ label: String) -> Bool {
    let page = items[index].page
    let next = places.lowerBound { $0 <= index }
    let end = next < places.count ? places[next] : items.count
    let own = items[index..<end].prefix { $0.page == page }.drop { $0.block?.isWhite ?? false }
    guard let first = own.first, !own.prefix(3).contains(where: { $0.isHeading || $0.block?.isFigure ?? false }),
      own.reduce(0, { $0 + $1.words.utf8.count }) > 200, !own.contains(where: { $0.has(TitleFinder.untitled) })
    else { return false }
    let words = first.words
    if let paragraph = first.paragraph {
      // a line of its own may be the title in other words
      let isLine =
        paragraph.placement == .centred || !(words.last { !$0.isWhitespace }.map(".!?…:,;”’»\"'".contains) ?? false)
      if isLine, words.utf8.count < 120 { return false }
    }
    return !words.lettersAndFigures.hasPrefix(label.lettersAndFigures)
  }

  /// Sections whose names are not set over them.
  private static let untitled: Set<String> = [
    "titlepage", "halftitlepage", "halftitle", "fulltitle", "cover", "dedication", "epigraph", "copyright-page",
    "imprint", "colophon", "toc", "landmarks",
  ]

  /// Whether a line of the contents says what a chapter is called, and not what kind of page it leads to.
  private func isTitle(_ label: String, of page: Int) -> Bool {
    let letters = label.lettersAndFigures
    guard letters.contains(where: \.isLetter) || label.isHeadingLabel, label.utf8.count <= 200,
      !TitleFinder.pages.contains(letters), letters != reader.publication.metadata.title?.lettersAndFigures
    else { return false }
    // what programs call documents that nobody named
    let file = reader.pages[page].name.split(separator: "/").last ?? ""
    let stem = file.prefix { $0 != "." }
    return letters != String(stem).lettersAndFigures && letters != String(file).lettersAndFigures
  }

  private static let pages: Set<String> = [
    "cover", "title", "titlepage", "halftitle", "copyright", "copyrightpage", "imprint", "dedication", "epigraph",
    "contents", "tableofcontents", "colophon", "frontispiece", "start", "begin", "beginning", "beginreading", "text",
    "body", "frontmatter", "backmatter", "bodymatter", "umschlag", "titelseite", "titel", "widmung", "impressum",
    "inhalt", "inhaltsverzeichnis", "couverture", "pagedetitre", "dédicace", "tabledesmatières", "portada", "cubierta",
    "dedicatoria", "índice", "copertina", "frontespizio", "indice",
  ]
}
