import TestSupport
import Testing

/// Positions of every run on a few pages; they catch nearly every change of the look.
@Suite struct `Golden pages` {
  struct Golden: Sendable, CustomTestStringConvertible {
    var name: String
    var text = BookText.sample
    var layout = Layout.single
    /// Sheets of the PDF, from 1.
    var pages: ClosedRange<Int>
    var testDescription: String { name }
  }

  @Test(arguments: [
    Golden(name: "sample-title-and-contents", pages: 1...4),
    Golden(name: "sample-chapter-opening", pages: 5...5),
    Golden(name: "sample-spread-with-verse", layout: .spread, pages: 4...4),
    Golden(name: "alice-two-pages", text: .shared("alice-pg11"), pages: 5...6),
  ])
  func `stand where they stood`(golden: Golden) async throws {
    guard let made = try await book(golden.text, golden.layout) else { return }
    let isShared = golden.text != .sample
    #expect(
      try goldenMismatches(golden.name, made.inspection(), pages: golden.pages, hidesWords: isShared) == [])
  }
}
