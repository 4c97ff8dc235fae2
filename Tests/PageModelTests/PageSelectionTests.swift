import PageModel
import Testing

@Suite("Pages chosen by folio")
struct PageSelectionTests {
  /// Four roman pages, then 1 to 12.
  static let labels = ["i", "ii", "iii", "iv"] + (1...12).map(String.init)

  @Test(
    "a selection chooses pages of the book in order, each once",
    arguments: [
      ("3", ["3"]), ("1-3", ["1", "2", "3"]), ("11-", ["11", "12"]), ("-ii", ["i", "ii"]), ("5,2,5", ["2", "5"]),
      ("iii-1", ["iii", "iv", "1"]), ("IV, 002", ["iv", "2"]),
      ("1-2,xii".replacing("xii", with: "ii"), ["ii", "1", "2"]),
    ])
  func chooses(text: String, expected: [String]) throws {
    let chosen = try PageSelection(parsing: text).indexes(in: Self.labels)
    #expect(chosen.map { Self.labels[$0] } == expected)
  }

  @Test("what is no page is named", arguments: ["", ",", "a", "1-2-3", "-", "1.5", "--3", "٣", "1,,2"])
  func refuses(text: String) {
    #expect(throws: PageSelection.Problem.self) { try PageSelection(parsing: text) }
  }

  @Test("a folio that the book lacks, or a range that runs backwards, is named")
  func missing() throws {
    #expect(throws: PageSelection.Problem.noSuchPage("13")) {
      try PageSelection(parsing: "13").indexes(in: Self.labels)
    }
    #expect(throws: PageSelection.Problem.noSuchPage("xii")) {
      try PageSelection(parsing: "1,xii").indexes(in: Self.labels)
    }
    #expect(throws: PageSelection.Problem.backwards("5-2")) {
      try PageSelection(parsing: "5-2").indexes(in: Self.labels)
    }
    #expect(throws: PageSelection.Problem.noSuchPage("1")) { try PageSelection(parsing: "1").indexes(in: []) }
  }

  @Test("an open range of an empty book is refused and does not trap")
  func empty() throws {
    #expect(throws: PageSelection.Problem.self) { try PageSelection(parsing: "2-").indexes(in: []) }
  }
}
