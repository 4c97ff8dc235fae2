internal import BookModel
internal import Cairo
package import Design
internal import Drawing
package import Finishing
package import Hyphen
package import Imposition
internal import Libc
internal import Pango
package import Typesetting
internal import Units
package import Verification

/// Manuscript to PDF, all stages joined: what the command calls.
package struct BookBuilder: Sendable {
  package var book: Book
  /// What a catalogue finds it by; the text goes as it is set.
  private let keywords: [String]
  package var design: PageDesign
  package var fonts: FontSource
  package var exceptions: HyphenationExceptions?
  package var workers = 1
  /// Seconds since 1970 for the PDF's dates; nil for none.
  package var date: Int?

  package var target = PDFTarget.screen
  /// The PDF says what its pages are made of, for who listens to it (ISO 14289-1).
  package var wantsTags = true
  /// Sheets and spreads have pages that do not follow each other as they are read.
  var isTagged: Bool { wantsTags && target == .screen && sheets == nil && !design.isSpread }
  /// For those who listen.
  var joinsWords: Bool { standard == .ua1 }
  /// What the PDF is to keep; nil for what it keeps anyhow.
  package var standard: PDFStandard?
  /// The manuscript's files, for a PDF that holds them.
  package var originals: [Attachment] = []
  /// For a standard of presses.
  var press: PressStandard?
  /// Per cent of all inks together that the paper takes.
  var mostInk = 300.0
  /// The title is the manuscript's or the user's, not a file's name.
  var namesItself = true
  /// The language is not merely supposed.
  var knowsLanguage = true
  /// Sheets to fold or cut instead of pages.
  package var sheets: SheetRequest?

  /// Printed folio of a page whose break is to be explained among the diagnostics.
  package var explainedPage: Int?

  /// The PDF is to be proved: what its pages are is told.
  package var isReadBack = false

  package var manner = Manner()
  package var writesText: Bool {
    get { manner.writesText }
    set { manner.writesText = newValue }
  }

  /// What is written of the book; nil for all.
  package var selection: BookSelection?

  /// The book's own fonts, kept as long as they are read from.
  private let embedded: EmbeddedFonts

  package init(book: Book, design: PageDesign, fonts: FontSource) {
    keywords = book.metadata.keywords
    self.book = book
    self.design = design
    self.fonts = fonts
    embedded = EmbeddedFonts(book.fonts)
    self.fonts.files += embedded.paths
  }

  package struct Output: Sendable {
    package var pdf: [UInt8]
    /// The second file of a printer without duplex; the first then has the fronts.
    package var backs: [UInt8]?
    package var pages: Int
    package var sheets: Int
    /// What there is to say of imposed sheets.
    package var report: ImpositionReport?
    package var diagnostics: [Diagnostic]
    /// What its pages are and where they stand on the sheets, for who proves it.
    package var textPlaces: PrintedLayout
    /// Each once, by their names.
    package var fonts: [UsedFont] = []
  }

  /// A font that the book is set in.
  package struct UsedFont: Hashable, Sendable {
    /// Its PostScript name.
    package var name: String
    package var file: String

    /// Each once, in their order.
    static func all(_ fonts: [LoadedFont]) -> [UsedFont] {
      Set(fonts.map { UsedFont(name: $0.postScriptName, file: $0.key.file) }).sorted {
        ($0.name, $0.file) < ($1.name, $1.file)
      }
    }
  }

  package func build(progress: Progress = Progress()) async throws(BuildFailure) -> Output {
    var builder = self
    let failure: BuildFailure
    do throws(BuildFailure) { return try await builder.buildOnce(progress: progress) } catch { failure = error }
    guard let other = manner.other(behind: failure) else { throw failure }
    builder = self
    builder.manner = other
    return try await builder.build(progress: progress)
  }

  /// The same pages one by one in a file that says what they are made of, by which this one's are proved; nil where
  /// this one says so itself.
  package var twin: BookBuilder? {
    guard !isTagged else { return nil }
    var twin = self
    (twin.target, twin.wantsTags, twin.sheets, twin.design.isSpread) = (.screen, true, nil, false)
    (twin.standard, twin.press, twin.originals) = (nil, nil, [])
    return twin
  }

  /// The quick way to build a book, or one of those that are left where that fails.
  package struct Manner: Sendable {
    /// Text is written by octavo where it can be, not by cairo: quicker, and told apart better by who copies it.
    package var writesText = true
    /// Numbers of pages are known before any page is drawn, however often the book is set for them.
    package var settlesFolios = false
    package init() {}

    /// Nil where nothing else is to be tried.
    package func other(behind failure: BuildFailure) -> Manner? {
      var other = self
      switch failure {
      case .textLost where writesText: other.writesText = false
      case .foliosMoved where !settlesFolios: other.settlesFolios = true
      default: return nil
      }
      return other
    }
  }

  /// The same, but the book's text goes as it is set, where nobody else holds it: the builder is
  /// left without.
  package mutating func buildOnce(progress: Progress = Progress()) async throws(BuildFailure) -> Output {
    defer { progress.finish() }
    let problems = standardProblems()
    guard problems.isEmpty else { throw .standard(problems) }
    var output: Output
    if drawsWhileSetting {
      let sections = book.sections
      book.sections = []
      output = try await buildPages(of: sections, progress)
    } else {
      output = try buildWhole(progress)
    }
    if !writesText { output.diagnostics.append(BookBuilder.drawnAnew) }
    return output
  }

  /// What cairo writes may change with its version; a book is not to be refused for it.
  private static let drawnAnew = Diagnostic(
    .warning, code: "drawn-anew",
    "cairo did not write a page as octavo expects, so that all pages were drawn a second time",
    help: "the PDF is whole; please report it with the manuscript")

  /// Sets the whole book, then draws it.
  private func buildWhole(_ progress: Progress) throws(BuildFailure) -> Output {
    var (result, catalog) = try typeset(progress: progress)
    var diagnostics = catalog.diagnostics + result.diagnostics
    result.list = try chosen(of: result.list)
    diagnostics += printChecks(result.list)
    let problems = standardProblems(diagnostics, result.list.blocks)
    guard problems.isEmpty else { throw .standard(problems) }
    let pages = result.list.count
    let used = UsedFont.all(result.list.tables.flatMap(\.fonts))
    let runs: SheetRuns?
    do throws(ImpositionError) { runs = try sheetRuns(of: result.list) } catch { throw .imposition(error) }
    diagnostics += runs?.report.advice ?? []
    var parts: [(plan: FinishingPlan, drawn: PDFWriter.Drawn)] = []
    var sheetCount = runs?.report.sheets ?? 0
    var textPlaces = PrintedLayout()
    do throws(DrawingFailure) {
      var writers =
        runs.map { runs in runs.runs.map { PDFWriter(result.list, sheets: $0.sheets) } } ?? [PDFWriter(result.list)]
      if runs == nil { sheetCount = writers[0].sheets.count }
      if isReadBack { textPlaces = self.textPlaces(of: result.list, on: writers) }
      // the writers have it; it is gone before the PDF is finished
      result.list = PageList(design: design, title: "", author: "", language: "")
      var before = 0
      for index in writers.indices {
        writers[index].target = target
        writers[index].isTagged = isTagged
        writers[index].joinsWords = joinsWords
        writers[index].writesText = writesText
        var plan = self.plan(for: writers[index])
        if let runs { runs.addSettings(to: &plan, run: runs.runs[index]) }
        keepStandard(&plan, diagnostics)
        var last = 0
        let drawn = try writers[index].draw(fonts: fonts) { done in
          last = done
          if done % 16 == 0 {
            let all = max(pages, before + done)
            progress.report(
              BookBuilder.layoutShare + 0.65 * Double(before + done) / Double(all), .drawing, pagesDone: before + done,
              pageCount: all)
          }
          return !progress.isCancelled
        }
        if isTagged {
          plan.structure = StructurePlan(
            writers[index].list, drawn.contents, unshown: Set(drawn.failures.map(\.file)))
        }
        before += last
        parts.append((plan, drawn))
      }
    } catch { throw .drawing(error) }
    progress.report(0.96, .finishing, pagesDone: pages, pageCount: pages)
    var finished: [[UInt8]] = []
    for index in parts.indices {
      let drawn = parts[index].drawn
      // the bytes are freed as soon as they are read
      parts[index].drawn = PDFWriter.Drawn()
      diagnostics += unshown(drawn.failures, catalog)
      finished.append(try finish(drawn, parts[index].plan, &diagnostics))
    }
    progress.report(1, .finishing, pagesDone: pages, pageCount: pages)
    return Output(
      pdf: finished[0], backs: finished.count > 1 ? finished[1] : nil, pages: pages, sheets: sheetCount,
      report: runs?.report, diagnostics: diagnostics, textPlaces: textPlaces, fonts: used)
  }

  /// What is written of the book.
  func chosen(of list: consuming PageList) throws(BuildFailure) -> PageList {
    guard let selection else { return list }
    do throws(BookSelection.Problem) { return list.keeping(try selection.indexes(in: list)) } catch {
      throw .selection(error)
    }
  }

  /// What presses mind in pages, or who listens to them.
  func printChecks(_ list: PageList) -> [Diagnostic] {
    if target == .print { return list.blankRows() + PictureCatalog.coarse(list) }
    return isTagged && standard != .ua1 ? wordless(list.blocks) : []
  }

  /// What pages are and where they stand, for who proves the file.
  func textPlaces(of list: PageList, on writers: [PDFWriter]) -> PrintedLayout {
    var places = list.textPlaces
    places.sheets = writers.flatMap { $0.sheets.map(\.textPlaces) }
    return places
  }

  func unshown(_ failures: [PictureFailure], _ catalog: PictureCatalog) -> [Diagnostic] {
    failures.map { PictureCatalog.unshown($0.file, $0.words, catalog.sources[$0.file]) }
  }

  /// The PDF with all that cairo cannot write.
  /// - Parameter diagnostics: takes what there is to say of the file.
  func finish(
    _ drawn: consuming PDFWriter.Drawn, _ plan: FinishingPlan, _ diagnostics: inout [Diagnostic]
  ) throws(BuildFailure) -> [UInt8] {
    var plan = plan
    plan.links = drawn.links
    let pdf = drawn.pdf
    drawn = PDFWriter.Drawn()
    var isUntagged = false
    defer {
      if isUntagged {
        diagnostics.append(BookBuilder.untagged(.warning))
      }
    }
    let finished: [UInt8]
    var ink = 0.0
    defer { if ink > mostInk { diagnostics.append(tooMuchInk(ink)) } }
    do throws(FinishingError) {
      finished = try Finishing.finish(consume pdf, plan: plan, inked: { ink = $0 }) { isUntagged = true }
    } catch { throw .finishing(error) }
    if isUntagged, standard?.asksStructure == true { throw .standard([BookBuilder.untagged(.error)]) }
    return finished
  }

  private static func untagged(_ severity: Diagnostic.Severity) -> Diagnostic {
    Diagnostic(
      severity, code: "not-tagged", "the PDF does not say what its pages are made of: something drawn is not known",
      help: "this is a fault of octavo's: please report it with the manuscript; --no-tagged is silent about it")
  }

  private func sheetRuns(of list: PageList) throws(ImpositionError) -> SheetRuns? {
    guard var request = sheets else { return nil }
    request.plan.binding = design.binding
    request.plan.bleed = design.bleed
    return try request.runs(pageCount: list.count, trim: design.trim, language: list.language) {
      list.label(ofPage: $0)
    }
  }

  /// How much of the whole time goes into lines and pages, about.
  static let layoutShare = 0.3

  /// The book in pages alone.
  package func pageList() throws(BuildFailure) -> PageList { try typeset(progress: Progress()).result.list }

  /// The book in pages, not yet drawn; set again and again where what is on them depends on their number.
  func typeset(
    progress: Progress
  ) throws(BuildFailure) -> (result: BookTypesetter.Result, pictures: PictureCatalog) {
    progress.report(0, .settingLines, pagesDone: 0, pageCount: nil)
    let catalog = try catalog(of: book)
    var typesetter = typesetter(catalog)
    typesetter.proceed = { share in
      progress.report(BookBuilder.layoutShare * share, .settingLines, pagesDone: 0, pageCount: nil)
      return !progress.isCancelled
    }
    var best = try settle(&typesetter)
    guard design.signature > 1 else { return (best, catalog) }
    var fit = SignatureFit(typesetter.design, pages: best.list.count)
    while let trial = fit.next() {
      typesetter.design = trial
      let result = try settle(&typesetter)
      if fit.isFilled(by: result.list.count) { best = result }
    }
    best.diagnostics.append(fit.report)
    return (best, catalog)
  }

  /// Sets the book, with the inside margin that its pages ask for.
  private func settle(_ typesetter: inout BookTypesetter) throws(BuildFailure) -> BookTypesetter.Result {
    var inside = InsideMargin(design)
    while true {
      if design.insideByPageCount { typesetter.design.inside = inside.chosen }
      var result: BookTypesetter.Result
      do {
        result = try typesetter.typesetWithFolios(
          book.printingAddresses(design.addresses).settlingAsides(for: design))
      } catch {
        throw .typesetting(error)
      }
      guard design.insideByPageCount else { return result }
      guard inside.widens(pages: result.list.count) else {
        result.diagnostics.append(inside.note(pages: result.list.count))
        return result
      }
    }
  }

  /// The book's pictures; throws where one is not there.
  func catalog(of book: Book) throws(BuildFailure) -> PictureCatalog {
    let catalog = PictureCatalog(book, ornaments: design.ornamentPictures)
    guard catalog.missing.isEmpty else { throw .pictures(catalog.missing) }
    return catalog
  }

  func typesetter(_ catalog: PictureCatalog) -> BookTypesetter {
    var typesetter = BookTypesetter(design: design, fonts: fonts, exceptions: exceptions)
    typesetter.explainedPage = explainedPage
    typesetter.pictures = catalog.sizes
    typesetter.date = date.map { String(PDFDate(secondsSince1970: $0).iso8601.prefix(10)) } ?? ""
    return typesetter
  }

  /// What cairo cannot write: labels, language, boxes, how a reader shows the book.
  func plan(for writer: PDFWriter) -> FinishingPlan {
    let list = writer.list
    var plan = FinishingPlan()
    plan.title = list.title.isEmpty ? nil : list.title
    plan.author = list.author.isEmpty ? nil : list.author
    plan.keywords = keywords.isEmpty ? nil : keywords.joined(separator: ", ")
    plan.language = list.language
    plan.creationDate = date.map { PDFDate(secondsSince1970: $0) }
    plan.direction = design.binding == .right ? .rightToLeft : .leftToRight
    plan.showsOutline = sheets == nil && target == .screen && list.chapters.count > 1
    plan.blackIsGrey = target == .print
    plan.spot = design.spot
    plan.destinations = writer.destinations()
    guard sheets == nil else { return plan }
    if design.isSpread {
      // every label stands for itself: "2–3"
      plan.pageLabels = writer.sheets.enumerated().map {
        PageLabelRange(firstPage: $0.offset, style: .none, prefix: $0.element.label, start: 1)
      }
      plan.pageLayout = .singlePage
    } else {
      var last: PageRecord?
      for (index, page) in list.pages.enumerated() {
        if page.isRoman != last?.isRoman || page.folio != (last?.folio ?? 0) + 1 {
          plan.pageLabels.append(
            PageLabelRange(
              firstPage: index, style: page.isRoman ? .lowerRoman : .decimal, prefix: "", start: Int(page.folio)))
        }
        last = page
      }
      let isWhole = list.pages.enumerated().allSatisfy {
        $0.element.isRecto == (($0.offset % 2 == 0) == (list.pages.first?.isRecto ?? true))
      }
      plan.pageLayout =
        design.sides == .facing && isWhole
        ? list.pages.first?.isRecto ?? true ? .twoPageRight : .twoPageLeft : .singlePage
      // No TrimBox on screen pages without bleed: it is the MediaBox, which is its default
      // (ISO 32000-1, 14.11.2). Presses look for one all the same (PDF/X, ISO 15930-1, 6.10).
      guard target == .print || design.bleed > .zero else { return plan }
      let (recto, verso) = (pageBoxes(isRecto: true), pageBoxes(isRecto: false))
      plan.boxes = recto == verso ? .uniform(recto) : .perPage(list.pages.map { $0.isRecto ? recto : verso })
    }
    return plan
  }

  /// The trim within a page and its bleed.
  private func pageBoxes(isRecto: Bool) -> PageBoxSet {
    let (width, height, bleed) = (design.trim.width.points, design.trim.height.points, design.bleed.points)
    let beyond = design.bleeds(isRecto: isRecto)
    let left = beyond.left.points
    return PageBoxSet(
      trim: PDFRectangle(left: left, bottom: bleed, right: left + width, top: bleed + height),
      bleed: PDFRectangle(left: 0, bottom: 0, right: left + width + beyond.right.points, top: height + 2 * bleed))
  }

  // MARK: Defaults that depend on the book

  /// Books in right-to-left scripts are bound at the right.
  package static func binding(for book: Book, language: String) -> PageDesign.Binding {
    if let binding = book.metadata.binding { return binding }
    return LanguageTag.isWrittenLeftwards(language) ? .right : .left
  }

  /// Where fonts are looked for (DESIGN.md 3.9): given folders, ./Fonts, beside the
  /// program, the system.
  package static func fontSource(folders: [String]) -> FontSource {
    var all = folders + ["Fonts"]
    if let programData { all.append(programData + "/fonts") }
    return FontSource(configuration: String(decoding: PackageResources.fonts_conf, as: UTF8.self), folders: all)
  }
}

/// Why no PDF came of a book that was read.
package enum BuildFailure: Error, Equatable, Sendable {
  /// Errors, each with its place: pictures that are not there.
  case pictures([Diagnostic])
  case typesetting(TypesettingError)
  case imposition(ImpositionError)
  case drawing(DrawingFailure)
  case finishing(FinishingError)
  case selection(BookSelection.Problem)
  /// Errors: what a standard that was asked for does not allow.
  case standard([Diagnostic])
  /// A number of a page that is printed is not its own: the book is to be set until they stand
  /// (`BookBuilder.settlesFolios`).
  case foliosMoved

  /// The book can be drawn anew, by cairo alone (`BookBuilder.writesText`).
  package static let textLost = BuildFailure.drawing(.cairo(.textLost))
}
