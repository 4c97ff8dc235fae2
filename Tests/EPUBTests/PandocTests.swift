import BookModel
import Pandoc
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
    #expect(reading.diagnostics.map(\.code) == ["pandoc-formulas", "pandoc-raw"])
  }

  @Test func whatIsNoTreeIsRefused() {
    #expect(throws: PandocError.notJSON(byteOffset: 1)) { try readPandoc(Array("{".utf8), name: "t") }
    #expect(throws: PandocError.notTree) { try readPandoc(Array("[1, 2.5e3, \"\\ud83d\\ude00\"]".utf8), name: "t") }
    #expect(throws: PandocError.self) { try readPandoc(Array(String(repeating: "[", count: 100_000).utf8), name: "t") }
  }
}
