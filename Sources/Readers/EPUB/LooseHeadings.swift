internal import BookModel
internal import Manuscript
internal import Units

/// A line of the book's own contents, with what it leads to.
struct NamedPlace {
  var label: String
  var page: Int
  /// The element that it names; nil for a document as a whole.
  var spot: NodeID?
  /// From 1.
  var depth: Int
  /// The line above it in the tree, by its index among the places.
  var parent: Int?
  /// A line that leads nowhere itself: it stands for the first below it.
  var isGroup = false
  /// The document has not what it names.
  var isLost = false
  /// It says what a chapter is called, and not what kind of page it leads to.
  var isTitle = true

  static func all(_ publication: Publication, _ pages: [Page]) -> [NamedPlace] {
    let places = publication.places
    let byName = Dictionary(pages.map { ($0.name, $0.index) }) { first, _ in first }
    var made: [NamedPlace] = []
    var open: [Int] = []
    for place in places {
      guard let page = byName[place.name] else { continue }
      while let last = open.last, made[last].depth >= place.depth { open.removeLast() }
      let node = place.fragment.isEmpty ? nil : pages[page].ids[place.fragment]
      open.append(made.count)
      made.append(
        NamedPlace(
          label: place.label, page: page, spot: node.map { NodeID(page: page, node: $0) }, depth: place.depth,
          parent: open.dropLast().last, isGroup: place.isGroup, isLost: node == nil && !place.fragment.isEmpty,
          isTitle: isTitle(place.label, of: publication.isHTML ? "" : place.name, title: publication.metadata.title)))
    }
    return made
  }
}

extension [FlowItem] {
  /// Headings that no element says: paragraphs that the book's own contents name, that their class calls so,
  /// or that say `Chapter One` in the middle of a line of their own.
  func withNamedHeadings(_ places: [NamedPlace]) -> [FlowItem] {
    var finder = HeadingFinder(items: self)
    finder.find(places)
    return finder.gone.isEmpty
      ? finder.items : finder.items.indices.filter { !finder.gone.contains($0) }.map { finder.items[$0] }
  }

  /// What stands under a picture and is called its caption belongs to it.
  func withCaptions() -> [FlowItem] {
    var made: [FlowItem] = []
    made.reserveCapacity(count)
    for item in self {
      guard item.isCalledCaption, case .block(.paragraph(let paragraph)) = item.content,
        let last = made.last, last.page == item.page, case .block(.figure(var figure)) = last.content,
        figure.caption.isEmpty
      else {
        made.append(item)
        continue
      }
      figure.caption = paragraph.inlines.inOneFace
      made[made.count - 1].content = .block(.figure(figure))
      made[made.count - 1].range = last.range.lowerBound..<Swift.max(last.range.upperBound, item.range.upperBound)
      made[made.count - 1].anchors += item.anchors
    }
    return made
  }
}

struct HeadingFinder {
  var items: [FlowItem]
  /// White between the lines of a heading.
  var gone: Set<Int> = []
  /// By the index of an item: how deep the contents have it, and whether all above it there are parts.
  private(set) var named: [Int: (place: Int, depth: Int)] = [:]

  init(items: [FlowItem]) { self.items = items }

  mutating func find(_ places: [NamedPlace]) {
    nameByContents(places)
    for index in items.indices { nameByLook(index) }
    nameUnderNumbers()
    nameFirstLines()
    openByContents(places)
    openByCount()
  }

  // MARK: By the book's own contents

  private mutating func nameByContents(_ places: [NamedPlace]) {
    let located = PlaceIndex(items)
    let said = places.contains(where: \.isLost) ? headingsBySaying() : [:]
    for (number, place) in places.enumerated() {
      let wanted = HeadingFinder.letters(place.label)
      let found = place.isLost ? said[place.page]?[wanted] : nil
      guard var index = found ?? located[place] else { continue }
      // pictures and rules may stand above the words
      var passed = 0
      while passed < 3, index + 1 < items.count, items[index + 1].page == items[index].page, isWordless(index) {
        index += 1
        passed += 1
      }
      // what a title page says besides the title is listed by some, and heads nothing
      guard !wanted.isEmpty, !items[index].has(["titlepage"]) else { continue }
      if let words = headingWords(index) {
        if named[index] == nil, !place.isGroup || HeadingFinder.letters(words.plainText) == wanted {
          name(index, number, place.depth)
        }
        continue
      }
      if !place.isGroup { take(place, number, from: index) }
    }
  }

  mutating func name(_ index: Int, _ place: Int, _ depth: Int) {
    named[index] = (place, depth)
    items[index].depthOfName = depth
  }

  /// By page and letters: the first heading that says them.
  private func headingsBySaying() -> [Int: [String: Int]] {
    var found: [Int: [String: Int]] = [:]
    for index in items.indices.reversed() {
      guard let words = headingWords(index) else { continue }
      found[items[index].page, default: [:]][HeadingFinder.letters(words.plainText)] = index
    }
    return found
  }

  func headingWords(_ index: Int) -> [Inline]? {
    if case .heading(let label, let title, _) = items[index].content { label + title } else { nil }
  }

  /// Headings inside documents begin pages where the contents have nothing above them but parts.
  private mutating func openByContents(_ places: [NamedPlace]) {
    let indexes = named.keys.sorted()
    let ranks = self.ranks
    let indexOf = Dictionary(named.map { ($0.value.place, $0.key) }) { first, _ in first }
    let stories = HeadingFinder.amongChapters(places)
    var groups: [Int: [Int]] = [:]
    for index in indexes {
      guard let place = named[index]?.place, let rank = ranks[index],
        !hasAbove(place, places, indexOf, stories)
      else { continue }
      groups[places[place].depth * 8 + rank, default: []].append(index)
    }
    var highest: [Int: Int] = [:]
    for index in items.indices {
      if let rank = ranks[index] { highest[items[index].page] = min(rank, highest[items[index].page] ?? rank) }
    }
    for group in groups.values {
      // places that come every few lines are no chapters, nor those of a lower rank that come every few paragraphs
      let areHighest = group.allSatisfy { ranks[$0] == highest[items[$0].page] }
      let length = group.reduce(0) { $0 + room(after: $1, in: group) }
      let areCounted = group.count { isCounted($0) } * 2 > group.count
      guard areCounted || length / group.count > (areHighest ? 400 : 2_500) else { continue }
      for index in group { items[index].opens = true }
    }
  }

  /// Of each item.
  // Swift 6.3's optimiser ends in an error of its own where the enum is looked at within a caller's loop
  private var ranks: [Int?] {
    @inline(never) get { items.map(\.rank) }
  }

  /// Whether the contents have a heading above a place that is no part, nor a title of what follows.
  private func hasAbove(_ place: Int, _ places: [NamedPlace], _ indexOf: [Int: Int], _ stories: Set<Int>) -> Bool {
    var above = places[place].parent
    while let parent = above {
      if let heading = indexOf[parent], !isPart(heading), !isAlone(heading) || stories.contains(parent) { return true }
      above = places[parent].parent
    }
    return false
  }

  /// `Chapter 7` begins a page wherever it stands, if there is a chapter's worth of text below such headings.
  private mutating func openByCount() {
    var groups: [Int: [Int]] = [:]
    for index in items.indices where isCounted(index) { groups[items[index].rank ?? 2, default: []].append(index) }
    guard let first = groups.keys.min(), let group = groups[first] else { return }
    guard group.reduce(0, { $0 + room(after: $1, in: group) }) / group.count > 400 else { return }
    for index in group { items[index].opens = true }
    // so do the parts that they stand in
    for index in items.indices where items[index].isPart && (items[index].rank ?? 6) <= first {
      items[index].opens = true
    }
  }

  /// Bytes from an item to the next of a group.
  private func room(after index: Int, in group: [Int]) -> Int {
    let next = group.first { $0 > index } ?? items.count
    return items[index..<next].reduce(0) { $0 + $1.range.count }
  }

  private func isCounted(_ index: Int) -> Bool {
    items[index].headingWords?.plainText.isChapterLabel ?? false
  }

  private func isPart(_ index: Int) -> Bool {
    guard let words = items[index].headingWords else { return false }
    return items[index].types.last?.contains("part") == true || words.plainText.isPartLabel
  }

  /// Nothing but headings follows until the next heading that the contents name: a title of what comes.
  private func isAlone(_ index: Int) -> Bool {
    var next = index + 1
    while next < items.count, items[next].isHeading || isWordless(next) || shortParagraph(next) != nil {
      if named[next] != nil { return true }
      next += 1
    }
    return false
  }

  /// Places whose neighbours mostly have nothing below them: a story in numbered pieces among others.
  private static func amongChapters(_ places: [NamedPlace]) -> Set<Int> {
    let holders = Set(places.compactMap(\.parent))
    let groups = Dictionary(grouping: holders) { places[$0].parent }
    let sizes = Dictionary(grouping: places.indices) { places[$0].parent }.mapValues(\.count)
    return Set(
      groups.flatMap { parent, group in
        let size = sizes[parent] ?? 0
        return size > 3 && group.count * 3 < size ? group : []
      })
  }

  // MARK: By their look

  private mutating func nameByLook(_ index: Int) {
    guard let inlines = shortParagraph(index), !inlines.allSatisfy({ $0.style.link != nil }) else { return }
    let words = inlines.plainText
    let item = items[index]
    let followsRoom =
      item.beginsPage || item.breaks || index > 0 && (isWordless(index - 1) || items[index - 1].isHeading)
    // `Chapter 1` above a heading that says the rest
    if item.beginsPage || item.breaks, words.isHeadingLabel, index + 1 < items.count,
      items[index + 1].page == item.page, case .heading(let label, let title, let rank) = items[index + 1].content,
      label.isEmpty, !title.isEmpty
    {
      return makeHeading(index, rank: rank)
    }
    if item.isCalledHeading {
      let follows = index > 0 && items[index - 1].isHeading && items[index - 1].page == item.page
      return makeHeading(index, rank: follows ? 3 : 2, opens: !follows)
    }
    if let rank = item.subheadRank, words.utf8.count <= 120, !",;".contains(words.last ?? ",") {
      let isFirst = rank == 3 && (item.beginsPage || item.breaks)
      return makeHeading(index, rank: isFirst ? 2 : rank, opens: isFirst)
    }
    let isApart = item.paragraph?.placement == .centred
    let isBold = inlines.allSatisfy { $0.style.traits.contains(.strong) || $0.content == .lineBreak }
    guard isApart && followsRoom || isBold else { return }
    if inlines.headingParts.label.plainText.isChapterLabel { return makeHeading(index, rank: 2, opens: true) }
    // the title under a number that has just been found
    if isApart, isBold, index > 0, items[index - 1].page == item.page,
      case .heading(let label, let title, let rank) = items[index - 1].content,
      !label.isEmpty, title.isEmpty
    {
      makeHeading(index, rank: rank)
    }
  }

  /// Where most numbers of chapters have a short line in the middle below them, that is the chapters' titles.
  private mutating func nameUnderNumbers() {
    var numbers = 0
    var titles: [Int] = []
    for index in items.indices.dropLast() {
      guard case .heading(let label, let title, _) = items[index].content, title.isEmpty,
        label.plainText.isHeadingLabel
      else { continue }
      numbers += 1
      guard items[index + 1].page == items[index].page, let inlines = shortParagraph(index + 1),
        items[index + 1].paragraph?.placement == .centred
      else { continue }
      let words = inlines.plainText
      let isName = words.utf8.count <= 80 && words.contains(where: \.isLetter) && !".!?”\"".contains(words.last ?? ".")
      if isName, inlines.allSatisfy({ $0.style.link == nil }) { titles.append(index + 1) }
    }
    guard titles.count > 1, titles.count * 3 >= numbers * 2 else { return }
    for index in titles { makeHeading(index, rank: items[index - 1].rank ?? 2) }
  }

  // MARK: Items

  func isWordless(_ index: Int) -> Bool {
    switch items[index].block {
    case .figure, .sceneBreak, .pageBreak: true
    default: false
    }
  }

  /// The words of a paragraph that could be a heading.
  func shortParagraph(_ index: Int) -> [Inline]? {
    items[index].paragraph.flatMap { (1...160).contains($0.inlines.plainText.utf8.count) ? $0.inlines : nil }
  }

  mutating func makeHeading(_ index: Int, rank: Int, opens: Bool = false) {
    guard let words = line(index) else { return }
    // its weight is the design's to say
    let inlines = words.removing([.strong, .underline, .letterSpaced]).withoutInnerLinks
    let isEmphasis = inlines.allSatisfy { $0.style.traits.contains(.emphasis) || $0.content == .lineBreak }
    let parts = (isEmphasis ? inlines.removing(.emphasis) : inlines).headingParts
    items[index].content = .heading(label: parts.label, title: parts.title, rank: min(rank, 6))
    if opens { items[index].opens = true }
  }

  static func letters(_ text: String) -> String {
    String(
      String.UnicodeScalarView(
        text.lowercased().unicodeScalars.filter { $0.properties.isAlphabetic || $0.properties.numericType != nil }))
  }
}

extension String {
  /// `Chapter-Title`, `chapter_number`, `ChapTitle1`: classes that name headings (InDesign, Word, Sigil, Pressbooks).
  fileprivate var letterOnly: String { lowercased().filter(\.isLetter) }

  /// How deep a class says that a heading inside a chapter is, 3 for the first: `h1`, `Head2`, `A-Head`.
  var subheadRank: Int? {
    let name = lowercased().filter { $0.isLetter || $0.isNumber }
    switch name {
    case "ahead", "sectiontitle", "sectionhead", "sectionheading", "subhead", "subheading": return 3
    case "bhead", "subsectiontitle", "subsubhead": return 4
    case "chead": return 5
    default: break
    }
    // `Heading 1` is a chapter's
    for (prefix, top) in [("msoheading", 1), ("heading", 1), ("head", 2), ("h", 2)] {
      if name.hasPrefix(prefix), let depth = Int(name.dropFirst(prefix.count)), (1...4).contains(depth) {
        return depth + top
      }
    }
    return nil
  }

  var isHeadingClass: Bool {
    let name = letterOnly
    if [
      "chaptertitle", "chapternumber", "chapterheading", "chapterhead", "chapternum", "chaptitle", "chapnum", "chapno",
      "chapterno", "chapternr", "parttitle", "partnumber", "partheading", "msoheading", "msoheadingone", "headingone",
    ]
    .contains(name) {
      return true
    }
    return lowercased() == "heading1" || lowercased() == "msoheading1" || lowercased() == "heading-1"
  }
}
