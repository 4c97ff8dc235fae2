import BookModel
import Manuscript
import Testing

/// Habits of typed editions, each in its smallest case.
@Suite struct PlainTextEditionTests {
  private static let prose = PlainTextFormTests.proses
  private static let paragraph = PlainTextFormTests.prose

  private func rows(_ text: String) throws -> [String] {
    let made = try reading(text)
    #expect(Coverage.problems(made) == [])
    return outline(made.book)
  }

  /// Sections and what parts them, by level: `1 PART I`, `  Note`.
  private func heads(_ text: String) throws -> [String] {
    let made = try reading(text)
    #expect(Coverage.problems(made) == [])
    return made.book.sections.flatMap { section in
      [section.heading.map { "\(section.level) \($0.plainText)" }].compactMap(\.self)
        + section.blocks.compactMap { if case .heading(let heading) = $0 { "  " + heading.plainText } else { nil } }
    }
  }

  private func framed(_ title: String, _ author: String, _ body: String) -> String {
    "Title: \(title)\n\nAuthor: \(author)\n\n*** START OF THIS PROJECT GUTENBERG EBOOK ***\n\n\n\(body)\n\n*** END OF THIS PROJECT GUTENBERG EBOOK ***\n"
  }

  private func chapters(_ heads: [String]) -> String {
    heads.map { "\($0)\n\n\(Self.prose)" }.joined(separator: "\n\n\n\n\n") + "\n"
  }

  // MARK: - Volumes and what publishers add

  @Test func titlePagesOfFurtherVolumesAreLeftOut() throws {
    func page(_ volume: String) -> String {
      "A WINTER WALK\n\nA Novel\n\nBY\n\nJANE GREY\n\nIN TWO VOLUMES\n\n\(volume)\n\nLONDON\nSMITH, ELDER & CO.\n1864\n\n\n\n\n"
    }
    let made = try reading(
      framed(
        "A Winter Walk", "Jane Grey",
        page("VOL. I.") + chapters(["CHAPTER I", "CHAPTER II"]) + "\n\nEND OF VOL. I.\n\n\n\n\n" + page("VOL. II.")
          + chapters(["CHAPTER I", "CHAPTER II"])))
    #expect(Coverage.problems(made) == [])
    let found = made.book.sections.map { "\($0.level) \($0.heading?.plainText ?? "-")" }
    #expect(
      found == ["1 VOL. I", "2 CHAPTER I", "2 CHAPTER II", "1 VOL. II", "2 CHAPTER I", "2 CHAPTER II"])
    let words = outline(made.book).joined(separator: "\n")
    #expect(!words.contains("JANE GREY") && !words.contains("ELDER") && words.contains("END OF VOL. I."))
  }

  @Test func theNumberOfTheOnlyVolumeIsOfTheTitlePage() throws {
    let made = try reading(
      framed(
        "A Winter Walk", "Jane Grey",
        "A WINTER WALK\n\nBY JANE GREY\n\n\nIN TWO VOLUMES.\n\nVOL. II.\n\n\n\n\nPREFACE\n\n\(Self.prose)\n\n\n\n\n"
          + chapters(["CHAPTER I", "CHAPTER II"])))
    #expect(made.book.sections.map(\.role) == [.preface, .chapter, .chapter])
  }

  @Test func whatTellsOfOtherBooksIsNoChapter() throws {
    let made = try reading(
      chapters(["CHAPTER I", "CHAPTER II", "CHAPTER III"])
        + "\n\n\n\nERRATA.\n\nPage 3, for \"in\" read \"on.\"\n\n\n\n\nNEW WORKS PUBLISHED BY SMITH & CO.\n\n\n\nTHE LIFE OF GREY.\n\n\(Self.paragraph)\n\n\n\nTHE WALKS OF GREY.\n\n\(Self.paragraph)\n"
    )
    #expect(Coverage.problems(made) == [])
    #expect(made.book.sections.suffix(2).map(\.matter) == [.back, .back])
    #expect(made.book.sections.count == 5)
  }

  // MARK: - Title pages

  @Test func aSecondTitleBelowOrIsTheSubtitle() throws {
    let made = try reading(
      framed(
        "Clarissa", "Jane Grey",
        "CLARISSA\n\nOR\n\nTHE HISTORY OF A LADY\n\n\n\n\n" + chapters(["LETTER I", "LETTER II"])))
    #expect(made.book.metadata.subtitle == "Or the History of a Lady")
    #expect(made.book.sections.count == 2)
  }

  @Test func aWordOfTheTitleThatHeadsAPoemStays() throws {
    let rows = try rows(
      framed(
        "Snow and Other Poems", "Jane Grey",
        "SNOW AND OTHER POEMS\n\nBY JANE GREY\n\n\n\n\nSNOW\n\n  It falls upon the hill,\n  It falls upon the sea,\n  And all the town is still,\n  And no one thinks of me.\n"
      ))
    #expect(rows.contains { $0.contains("SNOW") })
  }

  @Test func aHouseBetweenPlaceAndYearIsKnownWithoutItsWord() throws {
    let made = try reading(
      framed(
        "A Winter Walk", "Jane Grey",
        "A WINTER WALK\n\nBY JANE GREY\n\nLONDON\n\nJOHN MURRAY, ALBEMARLE STREET\n\n1879\n\n\n\nTO MY SISTER,\n\nTO WHOM THESE LETTERS WERE WRITTEN.\n\n\n\n\n"
          + chapters(["CHAPTER I", "CHAPTER II"])))
    #expect(made.book.metadata.publisher == "London: John Murray, Albemarle Street")
    #expect(made.book.sections.map(\.role) == [.dedication, .chapter, .chapter])
    #expect(made.book.sections[0].blocks.count == 2)
  }

  @Test func aSecondTitleBehindTheHeadersIsTheSubtitle() throws {
    let made = try reading(
      framed(
        "Tin Duck", "Jane Grey",
        "TIN DUCK; or, THE FOWL.\n\nBY JANE GREY\n\n\n\n\n" + chapters(["CHAPTER I", "CHAPTER II"])))
    #expect(made.book.metadata.title == "Tin Duck")
    #expect(made.book.metadata.subtitle == "or, THE FOWL")
    #expect(made.book.sections.map(\.role) == [.chapter, .chapter])
  }

  @Test func whatStandsBelowTheTitleAloneIsOfItsPage() throws {
    let made = try reading(
      framed(
        "Tin Duck", "Jane Grey",
        "TIN DUCK\n\nCLERK OF THE ACTS\n\nTYPED FROM THE SHORTHAND\n\n\n\n\n" + chapters(["CHAPTER I", "CHAPTER II"])))
    #expect(Coverage.problems(made) == [])
    #expect(made.book.sections.map(\.role) == [.imprint, .chapter, .chapter])
  }

  @Test func aNameAboveTheRightsHeadsNothing() throws {
    let made = try reading(
      framed(
        "A Winter Walk", "Jane Grey",
        "A WINTER WALK\n\nBY JANE GREY\n\n\n\nFREDERICK WARE\n\nFirst published 1907\n\n\n\n\n"
          + ["THE LAMP", "THE TEA", "THE SILK"].map { "THE STORY OF \($0)\n\n\(Self.prose)" }.joined(
            separator: "\n\n\n\n")))
    #expect(made.book.sections.compactMap { $0.heading?.plainText }.count == 3)
  }

  // MARK: - Contents and levels

  @Test func titlesThatOpenAlikeStandWithinTheirChapters() throws {
    let letters = ["MRS. GREY", "ANN CUNNING", "W. E. HENLEY"].map { "Letter:  TO \($0)\n\n\n\n\(Self.prose)" }
    let found = try heads(
      chapters(
        ["CHAPTER I. THE LAY", "CHAPTER II. THE INK"].map { "\($0)\n\n\n\n" + letters.joined(separator: "\n\n\n\n") }))
    #expect(found.count == 8)
    #expect(found.count { $0.hasPrefix("  Letter:") } == 6)
  }

  @Test func booksOfACollectionNeedNoNumberWhereOthersHaveOne() throws {
    let books = [
      "The First Book of Kings", "The Second Book of Kings", "The First Book of Days", "The First Book of Song",
    ]
    let others = ["Joshua", "Judges", "Ruth", "Ezra", "Nehemiah", "Esther", "Job", "Hosea", "Joel"]
    let found = try heads(chapters(books + others))
    #expect(found == (books + others).map { "1 \($0)" })
  }

  @Test func latinBooksCountInTheirOwnLetters() throws {
    let found = try heads(chapters(["LIBER PRIMVS", "LIBER SECVNDVS", "LIBER TERTIVS"]))
    #expect(found == ["1 LIBER PRIMVS", "1 LIBER SECVNDVS", "1 LIBER TERTIVS"])
  }

  @Test func linesWithTwoNumbersAreVersesOfChapters() throws {
    let text = (1...3).flatMap { sura in
      (1...4).map { "\(sura)|\($0)|In the name of the sea, said number \(sura * $0)." }
    }
    let made = try reading(text.joined(separator: "\n") + "\n# Typed by Jane Grey\n")
    #expect(Coverage.problems(made) == [])
    #expect(made.book.sections.compactMap { $0.heading?.plainText } == ["1", "2", "3"])
    let rows = outline(made.book)
    #expect(rows.contains("  justified: <2> In the name of the sea, said number 6."))
    #expect(rows.last == "  justified: # Typed by Jane Grey")
  }

  @Test func aNumberAloneEndsAListThatHasItsTitleBesideIt() throws {
    let titles = ["I.    HISTORY", "II.   SELF-HELP", "III.  WEIGHT"]
    let found = try heads(
      "CONTENTS\n\n\(titles.joined(separator: "\n"))\n\n\n\n\n"
        + chapters(["I.\n\nHISTORY", "II.\n\nSELF-HELP", "III.\n\nWEIGHT"]))
    #expect(found == ["1 I. HISTORY", "1 II. SELF-HELP", "1 III. WEIGHT"])
  }

  @Test func indentsOfTheContentsListTellTheLevels() throws {
    let poems = ["THE ROSE": ["THE TREE", "THE WALL"], "THE REEDS": ["THE HOST", "THE MOODS", "THE FISH"]]
    let order = ["THE ROSE", "THE REEDS"]
    let list = order.map { group in "\(group)--\n" + (poems[group] ?? []).map { "  \($0)" }.joined(separator: "\n") }
    let stanza =
      "The snow is on the hill,\nThe snow is on the sea,\nAnd all the town is still,\nAnd no one thinks of me."
    let text = order.map { group in
      "\(group)\n\n\n\n\n"
        + (poems[group] ?? []).map { "\($0)\n\n\n\(stanza)\n\n\(stanza)" }.joined(separator: "\n\n\n\n\n")
    }
    let found = try heads(
      "CONTENTS\n\n\n" + list.joined(separator: "\n") + "\n\n\n\n\n" + text.joined(separator: "\n\n\n\n\n") + "\n")
    #expect(
      found == ["1 THE ROSE", "2 THE TREE", "2 THE WALL", "1 THE REEDS", "2 THE HOST", "2 THE MOODS", "2 THE FISH"])
  }

  @Test func storiesInTheWhiteOfParagraphsAreThoseOfTheContentsList() throws {
    let titles = ["THE LADY", "A VISIT", "AN UPHEAVAL", "IONA"]
    let body = titles.map { title in
      title.count < 9
        ? "\(title)\n\nI\n\n\(Self.prose)\n\nII\n\n\(Self.prose)\n\nIII\n\n\(Self.prose)" : "\(title)\n\n\(Self.prose)"
    }
    let found = try heads(
      framed(
        "The Lady and Others", "Jane Grey",
        "THE LADY AND OTHERS\n\nBY JANE GREY\n\nCONTENTS\n\n" + titles.joined(separator: "\n") + "\n\n"
          + body.joined(separator: "\n\n") + "\n"))
    #expect(found.filter { $0.hasPrefix("1 ") } == titles.map { "1 \($0)" })
  }

  @Test func aHeadingThatSaysItsNumberAgainOpensNoPage() throws {
    let found = try heads(
      chapters(["CHAPTER I\n\nTHE LAY", "CHAPTER II\n\nTHE INK\n\n\n\nCHAPTER II.", "CHAPTER III\n\nTHE PRESS"]))
    #expect(found == ["1 CHAPTER I. THE LAY", "1 CHAPTER II. THE INK", "  CHAPTER II", "1 CHAPTER III. THE PRESS"])
  }

  @Test func aHeadingMayBeLongerThanTheLinesOfItsText() throws {
    let long = (1...3).map {
      "Chapter \($0): The Extent Of The Harbour In The Age Of The Lamps And Of The Tea.--Part \($0)."
    }
    #expect(try heads(chapters(long)).count == 3)
  }

  // MARK: - Plays

  @Test func anActIsToldWithItsPlaceRightBelowIt() throws {
    let speeches = (1...8).map {
      "  \(["ALDRED", "EDGAR"][$0 % 2]). The winter is upon the river here,\n    And all the town is still."
    }
    let scene = speeches.joined(separator: "\n")
    let found = try heads(
      ["I", "II", "III"].map {
        "ACT \($0). SCENE I.\nA room in the palace\n\n\(scene)\n\nSCENE II.\nBefore the castle\n\n\(scene)"
      }.joined(separator: "\n\n\n") + "\n")
    #expect(found.prefix(2) == ["1 ACT I. SCENE I. A room in the palace", "  SCENE II. Before the castle"])
    #expect(found.count == 6)
  }

  @Test func italicsOfATitleStayWhole() throws {
    let made = try reading(chapters(["SCENE I. _In the garden._", "SCENE II. _At sea._", "SCENE III. _Here._"]))
    #expect(made.book.sections.compactMap { $0.heading?.title.plainText } == ["In the garden.", "At sea.", "Here."])
  }

  @Test func namesInItalicsAboveVerseSpeak() throws {
    let stanza = "  The snow is on the hill,\n  The snow is on the sea."
    let text = (1...12).map { "_\(["Ogre", "Witch", "King"][$0 % 3])_\n\n\(stanza)" }.joined(separator: "\n\n")
    let rows = try rows("ACT I\n\n\n\(text)\n\n\n\n\nACT II\n\n\n\(text)\n")
    #expect(rows.count { $0.hasPrefix("  speech") } == 24)
  }

  // MARK: - Notes

  @Test func notesThatLeadBackNeedNoHeading() throws {
    let rows = try rows(
      "Chapter I.\n\n\(Self.paragraph) 1 They came\nhome.\n\n1 (return) [ See the _Annals_.]\n\n\(Self.paragraph) 2 So they\nsay.\n\n2 (return) [ Of tea\n\nand of silk.]\n\n\(Self.paragraph)\n"
    )
    #expect(rows.contains { $0.hasSuffix("silk.[^1] They came home.") })
    #expect(rows.contains { $0.hasSuffix("silk.[^2] So they say.") })
    #expect(rows.suffix(3) == ["note 2 (2)", "  justified: Of tea", "  justified: and of silk."])
  }

  @Test func aLinkBackMayStandAboveItsNote() throws {
    let rows = try rows(
      "Chapter I.\n\n\(Self.paragraph)[1]\n\n\(Self.paragraph)[2]\n\n1 (return)\n[ See the _Annals_.]\n\n2 (return)\n[ Of tea.]\n"
    )
    #expect(rows.suffix(4) == ["note 1 (1)", "  justified: See the <Annals>.", "note 2 (2)", "  justified: Of tea."])
  }

  @Test func numbersBelowARuleAreNotesWhereWordsCarryThem() throws {
    let rows = try rows(
      "SURA I\n\n\(Self.paragraph)1\n\nRecite2 thou, in the name of the sea,\nand of the lamp.\n\n_______________________\n\n1 See the sea.\n\n2 Or, cry.\n\n\n\n\nSURA II\n\n\(Self.prose)\n"
    )
    #expect(rows.contains { $0.hasSuffix("silk.[^1]") })
    #expect(rows.contains { $0.contains("Recite[^2] thou") })
    #expect(rows.suffix(2) == ["note 2 (2)", "  justified: Or, cry."])
  }

  @Test func whatStandsApartBelowNotesUnderARuleIsText() throws {
    let rows = try rows(
      "SURA I\n\n\(Self.paragraph)1\n\n_______________________\n\n1 See the sea.\n\n\n\(Self.prose)\n")
    #expect(rows.suffix(2) == ["note 1 (1)", "  justified: See the sea."])
  }

  @Test func aNoteHoldsVerse() throws {
    let made = try reading(
      "\(Self.prose)[1]\n\n[Footnote 1: Thus the poet says of it:\n\n    The snow is on the hill,\n      The snow is on the sea,\n    And all the town is still.\n\nand so on.]\n\n\(Self.paragraph)\n"
    )
    #expect(Coverage.problems(made) == [])
    let blocks = made.book.notes.values.first?.blocks ?? []
    #expect(blocks.count == 3)
    guard case .verse(let verse)? = blocks.dropFirst().first else {
      Issue.record("no verse")
      return
    }
    #expect(verse.stanzas[0].lines.map(\.indent) == [0, 2, 0])
  }

  // MARK: - Verse and speeches

  @Test func italicsRunOverLinesOfVerse() throws {
    let made = try reading(
      "\(Self.prose)\n\n    _The snow is on the hill,\n      The snow is on the sea,\n    And all the town is still._\n\n\(Self.prose)\n"
    )
    #expect(Coverage.problems(made) == [])
    let verses: [Verse] = made.book.sections.flatMap(\.blocks).compactMap {
      if case .verse(let verse) = $0 { verse } else { nil }
    }
    let lines = verses.flatMap(\.stanzas).flatMap(\.lines)
    #expect(lines.count == 3)
    #expect(lines.allSatisfy { $0.inlines.allSatisfy { $0.style.traits.contains(.emphasis) } })
    #expect(lines.map(\.inlines.plainText).joined().contains("_") == false)
  }

  @Test func whatStandsAtTheMarginOfAPoemSetInIsProse() throws {
    let stanza = (1...6).map { "  The snow is on the hill and on the sea, \($0)," }.joined(separator: "\n")
    let told =
      "The scene is first in the field of battle, between the rivers Simois and\nScamander, and then changes to Troy."
    let text = (1...14).map { _ in "\(stanza)\n\n\(stanza)" }.joined(separator: "\n\n")
    let rows = try rows("BOOK I\n\n\n\(told)\n\n\(text)\n\n\n\n\nBOOK II\n\n\n\(told)\n\n\(text)\n")
    #expect(rows.count { $0.hasPrefix("  justified: The scene is first") && $0.hasSuffix("to Troy.") } == 2)
  }

  @Test func speechesThatAreAllSetInQuoteNobody() throws {
    let talk = (1...5).map { "    \"The winter is upon us, said number \($0), and the tea is cold.\"" }
    let rows = try rows(
      chapters(["CHAPTER I", "CHAPTER II"].map { "\($0)\n\n" + talk.joined(separator: "\n\n\(Self.paragraph)\n\n") }))
    #expect(rows.count { $0.contains("justified: \"The winter") || $0.contains("justified: “The winter") } == 10)
  }

  @Test func theWordIBeginsNoLineOfVerse() throws {
    let rows = try rows(
      "\(Self.prose)\n\n\"Let me alone. Let me alone,\" said the mate. \"If I have done wrong\nI will die for it. It is enough! You left me too, but I will not upbraid\nyou! I forgive you all. Forgive me!\"\n\n\(Self.prose)\n"
    )
    #expect(rows.contains { $0.contains("justified: \"Let me alone") })
  }

  @Test func twoSpacesBehindSentencesMakeNoTable() throws {
    let rows = try rows(
      "\(Self.prose)\n\n'Let me alone.  Let me alone,' said the mate.  'If I have done wrong,\nI am dying for it.  It is enough!  You left me too: but I won't upbraid\nyou!  I forgive you.  Forgive me!'\n\n\(Self.prose)\n"
    )
    #expect(rows.contains { $0.contains("justified: 'Let me alone") })
  }

  @Test func initialsBelowAnExtractSignIt() throws {
    let rows = try rows(
      "\(Self.prose)\n\n     The bar silver is in the north cache; you can\n     find it by the trend of the east hummock, ten\n     fathoms south of the black crag with the face.\n\n     The arms are easy found, in the sand-hill, north\n     point of north inlet cape, bearing E. and a\n     quarter N.\n     J. F.\n\n\(Self.prose)\n"
    )
    #expect(!rows.contains { $0.contains("verse") })
    #expect(rows.contains { $0.contains("by: J. F.") })
  }

  @Test func aNameFarToTheRightBelowAPoemSignsIt() throws {
    let rows = try rows(
      "\(Self.prose)\n\n    The snow is on the hill,\n    The snow is on the sea,\n    And all the town is still.\n\n                          JANE GREY.\n\n\(Self.prose)\n"
    )
    #expect(rows.contains("  trailing: JANE GREY."))
  }
}
