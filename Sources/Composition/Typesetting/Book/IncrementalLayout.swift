package import BookModel
package import Design
internal import PageBreaking
package import PageModel
package import Pango
package import Shaping
package import Units

/// Sets a book piece by piece, as pages of it are asked for: what `BookStream` does with all
/// chapters in view, without looking at those to come; title page and contents if they are asked for first.
///
/// A chapter's pages depend on what is before it only in the side on which it opens, so
/// pieces are set in order and each opens where the one before ended. For one thread.
package final class IncrementalLayout {
  /// What became of a piece.
  package enum Outcome: Equatable {
    /// All of it is set.
    case whole
    /// Set up to the paragraph that begins at this source, with full pages.
    case cut(at: UInt32)
    /// More pages than the limit and no place to cut: nothing was set.
    case tooLong
  }

  private let typesetter: BookTypesetter
  private let shaper: Shaper
  let maker: GalleyMaker
  let assembler: PageAssembler
  /// Of the pages that octavo makes.
  let front: FrontMatter
  var lists: ListPages?
  private var state = State()
  /// How much there was before each piece was set.
  private var beginnings: [(list: PageList.Extent, state: State)] = []
  /// Before anything was.
  private let empty: PageList.Extent

  /// What there was to say of the pieces that were taken back.
  private var diagnosed: [Diagnostic] = []

  /// What the pages of a piece depend on besides its text and the side that it opens on.
  struct State: Sendable {
    /// Pages before the body, counted in roman; nil while there is no body.
    var frontPages: Int?
    /// What was set last is a part's title, whose back is blank.
    var followsPart = false
  }

  /// - Parameter prepared: the book's notes and metadata; its sections are given piece by piece.
  package init(
    _ typesetter: BookTypesetter, _ prepared: BookTypesetter.Prepared, _ configuration: FontConfiguration,
    compensatesWidths: Bool
  ) {
    self.typesetter = typesetter
    shaper = typesetter.shaper(configuration)
    maker = typesetter.maker(for: prepared, shaper)
    front = FrontMatter(
      typesetter.design, language: prepared.language, shaper: shaper, table: PageRecord.ownTable)
    assembler = PageAssembler(
      typesetter.emptyList(prepared, maker), shaper: shaper, compensatesWidths: compensatesWidths)
    assembler.defersLinks = true
    empty = assembler.list.extent
  }

  /// Begins in the midst of the body, before anything is set: what is set next opens on the page of that folio.
  package func begin(atFolio folio: Int) {
    if folio % 2 == 0 { assembler.list.addBlank(folio: Int32(clamping: folio - 1), isRoman: false) }
    state.frontPages = pageCount + 1 - folio
  }

  /// By how many lines the last paragraph of a piece that begins at or before a source may differ from its natural
  /// setting, ascending.
  package func roomInLines(of piece: Section, number: Int, continues: Bool, at source: UInt32) -> [Int] {
    let galley = maker.galley(for: piece, number: number, continues: continues)
    let found = galley.elements.last {
      $0.vertical.kind == .paragraph && ($0.firstLine?.source).map { $0 <= source } ?? false
    }
    guard let counts = found?.vertical.settings.map(\.lines.count), let natural = counts.first else { return [] }
    return counts.map { $0 - natural }.sorted()
  }

  /// How often a piece was set; one that is put back is not.
  package private(set) var piecesSet = 0
  package var pageCount: Int { assembler.list.pages.count }
  package var diagnostics: [Diagnostic] {
    maker.diagnostics + front.maker.diagnostics + ShapingReport.diagnostics(of: shaper)
  }
  /// What pages and lines had to yield, by the bytes of the text. Folios in their words are those of when they were set.
  package private(set) var yields: [Diagnostic] = []
  private var takenYields: [Diagnostic] = []
  package func label(ofPage index: Int) -> String { assembler.list.label(ofPage: index) }
  package func isRecto(_ index: Int) -> Bool { assembler.list.pages[index].isRecto }
  package var chapters: [PageList.Chapter] { assembler.list.chapters }

  /// The lines of a page: those of the text, then those of notes.
  package func lines(ofPage index: Int) -> ArraySlice<LineRecord> {
    let page = assembler.list.pages[index]
    return assembler.list.lines[Int(page.firstLine)..<Int(page.endLine)]
  }

  /// Makes a page in `page`, whose storage is used again. Links keep their numbers where they lead to
  /// what is not set yet, and where the page keeps its lines.
  package func assemble(_ index: Int, into page: inout Page) {
    if isList(index) { refreshLists() }
    let record = assembler.list.pages[index]
    _ = assembler.list.fillFolios(in: Int(record.firstLine)..<Int(record.endLine), shaper)
    assembler.assemble(index, into: &page)
    for picture in page.pictures.indices where page.pictures[picture].alternative == nil {
      page.pictures[picture].alternative = assembler.list.blocks.alternatives[page.pictures[picture].block]
    }
    guard !page.keepsLines else { return page.describeLooks(by: shaper) }
    for link in page.links.indices {
      if case .link(let number) = page.links[link].target, let target = target(ofLink: number) {
        page.links[link].target = target
      }
    }
  }

  /// A page that names pages which are not set.
  package func lacksFolios(_ page: Int) -> Bool {
    let record = assembler.list.pages[page]
    return isList(page) || assembler.list.lacksFolios(in: Int(record.firstLine)..<Int(record.endLine))
  }

  /// Where a link leads; nil where that is nowhere, or not set yet.
  package func target(ofLink number: Int) -> LinkArea.Target? {
    assembler.list.link(number).flatMap { assembler.list.target(of: $0) }
  }

  /// A link leads to a place of the book, known or not.
  package func leadsIntoBook(_ number: Int) -> Bool {
    switch assembler.list.link(number)?.target {
    case .anchor, .folio: true
    default: false
    }
  }

  /// The note that a link leads to, from its mark in the text.
  package func note(ofLink number: Int) -> NoteKey? {
    guard case .anchor(.note(let key, _))? = assembler.list.link(number)?.target else { return nil }
    return key
  }

  /// Takes back all pieces from one on, for the text there, or before it, has changed. Words that were shaped stay,
  /// which is most of the work of setting them again.
  /// - Parameters:
  ///   - first: among the pieces that `set` and `put` placed; nil for all, and the pages before them.
  ///   - offset: byte of the text at which that piece begins.
  /// - Returns: the pieces, for `put`.
  package func takeBack(
    from first: Int?, offset: Int, notes: [NoteKey: Note], marks: [NoteKey: String]
  ) -> [SetPiece] {
    maker.replace(notes: notes, marks: marks)
    let start = first ?? 0
    let ends = beginnings.dropFirst(start + 1).map { ($0.list, $0.state) } + [(assembler.list.extent, state)]
    var taken = zip(beginnings[start...], ends).map {
      SetPiece(start: $0.list, state: $0.state, after: $1.1, list: assembler.list.part(from: $0.list, to: $1.0))
    }
    if let page = taken.first?.start.pages {
      for (anchor, place) in assembler.list.places where place.page >= page {
        taken[taken.lowerBound { $0.start.pages <= place.page } - 1].list.places[anchor] = place
      }
    }
    diagnosed = maker.takeDiagnostics(from: offset)
    takenYields = yields.filter { Int($0.source?.offset ?? 0) >= offset }
    yields.removeAll { Int($0.source?.offset ?? 0) >= offset }
    if let there = first == nil ? (empty, State()) : taken.first.map({ ($0.start, $0.state) }) {
      beginnings.removeSubrange(start...)
      assembler.list.takeBack(to: there.0)
      state = there.1
    }
    // as many pages may have other folios
    lists?.known = -1
    if first == nil {
      lists = nil
      _ = front.maker.takeDiagnostics(from: 0)
    }
    return taken
  }

  /// Puts a piece that was taken back on the pages that follow those there are; false where it would open otherwise
  /// than it did, and has to be set.
  /// - Parameter range: the bytes of the text at which it stood.
  package func put(_ piece: SetPiece, range: Range<Int>, _ move: PieceMove) -> Bool {
    let isFacing = typesetter.design.sides == .facing
    guard !isFacing || (piece.start.pages - pageCount) % 2 == 0,
      (piece.state.frontPages == nil) == (state.frontPages == nil), piece.state.followsPart == state.followsPart
    else { return false }
    beginnings.append((assembler.list.extent, state))
    let step = pageCount - piece.start.pages
    var after = piece.after
    // the body begins with it, or has begun
    after.frontPages = state.frontPages ?? after.frontPages.map { $0 + step }
    let folios = step - ((after.frontPages ?? 0) - (piece.after.frontPages ?? 0))
    var part = piece.list
    part.move(move)
    for page in part.pages.indices { part.pages[page].folio += Int32(part.pages[page].isRoman ? step : folios) }
    assembler.list.append(part, from: piece.start)
    state = after
    func moved(_ diagnostics: [Diagnostic]) -> [Diagnostic] {
      diagnostics.compactMap { diagnostic in
        guard let source = diagnostic.source, range.contains(Int(source.offset)) else { return nil }
        var diagnostic = diagnostic
        diagnostic.source = SourceLocation(file: source.file, offset: move.place(source.offset))
        return diagnostic
      }
    }
    maker.put(moved(diagnosed))
    yields += moved(takenYields)
    return true
  }

  /// Sets a section, part of one, or several that share pages, on the pages that follow those there are.
  /// - Parameters:
  ///   - run: one section, unless several are set whole.
  ///   - number: the first section's place in the book.
  ///   - continues: the piece goes on with a section whose beginning is set.
  ///   - goesOn: more of the section follows the piece, which therefore ends with a full page if it can.
  ///   - cuts: sources at which paragraphs begin that may begin the next piece; ascending.
  ///   - limit: pages of a piece.
  package func set(
    _ run: [Section], number: Int, continues: Bool, goesOn: Bool, cuts: [UInt32], limit: Int
  ) -> Outcome {
    let piece = run[0]
    piecesSet += 1
    let galley =
      run.count > 1
      ? maker.galley(for: run, number: number) : maker.galley(for: piece, number: number, continues: continues)
    let part = SetSections(sections: run, galley: galley, solutions: typesetter.solutions(for: galley))
    let beginning = (assembler.list.extent, state)
    let design = typesetter.design
    let isFront = state.frontPages == nil && piece.matter == .front
    let opensBody = state.frontPages == nil && !isFront
    let isPart = !isFront && design.standsAlone(piece, part.solutions)
    // the body begins on a recto, as its folios do; what goes on opens nothing
    let rule: ChapterOpening =
      opensBody ? .recto : continues ? .anyPage : design.opening(isPart: isPart, followsPart: state.followsPart)
    defer { state.followsPart = isPart }
    var chain = ChapterChain(opening: assembler.list.nextSide, rule: rule)
    let choices = chain.add(part.solutions) + chain.finish()
    guard let choice = choices.first, let solution = part.solutions[choice.opening, choice.closing] else {
      beginnings.append(beginning)
      return .whole
    }
    var pages = solution.pages
    var outcome = Outcome.whole
    if goesOn || pages.count > limit {
      if let cut = IncrementalLayout.lastCut(in: pages, of: galley, cuts: cuts, limit: limit) {
        pages.removeSubrange(cut.page...)
        outcome = .cut(at: cut.source)
      } else if pages.count > limit, !cuts.isEmpty {
        return .tooLong
      }
    }
    beginnings.append(beginning)
    if opensBody {
      if choice.followsBlank { assembler.list.addBlank() }
      state.frontPages = pageCount
    }
    let counted = SectionPages(
      design, firstFolio: 1 - Int32(state.frontPages ?? 0), isRoman: isFront, table: PageRecord.ownTable)
    let placed = counted.add(
      part, pages, followsBlank: choice.followsBlank && !opensBody, continues: continues, to: &assembler.list)
    var kept = solution
    kept.pages = pages
    yields += RelaxedRules.diagnostics(
      of: kept, in: galley, firstPage: Int(counted.folio(ofPage: placed.lowerBound)), file: 0)
    for page in placed { yields += assembler.list.uneasyLines(ofPage: page) }
    return outcome
  }

  /// The last page, at most the limit, that begins with a paragraph at which a piece may be cut.
  private static func lastCut(
    in pages: [BrokenPage], of galley: Galley, cuts: [UInt32], limit: Int
  ) -> (page: Int, source: UInt32)? {
    var page = min(pages.count - 1, limit)
    while page > 0 {
      defer { page -= 1 }
      // a note that goes on holds the pages together
      guard pages[page - 1].carriedNoteRows == 0, let first = pages[page].pieces.first, first.lines.lowerBound == 0,
        galley.elements[first.element].vertical.kind == .paragraph, first.element > 0,
        let source = firstSource(of: first.element, in: galley),
        let before = firstSource(of: first.element - 1, in: galley)
      else { continue }
      let next = cuts.lowerBound { $0 <= source }
      guard next > 0, cuts[next - 1] > before else { continue }
      return (page, cuts[next - 1])
    }
    return nil
  }

  private static func firstSource(of element: Int, in galley: Galley) -> UInt32? {
    galley.elements[element].firstLine?.source
  }
}

extension PageList {
  /// Baseline of row 0 below the text block's top: the line's own height stands in the middle of its row.
  package static func firstBaseline(_ design: PageDesign, shaper: Shaper, resolver: StyleResolver) -> PackedLength {
    let body = shaper.style(resolver.style(.body, .plain))
    let measured = shaper.text.styles[body]
    return (PackedLength(clamping: design.leading) + PackedLength(units: measured.ascent - measured.descent)) / 2
  }
}
