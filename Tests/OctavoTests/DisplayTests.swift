import BookModel
import Design
import PageModel
import TestSupport
import Testing
import Typesetting
import Units

@Suite struct `Text set apart` {
  static let source = SourceLocation(offset: 0)
  func paragraph(_ text: String, _ placement: Paragraph.Placement = .justified) -> Block {
    .paragraph(Paragraph([Inline(text)], placement: placement, source: Self.source))
  }
  func verse(_ lines: String...) -> Block {
    .verse(Verse([Verse.Stanza(lines.map { Verse.Line([Inline($0)]) })]))
  }

  /// First glyph of each line of the body: where it stands and what the line says.
  func lines(_ book: SetBook) throws -> [(x: Double, y: Double, text: String)] {
    try book.runs().flatMap { page in
      Dictionary(grouping: page) { ($0.y * 2).rounded() }.values.map { runs in
        let runs = runs.sorted { $0.x < $1.x }
        return (runs[0].x, runs[0].y, runs.map(\.text).joined())
      }.sorted { $0.y < $1.y }
    }
  }

  @Test func `a mark above or within its letter is raised, not dropped`() async throws {
    // the sheva of a final kaf stands inside the letter
    let book = try await setBook([paragraph("דָעַךְ לֶךְ")])
    let page = try #require(book.bodyPages.first)
    let ys = page.runs.filter { String(decoding: page.text[$0.text], as: UTF8.self).unicodeScalars.contains("ך") }
      .flatMap { page.glyphs[$0.glyphs].map(\.y) }
    let lowest = try #require(ys.max())
    let baseline = book.list.design.top.points + Double(book.list.firstBaseline) / 1024
    #expect(abs(lowest - baseline) < 0.1)
    #expect(ys.contains { $0 < baseline - 1 })
  }

  @Test func `a title of two lines has them of about one length`() async throws {
    let made = try await make(
      readPlainBook(
        Array(
          "The Adventures of Sherlock Holmes\n\nby Arthur Conan Doyle\n\n\n\nCHAPTER I\n\nText.\n\n\nCHAPTER II\n\nMore text.\n"
            .utf8)),
      design: PageDesign())
    let title = try #require(try made.inspection().runs().first)
    let lines = Dictionary(grouping: title) { $0.y.rounded() }.sorted { $0.key < $1.key }.map {
      $0.value.map(\.text).joined()
    }
    #expect(lines.prefix(2).map { $0.filter { $0 != " " } } == ["TheAdventures", "ofSherlockHolmes"])
  }

  @Test func `the end stands a row below what it ends`() async throws {
    let lines = try lines(
      await setBook([paragraph("It was so."), paragraph("And it ended."), paragraph("THE END", .centred)]))
    let rows = lines.map { (($0.y - lines[0].y) / 14).rounded() }
    #expect(rows == [0, 1, 3])
  }

  @Test func `centred lines stand together, but for who is quoted`() async throws {
    let words = ["For my mother,", "who read every draft", "and my father"]
    let close = try lines(await setBook(words.map { paragraph($0, .centred) }))
    #expect(close.map { (($0.y - close[0].y) / 14).rounded() } == [0, 1, 2])
    let quoted = try lines(await setBook((words.prefix(2) + ["— after a poet"]).map { paragraph($0, .centred) }))
    #expect(quoted.map { (($0.y - quoted[0].y) / 14).rounded() } == [0, 1, 3])
  }

  @Test(arguments: [
    ("“That is not right,” said he.", true), ("said the Caterpillar.", false), ("—and so on.", false),
    ("Then he went.", true),
  ])
  func `a new sentence behind verse is a new paragraph`(text: String, isIndented: Bool) async throws {
    let lines = try lines(
      await setBook([paragraph("It was so."), verse("How doth the little", "crocodile"), paragraph(text)]))
    let last = try #require(lines.last)
    let (left, em) = (lines[0].x, 11.0)
    #expect((last.x > left + em * 0.8) == isIndented)
  }

  @Test func `a quotation hangs behind a dash as behind a space`() async throws {
    // lines begin with each word in turn
    let text = "some said—“You do not know the half”—and so it was; he, for one, said “Never you mind” to them "
    let book = try await setBook(
      (0..<40).map { paragraph(String(repeating: "mi ", count: $0) + String(repeating: text, count: 3)) })
    let left = try lines(book)[1].x
    let quoted = try lines(book).filter { $0.text.hasPrefix("“") }
    #expect(quoted.contains { $0.text.hasPrefix("“You") } && quoted.contains { $0.text.hasPrefix("“Never") })
    let facing = Dictionary(grouping: quoted) { ($0.x > left + 5) }
    for lines in facing.values { #expect((lines.map(\.x).max() ?? 0) - (lines.map(\.x).min() ?? 0) < 0.1) }
  }

  @Test(arguments: [("ja", 1.0), ("zh-Hant", 2.0)])
  func `Chinese and Japanese paragraphs all begin whole characters in`(language: String, characters: Double)
    async throws
  {
    let text = "自分今年春東西赤日落行百待"
    let lines = try lines(await setBook([paragraph(text), paragraph(text)], language: language))
    let left = PageDesign().inside.points
    #expect(lines.map { (($0.x - left) / 11 * 10).rounded() / 10 } == [characters, characters])
  }

  @Test func `no part stands alone at the foot of the contents, and their facing pages end level`() async throws {
    var design = PageDesign()
    design.hasContents = true
    design.hasTitlePage = false
    // too long for two columns
    let chapter = "Sometime later, where columns have no room\n\nMore.\n\n\n\n"
    for count in 18...26 {
      let parts = zip(["ONE", "TWO", "THREE"], [count, 34, 20]).map { name, count in
        "BOOK \(name)\n\n\n\n" + (1...count).map { "CHAPTER \($0). \(chapter)" }.joined()
      }
      let made = try await make(readPlainBook(Array(parts.joined().utf8)), design: design)
      let pages = zip(try made.inspection().sheets(), made.list.pages).filter { $1.kind == .contents }.map { sheet, _ in
        sheet.words.filter { ["BOOK", "Sometime"].contains($0.string) }
      }
      #expect(pages.count > 2)
      #expect(pages.allSatisfy { $0.last?.string == "Sometime" }, "\(count) chapters")
      // iii faces iv; the first stands alone and the last is not full
      let feet = pages.dropLast().dropFirst().compactMap { $0.last?.top }
      #expect(Set(feet.map { Int($0) }).count == 1, "\(count) chapters")
    }
  }

  @Test func `a part that begins the contents stands as near their heading as a chapter`() async throws {
    func firstEntry(_ text: String) async throws -> Double? {
      var design = PageDesign()
      design.hasContents = true
      let made = try await make(readPlainBook(Array(text.utf8)), design: design)
      let contents = zip(try made.inspection().sheets(), made.list.pages).first { $1.kind == .contents }?.0
      return contents?.words.first { ["BOOK", "Some"].contains($0.string) }?.top
    }
    let chapters = (1...3).map { "\n\nCHAPTER \($0)\n\nSome text.\n\n" }.joined()
    let plain = try await firstEntry("A Title\n\nby Someone\n\n\n" + chapters)
    let parts = try await firstEntry(
      "A Title\n\nby Someone\n\n\n\n\nBOOK ONE\n\n" + chapters + "\n\nBOOK TWO\n\n" + chapters)
    #expect(plain != nil)
    #expect(plain == parts)
  }
}
