internal import BookModel
internal import PageBreaking
internal import PageDesign
internal import Pango
internal import Shaping
internal import Units

/// Joins set chapters into a book: which side each opens on, folios, front matter.
struct BookAssembly {
  let typesetter: BookTypesetter
  let book: Book
  let language: String
  /// Sections of the front matter with what was made of them, and all others.
  private(set) var frontParts: [Part] = []
  private var bodyParts: [Part] = []
  /// A chapter has a figure.
  let hasFigures: Bool
  private let texts: [ShapedText]
  private let foundBefore: [Diagnostic]
  private let placer: PagePlacer
  var design: PageDesign { typesetter.design }

  struct Part {
    var section: Section
    var galley: Galley
    var solutions: ChapterSolutions
    /// The word table its items count in.
    var table: UInt16
  }

  init(
    _ typesetter: BookTypesetter, _ book: Book, _ batches: consuming [BookTypesetter.Batch], ranges: [Range<Int>],
    language: String
  ) {
    self.typesetter = typesetter
    self.book = book
    self.language = language
    placer = PagePlacer(design: typesetter.design)
    texts = batches.map(\.text)
    foundBefore = batches.flatMap(\.diagnostics)
    hasFigures = batches.contains { $0.galleys.contains { $0.marks.contains { $0.kind == .figure } } }
    for (index, batch) in batches.enumerated() {
      for (offset, galley) in batch.galleys.enumerated() {
        let part = Part(
          section: book.sections[ranges[index].lowerBound + offset], galley: galley, solutions: batch.solutions[offset],
          table: UInt16(index + 1))
        if part.section.matter == .front { frontParts.append(part) } else { bodyParts.append(part) }
      }
    }
  }

  consuming func result() throws(TypesettingError) -> BookTypesetter.Result {
    var diagnostics = foundBefore
    let configuration: FontConfiguration
    do {
      configuration = try FontConfiguration(
        xml: typesetter.fonts.configuration, folders: typesetter.fonts.folders)
    } catch { throw .fonts(error) }
    let shaper = Shaper(configuration)
    let maker = GalleyMaker(design: design, language: language, shaper: shaper)
    let front = FrontMatter(maker: maker, design: design)
    let title = book.metadata.title ?? ""
    var empty = PageList(
      design: design, title: title, author: book.metadata.authors.joined(separator: ", "), language: language)
    empty.surname = BookAssembly.surname(of: book.metadata.authors.first ?? "")
    empty.date = book.metadata.date ?? typesetter.date

    // given away: each galley goes as soon as its lines are placed
    let chapters = bodyParts
    bodyParts = []
    let body = place(chapters, opening: .recto, folio: 1, isRoman: false, empty, &diagnostics)
    var list = frontMatter(front, before: body, empty, &diagnostics)
    addBlankBeforeRecto(to: &list)
    list = stand(list, before: body)
    if design.hasColophon {
      var made = FrontMatter.Result()
      front.colophon(language: language, into: &made)
      add(&made, to: &list, isRoman: false)
    }

    diagnostics += looseLines(body) + unknownLinks(list)
    diagnostics += maker.diagnostics + ShapingReport.diagnostics(of: shaper)
    list.firstBaseline = PageList.firstBaseline(design, shaper: shaper, resolver: maker.resolver)
    list.tables = [shaper.finish()] + texts
    // the same complaint from two workers is one
    var seen: Set<Diagnostic> = []
    return BookTypesetter.Result(list: list, diagnostics: diagnostics.filter { seen.insert($0).inserted })
  }

  /// Pages of sections that follow each other, numbered from `folio`.
  func place(
    _ parts: consuming [Part], opening: Side, folio first: Int32, isRoman: Bool, _ empty: PageList,
    _ diagnostics: inout [Diagnostic], isQuiet: Bool = false
  ) -> PageList {
    var list = empty
    let rule: ChapterOpening = design.chaptersOnRecto && design.sides == .facing ? .recto : .anyPage
    let choices = chainChapters(parts.map(\.solutions), opening: opening, rule: rule)
    list.items.reserveCapacity(parts.reduce(0) { $0 + $1.galley.items.count })
    for (index, choice) in choices.enumerated() {
      let part = parts[index]
      parts[index].galley = Galley()
      parts[index].solutions = ChapterSolutions([])
      guard let solution = part.solutions[choice.opening, choice.closing] else { continue }
      var folio = first + Int32(list.pages.count)
      if choice.followsBlank {
        list.pages.append(
          PageRecord(
            kind: .blank, isRecto: false, isRoman: isRoman, folio: folio, lines: list.lines.count..<list.lines.count))
        folio += 1
      }
      if let heading = part.section.heading, !heading.plainText.isEmpty {
        list.chapters.append(
          PageList.Chapter(
            title: heading.plainText,
            shortTitle: heading.title.isEmpty ? heading.plainText : heading.title.plainText,
            isCounted: part.section.matter == .body && part.section.role != .part, level: part.section.level,
            page: list.pages.count, source: heading.source))
      }
      if !isQuiet {
        diagnostics += YieldReport.diagnostics(
          of: solution, in: part.galley, firstPage: Int(folio), file: part.section.source.file)
      }
      if let wanted = typesetter.explainedPage, !isRoman, (Int(folio)..<Int(folio) + solution.pages.count).contains(wanted) {
        diagnostics.append(
          PageExplanationReport.diagnostic(
            page: wanted, index: wanted - Int(folio), of: solution, in: part.galley, rows: design.rows,
            file: part.section.source.file))
      }
      let start = list.pages.count
      list.marks += part.galley.marks.map { ($0, list.chapters.count - 1) }
      placer.place(
        solution.pages, of: part.galley, chapter: list.chapters.count - 1, folio: folio, table: part.table,
        file: part.section.source.file, into: &list)
      for index in start..<list.pages.count { list.pages[index].isRoman = isRoman }
    }
    return list
  }

  /// One warning for all lines whose spaces are over twice their natural width, and a note for each.
  private func looseLines(_ list: PageList) -> [Diagnostic] {
    var notes: [Diagnostic] = []
    for (index, page) in list.pages.enumerated() {
      for line in list.lines[Int(page.firstLine)..<Int(page.endLine)] where line.ratio > PagePlacer.looseRatio {
        let times = Length.decimal((1 + Double(line.ratio) / 2))
        notes.append(
          Diagnostic(
            .note, code: "loose-line", "a line on page \(list.label(ofPage: index)) has spaces \(times) times their natural width",
            source: SourceLocation(file: page.file, offset: line.source)))
      }
    }
    guard let first = notes.first else { return [] }
    let count = notes.count
    let summary = Diagnostic(
      .warning, code: "loose-lines",
      "\(count) line\(count == 1 ? " has" : "s have") spaces over twice their natural width",
      help: "-v lists them; a soft hyphen in a long word, or a wider measure, may help", source: first.source)
    return [summary] + notes
  }

  /// A warning for each link that leads nowhere.
  private func unknownLinks(_ list: PageList) -> [Diagnostic] {
    list.links.compactMap { link in
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

  /// `Tolstoy` of `Leo Tolstoy` and of `Tolstoy, Leo`.
  static func surname(of author: String) -> String {
    if let comma = author.firstIndex(of: ",") { return String(author[..<comma]) }
    return author.split(separator: " ").last.map(String.init) ?? ""
  }
}
