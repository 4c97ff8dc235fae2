import BookModel
import Manuscript
import TestSupport
import Testing
import Word

private let prose =
  "A plain paragraph of some length stands here, so that what stands otherwise is seen to stand otherwise."

private func blocks(_ body: String, _ parts: [(kind: String, xml: String)] = []) throws -> [Block] {
  try readWord(
    MadeWord.file(MadeWord.paragraph(prose) + body + MadeWord.paragraph(prose), parts: parts), name: "t.docx"
  )
  .book.sections.flatMap(\.blocks).dropFirst().dropLast().map(\.self)
}

private func shape(_ block: Block) -> String {
  switch block {
  case .paragraph(let block):
    ["", "centred ", "trailing ", "leading "][Int(block.placement.rawValue)] + block.inlines.plainText
  case .heading(let block): "h\(block.level) \(block.plainText)"
  case .verse(let block):
    "verse "
      + block.stanzas.map { $0.lines.map { "\($0.indent)" + $0.inlines.plainText }.joined(separator: "/") }.joined(
        separator: "//")
  case .quotation(let block):
    "quote " + block.blocks.map(shape).joined(separator: "/")
      + (block.attribution.map { " by " + $0.inlines.plainText } ?? "")
  case .letter(let block):
    "letter " + block.blocks.map(shape).joined(separator: "/")
      + block.signature.map { " by " + $0.inlines.plainText }.joined()
  case .list(let block):
    "\(block.start.map { "\($0)" } ?? "*")\(block.counting == .none ? "-" : "")["
      + block.items.map { $0.blocks.map(shape).joined(separator: "+") }.joined(separator: ", ") + "]"
  case .table(let block):
    "table "
      + (block.head + block.rows).map { row in
        row.filter { !$0.isCovered }.map {
          "\($0.plainText)\($0.columns > 1 ? "→\($0.columns)" : "")\($0.rows > 1 ? "↓\($0.rows)" : "")"
        }.joined(separator: "|")
      }.joined(separator: "//")
  case .preformatted(let block): "code " + block.lines.map(\.text).joined(separator: "/")
  case .figure(let block): "figure \(block.alternative) \(block.caption.plainText)"
  case .sceneBreak(let block): block.mark == .ornament ? "***" : "---"
  case .pageBreak: "page"
  case .speech: "speech"
  case .callout(let block): "call-out " + block.blocks.map(shape).joined(separator: "/")
  }
}

@Suite("Paragraphs of Word files by their styles and their looks")
struct WordBlockTests {
  @Test(
    "A style says what a paragraph is, in the languages of Word",
    arguments: [
      ("Quote", "quote x"), ("Zitat", "quote x"), ("Citation intense", "quote x"), ("Block Text", "quote x"),
      ("Verse", "verse 0x"), ("Gedicht", "verse 0x"), ("Letter", "letter x"), ("Scene Break", "***"),
      ("Caption", "centred x"),
      ("Signature", "trailing x"), ("HTML Preformatted", "code x"), ("Body Text First", "x"),
      ("HED Verse paragraph", "verse 0x"), ("CSP - Chapter Body Text", "x"), ("Space Break with Ornament (orn)", "***"),
      ("List Paragraph", "x"),
    ])
  func styles(name: String, wanted: String) throws {
    let made = try blocks(MadeWord.paragraph("x", style: "S"), [MadeWord.styles([("S", name)])])
    #expect(made.map(shape) == [wanted])
  }

  @Test(
    "How a paragraph stands says what it is",
    arguments: [
      ("<w:jc w:val=\"center\"/>", "centred y"), ("<w:jc w:val=\"right\"/>", "trailing y"),
      ("<w:ind w:left=\"720\"/>", "quote y"), ("<w:ind w:left=\"360\" w:right=\"360\"/>", "quote y"),
      ("<w:ind w:left=\"4320\"/>", "trailing y"), ("<w:ind w:left=\"720\" w:hanging=\"720\"/>", "y"),
      ("<w:ind w:firstLine=\"720\"/>", "y"),
    ])
  func looks(properties: String, wanted: String) throws {
    #expect(try blocks(MadeWord.paragraph("y", properties)).map(shape) == [wanted])
  }

  @Test("Paragraphs of one style are one quotation, with who said it; lines of verse are stanzas")
  func groups() throws {
    let styles = MadeWord.styles([("Q", "Quote"), ("V", "Verse")])
    let quote = ["a", "b", "— Somebody"].map { MadeWord.paragraph($0, style: "Q") }.joined()
    #expect(try blocks(quote, [styles]).map(shape) == ["quote a/b by — Somebody"])
    let verse = ["a", "b", "", "c"].map { $0.isEmpty ? "<w:p/>" : MadeWord.paragraph($0, style: "V") }.joined()
    #expect(try blocks(verse, [styles]).map(shape) == ["verse 0a/0b//0c"])
    let broken = MadeWord.paragraph("<w:r><w:t>a</w:t><w:br/><w:tab/><w:t>b</w:t></w:r>", style: "V")
    #expect(try blocks(broken + broken, [styles]).map(shape) == ["verse 0a/8b//0a/8b"])
  }

  @Test(
    "Rows of signs, ornaments and blank lines part scenes",
    arguments: [("* * *", "***"), ("#", "***"), ("⁂", "***"), ("———", "***"), ("❦", "***")])
  func scenes(words: String, wanted: String) throws {
    let body =
      MadeWord.paragraph(prose) + MadeWord.paragraph(words, "<w:jc w:val=\"center\"/>") + MadeWord.paragraph(prose)
    #expect(try blocks(body).map(shape) == [prose, wanted, prose])
  }

  @Test("A blank line parts scenes, but where one stands between all paragraphs two do")
  func blanks() throws {
    let (p, blank) = (MadeWord.paragraph(prose), "<w:p/>")
    func marks(_ body: String) throws -> [String] { try blocks(body).map(shape).filter { $0 != prose } }
    #expect(try marks(p + p + p + blank + p + p + p + p) == ["---"])
    #expect(try marks(p + blank + p + blank + p + blank + p + blank + p) == [])
    #expect(try marks(blank + p + blank + p + blank + blank + p + blank + p + blank + p + blank) == ["---"])
  }

  @Test("Rules part scenes, drawn or as the border of an empty paragraph")
  func rules() throws {
    let drawn = MadeWord.paragraph("<w:r><w:pict><v:rect xmlns:o=\"o\" o:hr=\"t\"/></w:pict></w:r>")
    let border = MadeWord.paragraph("", "<w:pBdr><w:bottom w:val=\"single\"/></w:pBdr>")
    #expect(try blocks(drawn).map(shape) == ["***"])
    #expect(try blocks(border).map(shape) == ["***"])
    let style = MadeWord.styles(
      [],
      more: "<w:style w:type=\"paragraph\" w:styleId=\"R\"><w:name w:val=\"Horizontal Line\"/><w:pPr><w:pBdr>"
        + "<w:bottom w:val=\"double\"/></w:pBdr></w:pPr></w:style>")
    #expect(
      try blocks(MadeWord.paragraph("y") + MadeWord.paragraph("", style: "R") + MadeWord.paragraph("z"), [style])
        .map(shape) == ["y", "***", "z"])
  }

  @Test("An end that somebody forced begins a page")
  func pages() throws {
    #expect(try blocks(MadeWord.pageBreak + MadeWord.paragraph("y")).map(shape) == ["page", "y"])
    #expect(try blocks(MadeWord.paragraph("y", "<w:pageBreakBefore/>")).map(shape) == ["page", "y"])
    #expect(
      try blocks(MadeWord.paragraph("<w:r><w:t>a</w:t><w:br w:type=\"page\"/><w:t>b</w:t></w:r>")).map(shape) == [
        "a", "page", "b",
      ])
    let section =
      MadeWord.paragraph("a", "<w:sectPr><w:type w:val=\"continuous\"/></w:sectPr>")
      + MadeWord.paragraph("b", "<w:sectPr/>")
    #expect(try blocks(section).map(shape) == ["a", "page", "b"])
  }

  private static let numbering = """
    <w:abstractNum w:abstractNumId="1"><w:lvl w:ilvl="0"><w:start w:val="1"/><w:numFmt w:val="decimal"/><w:lvlText w:val="%1."/></w:lvl>\
    <w:lvl w:ilvl="1"><w:numFmt w:val="bullet"/><w:lvlText w:val="o"/></w:lvl></w:abstractNum>\
    <w:abstractNum w:abstractNumId="2"><w:lvl w:ilvl="0"><w:numFmt w:val="decimal"/><w:lvlText w:val="Article %1:"/></w:lvl></w:abstractNum>\
    <w:abstractNum w:abstractNumId="3"><w:lvl w:ilvl="0"><w:numFmt w:val="upperRoman"/><w:lvlText w:val="Chapter %1"/></w:lvl></w:abstractNum>\
    <w:num w:numId="1"><w:abstractNumId w:val="1"/></w:num><w:num w:numId="2"><w:abstractNumId w:val="2"/></w:num>\
    <w:num w:numId="3"><w:abstractNumId w:val="3"/></w:num>\
    <w:num w:numId="4"><w:abstractNumId w:val="1"/><w:lvlOverride w:ilvl="0"><w:startOverride w:val="5"/></w:lvlOverride></w:num>
    """

  private func item(_ words: String, _ list: Int, _ level: Int = 0, style: String = "") -> String {
    let style = style.isEmpty ? "" : "<w:pStyle w:val=\"\(style)\"/>"
    return MadeWord.paragraph(
      words, style + "<w:numPr><w:ilvl w:val=\"\(level)\"/><w:numId w:val=\"\(list)\"/></w:numPr>")
  }

  @Test("Lists are counted, stand within each other, and begin where they say")
  func lists() throws {
    let parts = [("numbering", Self.numbering)]
    #expect(
      try blocks(item("a", 1) + item("b", 1, 1) + item("c", 1, 1) + item("d", 1), parts).map(shape) == [
        "1[a+*[b, c], d]"
      ])
    #expect(try blocks(item("a", 4) + item("b", 4), parts).map(shape) == ["5[a, b]"])
    #expect(try blocks(item("a", 2) + item("b", 2), parts).map(shape) == ["*-[Article 1: a, Article 2: b]"])
    #expect(try blocks(item("no item", 0), parts).map(shape) == ["no item"])
    // as pandoc writes them: each list of one definition, with starts for all levels, and paragraphs with a blank sign
    let starts = (0...1).map {
      "<w:lvlOverride w:ilvl=\"\($0)\"><w:startOverride w:val=\"1\"/></w:lvlOverride>"
    }.joined()
    let pandocs =
      Self.numbering + """
        <w:abstractNum w:abstractNumId="8"><w:lvl w:ilvl="0"><w:numFmt w:val="decimal"/><w:lvlText w:val="%1."/></w:lvl>\
        <w:lvl w:ilvl="1"><w:numFmt w:val="decimal"/><w:lvlText w:val="%2."/></w:lvl></w:abstractNum>\
        <w:abstractNum w:abstractNumId="9"><w:lvl w:ilvl="0"><w:numFmt w:val="bullet"/><w:lvlText w:val=" "/><w:pPr><w:ind w:left="720"/></w:pPr></w:lvl></w:abstractNum>\
        <w:num w:numId="8"><w:abstractNumId w:val="8"/>\(starts)</w:num><w:num w:numId="9"><w:abstractNumId w:val="8"/>\(starts)</w:num>\
        <w:num w:numId="10"><w:abstractNumId w:val="9"/></w:num>
        """
    let made = item("a", 8) + item("b", 9, 1) + item("c", 9, 1) + item("d", 8) + item("more of d", 10) + item("e", 8)
    #expect(try blocks(made, [("numbering", pandocs)]).map(shape) == ["1[a+1[b, c], d+more of d, e]"])
  }

  @Test("A list of its own that stands further in is within the item above it")
  func listsFurtherIn() throws {
    let levels = [(1, 360), (2, 643)].map { list, left in
      "<w:abstractNum w:abstractNumId=\"\(list)\"><w:lvl w:ilvl=\"0\"><w:numFmt w:val=\"bullet\"/><w:lvlText w:val=\"•\"/>"
        + "<w:pPr><w:ind w:left=\"\(left)\"/></w:pPr></w:lvl></w:abstractNum>"
    }
    let lists = [1, 2].map { "<w:num w:numId=\"\($0)\"><w:abstractNumId w:val=\"\($0)\"/></w:num>" }
    let made = item("a", 1) + item("b", 2) + item("c", 2) + item("d", 1)
    #expect(
      try blocks(made, [("numbering", (levels + lists).joined())]).map(shape) == ["*[a+*[b, c], d]"])
  }

  @Test("Headings that Word counts have their numbers")
  func counted() throws {
    let parts = [("numbering", Self.numbering), MadeWord.styles([("H", "heading 1")])]
    let reading = try readWord(
      MadeWord.file(
        item("The Ford", 3, style: "H") + MadeWord.paragraph(prose) + item("", 3, style: "H")
          + MadeWord.paragraph(prose), parts: parts),
      name: "t.docx")
    #expect(reading.book.sections.map { $0.heading?.plainText } == ["Chapter I. The Ford", "Chapter II"])
    #expect(reading.report.additions.values.sorted() == ["Chapter I ", "Chapter II"])
  }

  @Test("Tables have heads, spans, and tables within them")
  func tables() throws {
    func cell(_ words: String, _ properties: String = "", more: String = "") -> String {
      "<w:tc><w:tcPr>\(properties)</w:tcPr>\(MadeWord.paragraph(words))\(more)</w:tc>"
    }
    let inner = "<w:tbl><w:tr>\(cell("i"))\(cell("j"))</w:tr></w:tbl>"
    let table =
      "<w:tbl><w:tr><w:trPr><w:tblHeader/></w:trPr>\(cell("a", "<w:gridSpan w:val=\"2\"/>"))\(cell("b"))</w:tr>"
      + "<w:tr>\(cell("c", "<w:vMerge w:val=\"restart\"/>"))\(cell("d"))\(cell("e"))</w:tr>"
      + "<w:tr>\(cell("", "<w:vMerge/>"))\(cell("f"))\(cell("g", more: inner))</w:tr></w:tbl>"
    let made = try blocks(table)
    #expect(made.map(shape) == ["table a→2|b//c↓2|d|e//f|g i j"])
    guard case .table(let found) = made.first else { return }
    #expect(found.head.count == 1)
    #expect(try blocks("<w:tbl><w:tr>\(cell("framed"))</w:tr></w:tbl>").map(shape) == ["framed"])
  }

  @Test("A picture has its size, its description and its caption")
  func pictures() throws {
    let drawing = """
      <w:r><w:drawing><wp:inline><wp:extent cx="914400" cy="457200"/><wp:docPr id="1" descr="A ford"/><a:blip r:embed="p"/>\
      </wp:inline></w:drawing></w:r>
      """
    let body = MadeWord.paragraph(drawing) + MadeWord.paragraph("The ford", style: "C")
    let link = "<Relationship Id=\"p\" Type=\"x/image\" Target=\"media/ford.png\"/>"
    let file = MadeWord.file(
      body, parts: [MadeWord.styles([("C", "caption")])], relationships: link, media: [("ford.png", [1, 2, 3])])
    let reading = try readWord(file, name: "t.docx")
    guard case .figure(let figure)? = reading.book.sections.first?.blocks.first else { return #expect(Bool(false)) }
    let named = try readWord(
      MadeWord.file(
        MadeWord.paragraph(drawing)
          + MadeWord.paragraph(
            "<w:bookmarkStart w:id=\"1\" w:name=\"_Ref1\"/><w:r><w:t>The ford</w:t></w:r>", style: "C"),
        parts: [MadeWord.styles([("C", "caption")])], relationships: link, media: [("ford.png", [1, 2, 3])]),
      name: "t.docx")
    guard case .figure(let target)? = named.book.sections.first?.blocks.first else { return #expect(Bool(false)) }
    #expect(target.label?.name == "_Ref1" && target.label?.isNumbered == false)
    #expect(figure.caption.plainText == "The ford" && figure.width == .length(.init(points: 72)))
    #expect(reading.book.pictures[figure.image ?? ""] == [1, 2, 3])
    let places = [
      "<wp:align>outside</wp:align></wp:positionH><wp:wrapSquare wrapText=\"bothSides\"/>": Figure.Edge.outside,
      "<wp:posOffset>3657600</wp:posOffset></wp:positionH><wp:wrapTight wrapText=\"bothSides\"/>": .right,
      "<wp:posOffset>0</wp:posOffset></wp:positionH><wp:wrapThrough wrapText=\"left\"/>": .right,
      "<wp:posOffset>-9</wp:posOffset></wp:positionH><wp:wrapSquare wrapText=\"largest\"/>": .left,
      "<wp:align>left</wp:align></wp:positionH><wp:wrapTopAndBottom/>": nil,
    ]
    let words = "<w:r><w:t>Words around it.</w:t></w:r>"
    for (place, edge) in places {
      let anchored = drawing.replacing("wp:inline", with: "wp:anchor")
        .replacing("<wp:docPr", with: "<wp:positionH relativeFrom=\"column\">\(place)<wp:docPr")
      let file = MadeWord.file(
        MadeWord.paragraph(words + anchored), parts: [], relationships: link, media: [("ford.png", [1, 2, 3])])
      let blocks = try readWord(file, name: "t.docx").book.sections.first?.blocks ?? []
      guard case .figure(let figure)? = blocks.first(where: { if case .figure = $0 { true } else { false } }) else {
        return #expect(Bool(false))
      }
      #expect(figure.runaround == edge, "\(place)")
    }
    let lost = try readWord(
      MadeWord.file(MadeWord.paragraph(drawing) + MadeWord.paragraph(words)), name: "t.docx")
    #expect(lost.diagnostics.map(\.code) == ["image-absent"])
    let flawed = try readWord(file, name: "t.docx", options: WordOptions { _, _ in "is no picture" })
    #expect(flawed.diagnostics.map(\.code) == ["image-absent"] && flawed.book.pictures.isEmpty)
  }
}
