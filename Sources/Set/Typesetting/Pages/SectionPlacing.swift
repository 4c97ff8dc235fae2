internal import BookModel
internal import PageBreaking
internal import PageDesign
internal import Units

/// Puts sections that follow each other on pages, each as soon as it is known on which side
/// it opens (`ChapterChain`).
struct SectionPlacing {
  var list: PageList
  /// What there is to say of pages that broke badly.
  private(set) var diagnostics: [Diagnostic] = []
  private let typesetter: BookTypesetter
  private let placer: PagePlacer
  private let firstFolio: Int32
  private let isRoman: Bool
  private var chain: ChapterChain
  /// The section added last is a part's title, whose back is blank.
  private var followsPart = false
  /// Sections that have no page yet.
  private var waiting: [BookAssembly.Part] = []
  /// A note for each line whose spaces are over twice their natural width.
  private var looseNotes: [Diagnostic] = []

  /// - Parameters:
  ///   - empty: what the list begins with.
  ///   - opening: side of the first page.
  ///   - folio: the first page's number.
  init(_ typesetter: BookTypesetter, _ empty: PageList, opening: Side, folio: Int32, isRoman: Bool) {
    self.typesetter = typesetter
    list = empty
    firstFolio = folio
    self.isRoman = isRoman
    placer = PagePlacer(design: typesetter.design)
    chain = ChapterChain(opening: opening, rule: .anyPage)
  }

  /// Adds the next section.
  /// - Returns: the pages that are made up by it, those of sections before it perhaps.
  mutating func add(_ part: consuming BookAssembly.Part) -> Range<Int> {
    let isPart = !isRoman && typesetter.design.standsAlone(part.section, part.solutions)
    let choices = chain.add(
      part.solutions, rule: typesetter.design.opening(isPart: isPart, followsPart: followsPart))
    followsPart = isPart
    waiting.append(part)
    return place(choices)
  }

  /// Places what waits: no section follows.
  mutating func finish() -> Range<Int> { place(chain.finish()) }

  private mutating func place(_ choices: [ChapterChoice]) -> Range<Int> {
    let first = list.pages.count
    for (part, choice) in zip(waiting, choices) {
      guard let solution = part.solutions[choice.opening, choice.closing] else { continue }
      place(part, solution, followsBlank: choice.followsBlank)
    }
    waiting.removeFirst(min(choices.count, waiting.count))
    return first..<list.pages.count
  }

  private mutating func place(_ part: BookAssembly.Part, _ solution: ChapterSolutions.Solution, followsBlank: Bool) {
    let file = part.section.source.file
    if followsBlank { list.addBlank(folio: firstFolio + Int32(list.pages.count), isRoman: isRoman) }
    let folio = firstFolio + Int32(list.pages.count)
    diagnostics += YieldReport.diagnostics(of: solution, in: part.galley, firstPage: Int(folio), file: file)
    if let wanted = typesetter.explainedPage, !isRoman,
      (Int(folio)..<Int(folio) + solution.pages.count).contains(wanted)
    {
      diagnostics.append(
        PageExplanationReport.diagnostic(
          page: wanted, index: wanted - Int(folio), of: solution, in: part.galley, rows: typesetter.design.rows,
          file: file))
    }
    let start = list.pages.count
    let chapters = list.open(part.sections, of: part.galley, on: solution.pages)
    for (index, mark) in part.galley.marks.enumerated() {
      let section = part.galley.openings.lastIndex { $0.mark <= index } ?? 0
      list.marks.append((mark, Int(chapters[section])))
    }
    placer.place(
      solution.pages, of: part.galley, chapters: chapters, folio: folio, table: part.table, file: file, into: &list)
    for index in start..<list.pages.count {
      list.pages[index].isRoman = isRoman
      noteLooseLines(ofPage: index)
    }
  }

  private mutating func noteLooseLines(ofPage index: Int) {
    let page = list.pages[index]
    for line in list.lines[Int(page.firstLine)..<Int(page.endLine)] where line.ratio > PagePlacer.looseRatio {
      let times = Length.decimal((1 + Double(line.ratio) / 2))
      looseNotes.append(
        Diagnostic(
          .note, code: "loose-line",
          "a line on page \(list.label(ofPage: index)) has spaces \(times) times their natural width",
          source: SourceLocation(file: page.file, offset: line.source)))
    }
  }

  /// One warning for all lines whose spaces are over twice their natural width, and a note for each.
  var looseLines: [Diagnostic] {
    guard let first = looseNotes.first else { return [] }
    let count = looseNotes.count
    let summary = Diagnostic(
      .warning, code: "loose-lines",
      "\(count) line\(count == 1 ? " has" : "s have") spaces over twice their natural width",
      help: "-v lists them; a soft hyphen in a long word, or a wider measure, may help", source: first.source)
    return [summary] + looseNotes
  }
}

extension PageList {
  /// Names the sections of a galley that begin on the pages to come.
  /// - Returns: for each the chapter that its pages show.
  mutating func open(_ sections: [Section], of galley: Galley, on broken: [BrokenPage]) -> [Int32] {
    var page = 0
    var open: [Int32] = []
    for (index, section) in sections.enumerated() {
      var row = 0
      if index > 0 {
        let first = galley.openings[index].element
        // elements come in order, but for pictures that move on
        while page + 1 < broken.count, !broken[page].pieces.contains(where: { $0.element >= first }) { page += 1 }
        row = broken[page].pieces.first { $0.element >= first }?.row ?? 0
      }
      if let heading = section.heading, !heading.plainText.isEmpty {
        chapters.append(
          Chapter(
            title: heading.lineTitle, shortTitle: heading.shortTitle,
            isCounted: section.matter == .body && section.role != .part && heading.isNumbered, level: section.level,
            page: pages.count + page, rowsAbove: row, source: heading.source))
      }
      open.append(Int32(chapters.count - 1))
    }
    return open
  }

  /// A page without text, so that a section opens on a recto.
  mutating func addBlank(folio: Int32, isRoman: Bool) {
    pages.append(
      PageRecord(kind: .blank, isRecto: false, isRoman: isRoman, folio: folio, lines: lines.count..<lines.count))
  }
}
