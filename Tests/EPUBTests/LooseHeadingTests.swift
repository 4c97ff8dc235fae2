import BookModel
import EPUB
import Manuscript
import TestSupport
import Testing

/// Chapters of files that call nothing a heading, as programs for page layout and word processors write them.
@Suite struct LooseHeadingTests {
  private func sections(_ bodies: [String], css: String = "", nav: [(String, String)] = []) throws -> [String] {
    let lines = nav.map { "<li><a href=\"\($1)\">\($0)</a></li>" }.joined()
    let contents =
      "<html xmlns:epub=\"http://www.idpf.org/2007/ops\"><body><nav epub:type=\"toc\"><ol>\(lines)</ol></nav></body></html>"
    let bytes = MadeArchive.book(
      bodies, css: css,
      items: "<item id=\"n\" href=\"n.xhtml\" properties=\"nav\" media-type=\"application/xhtml+xml\"/>",
      also: [("EPUB/n.xhtml", contents)])
    let book = try readEPUB(bytes, name: "book.epub").book
    return book.sections.map { section in
      let heading = [section.heading?.label.plainText ?? "", section.heading?.title.plainText ?? ""]
      return heading.filter { !$0.isEmpty }.joined(separator: "/") + ": \(section.blocks.count)"
    }
  }

  private let text = String(repeating: "<p>\(String(repeating: "Words of the text. ", count: 20))</p>", count: 4)

  @Test func paragraphsThatTheContentsNameAreHeadings() throws {
    let made = try sections(
      [
        "<p class=\"n\">1</p><p class=\"t\">The Beginning</p>\(text)",
        "<p class=\"n\">2</p><p class=\"t\">The End</p>\(text)",
      ], nav: [("1 The Beginning", "c0.xhtml"), ("2. The End", "c1.xhtml")])
    #expect(made == ["1/The Beginning: 4", "2/The End: 4"])
  }

  @Test func contentsThatLeadIntoADocumentPartItsChapters() throws {
    let body = "<p id=\"a\"><b>One</b></p>\(text)\(text)<p id=\"b\"><b>Two</b></p>\(text)\(text)"
    #expect(try sections([body], nav: [("One", "c0.xhtml#a"), ("Two", "c0.xhtml#b")]) == ["One: 8", "Two: 8"])
  }

  @Test func placesThatComeEveryFewLinesAreNoChapters() throws {
    let body = "<h2>Poems</h2>" + (1...9).map { "<h3 id=\"p\($0)\">Name \($0)</h3><p>Two lines.</p>" }.joined()
    let nav = [("Poems", "c0.xhtml")] + (1...9).map { ("Name \($0)", "c0.xhtml#p\($0)") }
    #expect(try sections([body, "<h2>Last</h2>\(text)"], nav: nav).count == 2)
  }

  @Test func boldAndCentredChapterOneIsAHeadingWhoeverMadeTheFile() throws {
    let css = ".c { text-align: center }"
    let body = "<p class=\"c\"><b>Chapter One</b></p>\(text)<p class=\"c\"><b>Chapter Two</b></p>\(text)"
    #expect(try sections([body], css: css) == ["Chapter One: 4", "Chapter Two: 4"])
  }

  @Test func headingsThatCountChaptersBeginPagesInsideDocuments() throws {
    let body = "<h2>CHAPTER I</h2>\(text)<h2>CHAPTER II</h2>\(text)"
    #expect(
      try sections(["<h1>A Book</h1>" + body, text + "<h2>CHAPTER III</h2>\(text)"]) == [
        "CHAPTER I: 4", "CHAPTER II: 8", "CHAPTER III: 4",
      ])
  }

  @Test func aNumberAboveAHeadingIsItsLabel() throws {
    let body = "<div><div><span>Chapter </span><span>1</span></div><h1>Arrival</h1></div>\(text)"
    #expect(try sections([body], nav: [("Chapter 1: Arrival", "c0.xhtml")]) == ["Chapter 1/Arrival: 4"])
    #expect(try sections([body]) == ["Chapter 1/Arrival: 4"])
  }

  @Test func classesNameHeadings() throws {
    let body = "<p class=\"Chapter-Number\">7</p><p class=\"Chapter-Title\">The <br/>End</p>\(text)"
    #expect(try sections([body]) == ["7/The End: 4"])
  }

  @Test func linesThatLeadToChaptersAreContentsWithoutSayingSo() throws {
    let body =
      "<p><a href=\"#a\">Chapter One</a></p><p><a href=\"#b\">Chapter Two</a></p>"
      + "<p class=\"c\" id=\"a\"><b>Chapter One</b></p>\(text)<p class=\"c\" id=\"b\"><b>Chapter Two</b></p>\(text)"
    #expect(try sections([body], css: ".c { text-align: center }") == ["Chapter One: 4", "Chapter Two: 4"])
  }

  @Test func rulesAtTheEndsOfChaptersAndHeadingsOfMovedNotesAreGone() throws {
    let body =
      "<h2>CHAPTER I</h2>\(text)<p>Word<a id=\"r\" href=\"#n\">[1]</a>.</p><h3>FOOTNOTES:</h3>"
      + "<div class=\"footnote\"><p><a id=\"n\" href=\"#r\">[1]</a> Note.</p></div><hr/>"
    #expect(try sections([body, "<h2>CHAPTER II</h2><hr/>\(text)"]) == ["CHAPTER I: 5", "CHAPTER II: 4"])
  }
}
