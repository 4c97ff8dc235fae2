internal import BookModel
internal import Design
internal import PageBreaking
internal import Units

/// One section in lines, or several that share pages, with all ways to break them.
struct SetSections {
  var sections: [Section]
  var first: Section { sections[0] }
  var galley: Galley
  var solutions: ChapterSolutions
}

/// Puts sections that follow each other on pages, each as soon as it is known on which side
/// it opens (`ChapterChain`).
struct SectionPlacing {
  /// What there is to say of pages that broke badly.
  private(set) var diagnostics: [Diagnostic] = []
  private let typesetter: BookTypesetter
  private let pages: SectionPages
  private var chain: ChapterChain
  /// The section added last is a part's title, whose back is blank.
  private var followsPart = false
  /// Sections that have no page yet.
  private var waiting: [SetSections] = []
  /// A note for each line whose spaces are over twice their natural width.
  private var looseNotes: [Diagnostic] = []
  private var shortNotes: [Diagnostic] = []

  /// - Parameters:
  ///   - list: the pages behind which they go.
  ///   - pages: how they are counted.
  init(_ typesetter: BookTypesetter, behind list: PageList, _ pages: SectionPages) {
    self.typesetter = typesetter
    self.pages = pages
    chain = ChapterChain(opening: list.nextSide, rule: .anyPage)
  }

  /// Adds the next section.
  /// - Returns: the pages that are made up by it, those of sections before it perhaps.
  mutating func add(_ part: consuming SetSections, to list: inout PageList) -> Range<Int> {
    let isPart = !pages.isRoman && typesetter.design.standsAlone(part.first, part.solutions)
    let choices = chain.add(
      part.solutions, rule: typesetter.design.opening(isPart: isPart, followsPart: followsPart))
    followsPart = isPart
    waiting.append(part)
    return place(choices, on: &list)
  }

  /// Places what waits, whatever follows.
  mutating func finish(_ list: inout PageList) -> Range<Int> {
    defer { chain = ChapterChain(opening: list.nextSide, rule: .anyPage) }
    return place(chain.finish(), on: &list)
  }

  private mutating func place(_ choices: [ChapterChoice], on list: inout PageList) -> Range<Int> {
    let first = list.pages.count
    for (part, choice) in zip(waiting, choices) {
      guard let solution = part.solutions[choice.opening, choice.closing] else { continue }
      let placed = pages.add(part, solution.pages, followsBlank: choice.followsBlank, to: &list)
      report(on: solution, of: part, placed, in: list)
    }
    waiting.removeFirst(min(choices.count, waiting.count))
    return first..<list.pages.count
  }

  private mutating func report(
    on solution: ChapterSolutions.Solution, of part: SetSections, _ placed: Range<Int>, in list: PageList
  ) {
    let file = part.first.source.file
    let folio = Int(pages.folio(ofPage: placed.lowerBound))
    diagnostics += RelaxedRules.diagnostics(of: solution, in: part.galley, firstPage: folio, file: file)
    if let wanted = typesetter.explainedPage, !pages.isRoman, (folio..<folio + placed.count).contains(wanted) {
      let report = PageExplanationReport(index: wanted - folio, of: solution, in: part.galley, firstPage: folio)
      diagnostics.append(report.diagnostic(rows: typesetter.design.rows, file: file))
      diagnostics += report.advice(file: file)
    }
    for page in placed { noteLooseLines(ofPage: page, in: list) }
  }

  private mutating func noteLooseLines(ofPage index: Int, in list: PageList) {
    for found in list.uneasyLines(ofPage: index) {
      if found.code == "loose-line" { looseNotes.append(found) } else { shortNotes.append(found) }
    }
  }

  /// One warning for all lines that nothing could fill, one for all whose spaces are over twice their natural width,
  /// and a note for each.
  var uneasyLines: [Diagnostic] { shortLines + looseLines }

  private var shortLines: [Diagnostic] {
    guard let first = shortNotes.first else { return [] }
    let count = shortNotes.count
    let summary = Diagnostic(
      .warning, code: "short-lines",
      "\(count) line\(count == 1 ? " has" : "s have") too few spaces to reach the margin and "
        + "\(count == 1 ? "ends" : "end") short of it",
      help: "-v lists them; a soft hyphen in the word that follows, or a wider measure, may help", source: first.source)
    return [summary] + shortNotes
  }

  private var looseLines: [Diagnostic] {
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
  /// A note for each line of a page whose spaces are over twice their natural width, or that ends short.
  func uneasyLines(ofPage index: Int) -> [Diagnostic] {
    let page = pages[index]
    var found: [Diagnostic] = []
    for line in lines[Int(page.firstLine)..<Int(page.endLine)] {
      let source = SourceLocation(file: page.file, offset: line.source)
      if line.ratio > PagePlacer.looseRatio {
        let times = Length.decimal(1 + Double(line.ratio) / 2)
        found.append(
          Diagnostic(
            .note, code: "loose-line",
            "a line on page \(label(ofPage: index)) has spaces \(times) times their natural width", source: source))
      }
      if line.flags.contains(.isShort) {
        found.append(
          Diagnostic(
            .note, code: "short-line", "a line on page \(label(ofPage: index)) ends short of the measure",
            source: source))
      }
    }
    return found
  }
}

/// How the pages of sections that follow each other are counted.
struct SectionPages {
  private let placer: PagePlacer
  /// Printed number of the list's first page, were it one of them.
  let firstFolio: Int32
  let isRoman: Bool
  /// As `PageRecord.table`.
  let table: UInt16

  init(_ design: PageDesign, firstFolio: Int32 = 1, isRoman: Bool, table: UInt16) {
    placer = PagePlacer(design: design)
    (self.firstFolio, self.isRoman, self.table) = (firstFolio, isRoman, table)
  }

  func folio(ofPage page: Int) -> Int32 { firstFolio + Int32(page) }

  /// Puts a section's pages behind those there are.
  /// - Parameters:
  ///   - followsBlank: so that it opens on a recto.
  ///   - continues: the section's beginning stands on pages that are there.
  /// - Returns: its pages.
  func add(
    _ part: SetSections, _ broken: [BrokenPage], followsBlank: Bool, continues: Bool = false, to list: inout PageList
  ) -> Range<Int> {
    if followsBlank { list.addBlank(folio: folio(ofPage: list.count), isRoman: isRoman) }
    let first = list.count
    let chapters =
      continues ? [Int32(list.chapters.count - 1)] : list.open(part.sections, of: part.galley, on: broken)
    placer.place(
      broken, of: part.galley, chapters: chapters, folio: folio(ofPage: first), table: table,
      file: part.first.source.file, into: &list)
    for page in first..<list.count { list.pages[page].isRoman = isRoman }
    if continues, first < list.count { list.pages[first].isOpener = false }
    if part.sections.count == 1, part.first.role == .part, broken.count == 1, first < list.count {
      list.pages[first].isPartTitle = true
    }
    return first..<list.count
  }
}

extension PageList {
  /// Names the sections of a galley that begin on the pages to come.
  /// - Returns: for each the chapter that its pages show.
  fileprivate mutating func open(_ sections: [Section], of galley: Galley, on broken: [BrokenPage]) -> [Int32] {
    var page = 0
    var open: [Int32] = []
    for (index, section) in sections.enumerated() {
      var row = 0
      if index > 0 {
        let first = galley.openings[index]
        // elements come in order, but for pictures that move on
        while page + 1 < broken.count, !broken[page].pieces.contains(where: { $0.element >= first }) { page += 1 }
        row = broken[page].pieces.first { $0.element >= first }?.row ?? 0
      }
      if let heading = section.heading, !heading.plainText.isEmpty {
        chapters.append(
          Chapter(
            title: heading.lineTitle, shortTitle: ChapterNumber.isBare(heading) ? "" : heading.shortTitle,
            isCounted: section.matter == .body && section.role != .part && heading.isNumbered, level: section.level,
            page: pages.count + page, rowsAbove: row, source: heading.source))
      }
      open.append(Int32(chapters.count - 1))
    }
    return open
  }
}
