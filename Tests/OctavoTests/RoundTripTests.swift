import Design
import Testing
import Units
import Verification

/// DESIGN.md §8: every word of the manuscript is in the PDF, once, in order.
@Suite struct `Every word comes through` {
  @Test(
    arguments: [
      .sample, .generated(1), .generated(2), .generated(3), .shared("alice-pg11"),
      .shared("pride-and-prejudice-pg1342"), .shared("ru-tolstoy-hadji-murat"),
    ] as [BookText], [Layout.single, .spread])
  func `in single pages and in spreads`(text: BookText, layout: Layout) async throws {
    guard let made = try await book(text, layout) else { return }
    try expectEveryWord(of: made)
  }

  @Test(arguments: [
    BookText.shared("war-and-peace-pg2600"), .shared("sonnets-pg1041"), .shared("legend-land-pg20170-latin1"),
    .shared("udhr-ar"), .shared("udhr-hi"), .shared("udhr-zh-Hant"), .shared("he-bialik-megillat-haesh"),
    .shared("ja-soseki-yume-juya-utf8"),
  ])
  func `in single pages`(text: BookText) async throws {
    guard let made = try await book(text) else { return }
    try expectEveryWord(of: made)
  }

  @Test func `in spreads bound at the right`() async throws {
    let made = try #require(try await book(.sample, .spreadBoundRight))
    try expectEveryWord(of: made)
  }

  /// Pages on which lines break in other ways than on the usual one.
  static let unusualPages: [UnusualPage] = [
    UnusualPage(trim: "a6", size: 13, family: "Liberation Serif"),
    UnusualPage(trim: "100x180mm", size: 18, family: PageDesign().family, hyphenates: false),
    UnusualPage(trim: "letter", size: 8, family: "Liberation Serif", isJustified: false),
    UnusualPage(trim: "6x9", size: 12, family: PageDesign().family, chaptersOnRecto: true),
  ]

  struct UnusualPage: Sendable, CustomTestStringConvertible {
    var trim: String
    var size: Double
    var family: String
    var hyphenates = true
    var isJustified = true
    var chaptersOnRecto = false
    var testDescription: String { "\(trim) with \(family) \(size)" }

    func design() throws -> PageDesign {
      var design = PageDesign()
      design.trim = try Trim.parse(trim)
      design.size = Length(points: size)
      design.leading = Length(points: size * 1.25)
      design.family = family
      design.hyphenates = hyphenates
      design.isJustified = isJustified
      if chaptersOnRecto { design.chapters = .recto }
      return design
    }
  }

  @Test(arguments: unusualPages, [UInt64(31), 32])
  func `on unusual pages, inside the measure`(page: UnusualPage, seed: UInt64) async throws {
    let made = try #require(try await make(.generated(seed), design: page.design()))
    try expectEveryWord(of: made)
    try expectWordsInside(made)
    #expect(made.list.pages.allSatisfy { $0.kind != .text || $0.chapter >= 0 })
    if page.chaptersOnRecto {
      #expect(made.list.chapters.allSatisfy { made.list.pages[$0.page].isRecto })
    }
  }

  /// Each theme and copy has its own ways with lines, heads and breaks.
  @Test(
    arguments: LookTests.looks, [BookText.shared("alice-pg11"), .shared("legend-land-pg20170-latin1"), .generated(5)])
  func `in every look`(look: LookTests.Look, text: BookText) async throws {
    guard let made = try await make(text, design: look.design) else { return }
    try expectEveryWord(of: made)
  }

  private func expectEveryWord(of made: MadeBook) throws {
    let result = try made.verified([made.source])
    #expect(result.wordsExpected > 500)
    #expect(result.lost == 0)
    #expect(result.extra == 0)
    #expect(result.moved == 0)
    #expect(result.joined == 0)
    for difference in result.differences {
      Issue.record(
        """
        \(difference.kind) on sheet \(difference.sheet), \(made.reading.files.describe(difference.source) ?? ""): \
        expected "\(difference.expected)", found "\(difference.found)"
        """)
    }
  }
}
