import BookModel
import Manuscript
import Testing

/// What old books have around their text, and in it, beside what is the author's.
@Suite struct PlainTextOldBookTests {
  private static let prose = PlainTextFormTests.proses
  private static let chapters = ["I", "II", "III"].map { "CHAPTER \($0).\n\n\n\(prose)\n\n\n\n" }.joined()

  /// Role, level and words of each section's heading.
  private func sections(_ text: String) throws -> [String] {
    let made = try reading(text)
    #expect(Coverage.problems(made) == [])
    return made.book.sections.compactMap { section in
      section.heading.map { "\(section.role) \(section.level) \($0.plainText)" }
    }
  }

  private static func framed(_ text: String, title: String = "The Long Road", author: String = "John Smith") -> String {
    """
    Title: \(title)

    Author: \(author)

    Language: English

    *** START OF THE PROJECT GUTENBERG EBOOK \(title.uppercased()) ***




    \(text)

    *** END OF THE PROJECT GUTENBERG EBOOK \(title.uppercased()) ***
    """
  }

  @Test(arguments: [
    "THE LONG ROAD\n\n_VOL. XII_\n\nBY JOHN SMITH\n\nLONDON\n1922",
    "THE LONG ROAD\n\nby\n\nJOHN SMITH\n\n\n\nNew York\nThe Foundation of Letters\nLondon: Humphrey Milford\nOxford University Press\n1916\n\n\nVOLUME VI",
    "THE LONG ROAD\n\nVOL. VIII.--NO. 353.\n\nOCTOBER 2, 1886.\n\nPrice One Penny.",
  ])
  func `the number of a volume on the title page is no part over the whole book`(page: String) throws {
    #expect(
      try sections(Self.framed("\(page)\n\n\n\n\(Self.chapters)")) == [
        "chapter 1 CHAPTER I", "chapter 1 CHAPTER II", "chapter 1 CHAPTER III",
      ])
  }

  @Test func `a title that has a line a word says nothing else`() throws {
    let page = """
      A

      GLOSSARY

      OF

      WORDS USED IN WESTMARCH

      BY THE

      REV. THOMAS ELLWOOD, M.A.
      _Rector of Torver_

      LONDON:
      TRÜBNER & CO., LUDGATE HILL
      1881
      """
    let made = try reading(
      Self.framed(
        "\(page)\n\n\n\n\(Self.chapters)", title: "A Glossary of Words Used in Westmarch", author: "Thomas Ellwood"))
    #expect(made.book.sections.map { $0.heading?.plainText } == ["CHAPTER I", "CHAPTER II", "CHAPTER III"])
    #expect(made.book.metadata.date == "1881")
  }

  @Test func `what says the book's title once more above its parts and chapters is said once`() throws {
    let parts = ["FIRST", "SECOND"].map {
      "EPOCH THE \($0).\n\n1703.\n\nJONATHAN WILD.\n\n\n\n\nJOHN ROAD.\n\n\n\n\n\(Self.chapters)"
    }.joined()
    let found = try sections(Self.framed("JOHN ROAD.\n\nBY JOHN SMITH.\n\n\n\n\(parts)", title: "John Road"))
    #expect(found.first == "part 1 EPOCH THE FIRST. 1703. JONATHAN WILD.")
    #expect(found.count == 8)
  }

  @Test func `a list of contents may be called so in three lines`() throws {
    let list = """
      CONTENTS

      OF

      THE FIRST VOLUME.


      BOOK THE FIRST.

      THE ORIGINS.

      CHAPTER I.

                                                          A.D.        PAGE
      The Wends                                                          1
      Foundation of Lübeck                                1143           6

      CHAPTER II.

      Wisby                                               1163          31


      BOOK THE SECOND.

      THE LEAGUE.

      CHAPTER I.

      War with Norway                                     1284          77
      """
    let text = ["FIRST.\n\nTHE ORIGINS.", "SECOND.\n\nTHE LEAGUE."].map {
      "BOOK THE \($0)\n\n\n\n" + ["I", "II"].map { "CHAPTER \($0).\n\n\(Self.prose)\n\n\n\n" }.joined()
    }.joined()
    #expect(
      try sections(Self.framed("\(list)\n\n\n\n\(text)")) == [
        "part 1 BOOK THE FIRST. THE ORIGINS.", "chapter 2 CHAPTER I", "chapter 2 CHAPTER II",
        "part 1 BOOK THE SECOND. THE LEAGUE.", "chapter 2 CHAPTER I", "chapter 2 CHAPTER II",
      ])
  }

  private static let poem = """
      The stream runs low in summer, and the stones
        Are white as bones;
      The cattle come at evening to the brink,
        And stand and drink;
    """

  @Test func `groups without a page of their own hold what the list of contents names below them`() throws {
    let list = """
        CONTENTS


                                                  PAGE
        SONGS--

            The Carter                            3
            By the Ford                           5

        SONNETS--

            To Keats                             21
            On a Portrait                        22

        INDEX                                    41
      """
    func poems(_ titles: String...) -> String { titles.map { "  \($0)\n\n\n\(Self.poem)\n\n\n\n" }.joined() }
    let text =
      "  SONGS\n\n\n\n" + poems("THE CARTER", "BY THE FORD") + "  SONNETS\n\n\n\n" + poems("TO KEATS", "ON A PORTRAIT")
      + "  INDEX\n\n\n  Carter, the, 3\n  Ford, by the, 5\n  Keats, to, 21\n"
    #expect(
      try sections(Self.framed("\(list)\n\n\n\n\(text)")) == [
        "part 1 SONGS", "chapter 2 THE CARTER", "chapter 2 BY THE FORD", "part 1 SONNETS", "chapter 2 TO KEATS",
        "chapter 2 ON A PORTRAIT", "index 1 INDEX",
      ])
  }

  @Test func `the pages of an index of first lines are those of the lines`() throws {
    func poem(_ title: String, _ first: String) -> String {
      "  \(title)\n\n\n  \(first)\n    Are white as bones;\n  The cattle come at evening to the brink,\n    And drink.\n\n\n\n"
    }
    let lines = [
      "Down the lane at break of day,", "She looks across the years,", "The pine-tree stands alone",
      "The road goes on, the song is done,",
    ]
    let index = zip(lines, [" 3", "22", "31", "39"]).map {
      "  \($0 + String(repeating: " ", count: 40 - $0.count))\($1)"
    }.joined(separator: "\n")
    let poems = zip(["THE CARTER", "A PORTRAIT", "FROM HEINE", "EPILOGUE"], lines).map(poem).joined()
    let made = try reading(
      Self.framed("\(poems)  INDEX OF FIRST LINES\n\n\n                             PAGE\n\n\(index)\n"))
    #expect(Coverage.problems(made) == [])
    #expect(made.book.sections.last?.heading?.plainText == "INDEX OF FIRST LINES")
    var pages: [String] = []
    for block in made.book.sections.last?.blocks ?? [] {
      block.visitText { inlines, _ in pages += inlines.filter { $0.style.pages != nil }.map { [$0].plainText } }
    }
    #expect(pages == ["3", "22", "31", "39"])
    let marked = made.book.sections.dropLast().flatMap(\.blocks).compactMap { block in
      if case .verse(let verse) = block { verse.stanzas[0].lines[0].inlines.first?.style.textMarks.count } else { nil }
    }
    #expect(marked == [1, 1, 1, 1])
  }

  @Test func `who speaks may be named in italics with what is done`() throws {
    let speeches = """
      _The Boy (throws his dart)._

      Ho! ho! I came pretty near hitting her that time!

      _Anna._

      Hitting whom?

      _Kari (enters from the right, a bundle under his arm. He looks round,
      takes off his cap, and shakes the snow from it)._

      God bless you all.

      _Anna (laughing)._

      Sit down.

      _Kari._

      No.

      _The Boy._

      Here is the spider.
      """
    let made = try reading(
      "CHARACTERS\n\n  ANNA, a widow.\n  KARI, her overseer.\n  A SHEPHERD BOY.\n\n\n\nACT I\n\n\n\(speeches)\n\n\n\nACT II\n\n\n\(speeches)\n"
    )
    #expect(Coverage.problems(made) == [])
    let said = made.book.sections.flatMap(\.blocks).compactMap { block in
      if case .speech(let speech) = block { speech.speaker.plainText } else { nil }
    }
    #expect(said.count == 12)
    #expect(
      said.prefix(3) == [
        "The Boy (throws his dart).", "Anna.",
        "Kari (enters from the right, a bundle under his arm. He looks round, takes off his cap, and shakes the snow from it).",
      ])
  }

  @Test func `the contents of a book of several hands name who wrote what`() throws {
    let list = """
      CONTENTS


      The Three Skates                     _Frank Mapes_              3

      The Bell                             _Annie Howells_           21

      The Match-Seller                     _Hans Andersen_           44
      """
    let text = ["THE THREE SKATES\n\nBY FRANK MAPES", "THE BELL\n\nANNIE HOWELLS", "THE MATCH-SELLER\n\nBY MEDICUS."]
      .map { "\($0)\n\n\n\(Self.prose)\n\n\n\n" }.joined()
    let made = try reading(Self.framed("\(list)\n\n\n\n\(text)", author: "Various"))
    #expect(made.book.sections.map { $0.heading?.author } == ["Frank Mapes", "Annie Howells", "Medicus"])
    let below = made.book.sections.map { $0.blocks.first?.paragraph }
    #expect(below.map { $0?.inlines.plainText } == ["BY FRANK MAPES", "ANNIE HOWELLS", "BY MEDICUS."])
    #expect(below.allSatisfy { $0?.placement == .centred })
  }

  @Test func `a few signed pieces among many have no names in the contents`() throws {
    let titles = [
      "SKATES", "BELL", "MATCHES", "RIVER", "HILL", "STORM", "LANTERN", "ORCHARD", "MEADOW", "HARBOUR", "WINTER",
      "SUMMER", "FOREST",
    ].map { "THE OLD \($0)" }
    let list = "CONTENTS\n\n" + titles.enumerated().map { "\($1)    \($0 * 7 + 3)\n" }.joined()
    let authors = ["FRANK MAPES", "ANNIE HOWELLS", "ROSA CAREY"]
    let text = titles.enumerated().map { index, title in
      "\(title)\(index < 3 ? "\n\nBY \(authors[index])" : "")\n\n\n\(Self.prose)\n\n\n\n"
    }
    let made = try reading(Self.framed("\(list)\n\n\n\n\(text.joined())", author: "Various"))
    #expect(made.book.sections.count == titles.count)
    #expect(made.book.sections.allSatisfy { ($0.heading?.author ?? "").isEmpty })
    #expect(made.book.sections[0].blocks.first?.paragraph?.inlines.plainText == "BY FRANK MAPES")
  }

  @Test func `who printed the book is left out at its end, and told`() throws {
    let made = try reading(
      Self.framed("\(Self.chapters)THE END.\n\n\n\n_Printed by_ R. & R. CLARK, LIMITED, _Edinburgh_"))
    #expect(made.report.dropped.contains { $0.why == "printer's line" })
    #expect(made.book.sections.last?.blocks.last?.paragraph?.inlines.plainText == "THE END.")
  }
}
