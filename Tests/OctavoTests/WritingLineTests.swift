import BookModel
import Octavo
import Testing

/// Rows of underscores, which part scenes, or are written on.
@Suite struct WritingLineTests {
  private func marks(_ text: String, _ format: Octavo.ManuscriptFormat) throws -> [BookModel.SceneBreak.Mark] {
    let book = try readBook(Array(text.utf8), format: format).book
    return book.sections.flatMap(\.blocks).flatMap(marks)
  }

  private func marks(_ block: BookModel.Block) -> [BookModel.SceneBreak.Mark] {
    if case .sceneBreak(let row) = block { return [row.mark] }
    var found: [BookModel.SceneBreak.Mark] = []
    block.visitParts(text: { _, _ in }) { found += marks($0) }
    return found
  }

  @Test(
    "below one another, below a name and below a numbered question they are written on",
    arguments: [ManuscriptFormat.text, .markdown])
  func written(format: ManuscriptFormat) throws {
    let row = "______________"
    #expect(
      try marks("Say it in your own words.\n\n\(row)\n\n\(row)\n\nThen turn the page.\n", format) == [
        .writingLine, .writingLine,
      ])
    #expect(try marks("Now you.\n\nName:\n\n\(row)\n\nThen turn the page.\n", format) == [.writingLine])
    #expect(
      try marks("Now you.\n\n1. What is a boat?\n\n   \(row)\n\nHe went.\n\n\(row)\n\nHe came.\n", format) == [
        .writingLine, .ornament,
      ])
  }

  @Test(arguments: [ManuscriptFormat.text, .markdown])
  func `one between scenes is a pause, below a question as well`(format: ManuscriptFormat) throws {
    let text = "He went out.\n\n_____\n\nWho was it, he asked?\n\n_____\n\nNobody came.\n"
    #expect(try marks(text, format) == [.ornament, .ornament])
  }

  @Test func `they are ruled across the measure, with a row above each`() async throws {
    let row = Block.sceneBreak(SceneBreak(mark: .writingLine, source: nowhere))
    let made = try await setBook([prose("Name:"), row, row, prose("The end.")])
    let page = try #require(made.bodyPages.first)
    #expect(page.rules.count == 2 && page.rules.allSatisfy { $0.width > 200 && $0.width == page.rules[0].width })
    #expect(page.rules[1].y - page.rules[0].y == 28)
    try made.expectInside()
  }

  @Test func `a text with Markdown's headings is read as Markdown, and that is said`() throws {
    let text = "# The Tide\n\n## Chapter 1\n\n**Never**, he said.\n\n## Chapter 2\n\n- one\n- two\n"
    let folder = try ManuscriptFolder(["tide.txt": text, "song.txt": "The Tide\n\n#\n\n# 1 is the best, he said.\n"])
    let tide = try readBook(at: folder.path + "/tide.txt")
    #expect(tide.book.metadata.title == "The Tide" && tide.book.sections.count == 2)
    #expect(tide.warnings.map(\.code).contains("text-is-markdown"))
    #expect(
      try readBook(at: folder.path + "/tide.txt", format: .text).warnings.allSatisfy {
        $0.code != "text-is-markdown"
      })
    #expect(try readBook(at: folder.path + "/song.txt").warnings.allSatisfy { $0.code != "text-is-markdown" })
  }
}
