import BookModel
import Manuscript
import Octavo
import PageDesign
import TestSupport
import Testing
import Typesetting
import Units
import Verification

/// How the contents look as a whole.
@Suite struct `Contents as a page` {
  private func words(_ text: String, _ design: PageDesign) async throws -> (
    contents: [PrintedWord], body: [PrintedWord]
  ) {
    let reading = try readMarkdown([MarkdownInput(name: "book.md", bytes: Array(text.utf8))], options: .init())
    let made = try await make(reading, design: design)
    let sheets = zip(try made.inspection().sheets(), made.list.pages)
    func words(of kind: PageRecord.Kind) -> [PrintedWord] {
      sheets.filter { $1.kind == kind }.flatMap { $0.0.words }
    }
    return (words(of: .contents), words(of: .text))
  }

  private static let text = """
    # OPERA (Continued)

    The word OPERA stands in the text as it is typed, and GREEKS.

    # On NATO, Louis XVIII and the GREEKS

    Some text.

    # The third of three chapters has a title that is the longest

    Some text.
    """

  @Test func `words in capitals among others do not shout; numerals stay`() async throws {
    let (contents, body) = try await words(Self.text, PageDesign())
    func width(_ word: String, _ words: [PrintedWord]) throws -> Double {
      let found = try #require(words.last { $0.string.hasPrefix(word) })
      return found.right - found.left
    }
    #expect(try width("OPERA", contents) < width("OPERA", body) * 0.9)
    // with the full stop
    #expect(try width("GREEKS", contents) < width("GREEKS", body) * 0.9)
    #expect(contents.contains { $0.string == "(Continued)" })
    #expect(contents.contains { $0.string == "XVIII" })
  }

  @Test func `without dots the folios stand close, and the list in the middle as a block`() async throws {
    var design = PageDesign()
    design[.contents].hasRule = false
    let (contents, _) = try await words(Self.text, design)
    let entries = contents.filter { ["OPERA", "On", "The"].contains($0.string) }
    #expect(Set(entries.map { ($0.left * 10).rounded() }).count == 1)
    let left = try #require(entries.first).left
    let longest = try #require(contents.first { $0.string == "longest" })
    let right = try #require(contents.first { $0.top == longest.top && $0.string == "3" }).right
    let middle = design.inside.points + design.measure.points / 2
    #expect(left > design.inside.points + 5)
    #expect(abs((left + right) / 2 - middle) < 1)
  }
}
