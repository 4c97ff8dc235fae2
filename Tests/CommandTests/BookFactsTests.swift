import TestSupport
import Testing

/// What files of options know of a book, on the pages before its text.
@Suite("Facts of the book", .enabled(if: PDFText.reader != nil, "no pdftotext is here"))
struct BookFactsTests {
  private static let facts = """
    title: The Ford
    author: Jane Roe
    copyright: 2026
    edition: First edition
    printing: Second printing
    credits: [Cover by A. Painter]
    place: London
    publisher: River Press
    series: The River, Book 1
    cip: |
      Names: Roe, Jane.
      Title: The ford.
    also-by: [The Hill, The Sea]
    isbn: 978-1-23456-789-7
    keywords: [river, novel]

    """

  @Test("make a copyright page and a half title with other books on its back")
  func pages() throws {
    let folder = try Folder()
    try folder.put(Self.facts, in: "octavo.yaml")
    try folder.put("# One\n\nText.\n\n# Two\n\nText.\n", in: "book.md")
    let outcome = try Program.run(["book.md", "-o", "x.pdf", "--no-toc", "--header", "", "--footer", ""], in: folder)
    #expect(outcome.code == 0 && !outcome.said.contains("warning:"), "\(outcome.said)")
    let pages = try PDFText.of("x.pdf", in: folder).split(separator: "\u{C}", omittingEmptySubsequences: false)
      .map { $0.split(whereSeparator: \.isWhitespace).joined(separator: " ") }
    #expect(
      Array(pages.prefix(4)) == [
        "The Ford", "Also by Jane Roe The Hill The Sea", "The Ford Jane Roe River Press",
        "The Ford The River, Book 1 Jane Roe © 2026 Jane Roe First edition Second printing Cover by A. Painter London: River Press "
          + "Names: Roe, Jane. Title: The ford. ISBN 978-1-23456-789-7",
      ])
    let none = try Program.run(["book.md", "-o", "y.pdf", "--no-copyright-page", "--no-half-title"], in: folder)
    #expect(none.code == 0)
    #expect(!(try PDFText.of("y.pdf", in: folder).contains("First edition")))
  }

  @Test("that the manuscript has, too, are set once, as it has them")
  func twice() throws {
    let folder = try Folder()
    try folder.put(Self.facts + "dedication: To nobody\n", in: "octavo.yaml")
    try folder.put(
      "# Copyright\n\n© 2026 Jane Roe\n\n# Dedication\n\nTo my cat\n\n# One\n\nText.\n\n# Two\n\nText.\n", in: "book.md"
    )
    let outcome = try Program.run(["book.md", "-o", "x.pdf"], in: folder)
    let warnings = outcome.said.split(separator: "\n").filter { $0.contains("warning: ") }
    #expect(
      warnings == [
        "book.md:5:1: warning: the manuscript and its options each have a dedication: the manuscript's is set",
        "book.md:1:1: warning: the manuscript and its options each have a copyright page: the manuscript's is set",
      ], "\(outcome.said)")
    let text = try PDFText.of("x.pdf", in: folder)
    #expect(text.contains("To my cat") && !text.contains("nobody") && !text.contains("First edition"))
  }
}
