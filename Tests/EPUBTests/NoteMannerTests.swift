import BookModel
import EPUB
import Manuscript
import TestSupport
import Testing

/// Notes as toolchains write them: what calls them, what their text repeats, where they end.
@Suite struct NoteMannerTests {
  private func book(_ pages: [String], css: String = "") throws -> Book {
    try readEPUB(MadeArchive.book(pages, css: css), name: "book.epub", options: EPUBOptions()).book
  }

  private func words(_ blocks: [Block]) -> [String] {
    var all: [String] = []
    for block in blocks { block.visitText { inlines, _ in all.append(inlines.plainText) } }
    return all
  }

  @Test(arguments: [
    "<p>Said<a epub:type=\"noteref\" href=\"#n\">*</a></p><aside epub:type=\"footnote\" id=\"n\"><p>* The note.</p></aside>",
    "<p>Said<sup><a epub:type=\"noteref\" href=\"#n\">1</a></sup></p><aside epub:type=\"footnote\" id=\"n\">1. The note.</aside>",
    "<p>Said<sup>[<a id=\"r\" href=\"#n\">1</a>]</sup></p><p><a id=\"n\"></a>[<a href=\"#r\">1</a>] The note.</p>",
    "<p>Said<sup><a id=\"r\" href=\"#n\">1</a></sup></p><p id=\"n\"><a href=\"#r\">1</a>. The note.</p>",
    "<p>Said<sup><a href=\"#n\">1</a></sup></p><p id=\"n\"><sup>1</sup> The note.</p>",
    "<p>Said<sup><a id=\"r\" href=\"#n\">a</a></sup></p><p id=\"n\"><a href=\"#r\">a</a> The note.</p>",
    "<p>Said<a class=\"footnote-reference\" id=\"r\" href=\"#n\">1</a></p>"
      + "<dl><dt id=\"n\"><a href=\"#r\">1</a></dt><dd>The note.</dd></dl>",
    // calibre, from Word
    "<p>Said<sup><a id=\"r\" href=\"#n\">[1]</a></sup></p>"
      + "<dl class=\"footnote\"><dt>[<a href=\"#r\" id=\"n\">1</a>]</dt><dd><p>The note. <a href=\"#r\">↩</a></p></dd></dl>",
  ])
  func aNoteIsSetWithoutItsMark(body: String) throws {
    let book = try book(["<h2>One</h2>" + body])
    #expect(book.notes.values.map { words($0.blocks) } == [["The note."]])
    #expect(words(book.sections[0].blocks) == ["Said"])
  }

  @Test(arguments: ["1 Kings 3, 4.", "... and so on.", "(See above.) More.", "1066 was the year."])
  func whatIsNoMarkIsOfTheNote(text: String) throws {
    let book = try book([
      "<p>Said<a epub:type=\"noteref\" href=\"#n\">1</a></p><aside epub:type=\"footnote\" id=\"n\"><p>\(text)</p></aside>"
    ])
    #expect(book.notes.values.map { words($0.blocks) } == [[text]])
  }

  @Test func whatStandsBetweenNotesGoesOnWithTheOneAbove() throws {
    let book = try book([
      "<h2>One</h2><p>Said<a id=\"r1\" href=\"c1.xhtml#n1\">1</a> and<a id=\"r2\" href=\"c1.xhtml#n2\">2</a></p>",
      "<h2>Notes</h2><h3>One</h3><p id=\"n1\"><a href=\"c0.xhtml#r1\">1</a> First.</p><blockquote><p>Quoted.</p></blockquote>"
        + "<p id=\"n2\"><a href=\"c0.xhtml#r2\">2</a> Second.</p>",
    ])
    let notes = book.notes.sorted { $0.key.index < $1.key.index }.map { words($0.value.blocks) }
    #expect(notes == [["First.", "Quoted."], ["Second."]])
    // headings of notes that went to the foot of their pages head nothing
    #expect(book.sections.count == 1)
  }

  @Test func paragraphsBetweenNotesThatCallTheNextAreTheText() throws {
    let book = try book([
      "<p>One<a id=\"r1\" href=\"#n1\">1</a></p><p id=\"n1\"><a href=\"#r1\">1</a> First.</p>"
        + "<p>Two<a id=\"r2\" href=\"#n2\">2</a></p><p id=\"n2\"><a href=\"#r2\">2</a> Second.</p>"
    ])
    #expect(words(book.sections[0].blocks) == ["One", "Two"])
  }
}
