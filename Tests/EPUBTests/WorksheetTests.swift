import BookModel
import EPUB
import Manuscript
import TestSupport
import Testing

/// What of an EPUB somebody is to write in, and what stands beside it.
@Suite struct WorksheetTests {
  private func reading(_ pages: [String], css: String = "") throws -> ManuscriptReading {
    try readEPUB(MadeArchive.book(pages, css: css, also: [("EPUB/t.png", "Man")]), name: "book.epub")
  }

  private func blocks(_ body: String, css: String = "") throws -> [Block] {
    try reading(["<h2>Inn</h2><p>Before.</p>" + body + "<p>Behind.</p>"], css: css).book.sections[0].blocks
      .dropFirst().dropLast().map(\.self)
  }

  private func table(_ body: String, css: String = "") throws -> Table? {
    for case .table(let table) in try blocks(body, css: css) { return table }
    return nil
  }

  @Test func cellsThatWaitForWordsKeepTheirWidthsAndHeights() throws {
    let rows = "<tr style=\"height:48pt\"><td style=\"width:25%\">Name</td><td style=\"width:75%\"></td></tr>"
    let made = try #require(try table("<table border=\"1\">\(rows)\(rows)</table>"))
    #expect(made.form.shares == [0.25, 0.75] && made.form.isGrid)
    #expect(made.form.heights == [48, 48])
    // one column of room to write
    #expect(
      try table("<table border=\"1\"><tr><td>Why?</td></tr><tr><td height=\"200\"></td></tr></table>")?.form.heights
        == [0, 150])
    #expect(
      try table("<table border=\"1\"><tr><td width=\"10%\">1840</td><td>12</td></tr></table>")?.form == Table.Form())
  }

  @Test func inputsBeforeItemsAreBoxesToTick() throws {
    let list =
      "<ul><li><input type=\"checkbox\"/> Hammer</li><li><input type=\"checkbox\" checked=\"\"/> Glue</li></ul>"
    guard case .list(let made)? = try blocks(list).first else {
      Issue.record("no list")
      return
    }
    #expect(made.items.map(\.isDone) == [false, true])
  }

  @Test func listsOfGoogleDocsStandInEachOther() throws {
    let lists =
      "<ol class=\"lst-kix_d-0 start\" start=\"1\"><li>a</li></ol><ol class=\"lst-kix_d-1 start\" start=\"1\"><li>b</li>"
      + "<li>c</li></ol><ul class=\"lst-kix_d-2\"><li>d</li></ul><ol class=\"lst-kix_d-1\" start=\"3\"><li>e</li></ol>"
      + "<ol class=\"lst-kix_d-0\" start=\"2\"><li>f</li></ol>"
    func shape(_ list: List) -> String {
      "["
        + list.items.map { item in
          item.blocks.map { block in
            if case .list(let inner) = block { return shape(inner) }
            return block.paragraph?.inlines.plainText ?? "?"
          }.joined()
        }.joined(separator: ",") + "]"
    }
    let made = try blocks(lists)
    #expect(made.count == 1)
    guard case .list(let list)? = made.first else { return }
    #expect(shape(list) == "[a[b,c[d],e],f]")
  }

  @Test func picturesInATableStandInARowWithTheirCaptions() throws {
    let cell = { (name: String) in "<td><img src=\"\(name).png\" alt=\"\"/><p>\(name)</p></td>" }
    let made = try blocks("<table><tr>\(cell("Loom"))\(cell("Mill"))</tr></table>")
    guard case .table(let row)? = made.first else {
      Issue.record("no row")
      return
    }
    #expect(row.rows.map { $0.map(\.plainText) } == [["Loom", "Mill"]])
    #expect(made.count == 1)
  }

  @Test func calibresListsOfOneNoteAreNotes() throws {
    let call = "<p>Said<sup id=\"r\"><a href=\"#n\" class=\"noteref\">[1]</a></sup></p>"
    let note =
      "<dl class=\"footnote\" id=\"n\"><dt>[<a href=\"#r\">←1</a>]</dt><dd><p>In pencil.</p></dd></dl>"
    let book = try reading(["<h2>One</h2>" + call + note]).book
    #expect(book.notes.values.flatMap(\.blocks).compactMap { $0.paragraph?.inlines.plainText } == ["In pencil."])
    #expect(book.sections[0].blocks.compactMap { $0.paragraph?.inlines.plainText } == ["Said"])
  }

  @Test(arguments: ["Title Page", "A ship"])
  func picturesBeforeThePagesOfTheFrontLeaveTheseWhatTheyAre(alternative: String) throws {
    func page(_ type: String, _ words: String) -> String { "<section epub:type=\"\(type)\"><p>\(words)</p></section>" }
    var reading = try reading([
      "<div><img src=\"t.png\" alt=\"\(alternative)\"/></div>", page("copyright-page", "Copyright © 2024 by Mara Voss"),
      page("dedication", "To all who stayed up late"), "<h1>One</h1><p>Text.</p>", "<h1>Two</h1><p>Text.</p>",
    ])
    reading.orderFront()
    let roles = reading.book.sections.map(\.role)
    #expect(roles.prefix(2) == [.imprint, .dedication])
    #expect(roles.count == (alternative == "Title Page" ? 4 : 5))
  }
}
