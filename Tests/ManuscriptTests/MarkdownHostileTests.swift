import BookModel
import Manuscript
import TestSupport
import Testing

/// Whatever the bytes, the reader returns or throws.
@Suite struct `Markdown of any kind is read` {
  static let pieces = [
    "# ", "## ", "> ", "- ", "1. ", "* ", "[^a]", "[^a]: ", "[b]: /c 'd'\n", "[b]", "](", ")", "![", "`", "``",
    "```verse\n",
    "~~~letter\n", "~~~\n", "```\n", "<sup>", "</sup>", "<br>", "<!-- octavo: pull -->\n", "<!-- x", "-->", "<div>",
    "| a | b |\n",
    "|---|---|\n", "\n", "\n\n", "    ", "\t", "\\", "&amp;", "&#0;", "*", "**", "_", "~~", "word ", "é", "日本", "\r",
    "\r\n",
    "---\n", "\u{0}", "\u{2028}", "- [x] ", "{#id}", "<span style=\"color:red\">", "http://a.b", "a@b.c",
    "[@a, ", " @b", "; ", "-@{c}", "]", "\\cite[", "]{a,b}", "{cite}`", "::: {#refs}\n", ":::\n", "^[",
  ]

  @Test(arguments: UInt64(1)...8) func `made of its own signs`(seed: UInt64) throws {
    var random = SeededNumbers(seed: seed)
    for _ in 0..<150 {
      let text = (0..<Int.random(in: 1...80, using: &random)).map { _ in Self.pieces.randomElement(using: &random) ?? ""
      }.joined()
      guard var reading = try? readMarkdownBook(text) else { continue }
      let cited = reading.book.citations.indices.filter { !reading.book.citations[$0].items.isEmpty }
      #expect(reading.book.citedPlaces.flatMap(\.citations).count <= cited.count, "\(text)")
      reading.setCitationsByKeys()
      #expect(reading.book.citationSources.isEmpty, "\(text)")
    }
  }

  @Test(arguments: UInt64(1)...4) func `made of any bytes`(seed: UInt64) {
    var random = SeededNumbers(seed: seed)
    for _ in 0..<60 {
      let bytes = (0..<Int.random(in: 1...400, using: &random)).map { _ in UInt8.random(in: 0...255, using: &random) }
      _ = try? readMarkdown([MarkdownInput(name: "x.md", bytes: bytes)], options: MarkdownOptions())
    }
  }

  /// Read in seconds where a quadratic reader would need hours.
  @Test(
    arguments: [
      String(repeating: ">", count: 10_000) + " deep", String(repeating: "- ", count: 10_000) + "deep",
      String(repeating: "word ", count: 1_000_000), String(repeating: "*a ", count: 100_000),
      String(repeating: "<a ", count: 100_000),
      String(repeating: "[^a]: x\n\n", count: 20_000) + String(repeating: "[^a]", count: 20_000),
      String(repeating: "<sup>", count: 50_000),
      String(repeating: "[a](b\n", count: 30_000), String(repeating: "&amp;\\*", count: 100_000),
      "<div>" + String(repeating: "<a ", count: 200_000),
      String(repeating: "````letter\n", count: 2_000), String(repeating: "`a ``b", count: 50_000),
      String(repeating: "![a", count: 50_000), String(repeating: "[see @a ", count: 50_000),
      "[@a] " + String(repeating: "@{", count: 50_000), String(repeating: "\\cite[", count: 50_000),
      String(repeating: "[@a\n", count: 30_000), "[@a] " + String(repeating: "@a [", count: 50_000),
    ])
  func `however deep or long`(text: String) throws {
    // tags alone are no book
    let reading = try readMarkdownBook(text + "\n\nend\n")
    // as deep as the stages that walk a book by calling themselves may go
    #expect(depth(reading.blocks) <= 20)
  }

  /// Swift compares words in time by the square of the marks on one letter.
  @Test func `with tens of thousands of marks on a letter`() throws {
    let marks = "a" + String(repeating: "\u{301}\u{323}", count: 50_000)
    let text = """
      ---
      title: \(marks)
      \(marks): b
      ---

      # \(marks)

      # \(marks)

      # Two {#\(marks)}

      Text[^\(marks)] and [a link](#\(marks)).

      [^\(marks)]: A note.

      ```\(marks)
      code
      ```
      """
    let book = try readMarkdownBook(text).book
    // the first heading is the title once more
    #expect(Set(book.sections.compactMap { $0.heading?.anchor }).count == 2)
  }

  private func depth(_ blocks: [Block]) -> Int {
    1
      + (blocks.map { block -> Int in
        switch block {
        case .quotation(let block): depth(block.blocks)
        case .letter(let block): depth(block.blocks)
        case .list(let block): block.items.map { depth($0.blocks) }.max() ?? 0
        default: 0
        }
      }.max() ?? 0)
  }
}
