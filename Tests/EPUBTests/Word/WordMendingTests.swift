import BookModel
import Manuscript
import TestSupport
import Testing
import Word

private let prose = MadeWord.paragraph(
  "It was raining in Bristol, and the ford was under water before the post came down the hill at nine, and nobody was there."
)

private func centred(_ words: String) -> String { MadeWord.paragraph(words, "<w:jc w:val=\"center\"/>") }

private func heading(_ words: String) -> String { MadeWord.paragraph(words, style: "H") }

private func read(_ body: String, parts: [(kind: String, xml: String)] = []) throws -> ManuscriptReading {
  let styles = MadeWord.styles([("H", "heading 1"), ("C", "caption")])
  return try readWord(MadeWord.file(body, parts: [styles] + parts), name: "t.docx")
}

private let chapters = heading("One") + prose + heading("Two") + prose

@Suite("Title pages and typescripts of Word")
struct WordTitleTests {
  @Test("Who publishes a book, who translated it and what series it is of stand on its title page")
  func house() throws {
    let pages = [
      centred("The Tide Tables") + centred("Ada Winter") + centred("Translated by Jane Roe")
        + centred("Harbour Lane Press") + centred("London · New York"),
      MadeWord.paragraph("Copyright © 2026 by Ada Winter"), centred("For Miriam"),
    ]
    let reading = try read(pages.joined(separator: MadeWord.pageBreak) + chapters)
    let book = reading.book
    #expect(book.metadata.title == "The Tide Tables" && book.metadata.authors == ["Ada Winter"])
    #expect(book.metadata.publisher == "Harbour Lane Press, London · New York")
    #expect(
      book.metadata.contributors == [.init(role: "translator", name: "Jane Roe", statement: "Translated by Jane Roe")])
    #expect(book.sections.map(\.role) == [.imprint, .dedication, .chapter, .chapter])
  }

  @Test("Other books between half title and title page are no title, and stand before it")
  func others() throws {
    let pages = [
      centred("The Tide Tables"), centred("Also by Ada Winter") + centred("The Salt Road"),
      centred("The Tide Tables") + centred("Ada Winter") + centred("Harbour Lane Press"), centred("For Miriam"),
      MadeWord.paragraph("Copyright © 2026 by Ada Winter"),
    ]
    var reading = try read(pages.joined(separator: MadeWord.pageBreak) + chapters)
    reading.orderFront()
    let book = reading.book
    #expect(book.metadata.title == "The Tide Tables" && book.metadata.authors == ["Ada Winter"])
    #expect(book.metadata.publisher == "Harbour Lane Press" && reading.report.hasHalfTitle)
    #expect(book.sections.map(\.role) == [.alsoBy, .imprint, .dedication, .chapter, .chapter])
    #expect(reading.report.apart.filter { $0.kind == .frontPage }.count == 3)
  }

  @Test(
    "A page of lines that say more than a title page does stays a page",
    arguments: ["He said nothing.", "For my mother"])
  func noHouse(words: String) throws {
    let body = centred("The Tide Tables") + centred("Ada Winter") + MadeWord.paragraph(words) + MadeWord.pageBreak
    let book = try read(body + chapters).book
    #expect(book.metadata.publisher == nil && book.sections.count == 3)
  }

  private static let contact = ["Ada Winter", "12 Quay Street", "Bristol BS1 4QA", "ada@example.org"]

  @Test("A typescript's address and count of words are left out, title and author found", arguments: [true, false])
  func typescript(isNovel: Bool) throws {
    let head =
      MadeWord.paragraph("<w:r><w:t>Ada Winter</w:t><w:tab/><w:t>about 4,200 words</w:t></w:r>")
      + Self.contact.dropFirst().map { MadeWord.paragraph($0) }.joined()
      + String(repeating: MadeWord.paragraph(""), count: 9) + centred("THE TIDE TABLES") + centred("by A. J. Winter")
    let text = isNovel ? MadeWord.pageBreak + chapters : prose + centred("#") + prose + prose
    let reading = try read(head + text)
    #expect(reading.book.metadata.title == "THE TIDE TABLES" && reading.book.metadata.authors == ["A. J. Winter"])
    #expect(reading.diagnostics.map(\.code) == ["typescript-head"])
    #expect(reading.report.dropped.count == 4)
    #expect(reading.book.sections.map(\.role) == (isNovel ? [.chapter, .chapter] : [.untitled]))
    #expect(reading.book.sections[0].blocks.first?.paragraph?.inlines.plainText.hasPrefix("It was") == true)
  }

  @Test("A letter's head at the beginning of a story is no typescript's")
  func noTypescript() throws {
    let letter = ["12 Quay Street", "Bristol", "3 May 1911"].map { MadeWord.paragraph($0) }.joined()
    let reading = try read(letter + MadeWord.paragraph("Dear Jane,") + prose + prose)
    #expect(reading.report.dropped.isEmpty)
  }
}

@Suite("Pictures, notes and fields of Word")
struct WordMendingTests {
  private static let picture = "<Relationship Id=\"p\" Type=\"x/image\" Target=\"media/p.png\"/>"

  private func picture(_ points: Int, _ height: Int = 40, wrap: String = "") -> String {
    """
    <w:r><w:drawing><wp:inline><wp:extent cx="\(points * 12_700)" cy="\(height * 12_700)"/>\(wrap)<wp:docPr id="1" descr=""/>\
    <a:blip r:embed="p"/></wp:inline></w:drawing></w:r>
    """
  }

  private func blocks(_ body: String) throws -> [Block] {
    let file = MadeWord.file(
      body, parts: [MadeWord.styles([("H", "heading 1")])], relationships: Self.picture, media: [("p.png", [1])])
    var options = WordOptions()
    options.flaw = { _, _ in nil }
    return try readWord(file, name: "t.docx", options: options).book.sections.flatMap(\.blocks)
  }

  private func table(_ block: Block) -> Table? { if case .table(let table) = block { table } else { nil } }

  @Test("Pictures of one line stand side by side, where a page of Word's has room for them")
  func row() throws {
    let narrow = try blocks(prose + MadeWord.paragraph(picture(200) + MadeWord.text(" ") + picture(220)) + prose)
    let made = table(narrow[1])
    #expect(made?.rows.count == 1 && made?.rows.first?.count == 2 && made?.isRuled == false)
    let wide = try blocks(prose + MadeWord.paragraph(picture(400) + picture(400)) + prose)
    #expect(wide.count == 4 && table(wide[1]) == nil)
  }

  @Test("Pictures in a table without rules have what stands below them as captions")
  func table() throws {
    func row(_ cells: [String]) -> String { "<w:tr>" + cells.map { "<w:tc>\($0)</w:tc>" }.joined() + "</w:tr>" }
    let pictures = row([MadeWord.paragraph(picture(100)), MadeWord.paragraph(picture(100))])
    let words = row([MadeWord.paragraph("(a) A ford"), MadeWord.paragraph("(b) A mill")])
    let made = try blocks(prose + "<w:tbl>\(pictures)\(words)</w:tbl>" + prose)
    var captions: [String] = []
    made[1].visitFigures { captions.append($0.caption.plainText) }
    #expect(captions == ["(a) A ford", "(b) A mill"])
  }

  @Test("A small picture that comes again parts scenes, and shows nothing")
  func ornament() throws {
    let pause = MadeWord.paragraph(picture(60), "<w:jc w:val=\"center\"/>")
    let made = try blocks(prose + pause + prose + pause + prose)
    let figures = made.compactMap { if case .figure(let figure) = $0 { figure } else { nil } }
    #expect(figures.count == 2 && figures.allSatisfy(\.isDecorative))
    #expect(made.compactMap(\.paragraph).map(\.isFlush) == [false, true, true])
  }

  @Test("A low banner beside a paragraph is no letter of it")
  func banner() throws {
    let wrap = "<wp:wrapSquare wrapText=\"right\"/>"
    let words = MadeWord.text("It was raining in Bristol.")
    let made = try blocks(MadeWord.paragraph(picture(200, 18, wrap: wrap) + words) + prose)
    if case .figure = made[0] {} else { Issue.record("\(made[0])") }
    #expect(made[1].paragraph?.inlines.plainText == "It was raining in Bristol.")
  }

  @Test("An author's own mark of a note is printed, and not counted")
  func ownMark() throws {
    let call = { (id: Int, mark: String) -> String in
      mark.isEmpty
        ? "<w:r><w:footnoteReference w:id=\"\(id)\"/></w:r>"
        : "<w:r><w:footnoteReference w:customMarkFollows=\"1\" w:id=\"\(id)\"/><w:t>\(mark)</w:t></w:r>"
    }
    let note = { (id: Int, words: String) in "<w:footnote w:id=\"\(id)\">\(MadeWord.paragraph(words))</w:footnote>" }
    let body = MadeWord.paragraph(MadeWord.text("a") + call(2, "†") + MadeWord.text(" b") + call(3, ""))
    let book = try read(body, parts: [("footnotes", note(2, "Dagger.") + note(3, "One."))]).book
    let notes = book.notes.sorted { $0.key < $1.key }.map(\.value)
    #expect(notes.map(\.mark) == ["†", ""] && notes.map(\.keepsMark) == [true, false])
  }

  @Test("A number of a page whose bookmark is gone is printed as it was")
  func goneBookmark() throws {
    func field(_ name: String) -> String {
      "<w:r><w:fldChar w:fldCharType=\"begin\"/></w:r><w:r><w:instrText> PAGEREF \(name) \\h </w:instrText></w:r>"
        + "<w:r><w:fldChar w:fldCharType=\"separate\"/></w:r><w:r><w:t>17</w:t></w:r><w:r><w:fldChar w:fldCharType=\"end\"/></w:r>"
    }
    let body =
      "<w:p><w:bookmarkStart w:id=\"1\" w:name=\"there\"/><w:bookmarkEnd w:id=\"1\"/>" + MadeWord.text("See ")
      + field("there") + MadeWord.text(" and ") + field("gone") + MadeWord.text(".") + "</w:p>"
    let reading = try read(body)
    let inlines = reading.book.sections[0].blocks[0].paragraph?.inlines ?? []
    #expect(inlines.plainText == "See 17 and 17.")
    #expect(inlines.compactMap(\.style.pages).count == 1)
    #expect(reading.diagnostics.map(\.code) == ["word-bookmark"])
    #expect(reading.report.dropped.count == 1)
  }

  @Test("Ends of lines of other programs end lines")
  func separators() throws {
    let block = try read(MadeWord.paragraph("a\u{2028}b\u{2029}c")).book.sections[0].blocks[0]
    guard case .verse(let verse) = block else { return #expect(Bool(false), "\(block)") }
    #expect(verse.stanzas.flatMap(\.lines).map(\.inlines.plainText) == ["a", "b", "c"])
  }
}
