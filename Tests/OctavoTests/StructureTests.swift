import Design
import Files
import Foundation
import PDFReading
import TestSupport
import Testing
import Verification

/// What a PDF holds besides its pages.
@Suite struct `The PDF` {
  struct Entries: Sendable {
    var text: BookText
    var parts = 0
    var chapters: Int
  }

  @Test(arguments: [
    Entries(text: .sample, chapters: 10), Entries(text: .shared("alice-pg11"), chapters: 12),
    Entries(text: .shared("pride-and-prejudice-pg1342"), chapters: 61),
    Entries(text: .shared("ru-tolstoy-hadji-murat"), chapters: 25),
    Entries(text: .shared("war-and-peace-pg2600"), parts: 17, chapters: 365),
  ])
  func `has one outline entry a chapter, each at its page`(wanted: Entries) async throws {
    guard let made = try await book(wanted.text) else { return }
    let pdf = try made.inspection()
    let outline = try pdf.outline()
    let level = wanted.parts > 0 ? 2 : 1
    if wanted.parts > 0 { #expect(outline.count { $0.level == 1 } == wanted.parts) }
    #expect(outline.count { $0.level == level } == wanted.chapters)
    #expect(outline.count == wanted.parts + wanted.chapters)
    try expectTitles(of: outline, in: made)
    #expect(outline.map(\.page) == outline.map(\.page).sorted { $0 ?? 0 < $1 ?? 0 })
  }

  @Test func `leads from the outline of a spread to the sheet with the chapter`() async throws {
    let made = try #require(try await book(.sample, .spread))
    let pdf = try made.inspection()
    let outline = try pdf.outline()
    #expect(outline.count == 10)
    try expectTitles(of: outline, in: made)
  }

  private func expectTitles(of outline: [PDFInspection.OutlineEntry], in made: MadeBook) throws {
    let text = try PrintedText((made.twin ?? made.output).pdf)
    for entry in outline {
      let page = try #require(entry.page)
      // page by page, as a reader would: on a spread two headings may stand side by side
      let runs = made.output.textPlaces.sheets[page - 1].flatMap { text.contents[$0.page] }
      let printed = letters(runs.map(text.string).joined())
      #expect(printed.contains(letters(entry.title)), "\"\(entry.title)\" is not on page \(page)")
    }
  }

  /// Letters and digits alone, in lower case.
  private func letters(_ text: String) -> String {
    String(text.lowercased().precomposedStringWithCompatibilityMapping.filter { $0.isLetter || $0.isNumber })
  }

  @Test(arguments: [
    (BookText.sample, "Making Books", "The Makers of Octavo", "en"),
    (.shared("alice-pg11"), "Alice's Adventures in Wonderland", "Lewis Carroll", "en"),
    (.shared("ru-tolstoy-hadji-murat"), "Хаджи-Мурат", "Лев Николаевич Толстой", "ru"),
  ])
  func `names title, author and language`(
    text: BookText, title: String, author: String, language: String
  ) async throws {
    guard let made = try await book(text) else { return }
    let information = try made.inspection().information()
    #expect(information["Title"]?.replacing("’", with: "'").lowercased() == title.lowercased())
    #expect(information["Author"] == author)
    let found = try outputOfProgram("mutool", ["show", made.path, "trailer/Root/Lang"])
    #expect(String(decoding: found, as: UTF8.self) == "(\(language))\n")
  }

  @Test(
    arguments: [BookText.sample, .generated(8), .shared("alice-pg11"), .shared("ru-tolstoy-hadji-murat")],
    [Layout.single, .spread])
  func `is clean, with every font embedded, subset and readable`(text: BookText, layout: Layout) async throws {
    guard let made = try await book(text, layout) else { return }
    let pdf = try made.inspection()
    #expect(try pdf.complaints() == [])
    let fonts = try pdf.fonts()
    #expect(!fonts.isEmpty)
    for font in fonts { #expect(font.isEmbedded && font.isSubset && font.hasUnicode, "\(font)") }
  }

  @Test(arguments: [PageDesign().family, "Liberation Serif"])
  func `gives ligatures back as letters`(family: String) async throws {
    var design = PageDesign()
    design.family = family
    let words =
      "The office sent waffle irons to the fjord in fifty baffled, affluent, unfit flights. The ofﬁce ﬂew."
    let made = try #require(try await make(.text(words + "\n"), design: design))
    let found = try made.inspection().sheets().flatMap { $0.words.map(\.string) }.joined(separator: " ")
    for word in ["office", "waffle", "fjord", "fifty", "baffled,", "affluent,", "unfit", "flights.", "flew."] {
      #expect(found.precomposedStringWithCompatibilityMapping.contains(word), "\(word) in: \(found)")
    }
    // and so they are found when a reader searches
    #expect(!found.contains("\u{FB00}") && !found.contains("\u{FB03}") && !found.contains("\u{FFFD}"))
  }
}
