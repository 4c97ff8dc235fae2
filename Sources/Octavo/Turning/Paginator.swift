public import BookModel
public import Design
internal import Hyphen
internal import PageModel
internal import Pango
package import Typesetting
public import Units

/// Answers for any page of a book at any time, laying out no more than is asked for.
///
/// Pages count from 0; their printed folios from 1. Chapters are laid out whole and in
/// order, up to the one that holds the page asked for (long ones, and text without
/// headings, in pieces of at most ``mostPagesOfAPiece`` pages). What is laid out is kept
/// until text or design change: 32 bytes a line and the book's words, never pages.
///
/// Positions and ranges count UTF-8 bytes of the book's text in reading order. For text
/// set as a `String` that is the string itself. For a `Book` it is its blocks written
/// out: each paragraph, heading or line of verse ends with a line feed. The ranges of
/// all pages, in order, give back the text; notes have a text and ranges of their own.
///
/// Pages are those of the PDF that ``makePDF(of:design:fontFolders:workers:date:progress:)``
/// makes; title page, contents and lists among them where `makesFrontMatter` says so. The PDF's chapters know of each other, though:
/// where one ends a page sooner or later for the sake of those behind it, which are not laid out
/// here yet, pages differ from there on. Margins that depend on the number of pages (`insideByPageCount`) stay as they
/// are given.
///
/// For one thread at a time. A page costs well under a millisecond once its chapter is
/// laid out, and a chapter about a quarter of a millisecond a page.
public final class Paginator {
  /// Pages that are laid out at a time at most.
  public static let mostPagesOfAPiece = 200

  /// Page size, margins, font and the rest of the pages' look.
  public private(set) var design: PageDesign
  /// Counts changes of text and design: pages of another revision are other pages.
  public internal(set) var revision = 0
  /// Where the reader is, as a byte of the text. Kept when the design changes; when the
  /// text does, the words that stood there are looked for in the new one. On pages that octavo makes it is
  /// below 0: -1 for page 0, -2 for page 1.
  public var position = 0
  /// Folders searched for fonts besides the system's.
  public let fontFolders: [String]
  /// Whether there are the pages that octavo makes before the text, as the design has them: half title, title,
  /// copyright, contents, list of figures; and a colophon. They have no bytes of the text.
  public let makesFrontMatter: Bool

  var text = BookText(Book()) { didSet { (knownStarts, knownContents) = (nil, nil) } }
  /// The book as it was set; nil for plain text.
  private var book: Book?
  var fonts: FontConfiguration
  let dictionaries: HyphenationDictionaries
  var layout: IncrementalLayout?

  /// A run of pages laid out together.
  struct Piece {
    var firstPage: Int
    /// One, unless they share pages.
    var sections: Range<Int>
    /// Of the section where it is one.
    var blocks: Range<Int>
    var range: Range<Int>
  }
  var pieces: [Piece] = []
  /// First byte of each page that is laid out.
  var starts: [Int] = []
  /// Byte after the last page that is laid out.
  var end = 0
  /// For each page the notes on it: which, and the byte of the notes' text at which its first line there begins.
  var noteLines: [[(note: Int, start: Int)]] = []
  /// A last section that the design makes of the notes; known once layout has begun.
  var endnotes: Section?
  /// Sections that share pages; known once layout has begun.
  var runs: [Range<Int>] = []
  var nextSection = 0
  var nextBlock = 0
  var frontIsLaidOut = false
  /// Pieces that are off their pages since the text was edited before them, by where they begin.
  var keptPieces: [PieceStart: KeptPiece] = [:]
  /// Sections that stand among the pages that octavo makes.
  var frontSections = 0
  var writtenPiece: (piece: Int, bytes: [UInt8])?
  /// Where sections begin in the text, and those with a title; found when they are asked for.
  var knownStarts: [Int]?
  var knownContents: [ContentsEntry]?

  /// The book's own fonts, kept as long as pages are drawn with them.
  private var embedded: EmbeddedFonts?

  /// A paginator without text.
  ///
  /// Throws where the design has no room for text or names a font that is not there.
  public init(
    design: PageDesign = PageDesign(), fontFolders: [String] = [], makesFrontMatter: Bool = false
  ) throws(LayoutError) {
    self.design = design
    self.fontFolders = fontFolders
    self.makesFrontMatter = makesFrontMatter
    dictionaries = HyphenationDictionaries()
    fonts = try Paginator.check(design, fontFolders, nil)
  }

  /// The same book in the same design, with nothing laid out.
  init(_ other: Paginator) {
    (design, fontFolders, makesFrontMatter) = (other.design, other.fontFolders, other.makesFrontMatter)
    (fonts, dictionaries, embedded) = (other.fonts, other.dictionaries, other.embedded)
    (text, book, position) = (other.text, other.book, other.position)
    (knownStarts, knownContents) = (other.knownStarts, other.knownContents)
  }

  /// A paginator of plain text.
  ///
  /// Throws where the design has no room for text or names a font that is not there.
  public convenience init(
    text: String, design: PageDesign = PageDesign(), fontFolders: [String] = []
  ) throws(LayoutError) {
    try self.init(design: design, fontFolders: fontFolders)
    set(text: text)
  }

  /// A paginator of a book.
  ///
  /// Throws where the design has no room for text or names a font that is not there.
  /// - Parameters:
  ///   - book: what is laid out; its pictures are named by paths from the working folder.
  ///   - design: nil for the book's own (`PageDesign(for: book)`).
  ///   - fontFolders: searched for fonts besides the system's.
  ///   - makesFrontMatter: title page, contents and the like come first, as in the PDF.
  public convenience init(
    book: Book, design: PageDesign? = nil, fontFolders: [String] = [], makesFrontMatter: Bool = false
  ) throws(LayoutError) {
    try self.init(
      design: design ?? PageDesign(for: book), fontFolders: fontFolders, makesFrontMatter: makesFrontMatter)
    set(book: book)
  }

  /// Opens the fonts, or looks again in those that are open.
  private static func check(
    _ design: PageDesign, _ folders: [String], _ known: FontConfiguration?
  ) throws(LayoutError) -> FontConfiguration {
    do { try design.validate() } catch { throw .design(error) }
    _ = try LayoutError.exceptions(of: design)
    let source = BookBuilder.fontSource(folders: folders)
    var fonts = known
    if fonts == nil {
      do { fonts = try FontConfiguration(xml: source.configuration, folders: source.folders) } catch {
        throw .fontsUnavailable
      }
    }
    guard let fonts else { throw .fontsUnavailable }
    do { try BookTypesetter.checkFamilies(of: design, in: fonts) } catch { throw LayoutError(error) }
    return fonts
  }

  // MARK: Text and look

  /// Sets the book's text. Paragraphs end at carriage returns, line feeds or both; in
  /// text with blank lines these do, and lines between them are one paragraph where the
  /// file is wrapped. Chapter headings are recognised. Linear in the text.
  /// - Parameters:
  ///   - text: at most 2 GB.
  ///   - title: for running heads; nil for what the text calls itself, if it does.
  ///   - author: the same.
  ///   - language: a BCP 47 tag such as `en`; nil to find it out.
  public func set(text: String, title: String? = nil, author: String? = nil, language: String? = nil) {
    book = nil
    change(to: BookText(text: text, title: title, author: author, language: language))
  }

  /// Sets a book. Its pictures are looked at, not read.
  ///
  /// Where it is the book there was with an edit, the pages of all sections that did not change stay as they are,
  /// unless those behind it open on the other side now; the reader stays at the same words.
  public func set(book: Book) {
    takeFonts(of: book)
    self.book = book
    let new = text(of: book)
    let same = text.sectionsAlike(in: new, design)
    guard let moved = text.place(position, movedTo: new, same) else { return change(to: new) }
    position = (moved.isSure ? nil : found(passage(), in: new)) ?? moved.place
    let old = text
    text = new
    startAgain(keeping: same, of: old)
  }

  private func text(of book: Book) -> BookText {
    BookText(book.printingAddresses(design.addresses).settlingAsides(for: design).measuringFolios(for: design))
  }

  /// Opens the fonts that a book brings along, which stay as long as it.
  private func takeFonts(of new: Book) {
    guard new.fonts != book?.fonts ?? [] else { return }
    let own = EmbeddedFonts(new.fonts)
    let source = BookBuilder.fontSource(folders: fontFolders)
    guard let opened = try? FontConfiguration(xml: source.configuration, folders: source.folders, files: own.paths)
    else { return }
    (fonts, embedded) = (opened, own)
  }

  /// Where fonts are looked for.
  package var fontSource: FontSource {
    var source = BookBuilder.fontSource(folders: fontFolders)
    source.files += embedded?.paths ?? []
    return source
  }

  /// Sets page size, margins, font and all else at once.
  ///
  /// Throws where the design has no room for text or names a font that is not there;
  /// pages then stay as they were.
  public func set(design: PageDesign) throws(LayoutError) {
    guard design != self.design else { return }
    fonts = try Paginator.check(design, fontFolders, fonts)
    let (says, hadRoom) = (self.design.addresses, self.design.hasRoomInMargin)
    // printed addresses are text, and so is what the margin has no room for, and numbers of pages
    if let book,
      says != design.addresses || hadRoom != design.hasRoomInMargin && book.holdsAsides || book.refersToPages
    {
      let passage = passage()
      self.design = design
      change(to: text(of: book), passage: passage)
    } else {
      self.design = design
      startAgain()
    }
  }

  /// Sets the font. Throws as ``set(design:)`` does.
  /// - Parameters:
  ///   - family: its name as `octavo fonts` lists it.
  ///   - size: nil for the one there is.
  ///   - leading: baseline to baseline; nil for 14/11 of the size, or the one there is where the size stays.
  public func set(font family: String, size: Length? = nil, leading: Length? = nil) throws(LayoutError) {
    var design = design
    design.family = family
    if let size {
      design.size = size
      design.leading = size.scaled(by: 14.0 / 11.0)
    }
    if let leading { design.leading = leading }
    try set(design: design)
  }

  /// Sets the size of the page; margins stay as they are. Throws as ``set(design:)`` does.
  public func set(pageSize: PageSize) throws(LayoutError) {
    var design = design
    design.trim = pageSize
    try set(design: design)
  }

  private func change(to new: BookText) { change(to: new, passage: passage()) }

  private func change(to new: BookText, passage: [UInt8]?) {
    if position >= 0 { position = found(passage, in: new) ?? 0 }
    text = new
    startAgain()
  }

  /// The place of a passage in another text; where it has changed, its beginning may still be there.
  private func found(_ passage: [UInt8]?, in new: BookText) -> Int? {
    for length in [80, 40, 20] {
      if let place = passage.flatMap({ new.find(Array($0.prefix(length)), near: position) }) { return place }
    }
    return nil
  }

  /// The words at the reader's position, by which it is found in another text.
  private func passage() -> [UInt8]? {
    guard position > 0, let page = page(containing: position), let range = range(ofPage: page),
      let words = text(ofPage: page)
    else { return nil }
    var passage = Array(words.utf8.dropFirst(position - range.lowerBound).prefix(80))
    // a short page ends soon
    if passage.count < 80, let more = text(ofPage: page + 1) { passage += more.utf8.prefix(80 - passage.count) }
    return passage.count < 8 ? nil : passage
  }

  func startAgain() {
    layout = nil
    keptPieces = [:]
    frontIsLaidOut = false
    pieces = []
    starts = []
    noteLines = []
    writtenPiece = nil
    endnotes = nil
    (end, nextSection, nextBlock, frontSections) = (0, 0, 0, 0)
    revision += 1
  }

  // MARK: Pages

  /// The last page that is laid out; nil before any is.
  public var lastKnownPage: Int? { starts.isEmpty ? nil : starts.count - 1 }

  /// Whether all pages are laid out.
  public var isSettled: Bool { nextSection >= sectionCount && !needsEndnotes }

  var sectionCount: Int { text.book.sections.count + (endnotes == nil ? 0 : 1) }
  /// Endnotes are wanted, and not made because nothing is laid out yet.
  private var needsEndnotes: Bool {
    layout == nil && !text.book.sections.isEmpty && design.hasEndnotes(text.notes)
  }

  /// How many pages there are. Lays out all of them.
  public var pageCount: Int {
    while layOutNext() {}
    return starts.count
  }

  /// Lays out all pages, telling how far it has come.
  ///
  /// Throws `LayoutError.cancelled` where the progress was; what is laid out by then stays.
  public func settle(progress: Progress) throws(LayoutError) {
    defer { progress.finish() }
    let sections = max(text.book.sections.count, 1)
    while true {
      guard !progress.isCancelled else { throw .cancelled }
      guard layOutNext() else { break }
      progress.report(
        Double(nextSection) / Double(sections), .settingLines, pagesDone: starts.count, pageCount: nil)
    }
    progress.report(1, .settingLines, pagesDone: starts.count, pageCount: starts.count)
  }

  /// Whether the book has a page; lays out up to its chapter.
  public func isPageAvailable(_ page: Int) -> Bool {
    guard page >= 0 else { return false }
    while page >= starts.count, layOutNext() {}
    return page < starts.count
  }

  /// The bytes of the text that stand on a page, white space and line ends between it and the next
  /// page included; nil where there is no such page. Empty for a blank page. The caption of a
  /// picture that floated to the page counts to the page before, as it does in the text.
  public func range(ofPage page: Int) -> Range<Int>? {
    guard isPageAvailable(page) else { return nil }
    return starts[page]..<(page + 1 < starts.count ? starts[page + 1] : end)
  }

  /// The text of a page; nil where there is no such page.
  public func text(ofPage page: Int) -> String? {
    guard let range = range(ofPage: page) else { return nil }
    guard !range.isEmpty else { return "" }
    if let bytes = text.given(range) { return String(decoding: bytes, as: UTF8.self) }
    let index = pieceIndex(ofPage: page)
    let piece = pieces[index]
    if writtenPiece?.piece != index {
      let bytes = text.bytes(
        of: piece.sections, blocks: piece.blocks, start: piece.range.lowerBound, end: piece.range.upperBound)
      writtenPiece = (index, bytes)
    }
    let bytes = writtenPiece?.bytes ?? []
    let local = range.lowerBound - piece.range.lowerBound..<range.upperBound - piece.range.lowerBound
    return String(decoding: bytes[local.clamped(to: 0..<bytes.count)], as: UTF8.self)
  }

  /// The page on which a byte of the text stands; nil outside the text. Lays out up to it.
  public func page(containing position: Int) -> Int? {
    guard position >= 0 else { return nil }
    while position >= end, layOutNext() {}
    guard position < end else { return nil }
    let next = starts.lowerBound { $0 <= position }
    return next > 0 ? next - 1 : nil
  }

  /// The page at which the reader is; nil for an empty book.
  public var currentPage: Int? { index(ofPlace: position) ?? (isPageAvailable(0) ? lastKnownPage : nil) }

  /// The printed folio of a page.
  public func label(ofPage page: Int) -> String? { isPageAvailable(page) ? layout?.label(ofPage: page) : nil }

  /// What was noticed by now: pictures that are not there, missing glyphs, words wider than
  /// the measure. Offsets of their sources are bytes of the text.
  public var warnings: [Diagnostic] { text.pictureWarnings + (layout?.diagnostics ?? []) }

  /// What pages and lines that are laid out had to yield: offsets of their sources are bytes of the text.
  package var yields: [Diagnostic] { layout?.yields ?? [] }

  /// Chapters that are laid out, with the pages on which they begin.
  public var chapters: [(title: String, page: Int)] { layout?.chapters.map { ($0.title, $0.page) } ?? [] }

  /// Bytes of the whole text; lays out nothing.
  public var textLength: Int { text.count() }

  // MARK: Drawing

  /// A page to draw; nil where there is no such page. Lays out all pages where head or foot
  /// say how many there are (`{pages}`).
  public func drawing(ofPage page: Int) -> TypesetPage? {
    if design.printsPageCount { while layOutNext() {} }
    guard isPageAvailable(page), let layout else { return nil }
    var made = Page(size: design.trim, label: "")
    layout.assemble(page, into: &made)
    return TypesetPage(page: made, isRecto: layout.isRecto(page))
  }
}
