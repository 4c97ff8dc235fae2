import BookModel
import Design
import Manuscript
import Octavo
import TestSupport
import Testing
import Typesetting
import Units
import Verification

/// Markdown manuscripts, set and read back.
@Suite struct `A Markdown book` {
  private func read(_ text: String) throws -> ManuscriptReading {
    try readMarkdown([MarkdownInput(name: "book.md", bytes: Array(text.utf8))], options: MarkdownOptions())
  }

  @Test(arguments: ["wells-time-machine.md"])
  func `comes through with every word`(name: String) async throws {
    guard let bytes = SharedBooks.bytes("books/md/\(name)") else { return }
    var reading = try readMarkdown([MarkdownInput(name: name, bytes: bytes)], options: MarkdownOptions())
    reading.book = smartened(reading.book, language: "en", dashes: reading.dashes)
    if reading.book.metadata.title == nil { reading.book.metadata.title = "A Book" }
    let made = try await make(reading, design: PageDesign())
    let result = try made.verified(reading.verificationSources)
    #expect(
      result.isWhole,
      "\(result.lost) lost, \(result.extra) extra, \(result.moved) moved: \(result.differences.prefix(8))")
    #expect(result.wordsExpected > 20_000)
  }

  private static let sentence = "It was a quiet morning in the printing house, and the type lay sorted in its cases. "

  /// Lines of text that a book takes, and what octavo says of it.
  private func set(_ text: String) async throws -> (lines: Int, said: [String]) {
    let reading = try read(text)
    #expect(reading.diagnostics == [])
    var design = PageDesign()
    design.hasTitlePage = false
    let result = try BookTypesetter(design: design, fonts: BookBuilder.fontSource(folders: [])).typeset(
      reading.book)
    return (
      result.list.lines.count,
      result.diagnostics.filter { $0.code == "hint-failed" }.map {
        "\($0.source.flatMap { reading.files.describe($0) } ?? "?"): \($0.message)"
      }
    )
  }

  @Test func `has a paragraph a line longer or shorter where its author asks`() async throws {
    let long = String(repeating: Self.sentence, count: 12)
    let plain = try await set("\(long)\n\n\(long)\n")
    let pushed = try await set("<!-- octavo: push -->\n\(long)\n\n\(long)\n")
    #expect(pushed.lines == plain.lines + 1 && pushed.said == [])
    let both = try await set("<!-- octavo: push -->\n\(long)\n\n<!-- octavo: pull -->\n\(long)\n")
    #expect(both.lines == plain.lines || both.said.count == 1)
  }

  @Test func `says which hint no longer applies`() async throws {
    let short = try await set("One.\n\n<!-- octavo: pull -->\nA short one.\n")
    #expect(short.said == ["book.md:4:1: this paragraph cannot be set in as many lines as its hint asks"])
    let early = try await set("One.\n\n<!-- octavo: break -->\nAnother page.\n")
    #expect(
      early.said.count == 1
        && early.said[0].hasPrefix("book.md:4:1: page 1, ended by the hint before this paragraph, is "))
    // the author's own page break may end any page
    #expect(try await set("One.\n\n<!-- octavo: page-break -->\n\nAnother page.\n").said == [])
  }

  @Test func `begins no second page for a page break right before a chapter`() throws {
    func pages(_ ends: String) throws -> Int {
      let text = ["# One\n\nText.", "# Two\n\nText.", "# Three\n\nText."].joined(separator: "\n\n\(ends)\n\n")
      return try BookTypesetter(design: PageDesign(), fonts: BookBuilder.fontSource(folders: []))
        .typeset(try read(text).book).list.count
    }
    let plain = try pages("")
    #expect(try pages("\\newpage") == plain && pages("<!-- octavo: page-break -->") == plain)
    #expect(try pages("\\newpage\n\nMore.") == plain + 2)
  }

  @Test func `names the right file in messages about its pages`() async throws {
    let word = String(repeating: "x", count: 200)
    let reading = try readMarkdown(
      [
        MarkdownInput(name: "a.md", bytes: Array("# One\n\nWords.\n".utf8)),
        MarkdownInput(name: "b.md", bytes: Array("# Two\n\nMore \(word) words.\n".utf8)),
      ], options: MarkdownOptions())
    let result = try BookTypesetter(design: PageDesign(), fonts: BookBuilder.fontSource(folders: []))
      .typeset(reading.book)
    #expect(result.diagnostics.compactMap { $0.source.flatMap { reading.files.describe($0) } } == ["b.md:3:6"])
  }
}
