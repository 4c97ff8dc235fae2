import BookModel
import Design
import Files
import Foundation
import Manuscript
import Octavo
import TestSupport
import Testing
import Units

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

    > [!NOTE]
    > Type is lead.

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
    let said = String(decoding: data, as: UTF8.self)
    return withWords ? said.components(separatedBy: "\n").map(inReadingOrder).joined(separator: "\n") : said
  }

  /// Poppler tells a structure's words as the content stream has them, and that has what is written from right to
  /// left as it stands on the page, from the left (ISO 32000-1, 14.8.2.3.3, allows both). What a reader of the page
  /// does is done here: what stands from right to left is turned round, but for the figures in it.
  private func inReadingOrder(_ line: String) -> String {
    func isRightToLeft(_ scalar: Unicode.Scalar) -> Bool { (0x590...0x8FF).contains(scalar.value) }
    func isFigure(_ scalar: Unicode.Scalar) -> Bool { scalar.properties.numericType == .decimal }
    let scalars = Array(line.unicodeScalars)
    guard let first = scalars.firstIndex(where: isRightToLeft), let last = scalars.lastIndex(where: isRightToLeft)
    else { return line }
    // with other letters beside it, it is a few words of a line that goes from left to right
    let isWholeLine = !scalars.contains { $0.properties.isAlphabetic && !isRightToLeft($0) }
    let quotes = scalars.indices.filter { scalars[$0] == "\"" }
    let turned = isWholeLine && quotes.count == 2 ? quotes[0] + 1..<quotes[1] : first..<last + 1
    var words = String.UnicodeScalarView()
    var figures: [Unicode.Scalar] = []
    for scalar in scalars[turned].reversed() {
      guard isFigure(scalar) else {
        words.append(contentsOf: figures.reversed())
        words.append(scalar)
        figures = []
        continue
      }
      figures.append(scalar)
    }
    words.append(contentsOf: figures.reversed())
    return String(String.UnicodeScalarView(scalars[..<turned.lowerBound])) + String(words)
      + String(String.UnicodeScalarView(scalars[turned.upperBound...]))
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

  /// ISO 32000-1, 14.8.4.3.4: a head without a body is no table's structure, and UA-1 refuses it (7.2).
  @Test func `has a body below the head of a table that is all head`() async throws {
    let table = Table(columns: [.leading], head: [[[Inline("alone")]]], rows: [])
    let book = Book(sections: [Section(heading: Heading(title: [Inline("One")]), blocks: [.table(table)])])
    let builder = BookBuilder(book: book, design: PageDesign(), fonts: BookBuilder.fontSource(folders: []))
    let path = try MadeBooks.keep(try await builder.build().pdf)
    let plain = String(
      decoding: try outputOfProgram("qpdf", ["--qdf", "--object-streams=disable", path, "-"]), as: UTF8.self)
    #expect(plain.contains("/S /TH\n") && plain.contains("/S /TBody\n") && !plain.contains("/S /THead"))
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
      "Type is lead.",
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

  /// The structure's objects, one a line.
  private func elements(_ pdf: [UInt8]) throws -> [String] {
    let said = try outputOfProgram("qpdf", ["--qdf", "--object-streams=disable", try MadeBooks.keep(pdf), "-"])
    return String(decoding: said, as: UTF8.self).components(separatedBy: "endobj\n")
      .map { $0.split(whereSeparator: \.isWhitespace).joined(separator: " ") }
  }

  @Test func `says which words are of another language, and which paragraphs`() async throws {
    let text = """
      # One

      A word or two, [une phrase en français]{lang=fr} and <i lang="la">sub rosa</i>, a note[^a] and on.

      [Ein ganzer Absatz auf Deutsch.]{lang=de}

      [^a]: See [ibidem]{lang=la}.
      """
    let pdf = try await pdf(text) { $0.book.metadata.language = "en" }
    let found = try elements(pdf)
    #expect(found.count { $0.contains("/S /Span") && $0.contains("/Lang (fr)") } == 1)
    #expect(found.count { $0.contains("/S /Span") && $0.contains("/Lang (la)") } == 2)
    #expect(found.count { $0.contains("/S /P") && $0.contains("/Lang (de)") } == 1)
    #expect(found.count { $0.contains("/S /Span") } == 3)
    let said = try structure(pdf, withWords: true).replacing("\"", with: " ")
    let words = said.split(whereSeparator: \.isWhitespace).joined(separator: " ")
    #expect(words.contains("A word or two, Span (inline) une phrase en français and Span (inline) sub rosa , a note"))
  }

  @Test func `has a word that lines part as one for who listens, and hyphens of the manuscript as they are`()
    async throws
  {
    let words = Array(repeating: "incomprehensibilities counterrevolutionary", count: 12).joined(separator: " ")
    let pdf = try await pdf("# One\n\n\(words) rabbit-hole—and-then—so-on-it-went-for-ever-and-a-day-or-two.") {
      $0.book.metadata.language = "en"
      $0.standard = .ua1
    }
    let found = try elements(pdf).filter { $0.contains("/ActualText") && $0.contains("/S /Span") }
    #expect(!found.isEmpty)
    for element in found {
      #expect(
        element.contains("/ActualText (incomprehensibilities)")
          || element.contains("/ActualText (counterrevolutionary)"))
      let kids = try #require(element.split(separator: "/K [").last?.split(separator: "]").first)
      #expect(kids.split(separator: " ").count == 2, "\(element)")
    }
    // other readers would put the word in the place of both its parts
    let usual = try await self.pdf("# One\n\n\(words)") { $0.book.metadata.language = "en" }
    #expect(try elements(usual).allSatisfy { !$0.contains("/ActualText") })
    // no space stands within a word
    #expect(!(try structure(pdf, withWords: true)).contains("- "))
  }

  @Test func `has pictures among words where they stand, and none of ornaments`() async throws {
    let picture = MadeBooks.folder.appendingPathComponent("inline.svg")
    try FileManager.default.createDirectory(at: MadeBooks.folder, withIntermediateDirectories: true)
    try Data("<svg xmlns='http://www.w3.org/2000/svg' width='9' height='9'><rect width='9' height='9'/></svg>".utf8)
      .write(to: picture)
    let text = "# One\n\nBefore ![a star](PICTURE) between ![](PICTURE) after ![a moon](PICTURE)."
    let pdf = try await pdf(text.replacing("PICTURE", with: picture.path))
    let found = try elements(pdf).filter { $0.contains("/S /Figure") }
    #expect(found.count == 2)
    #expect(found.contains { $0.contains("/Alt (a star)") && $0.contains("/Placement /Inline") })
    let types = try structure(pdf, withWords: true).split(separator: "\n").map {
      $0.trimmingCharacters(in: .whitespaces)
    }
    let order = types.filter { $0.hasPrefix("\"") && $0.count > 2 || $0.hasPrefix("Figure") }
    #expect(order.lastIndex { $0.hasPrefix("Figure") } ?? 0 > order.firstIndex { $0.contains("between") } ?? 99)
    #expect(order.firstIndex { $0.hasPrefix("Figure") } ?? 99 < order.firstIndex { $0.contains("between") } ?? 0)
  }

  @Test(arguments: [
    ("![](PICTURE)", ["no words say what the picture shows"]),
    ("![](PICTURE)\n\nAnd\n\n![](PICTURE)", ["no words say what this picture shows, nor 1 more"]),
    ("![a star](PICTURE)", []), ("Among ![](PICTURE) words", []),
  ])
  func `asks once for words for pictures`(text: String, warnings: [String]) async throws {
    let picture = MadeBooks.folder.appendingPathComponent("wordless.svg")
    try FileManager.default.createDirectory(at: MadeBooks.folder, withIntermediateDirectories: true)
    try Data("<svg xmlns='http://www.w3.org/2000/svg' width='9' height='9'><rect width='9' height='9'/></svg>".utf8)
      .write(to: picture)
    let source = "# One\n\n" + text.replacing("PICTURE", with: picture.path)
    let reading = try readMarkdown([MarkdownInput(name: "book.md", bytes: Array(source.utf8))], options: .init())
    let builder = BookBuilder(
      book: reading.book, design: PageDesign(), fonts: BookBuilder.fontSource(folders: []))
    let said = try await builder.build().diagnostics.filter { $0.code == "no-alternative" }
    #expect(said.map(\.message) == warnings)
    var untagged = builder
    untagged.wantsTags = false
    #expect(try await untagged.build().diagnostics.allSatisfy { $0.code != "no-alternative" })
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
