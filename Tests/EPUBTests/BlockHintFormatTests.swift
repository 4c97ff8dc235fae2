import BookModel
import EPUB
import Manuscript
import Pandoc
import TestSupport
import Testing
import Word

/// Hints that name blocks mean the same in every format, and know the styles of each.
@Suite struct BlockHintFormatTests {
  /// One book in each format: a chapter, paragraphs of two styles, a quotation.
  enum Format: String, CaseIterable { case epub, word, pandoc }

  private static let prose = "It was raining in Bristol, and the ford was under water before the post came."
  private static let (first, second) = ("A thing apart that somebody wrote.", "Another thing of that kind.")
  private static let quoted = "What was said of it by others at the time."

  private func reading(_ format: Format) throws -> ManuscriptReading {
    switch format {
    case .epub:
      let body =
        "<h2>Inn</h2><p>\(Self.prose)</p><p class=\"apart\">\(Self.first)</p><p>\(Self.prose)</p>"
        + "<p class=\"apart\">\(Self.second)</p><blockquote><p>\(Self.quoted)</p></blockquote>"
      return try readEPUB(MadeArchive.book([body, "<h2>Sea</h2><p>\(Self.prose)</p>"]), name: "book.epub")
    case .word:
      let body =
        MadeWord.paragraph("Inn", style: "H1") + MadeWord.paragraph(Self.prose)
        + MadeWord.paragraph(Self.first, style: "X") + MadeWord.paragraph(Self.prose)
        + MadeWord.paragraph(Self.second, style: "X") + MadeWord.paragraph(Self.quoted, style: "Q")
        + MadeWord.paragraph("Sea", style: "H1") + MadeWord.paragraph(Self.prose)
      let styles = MadeWord.styles([("H1", "heading 1"), ("X", "Apart"), ("Q", "Quote")])
      return try readWord(MadeWord.file(body, parts: [styles]), name: "book.docx")
    case .pandoc:
      func str(_ words: String) -> String {
        words.split(separator: " ").map { "{\"t\":\"Str\",\"c\":\"\($0)\"}" }.joined(separator: ",{\"t\":\"Space\"},")
      }
      func para(_ words: String) -> String { "{\"t\":\"Para\",\"c\":[\(str(words))]}" }
      func header(_ words: String) -> String { "{\"t\":\"Header\",\"c\":[1,[\"\",[],[]],[\(str(words))]]}" }
      func apart(_ words: String) -> String { "{\"t\":\"Div\",\"c\":[[\"\",[\"apart\"],[]],[\(para(words))]]}" }
      let blocks = [
        header("Inn"), para(Self.prose), apart(Self.first), para(Self.prose), apart(Self.second),
        "{\"t\":\"BlockQuote\",\"c\":[\(para(Self.quoted))]}", header("Sea"), para(Self.prose),
      ]
      let tree = "{\"pandoc-api-version\":[1,22,2],\"meta\":{},\"blocks\":[\(blocks.joined(separator: ","))]}"
      return try readPandoc(Array(tree.utf8), name: "t")
    }
  }

  private func shape(_ format: Format, _ hints: [String]) throws -> [String] {
    var reading = try reading(format)
    #expect(reading.heed(try hints.map { try ReadingHint(parsing: $0) }) == [], "\(hints)")
    return reading.book.sections.flatMap { section in
      (section.heading.map { ["\(section.role) \($0.plainText)"] } ?? []) + section.blocks.map(line)
    }
  }

  private func line(_ block: Block) -> String {
    switch block {
    case .paragraph(let paragraph): String(paragraph.inlines.plainText.prefix(6))
    case .heading(let heading): "heading " + heading.plainText
    case .verse: "verse"
    case .letter: "letter"
    case .quotation(let quotation): "quotation " + quotation.blocks.map(line).joined(separator: ";")
    default: "other"
    }
  }

  private static let plain = [
    "chapter Inn", "It was", "A thin", "It was", "Anothe", "quotation What w", "chapter Sea", "It was",
  ]

  @Test(arguments: Format.allCases) func `is read so without any`(format: Format) throws {
    #expect(try shape(format, []) == Self.plain)
  }

  @Test(arguments: Format.allCases) func `name the same blocks`(format: Format) throws {
    func changed(_ at: Int, _ to: String...) -> [String] {
      Array(Self.plain[..<at]) + to + Self.plain[(at + 1)...]
    }
    #expect(try shape(format, ["dropped \"Another thing\""]) == changed(4))
    #expect(try shape(format, ["verse \"A thing apart\""]) == changed(2, "verse"))
    #expect(try shape(format, ["chapter \"A thing\""]) == changed(2, "chapter A thing apart that somebody wrote."))
    #expect(try shape(format, ["prose \"What was said\""]) == changed(5, "What w"))
    #expect(try shape(format, ["letter \"What was said\""]) == changed(5, "letter"))
    #expect(try shape(format, ["section \"Sea\""]) == changed(6, "heading Sea"))
    #expect(try shape(format, ["dropped \"It was raining\" in \"Sea\""]) == changed(7))
    #expect(try shape(format, ["dropped 2 of 3 \"It was raining\""]) == changed(3))
  }

  @Test(arguments: Format.allCases) func `know what is of one style`(format: Format) throws {
    #expect(
      try shape(format, ["verse like \"Another thing\""]) == [
        "chapter Inn", "It was", "verse", "It was", "verse", "quotation What w", "chapter Sea", "It was",
      ])
    #expect(
      try shape(format, ["dropped like \"It was raining\" in \"Inn\""]) == [
        "chapter Inn", "A thin", "Anothe", "quotation What w", "chapter Sea", "It was",
      ])
  }

  @Test(arguments: Format.allCases) func `ask for lines of paragraphs`(format: Format) throws {
    var reading = try reading(format)
    let hints = ["pull \"A thing\"", "push \"What was\"", "push \"What was\"", "pull \"Sea\"", "here \"A thing\""]
    let bad = reading.heed(try hints.map { try ReadingHint(parsing: $0) })
    #expect(bad.map(\.hint) == [3, 4] && bad.map(\.reason) == [.cannot("a heading"), .cannot("a paragraph")])
    var lines: [String: Int8] = [:]
    for block in reading.book.sections.flatMap(\.blocks) {
      let inner = if case .quotation(let quotation) = block { quotation.blocks } else { [block] }
      for block in inner { if let paragraph = block.paragraph { lines[line(block)] = paragraph.hint.lines } }
    }
    // what is asked to be two things at once is neither
    #expect(lines["A thin"] == 0 && lines["What w"] == 2 && lines["It was"] == 0)
  }
}
