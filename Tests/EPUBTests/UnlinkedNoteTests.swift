import BookModel
import Manuscript
import TestSupport
import Testing

import EPUB

/// Notes that no link calls.
@Suite struct UnlinkedNoteTests {
  private func read(_ bodies: [String]) throws -> ManuscriptReading {
    try readEPUB(MadeArchive.book(bodies), name: "book.epub")
  }
  private func notes(_ reading: ManuscriptReading) -> [String] {
    reading.book.notes.sorted { $0.key.index < $1.key.index }.map { note in
      note.value.blocks.map { if case .paragraph(let block) = $0 { block.inlines.plainText } else { "?" } }.joined()
    }
  }

  @Test func inBracketsAtTheBooksEnd() throws {
    let reading = try read([
      "<h2>One</h2><p>So.[1] And[2] so [9].</p>", "<h2>Two</h2><p>More.[3]</p>",
      "<h2>Notes</h2><p>[1] First.</p><p>[2] Second.</p><p>[3] Third.</p>",
    ])
    #expect(notes(reading) == ["First.", "Second.", "Third."])
    #expect(reading.book.sections.map { $0.heading?.plainText } == ["One", "Two"])
    guard case .paragraph(let text) = reading.book.sections[0].blocks[0] else { return #expect(Bool(false)) }
    #expect(text.inlines.count { if case .noteReference = $0.content { true } else { false } } == 2)
    #expect(text.inlines.plainText == "So. And so [9].")
  }

  @Test func raisedBelowEachChapter() throws {
    let chapter =
      "<p>So.<sup>1</sup> And<sup>2</sup> ten<sup>10</sup>.</p><p>____</p><p><sup>1</sup> A.</p><p><sup>2</sup> B.</p>"
    let reading = try read(["<h2>One</h2>" + chapter, "<h2>Two</h2>" + chapter])
    #expect(notes(reading) == ["A.", "B.", "A.", "B."])
    #expect(reading.book.sections.map(\.blocks.count) == [1, 1])
  }

  @Test func areNoneWhereOneIsNotCalled() throws {
    let reading = try read(["<h2>One</h2><p>So.[1]</p>", "<h2>Notes</h2><p>[1] First.</p><p>[2] Second.</p>"])
    #expect(reading.book.notes.isEmpty && reading.book.sections.count == 2)
  }

  @Test func ofPressbooksAndALineThatNamesThem() throws {
    let reading = try read([
      "<h2>One</h2><p>So.<a class=\"footnote\" id=\"r1\" href=\"#f1\"><sup>[1]</sup></a></p>"
        + "<div class=\"footnotes\"><ol><li id=\"f1\">A note. <a href=\"#r1\">↵</a></li></ol></div>",
      "<h2>Two</h2><p>So.<a id=\"c\" href=\"c2.xhtml#n\"><sup>[2]</sup></a></p>",
      "<p><b>NOTES</b></p><p><a id=\"n\" href=\"c1.xhtml#c\">[2]</a> Another.</p>",
    ])
    #expect(notes(reading).count == 2)
    #expect(reading.book.sections.map { $0.heading?.plainText } == ["One", "Two"])
  }
}
