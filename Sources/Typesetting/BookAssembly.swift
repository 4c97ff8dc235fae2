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
  let batches: [BookTypesetter.Batch]
  let language: String
  /// Sections with what was made of them.
  private let parts: [Part]
  private let placer: PagePlacer
  private var design: PageDesign { typesetter.design }

  private struct Part {
    var section: Section
    var galley: Galley
    var solutions: ChapterSolutions
    /// The word table its items count in.
    var table: UInt16
  }

  init(
    _ typesetter: BookTypesetter, _ book: Book, _ batches: [BookTypesetter.Batch], ranges: [Range<Int>],
    language: String
  ) {
    self.typesetter = typesetter
    self.book = book
    self.batches = batches
    self.language = language
    placer = PagePlacer(design: typesetter.design)
    var parts: [Part] = []
    for (index, batch) in batches.enumerated() {
      for (offset, galley) in batch.galleys.enumerated() {
        parts.append(
          Part(
            section: book.sections[ranges[index].lowerBound + offset], galley: galley,
            solutions: batch.solutions[offset], table: UInt16(index + 1)))
      }
    }
    self.parts = parts
  }

  func result() throws(TypesettingError) -> BookTypesetter.Result {
    var diagnostics = batches.flatMap(\.diagnostics)
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
    empty.date = book.metadata.date ?? ""

    let imprints = parts.filter { FrontMatter.isImprint($0.section, $0.galley) }
    let prefaces = parts.filter { $0.section.matter == .front && !FrontMatter.isImprint($0.section, $0.galley) }
    let chapters = parts.filter { $0.section.matter != .front }
    let body = place(chapters, opening: .recto, folio: 1, isRoman: false, empty, &diagnostics)

    var list = empty
    var made = FrontMatter.Result()
    if design.hasTitlePage, !title.isEmpty { front.titlePage(book, title: title, into: &made) }
    for part in imprints { front.imprint(part.section, into: &made) }
    add(&made, to: &list)
    let titled = book.sections.count { !($0.heading?.title.isEmpty ?? true) }
    let hasContents = (design.hasContents ?? (titled > 1)) && !body.chapters.isEmpty
    // Contents first with empty folios: how many pages they fill hangs on titles alone,
    // and the prefaces behind them count on from there.
    var prefaceList = empty
    for round in 0..<2 where round == 0 || hasContents {
      let before = list.pages.count + (hasContents ? blanksBeforeRecto(list) + contentsPages(body, prefaceList, front) : 0)
      prefaceList = place(
        prefaces, opening: design.sides == .facing && before % 2 == 1 ? .verso : .recto, folio: Int32(before + 1),
        isRoman: true, empty, &diagnostics, isQuiet: round == 0 && hasContents)
    }
    if hasContents {
      addBlankBeforeRecto(to: &list)
      front.contents(entries(prefaceList) + entries(body, chaptersBefore: prefaceList.chapters.count), language: language, into: &made)
      add(&made, to: &list)
    }
    append(prefaceList, to: &list)
    addBlankBeforeRecto(to: &list)
    append(body, to: &list)

    diagnostics += looseLines(body) + unknownLinks(list)
    diagnostics += maker.diagnostics + ShapingReport.diagnostics(of: shaper)
    list.firstBaseline = PageList.firstBaseline(design, shaper: shaper, resolver: maker.resolver)
    list.tables = [shaper.finish()] + batches.map(\.text)
    // the same complaint from two workers is one
    var seen: Set<Diagnostic> = []
    return BookTypesetter.Result(list: list, diagnostics: diagnostics.filter { seen.insert($0).inserted })
  }

  /// Pages of sections that follow each other, numbered from `folio`.
  private func place(
    _ parts: [Part], opening: Side, folio first: Int32, isRoman: Bool, _ empty: PageList,
    _ diagnostics: inout [Diagnostic], isQuiet: Bool = false
  ) -> PageList {
    var list = empty
    let rule: ChapterOpening = design.chaptersOnRecto && design.sides == .facing ? .recto : .anyPage
    let choices = chainChapters(parts.map(\.solutions), opening: opening, rule: rule)
    for (part, choice) in zip(parts, choices) {
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
            shortTitle: heading.title.isEmpty ? heading.plainText : heading.title.plainText, level: part.section.level, page: list.pages.count, source: heading.source))
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

  // MARK: Front matter

  private func entries(_ list: PageList, chaptersBefore: Int = 0) -> [FrontMatter.Entry] {
    list.chapters.enumerated().map { index, chapter in
      FrontMatter.Entry(
        title: chapter.title, level: chapter.level, folio: list.label(ofPage: chapter.page),
        target: .chapter(index + chaptersBefore))
    }
  }

  private func contentsPages(_ body: PageList, _ prefaces: PageList, _ front: FrontMatter) -> Int {
    var trial = FrontMatter.Result()
    front.contents(entries(prefaces) + entries(body), language: language, into: &trial)
    return trial.pages.count
  }

  /// Adds made pages, numbered in roman after those there are; leaves `made` empty.
  private func add(_ made: inout FrontMatter.Result, to list: inout PageList) {
    var part = PageList(design: design, title: "", author: "", language: "")
    part.items = made.items
    part.lines = made.lines
    part.links = made.links
    for page in made.pages {
      let number = list.pages.count + part.pages.count
      var record = PageRecord(
        kind: page.kind, isRecto: number % 2 == 0, isRoman: true, folio: Int32(number + 1), lines: page.lines)
      record.isOpener = page.kind != part.pages.last?.kind
      part.pages.append(record)
    }
    append(part, to: &list)
    made = FrontMatter.Result()
  }

  private func blanksBeforeRecto(_ list: PageList) -> Int {
    design.sides == .facing ? list.pages.count % 2 : 0
  }

  private func addBlankBeforeRecto(to list: inout PageList) {
    guard blanksBeforeRecto(list) == 1 else { return }
    list.pages.append(
      PageRecord(
        kind: .blank, isRecto: false, isRoman: true, folio: Int32(list.pages.count + 1),
        lines: list.lines.count..<list.lines.count))
  }

  /// Puts one list's pages behind another's.
  private func append(_ part: consuming PageList, to list: inout PageList) {
    let (itemBase, lineBase, pageBase) = (UInt32(list.items.count), UInt32(list.lines.count), list.pages.count)
    let chapterBase = Int32(list.chapters.count)
    list.items += part.items
    list.lines.reserveCapacity(list.lines.count + part.lines.count)
    for var line in part.lines {
      line.firstItem += itemBase
      line.endItem += itemBase
      list.lines.append(line)
    }
    for var picture in part.pictures {
      picture.item += itemBase
      if picture.page >= 0 { picture.page += Int32(pageBase) }
      list.pictures.append(picture)
    }
    for var link in part.links {
      link.first += itemBase
      link.end += itemBase
      list.links.append(link)
    }
    list.places.merge(part.places.lazy.map { ($0.key, Place(page: $0.value.page + Int32(pageBase), y: $0.value.y)) }) { first, _ in first }
    for var page in part.pages {
      page.firstLine += lineBase
      page.endLine += lineBase
      if page.chapter >= 0 { page.chapter += chapterBase }
      list.pages.append(page)
    }
    for var chapter in part.chapters {
      chapter.page += pageBase
      list.chapters.append(chapter)
    }
  }
}
