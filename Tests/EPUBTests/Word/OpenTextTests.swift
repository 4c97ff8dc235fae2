import BookModel
import Manuscript
import TestSupport
import Testing
import Word

/// Texts of OpenDocument, flat or packed: the same reader as for Word's has them.
@Suite struct `Texts of OpenDocument` {
  private static let spaces = [
    "office", "text", "table", "style", "drawing", "xsl-fo-compatible", "svg-compatible",
  ].map { name in
    let prefix = ["drawing": "draw", "xsl-fo-compatible": "fo", "svg-compatible": "svg"][name] ?? name
    return "xmlns:\(prefix)=\"urn:oasis:names:tc:opendocument:xmlns:\(name):1.0\""
  }.joined(separator: " ")

  private static let looks =
    "<style:style style:name=\"C\" style:family=\"paragraph\"><style:paragraph-properties fo:text-align=\"center\"/></style:style>"
    + "<style:style style:name=\"P\" style:family=\"paragraph\"><style:paragraph-properties fo:break-before=\"page\"/></style:style>"
    + "<style:style style:name=\"CP\" style:family=\"paragraph\"><style:paragraph-properties fo:text-align=\"center\" fo:break-before=\"page\"/></style:style>"
    + "<style:style style:name=\"I\" style:family=\"text\"><style:text-properties fo:font-style=\"italic\"/></style:style>"
    + "<text:list-style style:name=\"L\"><text:list-level-style-number text:level=\"1\" style:num-format=\"1\" style:num-suffix=\".\"/>"
    + "<text:list-level-style-number text:level=\"2\" style:num-format=\"a\" style:num-suffix=\")\"/></text:list-style>"

  private func document(_ body: String, _ styles: String = "") -> String {
    "<?xml version=\"1.0\"?><office:document \(Self.spaces)><office:styles>\(styles)</office:styles>"
      + "<office:automatic-styles>\(Self.looks)</office:automatic-styles><office:body><office:text>\(body)</office:text>"
      + "</office:body></office:document>"
  }

  private func read(_ body: String, _ styles: String = "") throws -> ManuscriptReading {
    try readWord(Array(document(body, styles).utf8), name: "t.fodt")
  }

  private func p(_ words: String, _ style: String = "") -> String {
    "<text:p\(style.isEmpty ? "" : " text:style-name=\"\(style)\"")>\(words)</text:p>"
  }

  private func h(_ words: String, _ style: String = "") -> String {
    "<text:h text:outline-level=\"1\"\(style.isEmpty ? "" : " text:style-name=\"\(style)\"")>\(words)</text:h>"
  }

  private let prose =
    "The ferry was late that morning, and nobody on the pier said a word about it until the whistle blew across the flats."

  private func shape(_ book: Book) -> [String] {
    book.sections.map { section in section.role.rawValue + (section.heading.map { " " + $0.plainText } ?? "") }
  }

  @Test func `have their title page, imprint, dedication, parts and chapters as Word files have`() throws {
    let front =
      p("The Glass Orchard", "C") + p("M. K. Dale", "C") + p("Copyright © 2024 M. K. Dale", "P")
      + p("All rights reserved.")
      + p("<text:span text:style-name=\"I\">For Ben</text:span>", "CP")
    let text =
      p("PART ONE", "CP") + h("One", "P") + p(prose) + p(prose) + p("PART TWO", "CP") + h("Two", "P") + p(prose)
      + h("Acknowledgements") + p(prose)
    let book = try read(front + text).book
    #expect(book.metadata.title == "The Glass Orchard")
    #expect(book.metadata.authors == ["M. K. Dale"])
    #expect(
      shape(book) == [
        "imprint", "dedication", "part PART ONE", "chapter One", "part PART TWO", "chapter Two",
        "acknowledgements Acknowledgements",
      ])
  }

  @Test func `have their lists, notes, spans of cells and entries of the index`() throws {
    let list =
      "<text:list text:style-name=\"L\"><text:list-item>\(p("first"))<text:list><text:list-item>\(p("inner"))</text:list-item>"
      + "</text:list></text:list-item><text:list-item text:start-value=\"5\">\(p("fifth"))</text:list-item></text:list>"
    let note =
      "<text:note text:note-class=\"footnote\"><text:note-citation>1</text:note-citation><text:note-body>\(p("A note."))"
      + "</text:note-body></text:note>"
    func cell(_ words: String, _ more: String = "") -> String {
      "<table:table-cell\(more)>\(p(words))</table:table-cell>"
    }
    let table =
      "<table:table><table:table-column table:number-columns-repeated=\"2\"/><table:table-header-rows><table:table-row>"
      + "\(cell("Town"))\(cell("Price"))</table:table-row></table:table-header-rows><table:table-row>"
      + "\(cell("Basel", " table:number-rows-spanned=\"2\""))\(cell("3"))</table:table-row><table:table-row>"
      + "<table:covered-table-cell/>\(cell("4"))</table:table-row></table:table>"
    let mark = "<text:alphabetical-index-mark text:string-value=\"salt\"/>"
    let reading = try read(
      h("One") + p("Words\(note) of  it\n  <text:s text:c=\"2\"/>go<text:line-break/>on\(mark).") + list + table
        + h("Two")
        + p(prose))
    let blocks = reading.book.sections[0].blocks
    #expect(reading.book.notes.count == 1)
    #expect(reading.diagnostics.isEmpty)
    let lists = blocks.compactMap { if case .list(let list) = $0 { list } else { nil } }
    #expect(lists.map(\.start) == [1, 5] && lists.allSatisfy { $0.counting == .figures && $0.items.count == 1 })
    guard case .table(let made)? = blocks.last else {
      Issue.record("no table")
      return
    }
    #expect(made.head.count == 1 && made.rows.count == 2 && made.rows[0][0].rows == 2)
    #expect(blocks[0].paragraph?.inlines.plainText.hasPrefix("Words of it") ?? false)
    #expect(blocks[0].paragraph?.inlines.contains { $0.style.indexMark != nil } ?? false)
  }

  @Test
  func `leave a list of contents, comments and what was deleted out, and say where words stand that nobody reads`()
    throws
  {
    let contents = "<text:table-of-content><text:index-body>\(p("One 3"))</text:index-body></text:table-of-content>"
    let deleted =
      "<text:tracked-changes><text:changed-region><text:deletion>\(p("gone"))</text:deletion></text:changed-region></text:tracked-changes>"
    let comment = "<office:annotation>\(p("a comment"))</office:annotation>"
    let reading = try read(deleted + contents + h("One") + p("Words\(comment) here.") + h("Two") + p(prose))
    #expect(shape(reading.book) == ["chapter One", "chapter Two"])
    #expect(reading.diagnostics.map(\.code) == ["word-comments"])
    let odd = try read(h("One") + p(prose) + "<text:odd>\(p("nobody knows it"))</text:odd>" + h("Two") + p(prose))
    #expect(odd.diagnostics.map(\.code) == ["text-left-out"])
    #expect(odd.diagnostics[0].message.hasPrefix("13 letters"))
  }

  @Test func `are read from archives, packed or not, and what is damaged ends in a message`() throws {
    let content = document(h("One") + p(prose) + h("Two") + p(prose))
    func file(_ content: String) -> [UInt8] {
      MadeArchive.zip([("mimetype", "application/vnd.oasis.opendocument.text"), ("content.xml", content)])
    }
    #expect(shape(try readWord(file(content), name: "t.odt").book) == ["chapter One", "chapter Two"])
    for damaged in ["", "<x/>", "no tag"] {
      #expect(throws: WordError.noDocument) { try readWord(file(damaged), name: "t.odt") }
    }
    #expect(!(try readWord(file(String(content.prefix(content.count - 60))), name: "t.odt").diagnostics.isEmpty))
  }
}
