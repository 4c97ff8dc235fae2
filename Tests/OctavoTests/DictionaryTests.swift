import BookModel
import PageModel
import TestSupport
import Testing
import Typesetting
import Units

/// Entries that hang from their headwords, and what looks like them.
@Suite struct `Dictionaries` {
  private static let entries = [
    "ABASEMENT, n. A decent and customary mental attitude in the presence of wealth or power, most becoming to an employee when he addresses his employer.",
    "ABSCOND, v.i. To move in a mysterious way, commonly with the property of another.",
    "ABSENT, adj. Peculiarly exposed to the tooth of detraction; hopelessly in the wrong.",
    "BABE or BABY, n. A misshapen creature of no particular age, sex, or condition.",
  ]

  private func isBold(_ word: String, in page: Page, _ face: String = "Bold") -> Bool {
    page.runs.contains { run in
      String(decoding: page.text[run.text], as: UTF8.self).contains(word) && run.font.file.contains(face)
    }
  }

  @Test func `hang from headwords in bold, with parts of speech in italics`() async throws {
    let made = try await setBook([prose("A")] + Self.entries.map(prose))
    let page = try #require(made.bodyPages.first)
    #expect(["ABASEMENT", "ABSCOND", "BABE or BABY"].allSatisfy { isBold($0, in: page) })
    #expect(!isBold("decent", in: page) && isBold("adj.", in: page, "Italic") && !isBold("age", in: page, "Italic"))
    let words = try made.pdf.sheets()[0].words
    let head = try #require(words.first { $0.string.hasPrefix("ABASEMENT") })
    // the second line of the first entry is set in
    let turned = try #require(words.first { $0.middle > head.middle + 10 && $0.middle < head.middle + 18 })
    #expect(turned.left > head.left + 8)
  }

  @Test func `begin a letter with it alone, whatever point was typed behind it`() async throws {
    let made = try await setBook([prose("A.")] + Self.entries.map(prose))
    #expect(made.words().first == "A")
  }

  @Test(arguments: [
    // out of the alphabet's order
    ["ZEAL, n. One.", "ABSCOND, v.i. Two.", "MOUSE, n. Three.", "BABE, n. Four.", "KEEL, n. Five."],
    // names that come again and again
    (0..<12).map { $0 % 2 == 0 ? "ANNA. I said so." : "BORIS. You did not." },
    // a word of a novel
    ["SHE, n. was what he called her.", sentence, sentence, sentence],
  ])
  func `are by the alphabet, and each word stands there once`(lines: [String]) async throws {
    let made = try await setBook(lines.map(prose))
    #expect(made.bodyPages.allSatisfy { page in page.runs.allSatisfy { !$0.font.file.contains("Bold") } })
  }
}
