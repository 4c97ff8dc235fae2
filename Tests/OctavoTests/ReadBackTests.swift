import BookModel
import Design
import Foundation
import Manuscript
import Octavo
import TestSupport
import Testing
import Typesetting
import Units
import Verification

/// What `--verify` says of Markdown books with everything in them, whole and broken.
@Suite struct `A Markdown book read back` {
  private static let text = """
    # One

    A first paragraph that calls a note[^a] and shows [a link](http://example.org/path "title") to the world.

    | Head of the one | Head of the other |
    |---|---|
    | A cell of many words that must wrap since it is really long and goes on for a while | A second one as long as that, which wraps around here twice or thrice as well |
    | Short cell | Another[^b] cell of juniper berries that goes on over several lines of its own |

    - [x] a task that is done
    - [ ] one that is open

    1. first of a list
    1. second of it

    <div>shown as it <b>stands</b></div>

    [^a]: The note of a paragraph with [an address](http://example.com/x) in it.

    [^b]: The note of a cell about turpentine.

    [^c]: Nothing calls this note about varnish.

    # Two

    The second chapter calls its own[^d] note and the first one's[^a] again.

    [^d]: Its own note.
    """

  private func read(_ text: String) throws -> ManuscriptReading {
    var reading = try readMarkdown(
      [MarkdownInput(name: "book.md", bytes: Array(text.utf8))], options: MarkdownOptions())
    reading.book.metadata.title = "A Book"
    return reading
  }

  private func check(_ text: String, against original: String, _ design: PageDesign) async throws -> VerificationResult
  {
    let made = try await make(read(text), design: design)
    let sources = try read(original).verificationSources(for: made.design)
    return try made.verified(sources)
  }

  static let designs: [(name: String, design: PageDesign)] = {
    var all: [(name: String, design: PageDesign)] = [("plain", PageDesign())]
    func add(_ name: String, _ change: (inout PageDesign) -> Void) {
      var design = PageDesign()
      change(&design)
      all.append((name, design))
    }
    add("spread") { $0.isSpread = true }
    add("endnotes") { $0.hasEndnotes = true }
    add("by page") { $0.noteNumbers = .page }
    add("by chapter") { $0.noteNumbers = .chapter }
    add("addresses in notes") { $0.addresses = .notes }
    add("addresses in brackets") { $0.addresses = .brackets }
    add("all at the end") {
      $0.hasEndnotes = true
      $0.addresses = .notes
      $0.isSpread = true
      $0.binding = .right
    }
    add("lines numbered") { $0.lineNumberStep = 5 }
    return all
  }()

  @Test(arguments: designs.map(\.name))
  func `is whole in every layout`(name: String) async throws {
    let design = try #require(Self.designs.first { $0.name == name }).design
    let result = try await check(Self.text, against: Self.text, design)
    #expect(result.isWhole, "\(result.diagnostics.map(\.message))")
    #expect(result.wordsExpected > 100)
  }

  @Test(arguments: [
    // Of a paragraph, a cell, notes of both, a list, HTML, a heading, a note that nothing calls.
    ("first paragraph", "paragraph", 3), ("juniper ", "", 8), ("turpentine", "", 20),
    ("of a paragraph with", "of a with", 18),
    ("second of", "of", 14), ("as it <b>", "as <b>", 16), ("# Two", "# Too", 24), ("varnish", "", 22),
    // Doubled and moved.
    ("juniper berries", "juniper juniper berries", 8), ("about turpentine", "turpentine about", 20),
    ("Short cell | Another[^b] cell", "Another[^b] cell | Short cell", 8), ("first of a", "a first of", 13),
  ])
  func `tells a word that is lost, doubled or moved by its line`(words: String, other: String, line: Int) async throws {
    let broken = Self.text.replacingOccurrences(of: words, with: other)
    #expect(broken != Self.text)
    let result = try await check(broken, against: Self.text, PageDesign())
    #expect(!result.isWhole)
    let files = SourceFiles([SourceFile(name: "book.md", text: Array(Self.text.utf8))])
    let places = result.differences.compactMap { files.describe($0.source) }
    #expect(places.contains { $0.hasPrefix("book.md:\(line):") }, "\(places)")
    #expect(result.differences.allSatisfy { !$0.page.isEmpty })
  }
}
