import BookModel
import EPUB
import Manuscript
import TestSupport
import Testing

/// Paragraphs, verse and quotations that no element says.
@Suite struct LooseBlockTests {
  private func blocks(_ body: String, css: String = "") throws -> [Block] {
    try readEPUB(MadeArchive.book([body], css: css), name: "book.epub", options: EPUBOptions()).book
      .sections.flatMap(\.blocks)
  }

  private func paragraphs(_ blocks: [Block]) -> [String] {
    blocks.compactMap { if case .paragraph(let paragraph) = $0 { paragraph.inlines.plainText } else { nil } }
  }

  private static let long = String(repeating: "A sentence of the story. ", count: 12) + "End."

  @Test(arguments: ["\u{A0}\u{A0}\u{A0}", "", "\u{2003}"])
  func breaksPartParagraphsWhereWhatTheyPartIsLong(indent: String) throws {
    let body = [Self.long, "Yes.", Self.long].map { indent + $0 }.joined(separator: "<br/>")
    for (open, close) in [("<p>", "</p>"), ("<div>", "</div>"), ("<p><span>", "</span></p>"), ("", "")] {
      #expect(paragraphs(try blocks(open + body + close)) == [Self.long, "Yes.", Self.long])
    }
  }

  @Test(arguments: ["<p><br/></p>", "<div class=\"s\"></div>", "<p class=\"s\"> </p>", "<p>\u{A0}</p>"])
  func `empty lines part scenes, but not where they stand between all paragraphs`(_ line: String) throws {
    let css = ".s { height: 2em }"
    let made = try blocks("<h2>One</h2><p>\(Self.long)</p><p>\(Self.long)</p>\(line)<p>\(Self.long)</p>", css: css)
    #expect(made.map { $0.paragraph == nil } == [false, false, true, false])
    let all = Array(repeating: "<p>\(Self.long)</p>", count: 8).joined(separator: line)
    #expect(try blocks("<h2>One</h2>\(all)", css: css).allSatisfy { $0.paragraph != nil })
    #expect(try blocks("<h2>One</h2>\(all)\(line)\(line)<p>Last.</p>", css: css).count == 10)
  }

  @Test(arguments: [
    "<div class=\"b\"><p>Mind the ice.</p></div>", "<aside epub:type=\"sidebar\"><p>Mind the ice.</p></aside>",
    "<div class=\"textbox shaded\"><h3>Ice</h3><p>Mind the ice.</p></div>",
  ])
  func `boxes that a sheet or a type says are boxes`(_ box: String) throws {
    let made = try blocks(
      "<h2>One</h2><p>\(Self.long)</p>\(box)<p>\(Self.long)</p>", css: ".b { border: 1px solid black }")
    guard made.count == 3, case .callout(let callout) = made[1] else { return #expect(Bool(false), "\(made)") }
    #expect(callout.kind == .titled && callout.blocks.count == 1)
  }

  @Test func `pictures of documents of a few words stand between these`() throws {
    let picture = "<div><svg xmlns=\"http://www.w3.org/2000/svg\" width=\"9\" height=\"9\"/></div>"
    guard case .figure(let figure)? = try blocks("\(picture)<p>There was a cat.</p>").first else {
      return #expect(Bool(false))
    }
    #expect(figure.placement == .here)
  }

  @Test func threeBreaksPartScenes() throws {
    let made = try blocks("<p>\(Self.long)<br/><br/>\(Self.long)<br/><br/><br/>\(Self.long)</p>")
    #expect(made.map { if case .sceneBreak = $0 { "pause" } else { "text" } } == ["text", "text", "pause", "text"])
  }

  @Test(arguments: [
    "<p><span class=\"l\">One line here,</span><br/><span class=\"l in\">another there.</span></p>",
    "<p class=\"v\">One line here,</p><p class=\"v2\">another there,</p><p class=\"v\">a third.</p>",
    "<p>One line here,<br/>\u{A0}\u{A0}\u{A0}\u{A0}another there.</p>",
    "<p>one line here,<br/>another there,<br/>and a third.</p>",
  ])
  func linesThatAreSetAsVerseAreVerse(body: String) throws {
    let css = """
      .l { display: block; padding-left: 2em; text-indent: -2em } .in { padding-left: 4em }
      .v { margin: 0; padding-left: 1em; text-indent: -1em } .v2 { margin: 0 0 0 2em }
      """
    let made = try blocks("<h2>One</h2><p>\(Self.long)</p>\(body)<p>\(Self.long)</p>", css: css)
    guard made.count == 3, case .verse(let verse) = made[1] else {
      Issue.record("\(made)")
      return
    }
    #expect(verse.stanzas.count == 1 && verse.stanzas[0].lines.count >= 2)
    #expect(verse.stanzas[0].lines[0].indent == 0)
  }

  @Test(arguments: [
    "<p class=\"in\">Quoted.</p><p class=\"in\">More.</p>", "<div class=\"blockquot\"><p>Quoted.</p><p>More.</p></div>",
    "<p class=\"extract\">Quoted.</p><p class=\"Extract\">More.</p>",
  ])
  func whatIsSetInOnBothSidesIsAQuotation(body: String) throws {
    let prose = (0..<8).map { _ in "<p>\(Self.long)</p>" }.joined()
    let made = try blocks("<h2>One</h2>\(prose)\(body)\(prose)", css: ".in { margin: 1em 2em }")
    guard case .quotation(let quotation) = made[8] else {
      Issue.record("\(made[8])")
      return
    }
    #expect(quotation.blocks.count == 2)
    #expect(made.count == 17)
  }

  @Test func aMottoKeepsWhoIsQuoted() throws {
    let made = try blocks(
      "<h2>One</h2><p class=\"epigraph\">All is well.</p><p class=\"by\">A Poet</p>"
        + (0..<8).map { _ in "<p>\(Self.long)</p>" }.joined(), css: ".by { text-align: right }")
    guard case .quotation(let quotation) = made[0] else {
      Issue.record("\(made[0])")
      return
    }
    #expect(quotation.attribution?.inlines.plainText == "A Poet")
  }

  @Test func aDashInACellIsAWord() throws {
    let made = try blocks("<table><tr><td>Wheat</td><td>\u{2014}</td></tr><tr><td>Rye</td><td>12</td></tr></table>")
    guard case .table(let table) = made[0] else {
      Issue.record("\(made[0])")
      return
    }
    #expect(table.rows[0][1].plainText == "\u{2014}")
  }

  @Test func aNumberedChapterMayHaveTheBooksTitle() throws {
    let body = "<p class=\"chapter-number\">1</p><h1>A Book</h1><p>\(Self.long)</p>"
    let book = try readEPUB(
      MadeArchive.book([body, body.replacing("1</p>", with: "2</p>")]), name: "book.epub", options: EPUBOptions()
    ).book
    #expect(book.sections.map { $0.heading?.plainText } == ["1. A Book", "2. A Book"])
  }

  @Test func chapterAndItsNumberOnTwoLinesAreOneLabel() throws {
    let book = try readEPUB(
      MadeArchive.book(["<h3>Chapter<br/>1</h3><p>\(Self.long)</p>"]), name: "book.epub", options: EPUBOptions()
    ).book
    #expect(book.sections[0].heading?.label.plainText == "Chapter 1" && book.sections[0].heading?.title == [])
  }

  @Test func numbersThatASheetCountsAreTheListsOwn() throws {
    let made = try blocks(
      "<ol class=\"o\"><li>First</li><li>Second</li></ol>",
      css: """
        .o { list-style: none; counter-reset: i }
        .o li { counter-increment: i } .o li::before { content: "(" counter(i) ") " }
        """)
    guard case .list(let list) = made[0] else {
      Issue.record("\(made[0])")
      return
    }
    #expect(list.start == 1 && list.counting != .none)
    #expect(paragraphs(list.items[0].blocks) == ["First"])
  }

  @Test func otherNumbersThatASheetCountsAreWrittenWhereTheyStand() throws {
    let made = try blocks(
      "<div><p>One</p><p>Two</p></div><div><p>Three<i>!</i></p></div>",
      css: """
        div { counter-reset: line } div::before { counter-increment: part; content: none }
        body { counter-reset: part } p { counter-increment: line 2 }
        p::before { content: counter(part, upper-roman) "-" counter(line) " " } i::after { content: counters(line, "/") }
        """)
    #expect(paragraphs(made) == ["0-2 One", "0-4 Two", "0-2 Three!2"])
  }

  @Test func aParagraphTakesTheSheetsLengthsOnlyWhereTheyAreWanted() throws {
    let css =
      "div { margin-left: 2em } p { margin: 0 1em; text-indent: 0.5em; -webkit-hyphens: none } li p { margin: 0 }"
    let bytes = MadeArchive.book(["<div><p>A</p></div><p>B</p><ul><li><p>C</p></li></ul>"], css: css)
    func forms(_ sheets: EPUBOptions.Sheets) throws -> [ParagraphForm?] {
      var options = EPUBOptions()
      options.sheets = sheets
      var found: [ParagraphForm?] = []
      func look(_ blocks: [Block]) {
        for block in blocks {
          if case .paragraph(let paragraph) = block { found.append(paragraph.form) }
          if case .list(let list) = block { list.items.forEach { look($0.blocks) } }
        }
      }
      look(try readEPUB(bytes, name: "book.epub", options: options).book.sections.flatMap(\.blocks))
      return found
    }
    let whole = try forms(.full).map { $0 ?? ParagraphForm() }
    #expect(whole.map(\.leading) == [3, 1, 0] && whole.map(\.trailing) == [1, 1, 0])
    #expect(whole.allSatisfy { $0.indent == 0.5 && !$0.hyphenates })
    #expect(try forms(.semantic) == [nil, nil, nil])
  }

  @Test func breaksInPairsPartParagraphs() throws {
    let made = try blocks("<p>“What?” I said.<br/><br/>“Nothing,” he said.<br/><br/>\(Self.long.prefix(98))</p>")
    #expect(paragraphs(made) == ["“What?” I said.", "“Nothing,” he said.", String(Self.long.prefix(98))])
    #expect(paragraphs(try blocks("<p>“One.”<br/>“Two.”<br/>“Three.”</p>")) == ["“One.”", "“Two.”", "“Three.”"])
  }

  @Test func paragraphsThatTheirClassCallsVerseAreItsLines() throws {
    let css = ".Poem, .Poem-Last { margin: 0 0 0 54px; text-indent: -18px } .Poem-Last { margin-bottom: 12px }"
    let body =
      "<p>\(Self.long)</p><p class=\"Poem\">The rain it raineth</p><p class=\"Poem\">upon the just,</p>"
      + "<p class=\"Poem-Last\">and on the unjust.</p><p class=\"Poem\">But chiefly</p><p>\(Self.long)</p>"
    guard case .verse(let verse) = try blocks(body, css: css)[1] else { return #expect(Bool(false)) }
    #expect(verse.stanzas.map(\.lines.count) == [3, 1])
    #expect(verse.stanzas.flatMap(\.lines).allSatisfy { $0.indent == 0 })
  }

  @Test func aSubtitleHasWhiteBelowItAndTheTextBeginsFlush() throws {
    let made = try blocks("<div><h1>Rain</h1><div><p class=\"element-subtitle\">Tom</p></div></div><p>\(Self.long)</p>")
    guard case .sceneBreak(let pause) = made[1] else { return #expect(Bool(false)) }
    #expect(pause.mark == .space && paragraphs(made) == ["Tom", Self.long])
  }

  @Test func anEpigraphHasItsSourceBelowIt() throws {
    let made = try blocks(
      "<h1>Rain</h1><p class=\"Epigraph\">All roofs leak.</p><p class=\"Epigraph-Source\">—Proverb</p>"
        + "<p>\(Self.long)</p><p>\(Self.long)</p><p>\(Self.long)</p><p>\(Self.long)</p><p>\(Self.long)</p>",
      css: ".Epigraph, .Epigraph-Source { text-align: center }")
    guard case .quotation(let quotation) = made[0] else { return #expect(Bool(false)) }
    #expect(quotation.attribution?.inlines.plainText == "—Proverb")
  }

  @Test(arguments: [
    "<table><tr><td>one</td></tr><tbody><table><tr><td>two</td></tr></table></tbody></table>",
    "<table><tr><td>one</td><table><tr><td>two</td></tr></table></tr></table>",
  ])
  func aTableInNoCellOfAnotherIsSet(body: String) throws {
    var all = ""
    for block in try blocks(body) { block.visitText { inlines, _ in all += inlines.plainText } }
    #expect(all == "onetwo")
  }

  @Test func aReadingOfNothingIsAWordLikeOthers() throws {
    for body in ["<p>a <rt>word</rt></p>", "<p>a <ruby><rt>word</rt></ruby></p>"] {
      #expect(paragraphs(try blocks(body)) == ["a word"])
    }
  }

  @Test func aNoteInCodeOrInWhatIsLeftOutIsCalled() throws {
    for open in ["<pre>a", "<div class=\"transnote\">a"] {
      let close = open.hasPrefix("<pre") ? "</pre>" : "</div>"
      let reading = try readEPUB(
        MadeArchive.book([
          "<p>Said<a epub:type=\"noteref\" href=\"#n\">1</a></p>\(open)<aside id=\"n\" epub:type=\"footnote\">The note.</aside>\(close)"
        ]), name: "book.epub", options: EPUBOptions())
      var note = ""
      for block in reading.book.notes.values.first?.blocks ?? [] {
        block.visitText { words, _ in note += words.plainText }
      }
      #expect(note == "The note.")
    }
  }
}
