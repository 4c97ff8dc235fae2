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

  @Test func `text of a document that nothing leads to, and of an imprint, is told`() throws {
    let reading = try read(
      """
      <section epub:type="copyright-page"><p>Copyright 2020 Jane Roe</p>
      <p>This is a work of fiction, and whoever finds himself in it has looked too long.</p></section>
      """)
    #expect(reading.report.leftOut.map(\.words) == [16])
    #expect(reading.diagnostics.map(\.code) == ["text-left-out"])
    #expect(reading.diagnostics.first?.help?.contains("--keep boilerplate") == true)
  }
}

extension String {
  fileprivate func components(of part: String) -> Int { ranges(of: part).count }
}
