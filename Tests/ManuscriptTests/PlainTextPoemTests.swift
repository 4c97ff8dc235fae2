import BookModel
import Manuscript
import Testing

/// What stands around the lines of poems and the words of letters in plain text.
@Suite struct PlainTextPoemTests {
  private static let lines = [
    "The bell was cast in Antwerp town", "  With silver in the rim,", "And forty horses drew it down",
    "  To where the boat lay trim.",
  ]

  private func stanza(_ head: String = "    ", end: [String] = ["", "", "", ""]) -> String {
    zip(Self.lines, end).enumerated().map { n, line in (n == 0 ? head : "    ") + line.0 + line.1 }
      .joined(separator: "\n")
  }

  private func verse(_ made: ManuscriptReading) -> [Verse.Line] {
    made.book.sections.flatMap(\.blocks).flatMap { block -> [Verse.Line] in
      if case .verse(let verse) = block { verse.stanzas.flatMap(\.lines) } else { [] }
    }
  }

  @Test("Numbers in brackets count lines as well")
  func brackets() throws {
    let made = try reading(
      "A POEM\n\nby Some One\n\n\n\n\n"
        + [
          stanza(), stanza(end: ["                (5)", "", "", ""]), stanza(end: ["", "               (10)", "", ""]),
        ]
        .joined(separator: "\n\n") + "\n")
    #expect(Coverage.problems(made) == [])
    #expect(verse(made).map(\.number.plainText).filter { !$0.isEmpty } == ["5", "10"])
    #expect(!verse(made).contains { $0.inlines.plainText.contains("(") })
  }

  @Test("Two stanzas of a hymn may have their numbers outside")
  func hymn() throws {
    let made = try reading(
      "HYMNS\n\nby Some One\n\n\n\n\nMORNING\n\n" + stanza(" 1  ") + "\n\n" + stanza(" 2  ") + "\n\n\n\n\nEVENING\n\n"
        + stanza() + "\n\n" + stanza() + "\n")
    #expect(Coverage.problems(made) == [])
    #expect(verse(made).filter(\.numberLeads).map(\.number.plainText) == ["1", "2"])
  }

  @Test("The parts of one poem among others are no parts of the book")
  func parts() throws {
    let titles = ["WINTER WHEAT", "THE GLEANER", "TO A LARK", "THE DROWNED BELL"]
    let poems = titles.map { "\($0)\n\n\(stanza())\n\n\(stanza())\n" }.joined(separator: "\n\n\n\n")
    let list = (titles + ["THE WRECK"]).enumerated().map { "\($1)   \($0 * 3 + 1)" }.joined(separator: "\n")
    let parts = ["PART THE FIRST", "PART THE SECOND"].map { "\($0)\n\n\(stanza())\n\n\(stanza())\n" }
    let text =
      "SEA HOLLY\n\nby Some One\n\n\n\n\nCONTENTS\n\n\(list)\n\n\n\n\n" + poems + "\n\n\n\nTHE WRECK\n\n"
      + parts.joined(separator: "\n")
    let made = try reading(text)
    #expect(made.book.sections.compactMap(\.heading).map(\.plainText) == titles + ["THE WRECK"])
    #expect(made.book.sections.allSatisfy { $0.matter == .body && $0.role == .chapter })
    let inner = made.book.sections.flatMap(\.blocks).compactMap { block -> String? in
      if case .heading(let heading) = block { heading.plainText } else { nil }
    }
    #expect(inner == ["PART THE FIRST", "PART THE SECOND"])
  }

  @Test("A letter's address, its closing words and its name stand where they belong, and a number below is none of it")
  func letter() throws {
    let prose = PlainTextFormTests.prose
    let made = try reading(
      "\(prose)\n\n                       20, Gray's Inn,\n                            June 21st.\n\nSIR,\n\n\(prose)\n\nI remain, Sir,\n\nYour obedient servant,\n\n                       JASPER RUE.\n\nII.\n\n\(prose)\n"
    )
    let letters = made.book.sections.flatMap(\.blocks).compactMap { block -> Letter? in
      if case .letter(let letter) = block { letter } else { nil }
    }
    #expect(letters.first?.dateline.map(\.inlines.plainText) == ["20, Gray's Inn,", "June 21st."])
    #expect(
      letters.first?.signature.map(\.inlines.plainText) == ["I remain, Sir,", "Your obedient servant,", "JASPER RUE."])
  }

  @Test("In a book of letters a year or a season above one is its date")
  func dates() throws {
    let prose = PlainTextFormTests.prose
    let letters = ["Vienna, May 1, 1817.", "1818.", "The Autumn of 1818.", "April 4, 1819.", "1820.", "1821."]
      .enumerated()
      .map {
        "LETTER \(["I", "II", "III", "IV", "V", "VI"][$0])\n\n\($1)\n\nMY DEAR RIES,--\n\n\(prose)\n\nYours,\n\nBEETHOVEN.\n"
      }
    let made = try reading("LETTERS\n\nby Some One\n\n\n\n\n" + letters.joined(separator: "\n\n\n\n"))
    let dates = made.book.sections.filter { $0.role == .chapter }.map { $0.blocks.first?.paragraph?.placement }
    #expect(dates == Array(repeating: .trailing, count: 6))
  }
}
