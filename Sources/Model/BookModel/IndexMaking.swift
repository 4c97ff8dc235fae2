public import Units

/// How the entries of an index follow each other.
public struct IndexOrder {
  /// Bytes that compare as the words do.
  public var key: (String) -> [UInt8]
  /// The letter that words are found under; empty for figures and signs.
  public var letter: (String) -> String
  /// Words as they are printed: with the language's quotes and dashes.
  public var printed: (String) -> String
  public init(
    key: @escaping (String) -> [UInt8], letter: @escaping (String) -> String,
    printed: @escaping (String) -> String = { $0 }
  ) {
    (self.key, self.letter, self.printed) = (key, letter, printed)
  }
}

/// What making the indexes has put into a book, and what it met on the way.
public struct MadeIndexes: Sendable {
  /// Words that stand in no manuscript, by the place that they stand at.
  public var given: [(source: SourceLocation, words: String)] = []
  public var entries = 0
  public var places = 0
  /// Entries that differ in capitals, or in the end of a plural, alone.
  public var alike: [(source: SourceLocation, first: String, second: String)] = []
  /// Entries that others lead to and that there are none of.
  public var unknown: [(source: SourceLocation, entry: String, other: String)] = []
  /// Matter that begins and does not end, or the other way round.
  public var open: [(source: SourceLocation, entry: String)] = []
  /// The sections that the book had none of.
  public var added: [(source: SourceLocation, title: String)] = []
  /// What the author has named, for who asks for an index that has no mark.
  public var empty: [(source: SourceLocation, name: String)] = []
  public init() {}
}

extension Book {
  /// Takes the marks for indexes out of the text and puts the indexes where they are asked for: in place of a mark for it,
  /// in a section that is one by its heading and is empty, else at the end.
  /// - Parameters:
  ///   - language: of the words that are octavo's.
  ///   - end: the manuscript's last byte.
  ///   - order: asked for where there are marks.
  public mutating func makeIndexes(
    _ language: String, end: SourceLocation, _ order: () -> IndexOrder
  ) -> MadeIndexes {
    askForFirstLines()
    var gathering = IndexGathering()
    gathering.gather(&self)
    guard !gathering.marks.isEmpty || !gathering.lists.isEmpty else { return MadeIndexes() }
    let (words, order) = (IndexWords(language), order())
    var made = MadeIndexes()
    var names: [String] = []
    for mark in gathering.marks where !names.contains(mark.mark.index) { names.append(mark.mark.index) }
    var lists = gathering.lists
    for list in lists where !names.contains(list.name) {
      made.empty.append((sections[list.section].source, list.name))
    }
    for name in names where !lists.contains(where: { $0.name == name }) {
      if let section = sections.firstIndex(where: { $0.isEmptyIndex(name) }) {
        lists.append(IndexPlace(section: section, block: sections[section].blocks.count, name: name))
      } else {
        let title = name.isEmpty ? words.title : name.prefix(1).uppercased() + name.dropFirst()
        let heading = Heading(
          title: [Inline(pinned: title, style: .plain, source: end)], isNumbered: false, source: end)
        sections.append(Section(matter: .back, role: .index, heading: heading, blocks: [], source: end))
        made.added.append((end, title))
        made.given.append((end, title))
        lists.append(IndexPlace(section: sections.count - 1, block: 0, name: name))
      }
    }
    // from the last on, so that places stay
    for var list in lists.sorted(by: { ($0.section, $0.block) < ($1.section, $1.block) }).reversed() {
      if names.contains(list.name) { givePlace(to: &list, words.title, &made) }
      var index = IndexTree(words: words, order: order)
      for mark in gathering.marks where mark.mark.index == list.name { index.add(mark) }
      index.finish()
      let section = sections[list.section]
      // before what follows it: a block, or the next section; a section that is empty has its heading
      let next = section.blocks.isEmpty || list.section + 1 == sections.count ? nil : sections[list.section + 1].source
      let place =
        section.blocks.dropFirst(list.block).first?.source ?? list.source ?? next
        ?? (section.source == end || !section.blocks.isEmpty ? end : section.endOfHeading)
      let blocks = index.blocks(at: place, &made)
      sections[list.section].blocks.insert(contentsOf: blocks, at: min(list.block, section.blocks.count))
      if !blocks.isEmpty { sections[list.section].role = .index }
      refersToPages = refersToPages || !blocks.isEmpty
    }
    return made
  }
}

extension Book {
  /// An index that is asked for behind all text, without a heading, has a section of its own with one.
  private mutating func givePlace(to list: inout IndexPlace, _ word: String, _ made: inout MadeIndexes) {
    let section = sections[list.section]
    guard section.role != .index, list.block == section.blocks.count, !section.blocks.isEmpty, let source = list.source,
      sections[(list.section + 1)...].allSatisfy({ $0.matter == .back })
    else { return }
    if case .heading? = section.blocks.last { return }
    let name = list.name.prefix(1).uppercased() + list.name.dropFirst()
    let title = list.title.isEmpty ? name.isEmpty ? word : name : list.title
    let heading = Heading(
      title: [Inline(pinned: title, style: .plain, source: source)], isNumbered: false, source: source)
    sections.insert(
      Section(matter: .back, role: .index, heading: heading, blocks: [], source: source), at: list.section + 1)
    made.given.append((source, title))
    (list.section, list.block) = (list.section + 1, 0)
  }
}

extension Section {
  fileprivate func isEmptyIndex(_ name: String) -> Bool {
    guard role == .index, blocks.isEmpty, !Book.isOfFirstLines(heading) else { return false }
    return name.isEmpty || (heading?.plainText.lowercased().contains(name.lowercased()) ?? false)
  }

  /// Behind the last of its heading's words.
  var endOfHeading: SourceLocation {
    guard let last = (heading.map { $0.label + $0.title } ?? []).last, case .text(let text) = last.content,
      let scalar = text.unicodeScalars.last
    else { return source }
    var place = last.source(atByte: text.utf8.count - UTF8.width(scalar))
    place.offset += UInt32(UTF8.width(scalar))
    return place
  }
}

/// Entries with those below them.
private struct IndexTree {
  struct Locator {
    var pages: PageReference
    var traits: InlineStyle.Traits
  }

  struct Node {
    var term: IndexMark.Term
    var source: SourceLocation
    var below: [Int] = []
    var locators: [Locator] = []
    var see: [String] = []
    var seeAlso: [String] = []
    /// Of `locators`: begun and not ended.
    var open: Int?
  }

  let words: IndexWords
  let order: IndexOrder
  private var nodes: [Node] = []
  private var top: [Int] = []
  /// By what is above them, and their words and keys.
  private var known: [Name: Int] = [:]
  private var unopened: [Int] = []

  private struct Name: Hashable {
    var above: Int
    var term: IndexMark.Term
  }

  init(words: IndexWords, order: IndexOrder) { (self.words, self.order) = (words, order) }

  private mutating func node(_ term: IndexMark.Term, below above: Int, _ source: SourceLocation) -> Int {
    let name = Name(above: above, term: term)
    if let known = known[name] { return known }
    nodes.append(Node(term: term, source: source))
    known[name] = nodes.count - 1
    if above < 0 { top.append(nodes.count - 1) } else { nodes[above].below.append(nodes.count - 1) }
    return nodes.count - 1
  }

  mutating func add(_ placed: PlacedIndexMark) {
    let mark = placed.mark
    var at = -1
    for term in mark.terms where !term.words.isEmpty { at = node(term, below: at, placed.source) }
    guard at >= 0 else { return }
    for other in mark.see where !nodes[at].see.contains(other) { nodes[at].see.append(other) }
    for other in mark.seeAlso where !nodes[at].seeAlso.contains(other) { nodes[at].seeAlso.append(other) }
    guard mark.extent != .none else { return }
    var locator = Locator(pages: PageReference(first: .index(placed.number)), traits: mark.traits)
    if placed.isInCaption { locator.traits.insert(.emphasis) }
    if let note = placed.note { locator.pages.note = PageReference.Note(note, words.note) }
    switch mark.extent {
    case .ends:
      if let open = nodes[at].open {
        nodes[at].locators[open].pages.last = .index(placed.number)
        nodes[at].open = nil
        return
      }
      unopened.append(at)
    case .begins:
      locator.pages.note = nil
      nodes[at].open = nodes[at].locators.count
    case .place, .none: break
    }
    nodes[at].locators.append(locator)
  }

  /// Puts the entries in their order.
  mutating func finish() {
    let keys = nodes.map { order.key($0.term.key ?? $0.term.words) }
    func sorted(_ list: [Int]) -> [Int] {
      list.sorted { a, b in
        keys[a] == keys[b]
          ? nodes[a].term.words < nodes[b].term.words
          : keys[a].lexicographicallyPrecedes(keys[b])
      }
    }
    top = sorted(top)
    for index in nodes.indices { nodes[index].below = sorted(nodes[index].below) }
  }

  /// Fewer entries need no letters over them.
  private static let leastWithLetters = 40

  func blocks(at place: SourceLocation, _ made: inout MadeIndexes) -> [Block] {
    var blocks: [Block] = []
    var letter = ""
    let given = made.given.count
    for index in top {
      let next = order.letter(nodes[index].term.key ?? nodes[index].term.words)
      if top.count >= IndexTree.leastWithLetters, !next.isEmpty, next != letter {
        blocks.append(paragraph([Inline(pinned: next, style: .plain, source: place)], -1, place))
        made.given.append((place, next))
      }
      letter = next
      add(index, level: 0, at: place, &blocks, &made)
    }
    // in the order of the book: indexes are made from the last on
    let own = made.given[given...].map(\.words).joined(separator: " ")
    made.given.removeSubrange(given...)
    if !own.isEmpty { made.given.append((place, own)) }
    report(&made)
    return blocks
  }

  private func paragraph(_ inlines: [Inline], _ level: Int, _ place: SourceLocation) -> Block {
    var paragraph = Paragraph(inlines, source: place)
    paragraph.entryLevel = level
    return .paragraph(paragraph)
  }

  private func add(
    _ index: Int, level: Int, at place: SourceLocation, _ blocks: inout [Block], _ made: inout MadeIndexes
  ) {
    let node = nodes[index]
    let runs = node.term.runs.map { run in
      run.traits.contains(.code) ? run : IndexMark.Run(order.printed(run.words), run.traits)
    }
    var inlines = runs.map { Inline(pinned: $0.words, style: InlineStyle($0.traits), source: place) }
    var said = runs.map(\.words).joined()
    func add(_ words: String, _ traits: InlineStyle.Traits = []) {
      inlines.append(Inline(pinned: words, style: InlineStyle(traits), source: place))
      said += words
    }
    if !node.locators.isEmpty { add(", ") }
    for (number, locator) in node.locators.enumerated() {
      var style = InlineStyle(locator.traits)
      style.extras.pages = locator.pages
      let isLast = number + 1 == node.locators.count
      // where pages have no numbers yet they are counted
      inlines.append(Inline(pinned: "\(number + 1)" + (isLast ? "" : ","), style: style, source: place))
      if !isLast { add(" ") }
    }
    for (others, word) in [(node.see, words.see), (node.seeAlso, words.seeAlso)] where !others.isEmpty {
      add(node.locators.isEmpty && inlines.count == runs.count ? ", " : "; ")
      add(word, .emphasis)
      add(" " + others.map(order.printed).joined(separator: "; "))
    }
    made.given.append((place, said))
    made.entries += 1
    made.places += node.locators.count
    blocks.append(paragraph(inlines, level, place))
    for inner in node.below { self.add(inner, level: level + 1, at: place, &blocks, &made) }
  }

  private func report(_ made: inout MadeIndexes) {
    for index in nodes.indices where nodes[index].open != nil {
      made.open.append((nodes[index].source, nodes[index].term.words))
    }
    for index in unopened { made.open.append((nodes[index].source, nodes[index].term.words)) }
    var entries: Set<String> = []
    func name(_ index: Int, _ above: String) {
      let words = nodes[index].term.words
      for name in [words, above + ", " + words, above + "!" + words] { entries.insert(name.lowercased()) }
      for inner in nodes[index].below { name(inner, above.isEmpty ? words : above + ", " + words) }
    }
    for index in top { name(index, "") }
    for node in nodes {
      for other in node.see + node.seeAlso where !entries.contains(other.lowercased()) {
        made.unknown.append((node.source, node.term.words, other))
      }
    }
    for list in [top] + nodes.map(\.below) {
      var first: [String: Int] = [:]
      for index in list {
        let folded = IndexTree.folded(nodes[index].term.words)
        if let other = first[folded], nodes[other].term.words != nodes[index].term.words {
          made.alike.append((nodes[index].source, nodes[other].term.words, nodes[index].term.words))
        } else {
          first[folded] = index
        }
      }
    }
  }

  /// Small letters, without the end of a plural.
  private static func folded(_ words: String) -> String {
    let small = words.lowercased()
    return small.count > 3 && small.hasSuffix("s") && !small.hasSuffix("ss") ? String(small.dropLast()) : small
  }
}
