package import BookModel
internal import Cairo
package import Design
package import Octavo
internal import Units

/// An open book: its pages, where the reader is, and what the web page is told of both.
///
/// Laid out by a `Paginator`, turned by a `BookController`, which keeps the reader's place.
package final class BookSession {
  package let paginator: Paginator
  private let controller: BookController
  /// As the book was opened: sizes and margins that the reader asks for count from it.
  private var design: PageDesign
  private var look = ScreenSettings()
  private let numbers: FileNumbers
  private let outlines: GlyphOutlines
  private let fontFolders: [String]
  private var book: Book
  /// Added to the paginator's: windows of a book that was closed and opened again have other pages than before.
  private let firstRevision: Int
  /// What is wrong with the manuscript as it stands now; the pages are those of before.
  package private(set) var problem: String?
  /// Pages are asked for: the rest of the book may be laid out while nothing else is to do.
  var isRead = false
  /// Who asks can show the chapter in sight before the pages before it are laid out.
  var looksAhead = false
  /// That chapter, until they are.
  private var ahead: Paginator?
  /// About the folio of the reader's place.
  private var folio = 1.0
  /// Counts what the web page must be told of.
  package private(set) var news = 0

  /// What the reader may change.
  package struct ScreenSettings: Equatable, Sendable {
    /// Times the design's size, leading and margins.
    package var size = 1.0
    package var leading = 1.0
    package var margins = 1.0
    /// Nil for the design's.
    package var family: String?
    /// Instead of the design's, for a screen: with margins no wider than a screen's page needs.
    package var page: PageSize?
  }

  /// - Parameters:
  ///   - name: tells the book's place in the store from others'.
  package convenience init(
    book: Book, design: PageDesign, fontFolders: [String], store: (any PlaceStore)?, name: String
  ) throws(LayoutError) {
    try self.init(
      book: book, design: design, fontFolders: fontFolders, store: store, name: name, numbers: FileNumbers(),
      outlines: GlyphOutlines(), firstRevision: 0)
  }

  private init(
    book: Book, design: PageDesign, fontFolders: [String], store: (any PlaceStore)?, name: String,
    numbers: FileNumbers, outlines: GlyphOutlines, firstRevision: Int
  ) throws(LayoutError) {
    self.book = book
    self.design = design
    (self.fontFolders, self.numbers, self.outlines) = (fontFolders, numbers, outlines)
    self.firstRevision = firstRevision
    paginator = try Paginator(book: book, design: design, fontFolders: fontFolders, makesFrontMatter: true)
    controller = BookController(source: paginator, viewSize: design.trim, store: store, bookName: name)
    controller.spineOverride = .min
    controller.preparesNeighbours = false
  }

  /// The book once more, for another window: fonts and pictures have the same numbers there.
  /// - Parameters:
  ///   - number: another for each.
  ///   - place: where its reader is; nil for where the store says somebody was last.
  package func another(_ number: Int, at place: Int?, look: ScreenSettings) throws(LayoutError) -> BookSession {
    let session = try BookSession(
      book: book, design: design, fontFolders: fontFolders, store: controller.store, name: controller.bookName,
      numbers: numbers, outlines: outlines, firstRevision: number * 1_000_000)
    (session.problem, session.news) = (problem, news)
    try session.set(look)
    if let page = place.flatMap({ session.paginator.index(ofPlace: $0) }) { session.controller.move(toPage: page) }
    return session
  }

  /// Where its reader is, for `another`.
  package var place: Int? { controller.currentPages.first.flatMap { paginator.place(ofPage: $0.index) } }
  /// Of its pages: those of another are other pages.
  package var revision: Int { firstRevision + paginator.revision }

  // MARK: What is asked

  /// The book, for the web page's frame: all but its pages.
  /// - Parameter more: writes what else there is to say.
  package func bookJSON(_ more: (inout JSONText) -> Void = { _ in }) -> [UInt8] {
    let now = paginator.design
    return JSONText.object { json in
      json.pair("title", book.metadata.title ?? "")
      json.pair("author", book.metadata.authors.joined(separator: ", "))
      json.pair("lang", paginator.language)
      json.pair("rtl", paginator.isRightToLeft)
      json.pair("top", now.binding == .top)
      json.pair("recto", paginator.startsOnRecto)
      json.pair("w", now.trim.width.points)
      json.pair("h", now.trim.height.points)
      json.pair("rev", revision)
      json.pair("news", news)
      json.pair("settled", paginator.isSettled)
      json.pair("count", (paginator.lastKnownPage ?? -1) + 1)
      if let gone { json.list("gone", [gone.count, gone.place]) }
      if ahead == nil {
        json.pair("current", controller.currentPages.first?.index ?? 0)
        json.pair("roman", romanPages)
      } else {
        json.pair("ahead", true)
      }
      json.pair("size", look.size)
      json.pair("leading", look.leading)
      json.pair("margins", look.margins)
      json.pair("family", now.family)
      json.pair("fits", look.page != nil)
      json.pair("length", paginator.isSettled ? paginator.textLength : 0)
      if let problem { json.pair("problem", problem) }
      more(&json)
      json.list("chapters") { json in
        for entry in paginator.contents {
          json.list { json in
            json.value(entry.title)
            json.value(entry.level)
            json.value(entry.place)
            json.value(paginator.knownPage(containing: entry.place) ?? -1)
          }
        }
      }
    }
  }

  /// Pages before the one whose folio is 1.
  private var romanPages: Int {
    var page = 0
    while let label = paginator.label(ofPage: page) {
      if label.utf8.first.map({ (0x30...0x39).contains($0) }) ?? false { return page }
      page += 1
    }
    return 0
  }

  /// A page; nil where there is none.
  package func pageJSON(_ index: Int, hasWidths: Bool = false) -> [UInt8]? {
    guard let reading = paginator.reading(ofPage: index), let range = paginator.range(ofPage: index) else { return nil }
    var writer = PageJSON(
      numbers: numbers, outlines: outlines, language: paginator.language, hasWidths: hasWidths)
    writer.parts = parts(in: range)
    return writer.write(
      reading, index: index, text: paginator.text(ofPage: index) ?? "", start: range.lowerBound,
      place: paginator.place(ofPage: index) ?? range.lowerBound,
      revision: revision
    ) { paginator.note($0) }
  }

  /// Where the text is more than paragraphs, in order.
  private var knownParts: [PlacedBlock]?

  private func parts(in range: Range<Int>) -> [PlacedBlock] {
    let all = knownParts ?? paginator.placedBlocks().filter { PageJSON.Part($0.kind) != nil }
    knownParts = all
    // the first that ends in the range; they follow each other
    let first = all.lowerBound { $0.range.upperBound <= range.lowerBound }
    return Array(all[first...].prefix { $0.range.lowerBound < range.upperBound })
  }

  /// The page on which a byte of the text stands.
  package func page(containing place: Int) -> Int? { paginator.index(ofPlace: place) ?? paginator.lastKnownPage }

  package func page(ofLink number: Int) -> (page: Int, y: Double)? { paginator.page(ofLink: number) }

  package func findJSON(_ words: String) -> [UInt8] {
    let most = 2000
    let found = paginator.find(String(words.prefix(200)), limit: most)
    return JSONText.object { json in
      json.pair("more", found.count == most)
      json.list("found") { json in
        for match in found {
          json.list { json in
            json.value(match.range.lowerBound)
            json.value(match.range.upperBound)
            json.value(match.before)
            json.value(match.words)
            json.value(match.after)
            json.value(paginator.knownPage(containing: match.range.lowerBound) ?? -1)
            json.value(match.note == nil ? 0 : 1)
          }
        }
      }
    }
  }

  // MARK: Fonts and pictures

  var faces: [FileNumbers.Face] { numbers.faces }
  var pictures: [FileNumbers.Picture] { numbers.pictures }

  // MARK: What the reader does

  /// The reader has turned to a page.
  package func move(toPage page: Int) {
    ahead = nil
    controller.move(toPage: page)
  }

  /// Where something else has sent the reader last, and how often.
  private var gone: (count: Int, place: Int)?

  /// Turns to a byte of the text, as an editor asks.
  func go(to place: Int) {
    guard let page = page(containing: place) else { return }
    move(toPage: page)
    gone = ((gone?.count ?? 0) + 1, place)
    news += 1
  }

  /// Sets the book again in another size and the like; the reader stays at the same words.
  package func set(_ look: ScreenSettings) throws(LayoutError) {
    guard look != self.look else { return }
    try paginator.set(design: BookSession.design(design, look))
    self.look = look
    news += 1
  }
  package var currentLook: ScreenSettings { look }

  private static func design(_ base: PageDesign, _ look: ScreenSettings) -> PageDesign {
    var design = base
    if let page = look.page {
      design.trim = page
      design.inside = min(base.inside, page.width.scaled(by: 0.075))
      design.outside = design.inside
      // head and folio stand within two leadings of the text
      let margin = base.leading.scaled(by: look.size * look.leading * 3.2)
      design.top = min(base.top, margin)
      design.bottom = min(base.bottom, margin)
    }
    design.size = base.size.scaled(by: look.size)
    design.leading = base.leading.scaled(by: look.size * look.leading)
    let sides: [WritableKeyPath<PageDesign, Length>] = [\.inside, \.outside, \.top, \.bottom]
    for side in sides {
      design[keyPath: side] = design[keyPath: side].scaled(by: look.margins)
    }
    if let family = look.family { design.family = family }
    return design
  }

  // MARK: Watching

  /// The manuscript has changed: the pages are those of the new one, at the same words.
  /// - Parameter book: nil for the one there is, with other pages.
  package func replace(book: Book?, design: PageDesign) throws(LayoutError) {
    let (letters, isThere) = (paginator.lettersOfAPage, ahead == nil)
    if looksAhead, isThere, let page = controller.currentPages.first?.index { folio = Double(page) }
    if design != self.design {
      try paginator.set(design: BookSession.design(design, look))
      self.design = design
    }
    if let book {
      self.book = book
      knownParts = nil
      paginator.set(book: book)
    }
    folio *= letters / paginator.lettersOfAPage
    ahead = looksAhead ? paginator.ahead(folio: folio) : nil
    if ahead == nil, let page = paginator.currentPage { controller.move(toPage: page) }
    problem = nil
    news += 1
  }

  /// Lays out more of the book: about a chapter.
  package func layOutMore() {
    _ = paginator.layOutMore()
    guard ahead != nil, paginator.isSettled || paginator.knownPage(containing: paginator.position) != nil,
      let page = paginator.currentPage
    else { return }
    move(toPage: page)
    news += 1
  }

  /// The pages in sight, before it is known which of the book they are; nil where it is.
  func sightJSON() -> [UInt8]? {
    guard let ahead, let page = ahead.page(containing: ahead.position) else { return nil }
    return spreadJSON(of: ahead, around: page)
  }

  /// The manuscript cannot be read as it stands: its pages stay.
  package func report(_ problem: String) {
    self.problem = problem
    news += 1
  }

  /// A spread of a chapter's opening in another design, drawn as `pageJSON` writes pages.
  package func openingJSON(in design: PageDesign) throws(LayoutError) -> [UInt8] {
    let other = try Paginator(book: book, design: design, fontFolders: fontFolders, makesFrontMatter: true)
    func isPrinted(_ page: Int) -> Bool { other.reading(ofPage: page)?.runs.contains { $0.kind == .text } ?? false }
    // one that faces a page with text, of the first few
    let openings = other.contents.prefix(6).compactMap { other.page(containing: $0.place) }
    let opening = openings.first { BookSession.spread(around: $0, of: other).allSatisfy(isPrinted) } ?? openings.first
    return spreadJSON(of: other, around: opening ?? 0)
  }

  private static func spread(around page: Int, of paginator: Paginator) -> [Int] {
    let isFirst = paginator.startsOnRecto ? page % 2 != 0 : page % 2 == 0
    return isFirst ? [page, page + 1] : [page - 1, page]
  }

  private func spreadJSON(of other: Paginator, around page: Int) -> [UInt8] {
    let writer = PageJSON(numbers: numbers, outlines: outlines, language: other.language)
    return JSONText.object { json in
      json.pair("w", other.design.trim.width.points)
      json.pair("h", other.design.trim.height.points)
      json.pair("rtl", other.isRightToLeft)
      json.pair("lang", other.language)
      json.list("pages") { json in
        for page in BookSession.spread(around: page, of: other) {
          guard let reading = other.reading(ofPage: page), let range = other.range(ofPage: page) else {
            json.null()
            continue
          }
          json.value(
            written: writer.write(
              reading, index: page, text: other.text(ofPage: page) ?? "", start: range.lowerBound,
              place: other.place(ofPage: page) ?? range.lowerBound, revision: 0
            ) { other.note($0) })
        }
      }
    }
  }

  package var currentBook: (book: Book, design: PageDesign) { (book, paginator.design) }
}
