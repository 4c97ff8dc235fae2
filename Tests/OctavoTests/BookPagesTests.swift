import BookModel
import Design
import Foundation
import Octavo
import PageModel
import Pango
import Shaping
import TestSupport
import Testing
import Typesetting
import Units

/// Pages that a `Paginator` makes of whole books, against their text and the pages of the PDF.
@Suite struct `Pages of a book` {
  /// A Markdown book with notes, tables, pictures, code, lists and verse.
  static func markdown(_ folder: borrowing ManuscriptFolder) throws -> Book {
    struct Plate: Drawable {
      let size = PageSize(width: Length(points: 180), height: Length(points: 120))
      func draw(in context: DrawingContext) { context.fillDisc(x: 90, y: 60, radius: 50) }
    }
    try folder.write(Data(Renderer().png(Plate(), dotsPerInch: 96)), "plate.png")
    let filler = String(repeating: "The galley lay on the stone while the compositor went for his supper. ", count: 9)
    var text = "---\ntitle: A Printer's Year\n---\n"
    for chapter in 1...6 {
      text += "\n# Chapter \(chapter)\n\n"
      for paragraph in 1...7 {
        text += "\(filler)Here a note is called[^n\(chapter)x\(paragraph)], and the line goes on. \(filler)\n\n"
        text +=
          "[^n\(chapter)x\(paragraph)]: What the note of paragraph \(paragraph) in chapter \(chapter) says. \(paragraph == 3 ? filler + filler : "")\n\n"
        switch paragraph {
        case 1:
          text +=
            "| Month | Sheets | Reams |\n|---|--:|--:|\n"
            + (1...9).map { "| month \($0) | \($0 * 7) | \($0) |\n" }.joined() + "\n"
        case 2: text += "![a plate](plate.png \"The press in motion\")\n\n"
        case 4:
          text +=
            "- ink\n- paper, of which [more](https://example.org/paper) was to be had\n\n> A quotation that is set apart.\n\n"
        case 5: text += "```\nlet galley = set(type)\n```\n\n* * *\n\n"
        case 6: text += "```verse\nThe sedge has withered from the lake,\n    And no birds sing.\n```\n\n"
        default: break
        }
      }
    }
    try folder.write(text, "book.md")
    return try readBook(at: folder.path + "/book.md").book
  }

  /// Letters alone: page numbers, marks of notes and list numbers are no text.
  static func letters(_ text: String) -> String {
    String(String.UnicodeScalarView(text.unicodeScalars.filter(\.properties.isAlphabetic)))
  }

  static let sizes = [(148.0, 210.0), (105, 160), (216, 279)]

  /// Every page says what is drawn on it, ranges join without a gap, and all text is there.
  static func check(_ paginator: Paginator, _ name: String) throws {
    var end = 0
    var text = ""
    var notes: [Int: Int] = [:]
    for page in 0..<paginator.pageCount {
      let range = try #require(paginator.range(ofPage: page))
      #expect(range.lowerBound == end, "\(name), page \(page)")
      end = range.upperBound
      let said = try #require(paginator.text(ofPage: page))
      #expect(said.utf8.count == range.count)
      text += said
      let noted = paginator.noteTexts(ofPage: page).joined()
      // a picture may float to the next page with its caption, and a table says its head again
      func words(_ text: String) -> String {
        letters(text).replacing("Thepressinmotion", with: "").replacing("MonthSheetsReams", with: "")
      }
      #expect(words(PaginatorTests.drawn(paginator, page)) == words(said + noted), "\(name), page \(page)")
      for range in paginator.noteRanges(ofPage: page) { notes[range.lowerBound] = range.upperBound }
      if !range.isEmpty {
        #expect(
          paginator.page(containing: range.lowerBound) == page
            && paginator.page(containing: range.upperBound - 1) == page)
      }
    }
    #expect(end == paginator.textLength && text.utf8.count == end)
    // ranges of notes join, too
    var next = 0
    for start in notes.keys.sorted() {
      #expect(start == next, "\(name), notes")
      next = notes[start] ?? -1
    }
  }

  @Test(arguments: ["alice-pg11", "sonnets-pg1041", "ru-tolstoy-hadji-murat", "udhr-hi"])
  func `say what is drawn on them, on three sizes of page`(name: String) throws {
    guard let path = SharedBooks.path("books/txt/\(name).txt") else { return }
    let paginator = try Paginator(book: readBook(at: path).book)
    for (width, height) in Self.sizes {
      try paginator.set(design: PaginatorTests.design(width, height))
      try Self.check(paginator, name)
    }
  }

  @Test(arguments: PageDesign.NoteNumbers.allCases) func `with notes, tables and pictures do so as well`(
    numbers: PageDesign.NoteNumbers
  ) throws {
    let folder = try ManuscriptFolder()
    let book = try Self.markdown(folder)
    let paginator = try Paginator(book: book)
    for (width, height) in Self.sizes {
      var design = PaginatorTests.design(width, height)
      design.noteNumbers = numbers
      try paginator.set(design: design)
      try Self.check(paginator, "\(numbers)")
      #expect(paginator.warnings.isEmpty)
      let pictures = (0..<paginator.pageCount).flatMap { paginator.drawing(ofPage: $0)?.page.pictures ?? [] }
      #expect(pictures.count == 6 && pictures.allSatisfy { $0.file.hasSuffix("plate.png") })
    }
  }

  @Test func `keep notes at the end apart from the text`() throws {
    let folder = try ManuscriptFolder()
    var design = PaginatorTests.design()
    let book = try Self.markdown(folder)
    let paginator = try Paginator(book: book, design: design)
    let text = PaginatorTests.allText(paginator)
    design.hasEndnotes = true
    try paginator.set(design: design)
    #expect(!paginator.isSettled)
    #expect(PaginatorTests.allText(paginator) == text)
    let first = try #require((0..<paginator.pageCount).first { paginator.range(ofPage: $0)?.isEmpty == true })
    #expect(paginator.isSettled && paginator.chapters.last?.page == first && paginator.chapters.last?.title == "Notes")
    #expect((0..<first).allSatisfy { paginator.noteRanges(ofPage: $0).isEmpty })
    let notes = (first..<paginator.pageCount).flatMap { paginator.noteTexts(ofPage: $0) }.joined()
    #expect(
      notes.hasPrefix("What the note of paragraph 1 in chapter 1 says.") && notes.contains("7 in chapter 6 says."))
    #expect(paginator.text(ofPage: first) == "" && paginator.text(ofPage: .max) == nil)
  }

  /// What is drawn on the pages of the PDF's body.
  private static func printed(_ book: Book, _ design: PageDesign) async throws -> [String] {
    let fonts = BookBuilder.fontSource(folders: [])
    let list = try BookBuilder(book: book, design: design, fonts: fonts).pageList()
    let assembler = PageAssembler(
      list, shaper: Shaper(try FontConfiguration(xml: fonts.configuration, folders: fonts.folders)),
      compensatesWidths: false)
    var page = Page(size: list.design.trim, label: "")
    return list.pages.indices.filter { !list.pages[$0].isRoman }.map { index in
      assembler.assemble(index, into: &page)
      return page.runs.filter { !$0.isShape }.map { String(decoding: page.text[$0.text], as: UTF8.self) }.joined()
    }
  }

  @Test func `are those of the PDF, chapter by chapter`() async throws {
    let folder = try ManuscriptFolder()
    var books = [try Self.markdown(folder), PaginatorTests.chapters(9)]
    if let path = SharedBooks.path("books/txt/alice-pg11.txt") { books.append(try readBook(at: path).book) }
    for book in books {
      for numbers in PageDesign.NoteNumbers.allCases {
        var design = PageDesign(for: book)
        design.noteNumbers = numbers
        let printed = try await Self.printed(book, design)
        let paginator = try Paginator(book: book, design: design)
        let body = try #require((0..<paginator.pageCount).first { paginator.label(ofPage: $0) == "1" })
        let paged = (body..<paginator.pageCount).map { PaginatorTests.drawn(paginator, $0) }
        let title = book.metadata.title ?? "made"
        #expect(paged.count == printed.count, "\(title)")
        let others = zip(paged, printed).enumerated().filter { $0.element.0 != $0.element.1 }.map(\.offset)
        // a chapter that ends otherwise for the next one's sake moves a line
        #expect(others.count * 20 <= printed.count, "\(title): pages \(others)")
      }
    }
  }

  @Test func `before the body are numbered in roman, and the body begins on a recto`() throws {
    let folder = try ManuscriptFolder([
      "a.md": "<!-- octavo: front-matter -->\n# Preface\n\nBefore.\n\n# One\n\nThe body.\n\n# Two\n\nMore.\n"
    ])
    let book = try readBook(at: folder.path + "/a.md").book
    #expect(book.sections.first?.matter == .front)
    let paginator = try Paginator(book: book)
    let labels = (0..<paginator.pageCount).map { paginator.label(ofPage: $0) ?? "" }
    #expect(labels == ["i", "ii", "1", "2"])
    #expect(paginator.text(ofPage: 1) == "" && paginator.text(ofPage: 2) == "One\nThe body.\n")
    #expect(paginator.drawing(ofPage: 2)?.isRecto == true && paginator.page(containing: 20) == 2)
  }

  @Test func `that say how many there are are laid out before one is drawn`() throws {
    let book = PaginatorTests.chapters(5)
    var design = PageDesign()
    design.footer = "{page} of {pages}"
    let paginator = try Paginator(book: book, design: design)
    #expect(paginator.isPageAvailable(0) && !paginator.isSettled)
    #expect(PaginatorTests.drawn(paginator, 0).hasSuffix("1 of \(paginator.pageCount)"))
  }

  @Test func `print the addresses of links where the design wants them, and keep the place`() throws {
    let folder = try ManuscriptFolder()
    let book = try Self.markdown(folder)
    let paginator = try Paginator(book: book)
    let place = try #require(paginator.range(ofPage: 9)).lowerBound
    let words = String((paginator.text(ofPage: 9) ?? "").prefix(30))
    paginator.position = place
    var design = paginator.design
    design.addresses = .brackets
    try paginator.set(design: design)
    #expect(PaginatorTests.allText(paginator).contains("more [https://example.org/paper] was"))
    let page = try #require(paginator.currentPage)
    let range = try #require(paginator.range(ofPage: page))
    let found = PaginatorTests.allText(paginator).utf8.dropFirst(paginator.position)
    #expect(range.contains(paginator.position) && String(decoding: found, as: UTF8.self).hasPrefix(words))
  }

  @Test func `of a book that is read leftwards are bound at the right`() throws {
    guard let path = SharedBooks.path("books/txt/he-bialik-megillat-haesh.txt") else { return }
    let paginator = try Paginator(book: readBook(at: path).book)
    #expect(paginator.design.binding == .right)
    let controller = BookController(source: paginator, viewSize: BookControllerTests.landscape)
    #expect(
      controller.isRightToLeft && controller.leftPage == nil && controller.rightPage == nil
        || controller.leftPage?.index == 0)
    controller.next()
    #expect(controller.rightPage?.index == 1 && controller.leftPage?.index == 2)
  }

  @Test func `are divided as the design says`() async throws {
    let text = String(repeating: "The typographer bought typography, ", count: 60)
    func divided(_ paginator: Paginator) -> Bool {
      (0..<paginator.pageCount).contains { PaginatorTests.drawn(paginator, $0).contains("-") }
    }
    var design = PaginatorTests.design(80, 140)
    design.isJustified = true
    let paginator = try Paginator(text: text, design: design)
    #expect(divided(paginator))
    design.hyphenationExceptions = ["typographer", "typography"]
    try paginator.set(design: design)
    #expect(!divided(paginator))
    for bad in ["two words", "-x", "a\nb"] {
      design.hyphenationExceptions = ["good", bad]
      #expect(throws: LayoutError.hyphenationException(bad)) { try paginator.set(design: design) }
      await #expect(throws: BookError.layout(.hyphenationException(bad))) {
        try await makePDF(of: PaginatorTests.chapters(1), design: design)
      }
    }
  }

  @Test func `laid out with a progress end its reports`() async throws {
    let progress = Octavo.Progress()
    let paginator = try Paginator(book: PaginatorTests.chapters(5))
    try paginator.settle(progress: progress)
    var last = 0.0
    for await report in progress { last = report.fraction }
    #expect(last == 1 && paginator.isSettled)
    let stopped = Octavo.Progress()
    stopped.cancel()
    #expect(throws: LayoutError.cancelled) { try Paginator(book: PaginatorTests.chapters(5)).settle(progress: stopped) }
  }
}
