import Testing
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

  @Test(arguments: [BookText.shared("war-and-peace-pg2600"), .shared("sonnets-pg1041")])
  func `in single pages`(text: BookText) async throws {
    guard let made = try await book(text) else { return }
    try expectEveryWord(of: made)
  }

  @Test func `in spreads bound at the right`() async throws {
    let made = try #require(try await book(.sample, .spreadBoundRight))
    try expectEveryWord(of: made)
  }

  private func expectEveryWord(of made: MadeBook) throws {
    let result = try verify(
      pdf: made.path, VerificationInput(sources: [made.source], layout: made.printedLayout))
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
