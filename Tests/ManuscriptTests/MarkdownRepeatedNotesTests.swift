import BookModel
import Manuscript
import Testing

/// Notes of one label in one file.
@Suite struct MarkdownRepeatedNotesTests {
  /// The words of what each call calls, in the order of the text.
  private func called(_ text: String) throws -> (notes: [String], reading: ManuscriptReading) {
    let reading = try readMarkdownBook(text)
    let keys = reading.blocks.flatMap { calls(in: $0) }
    let notes = keys.map { key in
      reading.book.notes[key]?.blocks.compactMap(\.paragraph?.inlines.plainText).joined(separator: "/") ?? "?"
    }
    return (notes, reading)
  }

  private func calls(in block: Block) -> [NoteKey] {
    let inlines: [Inline] =
      switch block {
      case .paragraph(let paragraph): paragraph.inlines
      case .verse(let verse): verse.stanzas.flatMap { $0.lines.flatMap(\.inlines) }
      default: []
      }
    return inlines.compactMap { if case .noteReference(let key) = $0.content { key } else { nil } }
  }

  private static let books: [(text: String, notes: [String])] = [
    // each chapter begins anew
    (
      "# One\n\nA[^1] b[^2].\n\n[^1]: aa\n[^2]: bb\n\n# Two\n\nC[^1].\n\n[^1]: cc\n\n    dd\n\n# Three\n\nE[^1].\n\n[^1]: ee\n",
      ["aa", "bb", "cc/dd", "ee"]
    ),
    // the larger heading parts them, not the one before the note
    ("# One\n\nA[^1]\n\n[^1]: aa\n\n# Two\n\nB[^1]\n\n## Below\n\nC[^1]\n\n[^1]: bb\n", ["aa", "bb", "bb"]),
    // each paragraph has its own
    ("A[^*]\n\n[^*]: aa\n\nB[^*]\n\n[^*]: bb\n\nC[^*]\n\n[^*]: cc\n", ["aa", "bb", "cc"]),
    // the only one of its label is meant everywhere, and else the next, or the last
    (
      "# One\n\nA[^1] x[^x]\n\n[^1]: aa\n\n# Two\n\nB[^1] `[^1]`\n\n[^1]: bb\n\n# Three\n\nC[^1] y[^x]\n\n    [^1]: code\n\n[^x]: xx\n",
      ["aa", "xx", "bb", "bb", "xx"]
    ),
    // poems have notes of their own
    (
      "A[^1]\n\n```verse\nB[^1]\n\nC[^2]\n\n[^1]: bb\n```\n\nD[^1]\n\n[^1]: dd\n[^2]: ee\n",
      ["dd", "bb", "ee", "dd"]
    ),
    ("```verse\nB[^1]\n\n[^1]: bb\n\nC[^1]\n\n[^1]: cc\n```\n", ["bb", "cc"]),
    // line ends of other systems, and no line end at all
    ("A[^1]\r\n\r\n[^1]: aa\r\n\r\nB[^1]\r\n\r\n[^1]: bb", ["aa", "bb"]),
  ]

  @Test(arguments: books) func `are called from their own chapter or paragraph`(text: String, notes: [String]) throws {
    let (found, reading) = try called(text)
    #expect(found == notes)
    #expect(reading.said == [])
  }

  @Test func `stand at the end of the chapter where nothing calls them`() throws {
    let (found, reading) = try called("A[^1]\n\n[^1]: aa\n[^1]: zebra\n")
    #expect(found == ["aa"])
    #expect(BookWords(reading.book).words.contains("zebra"))
    #expect(reading.said == ["book.md:4:7: warning: nothing calls the note \"1\"; it is set at the end of its chapter"])
  }

  @Test func `leave links and places as they are`() throws {
    let text =
      "# One\n\nA[^1] [to][b]\n\n[^1]: aa\n\n# Two\n\nB [to][b] [two](#two)[^1]\n\n[^1]: bb\n\n[b]: http://a.b/\n"
    let reading = try called(text).reading
    let links = BookWords(reading.book).runs.filter { $0.style.extras.link != nil }
    #expect(links.count == 3)
    for run in BookWords(reading.book).runs {
      guard case .text(let words) = run.content else { continue }
      #expect(text.utf8.dropFirst(Int(run.source.offset)).starts(with: words.utf8.prefix(1)))
    }
  }
}
