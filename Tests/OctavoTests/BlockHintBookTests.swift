import BookModel
import Design
import EPUB
import Manuscript
import Octavo
import TestSupport
import Testing
import Typesetting
import Units

/// Books whose blocks hints have changed, set and read back.
@Suite struct `A book with hints` {
  private static let prose = "The type lay sorted in its cases, and nobody was in the house so early in the day. "

  private static let markdown = """
    # One

    The river runs, the river sings,
    and all the boats go by.

    \(prose)

    > A quotation of some words.[^1]
    >
    > And of *some more* of them.

    ## Inside

    - an item of a list
    - another item of it

    # Two

    ANNA. I go to the river, she says.

    BEN: And I stay, “says” he.

    A note[^2] is called here & there.

    * * *

    The end of it.

    [^1]: Of the quotation.

    [^2]: The note's own words.
    """

  private static func markdownReading() throws -> ManuscriptReading {
    try readMarkdown([MarkdownInput(name: "book.md", bytes: Array(markdown.utf8))], options: MarkdownOptions())
  }

  private static func epubReading() throws -> ManuscriptReading {
    let body =
      "<h2>One</h2><p>The river runs &amp; sings.</p><p>\(prose)</p><blockquote><p>A quotation of words.</p>"
      + "<p>And of <i>some more</i> of them&hellip;</p></blockquote><h3>Inside</h3><ul><li>an item of a list</li>"
      + "<li>another item of it</li></ul><p>ANNA. I go to the river, she says.</p><p>BEN: And I stay.</p>"
      + "<p>A note is called here.</p><hr/><p>The end of it.</p>"
    return try readEPUB(MadeArchive.book([body, "<h2>Two</h2><p>\(prose)</p>"]), name: "book.epub")
  }

  static let hints: [[String]] = [
    ["verse \"The river\"", "typed \"And of some\"", "section \"Two\"", "letter \"A note\" to \"The end\""],
    ["chapter \"And of some\"", "part \"Two\"", "dropped \"an item\"", "letter \"ANNA\" to \"BEN\""],
    ["prose \"Inside\"", "prose \"A quotation\" to \"And of\"", "dropped \"an item\"", "scene-break \"The end\""],
    ["play \"ANNA\" to \"BEN\""],
    ["dropped \"A note\"", "dropped \"Inside\"", "dropped \"an item\" to \"another item\"", "chapter \"And of some\""],
    [
      "prose \"Two\"", "dropped before \"The end\"", "quotation \"ANNA\" to \"BEN\"",
      "verse \"A quotation\" to \"And of\"",
    ],
  ]

  @Test(arguments: hints, [false, true])
  func `comes through with every word but those that hints leave out`(hints: [String], isEPUB: Bool) async throws {
    var reading = try isEPUB ? Self.epubReading() : Self.markdownReading()
    let bad = reading.heed(try hints.map { try ReadingHint(parsing: $0) })
    #expect(bad == [])
    reading.book = smartened(reading.book, language: "en", dashes: reading.dashes)
    reading.book.metadata.title = "A Book"
    let made = try await make(reading, design: PageDesign())
    let result = try made.verified(reading.verificationSources)
    #expect(
      result.isWhole,
      "\(hints): \(result.lost) lost, \(result.extra) extra, \(result.moved) moved: \(result.differences.prefix(8))")
  }

  // MARK: Pages

  private func set(_ reading: ManuscriptReading, _ hints: [String]) throws -> BookTypesetter.Result {
    var reading = reading
    #expect(reading.heed(try hints.map { try ReadingHint(parsing: $0) }) == [])
    var design = PageDesign()
    design.hasTitlePage = false
    var typesetter = BookTypesetter(design: design, fonts: BookBuilder.fontSource(folders: []))
    typesetter.explainedPage = 1
    return try typesetter.typeset(reading.book)
  }

  private func plain(_ text: String) throws -> ManuscriptReading {
    try readPlainText(Array(text.utf8), name: "book.txt", options: PlainTextOptions())
  }

  @Test func `has paragraphs a line longer or shorter, and says for how much`() throws {
    let long = String(repeating: Self.prose, count: 14)
    let text = "CHAPTER I\n\n" + (1...3).map { "Number \($0) is this: \(long)" }.joined(separator: "\n\n") + "\n"
    let reading = try plain(text)
    let before = try set(reading, [])
    var changes: [Int] = []
    for (hint, step) in [("push 5", 1), ("push \"Number 2\"", 1), ("pull 5", -1)] {
      let after = try set(reading, [hint])
      let change = after.list.lines.count - before.list.lines.count
      let failed = after.diagnostics.contains { $0.code == "hint-failed" }
      #expect(change == step && !failed || change == 0 && failed, "\(hint): \(change)")
      changes.append(change)
      if change != 0 {
        let said = after.diagnostics.first { $0.code == "explain-page" }?.message ?? ""
        #expect(said.contains("as its hint \"\(hint.prefix(4))\" asks, for "), "\(said)")
      }
    }
    #expect(changes[0] == 1 && changes[1] == 1)
  }

  @Test func `says what a paragraph would cost that cannot be so`() throws {
    let said = try [
      ("Some words of a line and a half, which no breaking can make three lines, and none can make one.", "push", 2),
      (String(repeating: Self.prose, count: 4), "pull", 2),
    ].map { words, hint, times in
      let reading = try plain("A beginning of it.\n\n\(words)\n\nAn end of it.\n")
      let name = "\"\(words.split(separator: " ").prefix(3).joined(separator: " "))\""
      let result = try set(reading, Array(repeating: "\(hint) \(name)", count: times))
      return result.diagnostics.first { $0.code == "hint-failed" }?.message ?? "it can"
    }
    #expect(said[0].hasPrefix("this paragraph cannot be set in as many lines as its hint asks: in 4 lines, not 2, "))
    #expect(said[1].contains("its words and spaces would be ") && said[1].hasSuffix(" % too wide"), "\(said)")
  }

  @Test func `moves a picture to the head of the next page`() throws {
    let text =
      "# One\n\n\(Self.prose)\n\n![](none.png \"A picture.\")\n\n"
      + (1...60).map { "Paragraph \($0). \(Self.prose)" }
      .joined(separator: "\n\n")
    let reading = try readMarkdown(
      [MarkdownInput(name: "book.md", bytes: Array(text.utf8))], options: MarkdownOptions())
    func page(_ hints: [String]) throws -> Int? {
      let list = try set(reading, hints).list
      var place: UInt32?
      reading.book.visitFigures { place = $0.source.offset }
      return list.pages.firstIndex { page in
        list.lines[Int(page.firstLine)..<Int(page.endLine)].contains { $0.source == place }
      }
    }
    let here = try #require(try page([]))
    #expect(try page(["next-page \"A picture\""]) == here + 1)
    #expect(try page(["here \"A picture\""]) == here)
  }
}
