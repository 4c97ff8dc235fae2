import BookModel
import Foundation
import Manuscript
import Octavo
import PageDesign
import TestSupport
import Testing
import Units
import Verification

/// What a PDF says of its own make-up, as poppler reads it.
@Suite struct `A tagged PDF` {
  private static let text = """
    # One

    It was a quiet morning[^a] in the printing house, and the type lay sorted in its cases; nobody had
    called for the compositor yet, and [the galley](#two) was still upon its stone, as it had been all night long.

    - a stick
    - a forme

    | Month | Reams |
    |---|--:|
    | May | 7 |
    | June | |

    > What is set is set.

    ```verse
    The line is long,
    the stick is short.
    ```

    [^a]: A note below.

    ## Two {#two}

    The end of it, שלום עולם and on.

    # Three

    One heading alone would be the book's title, and those below it of the first level.
    """

  private func pdf(_ text: String = Self.text, _ adjust: (inout BookBuilder) -> Void = { _ in }) async throws -> [UInt8]
  {
    let reading = try readMarkdown([MarkdownInput(name: "book.md", bytes: Array(text.utf8))], options: .init())
    var book = reading.book
    book.metadata.title = "A Title"
    var builder = BookBuilder(book: book, design: PageDesign(), fonts: BookBuilder.fontSource(folders: []))
    adjust(&builder)
    return try await builder.build().pdf
  }

  /// Types of elements, each behind as many spaces as it is deep, or words without any.
  private func structure(_ pdf: [UInt8], withWords: Bool) throws -> String {
    let process = Process()
    process.executableURL = URL(fileURLWithPath: "/usr/bin/pdfinfo")
    process.arguments = [withWords ? "-struct-text" : "-struct", try MadeBooks.keep(pdf)]
    let pipe = Pipe()
    process.standardOutput = pipe
    try process.run()
    let data = pipe.fileHandleForReading.readDataToEndOfFile()
    process.waitUntilExit()
    return String(decoding: data, as: UTF8.self)
  }

  @Test func `has elements for what the book is made of`() async throws {
    let found = try structure(try await pdf(), withWords: false)
    let types = found.split(separator: "\n").map { $0.trimmingCharacters(in: .whitespaces) }
    for type in [
      "Document", "Sect", "H1", "H2", "P", "L", "LI", "Lbl", "LBody", "Table", "THead", "TR", "TH", "TBody", "TD",
      "BlockQuote", "Div", "Note", "Link",
    ] {
      #expect(types.contains { $0 == type || $0 == "\(type):" || $0.hasPrefix("\(type) ") }, "\(type)")
    }
  }

  @Test func `has empty cells, too, so that rows are of one length`() async throws {
    let types = try structure(try await pdf(), withWords: false).split(separator: "\n")
    #expect(types.count { $0.trimmingCharacters(in: .whitespaces).hasPrefix("TD") } == 4)
  }

  @Test func `tells how far cells reach and what heads a row`() async throws {
    var wide = Table.Cell([Inline("wide")], columns: 2)
    wide.isHead = true
    let table = Table(
      columns: [.leading, .leading, .leading], cells: [],
      rows: Table.grid(
        [[wide, Table.Cell([Inline("down")], rows: 2)], [Table.Cell([Inline("a")]), Table.Cell([Inline("b")])]],
        columns: 3))
    let book = Book(sections: [Section(heading: Heading(title: [Inline("One")]), blocks: [.table(table)])])
    let builder = BookBuilder(book: book, design: PageDesign(), fonts: BookBuilder.fontSource(folders: []))
    let path = try MadeBooks.keep(try await builder.build().pdf)
    let plain = String(
      decoding: try outputOfProgram("qpdf", ["--qdf", "--object-streams=disable", path, "-"]), as: UTF8.self)
    for key in ["/ColSpan 2", "/RowSpan 2", "/Scope /Row"] { #expect(plain.contains(key), "\(key)") }
    #expect(!plain.contains("/Scope /Column"))
  }

  @Test func `says the manuscript's words in their order`() async throws {
    let found = try structure(try await pdf(), withWords: true)
    let words = found.replacing("\"", with: " ").split(whereSeparator: \.isWhitespace).joined(separator: " ")
    let wanted = [
      "quiet morning", "printing house", "all night long", "A note below", "a stick", "Reams", "What is set",
      "The line is long", "The end of it", "שלום",
    ]
    var at = words.startIndex
    for phrase in wanted {
      guard let range = words[at...].firstRange(of: phrase) else {
        Issue.record("\(phrase)")
        continue
      }
      at = range.upperBound
    }
  }

  @Test(arguments: [("שָׁלוֹם לָעוֹלָם", "he"), ("सभी मनुष्यों को गौरव और अधिकारों के मामले में", "hi")])
  func `goes on behind signs that have a replacement text`(words: String, language: String) async throws {
    let found = try structure(
      try await pdf("\(words) 1234.") { $0.book.metadata.language = language }, withWords: true)
    let strings = found.split(separator: "\n").map { $0.trimmingCharacters(in: .whitespaces) }
      .filter { $0.hasPrefix("\"") }.joined()
    // poppler reads structure without replacement texts, but all behind them
    #expect(strings.contains("1234."), "\(strings)")
  }

  @Test func `is the same on one thread and on two, and says so in its metadata`() async throws {
    let one = try await pdf { $0.workers = 1 }
    let two = try await pdf { $0.workers = 2 }
    #expect(one == two && one.firstRange(of: Array("pdfuaid:part".utf8)) != nil)
    #expect(one.firstRange(of: Array("/ParentTree".utf8)) == nil, "it is packed")
  }

  @Test func `is not made where it is not wanted, for a press, or of spreads`() async throws {
    let ways: [(inout BookBuilder) -> Void] = [
      { $0.wantsTags = false }, { $0.target = .print }, { $0.design.isSpread = true },
    ]
    for adjust in ways {
      let pdf = try await pdf(Self.text, adjust)
      #expect(pdf.firstRange(of: Array("pdfuaid".utf8)) == nil)
      #expect(try structure(pdf, withWords: false).isEmpty)
    }
  }
}
