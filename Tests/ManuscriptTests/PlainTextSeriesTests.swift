import BookModel
import Manuscript
import Testing

/// Series of headings kept whole, and what looks like a heading and is none.
@Suite struct PlainTextSeriesTests {
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

  private func chapters(_ heads: [String]) -> String {
    heads.map { "\($0)\n\n\(Self.prose)" }.joined(separator: "\n\n\n\n") + "\n"
  }

  @Test func aTitleMayGoOnBehindAComma() throws {
    let found = try outline(
      chapters([
        "CHAPTER I -- OF INK", "CHAPTER II -- OF MEN, AND ESPECIALLY PRINTERS,\nWHO ARE PRAISED", "CHAPTER III -- OF",
      ]))
    #expect(found[1] == "1 CHAPTER II. OF MEN, AND ESPECIALLY PRINTERS, WHO ARE PRAISED")
  }

  @Test func whatNotesCiteHeadsNothing() throws {
    let chapter =
      "The press was built of oak[A], and its screw was cut by hand[B], as the book tells.\n\n  [A] Vol. v. pp. 349, 444.\n\n  [B] Book ii. chap. 3.\n\n\(Self.prose)"
    let made = try reading(
      ["CHAPTER I.", "CHAPTER II."].map { "\($0)\n\n\(chapter)" }.joined(separator: "\n\n\n") + "\n")
    #expect(made.book.sections.count == 2)
    #expect(made.report.notes == 4)
  }

  @Test func aCitationHeadsNothing() throws {
    let chapter =
      "\(Self.prose)\n\nThe part begins with a motto from the play--\n\n    Act v. Scene 2.\n\n    \"Hear me, O ink.\"\n\nand it ends with another.\n\n\(Self.prose)"
    #expect(try outline(chapters(["CHAPTER I", "CHAPTER II"].map { "\($0)\n\n\(chapter)" })).count == 2)
  }

  @Test func aWordInItalicsRunInHeadsNothing() throws {
    let classes = ["First", "Second", "Third"].map { "_\($0) Class_.--The clod and the neck, as they are cut (15)." }
    let found = try outline(
      "THE PRESS\n\n\n\n\nINK.\n\n\(classes.joined(separator: "\n\n"))\n\n\n" + chapters(["PAPER.", "TYPE."]))
    #expect(found == ["1 INK.", "1 PAPER.", "1 TYPE."])
  }

  @Test func aWordThatCountsNamesParts() throws {
    let letters = ["SECOND", "THIRD"].map { "\($0) NARRATIVE.\n\n\n\(Self.prose)" }
    let found = try outline(
      "THE PRESS\n\nBy Some One\n\n\n\n\nFIRST NARRATIVE.\n\n\(chapters(["CHAPTER I", "CHAPTER II"]))\n\n\n"
        + letters.joined(separator: "\n\n\n\n") + "\n")
    #expect(found == ["1 FIRST NARRATIVE", "2 CHAPTER I", "2 CHAPTER II", "1 SECOND NARRATIVE", "1 THIRD NARRATIVE"])
  }

  @Test func speakersThatCountNameNoParts() throws {
    let speech = ["FIRST LORD.", "SECOND LORD.", "FIRST LORD.", "SECOND LORD.", "THIRD LORD."].map {
      "\($0)\n\nThe ink is on the balls."
    }.joined(separator: "\n\n")
    #expect(
      try outline(chapters(["ACT I", "ACT II"].map { "\($0)\n\n\n\(speech)" })).filter { $0.hasPrefix("1 ") } == [
        "1 ACT I", "1 ACT II",
      ])
  }

  @Test func seriesHoldSectionsAndTheseParagraphs() throws {
    let series = ["FIRST", "SECOND"].map {
      """
      \($0) SERIES.

      § 1. _On ink._ § 2. _On paper._

      [Read November 24, 1831.]


      \(Self.paragraph)


      § 1. _On ink._

      \(Self.prose)


      ¶ i. _New conditions._

      \(Self.prose)


      § 2. _On paper._

      \(Self.prose)


      _The glowing sheet._

      \(Self.prose)
      """
    }
    let found = try outline("RESEARCHES\n\nBy Some One\n\n\n\n\n" + series.joined(separator: "\n\n\n\n\n") + "\n")
    #expect(
      found.prefix(5) == [
        "1 FIRST SERIES", "2 § 1. On ink.", "  ¶ i. New conditions.", "2 § 2. On paper.", "  The glowing sheet.",
      ])
    #expect(found.count == 10)
  }

  @Test(arguments: ["Shrove Tuesday", "Shrove Tuesday.", "_Shrove Tuesday._"])
  func titlesThatHaveTheWhiteWithinAChapterPartIt(_ title: String) throws {
    let days = [
      title, title.replacing("Shrove Tuesday", with: "Good Friday"), title.replacing("Shrove", with: "The First"),
    ]
    let found = try outline(
      "CHAPTER I.\n\n\(Self.prose)\n\n\n"
        + days.map { "\($0)\n\n1. _Hand_, 2. _INK_.\n\n\(Self.prose)" }.joined(separator: "\n\n\n") + "\n")
    #expect(found.count { $0.hasPrefix("  ") } == 3)
  }

  @Test func headlinesOfAnyLengthPartAChapter() throws {
    let lines = [
      "THE WEARER OF THE CROWN", "SAD", "HOW A GREAT DAILY ORGAN IS TURNED OUT BY ITS PRINTERS", "HOUSE OF KEYS",
    ]
    let found = try outline(
      "CHAPTER I\n\n\(Self.prose)\n\n" + lines.map { "\($0)\n\n\(Self.prose)" }.joined(separator: "\n\n")
        + "\n\nCHAPTER II\n\n\(Self.prose)\n")
    #expect(found.count { $0.hasPrefix("  ") } == 4)
  }

  @Test func aSignThatOpensBeforeTheNumberClosesInTheTitle() throws {
    let found = try outline(
      "THE PRESS\n\n\n\n\n" + chapters(["=1. READING.= (BY ALL.)", "=2. SONG.=", "=3. RECITATION.="]))
    #expect(found == ["1 1. READING. (BY ALL.)", "1 2. SONG.", "1 3. RECITATION."])
  }

  @Test func aLoneBookRightAboveItsTextIsAPart() throws {
    let verse =
      "Draw near and listen, great and small,\n  Of high and low degree,\nAnd hear what chance did once befall\n  The ink that went to sea."
    let poems = ["1. TIME AND INK.", "2. TO MARY.", "3. THE LOST FORME."].map { "\($0)\n\n\(verse)\n\n\(verse)" }
    let text = Self.paragraph + "\nIt was late, and the shop was dark."
    let found = try outline(
      "THE TREASURY\n\nBy Some One\n\n\n\n\nFIRST BOOK.\n\n\(text)\n\n\(text)\n\n\n\n"
        + poems.joined(separator: "\n\n\n\n\n") + "\n")
    #expect(found.first == "1 FIRST BOOK")
    #expect(found.count { $0.hasPrefix("2 ") } == 3)
  }

  @Test func aVolumeOfASeriesOnTheTitlePageIsNoPart() throws {
    let text = Self.paragraph + "\nIt was late, and the shop was dark."
    let found = try outline(
      "Title: The Press\n\nAuthor: A. Writer\n\n*** START OF THIS PROJECT GUTENBERG EBOOK THE PRESS ***\n\n\n\n\nINK CLASSICS\n\nVOLUME VI\n\nTHE PRESS\n\nBY A. WRITER\n\nLONDON\n1922\n\n\n\n\n"
        + ["INTRODUCTION", "CHAPTER I.", "CHAPTER II."].map { "\($0)\n\n\n\(text)\n\n\(text)" }.joined(
          separator: "\n\n\n\n\n") + "\n")
    #expect(found == ["1 INTRODUCTION", "1 CHAPTER I", "1 CHAPTER II"])
  }

  @Test func theLastEntryBeforeAListOfMapsIsNoChapter() throws {
    let made = try reading(
      """
      THE PRESS

      By Some One




      CONTENTS

          Book I--Early Ink--449-1071

              Authorities for Book I

              Chapter I--The Balls--449-577

          Book II--Late Ink--1071-1204

              Chapter I--The Stone--1071-1085

      LIST OF MAPS


          The Shop (map-1.png)

          The Street (map-2.jpg)




      BOOK I
      EARLY INK
      449-1071


      AUTHORITIES FOR BOOK I
      449-1071


      \(Self.prose)



      CHAPTER I
      THE BALLS
      449-577


      \(Self.prose)



      BOOK II
      LATE INK
      1071-1204


      \(Self.prose)



      CHAPTER I
      THE STONE
      1071-1085


      \(Self.prose)

      """)
    #expect(made.book.sections.filter { $0.heading != nil }.map(\.level) == [1, 2, 2, 1, 2])
  }

  @Test func linesBetweenAPartAndItsFirstChapterAreItsTitle() throws {
    let epochs = [("FIRST", "1703.", "JONATHAN WILD."), ("SECOND", "1715", "THAMES DARRELL.")].map {
      "EPOCH THE \($0.0).\n\n\($0.1)\n\n\($0.2)\n\n\n\n\n\n"
        + chapters(["CHAPTER I.\n\nThe Return.\n", "CHAPTER II.\n\nThe Return.\n"])
    }
    let found = try outline("JACK\n\nBy Some One\n\n\n\n\n" + epochs.joined(separator: "\n\n\n\n"))
    #expect(
      found.filter { $0.hasPrefix("1 ") } == [
        "1 EPOCH THE FIRST. 1703. JONATHAN WILD.", "1 EPOCH THE SECOND. 1715 THAMES DARRELL.",
      ])
  }

  @Test func whatStoodInTheMarginStandsBesideItsParagraph() throws {
    let made = try reading(
      "CHAPTER I\n\n[Sidenote: Old quoins]\n\n\(Self.paragraph)\n\n[Sidenote: Ink.] \(Self.paragraph)\n\n\n\nCHAPTER II\n\n\(Self.prose)\n"
    )
    #expect(Coverage.problems(made) == [])
    guard case .callout(let aside)? = made.book.sections[0].blocks.first else {
      Issue.record("nothing that is meant for the margin")
      return
    }
    let side = try #require(aside.blocks.first?.paragraph)
    #expect(aside.kind == .aside && side.isSideHead)
    #expect(side.inlines.plainText == "Old quoins")
    #expect(side.inlines.allSatisfy { $0.style.traits.contains(.emphasis) })
    let paragraphs = made.book.sections[0].blocks.compactMap(\.paragraph)
    #expect(paragraphs[1].inlines.plainText.hasPrefix("Ink. The forme is"))
  }

  @Test func aContentsListWithWordsOfItsMarginGoesAsAWhole() throws {
    let entries = ["I", "II", "III"].map {
      "[Sidenote: CHAP. \($0).]\n\n_The Sorts_\n\n\(Self.paragraph)                                 _Page 3_"
    }
    let found = try outline(
      "THE PRESS\n\nBy Some One\n\n\n\n\nCONTENTS\n\n\n\(entries.joined(separator: "\n\n\n"))\n\n\n\n\nTHE PRESS\n\n\n\n"
        + chapters(["I\n\n_The Sorts_\n", "II\n\n_The Sorts_\n", "III\n\n_The Sorts_\n"]))
    #expect(found == ["1 I. The Sorts", "1 II. The Sorts", "1 III. The Sorts"])
  }

  @Test(arguments: ["{The lost forme: p30.jpg}", "[Abbildung: The lost forme]", "[Иллюстрация: The lost forme]"])
  func captionsAreKnownInBracesAndInOtherLanguages(_ mark: String) throws {
    let made = try reading(
      "CHAPTER I\n\n\(Self.prose)\n\n\(mark)\n\n\(Self.prose)\n\n\n\nCHAPTER II\n\n\(Self.prose)\n")
    let captions = made.book.sections[0].blocks.compactMap { block in
      if case .figure(let figure) = block { figure.caption.plainText } else { nil }
    }
    #expect(captions == ["The lost forme"])
  }

  @Test(
    "the first of a row of titles stands in as little white as the title page has",
    arguments: [(1, 3, false), (2, 4, false), (2, 4, true), (1, 1, false)])
  func firstOfRow(first: Int, white: Int, isCapital: Bool) throws {
    let names = ["The Lamp", "The Bridge", "The Ford", "Home", "The Moor"].map { isCapital ? $0.uppercased() : $0 }
    let gap = String(repeating: "\n", count: white + 1)
    // where all is a blank line apart, only paragraphs of a line each leave titles as what is short
    let prose =
      white > 1
      ? Self.prose : Self.prose.replacing("\n\n", with: "%").replacing("\n", with: " ").replacing("%", with: "\n\n")
    let text =
      "THE LAKE\n\nBY JANE DOE" + String(repeating: "\n", count: first + 1)
      + names.map { "\($0)\n\n\(prose)" }.joined(separator: gap) + "\n"
    #expect(try outline(text) == names.map { "1 \($0)" })
  }

  @Test(arguments: ["Tom", "Del", "Vol", "Bind"]) func aNameThatMayBeAVolumeCountsWithOthers(name: String) throws {
    let heads = ["1. Mara", "2. \(name)", "3. Anna", "4. \(name)"]
    let found = try outline("THE LAKE\n\nBY JANE DOE\n\n\n" + chapters(heads))
    #expect(found == heads.map { "1 \($0)" })
    let parts = try outline(
      "DER SEE\n\nVON JANE DOE\n\n\n" + chapters(["1. Teil", "1. Anna", "2. Bea", "2. Teil", "3. Clara"]))
    #expect(parts.contains("1 1. Teil") && parts.contains("2 1. Anna"), "\(parts)")
  }

  @Test func storiesOfOthersAreChaptersAndTheirNumbersPartThem() throws {
    let stories = [
      "THE GHOST OF DR. HARRIS\n\nBY NATHANIEL FENN", "THE LAMP\n\nBY ANNA BELL", "THE MILL\n\nBY L. SMITH",
    ]
    let made = try reading(
      "GREAT GHOST STORIES\n\nSELECTED BY JOSEPH L. WHITE\n\n\n\nINTRODUCTION\n\n\(Self.prose)\n\n\n\n"
        + stories.map { "\($0)\n\n\nI\n\n\(Self.prose)\n\n\nII\n\n\(Self.prose)" }.joined(separator: "\n\n\n\n\n"))
    #expect(Coverage.problems(made) == [])
    #expect(
      made.book.sections.compactMap { $0.heading?.plainText } == [
        "INTRODUCTION", "THE GHOST OF DR. HARRIS", "THE LAMP", "THE MILL",
      ])
    #expect(made.book.sections.map(\.matter) == [.front, .body, .body, .body])
    let bylines = made.book.sections.compactMap { section in
      if case .paragraph(let paragraph) = section.blocks.first, paragraph.placement == .centred {
        paragraph.inlines.plainText
      } else {
        nil
      }
    }
    #expect(bylines == ["BY NATHANIEL FENN", "BY ANNA BELL", "BY L. SMITH"])
  }
}
