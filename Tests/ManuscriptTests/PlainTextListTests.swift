import BookModel
import Manuscript
import Testing

/// Contents lists of uncommon forms, and headings that only the rest of the file tells.
@Suite struct PlainTextListTests {
  static let prose = PlainTextFormTests.proses
  static let long = Array(repeating: prose, count: 8).joined(separator: "\n\n")

  func sections(_ text: String) throws -> [String] {
    let reading = try reading(text)
    #expect(Coverage.problems(reading) == [])
    return reading.book.sections.filter { $0.heading != nil }.map {
      "\($0.role) \($0.level) \($0.heading?.plainText ?? "")"
    }
  }

  func dropped(_ text: String) throws -> [String] {
    try reading(text).report.dropped.map { "\($0.lines.lowerBound)-\($0.lines.upperBound) \($0.why)" }
  }

  @Test func `a list without a heading whose entries stand a blank line apart is a list`() throws {
    let names = ["Of Sorrow", "Of Idleness", "Of Liars", "Of Quick Speech", "Of Constancy", "Of Fear"]
    let roman = ["I", "II", "III", "IV", "V", "VI"]
    let list = zip(roman, names).map { "\($0).   \($1)." }.joined(separator: "\n\n")
    let text =
      "BOOK THE FIRST.\n\nCHAP.\n\n\(list)\n"
      + zip(roman, names).map { "\n\n\n\nCHAPTER \($0).\n\n\($1.uppercased())\n\n\n\(Self.long)\n" }.joined()
    #expect(try dropped(text) == ["1-15 contents list"])
    #expect(try sections(text).count == 6)
  }

  @Test func `a list that counts otherwise than the chapters do ends above the first chapter`() throws {
    let text = """
      A BOOK

      CONTENTS.

      CHAP.

      1.--THE MISTRESS.

      2.--THE HOUSEKEEPER.

      3.--THE KITCHEN.




      CHAPTER I.

      THE MISTRESS.

         "Strength and honour are her clothing; and she shall rejoice in
         time to come."

      1. AS WITH THE COMMANDER OF AN ARMY, so is it with her.

      \(Self.long)


      CHAPTER II.

      THE HOUSEKEEPER.

      \(Self.long)


      CHAPTER III.

      THE KITCHEN.

      \(Self.long)
      """
    #expect(
      try sections(text) == [
        "chapter 1 CHAPTER I. THE MISTRESS.", "chapter 1 CHAPTER II. THE HOUSEKEEPER.",
        "chapter 1 CHAPTER III. THE KITCHEN.",
      ])
    #expect(try dropped(text).contains("3-11 contents list"))
  }

  @Test func `a list that says what each chapter holds goes as a whole`() throws {
    let holds = "Causes of change. Effects of habit. Growth and inheritance, and the\ncharacter of kinds."
    let list = (1...3).map { "CHAPTER \($0). OF THINGS.\n\n\(holds)" }.joined(separator: "\n\n\n")
    let text =
      "DETAILED CONTENTS. ON THE ORIGIN OF THINGS.\n\n\n\(list)\n"
      + (1...3).map { "\n\n\n\(["", "I", "II", "III"][$0]). OF THINGS.\n\n\n\(holds)\n\n\(Self.long)\n" }.joined()
    #expect(try dropped(text) == ["1-19 contents list"])
    #expect(try sections(text).count == 3)
  }

  @Test func `a list of acts and scenes ends where the persons are named`() throws {
    let scene = (1...8).map { _ in "ADAM.\nWhat now, my brother?\n\nOLIVER.\nNothing, as you see it.\n" }.joined(
      separator: "\n")
    let text = """
      Contents

      ACT I
      Scene I. An Orchard
      Scene II. A Lawn

      ACT II
      Scene I. The Forest




      Dramatis Personae


      ORLANDO, youngest son of the house
      OLIVER, eldest son of the house
      ADAM, servant to Oliver

      The scene lies first near the house, and afterwards partly in the
      court and partly in the forest.




      ACT I

      SCENE I. An Orchard

      \(scene)

      SCENE II. A Lawn

      \(scene)

      ACT II

      SCENE I. The Forest

      \(scene)
      """
    #expect(try dropped(text) == ["1-8 contents list"])
    #expect(try sections(text) == ["chapter 1 Dramatis Personae", "chapter 1 ACT I", "chapter 1 ACT II"])
  }

  @Test func `what happens in each act, told before the play, heads no acts`() throws {
    let told = ["I", "II", "III"].map {
      "ACT \($0).\n\nSCENE I. In the orchard. The frog drags the captive to the tower.\n\n"
    }
    let played = ["I", "II", "III"].map { "\n\n\nACT \($0).\n\n\(Self.long)\n\n\(Self.long)\n" }
    #expect(
      try sections("NOTE.\n\n\(Self.prose)\n\n\n" + told.joined() + played.joined()).suffix(3) == [
        "chapter 1 ACT I", "chapter 1 ACT II", "chapter 1 ACT III",
      ])
  }

  @Test func `a number typed wrong is a heading if it stands like the others`() throws {
    let numbers = ["I.", "II.", "III.", "VI.", "V.", "VI.", "VII.", "VIII."]
    let text = numbers.map { "\n\n\n\($0)\n\nUNDER FOOT.\n\n\(Self.long)\n" }.joined()
    #expect(try sections(text).count == 8)
  }

  @Test func `the title above the first of the numbers that begin again is a story like the others`() throws {
    let story = ["I", "II", "III"].map { "\n\n\n\($0)\n\n\(Self.long)\n" }.joined()
    let text = ["THE REPAIRER", "THE MASK", "THE SIGN"].map { "\n\n\n\n\($0)\n\(story)" }.joined()
    #expect(
      try sections("A BOOK\n" + text).filter { !$0.hasPrefix("chapter 2") }.allSatisfy { !$0.hasPrefix("preface") })
  }

  @Test func `a volume's number on a title page is no part`() throws {
    let text =
      "THE HISTORY OF THINGS\n\nWith notes by a Friend\n\nVol. 1\n\n1782 (Written), 1845 (Revised)\n"
      + ["I", "II", "III"].map { "\n\n\n\nCHAPTER \($0).\n\n\(Self.long)\n" }.joined()
    #expect(try sections(text) == ["chapter 1 CHAPTER I", "chapter 1 CHAPTER II", "chapter 1 CHAPTER III"])
  }

  @Test func `numbers between double hyphens are parts above numbers in brackets`() throws {
    var text = ""
    for (part, chapters) in [("I", 1...3), ("II", 4...6), ("III", 7...8)] {
      text += "\n\n\n\n-- \(part) --\n\n\n"
      text += chapters.map { "[ \($0) ]\n\n\(Self.long)\n\n\n\n" }.joined()
    }
    let found = try sections("A DAY\n" + text)
    #expect(found.count { $0.hasPrefix("part 1") } == 3)
    #expect(found.count { $0.hasPrefix("chapter 2") } == 8)
  }

  @Test func `what the list names a blank line above its text is a subhead`() throws {
    let text = """
      A BOOK

      CONTENTS


        INTRODUCTION
          YOUTH Aet. 1-25--1469-94
          THE MAN AND HIS WORKS

        CHAPTER I
        CHAPTER II
        CHAPTER III



      INTRODUCTION

      \(Self.prose)

      YOUTH Aet. 1-25--1469-94

      \(Self.prose)

      THE MAN AND HIS WORKS

      \(Self.prose)



      CHAPTER I

      \(Self.long)



      CHAPTER II

      \(Self.long)



      CHAPTER III

      \(Self.long)
      """
    let headings = try reading(text).book.sections.flatMap(\.blocks).compactMap { block -> String? in
      guard case .heading(let heading) = block else { return nil }
      return heading.plainText
    }
    #expect(headings.count == 2)
    #expect(
      try sections(text) == [
        "preface 1 INTRODUCTION", "chapter 1 CHAPTER I", "chapter 1 CHAPTER II", "chapter 1 CHAPTER III",
      ])
  }

  @Test(
    "items typed below each other are a list",
    arguments: [
      (
        ["- a loaf of bread", "- a bottle of wine, and whatever else\n  the shop might have"], nil, List.Delimiter.stop
      ),
      (["  * one thing", "  * another"], nil, .stop), (["• a dot", "• another dot"], nil, .stop),
      (["(a) the first case", "(b) the second case"], 1, .brackets), (["3) third", "4) fourth"], 3, .bracket),
      (["1. First of all.", "2. Second of all."], 1, .stop),
    ])
  func items(typed: [String], start: Int?, delimiter: List.Delimiter) throws {
    let made = try reading("\(Self.prose)\n\nHe needed:\n\n\(typed.joined(separator: "\n"))\n\n\(Self.prose)\n")
    #expect(Coverage.problems(made) == [])
    let lists = made.book.sections.flatMap(\.blocks).compactMap { if case .list(let list) = $0 { list } else { nil } }
    #expect(lists.count == 1)
    #expect(lists.first?.start == start)
    #expect(lists.first?.delimiter == delimiter)
    let said = lists.first?.items.map { $0.blocks.compactMap(\.paragraph).map(\.inlines.plainText).joined() }
    let words = typed.map { String($0.drop { $0 == " " }.drop { $0 != " " }.dropFirst().replacing("\n ", with: "")) }
    #expect(said == words)
  }

  @Test func `what people say behind dashes is no list`() throws {
    let made = try reading("\(Self.prose)\n\n- Good morning.\n- Good morning, sir!\n\n\(Self.prose)\n")
    #expect(made.report.lists == 0)
    #expect(made.book.sections.flatMap(\.blocks).contains { $0.paragraph?.inlines.plainText == "- Good morning." })
  }

  @Test func `what is set in less than a list goes on behind it`() throws {
    let made = try reading(
      "\(Self.prose)\n\n    1. Boot it.\n    2. Set it up.\n  It is done with care.\n\n\(Self.prose)\n")
    #expect(Coverage.problems(made) == [])
    #expect(made.report.lists == 1)
    #expect(
      made.book.sections.flatMap(\.blocks).contains { $0.paragraph?.inlines.plainText == "It is done with care." })
  }

  @Test func `white that stands between paragraphs as no other does is a pause`() throws {
    let scene = "\(Self.prose)\n\n\(Self.prose)"
    let made = try reading("CHAPTER I\n\n\([scene, scene, scene].joined(separator: "\n\n\n\n"))\n")
    let pauses = made.book.sections.flatMap(\.blocks).compactMap {
      if case .sceneBreak(let pause) = $0 { pause.mark } else { nil }
    }
    #expect(pauses == [.space, .space])
  }

  @Test func `one such white alone is a slip`() throws {
    let made = try reading("CHAPTER I\n\n\(Self.long)\n\n\n\n\(Self.long)\n")
    #expect(made.report.sceneBreaks == 0)
  }

  @Test func `numbers between the stanzas of a song head nothing, and its title does`() throws {
    let stanza =
      "    Draw near and listen, great and small,\n      Of high and low degree,\n    And hear what chance did once befall\n      The ink that went to sea."
    let song = ["I.", "II.", "III."].map { "    \($0)\n\n\(stanza)" }.joined(separator: "\n\n")
    let made = try reading(
      "CHAPTER I.\n\n\(Self.prose)\n\nHe gave us the following\n\n    DRINKING SONG.\n\n\(song)\n\n\n\(Self.prose)\n\n\n\nCHAPTER II.\n\n\(Self.prose)\n"
    )
    #expect(Coverage.problems(made) == [])
    let blocks = made.book.sections.flatMap(\.blocks)
    #expect(
      blocks.compactMap { if case .heading(let heading) = $0 { heading.plainText } else { nil } } == ["DRINKING SONG."])
    #expect(
      blocks.compactMap(\.paragraph).filter { $0.placement == .centred }.map(\.inlines.plainText) == [
        "I.", "II.", "III.",
      ])
  }

  @Test func `where and when a letter was written is no chapter's title`() throws {
    let letter = "                              HARBOUR, Thursday.\n\nMY DEAR ANNE,--\(Self.prose)\n\n\(Self.prose)"
    #expect(
      try sections(["I.", "II.", "III."].map { "\($0)\n\n\(letter)" }.joined(separator: "\n\n\n\n") + "\n")
        == ["chapter 1 I", "chapter 1 II", "chapter 1 III"])
    let first = try reading("I.\n\n\(letter)\n\n\n\nII.\n\n\(letter)\n\n\n\nIII.\n\n\(letter)\n").book.sections[0]
      .blocks[0]
    #expect(first.paragraph?.placement == .trailing)
  }

  @Test func `a dash within a paragraph opens no item`() throws {
    let made = try reading(
      "\(Self.prose)\n\nHe came and went\n- as he would\n- and said no word of it to anyone there.\n")
    let forms = made.book.sections.flatMap(\.blocks).compactMap {
      if case .paragraph(let paragraph) = $0 { paragraph.form } else { nil }
    }
    #expect(forms.isEmpty)
  }
}
