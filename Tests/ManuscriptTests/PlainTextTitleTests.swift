import BookModel
import Manuscript
import Testing

/// What below a number is its title, and what is not.
@Suite struct PlainTextTitleTests {
  private static let prose = PlainTextFormTests.proses

  private func titles(_ chapters: [(head: String, text: String)]) throws -> [String] {
    let made = try reading(chapters.map { "\($0.head)\n\n\n\($0.text)" }.joined(separator: "\n\n\n\n") + "\n")
    #expect(Coverage.problems(made) == [])
    return headings(made).map(\.title.plainText)
  }

  /// Of sections and within them.
  private func headings(_ made: ManuscriptReading) -> [Heading] {
    made.book.sections.flatMap { section in
      [section.heading].compactMap(\.self)
        + section.blocks.compactMap { if case .heading(let heading) = $0 { heading } else { nil } }
    }
  }

  @Test func `an article alone on its line begins a title, on the title page and above the text`() throws {
    let head = "THE\n\nLIBERTY MINSTREL\n\n"
    let chapters = "CHAPTER I\n\n\n\(Self.prose)\n\n\n\nCHAPTER II\n\n\n\(Self.prose)\n"
    let made = try reading("\(head)BY\n\nGEO. W. CLARK\n\n\n\nPREFACE\n\n\n\(Self.prose)\n\n\n\n\(head)\n\n\(chapters)")
    #expect(Coverage.problems(made) == [])
    #expect(made.book.metadata.title == "THE LIBERTY MINSTREL")
    #expect(!headings(made).contains { $0.title.plainText == "THE" })
  }

  @Test func aTitleInSmallLettersMayHaveTwoLines() throws {
    let found = try titles([
      ("FEDERALIST No. I.\n\nGeneral Introduction", Self.prose),
      ("FEDERALIST No. II.\n\nConcerning Dangers from Foreign Force and Influence", Self.prose),
      (
        "FEDERALIST No. III.\n\nThe Same Subject Continued (Concerning Dangers From Foreign Force and\nInfluence)",
        Self.prose
      ),
    ])
    #expect(found.last == "The Same Subject Continued (Concerning Dangers From Foreign Force and Influence)")
  }

  @Test func factsAtTheHeadOfAFileAreNoPartOfIt() throws {
    let made = try reading("Title: The Guest\nAuthor: A. Writer\n\n\nCHAPTER I\n\n\n\(Self.prose)\n")
    #expect(made.book.metadata.title == "The Guest" && made.book.metadata.authors == ["A. Writer"])
    #expect(made.book.sections.compactMap { $0.heading?.plainText } == ["CHAPTER I"])
    #expect(Coverage.problems(made) == [])
    // what somebody says is no title
    let other = try reading("Title: he had none, and was proud of it.\nHe said so.\n\n\(Self.prose)\n")
    #expect(other.book.metadata.title != "he had none, and was proud of it.")
  }

  @Test func whereMostChaptersHaveASentenceOneMayHaveTwo() throws {
    let one =
      "Come andò che Maestro Ciliegia, falegname trovò un pezzo di legno che\npiangeva e rideva come un bambino."
    let two =
      "Geppetto, tornato a casa, comincia subito a fabbricarsi il burattino e gli\nmette il nome di Pinocchio. Prime monellerie del burattino."
    let found = try titles(["I.", "II.", "III.", "IV."].map { ("\($0)\n\n\($0 == "III." ? two : one)", Self.prose) })
    #expect(found.count == 4 && found.allSatisfy { !$0.isEmpty })
  }

  @Test func aLoneSentenceUnderEachNumberIsItsText() throws {
    let made = try reading(
      (1...4).map { "CHAPTER \($0)\n\nThe compositor set the first line of the book, and then the second one." }
        .joined(separator: "\n\n\n") + "\n")
    #expect(made.book.sections.map(\.blocks.count) == [1, 1, 1, 1])
  }

  @Test func theFirstPoemsTitleIsNoTitleOfItsBook() throws {
    let poem =
      "Success is counted sweetest\nBy those who ne'er succeed.\nTo comprehend a nectar\nRequires sorest need.\n\nNot one of all the purple host\nWho took the flag to-day\nCan tell the definition,\nSo clear, of victory,"
    func book(_ number: String) -> String {
      "BOOK \(number)\n\n\n"
        + ["SUCCESS", "THE LONELY HOUSE", "A CLOVER"].map { "\($0)\n\n\(poem)" }.joined(separator: "\n\n\n")
    }
    let made = try reading(["I", "II", "III"].map(book).joined(separator: "\n\n\n\n") + "\n")
    #expect(Coverage.problems(made) == [])
    #expect(headings(made).filter { $0.plainText == "SUCCESS" }.count == 3)
  }

  @Test func aPrefaceOnTheFirstLineIsAHeading() throws {
    let made = try reading(
      "PREFACE\n\n\(Self.prose)\n\n\n\nCHAPTER I\n\n\(Self.prose)\n\n\n\nCHAPTER II\n\n\(Self.prose)\n")
    #expect(made.book.sections.map(\.role) == [.preface, .chapter, .chapter])
  }

  @Test func nobodyWrapsProseToHalfALine() throws {
    let runo =
      "Mieleni minun tekevi,\naivoni ajattelevi\nlähteäni laulamahan,\nsaa'ani sanelemahan,\nsukuvirttä suoltamahan,\nlajivirttä laulamahan.\nSanat suussani sulavat,\npuhe'et putoelevat,\nkielelleni kerkiävät,\nhampahilleni hajoovat.\n\n"
    let made = try reading(
      "ENSIMMÄINEN RUNO\n\n\n\(runo)\(runo)\n\n\nTOINEN RUNO\n\n\n\(runo)\n\n\nKOLMAS RUNO\n\n\n\(runo)")
    #expect(Coverage.problems(made) == [])
    #expect(made.report.verseLines == 40)
  }

  @Test func partsWithinSectionsAreAboveNone() throws {
    let made = try reading(
      ["I", "II", "III", "IV"].map { number in
        "SECTION \(number).\n\nOF THE ORIGIN OF IDEAS.\n\n\n\(Self.prose)\n\n\n"
          + (number == "I" ? "" : "PART I.\n\n\(Self.prose)\n\n\nPART II.\n\n\(Self.prose)")
      }.joined(separator: "\n\n\n\n") + "\n")
    #expect(Coverage.problems(made) == [])
    #expect(made.book.sections.map(\.role) == [.chapter, .chapter, .chapter, .chapter])
    let inside = made.book.sections.flatMap(\.blocks).filter { if case .heading = $0 { true } else { false } }
    #expect(inside.count == 6)
  }

  @Test func aLineBelowAPrefaceIsASubheadAndOneBelowADedicationNoSection() throws {
    let made = try reading(
      "A BOOK\n\nby Some One\n\n\n\n\nDEDICATION.\n\n\nTO SIR JOSHUA REYNOLDS.\n\nMY DEAR SIR,\n\n\(Self.prose)\n\n\n\nPREFACE TO THE BOOK.\n\nA Professor of Phonetics.\n\n\(Self.prose)\n\n\n\nTHE FIRST STORY\n\n\(Self.prose)\n\n\n\nTHE SECOND STORY\n\n\(Self.prose)\n"
    )
    #expect(Coverage.problems(made) == [])
    #expect(made.book.sections.map(\.role) == [.dedication, .preface, .chapter, .chapter])
    #expect(headings(made).map(\.plainText).contains("A Professor of Phonetics."))
    #expect(made.book.sections[1].heading?.plainText == "PREFACE TO THE BOOK.")
  }
}
