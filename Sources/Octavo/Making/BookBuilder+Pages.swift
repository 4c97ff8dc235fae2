internal import BookModel
internal import Cairo
internal import Design
internal import Faults
internal import Finishing
internal import PageModel
internal import Typesetting
internal import Units
internal import Verification

/// Pages drawn while those behind them are still being set.
///
/// Drawing is one thread's work and the larger half of it; setting goes on beside it with
/// `workers` of two and more, and a little ahead of it with one. Either way the lines of a
/// page go when it is drawn. The body comes first: its folios do not depend on what stands
/// before it, whose contents name them. Finishing puts that in front.
extension BookBuilder {
  /// All pages are drawn, each by itself, and none of them says how many there are. The
  /// number of workers has no part in it: the order of drawing shows in the bytes.
  var drawsWhileSetting: Bool {
    guard sheets == nil, selection == nil, !design.isSpread, !countsOnPages else { return false }
    return [true, false].allSatisfy { isRecto in
      let furniture = design.furniture(isRecto: isRecto)
      return !FurnitureTemplate.countsPages(furniture.header) && !FurnitureTemplate.countsPages(furniture.footer)
    }
  }

  /// Margins depend on the number of pages.
  var countsOnPages: Bool { design.insideByPageCount || design.signature > 1 }

  /// Pages that are made and not yet drawn, at most: 70 kB each in a novel.
  private static let pagesAhead = 16
  /// Pages that are set and not yet made, at most, but for the last chapter's: 3 kB each. Pages come
  /// in heaps, as it may take many chapters to decide one (`ChapterChain`).
  private static let pagesReady = 256

  /// - Parameter sections: the book's, which here has none.
  func buildPages(of sections: consuming [Section], _ progress: Progress) async throws(BuildFailure) -> Output {
    progress.report(0, .settingLines, pagesDone: 0, pageCount: nil)
    let text = HeldBook(book, sections)
    let catalog = try catalog(of: text.book)
    var (made, output) =
      workers > 1 ? try await beside(text, catalog, progress) : try await inTurn(text, catalog, progress)
    let list = made.result.list
    let pages = list.count
    var writer = PDFWriter(list)
    writer.target = target
    var plan = plan(for: writer)
    plan.leadingPages = made.frontPages
    if isTagged {
      // as they stand in the book
      output.contents.putLastFirst(made.frontPages)
      var contents = StructurePlan.PageContents()
      swap(&contents, &output.contents)
      plan.structure = StructurePlan(list, contents, unshown: Set(output.failures.map(\.file)))
    }
    let textPlaces = isReadBack ? self.textPlaces(of: list, on: [writer]) : PrintedLayout()
    let diagnostics =
      catalog.diagnostics + made.result.diagnostics + printChecks(list) + unshown(output.failures, catalog)
    let problems = standardProblems(diagnostics, list.blocks)
    guard problems.isEmpty else { throw .standard(problems) }
    keepStandard(&plan, diagnostics)
    progress.report(0.96, .finishing, pagesDone: pages, pageCount: pages)
    // moved: a second holder would have it copied when it is finished in place
    var drawn = PDFWriter.Drawn(links: made.links)
    swap(&drawn.pdf, &output.pdf)
    var untagged: [Diagnostic] = []
    let pdf = try finish(consume drawn, plan, &untagged)
    progress.report(1, .finishing, pagesDone: pages, pageCount: pages)
    return Output(
      pdf: pdf, pages: pages, sheets: pages, report: nil, diagnostics: diagnostics + untagged, textPlaces: textPlaces,
      fonts: made.fonts)
  }

  /// Sets and draws by turns, on this task.
  private func inTurn(
    _ text: HeldBook, _ catalog: PictureCatalog, _ progress: Progress
  ) async throws(BuildFailure) -> (PagesMade, PDFDrawing.Output) {
    let drawing: PDFDrawing
    let language = LanguageTag(design.language(of: book.metadata))
    do throws(CairoError) { drawing = try newDrawing(textSize: text.size) } catch { throw .drawing(.cairo(error)) }
    let made = try await self.made(text, catalog, progress) { page in
      do throws(CairoError) { try draw(&page, language, drawing) } catch { return .cairo(error) }
      return nil
    }.get()
    do throws(CairoError) { return (made, try drawing.finish(made.outline)) } catch { throw .drawing(.cairo(error)) }
  }

  /// Sets on this task and draws on another.
  private func beside(
    _ text: HeldBook, _ catalog: PictureCatalog, _ progress: Progress
  ) async throws(BuildFailure) -> (PagesMade, PDFDrawing.Output) {
    let queue = PageQueue(capacity: BookBuilder.pagesAhead, Page(size: design.trim, label: ""))
    let size = text.size
    async let painted = paint(queue, size)
    let made = await self.made(text, catalog, progress, hasRoom: { queue.hasRoom }) { page in
      guard let empty = await queue.exchange(page) else { return .cancelled }
      page = empty
      return nil
    }
    queue.end(try? made.get().outline)
    let output = await painted
    // the task that draws knows better why there are no pages
    if case .failure(let error) = output, error != .cancelled { throw .drawing(error) }
    let all = try made.get()
    do throws(DrawingFailure) { return (all, try output.get()) } catch { throw .drawing(error) }
  }

  /// Draws what comes through a queue.
  private func paint(_ queue: PageQueue, _ textSize: Int) async -> Result<PDFDrawing.Output, DrawingFailure> {
    defer { queue.close() }
    FaultGuard.prepareThread()
    do throws(CairoError) {
      let drawing = try newDrawing(textSize: textSize)
      let language = LanguageTag(design.language(of: book.metadata))
      while var page = await queue.next() {
        try draw(&page, language, drawing)
        queue.giveBack(page)
      }
      guard let outline = queue.outline else { return .failure(.cancelled) }
      return .success(try drawing.finish(outline))
    } catch { return .failure(.cairo(error)) }
  }

  private func newDrawing(textSize: Int) throws(CairoError) -> PDFDrawing {
    let sheet = OutputSheet(page: 0, isRecto: true, of: design, label: "")
    return try PDFDrawing(
      size: sheet.size, title: book.metadata.title ?? "", author: book.metadata.authors.joined(separator: ", "),
      language: design.language(of: book.metadata), textSize: textSize, isBeside: workers > 1,
      writesText: writesText, hidesText: target == .screen)
  }

  private func draw(_ page: inout Page, _ language: LanguageTag, _ drawing: PDFDrawing) throws(CairoError) {
    let content = isTagged ? StructurePlan.PageContent(&page, language: language, joinsWords: joinsWords) : nil
    let sheet = OutputSheet(page: 0, isRecto: page.isRecto, of: design, label: "")
    drawing.beginSheet(sheet.size)
    for placed in sheet.pages { try drawing.draw(page, placed) }
    try drawing.endSheet(content)
  }

  // MARK: Pages

  /// What was made besides the pages, when all of them are made.
  private struct PagesMade {
    var result: BookTypesetter.Result
    /// Pages before the body, which were made last.
    var frontPages: Int
    var links: [Link]
    var outline: [PDFDrawing.OutlineEntry]
    var fonts: [BookBuilder.UsedFont]
  }

  /// Makes all pages, those of the body first, then those behind it, then those before it.
  /// - Parameters:
  ///   - hasRoom: a page can be taken without a wait; if not, setting goes on meanwhile.
  ///   - take: draws a page, or gives another in its place to go on with; says what hinders it.
  private func made(
    _ text: HeldBook, _ catalog: PictureCatalog, _ progress: Progress, hasRoom: () -> Bool = { true },
    _ take: (inout Page) async -> DrawingFailure?
  ) async -> Result<PagesMade, BuildFailure> {
    do throws(BuildFailure) {
      var typesetter = typesetter(catalog)
      typesetter.proceed = { _ in !progress.isCancelled }
      let stream: BookStream
      let printed: PrintedFolios?
      do throws(TypesettingError) {
        let book: Book
        (book, printed) = try typesetter.printingFolios(
          text.take().printingAddresses(design.addresses).settlingAsides(for: design),
          manner.settlesFolios ? .settled : .once)
        stream = try BookStream(typesetter, book, isTagged: isTagged)
      } catch { throw .typesetting(error) }
      var page = Page(size: design.trim, label: "")
      var areas: [(page: Int, number: Int, area: LinkArea)] = []
      var done = 0
      func handOver(of all: Int?) async throws(BuildFailure) {
        if target == .screen { areas += page.links.enumerated().map { (done, $0.offset, $0.element) } }
        page.prepare(for: target, bleed: design.bleed)
        if let failure = await take(&page) { throw .drawing(failure) }
        done += 1
        if done % 16 == 0 {
          guard !progress.isCancelled else { throw .drawing(.cancelled) }
          progress.report(0.95 * stream.share, .drawing, pagesDone: done, pageCount: all)
        }
      }
      while stream.ready > 0 || !stream.isSet {
        if stream.ready > 0, hasRoom() || stream.isSet || stream.ready >= BookBuilder.pagesReady {
          stream.makeNext(into: &page)
          try await handOver(of: nil)
        } else {
          do throws(TypesettingError) { try stream.setNext() } catch { throw .typesetting(error) }
          guard stream.hasRoomForFolios else { throw .foliosMoved }
        }
      }
      let fonts = stream.words.fonts
      var result = stream.finish()
      // they are the numbers of pages as these came out when the book was set without them
      if let printed, !manner.settlesFolios, !printed.hold(in: result.list) { throw .foliosMoved }
      guard stream.hasRoomForFolios else { throw .foliosMoved }
      let all = result.list.count
      let front = result.list.pages.prefix { $0.isRoman }.count
      for index in [front + stream.bodyPages..<all, 0..<front].joined() {
        stream.make(index, into: &page)
        try await handOver(of: all)
      }

      var writer = PDFWriter(result.list)
      writer.target = target
      let spots = writer.spots()
      /// Where the page that was drawn as this one stands in the book.
      func place(_ drawn: Int) -> Int { drawn < all - front ? drawn + front : drawn - (all - front) }
      let links = areas.compactMap { drawn, number, area -> Link? in
        guard case .link(let target) = area.target, let link = result.list.link(target),
          let target = result.list.target(of: link),
          let spot = spots[place(drawn)]
        else { return nil }
        var area = area
        area.target = target
        return Link(area, number: number, on: spot, spots: spots)
      }
      let outline = writer.outline(spots) { $0 < front ? $0 + all - front : $0 - front }
      result.list.gatherTaken()
      return .success(
        PagesMade(
          result: result, frontPages: front, links: links,
          outline: outline, fonts: BookBuilder.UsedFont.all(fonts + result.list.tables.flatMap(\.fonts))))
    } catch { return .failure(error) }
  }
}

/// A book that is given away once: an argument of an asynchronous call would stay until it returns.
private final class HeldBook {
  private(set) var book: Book
  /// Bytes of its text.
  let size: Int

  init(_ book: Book, _ sections: [Section]) {
    self.book = book
    self.book.sections = sections
    size = self.book.textSize
  }

  func take() -> Book {
    var taken = Book()
    swap(&taken, &book)
    return taken
  }
}
