import BookModel
import Design
import Files
import Manuscript
import Octavo
import PageModel
import Testing
import Units

@Suite("A paginator")
struct PaginatorTests {
  /// Text alone on its pages, so that what is drawn can be compared with what is said.
  static func design(_ width: Double = 148, _ height: Double = 210) -> PageDesign {
    var design = PageDesign()
    design.trim = PageSize(width: Length(millimetres: width), height: Length(millimetres: height))
    if width < 120 { (design.inside, design.outside) = (Length(millimetres: 10), Length(millimetres: 10)) }
    design.header = ""
    design.footer = ""
    return design
  }

  static func allText(_ paginator: Paginator) -> String {
    (0..<paginator.pageCount).map { paginator.text(ofPage: $0) ?? "" }.joined()
  }

  /// Letters and digits of a text, which neither hyphens nor ornaments change.
  static func letters(_ text: String) -> String {
    String(
      String.UnicodeScalarView(
        text.unicodeScalars.filter { $0.properties.isAlphabetic || $0.properties.numericType != nil }))
  }

  /// The words of a page; outlines (a table's head said again) are none.
  static func drawn(_ paginator: Paginator, _ page: Int) -> String {
    guard let page = paginator.drawing(ofPage: page)?.page else { return "" }
    return page.runs.filter { !$0.isShape }.map { String(decoding: page.text[$0.text], as: UTF8.self) }.joined()
  }

  // MARK: Text and ranges

  @Test(
    "the pages of five books give back their text, on three sizes of page",
    arguments: [
      BookText.shared("alice-pg11"), .shared("sonnets-pg1041"), .shared("ru-tolstoy-hadji-murat"), .shared("udhr-hi"),
      .sample,
    ])
  func givesBack(book: BookText) throws {
    guard let bytes = try book.bytes() else { return }
    let text = String(decoding: bytes, as: UTF8.self)
    let paginator = try Paginator(text: text, design: Self.design())
    for (width, height) in [(148.0, 210.0), (105, 160), (216, 279)] {
      try paginator.set(design: Self.design(width, height))
      #expect(Array(Self.allText(paginator).utf8) == Array(text.utf8))
      var end = 0
      for page in 0..<paginator.pageCount {
        let range = try #require(paginator.range(ofPage: page))
        #expect(range.lowerBound == end)
        end = range.upperBound
      }
      #expect(end == text.utf8.count && paginator.textLength == end)
    }
  }

  @Test("what a page says is what is drawn on it")
  func saysWhatIsDrawn() throws {
    for book in [BookText.shared("alice-pg11"), .sample] {
      guard let bytes = try book.bytes() else { continue }
      let paginator = try Paginator(text: String(decoding: bytes, as: UTF8.self), design: Self.design())
      for page in 0..<paginator.pageCount {
        let said = Self.letters(paginator.text(ofPage: page) ?? "")
        #expect(Self.letters(Self.drawn(paginator, page)) == said, "page \(page)")
      }
    }
  }

  @Test("a book's pages give back its blocks as text, and notes apart")
  func book() throws {
    guard let bytes = try BookText.shared("pride-and-prejudice-pg1342").bytes() else { return }
    let reading = try readPlainBook(bytes)
    let paginator = try Paginator(book: reading.book, design: Self.design())
    let text = Self.allText(paginator)
    #expect(text.utf8.count == paginator.textLength)
    for page in stride(from: 0, to: paginator.pageCount, by: 7) {
      let notes = paginator.noteTexts(ofPage: page).joined()
      guard notes.isEmpty else { continue }
      #expect(Self.letters(Self.drawn(paginator, page)) == Self.letters(paginator.text(ofPage: page) ?? ""))
    }
  }

  @Test("a note has a range of its own, apart from the text")
  func notes() throws {
    let key = NoteKey(0)
    let paragraph = Paragraph(
      [
        Inline("Before the mark"), Inline(.noteReference(key), source: SourceLocation(offset: 0)),
        Inline(" and after."),
      ],
      source: SourceLocation(offset: 0))
    let note = Note(
      mark: "*", blocks: [.paragraph(Paragraph("What the note says."))], source: SourceLocation(offset: 0))
    let book = Book(sections: [Section(blocks: [.paragraph(paragraph)])], notes: [key: note])
    let paginator = try Paginator(book: book)
    #expect(paginator.text(ofPage: 0) == "Before the mark and after.\n")
    #expect(paginator.noteTexts(ofPage: 0) == ["What the note says.\n"])
    #expect(paginator.noteRanges(ofPage: 0) == [0..<20])
  }

  // MARK: Paragraphs

  @Test("paragraphs end at a carriage return, a line feed or both", arguments: ["\r", "\n", "\r\n"])
  func lineEnds(end: String) throws {
    let words = (1...9).map { "Paragraph number \($0) has a few words of its own." }
    let text = words.joined(separator: end) + end
    let paginator = try Paginator(text: text, design: Self.design())
    #expect(paginator.pageCount == 1)
    #expect(paginator.text(ofPage: 0).map { Array($0.utf8) } == Array(text.utf8))
    // every paragraph begins a line of its own
    let page = try #require(paginator.drawing(ofPage: 0)).page
    let baselines = Set(page.glyphs.map(\.y))
    #expect(baselines.count == 9)
  }

  @Test(
    "text of any characters comes back byte for byte",
    arguments: [
      "\u{FEFF}Mark first.\n\nThen text.", "a\u{0}b\u{1B}c\u{7F}d\u{85}e\n", "שלום עולם\r\rعالم\r", "日本語の文章です。二つ目の文。",
      "e\u{301}\u{301}\u{301} \u{1F469}\u{200D}\u{1F680} \u{202E}turned\u{202C}", "\n\n\n  Late.  \n\n\n",
      "one\u{2028}two\u{2029}three",
      "word", "\t\u{3000}ideographic", "“Quotes” -- and 'ticks' --- stay",
    ])
  func unicode(text: String) throws {
    let paginator = try Paginator(text: text)
    #expect(Array(Self.allText(paginator).utf8) == Array(text.utf8))
  }

  @Test("an empty text has no pages", arguments: ["", "\n", " \t\r\n ", "\u{A0}", "\u{FEFF}"])
  func empty(text: String) throws {
    let paginator = try Paginator(text: text)
    #expect(paginator.pageCount == 0 && paginator.lastKnownPage == nil && !paginator.isPageAvailable(0))
    #expect(
      paginator.text(ofPage: 0) == nil && paginator.range(ofPage: 0) == nil && paginator.page(containing: 0) == nil)
    #expect(paginator.drawing(ofPage: 0) == nil && paginator.currentPage == nil)
  }

  @Test("there is no page before the first or after the last")
  func outside() throws {
    let paginator = try Paginator(text: "One page.")
    #expect(!paginator.isPageAvailable(-1) && paginator.isPageAvailable(0) && !paginator.isPageAvailable(1))
    #expect(!paginator.isPageAvailable(.max) && !paginator.isPageAvailable(.min))
    #expect(
      paginator.page(containing: -1) == nil && paginator.page(containing: 9) == nil
        && paginator.page(containing: 8) == 0)
  }

  // MARK: As much as is asked for

  /// Chapters of a page or more each.
  static func chapters(_ count: Int) -> Book {
    let blocks = (0..<8).map { _ in
      Block.paragraph(Paragraph(String(repeating: "A sentence of seven words, no more. ", count: 14)))
    }
    return Book(
      sections: (0..<count).map { number in
        Section(
          heading: Heading(title: [Inline("Chapter \(number)")], source: SourceLocation(offset: 0)), blocks: blocks)
      })
  }

  @Test("no chapter is laid out before a page of it is asked for")
  func lazy() throws {
    let paginator = try Paginator(book: Self.chapters(20))
    #expect(paginator.lastKnownPage == nil)
    #expect(paginator.isPageAvailable(0))
    let first = try #require(paginator.lastKnownPage)
    #expect(first < 6 && !paginator.isSettled)
    #expect(paginator.isPageAvailable(first) && paginator.lastKnownPage == first)
    #expect(paginator.isPageAvailable(first + 1))
    #expect(try #require(paginator.lastKnownPage) < 2 * (first + 2))
    #expect(paginator.pageCount > 20 && paginator.isSettled)
    #expect(paginator.lastKnownPage == paginator.pageCount - 1)
    #expect(paginator.chapters.map(\.title) == (0..<20).map { "Chapter \($0)" })
  }

  @Test("text without headings is laid out in pieces of at most 200 pages, cut at paragraph ends")
  func pieces() throws {
    let paragraph = String(repeating: "There is nothing here that anyone would take for a heading. ", count: 12)
    let text = (0..<2_200).map { _ in paragraph }.joined(separator: "\n")
    let paginator = try Paginator(text: text, design: Self.design())
    #expect(paginator.isPageAvailable(0))
    let known = try #require(paginator.lastKnownPage)
    #expect(known > 100 && known < 200)
    #expect(paginator.pageCount > 350)
    #expect(Array(Self.allText(paginator).utf8) == Array(text.utf8))
    // the piece ends where a paragraph does, with a page as full as the others
    let next = try #require(paginator.range(ofPage: known + 1))
    #expect(Array(text.utf8)[next.lowerBound - 1] == 0x0A)
    func lines(_ page: Int) throws -> Int {
      Set(try #require(paginator.drawing(ofPage: page)).page.glyphs.map(\.y)).count
    }
    #expect(try lines(known) >= lines(known - 1) - 1)
    for page in 0..<paginator.pageCount { #expect(paginator.text(ofPage: page)?.isEmpty == false) }
  }

  // MARK: Changes

  @Test("another font, size or page keeps the reader's place")
  func keepsPlace() throws {
    let paginator = try Paginator(book: Self.chapters(6))
    let place = try #require(paginator.range(ofPage: 9)).lowerBound
    paginator.position = place
    let before = paginator.revision
    try paginator.set(font: "Liberation Serif", size: Length(points: 16))
    #expect(paginator.revision > before && paginator.lastKnownPage == nil)
    let page = try #require(paginator.currentPage)
    #expect(page > 9)
    #expect(try #require(paginator.range(ofPage: page)).contains(place))
    try paginator.set(pageSize: PageSize(width: Length(millimetres: 105), height: Length(millimetres: 160)))
    #expect(paginator.range(ofPage: try #require(paginator.currentPage))?.contains(place) == true)
  }

  @Test("a text that grew before the reader's place keeps the words there")
  func keepsWords() throws {
    let lines = (0..<400).map { "Line \($0) of a long text that is read from its first word to its last." }
    let paginator = try Paginator(text: lines.joined(separator: "\n"))
    paginator.position = try #require(paginator.range(ofPage: 5)).lowerBound
    let old = paginator.text(ofPage: 5) ?? ""
    paginator.set(text: (["A new beginning."] + lines).joined(separator: "\n"))
    let page = try #require(paginator.currentPage)
    let range = try #require(paginator.range(ofPage: page))
    let found = (paginator.text(ofPage: page) ?? "").utf8.dropFirst(paginator.position - range.lowerBound)
    #expect(String(decoding: found, as: UTF8.self).hasPrefix(old.prefix(20)))
    paginator.set(text: "Something else altogether.")
    #expect(paginator.position == 0 && paginator.currentPage == 0)
  }

  @Test("a design without room, or a font that is not there, is refused and changes nothing")
  func refuses() throws {
    let paginator = try Paginator(text: "Some text.")
    let design = paginator.design
    #expect(throws: LayoutError.self) { try paginator.set(font: "No Such Family") }
    #expect(throws: LayoutError.self) {
      try paginator.set(pageSize: PageSize(width: Length(millimetres: 45), height: Length(millimetres: 45)))
    }
    #expect(paginator.design == design && paginator.pageCount == 1)
  }

  @Test("a book's own fonts are opened for as long as it is shown")
  func fonts() throws {
    let paginator = try Paginator(text: "Some text.")
    #expect(paginator.fontSource.files.isEmpty)
    var book = Self.chapters(2)
    let file = try #require(paginator.reading(ofPage: 0)?.runs.first?.fontFile)
    book.fonts = [try readFile(file)]
    paginator.set(book: book)
    #expect(paginator.fontSource.files.count == 1 && paginator.pageCount > 0)
    book.fonts = []
    paginator.set(book: book)
    #expect(paginator.fontSource.files.isEmpty)
  }

  @Test("laying out all pages tells how far it is, and stops when told to")
  func settles() async throws {
    let paginator = try Paginator(book: Self.chapters(12))
    let progress = Progress()
    try paginator.settle(progress: progress)
    #expect(progress.last?.fraction == 1 && progress.last?.pagesDone == paginator.pageCount)
    try paginator.set(font: "Liberation Serif")
    let stopped = Progress()
    stopped.cancel()
    #expect(throws: LayoutError.cancelled) { try paginator.settle(progress: stopped) }
    #expect(paginator.lastKnownPage == nil)
  }
}
