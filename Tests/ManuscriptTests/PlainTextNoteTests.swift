import BookModel
import Manuscript
import Testing

/// Notes, italics and letters that run over the bounds of a paragraph.
@Suite struct PlainTextNoteTests {
  static let prose = PlainTextFormTests.prose

  func rows(_ text: String, _ options: PlainTextOptions = PlainTextOptions()) throws -> [String] {
    let reading = try reading(text, options)
    #expect(Coverage.problems(reading) == [])
    return outline(reading.book)
  }

  @Test func aNoteWithinAParagraphIsCalledWhereItStands() throws {
    let rows = try rows(
      "\(Self.prose)\n\nIt was here.[Footnote 1: See _Annals_, vol. ii.,\np. 33.] And it went\non.\n\n\(Self.prose)\n")
    #expect(rows.contains("  justified: It was here.[^1] And it went on."))
    #expect(rows.suffix(2) == ["note 1 (1)", "  justified: See <Annals>, vol. ii., p. 33."])
  }

  @Test func aStarInBracketsCallsANoteOfATitleAsWell() throws {
    let rows = try rows(
      "CHAPTER I -- OF FAITH(*)\n\n\(Self.prose) It was so.(**)\n\n(*) Faith, as seamen call it.\n\n(**) Or not.\n\n\n\nCHAPTER II -- OF INK\n\n\(Self.prose)\n"
    )
    #expect(!rows.contains { $0.contains("FAITH(*)") })
    #expect(rows.contains { $0.hasSuffix("It was so.[^2]") })
    #expect(
      rows.suffix(4) == ["note 1 (*)", "  justified: Faith, as seamen call it.", "note 2 (**)", "  justified: Or not."])
  }

  @Test func aNoteWithinAParagraphGoesToTheMarkBeforeIt() throws {
    let rows = try rows("\(Self.prose)\n\nIt was[A] here. [Footnote A: See it.] And on.\n\n\(Self.prose)\n")
    #expect(rows.contains("  justified: It was[^1] here. And on."))
    #expect(rows.last == "  justified: See it.")
  }

  @Test(arguments: ["[Footnote 1: See it.]     *   *   *", "alpha      beta     gamma[1]   delta\n\n[1] See it."])
  func aNoteOnALineThatWouldBeSetAsItStandsMakesItProse(lines: String) throws {
    let rows = try rows("\(Self.prose)\n\n\(lines)\n\n\(Self.prose)\n")
    #expect(rows.contains { $0.hasPrefix("  justified: ") && $0.contains("[^1]") })
    #expect(rows.last == "  justified: See it.")
  }

  @Test func aPageNumberStaysInALineThatIsSetAsItStands() throws {
    let text =
      "One [Pg 1] and.\n\nalpha      beta     gamma [Pg 2]  delta\n\n\(Self.prose) [Pg 3]\n\nFour [Pg 4] more.\n"
    let rows = try rows(text)
    #expect(rows.contains { $0.contains("gamma [Pg 2]  delta") })
    #expect(rows.contains("  justified: One and."))
  }

  /// The Debian Policy Manual, 6.8: notes in brackets were taken for calls of the list below the underlined heading.
  @Test func `a list below an underlined heading is no list of notes`() throws {
    let calls = (1...4).map { "\(Self.prose) As said here. [\($0)]\n" }.joined(separator: "\n")
    let notes = (1...4).map { "[\($0)] Note number \($0)." }.joined(separator: "\n\n")
    let rows = try rows(
      "\(calls)\n6.8. Details of removal\n====================\n\n   1. The script is removed.\n\n2. The files are removed.\n\n   3. The rest is removed.\n\n4. All of it is removed.\n\n\(Self.prose)\n\n\(notes)\n"
    )
    for step in ["The script", "The files", "The rest", "All of it"] {
      #expect(rows.contains { !$0.hasPrefix("note") && $0.contains("\(step)") }, "\(step)")
    }
    #expect(rows.filter { $0.hasPrefix("note ") }.count == 4)
    #expect(rows.suffix(2) == ["note 4 (4)", "  justified: Note number 4."])
  }

  @Test func aBracketThatNothingClosesStaysText() throws {
    let rows = try rows("\(Self.prose)\n\nIt was here.[Footnote 1: See it.\n\n\(Self.prose)\n")
    #expect(rows.contains("  justified: It was here.[Footnote 1: See it."))
  }

  @Test func numbersAloneInAListOfNotesAreNotesAndNoChapters() throws {
    var text =
      "I\n\n\n\(Self.prose)\n\n  A line of verse[1]\n  And more of it[2]\n\n\n\nII\n\n\n\(Self.prose)[3]\n\n\n\nIII\n\n\n\(PlainTextFormTests.proses)"
    text +=
      "\n\n\n\nNOTES\n\n\n1\n\nThe first note.\n\n2\n\nThe second note,\nin two lines.\n\nAnd more.\n\n3\n\nThe third.\n"
    let reading = try reading(text)
    #expect(Coverage.problems(reading) == [])
    #expect(reading.book.sections.map { $0.heading?.plainText ?? "" } == ["I", "II", "III"])
    #expect(reading.book.notes.count == 3)
    #expect(reading.book.notes[NoteKey(2)]?.blocks.count == 2)
  }

  @Test func `a note with nothing in it stays as it is`() throws {
    let reading = try reading("\(Self.prose)\n\nIt was here.[1]\n\n[Footnote 1: ]\n\n\(Self.prose)\n")
    #expect(Coverage.problems(reading) == [])
    #expect(reading.book.notes.isEmpty)
  }

  @Test func `words between tildes are spaced out, and no other tilde is a mark`() throws {
    let reading = try reading(
      "\(Self.prose)\n\nEr war ~sehr groß~, und ~„alt“~.\n\nIn ~/notes and ~/more, ~10 or ~20~ it was.\n\n\(Self.prose)\n"
    )
    #expect(Coverage.problems(reading) == [])
    let paragraphs = reading.book.sections.flatMap(\.blocks).compactMap {
      if case .paragraph(let p) = $0 { p.inlines } else { nil }
    }
    #expect(paragraphs[1].filter { $0.style.traits == .letterSpaced }.map { [$0].plainText } == ["sehr groß", "„alt“"])
    #expect(paragraphs[1].plainText == "Er war sehr groß, und „alt“.")
    #expect(paragraphs[2].plainText == "In ~/notes and ~/more, ~10 or ~20~ it was.")
  }

  /// Northanger Abbey has its one note behind the last chapter.
  @Test func `the only star of a book calls the only note that begins with one, however far behind`() throws {
    let text = "\(Self.prose)\n\nLove is declared,* it is.\n\n" + String(repeating: "\(Self.prose)\n\n", count: 90)
    let one = try rows(text + "\n\n*Vide a letter in the Rambler.\n")
    #expect(one.contains("  justified: Love is declared,[^1] it is."))
    #expect(one.suffix(2) == ["note 1 (*)", "  justified: Vide a letter in the Rambler."])
    // two stars: which is called, no one knows
    let two = try rows("So it was* then.\n\n" + text + "\n\n*Vide a letter in the Rambler.\n")
    #expect(two.contains("  justified: Love is declared,* it is."))
  }

  @Test(arguments: ["The keys are *, -, and =, and no other.", "It is written `*` and read star."])
  func `a star that is spoken of calls no note`(line: String) throws {
    let rows = try rows("\(Self.prose)\n\nIt was* here.\n\n* See it.\n\n\(line)\n\n\(Self.prose)\n")
    #expect(rows.contains("  justified: \(line)"))
    #expect(rows.contains("  justified: It was[^1] here."))
    #expect(rows.last == "  justified: See it.")
  }

  @Test func `underscores that are spoken of are no italics`() throws {
    let line = "A letter, `_`, or a colon; digits, `_`, and _words_ in italics."
    let rows = try rows("\(Self.prose)\n\n\(line)\n\n\(Self.prose)\n")
    #expect(rows.contains("  justified: A letter, `_`, or a colon; digits, `_`, and <words> in italics."))
  }

  @Test func italicsGoOnOverABlankLine() throws {
    let rows = try rows(
      "\(Self.prose)\n\n[_A room in the house.\n\nA fire burns.\n\nIt rains._] He comes.\n\nOne _odd sign.\n\n\(Self.prose)\n"
    )
    #expect(
      rows.suffix(5).dropLast() == [
        "  justified: [<A room in the house.>", "  justified: <A fire burns.>", "  justified: <It rains.>] He comes.",
        "  justified: One _odd sign.",
      ])
  }

  @Test(
    "a letter has its date, address and signature",
    arguments: [
      (
        "    St. Petersburgh, Dec. 11th, 1799.\n\nMY DEAR SIR,",
        "Your obedient servant,\n\n\(String(repeating: " ", count: 44))JOHN SMITH.",
        ["    date: St. Petersburgh, Dec. 11th, 1799.", "    justified: MY DEAR SIR,"],
        ["    signed: Your obedient servant,", "    signed: JOHN SMITH."]
      ),
      (
        "“MY DEAR HARRIET,", "“Your affectionate friend,\n\n“LYDIA BENNET.”", ["    justified: “MY DEAR HARRIET,"],
        ["    signed: “Your affectionate friend,", "    signed: “LYDIA BENNET.”"]
      ),
      (
        "Lieber Freund!", "Dein treuer\n\nOTTO", ["    justified: Lieber Freund!"], ["    signed: OTTO"]
      ),
    ])
  func letters(head: String, foot: String, first: [String], last: [String]) throws {
    let rows = try rows("\(Self.prose)\n\n\(head)\n\n\(Self.prose)\n\n\(foot)\n\n\(Self.prose)\n")
    let start = try #require(rows.firstIndex(of: "  letter"))
    #expect(Array(rows[(start + 1)...].prefix(first.count)) == first)
    #expect(Array(rows.dropLast().suffix(last.count)) == last)
  }

  @Test(
    "speech is no letter",
    arguments: [
      "“My dear,” said she,\n\n\(prose)\n\nTHE END", "“My dear Charlotte!\n\n\(prose)\n\nJOHN",
      "My dear Sir,\n\n\(prose)\n\n\(prose)",
    ])
  func noLetters(text: String) throws {
    #expect(try reading("\(Self.prose)\n\n\(text)\n").report.letters == 0)
  }

  /// Half of them have no address, and none is a letter within a story.
  @Test func `in a book of letters none is set in, and all are signed at the right`() throws {
    let letters = (1...8).map { n in
      let head = n % 2 == 0 ? "Vienna, Feb. 2\(n), 1817.\n\nMY DEAR FRIEND,--\n\n" : ""
      return "CHAPTER \(n)\n\n\(head)\(Self.prose)\n\nIn haste, your\n\nBEETHOVEN.\n\n\n"
    }
    let rows = try rows(letters.joined())
    #expect(!rows.contains("  letter"))
    #expect(rows.count { $0 == "  trailing: BEETHOVEN." } == 8)
    #expect(rows.count { $0 == "  trailing: In haste, your" } == 8)
    #expect(rows.count { $0.hasPrefix("  trailing: Vienna") } == 4)
    let addressed = try reading(letters.joined()).book.sections.flatMap(\.blocks).filter { block in
      if case .paragraph(let paragraph) = block { paragraph.isFlush } else { false }
    }
    #expect(addressed.count == 4)
  }

  @Test func everyDecisionCanBeOverruled() throws {
    let text =
      "\(Self.prose)\n\n    A ditty of the dancing sort\n      Is sung by every man,\n    And none will court\n\nOn _this_.[1]\n\n[Footnote 1: It.]\n\n*Day the 1st*\n\n\(Self.prose)\n\n*Day the 2nd*\n\n\(Self.prose)\n"
    var options = PlainTextOptions()
    options.readsVerse = false
    options.readsNotes = false
    options.readsItalics = false
    options.chaptersBy = "^.Day the"
    let rows = try rows(text, options)
    #expect(rows.contains("  justified: A ditty of the dancing sort Is sung by every man, And none will court"))
    #expect(rows.contains("  justified: On _this_.[1]") && rows.contains("  justified: [Footnote 1: It.]"))
    #expect(
      rows.filter { $0.hasPrefix("body chapter 1: ") } == [
        "body chapter 1:  | *Day the 1st*", "body chapter 1:  | *Day the 2nd*",
      ])
    #expect(isExpression("^Day") && !isExpression("(") && !isExpression(""))
  }

  @Test func aTitleWithAnArticleIsNoAuthor() throws {
    let metadata = try reading("LE MALADE IMAGINAIRE\n\nComédie\n\n\n\nI\n\n\n\(Self.prose)\n").book.metadata
    #expect(metadata.title == "LE MALADE IMAGINAIRE" && metadata.authors == [])
  }

  @Test func aLetterAndItsAccentAreTheSameBookAsOneSign() throws {
    let text = "CHAPTER I\n\n\nThe café of Dvořák, où naît l’été.\n\n\n\nCHAPTER II\n\n\nÅse.\n"
    let apart = text.decomposedStringWithCanonicalMappingBytes
    #expect(apart != Array(text.utf8))
    let one = try reading(text)
    let other = try readPlainText(apart, name: "made.txt", options: PlainTextOptions())
    #expect(outline(one.book) == outline(other.book))
    #expect(one.files.files[0].text == other.files.files[0].text)
  }
}

extension String {
  /// Letters and accents apart, for the few letters of the test.
  fileprivate var decomposedStringWithCanonicalMappingBytes: [UInt8] {
    let parts: [Character: String] = [
      "é": "e\u{301}", "ř": "r\u{30C}", "á": "a\u{301}", "ù": "u\u{300}", "î": "i\u{302}", "Å": "A\u{30A}",
    ]
    return flatMap { Array((parts[$0] ?? String($0)).utf8) }
  }
}

extension PlainTextNoteTests {
  @Test func notesUnderARuleMayShareABlock() throws {
    let prose = PlainTextFormTests.prose
    let text =
      "CHAPTER I\n\n\n\(prose) So (1) it is (2).\n\n----------\n(1) -- First note.\n(2) -- Second, over\ntwo lines.\n\n\(prose)\n\n\nCHAPTER II\n\n\n\(prose)\n"
    let made = try reading(text)
    #expect(made.book.notes.count == 2)
    #expect(made.book.notes[NoteKey(2)].map { outlineOf($0) } == "-- Second, over two lines.")
    #expect(Coverage.problems(made) == [])
    // a second that nothing calls goes on the first
    let one = try reading(text.replacing(" it is (2)", with: " it is"))
    #expect(one.book.notes.count == 1 && Coverage.problems(one) == [])
  }

  @Test func aNoteInParenthesesMayStandRightBelowItsParagraph() throws {
    let prose = PlainTextFormTests.prose
    let made = try reading(
      "CHAPITRE I\n\n\n\(prose) Il est là(1).\n\n(1) Une note simple.\n\n\(prose)\n\n\nCHAPITRE II\n\n\n\(prose)\n")
    #expect(made.book.notes.count == 1 && Coverage.problems(made) == [])
    // what only counts is no note
    let list = try reading(
      "CHAPTER I\n\n\n\(prose) There are: (1) the sea, (2) the lamp.\n\n(1) The sea is calm.\n\n(2) The lamp burns.\n\n\(prose)\n"
    )
    #expect(list.book.notes.isEmpty)
  }

  @Test func aNoteInTheTextCallsNoneOfTheList() throws {
    let made = try reading(
      "CHAPTER I\n\nIn the shop the type[2] was cold.\n\n[1] See page two hundred.\n\nThe press was not.\n\n\n\nFOOTNOTES:\n\n[1] The name is of two words.\n\n[2] Cold to the hand.\n"
    )
    #expect(Coverage.problems(made) == [])
    #expect(made.book.notes.values.map(outlineOf) == ["Cold to the hand."])
  }

  @Test func bareNumbersCallNotesThatLeadBack() throws {
    let made = try reading(
      "CHAPTER I\n\nIn 42 cases of type about1 the size of small pica, they found 3,000 sorts;\n2 so the founder said.\n\nUpon the press,3 and so on.\n\nFOOTNOTES\n\n1 (return) [ I see little difference.]\n\n2 (return) [ Why the founder?]\n\n3 (return) [ The last of them.]\n\n\n\nCHAPTER II\n\nThe second chapter has no notes and no numbers.\n"
    )
    #expect(Coverage.problems(made) == [])
    #expect(made.book.notes.count == 3)
    #expect(made.report.silent.count == 3)
    #expect(made.report.dropped.map(\.why) == ["heading of the notes"])
  }

  @Test func whatOnlyLedToNotesIsLeftOutWhereItStandsCloseToo() throws {
    let text = "CHAPTER I\n\nIn the shop the type[1] was cold.\n\nFOOTNOTES:\n\n[1] To the hand.\n"
    let made = try reading(text)
    #expect(Coverage.problems(made) == [])
    #expect(made.book.notes.count == 1 && made.report.dropped.map(\.why) == ["heading of the notes"])
    // not above what nothing calls
    let kept = try reading(text + "\n[2] Nor to the eye.\n")
    #expect(Coverage.problems(kept) == [])
    #expect(outline(kept.book).joined().contains("FOOTNOTES:") && kept.report.dropped.isEmpty)
  }

  @Test func aNoteThatALeftOutTitleCallsIsText() throws {
    let text = "THE SHOP[1]\n\nby A. Compositor\n\n\n\nCHAPTER I\n\nThe type[2] was cold.\n\n\n\nFOOTNOTES:\n\n"
    let made = try reading(text + "[1] Of the old town.\n\n[2] To the hand.\n")
    #expect(Coverage.problems(made) == [])
    #expect(made.book.notes.values.map(outlineOf) == ["To the hand."])
    #expect(outline(made.book).joined().contains("[1] Of the old town."))
    #expect(made.book.metadata.title == "THE SHOP")
    let shared = try reading(text + "[1] Of the old town.\n[2] To the hand.\n")
    #expect(Coverage.problems(shared) == [] && shared.book.notes.isEmpty)
  }

  @Test func aNoteOverLinesOfVerseOrCellsOfARowIsWrittenOnce() throws {
    let prose = PlainTextFormTests.prose
    let verse =
      "    The wheel goes round and the letters fall,\n      And the paper sings[Footnote 1: See the paper\n"
      + "      of which it is told\n      that it sings, ii.] in the wind,\n    But nobody hears the compositor call,\n"
      + "      And nobody knows what he sinned."
    let made = try reading([prose, prose, verse, prose, prose].joined(separator: "\n\n"))
    #expect(Coverage.problems(made) == [])
    let lines = made.book.sections[0].blocks.flatMap { block -> [Verse.Line] in
      if case .verse(let verse) = block { verse.stanzas.flatMap(\.lines) } else { [] }
    }
    #expect(
      lines.map(\.inlines.plainText) == [
        "The wheel goes round and the letters fall,", "And the paper sings", "in the wind,",
        "But nobody hears the compositor call,", "And nobody knows what he sinned.",
      ])
    #expect(made.book.notes.values.map(outlineOf) == ["See the paper of which it is told that it sings, ii."])
    let table = try reading("alpha      beta     gamma\none        two      three\n[Footnote 1: |cases.| Nobody...]\n")
    #expect(Coverage.problems(table) == [])
    #expect(outline(table.book).joined().components(separatedBy: "Nobody").count == 2)
  }

  /// Lines of the first chapters are let go while the book is made of the rest, and notes are made when all of it is.
  @Test func aLongBookHasTheNotesOfAShortOne() throws {
    let prose = PlainTextFormTests.prose
    let chapter = { (n: Int) -> String in "\n\n\nCHAPTER \(n)\n\n\n\(prose)\n\n\(prose)" }
    let noted = """
      CHAPTER 1\n\n\n\(prose)[1]\n\n\(prose)[2]\n\n[Footnote 1: It is said there:\n
          The wheel goes round and the letters fall,
            And the paper sings in the wind,
          But nobody hears the compositor call\n
      and so on,\nto the end.]\n\n[Footnote 2: See the first.]\n\n\(prose)
      """
    let few = try reading(noted + (2...12).map { chapter($0) }.joined())
    let many = try reading(noted + (2...5_000).map { chapter($0) }.joined())
    #expect(many.files.files[0].lineStarts.count > 60_000)
    #expect(Coverage.problems(many) == [])
    #expect(few.book.notes.count == 2 && few.book.notes == many.book.notes)
    #expect(few.book.notes[NoteKey(1)]?.blocks.count ?? 0 > 1)
    #expect(many.book.sections.count == 5_000 && many.book.sections.prefix(12) == few.book.sections.prefix(12))
    let plain = many.book.sections.dropFirst().map { outline(Book(sections: [$0])).dropFirst(2) }
    #expect(plain.allSatisfy { !$0.isEmpty && $0 == plain[0] })
  }

  /// `the senate. 1` above `[Footnote 1: …]`: as many labelled notes as there are loose numbers.
  @Test(arguments: ["senate. N", "senate.(N)", "senate N"])
  func callsThatHaveLostTheirSigns(call: String) throws {
    let prose = PlainTextFormTests.prose
    let text = (1...3).map { n in
      "\(prose) It was acquired in 1066 by the \(call.replacing("N", with: "\(n)"))\n\n[Footnote \(n): See the paper, p. \(n + 4).]"
    }
    let made = try reading("CHAPTER I\n\n\n\(text.joined(separator: "\n\n"))\n\n\(prose)\n")
    #expect(Coverage.problems(made) == [])
    #expect(made.book.notes.count == 3)
    #expect((1...3).allSatisfy { made.book.notes[NoteKey($0)].map(outlineOf) == "See the paper, p. \($0 + 4)." })
    #expect(outline(made.book).joined().contains("1066 by"))
    // numbers of the text, which call nothing
    let other = try reading(
      "CHAPTER I\n\n\n\(prose) It was in 2\n\n[Footnote 1: One.]\n\n\(prose)\n\n[Footnote 2: Two.]\n")
    #expect(Coverage.problems(other) == [] && other.book.notes.isEmpty)
  }

  private func outlineOf(_ note: Note) -> String {
    note.blocks.map { if case .paragraph(let text) = $0 { text.inlines.plainText } else { "" } }.joined(separator: "/")
  }
}
