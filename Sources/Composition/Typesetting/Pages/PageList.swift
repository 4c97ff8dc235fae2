internal import BookModel
package import Design
internal import PageBreaking
package import PageModel
package import Shaping
package import Units

/// One page of the book, in a few words: which lines stand on it.
package struct PageRecord: Sendable, Equatable {
  package enum Kind: UInt8, Sendable { case title, imprint, contents, text, blank }

  package var kind: Kind
  package var isRecto: Bool
  /// A section begins on the page, or the contents.
  package var isOpener = false
  /// A picture fills it: no head, no foot.
  package var isPlate = false
  /// A part's title stands on it alone.
  package var isPartTitle = false
  /// Folio counted in lower-case roman (front matter).
  package var isRoman: Bool
  /// Number of the page in its own series, from 1.
  package var folio: Int32
  /// Lines of the page in `PageList.lines`.
  package var firstLine: UInt32
  package var endLine: UInt32
  /// Rules of the page in `PageList.rules`.
  package var firstRule: UInt32
  package var endRule: UInt32
  /// Chapter that the page shows, as an index into `PageList.chapters`; -1 before the first.
  package var chapter: Int32
  /// Which of `PageList.tables` its items count in.
  package var table: UInt16
  /// File of the manuscript that the lines' sources count in.
  package var file: UInt16

  /// As `table`: the items count in the word table of the page's own assembler.
  package static let ownTable = UInt16.max

  package init(
    kind: Kind, isRecto: Bool, isRoman: Bool = false, folio: Int32, lines: Range<Int> = 0..<0,
    rules: Range<Int> = 0..<0, chapter: Int32 = -1, table: UInt16 = 0, file: UInt16 = 0
  ) {
    self.kind = kind
    self.isRecto = isRecto
    self.isRoman = isRoman
    self.folio = folio
    firstLine = UInt32(lines.lowerBound)
    endLine = UInt32(lines.upperBound)
    firstRule = UInt32(rules.lowerBound)
    endRule = UInt32(rules.upperBound)
    self.chapter = chapter
    self.table = table
    self.file = file
  }
}

/// A whole book in pages, held as text, words and line records; pages are made
/// one at a time by a `PageAssembler`.
package struct PageList: Sendable {
  /// A chapter or part as the outline and running heads name it.
  package struct Chapter: Sendable, Equatable {
    package var title: String
    /// The title without its label, where it has one; empty where that is a bare number.
    package var shortTitle = ""
    /// A chapter of the body, as `--chapter` counts them: no part, no preface.
    package var isCounted = false
    package var level: Int
    /// Index of the page on which it begins.
    package var page: Int
    /// Of the grid, above it on that page: it follows another chapter there.
    package var rowsAbove = 0
    /// The page on which it begins is not in the list, which has only some pages of the book.
    package var isCut = false
    package var source: SourceLocation
  }

  package var design: PageDesign
  package var title: String
  package var author: String
  package var language: String
  /// The first author's, for heads of manuscripts.
  package var surname = ""
  /// The edition's, as heads and feet print it.
  package var date = ""
  /// Of the figures that folios are written in, where they are printed; labels of files and messages have European ones.
  var zero: Unicode.Scalar = "0"
  package var tables: [ShapedText] = []
  package var items: [TextItem] = []
  package var lines: [LineRecord] = []
  package var rules: [RuleRecord] = []
  /// What all lines there were came from.
  package internal(set) var blocks = BlockOutline()
  /// The sections that are open at the end of those that were added, by their levels.
  private var openSections: [(level: UInt8, block: BlockID)] = []
  package var pages: [PageRecord] = []
  package var chapters: [Chapter] = []
  /// What contents, lists of figures and outline can name; where it stands is not said here (`entries`).
  var named: [Entry] = []
  /// What leads somewhere, in the order of the items.
  package var links: [LinkSpan] = []
  /// In the order of their items.
  package var pictures: [SetPicture] = []
  /// Readings above words, in the order of their items.
  package var rubies: [SetRuby] = []
  /// Where links lead to.
  package var places: [Anchor: AnchorPlace] = [:]
  /// Those of pages whose lines were taken out, in order.
  package private(set) var takenLinks: [LinkSpan] = []
  package var takenPictures: [SetPicture] = []
  /// The place of the first of `links` among all there are.
  package private(set) var firstLink = 0
  /// Where some pages are left out: the place of each in the whole book.
  package private(set) var origins: [Int] = []
  private var wholeFolio: Int32?
  /// Baseline of row 0 below the text block's top, 1/1024 pt.
  package var firstBaseline: PackedLength = 0

  package init(design: PageDesign, title: String, author: String, language: String) {
    self.design = design
    self.title = title
    self.author = author
    self.language = language
  }

  package var count: Int { pages.count }
  /// On which a page behind these would be.
  var nextSide: Side { blanksBeforeRecto == 1 ? .verso : .recto }

  /// What stands on pages that follow each other: the bulk of a list.
  package struct Lines: Sendable {
    var items: [TextItem] = []
    var lines: [LineRecord] = []
    var rules: [RuleRecord] = []
    var links: [LinkSpan] = []
    var pictures: [SetPicture] = []
    var rubies: [SetRuby] = []
    var firstLink = 0
  }

  /// Takes out all lines there are; pages count lines from there on. Links and pictures stay known,
  /// by themselves.
  package mutating func takeLines() -> Lines {
    var taken = Lines()
    taken.firstLink = takenLinks.count
    takenLinks += links
    takenPictures += pictures
    exchange(&taken)
    firstLink = takenLinks.count
    return taken
  }

  /// Puts lines in the place of those there are, and these in theirs.
  package mutating func exchange(_ other: inout Lines) {
    swap(&items, &other.items)
    swap(&lines, &other.lines)
    swap(&rules, &other.rules)
    swap(&links, &other.links)
    swap(&pictures, &other.pictures)
    swap(&rubies, &other.rubies)
    swap(&firstLink, &other.firstLink)
  }

  /// Puts links and pictures that were taken out back before the others, when all is drawn.
  package mutating func gatherTaken() {
    links = takenLinks + links
    pictures = takenPictures + pictures
    takenLinks = []
    takenPictures = []
    firstLink = 0
  }

  /// How much there is of everything.
  package struct Extent: Sendable {
    package private(set) var pages = 0
    private(set) var lines = 0
    private(set) var rules = 0
    private(set) var items = 0
    private(set) var links = 0
    private(set) var pictures = 0
    private(set) var rubies = 0
    private(set) var chapters = 0
    private(set) var blocks = 0
    fileprivate var openSections: [(level: UInt8, block: BlockID)] = []

    /// Of an empty list.
    init() {}

    fileprivate init(_ list: PageList) {
      (pages, lines, rules, items) = (list.pages.count, list.lines.count, list.rules.count, list.items.count)
      (links, pictures, rubies) = (list.links.count, list.pictures.count, list.rubies.count)
      (chapters, blocks, openSections) = (list.chapters.count, list.blocks.entries.count, list.openSections)
    }
  }

  package var extent: Extent { Extent(self) }

  /// Takes out what was added since, and what leads to pages that are gone.
  mutating func takeBack(to length: Extent) {
    pages.removeSubrange(length.pages...)
    lines.removeSubrange(length.lines...)
    rules.removeSubrange(length.rules...)
    items.removeSubrange(length.items...)
    links.removeSubrange(length.links...)
    pictures.removeSubrange(length.pictures...)
    rubies.removeSubrange(length.rubies...)
    chapters.removeSubrange(length.chapters...)
    blocks.takeBack(to: length.blocks)
    openSections = length.openSections
    places = places.filter { Int($0.value.page) < length.pages }
  }

  /// The link of a number that counts all there are.
  package func link(_ number: Int) -> LinkSpan? {
    if number < takenLinks.count { return takenLinks[number] }
    return links.indices.contains(number - firstLink) ? links[number - firstLink] : nil
  }

  /// Adds the blocks of a section, in the section of a lower level before it if there is one.
  /// - Parameter standsFirst: it is read before all that are there.
  /// - Returns: what is to be added to their numbers.
  mutating func add(_ part: BlockOutline, standsFirst: Bool = false) -> Int32 {
    let levels = part.sections.compactMap { block -> UInt8? in
      if case .section(let level) = part[block].role { level } else { nil }
    }
    guard !standsFirst, let level = levels.min(), let last = levels.last, levels.count == part.sections.count else {
      return blocks.append(part, standsFirst: standsFirst)
    }
    while let last = openSections.last, last.level >= level { openSections.removeLast() }
    let base = blocks.append(part, in: openSections.last?.block ?? .none)
    openSections.append((last, part.sections[part.sections.count - 1].moved(by: base)))
    return base
  }

  /// The last arabic folio: what `{pages}` prints.
  package var lastFolio: Int32 { wholeFolio ?? lastArabic }
  private var lastArabic: Int32 { pages.last { !$0.isRoman }?.folio ?? 0 }

  /// Pages that follow each other in the whole book.
  package var runs: [Range<Int>] {
    guard !origins.isEmpty else { return pages.isEmpty ? [] : [0..<pages.count] }
    var start = 0
    return origins.runs.map { run in
      defer { start += run.count }
      return start..<start + run.count
    }
  }

  /// The list with some of its pages alone; folios and heads stay those of the whole book.
  /// - Parameter kept: ascending.
  package consuming func keeping(_ kept: [Int]) -> PageList {
    wholeFolio = lastFolio
    var places = [Int](repeating: -1, count: pages.count)
    for (new, old) in kept.enumerated() { places[old] = new }
    // a chapter that begins before the first page kept is named at that page
    var first: [Int32: Int] = [:]
    for old in kept where first[pages[old].chapter] == nil { first[pages[old].chapter] = places[old] }
    for index in chapters.indices {
      let page = places[chapters[index].page]
      chapters[index].isCut = page < 0
      chapters[index].page = page >= 0 ? page : first[Int32(index)] ?? -1
    }
    self.places = self.places.compactMapValues { place in
      let page = places[Int(place.page)]
      return page < 0 ? nil : AnchorPlace(page: Int32(page), y: place.y)
    }
    pictures = pictures.compactMap { picture in
      var picture = picture
      if picture.page >= 0 { picture.page = Int32(places[Int(picture.page)]) }
      return picture.page < 0 ? nil : picture
    }
    pages = kept.map { pages[$0] }
    origins = kept
    return self
  }

  /// The folio as printed: `iv`, `12`.
  package func label(ofPage index: Int) -> String {
    let page = pages[index]
    return (page.isRoman ? List.Counting.lowerRoman : .figures).written(Int(page.folio))
  }
}
