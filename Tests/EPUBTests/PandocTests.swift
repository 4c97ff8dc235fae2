import BookModel
import Pandoc
import TestSupport
import Testing

@Suite struct PandocTests {
  private func tree(_ blocks: String, meta: String = "{}") -> [UInt8] {
    Array("{\"pandoc-api-version\":[1,22,2],\"meta\":\(meta),\"blocks\":[\(blocks)]}".utf8)
  }

  private func str(_ words: String) -> String {
    words.split(separator: " ").map { "{\"t\":\"Str\",\"c\":\"\($0)\"}" }.joined(separator: ",{\"t\":\"Space\"},")
  }

  private func header(_ level: Int, _ words: String) -> String {
    "{\"t\":\"Header\",\"c\":[\(level),[\"\(words)\",[],[]],[\(str(words))]]}"
  }

  private func para(_ words: String) -> String { "{\"t\":\"Para\",\"c\":[\(str(words))]}" }

  @Test func headingsBecomeChaptersBelowPartsAndUnderTheTitle() throws {
    let blocks = [header(1, "Title"), header(2, "One"), para("a b"), header(3, "Inner"), header(2, "Two"), para("c")]
    let book = try readPandoc(tree(blocks.joined(separator: ",")), name: "t").book
    #expect(book.metadata.title == "Title")
    #expect(book.sections.map { $0.heading?.plainText } == ["One", "Two"])
    let parts = [header(1, "A"), header(2, "One"), para("a"), header(1, "B"), header(2, "Two"), para("c")]
    #expect(
      try readPandoc(tree(parts.joined(separator: ",")), name: "t").book.sections.map(\.role) == [
        .part, .chapter, .part, .chapter,
      ])
  }

  @Test func inlinesKeepWhatTheyMean() throws {
    let inlines = """
      {"t":"Emph","c":[{"t":"Str","c":"em"}]},{"t":"Space"},{"t":"SmallCaps","c":[{"t":"Str","c":"caps"}]},
      {"t":"Note","c":[{"t":"Para","c":[{"t":"Str","c":"below"}]}]},{"t":"Superscript","c":[{"t":"Str","c":"2"}]},
      {"t":"Quoted","c":[{"t":"DoubleQuote"},[{"t":"Str","c":"said"}]]},{"t":"Math","c":[{"t":"InlineMath"},"x^2"]},
      {"t":"RawInline","c":["tex","\\\\foo"]},{"t":"Link","c":[["",[],[]],[{"t":"Str","c":"there"}],["#one",""]]}
      """
    let reading = try readPandoc(tree("{\"t\":\"Para\",\"c\":[\(inlines)]}"), name: "t")
    guard case .paragraph(let paragraph) = reading.book.sections[0].blocks[0] else { return #expect(Bool(false)) }
    #expect(paragraph.inlines.plainText == "em caps2“said”x^2there")
    #expect(paragraph.inlines.first?.style.traits == .emphasis)
    #expect(paragraph.inlines.last?.style.link == "#one")
    #expect(reading.book.notes.count == 1)
    #expect(paragraph.inlines.count { $0.style.formula != nil } == 1)
    #expect(reading.diagnostics.map(\.code) == ["pandoc-raw"])
  }

  @Test func formulasInTheirOwnMarksAreFormulas() throws {
    let inlines = ["$E=mc^2$", "\\\\(a\\\\)", "\\\\begin{equation}a=b\\\\end{equation}"].map {
      "{\"t\":\"RawInline\",\"c\":[\"tex\",\"\($0)\"]}"
    }
    let reading = try readPandoc(
      tree("{\"t\":\"Para\",\"c\":[\(str("x")),\(inlines.joined(separator: ","))]}"), name: "t")
    var formulas = 0
    for block in reading.book.sections[0].blocks {
      block.visitText { inlines, _ in formulas += inlines.count { $0.style.formula != nil } }
    }
    #expect(formulas == 3 && reading.diagnostics.isEmpty)
  }

  @Test func whatIsNoTreeIsRefused() {
    #expect(throws: PandocError.notJSON(byteOffset: 1)) { try readPandoc(Array("{".utf8), name: "t") }
    #expect(throws: PandocError.notTree) { try readPandoc(Array("[1, 2.5e3, \"\\ud83d\\ude00\"]".utf8), name: "t") }
    #expect(throws: PandocError.self) { try readPandoc(Array(String(repeating: "[", count: 100_000).utf8), name: "t") }
  }

  private func strong(_ words: String) -> String { "{\"t\":\"Para\",\"c\":[{\"t\":\"Strong\",\"c\":[\(str(words))]}]}" }
  private func lines(_ lines: String...) -> String {
    "{\"t\":\"Para\",\"c\":[\(lines.map { str($0) }.filter { !$0.isEmpty }.joined(separator: ",{\"t\":\"LineBreak\"},"))]}"
  }
  private func div(_ attributes: String, _ blocks: String...) -> String {
    "{\"t\":\"Div\",\"c\":[\(attributes),[\(blocks.joined(separator: ","))]]}"
  }

  private func sections(_ blocks: [String]) throws -> Book {
    var options = PandocOptions()
    options.hasEmptyParagraphs = true
    return try readPandoc(tree(blocks.joined(separator: ",")), name: "t", options: options).book
  }

  @Test func chaptersAreFoundInManuscriptsWithoutStyles() throws {
    let empty = "{\"t\":\"Para\",\"c\":[]}"
    let book = try sections([
      strong("THE BOOK"), para("by Jane Roe"), empty, strong("Chapter One"), empty, para("a"), para("b"), para("* * *"),
      para("c"), para("d"), empty, para("e"), empty, strong("Chapter Two"), strong("The Return"), para("f"), para("g"),
      para("h"), para("i"), para("j"), para("k"), para("l"), para("m"),
    ])
    #expect(book.metadata.title == "THE BOOK" && book.metadata.authors == ["Jane Roe"])
    #expect(book.sections.map { $0.heading?.plainText } == ["Chapter One", "Chapter Two. The Return"])
    let pauses = book.sections[0].blocks.compactMap { if case .sceneBreak(let pause) = $0 { pause.mark } else { nil } }
    #expect(pauses == [.ornament, .space])
  }

  @Test func linesInBoldAreHeadingsWhereNothingElseIs() throws {
    let book = try sections([strong("Spring"), para("a"), strong("Autumn"), para("b")])
    #expect(book.sections.map { $0.heading?.plainText } == ["Spring", "Autumn"])
    #expect(
      try sections([header(1, "One"), strong("Spring"), para("a"), strong("Autumn"), para("b")]).sections.count == 1)
  }

  @Test func shortLinesThatSomebodyEndedAreVerse() throws {
    let book = try sections([
      header(1, "One"), lines("First line", "second line", "third"), lines("Next stanza", "its end"), para("Prose."),
    ])
    guard case .verse(let verse) = book.sections[0].blocks[0] else { return #expect(Bool(false)) }
    #expect(verse.stanzas.map(\.lines.count) == [3, 2])
    #expect(
      try sections([header(1, "One"), lines("An address", "in two lines"), para("Prose.")]).sections[0].blocks.count
        == 2)
  }

  @Test func stylesOfWordSayWhatAParagraphIs() throws {
    let figure = "{\"t\":\"Para\",\"c\":[{\"t\":\"Image\",\"c\":[[\"\",[],[]],[],[\"p.png\",\"\"]]}]}"
    let style = { (name: String) in "[\"\",[],[[\"custom-style\",\"\(name)\"]]]" }
    let book = try sections([
      header(1, "Chapter 1: The Hole"), div(style("Body Text"), para("a")), figure,
      div(style("Image Caption"), para("The words")),
    ])
    #expect(
      book.sections[0].heading?.label.plainText == "Chapter 1"
        && book.sections[0].heading?.title.plainText == "The Hole")
    guard case .figure(let picture)? = book.sections[0].blocks.last else { return #expect(Bool(false)) }
    #expect(picture.caption.plainText == "The words")
  }

  @Test func aHeadingOverAllOthersThatSaysTheTitleIsNoChapter() throws {
    let json = tree(
      [header(1, "A Book"), header(2, "One"), para("a"), header(2, "Two"), para("b")].joined(separator: ","))
    for (title, found) in [("a book", ["One", "Two"]), ("Another", ["A Book"])] {
      var options = PandocOptions()
      options.title = title
      let book = try readPandoc(json, name: "t", options: options).book
      #expect(book.metadata.title == title && book.sections.map { $0.heading?.plainText } == found)
    }
  }

  @Test func aPictureThatIsNotThereIsSetInWords() throws {
    let image =
      "{\"t\":\"Para\",\"c\":[{\"t\":\"Image\",\"c\":[[\"\",[],[]],[{\"t\":\"Str\",\"c\":\"ships\"}],[\"p.png\",\"\"]]}]}"
    let reading = try readPandoc(tree(image), name: "t", options: PandocOptions { _ in .absent("is not there") })
    #expect(reading.diagnostics.map(\.message) == ["image \"p.png\" is not there; its description is set instead"])
    guard case .paragraph(let said)? = reading.book.sections.first?.blocks.first else { return #expect(Bool(false)) }
    #expect(said.inlines.plainText == "ships")
  }

  @Test func aQuotationInWordsStyleForQuotationsIsOne() throws {
    let quote = "{\"t\":\"BlockQuote\",\"c\":[\(para("Said so."))]}"
    let div = "{\"t\":\"Div\",\"c\":[[\"\",[],[[\"custom-style\",\"Block Text\"]]],[\(quote)]]}"
    let book = try readPandoc(tree([header(1, "One"), para("a"), div].joined(separator: ",")), name: "t").book
    guard case .quotation(let quotation)? = book.sections.last?.blocks.last else { return #expect(Bool(false)) }
    guard case .paragraph(let paragraph)? = quotation.blocks.first else { return #expect(Bool(false)) }
    #expect(paragraph.inlines.plainText == "Said so.")
  }

  // MARK: Word processors' manners

  private func broken(_ lines: [String]) -> String {
    "{\"t\":\"Para\",\"c\":[\(lines.map { str($0) }.joined(separator: ",{\"t\":\"LineBreak\"},"))]}"
  }

  @Test func numbersAloneThatCountFromOneAreChapters() throws {
    let blocks = ["ONE", "The first.", "TWO", "The second."].map(para)
    let book = try readPandoc(tree(blocks.joined(separator: ",")), name: "t").book
    #expect(book.sections.map { $0.heading?.plainText } == ["ONE", "TWO"])
    let others = ["FIVE", "The first.", "TWO", "The second."].map(para)
    #expect(try readPandoc(tree(others.joined(separator: ",")), name: "t").book.sections.count == 1)
  }

  @Test func forcedEndsPartLongParagraphs() throws {
    let long = String(repeating: "word ", count: 60) + "end"
    let book = try readPandoc(tree(broken([long, "Yes.", long])), name: "t").book
    #expect(book.sections[0].blocks.count == 3)
    #expect(try readPandoc(tree(broken(["a b", "c d"])), name: "t").book.sections[0].blocks.count == 1)
  }

  private func emphasis(_ words: String) -> String { "{\"t\":\"Para\",\"c\":[{\"t\":\"Emph\",\"c\":[\(str(words))]}]}" }

  @Test func contentsOfNumberedChaptersAreNone() throws {
    let book = try sections([
      para("Contents"), para("Chapter One 3"), para("Chapter Two 9"), header(1, "Chapter One"), para("a"),
      header(1, "Chapter Two"), para("b"),
    ])
    #expect(book.sections.map { $0.heading?.plainText } == ["Chapter One", "Chapter Two"])
  }

  @Test func titlesInItalicsBelowTheirNumbersAreSuchWhereMostAre() throws {
    let book = try sections([
      para("Chapter 1"), emphasis("The Strike"), para("a"), para("Chapter 2"), emphasis("The Proof"), para("b"),
    ])
    #expect(book.sections.map { $0.heading?.title.plainText } == ["The Strike", "The Proof"])
    #expect(book.sections.map { $0.heading?.label.plainText } == ["Chapter 1", "Chapter 2"])
    let once = try sections([
      para("Chapter 1"), emphasis("The Strike"), para("a"), para("Chapter 2"), para("b"), para("Chapter 3"), para("c"),
    ])
    #expect(once.sections.map { $0.heading?.plainText } == ["Chapter 1", "Chapter 2", "Chapter 3"])
  }

  @Test func aTypescriptsTitleStandsBelowTheWritersAddress() throws {
    let book = try sections([
      para("Jane Roe"), para("1 Some Street"), para("about 9,000 words"), para("THE HOUSE"), para("by Jane Roe"),
      para("CHAPTER 1"), para("a"), para("CHAPTER 2"), para("b"),
    ])
    #expect(book.metadata.title == "THE HOUSE" && book.metadata.authors == ["Jane Roe"])
  }

  @Test func whatIsNoLineOfVerseStandsBetweenTheStanzas() throws {
    let code = "{\"t\":\"CodeBlock\",\"c\":[[\"\",[],[]],\"x = 1\"]}"
    let book = try readPandoc(tree(div("[\"\",[\"verse\"],[]]", para("a"), code, para("b"))), name: "t").book
    #expect(book.sections[0].blocks.count == 3)
    guard case .verse = book.sections[0].blocks[0], case .preformatted = book.sections[0].blocks[1] else {
      return #expect(Bool(false))
    }
  }

  @Test func theListOfContentsThatAManuscriptBringsIsLeftOut() throws {
    let blocks = [
      para("Jane Roe"), para("Contents"), para("Of Things 9"), para("Of Men 12"), header(1, "Of Things"), para("a"),
      header(1, "Of Men"), para("b"),
    ]
    let meta = "{\"title\":{\"t\":\"MetaString\",\"c\":\"A Book\"}}"
    let reading = try readPandoc(tree(blocks.joined(separator: ","), meta: meta), name: "t")
    #expect(reading.book.sections.map { $0.heading?.plainText } == ["Of Things", "Of Men"])
    #expect(reading.book.metadata.authors == ["Jane Roe"])
  }

  @Test func aCaptionOfItsOwnHasAPlaceOfItsOwn() throws {
    let image = "{\"t\":\"Para\",\"c\":[{\"t\":\"Image\",\"c\":[[\"\",[],[]],[\(str("A view"))],[\"p.png\",\"\"]]}]}"
    let caption = "{\"t\":\"Div\",\"c\":[[\"\",[\"caption\"],[]],[\(para("Figure 1"))]]}"
    let reading = try readPandoc(tree([image, caption].joined(separator: ",")), name: "t")
    guard case .figure(let figure) = reading.book.sections[0].blocks[0] else { return #expect(Bool(false)) }
    #expect(figure.caption.plainText == "Figure 1" && figure.alternative == "A view")
    #expect(reading.report.apart.map(\.kind) == [.caption] && reading.report.apart[0].ranges.count == 1)
  }
}
