import BookModel
import Manuscript
import Testing

/// Letters that a story quotes, and chapters that are called letters.
@Suite struct PlainTextLetterTests {
  private static let prose = PlainTextFormTests.prose

  private func rows(_ text: String) throws -> [String] {
    let made = try reading("\(Self.prose)\n\n\(text)\n\n\(Self.prose)\n")
    #expect(Coverage.problems(made) == [])
    return outline(made.book)
  }

  @Test func `a quoted letter ends where its marks close, with what is added below the name`() throws {
    let rows = try rows(
      "“_17, Chatham Street_,\n\n“_Wednesday_.\n\n“My dearest Mina,--\n\n“\(Self.prose)\n\n“Your loving\n\n“LUCY.\n\n“P.S.--I need not tell you this is a secret.\n\n“L.”"
    )
    let start = try #require(rows.firstIndex(of: "  letter"))
    #expect(
      rows[start...].prefix(4) == [
        "  letter", "    date: “<17, Chatham Street>,", "    date: “<Wednesday>.", "    justified: “My dearest Mina,--",
      ])
    #expect(
      rows.dropLast().suffix(4) == [
        "    trailing: “Your loving", "    trailing: “LUCY.",
        "    justified: “P.S.--I need not tell you this is a secret.",
        "    signed: “L.”",
      ])
  }

  @Test(
    "it needs no greeting",
    arguments: [
      ("“MY FRIEND.--\(prose)\n\n“Go well.\n\n“Your friend,\n\n“DRACULA.”", ["“Your friend,", "“DRACULA.”"]),
      ("“_26 May._\n\n“\(prose)\n\n“ART.”", ["“ART.”"]),
      ("“My dear Cousin,\n\n“\(prose)\n\n“Elizabeth Lavenza.\n\n“Geneva, March 18th, 17--.”", ["“Elizabeth Lavenza."]),
    ])
  func letters(text: String, signed: [String]) throws {
    let rows = try rows(text)
    #expect(rows.contains("  letter"))
    #expect(signed.allSatisfy { rows.contains("    signed: \($0)") })
  }

  @Test(
    "what somebody says in several paragraphs is no letter",
    arguments: [
      "“\(prose)\n\n“\(prose)\n\n“JOHN.”", "“So it is,” he said, and read it aloud.\n\n“_26 May._\n\n“ART.”",
      "“My dear Sir,\n\n“\(prose)\n\n“I am, dear Sir, &c. &c.”",
    ])
  func speech(text: String) throws {
    #expect(try !rows(text).contains("  letter"))
  }

  @Test func `a chapter that is called a letter is dated and signed at the right, in small letters as well`() throws {
    let text = ["R. Walton", "\n    Robert Walton"].enumerated().map { n, name in
      "Letter \(n + 1)\n\n_To Mrs. Saville, England._\n\n\nSt. Petersburgh, Dec. 11th, 1799.\n\n\(Self.prose)\n\nYour affectionate brother,\n\(name)\n\n\n\n"
        .replacing(",\nR.", with: ",\n\nR.").replacing(",\n\n    ", with: ",\n    ")
    }
    let made = try outline(
      reading(text.joined() + "Chapter 1\n\n\n\(Self.prose)\n\n\n\nChapter 2\n\n\n\(Self.prose)\n").book)
    #expect(made.count { $0 == "  trailing: St. Petersburgh, Dec. 11th, 1799." } == 2)
    #expect(made.count { $0 == "  trailing: Your affectionate brother," } == 2)
    #expect(made.contains("  trailing: R. Walton") && made.contains("  trailing: Robert Walton"))
  }
}
