import BookModel
import EPUB
import Manuscript
import Testing

/// Pages of HTML, read as an EPUB of these documents.
@Suite struct HTMLTests {
  private func read(
    _ pages: [(String, String)], _ files: [String: [UInt8]] = [:], _ options: EPUBOptions = EPUBOptions()
  )
    throws -> ManuscriptReading
  {
    let given = HTMLFiles(folder: "b/", pages: pages.map { ($0.0, Array($0.1.utf8)) }) { files[$0] }
    return try readHTML(given, name: "b/" + (pages.first?.0 ?? ""), options: options)
  }

  private func book(_ page: String) throws -> Book { try read([("a.html", page)]).book }

  private static let prose = "<p>The rain came down hard that night, and nobody saw it but the ferryman.</p>"

  private func headings(_ book: Book) -> [String?] { book.sections.map { $0.heading?.plainText } }

  private func words(_ book: Book) -> String {
    var words: [String] = []
    book.visitText { inlines, _ in words.append(inlines.plainText) }
    return words.joined(separator: "|")
  }

  // MARK: Title and author

  @Test(arguments: [
    ("<title>The Salt Road, by Mary Crane | Free eBook</title>", "<h1>The Salt Road</h1><p>by Mary Crane</p>"),
    ("<title>Draft 3</title>", "<p class=MsoTitle>The Salt Road</p><p>by Mary Crane</p>"),
    ("<title></title>", "<p class=\"c0 title\">The Salt Road</p><p>by Mary Crane</p>"),
    ("<title>Sea</title>", "<h1>The Salt Road<a class=headerlink href='#x'>¶</a></h1><p>by Mary Crane</p>"),
    ("<title>a</title>", "<h1>The Salt Road</h1><CENTER>by Mary Crane</CENTER>"),
    ("<title>The Project Gutenberg eBook of The Salt Road, by Mary Crane</title>", "<h1>THE SALT ROAD</h1>"),
    ("<title>The Salt Road – Sea Blog</title><meta name=DC.Creator content='Crane, Mary, 1850-1920'>", ""),
    ("<title></title>", "<p><b>The Salt Road</b></p><p>by Mary Crane</p>"),
  ])
  func whatABookIsCalled(head: String, front: String) throws {
    let book = try book(
      "<html><head>\(head)</head><body>\(front)<h2>Chapter 1</h2>\(Self.prose)<h2>Chapter 2</h2>\(Self.prose)</body></html>"
    )
    #expect(book.metadata.title == "The Salt Road" && book.metadata.authors == ["Mary Crane"], "\(head)")
    #expect(headings(book) == ["Chapter 1", "Chapter 2"], "\(head)")
  }

  @Test func aTitleOfAHeadIsOnlyOneWhereThePageSaysNothingBetter() throws {
    #expect(
      try book("<title>My Book</title><h1>One</h1>\(Self.prose)<h1>Two</h1>\(Self.prose)").metadata.title == "My Book")
    #expect(try book("<title>Untitled Document</title><h1>One</h1>\(Self.prose)").metadata.title == nil)
    #expect(try book("<title>Ulysses – A Novel</title>\(Self.prose)").metadata.title == "Ulysses – A Novel")
  }

  @Test func languageIsWhatThePageDeclares() throws {
    let reading = try read([("a.html", "<html lang=de-AT><body>\(Self.prose)")])
    #expect(reading.declaredLanguage == "de-AT" && reading.book.metadata.language == nil)
  }

  // MARK: Style

  @Test func whatSheetsSayIsHeeded() throws {
    let reading = try read(
      [
        (
          "a.html",
          "<link rel=stylesheet href='css/s.css'><style>.c2{font-style:italic}.h{display:none}</style>"
            + "<h1>One</h1><p>She <span class=c2>never</span> said <b class=x>no</b>.</p><p class=m>For Olav</p>"
            + "<p class=h>a</p><p hidden>b</p><button>c</button><noscript>d</noscript><select><option>e</select>"
            + "<hr style='page-break-before:always;display:none'><h1>Two</h1>\(Self.prose)"
        )
      ], ["css/s.css": Array(".x{font-weight:normal}.m{text-align:center}".utf8)])
    let blocks = reading.book.sections[0].blocks
    guard case .paragraph(let first) = blocks[0], case .paragraph(let second) = blocks[1] else {
      return #expect(Bool(false))
    }
    #expect(first.inlines.map { $0.style.traits.contains(.emphasis) } == [false, true, false])
    #expect(first.inlines.allSatisfy { !$0.style.traits.contains(.strong) } && second.placement == .centred)
    #expect(blocks.count == 2 && headings(reading.book) == ["One", "Two"])
  }

  @Test func paragraphsPartedByBreaksArePartedParagraphs() throws {
    let long = "The rain came down hard that night, and nobody saw it but the ferryman under the lamp."
    let book = try book("<h1>One</h1><p>\(long)<br><br>“No,” she said.<br><br>* * *<br><br>After it all.</p>")
    #expect(book.sections[0].blocks.count == 4)
  }

  // MARK: What is no XML

  @Test func tagsThatNobodyClosedLoseNoWord() throws {
    let book = try book(
      "<HTML><BODY BGCOLOR=#FFF><H1>One</H1><P ALIGN=center><FONT SIZE=+1>a<P><I>b<P>c</I><UL><LI>d<LI>e<B>f<LI>g</B></UL>"
        + "<TABLE><TR><TD>h<TD>i<TR><TD>k</TABLE><P>l &lt; m<o:p>&nbsp;</o:p>n")
    #expect(
      words(book) == "One|a|b|c|d|ef|g|h|i|k|l < m\u{A0}n" || words(book).filter(\.isLetter) == "Oneabcdefghiklmn")
    guard case .paragraph(let last)? = book.sections[0].blocks.last else { return #expect(Bool(false)) }
    #expect(last.inlines.plainText.filter { !$0.isWhitespace } == "l<mn")
  }

  @Test func encodingIsWhatTheFileIs() throws {
    let text = "<html><head><title>Caf\u{E9}</title></head><body><h1>Eins</h1><p>M\u{FC}ller</p></body></html>"
    var wide: [UInt8] = [0xFF, 0xFE]
    for unit in text.utf16 { wide += [UInt8(unit & 0xFF), UInt8(unit >> 8)] }
    let narrow = text.unicodeScalars.map { UInt8($0.value) }
    let declared = Array("<?xml version=\"1.0\" encoding=\"iso-8859-1\"?>".utf8) + narrow
    for bytes in [wide, Array(text.utf8), narrow, declared] {
      let reading = try readHTML(HTMLFiles(folder: "", pages: [("a.html", bytes)]) { _ in nil }, name: "a.html")
      #expect(words(reading.book).contains("M\u{FC}ller"))
    }
    #expect(!isHTML(Array("<htmlish>".utf8), name: "a.txt") && isHTML(wide, name: "-"))
    #expect(isHTML(Array("<!-- saved -->\n<!DOCTYPE HTML><p>x".utf8), name: "-"))
  }

  // MARK: Notes and formulas

  @Test(arguments: [
    (
      "a<sup><a href='#ftnt1' id='ftnt_ref1'>[1]</a></sup>",
      "<hr><div><p><a href='#ftnt_ref1' id='ftnt1'>[1]</a> A note.</p></div>"
    ),
    (
      "a<a href='#_ftn1' name='_ftnref1'><span class=MsoFootnoteReference>[1]</span></a>",
      "<div id=ftn1><p class=MsoFootnoteText><a href='#_ftnref1' name='_ftn1'>[1]</a> A note.</p></div>"
    ),
    ("a<sup class=footnote><a href='#f1'>[1]</a></sup>", "<div class=footnotes><div id=f1>A note.</div></div>"),
    (
      "a<a id=FNanchor_1 href='#Footnote_1' class=fnanchor>[1]</a>",
      "<div class=footnote><p><a id=Footnote_1 href='#FNanchor_1' class=label>[1]</a> A note.</p></div>"
    ),
  ])
  func notesAreSetWhereTheyAreCalled(call: String, note: String) throws {
    let reading = try read([("a.html", "<h1>One</h1><p>\(call) b.</p>\(Self.prose)\(note)")])
    #expect(reading.book.notes.count == 1 && reading.diagnostics.isEmpty && reading.book.sections.count == 1)
    guard case .paragraph(let text)? = reading.book.notes.values.first?.blocks.first else {
      return #expect(Bool(false))
    }
    #expect(text.inlines.plainText == "A note.")
  }

  @Test func formulasAreSetOnce() throws {
    let book = try book(
      "<script src='mathjax.js'></script><h1>One</h1><p>a \\(x\\) b <span class='math inline'>\\(y\\)</span> c"
        + "<span class=katex><span class=katex-mathml><math><mi>z</mi></math></span><span class=katex-html>z</span></span>"
        + "<span class=MathJax>k</span><script type='math/tex'>k</script> $5 <code>\\(no\\)</code></p>")
    guard case .paragraph(let text) = book.sections[0].blocks[0] else { return #expect(Bool(false)) }
    #expect(text.inlines.count { $0.style.formula != nil } == 4)
    #expect(text.inlines.plainText.filter { !$0.isWhitespace } == "axbyczk$5\\(no\\)")
  }

  // MARK: Pages

  @Test func aPageAroundItsMainPartIsLeftOutAndTold() throws {
    let long = String(repeating: "Words of the author's. ", count: 12)
    let page =
      "<title>The Ferry | Tales</title><div id=cookie-bar>We use cookies.</div><header><nav><a href='/'>Home</a></nav></header>"
      + "<article><h1>The Ferry</h1><p>\(long)</p><aside><p>Aside.</p></aside></article><p>Beside.</p>"
      + "<div class=sidebar>Recent</div><footer>Foot</footer>"
    let reading = try read([("a.html", page)])
    #expect(words(reading.book).hasSuffix("Aside.|Beside.") && reading.book.metadata.title == "The Ferry")
    #expect(!words(reading.book).contains("cookies") && reading.report.dropped.count >= 4)
    var options = EPUBOptions()
    options.keeps = [.boilerplate]
    #expect(words(try read([("a.html", page)], [:], options).book).contains("Recent"))
    // without a main part nothing is known to be around it
    #expect(try words(book("<h1>One</h1>\(Self.prose)<footer>Foot</footer>")).hasSuffix("|Foot"))
  }

  @Test func pagesAreOneBook() throws {
    let way = "<p><a href='index.html'>Contents</a> | <a href='b.html'>Next</a></p>"
    let long = String(repeating: "The rain came down hard that night. ", count: 9)
    let reading = try read(
      [
        (
          "index.html",
          "<title>Salt – A Tale</title><h1>Salt</h1><ul><li><a href='a.html'>The Ferry</a><li><a href=b.html>The Snow</a></ul>"
        ),
        ("a.html", "<title>a</title>\(way)<p>\(long) See <a href='b.html#s'>there</a>.</p>\(way)"),
        (
          "b.html",
          "<title>b</title><p><a href='index.html'>Contents</a></p><h1>The Snow</h1><p id=s>\(long)<img src='img/m.png' alt=m></p>"
        ),
        ("03 The End.html", "<p>\(long)</p>"),
      ], ["img/m.png": [1]])
    #expect(headings(reading.book) == ["The Ferry", "The Snow", "The End"] && reading.book.metadata.title == "Salt")
    #expect(!words(reading.book).contains("Next") && !words(reading.book).contains("Contents"))
    let links = reading.book.sections[0].blocks.compactMap(\.paragraph).flatMap(\.inlines).compactMap(\.style.link)
    #expect(links.count == 1 && links[0].hasPrefix("#"))
    #expect(reading.diagnostics.map(\.code) == ["heading-missing"])
    #expect(reading.report.besides.isSuperset(of: ["b/a.html", "b/img/m.png"]))
  }

  @Test func boxesThatTheirClassesNameAreDivisions() throws {
    let reading = try read([
      (
        "a.html",
        "<meta name=pb-title content='Small Gods'><div class=title-page><h1 class=title>Small Gods</h1></div>"
          + "<div class='front-matter dedication'><h3 class=front-matter-number>1</h3><h1>Dedication</h1><p>For rain.</p></div>"
          + "<div class=part><h1>Rain</h1></div><div class='chapter standard'><h3>1</h3><h2>The Cloud</h2>\(Self.prose)</div>"
          + "<div class='chapter standard'><h3>2</h3><h2>The Drop</h2>\(Self.prose)</div>"
      )
    ])
    #expect(reading.book.sections.map(\.role) == [.dedication, .part, .chapter, .chapter])
    #expect(headings(reading.book)[0] == "Dedication")
  }
}
