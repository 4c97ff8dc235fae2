import BookModel
import Manuscript
import TestSupport
import Testing
import Word

private func paragraph(_ words: String, _ properties: String = "") -> String { MadeWord.paragraph(words, properties) }

private func blocks(_ body: String, _ parts: [(kind: String, xml: String)] = []) throws -> [Block] {
  try readWord(MadeWord.file(body, parts: parts), name: "t.docx").book.sections.flatMap(\.blocks)
}

private func words(_ blocks: [Block]) -> String {
  var found: [String] = []
  for block in blocks { block.visitText { inlines, _ in found.append(inlines.plainText) } }
  return found.joined(separator: "|")
}

/// Runs with the signs of their traits.
private func marked(_ inlines: [Inline]) -> String {
  let signs: [(InlineStyle.Traits, String)] = [
    (.emphasis, "i"), (.strong, "b"), (.smallCapitals, "c"), (.superscript, "^"), (.subscript, "_"), (.strike, "-"),
    (.underline, "u"),
  ]
  return inlines.map { inline in
    switch inline.content {
    case .text(let text):
      let own = signs.filter { inline.style.traits.contains($0.0) }.map(\.1).joined()
      return own.isEmpty ? text : "\(own)(\(text))"
    case .lineBreak: return "/"
    case .noteReference(let key): return "[\(key.index)]"
    case .image: return "{}"
    }
  }.joined()
}

@Suite("The words of Word files")
struct WordTextTests {
  @Test(
    "A run is set as its properties say",
    arguments: [
      ("<w:i/>", "i(x)"), ("<w:b/><w:i w:val=\"true\"/>", "ib(x)"), ("<w:i w:val=\"0\"/>", "x"),
      ("<w:smallCaps/>", "c(x)"), ("<w:vertAlign w:val=\"superscript\"/>", "^(x)"), ("<w:dstrike/>", "-(x)"),
      ("<w:vertAlign w:val=\"subscript\"/>", "_(x)"), ("<w:u w:val=\"none\"/>", "x"),
      ("<w:u w:val=\"single\"/>", "u(x)"),
      ("<w:rtl/><w:iCs/>", "i(x)"), ("<w:rtl/><w:i/>", "x"),
    ])
  func run(properties: String, wanted: String) throws {
    let made = try blocks(paragraph(MadeWord.text("x", properties)))
    #expect(marked(made[0].paragraph?.inlines ?? []) == wanted)
  }

  @Test("Capitals by a property are capitals, and small letters of the file")
  func capitals() throws {
    let reading = try readWord(MadeWord.file(paragraph(MadeWord.text("straße", "<w:caps/>"))), name: "t.docx")
    #expect(words(reading.book.sections[0].blocks) == "STRASSE")
    #expect(reading.report.recased.values.contains("SS"))
  }

  @Test("Emphasis by a character's style within a paragraph's of the same is upright")
  func toggles() throws {
    let styles = """
      <w:style w:type="paragraph" w:styleId="L"><w:name w:val="Thought"/><w:rPr><w:i/></w:rPr></w:style>\
      <w:style w:type="paragraph" w:styleId="M"><w:name w:val="More"/><w:basedOn w:val="L"/></w:style>\
      <w:style w:type="character" w:styleId="E"><w:name w:val="Emphasis"/><w:rPr><w:i/></w:rPr></w:style>
      """
    let body = paragraph(MadeWord.text("a ") + MadeWord.text("b", "<w:rStyle w:val=\"E\"/>"), "<w:pStyle w:val=\"M\"/>")
    let made = try blocks(body, [("styles", styles)])
    #expect(marked(made[0].paragraph?.inlines ?? []) == "i(a )b")
  }

  @Test("Styles that are based on each other are read")
  func circle() throws {
    let styles = """
      <w:style w:type="paragraph" w:styleId="A"><w:basedOn w:val="B"/><w:rPr><w:i/></w:rPr></w:style>\
      <w:style w:type="paragraph" w:styleId="B"><w:basedOn w:val="A"/></w:style>
      """
    #expect(words(try blocks(MadeWord.paragraph("x", style: "A"), [("styles", styles)])) == "x")
  }

  @Test(
    "Signs and breaks are what they stand for",
    arguments: [
      ("a<w:noBreakHyphen/>b", "a\u{2011}b"), ("a<w:softHyphen/>b", "a\u{AD}b"), ("a<w:tab/>b", "a\u{2003}b"),
      ("a<w:br/>b", "a/b"), ("a<w:cr/>b", "a/b"), ("a<w:sym w:font=\"Symbol\" w:char=\"F061\"/>b", "aαb"),
      ("a<w:sym w:font=\"Wingdings\" w:char=\"F04A\"/>b", "a☺b"), ("<w:tab/>a", "a"),
      ("a<w:br w:type=\"column\"/>b", "ab"),
      ("a<w:lastRenderedPageBreak/>b", "ab"),
    ])
  func signs(parts: String, wanted: String) throws {
    var run = ""
    for piece in parts.split(separator: "<").map({ $0.split(separator: ">", omittingEmptySubsequences: false) }) {
      if piece.count == 1 {
        run += "<w:t>\(piece[0])</w:t>"
      } else {
        run += "<\(piece[0])>" + (piece[1].isEmpty ? "" : "<w:t>\(piece[1])</w:t>")
      }
    }
    #expect(marked(try blocks(paragraph("<w:r>\(run)</w:r>")).first?.paragraph?.inlines ?? []) == wanted)
  }

  @Test("Changes that were tracked are read as accepted, and paragraphs whose mark went are one")
  func changes() throws {
    let body =
      paragraph(
        MadeWord.text("one")
          + "<w:ins>\(MadeWord.text(" two"))</w:ins><w:del><w:r><w:delText> gone</w:delText></w:r></w:del>",
        "<w:rPr><w:del/></w:rPr>")
      + paragraph("three<".replacing("<", with: "")) + "<w:moveFrom>\(paragraph("moved"))</w:moveFrom>"
    #expect(words(try blocks(body)) == "one two three")
  }

  @Test("A capital over several lines is the first letter of the next paragraph")
  func dropCapital() throws {
    let body = paragraph("O", "<w:framePr w:dropCap=\"drop\" w:lines=\"3\"/>") + paragraph("nce upon a time")
    #expect(words(try blocks(body)) == "Once upon a time")
  }

  @Test("Hidden text is left out, and told of; comments are counted")
  func hidden() throws {
    let body = paragraph(
      MadeWord.text("seen") + MadeWord.text(" unseen", "<w:vanish/>") + "<w:r><w:commentReference w:id=\"1\"/></w:r>")
    let comments =
      "<w:comment w:id=\"1\">\(paragraph("why?"))</w:comment><w:comment w:id=\"2\">\(paragraph("no"))</w:comment>"
    let reading = try readWord(MadeWord.file(body, parts: [("comments", comments)]), name: "t.docx")
    #expect(words(reading.book.sections.flatMap(\.blocks)) == "seen")
    #expect(reading.diagnostics.map(\.code) == ["word-comments", "word-hidden"])
    #expect(reading.diagnostics[0].message == "2 comments are left out")
    #expect(reading.report.dropped.map(\.why) == ["hidden text"])
  }

  private func field(_ instruction: String, _ result: String) -> String {
    func mark(_ type: String) -> String { "<w:r><w:fldChar w:fldCharType=\"\(type)\"/></w:r>" }
    return mark("begin") + "<w:r><w:instrText>\(instruction)</w:instrText></w:r>" + mark("separate")
      + MadeWord.text(result)
      + mark("end")
  }

  @Test(
    "A field shows its result, but for lists of Word's own pages",
    arguments: [
      ("SEQ Figure", "a 3 b"), ("REF _Ref1 \\h", "a 3 b"), ("DATE", "a 3 b"), ("TOC \\o", "a b"), ("XE \"x\"", "a b"),
      ("INDEX \\c 2", "a b"), ("PAGEREF _Ref1 \\h", "a 3 b"),
    ])
  func fields(instruction: String, wanted: String) throws {
    let body = paragraph(MadeWord.text("a ") + field(instruction, "3 ") + MadeWord.text("b"))
    #expect(words(try blocks(body)) == wanted)
  }

  @Test("Links lead to bookmarks that are there, and to addresses")
  func links() throws {
    let body =
      paragraph("<w:hyperlink w:anchor=\"there\">\(MadeWord.text("alpha"))</w:hyperlink>")
      + paragraph(field("HYPERLINK \"https://example.org/\"", "beta"))
      + paragraph("<w:hyperlink w:anchor=\"nowhere\">\(MadeWord.text("gamma"))</w:hyperlink>")
      + paragraph(
        "<w:bookmarkStart w:id=\"1\" w:name=\"first\"/><w:bookmarkStart w:id=\"2\" w:name=\"there\"/>\(MadeWord.text("delta"))"
      )
    let made = try blocks(body)
    #expect(made.map { $0.paragraph?.inlines[0].style.link } == ["#first", "https://example.org/", nil, nil])
    #expect(made.last?.paragraph?.anchor == "first")
  }

  @Test("Notes are called where they were, and their marks are none of their words")
  func notes() throws {
    let body = paragraph(
      MadeWord.text("a") + "<w:r><w:footnoteReference w:id=\"2\"/></w:r>" + MadeWord.text(" b")
        + "<w:r><w:endnoteReference w:id=\"2\" w:customMarkFollows=\"1\"/><w:t>*</w:t></w:r>")
    let mark = "<w:r><w:footnoteRef/></w:r>"
    let parts = [
      (
        "footnotes",
        "<w:footnote w:id=\"0\" w:type=\"separator\"><w:p/></w:footnote><w:footnote w:id=\"2\">\(paragraph(mark + MadeWord.text(" below")))</w:footnote>"
          + "<w:footnote w:id=\"3\">\(paragraph("nobody calls"))</w:footnote>"
      ),
      (
        "endnotes",
        "<w:endnote w:id=\"2\">\(paragraph(MadeWord.text("*", "<w:vertAlign w:val=\"superscript\"/>") + MadeWord.text("behind")))</w:endnote>"
      ),
    ]
    let reading = try readWord(MadeWord.file(body, parts: parts), name: "t.docx")
    #expect(marked(reading.book.sections[0].blocks[0].paragraph?.inlines ?? []) == "a[0] b[1]")
    #expect(
      reading.book.notes.keys.sorted().map { words(reading.book.notes[$0]?.blocks ?? []) } == ["below", "behind"])
    #expect(reading.report.dropped.map(\.why) == ["note that nothing calls"])
    // two kinds are two series; of one kind alone all have numbers
    #expect(reading.book.notes.keys.sorted().map { reading.book.notes[$0]?.series } == [.numbered, .lettered])
    #expect(reading.book.notes.keys.sorted().map { reading.book.notes[$0]?.isEndnote } == [false, true])
    let alone = MadeWord.file(
      paragraph(MadeWord.text("a") + "<w:r><w:endnoteReference w:id=\"2\"/></w:r>"), parts: [parts[1]])
    #expect(try readWord(alone, name: "t.docx").book.notes.values.map(\.series) == [.numbered])
  }

  @Test("Alternatives are read once, the words of boxes behind their paragraph")
  func boxes() throws {
    let box = "<w:txbxContent>\(paragraph("boxed"))</w:txbxContent>"
    let body =
      paragraph(
        MadeWord.text("one ")
          + "<w:r><mc:AlternateContent><mc:Choice Requires=\"wps\"><w:drawing><wps:txbx>\(box)</wps:txbx></w:drawing></mc:Choice>"
          + "<mc:Fallback><w:pict><v:textbox>\(box)</v:textbox></w:pict></mc:Fallback></mc:AlternateContent></w:r>"
          + MadeWord.text("two"))
      + paragraph("three")
    let reading = try readWord(MadeWord.file(body), name: "t.docx")
    #expect(words(reading.book.sections.flatMap(\.blocks)) == "one two|boxed|three")
    #expect(reading.diagnostics.map(\.code) == ["text-boxes"])
  }

  @Test("Content controls give their words, those that wait to be filled in none")
  func controls() throws {
    let body =
      "<w:sdt><w:sdtPr/><w:sdtContent>\(paragraph("<w:sdt><w:sdtContent>\(MadeWord.text("kept"))</w:sdtContent></w:sdt>"))</w:sdtContent></w:sdt>"
      + paragraph(
        "<w:sdt><w:sdtPr><w:showingPlcHdr/></w:sdtPr><w:sdtContent>\(MadeWord.text("Click here"))</w:sdtContent></w:sdt>"
          + MadeWord.text("more"))
      + "<w:sdt><w:sdtPr><w:docPartObj><w:docPartGallery w:val=\"Table of Contents\"/></w:docPartObj></w:sdtPr><w:sdtContent>\(paragraph("Chapter One 7"))</w:sdtContent></w:sdt>"
    #expect(words(try blocks(body)) == "kept|more")
  }

  @Test("A formula has its text beside it")
  func formulas() throws {
    let fraction = "<m:f><m:num><m:r><m:t>a</m:t></m:r></m:num><m:den><m:r><m:t>b</m:t></m:r></m:den></m:f>"
    let power = "<m:sSup><m:e><m:r><m:t>x</m:t></m:r></m:e><m:sup><m:r><m:t>2</m:t></m:r></m:sup></m:sSup>"
    let made = try blocks(paragraph("<m:oMath>\(power)<m:r><m:t>=</m:t></m:r>\(fraction)</m:oMath>"))
    #expect(made[0].paragraph?.inlines.plainText == "x2=a/b")
  }

  @Test("Other languages are told, the book's own is not")
  func languages() throws {
    let body = paragraph(
      MadeWord.text("English ", "<w:lang w:val=\"en-GB\"/>") + MadeWord.text("allemand", "<w:lang w:val=\"fr-FR\"/>"))
    let styles = "<w:docDefaults><w:rPrDefault><w:rPr><w:lang w:val=\"en-US\"/></w:rPr></w:rPrDefault></w:docDefaults>"
    let made = try blocks(body, [("styles", styles)])
    #expect(made[0].paragraph?.inlines.map(\.style.extras.language) == [nil, "fr-FR"])
  }

  @Test("Strict files are read as others")
  func strict() throws {
    let file = MadeWord.file(paragraph("strict", "<w:jc w:val=\"end\"/><w:ind w:start=\"12pt\"/>"))
    let text = String(decoding: file, as: UTF8.self)
    #expect(text.contains("2006/main"))
    let made = try blocks(
      paragraph("strict", "<w:jc w:val=\"end\"/>")
        + paragraph("a plain paragraph of many words, so that the other is none of the usual ones"))
    #expect(made[0].paragraph?.placement == .trailing)
  }
}
