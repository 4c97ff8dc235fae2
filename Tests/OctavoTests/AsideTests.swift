import BookModel
import Design
import Manuscript
import Octavo
import TestSupport
import Testing
import Units
import Verification

/// What single marks of a manuscript put into the margin.
@Suite struct `Asides` {
  private func read(_ text: String) throws -> ManuscriptReading {
    try readMarkdown([MarkdownInput(name: "book.md", bytes: Array(text.utf8))], options: MarkdownOptions())
  }

  private static let wide: PageDesign = {
    var design = PageDesign()
    (design.inside, design.outside) = (Length(millimetres: 16), Length(millimetres: 50))
    return design
  }()

  /// The words of each paragraph, a call as its note in brackets: `*` before what has no number.
  private func words(_ book: Book) -> [String] {
    func words(_ inlines: [Inline]) -> String {
      inlines.map { inline in
        guard case .noteReference(let key) = inline.content, let note = book.notes[key] else {
          return [inline].plainText
        }
        let text = note.blocks.map { $0.text(words) }.joined(separator: "|")
        return "[\(note.aside == .unnumbered ? "*" : note.aside == .numbered ? "#" : "")\(text)]"
      }.joined()
    }
    return book.sections.flatMap { $0.blocks.map { $0.text(words) } }
  }

  @Test(arguments: [
    ("Words [so *it* is]{.aside} go on.", "Words[*so it is] go on."),
    ("Words [over\ntwo lines [in brackets]]{.column-margin} go on.", "Words[*over two lines [in brackets]] go on."),
    ("Words<span class=\"sidenote\">of\nTufte's</span> go on.", "Words[#of Tufte's] go on."),
    (
      "Words<label for=\"n\" class=\"margin-toggle\">&#8853;</label><input type=\"checkbox\" id=\"n\" class=\"margin-toggle\"/><span class=\"marginnote\">of <em>his</em></span> go on.",
      "Words[*of his] go on."
    ),
    ("Words [no aside]{.smallcaps} go on.", "Words no aside go on."),
  ])
  func `within lines are notes`(text: String, expected: String) throws {
    #expect(words(try read(text).book) == [expected])
  }

  @Test(arguments: ["::: aside\nBeside.\n:::", "::: {.column-margin}\nBeside.\n:::", "<aside>\nBeside.\n</aside>"])
  func `between paragraphs stand beside what follows, and are text without room`(aside: String) throws {
    let book = try read("One.\n\n\(aside)\n\nTwo.\n").book
    #expect(words(book.settlingAsides(for: Self.wide)) == ["One.", "[*Beside.]Two."])
    #expect(words(book.settlingAsides(for: PageDesign())) == ["One.", "Beside.", "Two."])
    let last = try read("One.\n\n- an item\n\n\(aside)\n").book
    #expect(words(last.settlingAsides(for: Self.wide)) == ["One.", "an item[*Beside.]"])
    let alone = try read("# Title\n\n\(aside)\n").book.settlingAsides(for: Self.wide)
    #expect(alone.notes.count == 1 && words(alone).isEmpty)
  }

  @Test func `of plain text stand in the margin where there is room`() throws {
    let text = "CHAPTER I\n\n\n[Sidenote: Old quoins]\n\nThe words of a paragraph that goes on.\n\nAnd of another.\n"
    let book = try readPlainText(Array(text.utf8), name: "book.txt", options: PlainTextOptions()).book
    #expect(words(book.settlingAsides(for: Self.wide)).first == "[*Old quoins]The words of a paragraph that goes on.")
    #expect(words(book.settlingAsides(for: PageDesign())).first == "Old quoins")
  }

  @Test(arguments: [PageDesign.NotePlace.foot, .end, .margin], [false, true])
  func `are proved wherever they stand`(place: PageDesign.NotePlace, isWide: Bool) async throws {
    var reading = try read(
      """
      # One

      Some words [beside them]{.aside} go on, and call.[^1]

      ::: aside
      What stands beside the next words.

      In two paragraphs.
      :::

      The next words.<span class="sidenote">A numbered one.</span>

      > A quotation.

      <aside>
      Behind the last words.
      </aside>

      [^1]: A note.
      """)
    reading.book.metadata.title = "A Book"
    var design = isWide ? Self.wide : PageDesign()
    design.take(notes: place)
    let made = try await make(reading, design: design)
    let result = try made.verified(reading.verificationSources(for: design))
    #expect(result.isWhole, "\(result.lost) lost, \(result.extra) extra: \(result.differences.prefix(8))")
  }
}

extension Block {
  fileprivate func text(_ words: ([Inline]) -> String) -> String {
    var all = ""
    visitParts(text: { inlines, _ in all += words(inlines) }, block: { all += $0.text(words) })
    return all
  }
}
