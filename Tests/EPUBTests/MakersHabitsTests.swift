import BookModel
import EPUB
import Manuscript
import TestSupport
import Testing

/// What makers of EPUBs do that no standard asks for: Project Gutenberg, Standard Ebooks, calibre.
@Suite struct MakersHabitsTests {
  private func book(_ bytes: [UInt8]) throws -> Book {
    try readEPUB(bytes, name: "book.epub", options: EPUBOptions()).book
  }

  private static func ncx(_ points: [(label: String, address: String)]) -> (String, String) {
    let made = points.map {
      "<navPoint><navLabel><text>\($0.label)</text></navLabel><content src=\"\($0.address)\"/></navPoint>"
    }
    return ("EPUB/toc.ncx", "<ncx><navMap>\(made.joined())</navMap></ncx>")
  }
  private static let ncxItem = "<item id=\"n\" href=\"toc.ncx\" media-type=\"application/x-dtbncx+xml\"/>"

  @Test func whatATitlePageSaysOfTheEditionIsNoChapterThoughTheContentsListIt() throws {
    let book = try book(
      MadeArchive.book(
        [
          "<h1>A Book</h1><h2>by Jane Roe</h2><h4 id=\"e\">THE THIRD EDITION</h4><hr/>",
          "<h2 id=\"a\">One</h2><p>First.</p>", "<h2 id=\"b\">Two</h2><p>Second.</p>",
        ], items: Self.ncxItem,
        also: [Self.ncx([("THE THIRD EDITION", "c0.xhtml#e"), ("One", "c1.xhtml#a"), ("Two", "c2.xhtml#b")])]))
    #expect(book.sections.map { $0.heading?.plainText } == [nil, "One", "Two"])
    #expect(book.sections[0].matter == .front && book.sections[0].role == .titlePage)
  }

  @Test func waysBackAreForScreens() throws {
    let book = try book(
      MadeArchive.book([
        "<h2 id=\"a\">One</h2><p>First.</p><p><a href=\"#a\">Back to top</a></p>",
        "<h2>Two</h2><p>Second.</p><p>[<a href=\"c0.xhtml#a\">Contents</a> | <a href=\"c0.xhtml#a\">Previous</a>]</p>",
      ]))
    #expect(book.sections.allSatisfy { $0.blocks.count == 1 })
    var words = ""
    book.visitText { inlines, _ in words += inlines.plainText + " " }
    #expect(words.contains("Second.") && !words.contains("Contents"))
  }

  @Test func pagesOfAnIndexThatAreLinksAreThisBooks() throws {
    let reading = try readEPUB(
      MadeArchive.book([
        "<h2 id=\"a\">One</h2><p id=\"r\">Rope.</p>",
        "<h2>Index</h2><p>rope, <a href=\"c0.xhtml#r\">112</a>, <a href=\"c0.xhtml#r\">113</a>; see <a href=\"c0.xhtml#a\">quay</a></p>",
      ]), name: "book.epub", options: EPUBOptions())
    var pages: [String] = []
    reading.book.visitText { inlines, _ in
      pages += inlines.filter { $0.style.pages != nil }.map { [$0].plainText }
    }
    #expect(pages == ["112,", "113"] && reading.book.refersToPages)
  }

  @Test func aSentenceTypedWithAMarkOfTheFrameStays() throws {
    let mark = "*** END OF THE PROJECT GUTENBERG EBOOK A BOOK ***"
    let book = try book(
      MadeArchive.book(["<h2>One</h2><p>First.</p>", "<pre>He laughed.\n\n\(mark)\n\nMore of it.</pre>"]))
    var words = ""
    book.visitText { inlines, _ in words += inlines.plainText + " " }
    for section in book.sections {
      for case .preformatted(let typed) in section.blocks { words += typed.lines.map(\.text).joined(separator: " ") }
    }
    #expect(words.contains("He laughed."))
  }

  @Test func aHeadingWithNothingBelowItIsALastLine() throws {
    let book = try book(MadeArchive.book(["<h2>One</h2><p>First.</p><h5>THE END</h5>"]))
    guard case .paragraph(let line)? = book.sections[0].blocks.last else { return #expect(Bool(false)) }
    #expect(line.inlines.plainText == "THE END" && line.placement == .centred)
  }

  @Test func linesTypedInOneWidthAreSetInTheFaceOfTheText() throws {
    let tail = (0..<12).map { String(repeating: " ", count: $0 % 7 + 1) + "word" }.joined(separator: "\n")
    let book = try book(
      MadeArchive.book(
        ["<h2>One</h2><p>See:</p><div xml:space=\"preserve\" class=\"mono\">\(tail)</div>"],
        css: ".mono { font-family: monospace }"))
    guard case .verse(let verse)? = book.sections[0].blocks.last else { return #expect(Bool(false)) }
    #expect(verse.isShaped)
    #expect(verse.stanzas[0].lines.allSatisfy { $0.inlines.allSatisfy { $0.style.traits == [] } })
  }

  @Test func aStoryInNumberedPiecesIsOneChapterAmongOthers() throws {
    let text = "<p>" + String(repeating: "A line of the story. ", count: 200) + "</p>"
    let story =
      "<article><h2 id=\"a\">The First</h2><section id=\"a1\"><h3>I</h3>\(text)</section>"
      + "<section id=\"a2\"><h3>II</h3>\(text)</section></article>"
    let others = ["The Second", "The Third", "The Fourth"].map { "<h2>\($0)</h2>\(text)" }
    let nav = """
      <html xmlns="http://www.w3.org/1999/xhtml" xmlns:epub="http://www.idpf.org/2007/ops"><body><nav epub:type="toc">
      <ol><li><a href="c0.xhtml">The First</a><ol><li><a href="c0.xhtml#a1">I</a></li><li><a href="c0.xhtml#a2">II</a></li>
      </ol></li><li><a href="c1.xhtml">The Second</a></li><li><a href="c2.xhtml">The Third</a></li>
      <li><a href="c3.xhtml">The Fourth</a></li></ol></nav></body></html>
      """
    let book = try book(
      MadeArchive.book(
        [story] + others,
        items: "<item id=\"n\" href=\"nav.xhtml\" media-type=\"application/xhtml+xml\" properties=\"nav\"/>",
        also: [("EPUB/nav.xhtml", nav)]))
    #expect(book.sections.map { $0.heading?.plainText } == ["The First", "The Second", "The Third", "The Fourth"])
  }

  @Test(arguments: [
    ("<dc:date>2018-05-08T02:24:50Z</dc:date><dc:publisher>A House</dc:publisher>", "2018"),
    (
      "<dc:date>2026-11-29T20:36:01Z</dc:date><meta property=\"dcterms:modified\">2026-11-29T20:36:01Z</meta>", nil
    ),
    ("<dc:date>0101-01-01T00:00:00+00:00</dc:date>", nil), ("<dc:date>Spring 1901</dc:date>", "Spring 1901"),
    ("<dc:date event=\"conversion\">2021-06-01</dc:date><dc:date event=\"publication\">1999</dc:date>", "1999"),
    ("<dc:date>2008-06-27</dc:date><dc:identifier>http://www.gutenberg.org/11</dc:identifier>", nil),
    ("<dc:date>2008-06-27</dc:date><dc:publisher>Project Gutenberg</dc:publisher>", nil),
  ])
  func aDateIsTheEditionsYear(metadata: String, date: String?) throws {
    let book = try book(MadeArchive.book(["<p>Words.</p>"], metadata: metadata))
    #expect(book.metadata.date == date)
    #expect(book.metadata.publisher?.contains("Gutenberg") != true)
  }

  @Test func titlesHaveAPrintersQuotesWhateverThePackageHas() throws {
    let book = try book(MadeArchive.book(["<p>It's \"so\".</p>"], metadata: "<dc:title>The Book's End</dc:title>"))
    var named = book
    named.metadata.title = "Jane's \"Book\""
    let set = smartened(named, language: "en", dashes: .printed)
    #expect(set.metadata.title == "Jane’s “Book”")
    #expect(set.sections.flatMap(\.blocks).compactMap { $0.paragraph?.inlines.plainText } == ["It’s “so”."])
    // whoever set some of them by hand meant the others
    let curly = try self.book(MadeArchive.book(["<p>“It’s” \"so\".</p>"]))
    #expect(smartened(curly, language: "en", dashes: .printed).sections == curly.sections)
  }

  @Test func whatStandsBehindTheLastChapterIsOfNoPart() throws {
    let book = try book(
      MadeArchive.book([
        "<section epub:type=\"part\"><h2>Part I</h2></section>", "<h3>One</h3><p>First.</p>",
        "<h3>Appendix</h3><p>Midway.</p>",
        "<h3>Two</h3><p>Second.</p>", "<h2>Glossary</h2><p>Words.</p>", "<h2>Index</h2><p>More.</p>",
      ]))
    #expect(book.sections.map(\.matter) == [.body, .body, .body, .body, .back, .back])
    #expect(book.sections.map(\.level) == [1, 2, 2, 2, 1, 1])
  }

  @Test func aTitleUnderANumberIsNoTitlePageThoughTheBooksTitleHasItsWords() throws {
    let text = "<p>" + String(repeating: "A line of the story. ", count: 30) + "</p>"
    let css = ".s { text-align: center; font-weight: bold } .t { text-align: center }"
    let book = try book(
      MadeArchive.book(
        ["Rain", "Roof"].enumerated().map { "<p class=\"s\">Chapter \($0 + 1)</p><p class=\"t\">\($1)</p>\(text)" },
        css: css,
        metadata: "<dc:title id=\"m\">The Rain House</dc:title><meta refines=\"#m\" property=\"title-type\">main</meta>"
      ))
    #expect(book.sections.map { $0.heading?.plainText } == ["Chapter 1. Rain", "Chapter 2. Roof"])
  }

  @Test func whatIsHiddenInAGroupOfHeadingsStaysSo() throws {
    let book = try book(
      MadeArchive.book(["<hgroup><h2>One</h2><p hidden=\"hidden\">none</p><p>Two</p></hgroup><p>Text.</p>"]))
    #expect(book.sections[0].heading?.plainText.contains("none") == false)
  }

  @Test func aClassCallsAPartSo() throws {
    let text = "<p>" + String(repeating: "A line of the story. ", count: 30) + "</p>"
    let book = try book(
      MadeArchive.book([
        "<div class=\"part\" id=\"p\"><div class=\"part-title-wrap\"><h3>I</h3><h1>Water</h1></div></div>",
        "<div class=\"chapter\"><h1>Rain</h1><p class=\"chapter-subtitle\">A Beginning</p>"
          + "<p class=\"chapter-author\">Ann Poe</p>\(text)</div>",
      ]))
    #expect(book.sections.map(\.role) == [.part, .chapter])
    let kinds = book.sections[1].blocks.map { if case .sceneBreak = $0 { "white" } else { "words" } }
    #expect(kinds == ["words", "words", "white", "words"])
  }

  /// Its files of before 2022, whose frame no class names: as typed, in one piece, and in paragraphs.
  @Test(arguments: [
    (
      "<pre>The Project Gutenberg EBook of A Book, by Jane Roe\n\nThis eBook is for the use of anyone anywhere at no "
        + "cost.\n\nTitle: A Book\n\nAuthor: Jane Roe\n\n*** START OF THIS PROJECT GUTENBERG EBOOK A BOOK ***\n\n"
        + "Produced by Some Volunteers</pre>",
      "<pre>End of Project Gutenberg's A Book, by Jane Roe\n\n*** END OF THIS PROJECT GUTENBERG EBOOK A BOOK ***\n\n"
        + "*** START: FULL LICENSE ***\n\nSection 1. General Terms of Use.</pre>"
    ),
    (
      "<p>The Project Gutenberg EBook of A Book, by Jane Roe</p><p>Title: A Book</p>"
        + "<p>*** START OF THE PROJECT GUTENBERG EBOOK, A BOOK ***</p><p>Produced by Some Volunteers</p>",
      "<p>End of the Project Gutenberg EBook of A Book, by Jane Roe</p>"
        + "<p>*** END OF THE PROJECT GUTENBERG EBOOK, A BOOK ***</p><h2>Section 1.</h2><p>General Terms of Use.</p>"
    ),
  ])
  func `Project Gutenberg's frame is known by its words`(header: String, footer: String) throws {
    let text = "<h2>Chapter 1</h2><p>" + String(repeating: "A line of the story. ", count: 40) + "</p><p>The last.</p>"
    let bytes = MadeArchive.book([header + text + footer])
    let reading = try readEPUB(bytes, name: "book.epub", options: EPUBOptions())
    #expect(reading.book.sections.map { $0.heading?.plainText } == ["Chapter 1"])
    #expect(reading.book.sections[0].blocks.last?.paragraph?.inlines.plainText == "The last.")
    #expect(reading.book.sections[0].blocks.count == 2 && reading.report.dropped.count >= 2)
    var options = EPUBOptions()
    options.keeps = [.boilerplate]
    let whole = try readEPUB(bytes, name: "book.epub", options: options).book
    #expect(whole.sections.flatMap(\.blocks).count > 3)
  }

  @Test func `a picture may stand in its own address`() throws {
    let book = try book(
      MadeArchive.book([
        "<h2>One</h2><p>Text.</p><p><img alt=\"a\" src=\"data:image/png;base64,iVBORw0K\n Ggo=\"/></p>"
          + "<p><img alt=\"b\" src=\"data:image/svg+xml,%3Csvg/>\"/></p>"
      ]))
    let made = Set(book.pictures.values)
    #expect(made == [[0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A], Array("<svg/>".utf8)])
  }

  @Test func `dots beside letters are emphasis, and what spaces the whole book is none`() throws {
    let css = """
      body { letter-spacing: 0.1em } .t { letter-spacing: 0.2em } .d { -epub-text-emphasis-style: none; text-emphasis: filled sesame }
      .n { text-emphasis-style: none }
      """
    let book = try book(
      MadeArchive.book(
        [
          "<h2>One</h2><p>Plain <span class=\"t\">wide</span> <span class=\"d\">dots<span class=\"n\">none</span></span></p>"
        ], css: css))
    guard case .paragraph(let paragraph)? = book.sections[0].blocks.first else { return #expect(Bool(false)) }
    let said = paragraph.inlines.map { "\([$0].plainText):\($0.style.traits.rawValue)" }
    #expect(
      said == [
        "Plain :0", "wide:\(InlineStyle.Traits.letterSpaced.rawValue)", " :0",
        "dots:\(InlineStyle.Traits.emphasis.rawValue)",
        "none:0",
      ])
  }

  @Test func `numbers of lines that float to the right stand at the margin, and apart from words elsewhere`() throws {
    let book = try book(
      MadeArchive.book(
        [
          "<h2>One</h2><div class=\"poem\" epub:type=\"z3998:verse\"><p>Sing, goddess, the anger<span class=\"n\">5</span><br/>of Peleus’ son</p></div>"
            + "<p>A word<span class=\"n\">12</span> and more of the paragraph.</p>"
        ], css: ".n { float: right }"))
    guard case .verse(let verse)? = book.sections[0].blocks.first else { return #expect(Bool(false)) }
    #expect(
      verse.stanzas.flatMap(\.lines).map { $0.inlines.plainText } == ["Sing, goddess, the anger", "of Peleus’ son"])
    #expect(verse.stanzas.flatMap(\.lines).map { $0.number.plainText } == ["5", ""])
    guard case .paragraph(let paragraph)? = book.sections[0].blocks.last else { return #expect(Bool(false)) }
    #expect(paragraph.inlines.plainText == "A word 12 and more of the paragraph.")
  }

  @Test func `a picture of a kind that nothing draws has the one that it falls back on`() throws {
    let items =
      "<item id=\"p\" href=\"a.psd\" media-type=\"image/vnd.adobe.photoshop\" fallback=\"q\"/><item id=\"q\" href=\"a.tif\" media-type=\"image/tiff\" fallback=\"r\"/><item id=\"r\" href=\"a.gif\" media-type=\"image/gif\"/>"
    let book = try book(
      MadeArchive.book(
        ["<h2>One</h2><p>Words.</p><p><img src=\"a.psd\" alt=\"x\"/></p>"], items: items,
        also: [("EPUB/a.psd", "8BPS"), ("EPUB/a.tif", "II*"), ("EPUB/a.gif", "GIF89a")]))
    guard case .figure(let figure)? = book.sections[0].blocks.last else { return #expect(Bool(false)) }
    #expect(figure.image?.hasSuffix("a.gif") == true)
  }
}
