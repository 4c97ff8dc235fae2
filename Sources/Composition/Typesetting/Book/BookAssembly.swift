internal import BookModel
internal import Design
internal import PageBreaking
internal import Pango
internal import Shaping
internal import Units

/// Joins set chapters into a book: which side each opens on, folios, front matter.
///
/// Sections are added in their order. Those of the body go on pages as soon as it is
/// known on which side they open; what stands before them is set last.
struct BookAssembly {
  let typesetter: BookTypesetter
  let metadata: Metadata
  let language: String
  /// For the title page of a manuscript.
  let wordCount: String
  let lists: BookLists
  /// The word table that the sections' items count in.
  private let table: UInt16
  /// Sections of the front matter with what was made of them.
  private var frontParts: [SetSections] = []
  /// All other sections, on pages.
  var body: PageList
  private var placing: SectionPlacing
  /// What every list of the book begins with.
  private let empty: PageList
  var design: PageDesign { typesetter.design }

  /// - Parameters:
  ///   - empty: the list without a page.
  ///   - table: as `PageRecord.table`, of the sections.
  init(_ typesetter: BookTypesetter, _ prepared: BookTypesetter.Prepared, _ empty: PageList, table: UInt16) {
    let book = prepared.book
    (self.typesetter, self.table) = (typesetter, table)
    (metadata, language) = (book.metadata, prepared.language)
    wordCount = typesetter.design.wordCount(of: book)
    // front matter goes before all else, wherever it stands
    let numbered = book.sections.enumerated().map { (number: $0.offset, section: $0.element) }
    let named = PageList.named(
      in: numbered.filter { $0.section.matter == .front } + numbered.filter { $0.section.matter != .front },
      language: prepared.language)
    lists = BookLists(named, of: book.sections, typesetter.design, language: prepared.language)
    (body, self.empty) = (empty, empty)
    body.named = named
    placing = SectionPlacing(
      typesetter, behind: empty, SectionPages(typesetter.design, isRoman: false, table: table))
  }

  /// Adds the next section of the book.
  /// - Returns: the pages of the body, counted from its first, that are made up by it.
  mutating func add(_ part: consuming SetSections) -> Range<Int> {
    if part.first.matter == .front {
      frontParts.append(part)
      return body.count..<body.count
    }
    return placing.add(part, to: &body)
  }

  /// No section follows.
  /// - Returns: as `add`.
  mutating func finishBody() -> Range<Int> { placing.finish(&body) }

  /// The book in pages.
  /// - Parameters:
  ///   - shaper: for what stands before the body; its words are the list's first table.
  ///   - found: what there was to say of the sections' lines.
  consuming func result(_ shaper: Shaper, found: [Diagnostic]) -> BookTypesetter.Result {
    let front = FrontMatter(design, language: language, shaper: shaper, table: 0)
    _ = finishBody()
    var diagnostics = found + placing.diagnostics
    var list = empty
    swap(&list, &body)
    let pages = frontPages(front, before: list, &diagnostics)
    list.standBehind(pages)
    if design.hasColophon { front.colophon(into: &list) }
    // printers on demand count leaves
    let isWhole = { (list: PageList) in list.pages.count % 2 == 0 || design.printers.isEmpty }
    while !isWhole(list) || design.endsBlank && list.pages.last?.kind != .blank { list.addBlank() }
    diagnostics += placing.uneasyLines + unknownLinks(list)
    diagnostics += front.maker.diagnostics + ShapingReport.diagnostics(of: shaper)
    list.tables = [shaper.finish()]
    // the same may be said of the body and of what stands before it
    var seen: Set<Diagnostic> = []
    return BookTypesetter.Result(list: list, diagnostics: diagnostics.filter { seen.insert($0).inserted })
  }

  /// All pages before the body, numbered in roman; what stands alone begins on a recto.
  private func frontPages(_ front: FrontMatter, before body: PageList, _ diagnostics: inout [Diagnostic]) -> PageList {
    var leaves = empty
    let order = front.leaves(of: frontParts.map { ($0.first, $0.galley) })
    for leaf in order {
      front.set(
        leaf, leaf.section.map { frontParts[$0].first } ?? Section(blocks: []), metadata, words: wordCount,
        into: &leaves)
    }
    let prefaces = frontParts.dropFirst(order.count { $0.section != nil })
    let named = prefaces.reduce(0) { sum, part in sum + part.sections.count { !($0.heading?.plainText.isEmpty ?? true) }
    }
    // How many pages the lists fill depends on titles alone, nearly, and the prefaces behind them count on
    // from there; then the folios of these are known, and then all stands.
    var list = leaves
    for round in 0..<(lists.isEmpty ? 1 : 3) {
      let known = list
      list = leaves
      front.lists(lists, before: !prefaces.isEmpty, into: &list) { target in
        known.folio(of: target) ?? body.folio(of: target, chaptersBefore: named)
      }
      var placing = SectionPlacing(
        typesetter, behind: list, SectionPages(design, isRoman: true, table: table))
      for part in prefaces { _ = placing.add(part, to: &list) }
      _ = placing.finish(&list)
      if lists.isEmpty || round == 2 { diagnostics += placing.diagnostics }
    }
    list.addBlankBeforeRecto()
    return list
  }

  /// A warning for each link that leads nowhere.
  private func unknownLinks(_ list: PageList) -> [Diagnostic] {
    (list.takenLinks + list.links).compactMap { link in
      switch link.target {
      case .anchor(.named(let name)) where list.places[.named(name)] == nil:
        Diagnostic(
          .warning, code: "link-unknown", "no heading or place of the book is called \"#\(name)\"",
          help: "the link's text is set, but leads nowhere; correct the name after the #", source: link.source)
      case .unknown(let address):
        Diagnostic(
          .warning, code: "link-unknown", "a book cannot link to \"\(address)\"",
          help: "links lead to #names within the book, or to http:, https: and mailto: addresses", source: link.source)
      default: nil
      }
    }
  }
}
