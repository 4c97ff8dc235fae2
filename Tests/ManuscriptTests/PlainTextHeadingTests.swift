import BookModel
import Manuscript
import Testing

/// Headings as books of many kinds have them: how much white, which words, what stands above and below.
@Suite struct PlainTextHeadingTests {
  private static let prose = PlainTextFormTests.proses
  private static let paragraph =
    "The forme is locked up on the stone with quoins, and the chase is lifted to\nthe bed of the press, where the pressman rolls it and lays on his paper."

  /// Sections and what parts them, by level: `1 PART I`, `  Note`.
  private func outline(_ text: String) throws -> [String] {
    let made = try reading(text)
    #expect(Coverage.problems(made) == [])
    return made.book.sections.flatMap { section in
      [section.heading.map { "\(section.level) \($0.plainText)" }].compactMap(\.self)
        + section.blocks.compactMap { if case .heading(let heading) = $0 { "  " + heading.plainText } else { nil } }
    }
  }

  private func chapters(_ heads: [String], white: String = "\n\n\n\n") -> String {
    heads.map { "\($0)\n\n\(Self.prose)" }.joined(separator: "\n" + white) + "\n"
  }

  @Test func theLastPartCountsAndHalfTitlesBetweenPartsGo() throws {
    let parts = ["FIRST PART", "SECOND PART", "THIRD AND LAST PART"].enumerated().map { n, part in
      "THE TYPE CASE\n\n\(part)\n\n\n\n\n" + chapters(["I. THE LAY", "II. THE SORTS"])
    }
    let found = try outline("THE TYPE CASE\n\nby Some One\n\n\n\n\n" + parts.joined(separator: "\n\n\n\n"))
    #expect(found.filter { $0.contains("PART") } == ["1 FIRST PART", "1 SECOND PART", "1 THIRD AND LAST PART"])
    #expect(!found.contains { $0.contains("TYPE CASE") })
    #expect(found.count { $0.hasPrefix("2 I") } == 6)
  }

  @Test func aLineInItalicsUnderEachOfASeriesIsItsTitle() throws {
    let first =
      "FIRST NARRATIVE.\n\n_Contributed by Miss Clack_\n\n" + chapters(["CHAPTER I", "CHAPTER II"], white: "\n")
    let others = ["SECOND", "THIRD", "FOURTH"].map {
      "\($0) NARRATIVE.\n\n_In a Letter from Mr. Candy._\n\n\n\(Self.prose)\n"
    }
    let found = try outline("A BOOK\n\nby Some One\n\n\n\n\n" + ([first] + others).joined(separator: "\n\n\n"))
    #expect(found.count { $0.contains("NARRATIVE") && $0.contains("In a Letter from Mr. Candy") } == 3, "\(found)")
  }

  @Test func whoWroteThePoemsOfACollectionStandsBelowThemAtTheRight() throws {
    let poem =
      "     Draw near and listen, great and small,\n       Of high and low degree,\n     And hear what chance did once befall\n       The boats that went to sea."
    let poems = zip(["TIME AND LOVE", "TO MARY", "THE LOST BOAT"], ["W. SHAKESPEARE.", "W. COWPER.", "ANON."]).map {
      "\($0)\n\n\(poem)\n\n\(poem)\n\n     \($1)\n"
    }
    let made = try reading("A BOOK OF SONGS\n\nby Some One\n\n\n\n\n" + poems.joined(separator: "\n\n\n\n"))
    #expect(Coverage.problems(made) == [])
    let names = made.book.sections.flatMap(\.blocks).compactMap { block -> String? in
      guard case .paragraph(let paragraph) = block, paragraph.placement == .trailing else { return nil }
      #expect(paragraph.inlines.allSatisfy { $0.style.traits.contains(.allSmallCapitals) })
      return paragraph.inlines.plainText
    }
    #expect(names == ["W. SHAKESPEARE.", "W. COWPER.", "ANON."])
  }

  @Test func theTitleBelowACastIsAHalfTitle() throws {
    let made = try reading(
      "A Proof\n\nby Some One\n\n\n\nDRAMATIS PERSONAE\n\nAnna.\nBertha.\n\n\n\n\nA PROOF\n\n\n\n\nACT I\n\n\n\(Self.prose)\n\n\n\n\nACT II\n\n\n\(Self.prose)\n"
    )
    #expect(made.report.dropped.count { $0.why == "title page" } == 3)
  }

  @Test func whatNotesSayOfABookIsNoBook() throws {
    let found = try outline(
      chapters(["THE FIRST BOOK", "THE SECOND BOOK", "THE THIRD BOOK"])
        + "\n\n\n\nNOTES\n\n\nTHIS says what the manuscripts have, where they differ among each other.\n\nBOOK I “Both to set” (4). So the second manuscript.\n\nBOOK II “Ink” (6). The first manuscript has it thus, and the others leave it\nout, with all that follows.\n"
    )
    #expect(found == ["1 THE FIRST BOOK", "1 THE SECOND BOOK", "1 THE THIRD BOOK", "1 NOTES"])
  }

  @Test func chaptersOfAnAppendixInLittleWhitePartIt() throws {
    let numbers = ["I", "II", "III", "IV", "V"]
    let found = try outline(
      chapters(numbers.map { "\($0). THE SORTS" })
        + "\n\n\n\nAPPENDIX\n\n\n\(Self.paragraph)\n\n"
        + numbers.map { "Chapter \($0). The Sorts.\n\n\(Self.paragraph)" }.joined(separator: "\n\n") + "\n")
    #expect(found.prefix(5).allSatisfy { $0.hasPrefix("1 ") })
    #expect(found.suffix(5).allSatisfy { $0.hasPrefix("  ") })
  }

  @Test func linesInCapitalsBetweenParagraphsPartAChapter() throws {
    let words = ["DEFINITIONS.", "AXIOMS.", "PROPOSITIONS."]
    let part = words.map { "\($0)\n\n\(Self.paragraph)\n\n\(Self.paragraph)" }.joined(separator: "\n\n")
    let found = try outline(
      ["PART I: OF INK", "PART II: OF PAPER"].map { "\($0)\n\n\n\(part)" }.joined(separator: "\n\n\n\n") + "\n")
    #expect(found.count { $0.hasPrefix("  ") } == 6)
  }

  @Test func greetingsInCapitalsHeadNothing() throws {
    let letters = (1...6).map { "\($0).\n\nMY DEAR SIR,--\n\n\(Self.paragraph)\n\n\(Self.paragraph)" }
    #expect(try !outline(letters.joined(separator: "\n\n\n") + "\n").contains { $0.contains("SIR") })
  }

  @Test func titlesABlankLineFromTheirTextAreChaptersWhereTheContentsListNamesThem() throws {
    let titles = ["THE FOX AND THE PRESS", "THE CROW AND THE INK", "THE MICE AND THE PAPER", "THE TORTOISE"]
    let tales = titles.map { "\($0)\n\n\(Self.paragraph)\n\n\(Self.paragraph)" }.joined(separator: "\n\n")
    let found = try outline(
      "FABLES\n\nBY SOME ONE\n\n\n\nCONTENTS\n\n" + titles.map { "     \($0)\n\n" }.joined()
        + "\n\nFABLES\n\n\(tales)\n")
    #expect(found == titles.map { "1 " + $0 })
  }

  @Test func numberedTitlesWithinOneOfManyTalesPartIt() throws {
    let tales = ["THE INKPOT", "THE REAL TYPE", "THE SORTS OF FORTUNE", "THE FIR TREE"].map { title in
      title == "THE SORTS OF FORTUNE"
        ? "\(title)\n\n\n"
          + ["I. A Beginning", "II. What Happened Then", "III. The Watchman"].map {
            "\($0)\n\n\(Self.paragraph)\n\n\(Self.paragraph)\nIt was late, and the shop was dark."
          }.joined(separator: "\n\n") : "\(title)\n\n\(Self.prose)"
    }
    let found = try outline("TALES OF TYPE\n\n\n\n\n" + tales.joined(separator: "\n\n\n\n\n") + "\n")
    #expect(found.count { $0.hasPrefix("1 ") } == 4)
    #expect(found.count { $0.hasPrefix("  I") } == 3)
  }

  @Test func aListOfNamesInFrontNeedsNoHeading() throws {
    let names = [
      "The Wells of Ink", "The Book of Paper", "The Letter of the Founder", "The Song of Sorts", "The Sayings",
    ]
    let made = try reading(
      "THE OLD BOOKS\n\n" + names.joined(separator: "\n") + "\n\n\n\n\n" + chapters(names, white: "\n\n\n\n"))
    #expect(made.report.dropped.count { $0.why == "contents list" } == 1)
    #expect(made.book.sections.count { $0.heading != nil } == 5)
  }

  @Test func aContentsListMaySayWhatChaptersHoldBelowTheirTitles() throws {
    let heads = (1...3).map { ("CHAPTER \(["I", "II", "III"][$0 - 1]).", "FROM PLACE TO PLACE, STAGE \($0).") }
    let list = heads.map { "\($0)\n\n\($1)\n\n\(Self.paragraph)" }.joined(separator: "\n\n")
    let made = try reading(
      "TRAVELS\n\n\nCONTENTS\n\n\(list)\n\n\n\n\n"
        + heads.map { "\($0)  \($1)\n\n\n\(Self.paragraph)\n\n\(Self.prose)" }.joined(separator: "\n\n\n\n") + "\n")
    #expect(made.book.sections.count { $0.role == .chapter } == 3)
  }

  @Test func theFirstOfManyPapersEndsTheTitlePage() throws {
    let papers = (1...3).map {
      "PAPER No. \($0)\n\nOn Ink\n\nFor the Journal.\n\n\nHAND\n\nTo the reader:\n\n\(Self.prose)"
    }
    let made = try reading(
      "Title: Papers\n\nAuthor: Anna Hand\n\n*** START OF THE PROJECT GUTENBERG EBOOK PAPERS ***\n\n\n"
        + papers.joined(separator: "\n\n\n\n") + "\n")
    #expect(!made.report.dropped.contains { $0.why == "title page" })
  }

  @Test func whoPrintedABookHeadsNothing() throws {
    let found = try outline(
      chapters(["CHAPTER I", "CHAPTER II"])
        + "\n\n\n\nPRINTED BY SOME ONE AND SONS\n\n\n\nALSO BY SOME ONE\n\n\(Self.paragraph)\n")
    #expect(!found.contains { $0.contains("PRINTED") })
  }

  @Test func aPartOfTheTitleBehindAllOfItNamesAPart() throws {
    let poems = ["SONGS OF INK", "THE INKBALL", "THE WELL", "SONGS OF PAPER", "THE SHEET", "THE MILL"]
    let verse = "The ink is black,\nthe well is deep,\nThe balls are hung\nwhere sorts may sleep."
    let found = try outline(
      "SONGS OF INK AND OF PAPER\n\nby Some One\n\n\n\n\nCONTENTS\n\n" + poems.map { "     \($0)\n" }.joined()
        + "\n\n\n\n"
        + poems.map { $0.hasPrefix("SONGS") ? $0 : "\($0)\n\n\(verse)\n\n\(verse)" }.joined(separator: "\n\n\n\n")
        + "\n")
    #expect(found == poems.map { "1 " + $0 })
  }

  @Test func partsHoldTitlesWithoutNumbers() throws {
    let titles = [["Of Ink", "Of Paper"], ["Of the Press", "Of the Stone"]]
    let parts = zip(["Part One", "Part Two"], titles).map { part, titles in
      "\(part)\n\n\nHere it begins, and goes on.\n\n\n\n\n" + chapters(titles)
    }
    let list = titles.flatMap(\.self).map { "  \($0)\n" }.joined()
    let found = try outline(
      "THE SHOP\n\nby Some One\n\n\n\nCONTENTS\n\n\(list)\n\n\n\n" + parts.joined(separator: "\n\n\n\n"))
    #expect(found == ["1 Part One", "2 Of Ink", "2 Of Paper", "1 Part Two", "2 Of the Press", "2 Of the Stone"])
  }

  @Test func aDayWithItsArticleIsAPart() throws {
    let found = try outline(
      ["Day the First", "Day the Second"].map { day in
        "\(day)\n\n\n\(Self.paragraph)\n\n\n\n\n" + chapters(["THE FIRST STORY", "THE SECOND STORY"])
      }.joined(separator: "\n\n\n\n"))
    #expect(found.count { $0.hasPrefix("1 Day") } == 2 && found.count { $0.hasPrefix("2 THE") } == 4)
  }

  @Test func `a title as long as its line, or in quotes, is one where nearly every number has a title`() throws {
    let titles = [
      "The Old Harbour", "The Keeper's Lamp", "The Sailors Come Home",
      "Narrative Continued by the Keeper: End of the First Night's Watch", "\u{201C}Pieces of Slate\u{201D}", "The Sea",
      "The Storm at Night", "The Last Lamp", "The Boat Goes Out", "The End of It",
    ]
    let prose = Array(repeating: PlainTextFormTests.prose, count: 3).joined(separator: "\n\n")
    let text = titles.enumerated().map { "\($0 + 1)\n\n\($1)\n\n\(prose)\n\n\n\n" }.joined()
    let found = try reading(text).book.sections.compactMap { $0.heading?.title.plainText }
    #expect(found.count == 10 && !found.contains(""), "\(found)")
  }
}
