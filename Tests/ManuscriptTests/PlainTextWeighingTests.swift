import BookModel
import Manuscript
import Testing

/// What the reader weighs over a whole file and over neighbours, each case by its smallest manuscript.
@Suite struct PlainTextWeighingTests {
  static let prose = PlainTextFormTests.prose
  static let proses = PlainTextFormTests.proses

  func rows(_ text: String) throws -> [String] {
    let reading = try reading(text, PlainTextOptions())
    #expect(Coverage.problems(reading) == [])
    return outline(reading.book)
  }

  func sections(_ text: String) throws -> [String] {
    let reading = try reading(text)
    #expect(Coverage.problems(reading) == [])
    return reading.book.sections.map { "\($0.role) \($0.level) \($0.heading?.plainText ?? "")" }
  }

  /// Lines of verse in the book, in stanzas or not.
  func verseLines(_ text: String) throws -> Int { try reading(text).report.verseLines }

  @Test func `tercets that begin their lines in small letters are verse`() throws {
    let tercets = (0..<12).map { _ in
      "  La barca andava piano,\n  e il vento che veniva dalle onde lontane\n  portava voci di una terra nera."
    }
    #expect(try verseLines(tercets.joined(separator: "\n\n") + "\n") == 36)
  }

  @Test func `the single line that a canto in tercets ends with is verse`() throws {
    let tercet =
      "  La barca andava piano,\n  e il vento che veniva dalle onde lontane\n  portava voci di una terra nera."
    let canto = Array(repeating: tercet, count: 6).joined(separator: "\n\n") + "\n\n  Allor si mosse la barca."
    #expect(try verseLines((1...3).map { "CANTO \($0)\n\n\n\(canto)" }.joined(separator: "\n\n\n\n") + "\n") == 57)
    // below verse among prose it is none
    let quoted = "\(Self.proses)\n\n\(canto.prefix(300))\n\n"
    #expect(
      try verseLines("\(quoted)He said no more.\n\n\n\(Self.proses)\n") == verseLines("\(quoted)\(Self.proses)\n"))
  }

  /// A line of speech a paragraph, as in the King James Bible a verse, was a line of a poem.
  @Test func `paragraphs of one line that an indent opens are no verse, whether they end sentences or count up`() throws
  {
    let speech = """
        It was a morning of the kind that makes people go out into the street
      and look for each other, and they did so all along the harbour that day.
        "Yes," he said.
        "No," said she.
        "Why not?"
        And so it went on until the evening, when the lamps were lit along the
      quay and the boats came in one by one with their catch of the day.
        "You will come?"
        "I will."

      """
    let rows = try rows("CHAPTER I\n\n\(String(repeating: speech, count: 6))")
    #expect(rows.filter { $0.hasPrefix("  justified: ") }.count == 42)
    let verses = (1...40).map { number in
      number % 4 == 0
        ? "  \(number) And all the days that Adam lived were nine hundred and thirty\nyears, and he died."
        : number % 4 == 2
          ? "  \(number) And Seth lived an hundred and five years, and begat Enos:" : "  \(number) And he died."
    }
    let chapter = try reading("Genesis 5\n\n\(verses.joined(separator: "\n"))\n")
    #expect(chapter.report.verseLines == 0)
    #expect(chapter.report.paragraphs == 41)
  }

  /// As Bibles have them: many names that count, some of a few chapters, some of one.
  @Test func `books that count by their names are chapters, what follows their first chapter is a heading in them`()
    throws
  {
    let text =
      ["Genesis", "Exodus", "1 Samuel", "Song of Solomon", "Ruth"].map { name in
        (1...4).map { "\(name) \($0)\n\n\(Self.prose)\n\n" }.joined()
      }.joined() + "Jude 1\n\n\(Self.prose)\n\nGenesis 90 is no heading here, being a line of text that says more.\n"
    #expect(
      try sections(text).map { $0.split(separator: " ", maxSplits: 2).last.map(String.init) ?? "" } == [
        "Genesis 1", "Exodus 1", "1 Samuel 1", "Song of Solomon 1", "Ruth 1", "Jude 1",
      ])
  }

  @Test func `wrapped Hebrew with Latin words at the head of some lines is no verse`() throws {
    let lines = [
      "מספר הפקודות בתכנית גדול בהרבה ממה שניתן להפעיל מיד בכל תו ותו, וזאת",
      "Emacs משתמש בפקודות המרחיבות את אוסף הפקודות הרגיל שלו, ולכן הן רבות",
      "והפקודה הזאת מועילה למי שעורך קבצים רבים ואינו רוצה לזכור את כולם בעצמו",
      "אלו הן שתים והן מועילות מאד לכל מי שכותב הרבה בשפה זו או באחרת ממנה",
    ]
    let paragraphs = Array(repeating: lines.joined(separator: "\n"), count: 40).joined(separator: "\n\n")
    #expect(try verseLines(paragraphs + "\n") == 0)
  }

  @Test func `a letter wrapped to a narrow measure and set in is no verse`() throws {
    let letter = """
           My dear friend, the ship is bought and she lies
           at anchor in the harbour, ready for the sea. You
           never saw a sweeter schooner, and a child might
           sail her on a quiet day without any trouble.

           I was standing on the dock when by the merest
           accident I fell in talk with an old sailor, who
           keeps a house by the water and knows all of the
           men there.
      """
    #expect(try verseLines("\(Self.prose)\n\n\(letter)\n\n\(Self.prose)\n") == 0)
  }

  @Test func `a couplet set in is verse though both of its lines are as long`() throws {
    let couplet =
      "               The harbour lamp that burned so long ago\n               Upon the silent ships and on the snow."
    #expect(try verseLines("\(Self.proses)\n\n\(couplet)\n\n\(Self.proses)\n") == 2)
  }

  @Test func `verse below a paragraph without a blank line is cut from it`() throws {
    let verse = "  The lamp was low, the night was long,\n  The sea was calm,\n  And no one sang the evening song."
    #expect(
      try verseLines("\(Self.proses)\n\n\(Self.prose.dropLast(22)) and he sang:\n\(verse)\n\n\(Self.proses)\n") == 3)
  }

  @Test func `notes of a list at the end are called by the marks that most of them have`() throws {
    let text = """
      CHAPTER I


      \(Self.prose)(1)

      \(Self.prose.dropLast(1)),(2) and

      \(Self.prose)(3)


      FOOTNOTES


          1 The first of them.

          2 The second, which goes on
            for two lines.

            *       *       *

          3 The third.
      """
    let reading = try reading(text + "\n")
    #expect(Coverage.problems(reading) == [])
    #expect(reading.book.notes.count == 3)
  }

  @Test func `notes in braces are called by braces`() throws {
    let text =
      "CHAPTER I\n\n\n\(Self.prose) {301}\n\n\(Self.prose) {454a}\n\n\n\nFOOTNOTES:\n\n\n{301}  A pole.\n\n{454a}  A town.\n"
    let reading = try reading(text)
    #expect(Coverage.problems(reading) == [])
    #expect(reading.book.notes.count == 2)
  }

  @Test func `two calls of one note put no other note at the wrong word`() throws {
    let text = """
      \(Self.prose)

      He saw it* and then he saw it again.*

      * The first note.

      \(Self.prose)

      He heard it.*

      * The second note.

      \(Self.prose)
      """
    let rows = try rows(text + "\n")
    #expect(rows.contains { $0.contains("saw it[^1] and") })
    #expect(rows.contains { $0.contains("heard it.[^2]") })
  }

  @Test func `numbers of a second volume that go on counting are headings with their titles`() throws {
    let letters = (217...228).map { "\($0).\n\nTO STEINER.\n\n\(Self.prose)\n\n\n" }.joined()
    #expect(try sections(letters).count == 12)
  }

  @Test func `cantos under the names of their parts stand below them`() throws {
    let verse = "  The lamp was low, the night was long,\n  The sea was calm,\n  And no one sang the evening song."
    let text = ["Inferno", "Purgatorio", "Paradiso"].map { part in
      "  \(part.uppercased())\n\n\n\n\n"
        + ["I", "II", "III"].map { "  \(part) • Canto \($0)\n\n\n\(verse)\n\n\(verse)\n\n\n\n" }.joined()
    }.joined()
    // so short that none has a page of its own
    #expect(try sections(text) == ["chapter 1 INFERNO", "chapter 1 PURGATORIO", "chapter 1 PARADISO"])
    #expect(try rows(text).count { $0.contains("Canto") && $0.contains("heading") } == 9)
  }

  @Test func `what a transcriber says in one paragraph takes no preface with it`() throws {
    let text =
      "*** START OF THIS PROJECT GUTENBERG EBOOK X ***\n\nTRANSCRIBER'S NOTE: In the printed version of this text, all\napostrophes were left out.\n\n\n\n\nPREFACE\n\nAbout the sea.\n\n\(Self.proses)\n\n\nACT I\n\n\(Self.prose)\n\n*** END OF THIS PROJECT GUTENBERG EBOOK X ***\n"
    #expect(try rows(text).contains { $0.contains("About the sea") })
  }

  @Test func `a list of titles in one block in front of them is a contents list`() throws {
    let titles = ["The Sea", "The Harbour", "The Lamp", "The Sailors"]
    let numbers = ["I", "II", "III", "IV"]
    let list = zip(numbers, titles).map { "  \($0). \($1)" }.joined(separator: "\n")
    let text =
      list + "\n\n\n\n"
      + zip(numbers, titles).map {
        "STORY \($0). \($1.uppercased())\n\n\(Self.proses)\n\n\n\n"
      }.joined()
    #expect(try sections(text).count == 4)
  }

  @Test func `Chinese chapters between full paragraphs are found`() throws {
    let line = "話說天下大勢分久必合合久必分周末七國分爭并入於秦及秦滅之後楚漢分爭又并入於漢\n"
    let text = ["一", "二", "三"].map { "第\($0)回　宴桃園豪傑三結義\n" + line + line + "漢朝自高祖斬白蛇而起義。\n" }.joined()
    #expect(try sections(text).count == 3)
  }

  @Test func `a stanza whose first line ends in a stop is one, though every other line is set in`() throws {
    let stanza =
      "O, sailors, hope! see, the harbour is near!\n  The lamp of the tower is awake to your song!\n"
      + "The keeper's heart now with gladness is beating,\n  And calm to the sea and the night belong!\n"
    let first = stanza.replacing("near!", with: "near,")
    let made = try reading(
      String(repeating: "\(PlainTextFormTests.prose)\n\n", count: 12)
        + "\(first)\n\(stanza)\n\(PlainTextFormTests.prose)\n")
    #expect(made.report.verseLines == 8)
  }

  @Test func `one odd sign leaves the other italics of a paragraph`() throws {
    let rows = try rows("\(Self.prose)\n\nHe read _The Sea_ and the snake_case and more.\n")
    #expect(rows.contains { $0.contains("<The Sea>") && $0.contains("snake_case") })
  }

  @Test func `one stray number undoes no parts`() throws {
    var text = ""
    for (part, chapters) in [("I", 1...3), ("II", 4...6), ("III", 7...9)] {
      text += "— \(part) —\n\n\n\n"
      for chapter in chapters {
        text += "[ \(chapter) ]\n\n\(Array(repeating: Self.proses, count: 6).joined(separator: "\n\n"))\n\n\n\n"
      }
    }
    text += "I.\n\n\(Self.prose)\n"
    let found = try sections(text)
    #expect(found.count { $0.hasPrefix("part 1") } == 3)
    #expect(found.count { $0.hasPrefix("chapter 2") } == 9)
  }

  /// What a chunk is may hang on the one above it, which is settled first: the same text is read the same each time.
  @Test func aShortStanzaGoesWithTheOneAboveIt() throws {
    let stanza =
      "Success is counted sweetest\nBy those who ne'er succeed.\nTo comprehend a nectar\nRequires sorest need.\n\nNot one of all the host\nWho took the flag to-day\n\n"
    let made = try reading(
      String(repeating: "\(PlainTextFormTests.prose)\n\n\(stanza)\(PlainTextFormTests.prose)\n\n", count: 24))
    #expect(Coverage.problems(made) == [])
    #expect(made.report.verseLines == 24 * 6)
  }
}
