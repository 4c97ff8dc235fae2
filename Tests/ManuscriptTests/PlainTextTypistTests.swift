import BookModel
import Manuscript
import Testing

/// What typists do with their margins, blanks and ornaments.
@Suite struct `Plain text, as typists have it` {
  static let prose = PlainTextFormTests.prose

  private func headings(_ text: String) throws -> [String] {
    let made = try reading(text)
    #expect(Coverage.problems(made) == [])
    return made.book.sections.flatMap { section in
      [section.heading?.plainText].compactMap(\.self)
        + section.blocks.compactMap { if case .heading(let heading) = $0 { heading.plainText } else { nil } }
    }
  }

  @Test func `a margin that all text but its headings has is none`() throws {
    // as browsers write pages down: text from the third column on, headings at the first
    let indented = Self.prose.split(separator: "\n").map { "   " + $0 }.joined(separator: "\n")
    let text = (1...4).map { "Chapter \($0)\n\n" + Array(repeating: indented, count: 3).joined(separator: "\n\n") }
    let made = try reading("A BOOK\n\nby A. Writer\n\n\n" + text.joined(separator: "\n\n"))
    let blocks = made.book.sections.flatMap(\.blocks)
    #expect(
      blocks.count == 12 && blocks.allSatisfy { if case .paragraph = $0 { true } else { false } },
      "\(blocks.map { String(describing: $0).prefix(40) })")
  }

  @Test(arguments: [2, 3, 4])
  func `the first chapter is none of the list above it, however near`(white: Int) throws {
    let list = "CHAPTER I. The Open Door       1\nCHAPTER II. A Journey      9\nCHAPTER III. The End      19\n"
    let chapters = ["I\n\nTHE OPEN DOOR.", "II\n\nA JOURNEY.", "III\n\nTHE END."].map {
      "CHAPTER \($0)\n\n\(Self.prose)\n\n\(Self.prose)\n"
    }
    let gap = String(repeating: "\n", count: white)
    let found = try headings(
      "THE BOOK OF RAIN\n\nby\n\nJohn Doe\n\n\nCONTENTS\n\n\(list)\(gap)" + chapters.joined(separator: gap))
    #expect(found.count == 3 && found[0].hasPrefix("CHAPTER I") && found[0].contains("OPEN DOOR"), "\(found)")
  }

  @Test(arguments: [
    "A CONVERSATION BY NIGHT--THE CAPTAIN PROPOSES A JOURNEY,\n                   AND IS REFUSED.",
    "                \"WHO GOES THERE?\"",
  ])
  func `a title in capitals may run over lines or stand in quotes where its siblings are in capitals`(_ odd: String)
    throws
  {
    let titles = ["THE OPEN DOOR.", odd, "A WINTER JOURNEY.", "CONCLUSION."]
    let chapters = zip(["I", "II", "III", "IV"], titles).map {
      "                     CHAPTER \($0).\n\n                   \($1)\n\n\n\(Self.prose)\n\n\(Self.prose)\n"
    }
    let made = try reading("A BOOK\n\nby A. Writer\n\n\n\n" + chapters.joined(separator: "\n\n\n\n"))
    #expect(made.book.sections.compactMap { $0.heading?.title.isEmpty } == [false, false, false, false])
  }

  @Test func `three letters part a dictionary where each heads words that begin with it`() throws {
    func entries(_ letter: String) -> String {
      ["BARIS", "DELIS", "MONIS"].map { "\(letter)\($0). A tree of the south, with broad leaves. See OAK.\n\n" }
        .joined()
    }
    let text =
      "A SMALL DICTIONARY\n\nby A. Writer\n\n\n\n" + ["A", "B", "X"].map { "\($0)\n\n\(entries($0))\n" }.joined()
    #expect(try headings(text) == ["A", "B", "X"])
    // without such words they may be anything
    let others = text.replacing("XBARIS", with: "OBARIS").replacing("BBARIS", with: "OBARIS")
    #expect(try headings(others) != ["A", "B", "X"])
  }

  @Test func `speeches in a column beside their names have its edge`() throws {
    let talk = """
      HELMICHIS:   The king is merry.

      PEREDEO:                        Ay, the king is drunk.

      HELMICHIS:   What cup is that they carry?
                   And who will drink of it?

      PEREDEO:     They turned it by the wheel, they rimmed with gold
                   The brow that wore the crown of Gepidae,
                   And every feast he drinks the kingdom's health.


      """
    let made = try reading("A PLAY\n\nby Some One\n\n\n\nACT I\n\n" + Array(repeating: talk, count: 4).joined())
    let lines = made.book.sections.flatMap(\.blocks).compactMap { block -> [Int]? in
      guard case .speech(let speech) = block, case .verse(let verse)? = speech.blocks.first else { return nil }
      return verse.stanzas[0].lines.map { Int($0.indent) }
    }
    #expect(lines.count == 16)
    #expect(Array(lines.prefix(4)) == [[0], [19], [0, 0], [0, 0, 0]])
  }

  @Test func `a row of underscores within a line is a blank, and takes no italics away`() throws {
    let made = try reading("A BOOK\n\nby A. Writer\n\n\n\nCHAPTER I\n\nMr. ____ came with _one_ man and _two_ dogs.\n")
    guard case .paragraph(let paragraph)? = made.book.sections.last?.blocks.first else {
      Issue.record("no paragraph")
      return
    }
    #expect(paragraph.inlines.plainText == "Mr. ____ came with one man and two dogs.")
    #expect(paragraph.inlines.filter { $0.style.traits.contains(.emphasis) }.map { [$0].plainText } == ["one", "two"])
  }

  @Test(arguments: ["-oOo-", "o0o", "--oo0oo--", "=o="])
  func `ornaments typed with letters part scenes`(_ ornament: String) throws {
    let made = try reading("A BOOK\n\nby A. Writer\n\n\n\nCHAPTER I\n\n\(Self.prose)\n\n\(ornament)\n\n\(Self.prose)\n")
    let breaks = made.book.sections.flatMap(\.blocks).filter { if case .sceneBreak = $0 { true } else { false } }
    #expect(breaks.count == 1)
    let marked = try readMarkdownBook("# One\n\nBefore.\n\n\(ornament)\n\nBehind.\n")
    #expect(marked.blocks.count { if case .sceneBreak = $0 { true } else { false } } == 1)
    // words of such letters are words
    #expect(
      try readMarkdownBook("# One\n\nBefore.\n\noo\n\n0\n\nO\n").blocks.allSatisfy {
        if case .paragraph = $0 { true } else { false }
      })
  }
}
