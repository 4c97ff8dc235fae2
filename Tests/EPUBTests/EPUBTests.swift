import BookModel
import EPUB
import Manuscript
import TestSupport
import Testing

/// What books of a few lines become.
@Suite struct EPUBTests {
  private func read(_ bytes: [UInt8], _ change: (inout EPUBOptions) -> Void = { _ in }) throws -> ManuscriptReading {
    var options = EPUBOptions()
    change(&options)
    return try readEPUB(bytes, name: "book.epub", options: options)
  }

  private func words(_ blocks: [Block]) -> [String] {
    blocks.map { block in
      var text = ""
      block.visitText { inlines, _ in text += (text.isEmpty ? "" : "|") + inlines.plainText }
      return text
    }
  }

  private func traits(_ reading: ManuscriptReading, of word: String) -> InlineStyle.Traits? {
    var found: InlineStyle.Traits?
    reading.book.visitText { inlines, _ in
      for inline in inlines {
        if case .text(let text) = inline.content, text.contains(word) { found = inline.style.traits }
      }
    }
    return found
  }

  @Test func aDocumentWithAHeadingIsAChapterAndItsNumberIsToldFromItsTitle() throws {
    let reading = try read(
      MadeArchive.book([
        "<h2>CHAPTER I.<br/>Down the Hole</h2><p>One.</p><h3>A turn</h3><p>Two.</p>",
        "<h2>Chapter 2: The Pool</h2><p>Three.</p>", "<section><h2>III</h2><h3>The Race</h3><p>Four.</p></section>",
      ]))
    let headings = reading.book.sections.map { [$0.heading?.label.plainText ?? "", $0.heading?.title.plainText ?? ""] }
    #expect(headings == [["CHAPTER I.", "Down the Hole"], ["Chapter 2", "The Pool"], ["III", "The Race"]])
    #expect(words(reading.book.sections[0].blocks) == ["One.", "A turn", "Two."])
    #expect(reading.book.metadata.title == "A Book" && reading.book.metadata.authors == ["Jane Roe"])
    #expect(reading.diagnostics.isEmpty)
  }

  @Test func aDocumentWithoutAHeadingGoesOnWithTheChapterBeforeIt() throws {
    let reading = try read(
      MadeArchive.book(["<h2>One</h2><p>First.</p>", "<p>Second.</p>", "<h2>Two</h2><p>Third.</p>"]))
    #expect(reading.book.sections.map { words($0.blocks) } == [["First.", "Second."], ["Third."]])
  }

  @Test func partsStandAboveTheirChapters() throws {
    let reading = try read(
      MadeArchive.book([
        "<section epub:type=\"part\"><h2>Part I</h2></section>", "<h3>One</h3><p>First.</p>",
        "<h3>Two</h3><p>Second.</p>",
      ]))
    #expect(reading.book.sections.map(\.role) == [.part, .chapter, .chapter])
    #expect(reading.book.sections.map(\.level) == [1, 2, 2])
  }

  @Test func notesOfAnotherDocumentAreCalledWhereTheirMarksStand() throws {
    let reading = try read(
      MadeArchive.book([
        "<h2>One</h2><p>Word<a href=\"c1.xhtml#n1\" id=\"r1\" epub:type=\"noteref\">1</a> more.</p>",
        "<section epub:type=\"endnotes\"><h2>Notes</h2><ol><li id=\"n1\" epub:type=\"endnote\"><p>The note. <a href=\"c0.xhtml#r1\" epub:type=\"backlink\">↩</a></p></li></ol></section>",
      ]))
    #expect(reading.book.sections.count == 1)
    #expect(reading.book.notes.count == 1)
    #expect(words(reading.book.notes[NoteKey(0)]?.blocks ?? []) == ["The note."])
    #expect(words(reading.book.sections[0].blocks) == ["Word more."])
  }

  @Test func linksInNotesThatDoNotLeadBackAreWords() throws {
    let call = { (number: Int) in "<a epub:type=\"noteref\" href=\"#n\(number)\" id=\"r\(number)\">\(number)</a>" }
    let reading = try read(
      MadeArchive.book([
        "<p id=\"p1\">Far away.</p><p>Text.</p><p>He said\(call(1)) so\(call(2)) and\(call(3)) on.</p>"
          + "<aside epub:type=\"footnote\" id=\"n1\"><p>See <a href=\"#p1\">above</a>, <a href=\"#n2\">note 2</a> and page <a href=\"#p1\">12</a>. <a href=\"#r1\">↩</a></p></aside>"
          + "<aside epub:type=\"footnote\" id=\"n2\"><p><a href=\"#r2\">2</a> So. <a href=\"#r2\">Return to the text</a></p></aside>"
          + "<aside epub:type=\"footnote\" id=\"n3\"><p><a href=\"#p1\">3</a> Also. <a href=\"#p1\">^</a></p></aside>"
      ]))
    let notes = (0..<3).map { words(reading.book.notes[NoteKey($0)]?.blocks ?? []).joined(separator: "/") }
    #expect(notes == ["See above, note 2 and page 12.", "So.", "Also."])
  }

  @Test func linksThatLeadToEachOtherAreNotesWithoutAnybodySayingSo() throws {
    let reading = try read(
      MadeArchive.book([
        "<h2>One</h2><p>Word<a id=\"FNanchor_1\" href=\"#Footnote_1\">[1]</a> more.</p><p>Next.</p><div class=\"footnote\"><p><a id=\"Footnote_1\" href=\"#FNanchor_1\">[1]</a> Below.</p></div>"
      ]))
    #expect(words(reading.book.sections[0].blocks) == ["Word more.", "Next."])
    #expect(words(reading.book.notes[NoteKey(0)]?.blocks ?? []) == ["Below."])
  }

  @Test func linksLeadToThePlacesTheyNameInOtherDocuments() throws {
    let reading = try read(
      MadeArchive.book([
        "<h2>One</h2><p>See <a href=\"c1.xhtml#p\">there</a> and <a href=\"c9.xhtml\">nowhere</a>.</p>",
        "<h2>Two</h2><p>First.</p><p><span id=\"p\"/>Second.</p>",
      ]))
    var link: String?
    reading.book.visitText { inlines, _ in for inline in inlines { link = link ?? inline.style.link } }
    guard case .paragraph(let target) = reading.book.sections[1].blocks[1] else { return #expect(Bool(false)) }
    #expect(link.map { String($0.dropFirst()) } == target.anchor && target.anchor != nil)
  }

  @Test func sheetsSayWhatIsEmphasisAndWhatIsHidden() throws {
    let css = """
      @namespace epub "http://www.idpf.org/2007/ops";
      b { font-weight: normal; font-variant: small-caps }
      [epub|type~="se:era"] { font-variant: all-small-caps }
      .gone { display: none } .far { position: absolute; left: -999em }
      i > i { font-style: normal } .dir::before { content: "(" } .dir::after { content: ")" }
      .up { text-transform: uppercase }
      """
    let reading = try read(
      MadeArchive.book(
        [
          "<h2>One</h2><p><b>Small</b> <i>slant <i>upright</i></i> 44 <abbr epub:type=\"se:era\">BC</abbr> <span class=\"gone\">no</span><span class=\"far\">far</span><span class=\"dir\">exit</span> <span class=\"up\">loud</span></p>"
        ], css: css))
    #expect(words(reading.book.sections[0].blocks) == ["Small slant upright 44 BC (exit) LOUD"])
    #expect(traits(reading, of: "Small") == .smallCapitals)
    #expect(traits(reading, of: "slant") == .emphasis)
    #expect(traits(reading, of: "BC") == .allSmallCapitals)
    #expect(traits(reading, of: "upright") == [])
    let plain = try read(MadeArchive.book(["<h2>One</h2><p><b>Small</b></p>"], css: css)) { $0.sheets = .none }
    #expect(traits(plain, of: "Small") == .strong)
  }

  @Test func verseKeepsItsLinesStanzasAndIndents() throws {
    let reading = try read(
      MadeArchive.book(
        [
          "<h2>One</h2><blockquote epub:type=\"z3998:verse\"><p><span>First line,</span><br/><span class=\"i1\">set in.</span></p><p><span>New stanza,</span><br/><span>its end.</span></p></blockquote><p>Prose.</p>",
          "<h2>Two</h2><p class=\"poem\">How doth the<br/>\n    Improve<br/>\n<br/>\nAnd pour<br/>\n    On every</p>",
        ], css: ".i1 { padding-left: 1em }"))
    guard case .verse(let first) = reading.book.sections[0].blocks[0],
      case .verse(let second) = reading.book.sections[1].blocks[0]
    else { return #expect(Bool(false), "no verse: \(reading.book.sections.map(\.blocks))") }
    #expect(
      first.stanzas.map { $0.lines.map { $0.inlines.plainText } } == [
        ["First line,", "set in."], ["New stanza,", "its end."],
      ])
    #expect(second.stanzas.map { $0.lines.map(\.indent) } == [[0, 4], [0, 4]])
  }

  @Test func aPlayInATableIsMadeOfSpeeches() throws {
    let reading = try read(
      MadeArchive.book([
        "<h2>Act I</h2><table><tr><td epub:type=\"z3998:persona\">Lane</td><td>I did not listen.</td></tr><tr><td/><td>A pause.</td></tr></table>"
      ]))
    guard case .speech(let speech) = reading.book.sections[0].blocks[0] else { return #expect(Bool(false)) }
    #expect(speech.speaker.plainText == "Lane" && words(speech.blocks) == ["I did not listen."])
    #expect(words(reading.book.sections[0].blocks).last == "A pause.")
  }

  @Test func whatIsTheFilesAndNotTheBooksIsLeftOutAndTold() throws {
    let bodies = [
      "<section epub:type=\"titlepage\"><h1>A Book</h1><p>By Jane Roe</p></section>",
      "<section epub:type=\"imprint\"><p>This e-book was made by many.</p></section>", "<h2>One</h2><p>Text.</p>",
      "<section epub:type=\"colophon\"><p>Set in nothing.</p></section>",
    ]
    let reading = try read(MadeArchive.book(bodies))
    #expect(reading.book.sections.map { $0.heading?.plainText } == ["One"])
    #expect(reading.report.dropped.count == 3)
    let kept = try read(MadeArchive.book(bodies)) { $0.keeps = [.boilerplate, .titlePage] }
    #expect(kept.book.sections.count == 4)
  }

  @Test func anArticleIsOfTheTitleOnlyAboveMoreOfIt() throws {
    let reading = try read(
      MadeArchive.book(["<h1>A Book</h1><p>By Jane Roe</p>", "<p>A</p><p>Z</p><h2>One</h2><p>Text.</p>"]))
    #expect(words(reading.book.sections.flatMap(\.blocks)).contains("A"))
  }

  @Test func lockedBooksAreRefused() {
    let encryption = """
      <encryption xmlns="urn:oasis:names:tc:opendocument:xmlns:container"><EncryptedData><EncryptionMethod Algorithm="http://www.w3.org/2001/04/xmlenc#aes128-cbc"/>
      <CipherData><CipherReference URI="EPUB/c0.xhtml"/></CipherData></EncryptedData></encryption>
      """
    let book = MadeArchive.book(
      ["<p>x</p>"], also: [("META-INF/encryption.xml", encryption), ("META-INF/rights.xml", "")])
    #expect(throws: EPUBError.locked("Adobe's digital rights management")) { try read(book) }
    #expect(throws: EPUBError.notArchive) { try read(Array("no archive".utf8)) }
    #expect(throws: EPUBError.nothingToRead) { try read(MadeArchive.zip([("a.txt", "x")])) }
  }

  @Test func whatIsMissingIsAWarningAndTheRestIsSet() throws {
    let reading = try read(
      MadeArchive.zip([
        ("META-INF/container.xml", MadeArchive.container),
        ("EPUB/book.opf", MadeArchive.package(["c%20one.xhtml", "gone.xhtml", "../EPUB/Zwei.xhtml"])),
        (
          "EPUB/c one.xhtml",
          MadeArchive.page("<h2>One</h2><p>A &mdash; b &nosuch; <img src=\"x.png\" alt=\"a boat\"/></p>")
        ),
        ("EPUB/zwei.xhtml", MadeArchive.page("<h2>Two</h2><p>Open <b>tags")),
      ]))
    #expect(reading.book.sections.map { words($0.blocks) } == [["A — b &nosuch; a boat"], ["Open tags"]])
    #expect(reading.diagnostics.map(\.code).sorted() == ["epub-item-missing", "epub-malformed", "image-missing"])
    let place = reading.diagnostics.first { $0.code == "epub-malformed" }?.source.flatMap { reading.files.describe($0) }
    #expect(place?.hasPrefix("book.epub/EPUB/zwei.xhtml:") == true)
  }

  @Test func headingsThatCallNobodyToAPageStandInTheirChapter() throws {
    let long = String(repeating: "<p>Word after word goes by.</p>", count: 500)
    let reading = try read(
      MadeArchive.book([
        "<h2>Story</h2><h3>I</h3>\(long)<h3>II</h3>\(long)<h3>III</h3>\(long)",
        "<h2>Other</h2>\(long)\(long)\(long)\(long)\(long)",
      ]))
    #expect(reading.book.sections.map { $0.heading?.plainText } == ["Story", "Other"])
  }

  @Test func wordsBetweenThePartsOfListsAndTablesAreNotLost() throws {
    let reading = try read(
      MadeArchive.book([
        "<h2>One</h2><ul>stray<li>a</li></ul><table>lone<tr><td>b</td></tr></table><dl>odd<dt>c</dt></dl><table><tr>d<td>e</td></tr></table><table><td>f</td></table><colgroup>g</colgroup>"
      ]))
    #expect(words(reading.book.sections[0].blocks).joined(separator: " ").filter(\.isLetter) == "strayaloneboddcdefg")
  }

  @Test func deepNestingIsReadToItsEnd() throws {
    let deep = String(repeating: "<div>", count: 3000) + "<p>Inside.</p>" + String(repeating: "</div>", count: 3000)
    let reading = try read(MadeArchive.book(["<h2>One</h2>\(deep)<p>After.</p>"]))
    #expect(words(reading.book.sections[0].blocks) == ["Inside.", "After."])
    #expect(reading.diagnostics.map(\.code) == ["epub-deep"])
  }

  @Test func picturesTakeTheWordsUnderThem() throws {
    let png = [("EPUB/p.png", "\u{89}PNG")]
    for body in [
      "<div class=\"figcenter\"><img src=\"p.png\" alt=\"A pic\"/><p><b>Words</b></p></div>",
      "<div><img src=\"p.png\" alt=\"A pic\"/></div><p class=\"caption\">Words</p>",
      "<figure><div class=\"figure\"><img src=\"p.png\"/><h6>Words</h6></div></figure>",
    ] {
      let reading = try read(MadeArchive.book(["<h2>One</h2><p>Text.</p>\(body)"], also: png))
      guard case .figure(let figure)? = reading.book.sections[0].blocks.last else {
        return #expect(Bool(false), "\(body)")
      }
      #expect(figure.caption.plainText == "Words" && figure.caption.allSatisfy { $0.style == .plain })
      #expect(reading.report.apart.contains { $0.kind == .caption && $0.words == nil && !$0.ranges.isEmpty })
    }
  }

  @Test func whatDrawsABreakBetweenScenesIsOne() throws {
    let reading = try read(
      MadeArchive.book(["<h2>One</h2><p>A.</p><div class=\"ornamental-break\"><p>◆</p></div><p>B.</p>"]))
    guard case .sceneBreak = reading.book.sections[0].blocks[1] else { return #expect(Bool(false)) }
  }

  @Test func linesOfAStanzaMayBeElementsOrNot() throws {
    let css = ".i1 { display: block; padding-left: 1em }"
    let stanza = "<p><span>One,</span><br/><span class=\"i1\">two.</span></p>"
    let reading = try read(
      MadeArchive.book(["<h2>P</h2><div class=\"poem\">\(stanza)\(stanza)</div>"], css: css))
    guard case .verse(let verse) = reading.book.sections[0].blocks[0] else { return #expect(Bool(false)) }
    #expect(verse.stanzas.map { $0.lines.map(\.indent) } == [[0, 2], [0, 2]])
  }

  @Test func controlsThatWereQuotesInAnotherEncodingAreQuotes() throws {
    let reading = try read(MadeArchive.book(["<h2>One</h2><p>\u{93}Yes\u{94} \u{96} no</p>"]))
    #expect(words(reading.book.sections[0].blocks) == ["“Yes” – no"])
  }

  @Test func capitalizedAreFirstLettersOfWords() throws {
    let reading = try read(
      MadeArchive.book(
        ["<h2>One</h2><p class=\"u\">on the 1st, o<i>n</i>e half-past</p>"], css: ".u { text-transform: capitalize }"))
    #expect(words(reading.book.sections[0].blocks) == ["On The 1st, One Half-Past"])
  }

  @Test(arguments: [
    ("el", "upper", "Μάιος", "ΜΑΙΟΣ"), ("el", "lower", "ΣΑΣ ΣΑΣΑ", "σας σασα"), ("tr", "upper", "iı", "İI"),
    ("tr", "lower", "İI", "iı"), ("tr", "capital", "iyi", "İyi"), ("de", "upper", "straße", "STRASSE"),
  ])
  func casesAreThoseOfTheLanguage(language: String, look: String, written: String, printed: String) throws {
    let reading = try read(
      MadeArchive.book(
        ["<h2>One</h2><p lang=\"\(language)\" class=\"\(look)\">\(written)</p>"],
        css:
          ".upper { text-transform: uppercase } .lower { text-transform: lowercase } .capital { text-transform: capitalize }"
      ))
    #expect(words(reading.book.sections[0].blocks) == [printed])
  }

  @Test func drawingsInADocumentHaveItsSheets() throws {
    let drawing =
      "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"9\" height=\"9\"><rect class=\"red\" width=\"9\" height=\"9\"/></svg>"
    let reading = try read(MadeArchive.book(["<h2>One</h2><p>A \(drawing) B</p>"], css: ".red { fill: red }"))
    let bytes = try #require(reading.book.pictures.values.first)
    #expect(
      String(decoding: bytes, as: UTF8.self).contains("<style><![CDATA[.red { fill: red }\n]]></style><rect class"))
  }

  @Test(arguments: [
    ("full-width", "Ab 1", "Ａｂ １"), ("uppercase full-width", "Ab", "ＡＢ"), ("-epub-fullwidth", "ab", "ａｂ"),
    ("full-width", "漢", "漢"),
  ])
  func lettersAsWideAsIdeographs(value: String, written: String, printed: String) throws {
    let reading = try read(
      MadeArchive.book(["<h2>One</h2><p class=\"w\">\(written)</p>"], css: ".w { text-transform: \(value) }"))
    #expect(words(reading.book.sections[0].blocks) == [printed])
  }

  private static let navigation =
    "<item id=\"n\" href=\"nav.xhtml\" media-type=\"application/xhtml+xml\" properties=\"nav\"/>"

  private static func nav(_ labels: [String]) -> (String, String) {
    let lines = labels.enumerated().map { "<li><a href=\"c\($0).xhtml\">\($1)</a></li>" }.joined()
    return (
      "EPUB/nav.xhtml",
      "<html xmlns=\"http://www.w3.org/1999/xhtml\" xmlns:epub=\"http://www.idpf.org/2007/ops\"><body><nav epub:type=\"toc\"><ol>\(lines)</ol></nav></body></html>"
    )
  }

  @Test func chaptersOfOneParagraphHaveTheirTitlesFromTheContents() throws {
    let text = "<p>It was a quiet morning in the printing house, and the type lay sorted in its cases, row by row.</p>"
    let reading = try read(
      MadeArchive.book(
        [text, text, text], items: Self.navigation, also: [Self.nav(["The Cart", "The Snow", "The Stove"])]))
    #expect(reading.book.sections.map { $0.heading?.plainText } == ["The Cart", "The Snow", "The Stove"])
  }

  @Test func aDocumentOutOfTheLineThatTheContentsLeadToIsSet() throws {
    var archive = MadeArchive()
    let (name, nav) = Self.nav(["One", "Two"])
    let items = (0...2).map {
      "<item id=\"c\($0)\" href=\"c\($0).xhtml\" media-type=\"application/xhtml+xml\"/>"
    }
    let spine = "<itemref idref=\"c0\"/><itemref idref=\"c1\" linear=\"no\"/><itemref idref=\"c2\" linear=\"no\"/>"
    let package =
      "<package xmlns=\"http://www.idpf.org/2007/opf\" version=\"3.0\"><metadata/><manifest>\(Self.navigation)\(items.joined())</manifest><spine>\(spine)</spine></package>"
    let container =
      "<container xmlns=\"urn:oasis:names:tc:opendocument:xmlns:container\"><rootfiles><rootfile full-path=\"EPUB/book.opf\"/></rootfiles></container>"
    var files = [
      ("mimetype", "application/epub+zip"), ("META-INF/container.xml", container), ("EPUB/book.opf", package),
    ]
    files.append((name, nav))
    for (index, words) in ["One", "Two", "Three"].enumerated() {
      files.append(
        (
          "EPUB/c\(index).xhtml",
          "<html xmlns=\"http://www.w3.org/1999/xhtml\"><body><h1>\(words)</h1><p>Words.</p></body></html>"
        ))
    }
    for (name, text) in files { archive.add(name, Array(text.utf8)) }
    let reading = try read(archive.finish())
    #expect(reading.book.sections.map { $0.heading?.plainText } == ["One", "Two"])
    #expect(reading.diagnostics.map(\.code) == ["epub-aside"])
  }

  @Test func wordsInAnotherCaseThanTheFilesAreTold() throws {
    let reading = try read(
      MadeArchive.book(
        ["<h2>One</h2><p class=\"u\"><span>Loud </span><i>1</i></p>"], css: ".u { text-transform: uppercase }"))
    #expect(
      reading.report.additions.isEmpty
        && reading.report.recased.sorted { $0.key < $1.key }.map(\.value) == ["O", "U", "D"])
  }

  @Test func aDocumentThatIsOnePictureIsAPlate() throws {
    let png = [("EPUB/p.png", "\u{89}PNG")]
    let picture = "<div><img src=\"p.png\" alt=\"A plate\"/></div>"
    let reading = try read(
      MadeArchive.book(["<h2>One</h2><p>Text.</p>\(picture)", picture, "<h2>Two</h2><p>End.</p>"], also: png))
    let placements = reading.book.sections[0].blocks.compactMap { block in
      if case .figure(let figure) = block { figure.placement } else { nil }
    }
    #expect(placements == [.floats, .page])
  }

  @Test func picturesOfFixedPagesStandAboveTheirWordsOnPagesOfTheirOwn() throws {
    let png = [("EPUB/p.png", "\u{89}PNG")]
    let reading = try read(
      MadeArchive.book(
        [
          "<h2>One</h2><p>Title.</p>",
          "<img src=\"p.png\" alt=\"x\"/><p style=\"position:absolute\">Words over it.</p>",
        ],
        metadata: "<meta property=\"rendition:layout\">pre-paginated</meta>", also: png))
    guard case .figure(let figure) = reading.book.sections[0].blocks[2] else { return #expect(Bool(false)) }
    guard case .pageBreak = reading.book.sections[0].blocks[1] else { return #expect(Bool(false)) }
    #expect(figure.placement == .here && words(reading.book.sections[0].blocks).last == "Words over it.")
    #expect(reading.diagnostics.map(\.code) == ["epub-fixed"])
  }

  @Test func whatTheContentsHaveBesideAPartIsInNone() throws {
    let contents =
      "<html xmlns:epub=\"http://www.idpf.org/2007/ops\"><body><nav epub:type=\"toc\"><ol><li><a href=\"c0.xhtml\">Part I</a><ol>"
      + "<li><a href=\"c1.xhtml\">One</a></li></ol></li><li><a href=\"c2.xhtml\">After All</a></li></ol></nav></body></html>"
    let reading = try read(
      MadeArchive.book(
        [
          "<section epub:type=\"part\"><h2>Part I</h2></section>", "<h3>One</h3><p>a</p>", "<h2>After All</h2><p>b</p>",
        ],
        items: "<item id=\"n\" href=\"n.xhtml\" properties=\"nav\" media-type=\"application/xhtml+xml\"/>",
        also: [("EPUB/n.xhtml", contents)]))
    #expect(reading.book.sections.map(\.level) == [1, 2, 1])
  }

  @Test func yearsAloneAreNoContents() throws {
    let reading = try read(MadeArchive.book(["<p>1871</p><p>1872</p><p>The house.</p>"]))
    #expect(words(reading.book.sections[0].blocks) == ["1871", "1872", "The house."])
  }

  @Test func cellsHoldBlocksAndReachOverRowsAndColumns() throws {
    let reading = try read(
      MadeArchive.book([
        "<h2>One</h2><table><thead><tr><th colspan=\"2\">Head</th></tr></thead><tr><td rowspan=\"2\">a</td><td>b</td></tr>"
          + "<tr><td><p>c</p><ul><li>d</li></ul></td></tr><tr><th>e</th><td>f</td></tr></table>"
      ]))
    guard case .table(let table) = reading.book.sections[0].blocks[0] else { return #expect(Bool(false)) }
    #expect(table.head[0][0].columns == 2 && table.head[0][1].isCovered)
    #expect(table.rows[0][0].rows == 2 && table.rows[1][0].isCovered)
    #expect(table.rows[1][1].blocks.count == 2 && table.rows[1][1].plainText == "c d")
    #expect(table.rows[2][0].isHead && !table.rows[2][1].isHead)
  }

  @Test func cellsBesideOneThatReachesIntoTheirRowHaveColumnsOfTheirOwn() throws {
    let reading = try read(
      MadeArchive.book([
        "<h2>One</h2><table><tr><td rowspan=\"2\">a</td><td>b</td></tr><tr><td>c</td><td style=\"text-align: right\">d</td></tr></table>"
      ]))
    guard case .table(let table) = reading.book.sections[0].blocks[0] else { return #expect(Bool(false)) }
    #expect(table.columns == [.leading, .leading, .trailing])
    #expect(table.rows.map { $0.map(\.plainText) } == [["a", "b", ""], ["", "c", "d"]])
  }
}
