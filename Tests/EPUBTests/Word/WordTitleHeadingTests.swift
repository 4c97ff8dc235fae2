import BookModel
import Manuscript
import TestSupport
import Testing
import Word

private let prose = MadeWord.paragraph(
  "It was raining in Bristol, and the ford was under water before the post came down the hill at nine, and nobody was there."
)

private func heading(_ words: String, _ level: Int = 1) -> String { MadeWord.paragraph(words, style: "H\(level)") }
private func centred(_ words: String) -> String { MadeWord.paragraph(words, "<w:jc w:val=\"center\"/>") }

private func read(_ body: String, title: String? = nil, author: String? = nil, properties: String? = nil) throws
  -> ManuscriptReading
{
  let styles = MadeWord.styles([("H1", "heading 1"), ("H2", "heading 2"), ("T", "Title"), ("S", "Subtitle")])
  var options = WordOptions()
  (options.title, options.author) = (title, author)
  return try readWord(MadeWord.file(body, parts: [styles], properties: properties), name: "t.docx", options: options)
}

private let chapters = heading("Chapter One") + prose + heading("Chapter Two") + prose

/// Headings of the sections.
private func heads(_ book: Book) -> [String?] { book.sections.map { $0.heading?.plainText } }

@Suite("Titles of Word that are headings")
struct WordTitleHeadingTests {
  @Test(
    "A heading above all others with the author's name below it is the book's title, with no page's end as well",
    arguments: [
      ["Jane Roe"], ["by Jane Roe"], ["A Novel", "by Jane Roe"], ["A Novel", "Jane Roe"], ["A Novel by Jane Roe"],
      ["by", "Jane Roe"],
    ])
  func above(lines: [String]) throws {
    let title = heading("The Quiet Press")
    for names in [lines.map { MadeWord.paragraph($0) }.joined(), lines.map { heading($0, 2) }.joined()] {
      if names.contains("H2"), !lines.joined().contains("by") { continue }
      let book = try read(title + names + chapters).book
      #expect(book.metadata.title == "The Quiet Press" && book.metadata.authors == ["Jane Roe"], "\(names)")
      #expect(book.metadata.subtitle == (lines[0].hasPrefix("A Novel") ? "A Novel" : nil))
      #expect(heads(book) == ["Chapter One", "Chapter Two"])
    }
  }

  @Test("Chapters that are no `Chapter One` leave it the title")
  func uncounted() throws {
    let text = heading("The Cart") + prose + heading("The Snow") + prose
    let book = try read(heading("The Quiet Press") + MadeWord.paragraph("Jane Roe") + text).book
    #expect(book.metadata.title == "The Quiet Press" && heads(book) == ["The Cart", "The Snow"])
  }

  @Test("A title with nothing below it, above a chapter that says so, is one")
  func alone() throws {
    let book = try read(heading("The Quiet Press") + chapters).book
    #expect(book.metadata.title == "The Quiet Press" && heads(book) == ["Chapter One", "Chapter Two"])
    // but a part is none, where others are
    let parts = try read(heading("The Sea") + chapters + heading("The Land") + chapters).book
    #expect(parts.sections.count == 6)
  }

  @Test("Lines of a copyright page below the name stay pages before the text")
  func imprint() throws {
    let lines = ["Jane Roe", "Copyright © 2026 by Jane Roe"].map { MadeWord.paragraph($0) }.joined()
    let book = try read(heading("The Quiet Press") + lines + chapters).book
    #expect(book.metadata.authors == ["Jane Roe"])
    #expect(book.sections.map(\.role) == [.imprint, .chapter, .chapter])
  }

  @Test("Stories of several writers, each with a name below its heading, stay chapters")
  func stories() throws {
    let body = heading("The Cart") + MadeWord.paragraph("Jane Roe") + heading("I", 2) + prose
    let other = heading("The Snow") + MadeWord.paragraph("Max Price") + heading("I", 2) + prose
    let book = try read(body + other).book
    #expect(book.metadata.title == nil && heads(book).contains("The Cart") && heads(book).contains("The Snow"))
  }

  @Test("Whoever tells a chapter is no author")
  func tellers() throws {
    let body = heading("The Quiet Press") + heading("Jane Roe", 2) + prose + heading("Max Price", 2) + prose
    let book = try read(body).book
    #expect(book.metadata.authors.isEmpty && heads(book) == ["Jane Roe", "Max Price"])
  }

  @Test(
    "What a line says of the book and who wrote it are two things",
    arguments: [
      ("A Novel by Jane Roe", "A Novel"), ("a novel by Jane Roe", "a novel"), ("Stories by Jane Roe", "Stories"),
      ("A Collection of Stories by Jane Roe", "A Collection of Stories"), ("Roman von Jane Roe", "Roman"),
    ])
  func kinds(line: String, kind: String) throws {
    for words in [MadeWord.paragraph(line, style: "S"), centred(line)] {
      let book = try read(MadeWord.paragraph("The Quiet Press", style: "T") + words + chapters).book
      #expect(book.metadata.subtitle == kind && book.metadata.authors == ["Jane Roe"])
      #expect(book.sections.count == 2)
    }
    let plain = try read(centred("The Quiet Press") + centred(line) + MadeWord.pageBreak + chapters).book
    #expect(plain.metadata.subtitle == kind && plain.metadata.authors == ["Jane Roe"])
    #expect(plain.metadata.title == "The Quiet Press")
  }

  @Test("A typed title page makes room for the title that is given", arguments: ["The Quiet Press"])
  func given(title: String) throws {
    let page = centred("THE QUIET PRESS") + centred("Jane Roe") + MadeWord.pageBreak
    for author in [nil, "Jane Roe"] {
      let reading = try read(page + chapters, title: title, author: author)
      #expect(reading.book.metadata.title == title && reading.book.metadata.authors == ["Jane Roe"])
      #expect(heads(reading.book) == ["Chapter One", "Chapter Two"] && !reading.report.hasHalfTitle)
    }
  }

  @Test("A first page that is no title's stays where a title is given")
  func noTitle() throws {
    let page = centred("Many years ago, before the flood") + MadeWord.pageBreak
    #expect(try read(page + chapters, title: "The Quiet Press").book.sections.count == 3)
  }

  @Test(
    "Numbered headings with sections of no number below them are chapters, and so are those with words of their own",
    arguments: [("1. Type", "2. Paper", true), ("Type", "Paper", true), ("Type", "Paper", false)])
  func sections(first: String, second: String, hasLead: Bool) throws {
    func chapter(_ words: String) -> String {
      heading(words) + (hasLead ? prose : "") + heading("What you need", 2) + prose + heading("How it goes", 2) + prose
    }
    let book = try read(chapter(first) + chapter(second)).book
    #expect(
      book.sections.map(\.role)
        == (hasLead ? [.chapter, .chapter] : [.part, .chapter, .chapter, .part, .chapter, .chapter]))
  }
}
