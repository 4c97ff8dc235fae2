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
        let isBelowNumber = made.last.map { $0.page == item.page && $0.isLabel } ?? false
        heading.content = .heading(
          label: isBelowNumber ? [] : parts.label, title: parts.title,
          rank: title.isGroup ? 1 : isBelowNumber ? 3 : 2)
        heading.range = place..<place
        heading.opens = !isBelowNumber
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
      let words = made.suffix(titles.count + 1).dropLast().map(\.words).joined(separator: " ")
      reader.additions[place] = words + " " + (reader.additions[place] ?? "")
    }
    return made
  }
}

/// Finds what the contents name and nothing heads.
struct TitleFinder {
  private let items: [FlowItem]
  private let reader: FlowReader
  /// By the index of the item that they stand over, those of parts first.
  private(set) var titles: [Int: [NamedPlace]] = [:]

  /// Nothing in the book is a heading: what the contents name begins with less text, too.
  private let isBare: Bool

  init(_ items: [FlowItem], _ reader: FlowReader) {
    self.items = items
    self.reader = reader
    isBare = !items.contains(where: \.isHeading)
    find()
  }

  private mutating func find() {
    let located = PlaceIndex(items)
    let indexes = reader.places.map { located[$0] }
    let all = Set(indexes.compactMap(\.self)).sorted()
    var depths: Set<Int> = []
    // places within documents begin chapters where places at their beginnings do
    for isWithin in [false, true] {
      for (place, found) in zip(reader.places, indexes) {
        guard !place.isGroup, !place.isLost, place.isTitle, let index = found,
          isWithin != located.isFirst(index, of: place.page), !isWithin || depths.contains(place.depth)
        else { continue }
        let below = isNumberAlone(index) ? index + 1 : index
        guard titles[below] == nil, isUnheaded(below, all, place.label) else { continue }
        titles[below] = [place]
        depths.insert(place.depth)
      }
    }
    let plain = plainGroups(indexes)
    for (number, (place, found)) in zip(reader.places, indexes).enumerated() {
      guard place.isGroup, place.label.beginsAsPart || plain.contains(number), let index = found, !items[index].isPart,
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
    guard let first = own.first,
      !own.prefix(3).contains(where: { $0.isHeading || ($0.block?.isFigure ?? false) && !$0.isHeadingPicture }),
      own.reduce(0, { $0 + $1.words.utf8.count }) > (isBare ? 80 : 200),
      !own.contains(where: { $0.has(TitleFinder.untitled) })
    else { return false }
    // pages of front matter are of lines in the middle
    let isOfLines = own.prefix(3).allSatisfy { $0.paragraph?.placement == .centred }
    return !isOfLines && !first.words.isOfImprint && !first.words.lettersAndFigures.hasPrefix(label.lettersAndFigures)
  }

  /// A number that heads a document, whose title only the contents know.
  private func isNumberAlone(_ index: Int) -> Bool {
    guard case .heading(let label, let title, _) = items[index].content, title.isEmpty, !items[index].isNamed else {
      return false
    }
    return label.plainText.isHeadingLabel && index + 1 < items.count && items[index + 1].page == items[index].page
  }

  /// Two groups or more of one depth that have chapters below them, each beginning with a document: parts whatever they
  /// are called.
  private func plainGroups(_ indexes: [Int?]) -> Set<Int> {
    let holders = Set(reader.places.compactMap(\.parent))
    let groups = reader.places.indices.filter { number in
      let place = reader.places[number]
      guard place.isGroup, holders.contains(number), place.isTitle, let index = indexes[number] else { return false }
      return items[index].beginsPage && place.label.utf8.count <= 80
    }
    let byDepth = Dictionary(grouping: groups) { reader.places[$0].depth }
    return Set((byDepth.min { $0.key < $1.key }?.value).flatMap { $0.count > 1 ? $0 : nil } ?? [])
  }

  /// Sections whose names are not set over them.
  static let untitled: Set<String> = [
    "titlepage", "halftitlepage", "halftitle", "fulltitle", "cover", "dedication", "epigraph", "copyright-page",
    "imprint", "colophon", "toc", "landmarks",
  ]
}

extension NamedPlace {
  /// Whether a line of the contents says what a chapter is called, and not what kind of page it leads to.
  static func isTitle(_ label: String, of name: String, title: String?) -> Bool {
    let letters = label.lettersAndFigures
    guard letters.contains(where: \.isLetter) || label.isHeadingLabel, label.utf8.count <= 200,
      !pages.contains(letters), letters != title?.lettersAndFigures
    else { return false }
    // what programs call documents that nobody named
    let file = name.split(separator: "/").last ?? ""
    let stem = file.prefix { $0 != "." }
    return letters != String(stem).lettersAndFigures && letters != String(file).lettersAndFigures
  }

  private static let pages: Set<String> = [
    "cover", "title", "titlepage", "halftitle", "copyright", "copyrightpage", "imprint", "dedication", "epigraph",
    "contents", "tableofcontents", "colophon", "frontispiece", "start", "begin", "beginning", "beginreading", "text",
    "body", "chapters", "kapitel", "chapitres", "frontmatter", "backmatter", "bodymatter", "umschlag", "titelseite",
    "titel", "widmung", "impressum",
    "inhalt", "inhaltsverzeichnis", "couverture", "pagedetitre", "dédicace", "tabledesmatières", "portada", "cubierta",
    "dedicatoria", "índice", "copertina", "frontespizio", "indice",
  ]
}
