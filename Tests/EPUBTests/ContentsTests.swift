import BookModel
import EPUB
import Manuscript
import TestSupport
import Testing

/// Chapters that stand together in a document, or that the book's own contents alone name.
@Suite struct ContentsTests {
  private func read(_ bodies: [String], nav: String = "") throws -> ManuscriptReading {
    let contents =
      "<html xmlns:epub=\"http://www.idpf.org/2007/ops\"><body><nav epub:type=\"toc\"><ol>\(nav)</ol></nav></body></html>"
    let bytes = MadeArchive.book(
      bodies, items: "<item id=\"n\" href=\"n.xhtml\" properties=\"nav\" media-type=\"application/xhtml+xml\"/>",
      also: [("EPUB/n.xhtml", contents)])
    return try readEPUB(bytes, name: "book.epub")
  }
  private func headings(_ bodies: [String], nav: String = "") throws -> [String] {
    try read(bodies, nav: nav).book.sections.map { section in
      [section.heading?.label, section.heading?.title].compactMap { $0?.plainText }.filter { !$0.isEmpty }
        .joined(separator: " | ") + " \(section.blocks.count)"
    }
  }
  private func line(_ label: String, _ place: String) -> String { "<li><a href=\"\(place)\">\(label)</a></li>" }
  private let text = "<p>" + String(repeating: "A line of the story. ", count: 20) + "</p>"

  @Test func headingsOfTheRankThatHeadsTheirDocumentAreChapters() throws {
    let two = "<h2>Inn</h2>\(text)<h2>Out</h2>\(text)"
    #expect(
      try headings([two, text + "<h2>Up</h2>\(text)<h2>Down</h2>\(text)"]) == ["Inn 1", "Out 2", "Up 1", "Down 1"])
    #expect(try headings(["<h2>I</h2>\(text)<h2>II</h2>\(text)<h3>A turn</h3>\(text)"]) == ["I 1", "II 3"])
    // a last line, and what comes every few lines
    #expect(try headings(["<h2>Inn</h2>\(text)<h2>Out</h2>\(text)<h2>The End</h2>"]) == ["Inn 1", "Out 2"])
    #expect(try headings(["<h2>Inn</h2>\(text)" + (1...9).map { "<h2>Pun \($0)</h2><p>Ha.</p>" }.joined()]).count == 1)
    // the contents tell which
    #expect(
      try headings([two + "<h2>Up</h2>\(text)"], nav: line("Inn", "c0.xhtml") + line("Up", "c0.xhtml#none")) == [
        "Inn 3", "Up 1",
      ])
  }

  @Test func shortChaptersThatTheContentsNameBeginPages() throws {
    let body = "<h2 id=\"a\">Inn</h2>\(text)<h2 id=\"b\">Out</h2>\(text)"
    #expect(try headings([body], nav: line("Inn", "c0.xhtml#a") + line("Out", "c0.xhtml#b")) == ["Inn 1", "Out 1"])
  }

  @Test func elementsThatAreCalledChaptersAreSuchHoweverShort() throws {
    func chapter(_ name: String, _ more: String = "") -> String {
      "<section epub:type=\"chapter\"><h2>\(name)</h2><p>Words.</p>\(more)</section>"
    }
    #expect(try headings([chapter("Inn") + chapter("Out")]) == ["Inn 1", "Out 1"])
    let story =
      "<section epub:type=\"se:short-story\"><h2>Tale</h2><p>Words.</p>\(chapter("One"))\(chapter("Two"))</section>"
    #expect(try headings([story]) == ["Tale 5"])
  }

  @Test func titlesThatOnlyTheContentsSayAreSet() throws {
    let nav =
      "<li><span>Part Two</span><ol>\(line("The Inn", "c0.xhtml"))\(line("Chapter 2: Out", "c1.xhtml"))</ol></li>"
    let reading = try read(["<p>\u{A0}</p>" + text, text], nav: nav)
    let made = reading.book.sections
    #expect(made.map { $0.heading?.plainText } == ["Part Two", "The Inn", "Chapter 2. Out"])
    #expect(made.map(\.level) == [1, 2, 2] && made[1].blocks.count == 1)
    #expect(reading.report.additions.values.sorted().map { $0.trimmed } == ["Chapter 2 Out", "Part Two The Inn"])
    // below a number, and no names of files
    #expect(try headings(["<p>For Max.</p>" + text], nav: line("Dedication", "c0.xhtml")) == [" 2"])
    let bodies = ["<p>Chapter the First</p>\(text)", "<h2>Two</h2>\(text)", text]
    #expect(
      try headings(bodies, nav: line("Inn", "c0.xhtml") + line("Out", "c1.xhtml") + line("c2", "c2.xhtml")) == [
        "Chapter the First | Inn 1", "Two 1", " 1",
      ])
  }

  @Test func whiteAtTheEdgesOfChaptersPartsNoScenes() throws {
    let white = "<p>\u{A0}</p>"
    #expect(
      try headings(["<h2>Inn</h2>\(white)\(text)\(white)", "\(white)<h2>Out</h2>\(text)"]) == ["Inn 1", "Out 1"])
    #expect(try headings(["<h2>Inn</h2>\(text)\(white)\(text)"]) == ["Inn 3"])
  }

  @Test func aPictureRightAboveItsHeadingBelongsToTheChapter() throws {
    let picture = "<div><svg xmlns=\"http://www.w3.org/2000/svg\" width=\"9\" height=\"9\"/></div>"
    #expect(try headings(["<h2>Inn</h2>\(text)", picture + "<h2>Out</h2>\(text)"]) == ["Inn 1", "Out 2"])
  }

  @Test func aTypedPointStandsInTheLineOfItsItem() throws {
    let item = "<ul style=\"list-style:none\"><li><span>•</span><p>words</p></li></ul>"
    let section = try read(["<h2>Inn</h2>\(item)\(text)"]).book.sections[0]
    guard case .list(let list)? = section.blocks.first else { return #expect(Bool(false), "\(section.blocks)") }
    #expect(list.items[0].blocks.map { $0.paragraph?.inlines.plainText } == ["• words"])
  }
}

extension String {
  var trimmed: String { split(separator: " ").joined(separator: " ") }
}
