import BookModel
import Manuscript
import TestSupport
import Testing
import Word

private let prose = MadeWord.paragraph(
  "The ferry was late that morning, and nobody on the pier said a word about it until the whistle blew across the flats."
)

private func line(_ words: String) -> String { MadeWord.paragraph(words) }

private func centred(_ words: String, _ properties: String = "") -> String {
  MadeWord.paragraph(MadeWord.text(words, properties), "<w:jc w:val=\"center\"/>")
}

private func heading(_ words: String) -> String { MadeWord.paragraph(words, style: "H1") }

private func read(_ body: String, _ relationships: String = "", _ parts: [(kind: String, xml: String)] = []) throws
  -> ManuscriptReading
{
  let styles = MadeWord.styles(
    [("H1", "heading 1"), ("C", "Character"), ("D", "Dialogue"), ("P", "Parenthetical")],
    more: "<w:docDefaults><w:rPrDefault><w:rPr><w:sz w:val=\"22\"/></w:rPr></w:rPrDefault></w:docDefaults>")
  return try readWord(
    MadeWord.file(body, parts: [styles] + parts, relationships: relationships), name: "t.docx")
}

private func shape(_ book: Book) -> [String] {
  book.sections.map { section in section.role.rawValue + (section.heading.map { " " + $0.plainText } ?? "") }
}

/// Theses, poems, screenplays, books for children: each has habits of its own.
@Suite struct `Word files of other kinds than novels` {
  private let page = MadeWord.pageBreak

  @Test func `A thesis is called by its largest line, and its title page keeps the others`() throws {
    let title =
      centred("UNIVERSITY OF SOMEWHERE") + centred("Salt on the Upper Rhine", "<w:b/><w:sz w:val=\"40\"/>")
      + centred("A thesis submitted for the degree of Doctor of Philosophy") + centred("by") + centred("Ann Scholar")
      + centred("May 2023")
    let metadata = try read(title + page + heading("One") + prose + heading("Two") + prose).book.metadata
    #expect(metadata.title == "Salt on the Upper Rhine")
    #expect(metadata.authors == ["Ann Scholar"])
    #expect(
      metadata.contributors.map(\.statement) == ["A thesis submitted for the degree of Doctor of Philosophy"])
    #expect(metadata.publisher == "UNIVERSITY OF SOMEWHERE, May 2023")
  }

  @Test func `The head of a list that is made anew goes with it`() throws {
    let field =
      "<w:p><w:r><w:fldChar w:fldCharType=\"begin\"/></w:r><w:r><w:instrText>TOC \\o</w:instrText></w:r><w:r>"
      + "<w:fldChar w:fldCharType=\"separate\"/></w:r>\(MadeWord.text("One 3"))<w:r><w:fldChar w:fldCharType=\"end\"/></w:r></w:p>"
    let book = try read(
      centred("Table of Contents", "<w:b/>") + field + page + heading("One") + prose + heading("Two") + prose
    ).book
    #expect(shape(book) == ["chapter One", "chapter Two"])
  }

  @Test func `Story and pictures by one name is its author's line`() throws {
    let book = try read(
      centred("Bear Goes Out", "<w:sz w:val=\"40\"/>") + centred("story and pictures by Pat Low") + page + prose
    ).book
    #expect(book.metadata.authors == ["Pat Low"])
    #expect(book.sections.count == 1)
  }

  @Test func `Lines alone on pages between poems are parts, and a long line stays in its stanza`() throws {
    func poem(_ title: String) -> String {
      MadeWord.paragraph(MadeWord.text(title, "<w:b/>")) + line("")
        + [
          "The rain comes down", "a line that goes across the whole of the page and is rather long", "and nobody",
          "is there",
        ]
        .map(line).joined()
    }
    let part = { centred($0, "<w:b/><w:sz w:val=\"32\"/>") }
    let book = try read(
      centred("Small Weather", "<w:b/>") + centred("Li Chen") + page + part("I. Winter") + page + poem("Rain") + page
        + poem("Snow") + page + part("II. Spring") + page + poem("Leaf")
    ).book
    #expect(shape(book) == ["part I. Winter", "chapter Rain", "chapter Snow", "part II. Spring", "chapter Leaf"])
    let verse = book.sections[1].blocks.compactMap { if case .verse(let verse) = $0 { verse } else { nil } }
    #expect(verse.map { $0.stanzas.map(\.lines.count) } == [[4]])
  }

  @Test func `Styles of screenplays say who speaks, how and what`() throws {
    func said(_ words: String, _ style: String) -> String { MadeWord.paragraph(words, style: style) }
    let blocks = try read(
      heading("One") + prose + said("ANNA", "C") + said("(softly)", "P") + said("You are late.", "D")
        + said("BORIS", "C")
        + said("I know.", "D") + heading("Two") + prose
    ).book.sections[0].blocks
    let speeches = blocks.compactMap { if case .speech(let speech) = $0 { speech } else { nil } }
    #expect(speeches.map(\.speaker.plainText) == ["ANNA (softly)", "BORIS"])
    #expect(speeches.map { $0.blocks.compactMap(\.paragraph?.inlines.plainText) } == [["You are late."], ["I know."]])
  }

  @Test func `Below numbers whose style is a heading's stand titles in the middle, below parts too`() throws {
    let part = { (number: String, title: String) in centred(number) + centred(title) + MadeWord.pageBreak }
    let chapter = { (number: String, title: String) in heading(number) + centred(title) + prose + prose }
    let book = try read(
      prose + page + part("PART ONE", "ROOTS") + chapter("1", "Mara") + chapter("2", "Tom") + page
        + part("PART TWO", "LEAVES") + chapter("3", "Mara") + heading("About the Author") + prose
        + heading("Excerpt from THE IRON GARDEN") + prose
    ).book
    #expect(
      shape(book).dropFirst() == [
        "part PART ONE. ROOTS", "chapter 1. Mara", "chapter 2. Tom", "part PART TWO. LEAVES", "chapter 3. Mara",
        "afterword About the Author", "appendix Excerpt from THE IRON GARDEN",
      ])
    #expect(book.sections.suffix(2).allSatisfy { $0.level == 1 && $0.matter == .back })
  }

  @Test func `The words of Word's own diagrams are set`() throws {
    let diagram = MadeWord.paragraph(
      "<w:r><w:drawing><wp:inline><wp:docPr id=\"1\" name=\"Diagram\"/><a:graphic><a:graphicData "
        + "uri=\"http://schemas.openxmlformats.org/drawingml/2006/diagram\"><dgm:relIds xmlns:dgm=\"dgm\" r:dm=\"d1\"/>"
        + "</a:graphicData></a:graphic></wp:inline></w:drawing></w:r>")
    func point(_ id: Int, _ words: String) -> String {
      "<dgm:pt modelId=\"\(id)\"><dgm:t><a:p><a:r><a:t>\(words)</a:t></a:r></a:p></dgm:t></dgm:pt>"
    }
    let links = [(1, 3, 0), (1, 2, 1)].map {
      "<dgm:cxn srcId=\"\($0)\" destId=\"\($1)\" srcOrd=\"\($2)\"/>"
    }
    // the part's own root stands around it
    let data =
      "<dgm:dataModel xmlns:dgm=\"dgm\">\(point(1, ""))\(point(2, "Rain"))\(point(3, "Cloud"))\(links.joined())</dgm:dataModel>"
    let reading = try read(
      heading("One") + prose + diagram + heading("Two") + prose,
      "<Relationship Id=\"d1\" Type=\"x/diagramData\" Target=\"diagram.xml\"/>", [("diagram", data)])
    #expect(reading.diagnostics.map(\.code) == ["word-diagram"])
    #expect(
      reading.book.sections[0].blocks[1].paragraph?.inlines.plainText.split(whereSeparator: \.isWhitespace) == [
        "Cloud", "Rain",
      ])
  }

  @Test func `A title and who wrote it in one paragraph are two lines`() throws {
    let title = MadeWord.paragraph(
      MadeWord.text("Ashes") + "<w:r><w:br/></w:r>" + MadeWord.text("by Kim Doe"), "<w:jc w:val=\"center\"/>")
    let metadata = try read(title + heading("One") + prose + heading("Two") + prose).book.metadata
    #expect(metadata.title == "Ashes" && metadata.authors == ["Kim Doe"])
  }

  @Test func `A picture that begins the page of a chapter stands below its heading`() throws {
    let picture = MadeWord.paragraph(
      "<w:r><w:drawing><wp:inline><wp:docPr id=\"1\" descr=\"A spade\"/><a:blip r:embed=\"p1\"/></wp:inline></w:drawing></w:r>"
    )
    let file = MadeWord.file(
      heading("One") + prose + page + picture + heading("Two") + prose,
      parts: [MadeWord.styles([("H1", "heading 1")])],
      relationships: "<Relationship Id=\"p1\" Type=\"x/image\" Target=\"media/p.png\"/>", media: [("p.png", [1])])
    let sections = try readWord(file, name: "t.docx").book.sections
    #expect(sections.map(\.blocks.count) == [1, 2])
    guard case .figure? = sections.last?.blocks.first else {
      Issue.record("no picture")
      return
    }
  }

  @Test func `Endnotes that Word sets behind each section are told to stand elsewhere`() throws {
    let note = "<w:endnote w:id=\"2\">\(line("A note."))</w:endnote>"
    let call = MadeWord.paragraph(MadeWord.text("Words") + "<w:r><w:endnoteReference w:id=\"2\"/></w:r>")
    let settings = "<w:endnotePr><w:pos w:val=\"sectEnd\"/></w:endnotePr>"
    let text = heading("One") + prose + call + heading("Two") + prose
    #expect(try read(text, "", [("endnotes", note)]).diagnostics.isEmpty)
    #expect(
      try read(text, "", [("endnotes", note), ("settings", settings)]).diagnostics.map(\.code) == ["word-endnotes"])
  }
}
