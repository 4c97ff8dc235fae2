import BookModel
import EPUB
import Manuscript
import TestSupport
import Testing

/// What stands in the sections of title pages and is text of the author's, and documents that a spine names twice.
@Suite struct FrontTextTests {
  private static let chapter = "<h1>Chapter 1</h1><p>" + String(repeating: "A line of the story. ", count: 40) + "</p>"

  private func read(_ front: String) throws -> ManuscriptReading {
    try readEPUB(MadeArchive.book([front, Self.chapter, Self.chapter]), name: "book.epub", options: EPUBOptions())
  }
  private func words(_ book: Book) -> String {
    var words = ""
    book.visitText { inlines, _ in words += inlines.plainText + "|" }
    return words
  }

  @Test func `an epigraph and a dedication inside the title page's section have pages of their own`() throws {
    let typed = try read(
      """
      <section epub:type="titlepage"><h1>A Book</h1><p>Jane Roe</p><p>Harbour Press</p>
      <section epub:type="epigraph"><blockquote><p>Fog comes on little feet.</p></blockquote><p>— A Poet</p></section>
      <section epub:type="dedication"><p>To my mother</p></section></section>
      """)
    #expect(typed.book.sections.map(\.role) == [.epigraph, .dedication, .chapter, .chapter])
    let bare = try read(
      """
      <section epub:type="titlepage"><h1>A Book</h1><p>Jane Roe</p><p>To my mother, who waited.</p>
      <blockquote><p>Fog comes on little feet.</p></blockquote><p>— A Poet</p>
      <p>This edition restores the chapters that the first printer cut from the book.</p></section>
      """)
    #expect(bare.book.sections.map(\.role) == [.dedication, .epigraph, .titlePage, .chapter, .chapter])
    #expect(words(bare.book).contains("Fog comes on little feet.|— A Poet|This edition restores"))
    #expect(!words(bare.book).contains("Jane Roe") && bare.diagnostics == [])
  }

  @Test func `who publishes the book stands on its title page, told by a type or not`() throws {
    let typed = "<section epub:type=\"titlepage\"><h1>A Book</h1><p>Jane Roe</p><p>Harbour Press</p></section>"
    for front in [typed, "<p>A Book</p><p>Jane Roe</p><p>Harbour Press</p>"] {
      let book = try read(front).book
      #expect(book.sections.map(\.role) == [.chapter, .chapter])
      #expect(book.metadata.publisher == "Harbour Press")
    }
  }

  @Test func `a paragraph that says the title begins a text and is kept, and goes where it is a title page`() throws {
    let text = try read("<p>A Book</p><p>It was a book of few words, and nobody read it twice.</p>")
    #expect(words(text.book).hasPrefix("A Book|It was"))
    #expect(!words(try read("<p>A Book</p><p>by Jane Roe</p>").book).contains("A Book"))
  }

  @Test func `a document that stands twice in the spine is set twice, and that is said`() throws {
    let names = ["c0.xhtml", "c1.xhtml"]
    let package = MadeArchive.package(names).replacing(
      "<itemref idref=\"i1\"/>", with: "<itemref idref=\"i1\"/><itemref idref=\"i0\"/>")
    let bytes = MadeArchive.zip([
      ("mimetype", "application/epub+zip"), ("META-INF/container.xml", MadeArchive.container),
      ("EPUB/book.opf", package), ("EPUB/c0.xhtml", MadeArchive.page("<p>A refrain of the book.</p>")),
      ("EPUB/c1.xhtml", MadeArchive.page(Self.chapter)),
    ])
    let reading = try readEPUB(bytes, name: "book.epub", options: EPUBOptions())
    #expect(words(reading.book).components(of: "A refrain of the book.") == 2)
    #expect(reading.diagnostics.map(\.code) == ["epub-spine-twice"])
  }

  @Test func `a copyright page is the book's own, of an imprint without rights the text is told`() throws {
    let page = { (type: String, line: String) in
      """
      <section epub:type="\(type)"><p>\(line)</p>
      <p>This is set for them who find themselves in it and have looked too long at it.</p></section>
      """
    }
    let own = try read(page("copyright-page", "Copyright 2020 Jane Roe"))
    #expect(own.book.sections.first?.role == .imprint && own.report.leftOut.isEmpty && own.diagnostics.isEmpty)
    let reading = try read(page("imprint", "Made by many"))
    #expect(reading.report.leftOut.map(\.words) == [17])
    #expect(reading.diagnostics.map(\.code) == ["text-left-out"])
    #expect(reading.diagnostics.first?.help?.contains("--keep boilerplate") == true)
  }

  @Test func `edition, place in a series and credits of a title page stand on the copyright page`() throws {
    let book = try read(
      """
      <section epub:type="titlepage"><h1>A Book</h1><p class="subtitle">Pipes in Use</p><p>Second Edition</p>
      <p>Book Three</p><p>Jane Roe</p><p>Foreword by Tim Bell</p></section>
      """
    ).book
    #expect(book.metadata.subtitle == "Pipes in Use")
    #expect(book.metadata.titleLines == ["Book Three", "Second Edition", "Foreword by Tim Bell"])
  }

  @Test func `pages of a few words in front are told by these`() throws {
    let pages = [
      "<p>First published by Harbour Press</p><p>Copyright 2015 Jane Roe</p>", "<p><i>For my mother</i></p>",
      "<p>All mills grind.</p><p>— Old saying</p>", Self.chapter,
    ]
    let book = try readEPUB(MadeArchive.book(pages), name: "book.epub", options: EPUBOptions()).book
    #expect(book.sections.map(\.role) == [.imprint, .dedication, .epigraph, .chapter])
  }

  @Test func `a half title with the subtitle does not make the title one`() throws {
    let front =
      "<section epub:type=\"halftitlepage\"><hgroup><h2>A Book</h2><p>A Tale</p></hgroup></section>"
    #expect(try read(front).book.metadata.subtitle == "A Tale")
  }

  @Test func `a part and a book among others are no title page though the title has their words`() throws {
    let part = "<p class=\"t\"><b>PART ONE</b></p><p>A Book</p>"
    #expect(words(try read(part).book).contains("A Book"))
  }

  @Test func `a copyright page that names a free licence stays, and a colophon of one sentence`() throws {
    let page = "<section epub:type=\"copyright-page\"><p>Copyright 2020 J. Roe</p><p>Creative Commons.</p></section>"
    #expect(words(try read(page).book).contains("Creative Commons"))
    let colophon =
      "<section epub:type=\"colophon\"><p>The animal on the cover is the horse of a carter.</p></section>"
    #expect(words(try read(colophon).book).contains("The animal"))
  }

  @Test(arguments: [true, false])
  func `below the title a title page has the subtitle, before it a half title`(isTyped: Bool) throws {
    let type = { (name: String) in isTyped ? " epub:type=\"\(name)\"" : "" }
    let reading = try readEPUB(
      MadeArchive.book([
        "<section\(type("halftitlepage"))><p>A Book</p></section>",
        "<section\(type("titlepage"))><h1>A Book</h1><p>A Novel</p><p>Jane Roe</p></section>", Self.chapter,
      ]), name: "book.epub", options: EPUBOptions())
    #expect(reading.book.metadata.subtitle == "A Novel", "\(reading.book.metadata) \(reading.report.dropped)")
    #expect(reading.report.hasHalfTitle)
    #expect(reading.book.sections.map(\.role) == [.chapter])
  }
}

extension String {
  fileprivate func components(of part: String) -> Int { ranges(of: part).count }
}
