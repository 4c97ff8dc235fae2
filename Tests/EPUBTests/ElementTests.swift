import BookModel
import EPUB
import Manuscript
import TestSupport
import Testing

/// Elements that are seldom seen, and what of them a page shows.
@Suite struct ElementTests {
  private func read(_ body: String, css: String = "") throws -> ManuscriptReading {
    try readEPUB(MadeArchive.book(["<h2>Inn</h2>" + body], css: css), name: "book.epub")
  }
  private func blocks(_ body: String, css: String = "") throws -> [Block] {
    try read(body, css: css).book.sections[0].blocks
  }
  private func words(_ blocks: [Block]) -> [String] {
    blocks.map { block in
      var text: [String] = []
      block.visitText { inlines, _ in text.append(inlines.plainText) }
      return text.joined(separator: "|")
    }
  }
  private func markers(_ list: String, css: String = "") throws -> [String?] {
    guard case .list(let made)? = try blocks(list, css: css).first else { return [] }
    return made.items.indices.map { made.marker(of: $0) }
  }

  @Test func listsCountAsTheirElementsAndSheetsSay() throws {
    let items = "<li>a</li><li>b</li>"
    #expect(try markers("<ol reversed=\"reversed\">\(items)</ol>") == ["2.", "1."])
    #expect(try markers("<ol><li value=\"7\">a</li><li>b</li><li value=\"20\">c</li></ol>") == ["7.", "8.", "20."])
    #expect(try markers("<ol start=\"-1\">\(items)</ol>") == ["-1.", "0."])
    #expect(try markers("<ol>\(items)</ol>", css: "ol { list-style-type: lower-greek }") == ["α.", "β."])
    #expect(try markers("<ol>\(items)</ol>", css: "ol { list-style-type: decimal-leading-zero }") == ["01.", "02."])
    #expect(try markers("<ol>\(items)</ol>", css: "ol { list-style-type: square }") == [nil, nil])
    #expect(try markers("<ul>\(items)</ul>", css: "ul { list-style-type: '– ' }") == ["–", "–"])
    #expect(List.Counting.lowerGreek.written(17) == "ρ" && List.Counting.lowerGreek.written(18) == "σ")
    #expect(List.Counting.lowerGreek.written(24) == "ω")
  }

  @Test func theFootOfATableStandsBelowItsRows() throws {
    let table =
      "<table><thead><tr><th>Item</th><th>Sum</th></tr></thead><tfoot><tr><td>All</td><td>3</td></tr></tfoot>"
      + "<tbody><tr><td>Pears</td><td>3</td></tr></tbody></table>"
    #expect(try words(blocks(table)) == ["Item|Sum|Pears|3|All|3"])
  }

  @Test func notesAtTheMarginStandAboveTheirParagraphs() throws {
    let body = "<p>The king set out<span class=\"marginalia\">His journey.</span> at dawn.</p>"
    #expect(try words(blocks(body)) == ["His journey.", "The king set out at dawn."])
  }

  @Test func wordsOfOtherKindsInDrawingsAreSet() throws {
    let body =
      "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"9\" height=\"9\"><desc>No words</desc><foreignObject>"
      + "<p xmlns=\"http://www.w3.org/1999/xhtml\">Words.</p></foreignObject></svg><p>More.</p>"
    #expect(try words(blocks(body)) == ["Words.", "More."])
    let drawn = body.replacing("<desc>", with: "<rect width=\"9\" height=\"9\"/><desc>")
    #expect(try words(blocks(drawn)) == ["", "Words.", "More."])
  }

  @Test func picturesOfOtherElementsAreShown() throws {
    let drawing = "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"9\" height=\"9\"/>"
    for element in [
      "<object data=\"p.svg\" type=\"image/svg+xml\"><p>A line</p></object>",
      "<img srcset=\"p.svg 1x, q.svg 2x\" alt=\"A line\"/>",
    ] {
      let bytes = MadeArchive.book(["<h2>Inn</h2><p>a</p>\(element)<p>b</p>"], also: [("EPUB/p.svg", drawing)])
      let made = try readEPUB(bytes, name: "book.epub")
      guard case .figure(let figure) = made.book.sections[0].blocks[1] else {
        Issue.record("\(made.book.sections[0].blocks)")
        continue
      }
      #expect(figure.image == "EPUB/p.svg" && figure.alternative == "A line" && made.diagnostics.isEmpty)
    }
  }

  @Test func picturesInDrawingsGoWithThem() throws {
    let drawing =
      "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"9\" height=\"9\"><rect width=\"1\" height=\"1\"/>"
      + "<image width=\"9\" height=\"9\" href=\"p.png\"/></svg>"
    let bytes = MadeArchive.book(["<h2>Inn</h2><p>a</p><div>\(drawing)</div>"], also: [("EPUB/p.png", "Man")])
    let pictures = try readEPUB(bytes, name: "book.epub").book.pictures.values
    #expect(pictures.count == 1)
    #expect(pictures.contains { String(decoding: $0, as: UTF8.self).contains("href=\"data:image/png;base64,TWFu\"") })
  }

  @Test func formulasOfASwitchAreReadInPlaceOfTheirPictures() throws {
    func book(_ inner: String) -> String {
      "<p>a <epub:switch><epub:case>\(inner)</epub:case><epub:default>none</epub:default></epub:switch></p>"
    }
    #expect(try words(blocks(book("<math><mi>x</mi></math>"))) == ["a x"])
    #expect(try words(blocks(book("<b>CML</b>"))) == ["a none"])
  }

  @Test func callsOfNotesThatAreNotThereAreTold() throws {
    let made = try read("<p>Word<a href=\"#n\" epub:type=\"noteref\">9</a>.</p>")
    #expect(words(made.book.sections[0].blocks) == ["Word."])
    #expect(made.diagnostics.map(\.code) == ["note-missing"])
  }

  @Test func wordsUnderAPictureInABoxAtTheMarginAreItsCaption() throws {
    let box = "<div class=\"f\"><svg xmlns=\"http://www.w3.org/2000/svg\" width=\"9\" height=\"9\"/><p>A hill</p></div>"
    guard case .figure(let figure)? = try blocks("<p>a</p>\(box)<p>b</p>", css: ".f { float: left }").dropFirst().first
    else { return #expect(Bool(false)) }
    #expect(figure.caption.plainText == "A hill")
  }

  @Test func whatClearsPicturesAtTheMarginStandsBelowThem() throws {
    let css = ".c { clear: both }"
    let made = try blocks(
      "<p>a</p><p class=\"c\">b</p><p>c</p><div class=\"c\"></div><p>d</p><br clear=\"all\"/><p>e</p>", css: css)
    #expect(made.map { $0.paragraph?.isClear } == [false, true, false, true, true])
  }

  @Test func contentsOfNumbersAloneAreNotSaidToBeMadeAnew() throws {
    let list = "<h2>Contents</h2><p><a href=\"c1.xhtml\">I</a></p><p><a href=\"c2.xhtml\">II</a></p>"
    func reasons(_ title: String) throws -> [String] {
      let pages = ["I", "II"].map { "<h2>\($0)\(title)</h2><p>Words.</p>" }
      return try readEPUB(MadeArchive.book([list] + pages), name: "b.epub").report.dropped.map {
        String($0.why.prefix { $0 != "(" }).trimmed
      }
    }
    #expect(try reasons("") == ["contents list"])
    #expect(try reasons(". Inn") == ["contents, made anew with page numbers"])
  }

  @Test func entitiesThatADocumentDeclaresAreItsText() throws {
    let page =
      "<!DOCTYPE html [<!ENTITY me \"J&#233;an\"><!ENTITY \u{65} SYSTEM \"x\">]><html><body><h2>Inn</h2><p title=\"&me;\">By &me;.</p></body></html>"
    let made = try readEPUB(book(Array(page.utf8)), name: "book.epub")
    #expect(words(made.book.sections[0].blocks) == ["By Jéan."])
    let source = made.files.files[0].text
    #expect(String(decoding: source, as: UTF8.self).contains("By Jéan."))
  }

  @Test func theEncodingThatAPageOfHTMLNamesIsHeeded() throws {
    var page = Array("<html><head><meta charset=\"windows-1251\"/></head><body><p>".utf8)
    page += [0xCC, 0xE8, 0xF0] + Array("</p></body></html>".utf8)
    #expect(try words(readEPUB(book(page), name: "b.epub").book.sections[0].blocks) == ["Мир"])
    // many say so of UTF-8
    let other = "<html><head><meta charset=\"iso-8859-1\"/></head><body><p>Мир</p></body></html>"
    #expect(try words(readEPUB(book(Array(other.utf8)), name: "b.epub").book.sections[0].blocks) == ["Мир"])
  }

  @Test func whatCannotBeSetHasADocumentInItsPlace() throws {
    let items =
      "<item id=\"j\" href=\"j.json\" media-type=\"application/json\" fallback=\"f\"/>"
      + "<item id=\"f\" href=\"f.xhtml\" media-type=\"application/xhtml+xml\"/>"
    let package = MadeArchive.package([], items: items).replacing("</spine>", with: "<itemref idref=\"j\"/></spine>")
    let bytes = MadeArchive.zip([
      ("META-INF/container.xml", MadeArchive.container), ("EPUB/book.opf", package), ("EPUB/j.json", "{}"),
      ("EPUB/f.xhtml", MadeArchive.page("<p>Words.</p>")),
    ])
    let made = try readEPUB(bytes, name: "book.epub")
    #expect(words(made.book.sections[0].blocks) == ["Words."] && made.diagnostics.isEmpty)
  }

  /// A book of one document as it stands.
  private func book(_ page: [UInt8]) -> [UInt8] {
    var archive = MadeArchive()
    archive.add("META-INF/container.xml", Array(MadeArchive.container.utf8))
    archive.add("EPUB/book.opf", Array(MadeArchive.package(["c.xhtml"]).utf8))
    archive.add("EPUB/c.xhtml", page)
    return archive.finish()
  }
}
