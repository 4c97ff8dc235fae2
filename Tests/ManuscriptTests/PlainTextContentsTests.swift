import BookModel
import Manuscript
import Testing

/// What a book's own contents list tells of its headings, and parts that only their places tell.
@Suite struct PlainTextContentsTests {
  static let prose = PlainTextFormTests.proses
  /// More than a page.
  static let long = Array(repeating: prose, count: 8).joined(separator: "\n\n")

  /// Role, level and heading of each section, after the words that the list's entries leave behind.
  func sections(_ text: String) throws -> [String] {
    let reading = try reading(text)
    #expect(Coverage.problems(reading) == [])
    return reading.book.sections.map { "\($0.role) \($0.level) \($0.heading?.plainText ?? "")" }
  }

  func words(_ text: String) throws -> String {
    outline(try reading(text).book).joined(separator: "\n")
  }

  /// Headings, four blank lines above each and two below.
  func book(_ list: String, _ headings: [String], _ text: String = prose) -> String {
    "A BOOK\n\nby A. Writer\n\n\nContents\n\n\(list)\n" + headings.map { "\n\n\n\n\($0)\n\n\n\(text)\n" }.joined()
  }

  @Test func `what the contents name is a heading, before the first chapter and in any case`() throws {
    let list = " THE PREFACE\n A Word on the Ships\n CHAPTER I.\n CHAPTER II.\n Of Harbours and their Masters"
    let headings = ["THE PREFACE", "A Word on the Ships", "CHAPTER I.", "CHAPTER II.", "Of Harbours and their Masters"]
    #expect(
      try sections(book(list, headings)).suffix(5) == [
        "preface 1 THE PREFACE", "preface 1 A Word on the Ships", "chapter 1 CHAPTER I", "chapter 1 CHAPTER II",
        "chapter 1 Of Harbours and their Masters",
      ])
    // without the list nothing bears the second out
    let unlisted = try sections(
      "A BOOK\n\nby A. Writer\n" + headings.map { "\n\n\n\n\($0)\n\n\n\(Self.prose)\n" }.joined())
    #expect(!unlisted.contains { $0.contains("Ships") })
    #expect(unlisted.contains("preface 1 THE PREFACE"))
  }

  @Test func `other points than in the list are no matter`() throws {
    let list = " CHAPTER I.\n CHAPTER II.\n EXTRACTS (Supplied by a Clerk)."
    #expect(
      try sections(book(list, ["CHAPTER I.", "CHAPTER II.", "EXTRACTS. (Supplied by a Clerk)."])).last
        == "chapter 1 EXTRACTS. (Supplied by a Clerk).")
  }

  @Test func `a dedication and a motto between the list and the first chapter stay`() throws {
    let text = book(
      "I\nII\nIII\n\n\n                 To the\n                 harbour\n\n  Then wear the hat, if that will move her;\n  If you can bounce, bounce too",
      ["I", "II", "III"])
    let words = try words(text)
    #expect(words.contains("harbour"))
    #expect(words.contains("bounce too"))
    #expect(try sections(text).suffix(3) == ["chapter 1 I", "chapter 1 II", "chapter 1 III"])
  }

  @Test func `a short list with a title between it and the first chapter is the list`() throws {
    let list = "CHAPTER I. The Sea\nCHAPTER II. The Land\nCHAPTER III. Letters, Etc."
    let headings = ["A BOOK", "CHAPTER I\n\nTHE SEA", "CHAPTER II\n\nTHE LAND", "CHAPTER III\n\nLETTERS, ETC."]
    let text = book(list, headings).replacing("A BOOK\n\n\n\(Self.prose)\n", with: "A BOOK\n")
    #expect(try !words(text).contains("The Sea"))
  }

  @Test func `entries of several lines and a word above the pages are of the list`() throws {
    let list =
      "\(String(repeating: " ", count: 64))PAGE\n\nVOLUME I\n\nINTRODUCTION\n\nCHAPTER I\nWHICH TREATS OF THE CHARACTER AND PURSUITS OF THE OLD SAILOR WHO WAS\nA GENTLEMAN\n\nCHAPTER II\nWHICH TREATS OF HIS FIRST SALLY"
    let headings = [
      "INTRODUCTION", "CHAPTER I\nWHICH TREATS OF THE CHARACTER AND PURSUITS OF THE OLD SAILOR WHO WAS\nA GENTLEMAN",
      "CHAPTER II\nWHICH TREATS OF HIS FIRST SALLY",
    ]
    #expect(
      try sections(book(list, headings)).map { String($0.prefix(22)) }.suffix(3)
        == ["preface 1 INTRODUCTION", "chapter 1 CHAPTER I. W", "chapter 1 CHAPTER II. "].map { String($0.prefix(22)) })
  }

  @Test func `the scenes listed before a play are no acts`() throws {
    let text =
      "THE SCENES OF THE PLAY\n\nACT I. A Flat in the Town.\n\nACT II. The Garden.\n\nTIME: The Present.\n"
      + ["FIRST ACT", "SECOND ACT"].map { "\n\n\n\n\($0)\n\n\n\(Self.prose)\n" }.joined()
    #expect(try sections(text).suffix(2) == ["chapter 1 FIRST ACT", "chapter 1 SECOND ACT"])
    #expect(try !sections(text).contains { $0.contains("ACT I.") || $0.contains("SCENES") && $0.contains("FIRST") })
  }

  @Test func `the title again between a preface and the first chapter is left out`() throws {
    let text =
      "The Old Harbour\n\nby A. Writer\n"
      + ["INTRODUCTION", "THE OLD HARBOUR\n\n\n\n\nTHE SEA", "THE LAND", "THE LAMP"].map {
        "\n\n\n\n\($0)\n\n\n\(Self.prose)\n"
      }.joined()
    #expect(
      try sections(text) == ["preface 1 INTRODUCTION", "chapter 1 THE SEA", "chapter 1 THE LAND", "chapter 1 THE LAMP"])
    #expect(
      try reading(text).report.dropped.contains {
        $0.why == "title page" && $0.lines.count == 1 && $0.lines.lowerBound > 8
      })
  }

  @Test func `a poem's name before the number of its canto is of the heading`() throws {
    let cantos = ["I", "II", "III"].map { "Inferno: Canto \($0)" }
    #expect(
      try sections(cantos.map { "\n\n\n\n\($0)\n\n\n\(Self.prose)\n" }.joined()) == cantos.map { "chapter 1 \($0)" })
  }

  @Test func `roman numbers right above arabic ones are parts`() throws {
    let heads = ["— I —\n\n\n\n\n[ 1 ]", "[ 2 ]", "— II —\n\n\n\n\n[ 3 ]", "[ 4 ]", "— III —\n\n\n\n\n[ 5 ]"]
    let text = heads.map { "\n\n\n\n\($0)\n\n\n\(Self.long)\n" }.joined()
    #expect(
      try sections(text) == [
        "part 1 I", "chapter 2 1", "chapter 2 2", "part 1 II", "chapter 2 3", "chapter 2 4", "part 1 III",
        "chapter 2 5",
      ])
  }

  @Test func `numbers in a chapter that has a number and a title part it`() throws {
    let heads = ["I. THE SEA\n\n\nI.", "II.", "III.", "II. THE LAND", "III. THE HARBOUR"]
    let found = try sections(heads.map { "\n\n\n\n\($0)\n\n\n\(Self.long)\n" }.joined())
    #expect(found == ["chapter 1 I. THE SEA", "chapter 1 II. THE LAND", "chapter 1 III. THE HARBOUR"])
  }

  @Test func `a part holds books, and what stands outside of all parts is the book's own`() throws {
    let heads = [
      "PRELUDE.", "PART I\n\n\n\n\nBook I. The Sea\n\n\n\nChapter I.\nA Sailor", "Chapter II.\nA Ship",
      "Book II. The Land\n\n\n\nChapter I.\nA House",
      "PART II\n\n\n\n\nBook III. The Harbour\n\n\n\nChapter I.\nA Lamp", "EPILOGUE\n\n\n\nChapter I.\nThe Silk",
      "FINALE.",
    ]
    #expect(
      try sections(heads.map { "\n\n\n\n\($0)\n\n\n\(Self.prose)\n" }.joined()) == [
        "chapter 1 PRELUDE.", "part 1 PART I", "part 2 Book I. The Sea", "chapter 3 Chapter I. A Sailor",
        "chapter 3 Chapter II. A Ship",
        "part 2 Book II. The Land", "chapter 3 Chapter I. A House", "part 1 PART II", "part 2 Book III. The Harbour",
        "chapter 3 Chapter I. A Lamp",
        "part 1 EPILOGUE", "chapter 3 Chapter I. The Silk", "chapter 1 FINALE.",
      ])
  }

  @Test func `a title that goes on in small letters is joined by a dash`() {
    func text(_ label: String, _ title: String) -> String {
      Heading(label: [Inline(label)], title: [Inline(title)]).plainText
    }
    #expect(text("Book the Second", "the Golden Thread") == "Book the Second—the Golden Thread")
    #expect(text("Book the First", "Recalled to Life") == "Book the First. Recalled to Life")
    #expect(text("I.", "the sea") == "I. the sea")
    #expect(text("第三章", "海") == "第三章 海")
  }

  @Test func `a title of some lines in small letters is one where white stands on both sides`() throws {
    let heads = [
      "Capítulo primero. Que trata de la condición del viejo\nmarinero de la costa",
      "Capítulo II. Donde se cuenta la manera que tuvo en\narmarse caballero",
    ]
    #expect(
      try sections(heads.map { "\n\n\n\($0)\n\n\n\(Self.prose)\n" }.joined())
        == heads.map { "chapter 1 " + $0.replacing("\n", with: " ") })
    // a paragraph that begins so
    let text = try sections(
      "CHAPTER I\n\n\n\(Self.prose)\n\n\nChapter II. was begun on that day and it was not to be ended\nuntil the ships came home again.\n\n\(Self.prose)\n"
    )
    #expect(text == ["chapter 1 CHAPTER I"])
    let law = [
      "Section 1. All legislative powers herein granted shall be vested in a\ncongress, which shall consist of two houses.",
      "Section 2. The House shall be composed of members chosen every second\nyear by the people of the several states.",
    ]
    #expect(
      try sections(law.map { "\n\n\n\($0)\n\n\n\(Self.prose)\n" }.joined()).allSatisfy { !$0.contains("Section") })
  }

  @Test func `a part named after its book in small letters is a part`() throws {
    let text = [
      "Primera parte del viejo marinero\n\n\n\nCapítulo I", "Capítulo II",
      "Segunda parte del viejo marinero\n\n\n\nCapítulo I",
    ]
    #expect(
      try sections(text.map { "\n\n\n\n\($0)\n\n\n\(Self.prose)\n" }.joined()) == [
        "part 1 Primera parte del viejo marinero", "chapter 2 Capítulo I", "chapter 2 Capítulo II",
        "part 1 Segunda parte del viejo marinero", "chapter 2 Capítulo I",
      ])
  }

  @Test func `the author's name below a dedication is a signature, not the title page`() throws {
    let text =
      "THE OLD HARBOUR\n\nBY\n\nADAM WRITER\n\n\n\n\nTO THE SAILORS\n\nAllow me to write your name at the head of this book and above its own\ndedication, for it is to you that I owe all that is in it.\n\nADAM WRITER.\n\n\n\n\nI\n\n\(Self.prose)\n\n\n\n\nII\n\n\(Self.prose)\n\n\n\n\nIII\n\n\(Self.prose)\n"
    #expect(try words(text).contains("ADAM WRITER."))
  }

  @Test func `a sentence with white on both sides below each number is the chapter's title`() throws {
    let titles = [
      "How the old sailor was brought up in a harbour by the sea, and how he\nwas driven out of it.",
      "What became of him on the ships.", "How he came home, and of the tea and the silk.",
    ]
    let heads = zip(["I", "II", "III"], titles).map { "CHAPTER \($0)\n\n\($1)" }
    #expect(
      try sections(heads.map { "\n\n\n\n\($0)\n\n\n\(Self.prose)\n" }.joined())
        == zip(["I", "II", "III"], titles).map { "chapter 1 CHAPTER \($0). " + $1.replacing("\n", with: " ") })
    // a summary of more than one, a motto in verse
    for text in ["The author tells of himself. He goes to sea.", "Since I can do no good\nreach for what is near it."] {
      let heads = ["I", "II", "III"].map { "CHAPTER \($0)\n\n\(text)" }
      #expect(
        try sections(heads.map { "\n\n\n\n\($0)\n\n\n\(Self.prose)\n" }.joined())
          == ["I", "II", "III"].map { "chapter 1 CHAPTER \($0)" })
    }
  }

  @Test func whatTheLastChapterHoldsGoesWithItsListAboveAnIndex() throws {
    let chapters = ["VARIATION UNDER DOMESTICATION.", "VARIATION UNDER NATURE."].enumerated().map {
      "CHAPTER \($0 + 1). \($1)\n\nCauses of Variability. Effects of Habit. Correlation of Growth.\nInheritance. Character of Domestic Varieties.\n\n"
    }
    let text =
      "THE ORIGIN\n\nby Some One\n\n\n\nCONTENTS.\n\nINTRODUCTION.\n\n\(chapters.joined())INDEX.\n\n\n\nINTRODUCTION.\n\n\(PlainTextFormTests.proses)\n\n\n"
      + chapters.map { $0 + PlainTextFormTests.proses }.joined(separator: "\n\n\n")
    let made = try reading(text)
    #expect(Coverage.problems(made) == [])
    #expect(
      made.book.sections.compactMap { $0.heading?.label.plainText } == ["", "CHAPTER 1", "CHAPTER 2"])
  }

  @Test(
    "what the contents list names is a chapter in whatever white",
    arguments: [1, 2].flatMap { white in ["%", "%                    7"].map { (white, $0) } })
  func inLittleWhite(white: Int, entry: String) throws {
    let names = ["The Lamp", "The Bridge", "The Ford", "Home"]
    let list = names.map { entry.replacing("%", with: $0) }.joined(separator: "\n")
    let gap = String(repeating: "\n", count: white + 1)
    let found = try sections(
      "SALT\n\nby Dana Whitlock\(gap)Contents\n\n\(list)\(gap)"
        + names.map { "\($0)\n\n\(Self.prose)" }.joined(separator: gap))
    #expect(found == names.map { "chapter 1 \($0)" })
  }

  @Test(arguments: ["", "Part One: Winter", "Prologue"]) func listedNumbersAreChaptersInLittleWhite(above: String)
    throws
  {
    let heads = (above.isEmpty ? [] : [above]) + ["1. Mara", "2. Tom", "3. Mara"]
    let found = try sections(
      "SALT\n\nby Dana Whitlock\n\nContents\n\n\(heads.joined(separator: "\n"))\n\n"
        + heads.map { $0.hasPrefix("Part") ? $0 : "\($0)\n\n\(Self.prose)" }.joined(separator: "\n\n"))
    #expect(found.suffix(3).allSatisfy { $0.hasPrefix("chapter") })
    #expect(found.count == heads.count)
  }

  @Test func `what a list tells of its chapters and stands nowhere else is told`() throws {
    let summary =
      "Purpose of this book--Not written for seamen, but for those who stay on\nshore and listen--The wind as a teacher--It is rarely found in towns"
    func told(_ above: String) throws -> [String] {
      let chapters = ["I", "II", "III"].map { "CHAPTER \($0)\n\n\(above)\(Self.prose)\n" }
      let list = ["I", "II", "III"].map { "CHAPTER \($0)\n\n\(summary)      \($0.count)3" }.joined(separator: "\n\n")
      let made = try reading(
        "THE HARBOUR\n\nby A. Writer\n\n\n\n\nCONTENTS\n\n\n\(list)\n\n\n\n\n" + chapters.joined(separator: "\n\n\n\n"))
      #expect(made.report.leftOut.allSatisfy { $0.longestRun == 0 })
      return made.diagnostics.map(\.code)
    }
    #expect(try told("") == ["text-left-out"])
    // above the chapters it is said as well
    #expect(try told(summary + "\n\n") == [])
  }
}
