import BookModel
import Foundation
import PageModel
import TestSupport
import Testing
import Typesetting
import Units

/// Cells that reach over others' places, and cells of several blocks.
@Suite struct `Cells` {
  private func cell(_ words: String, columns: Int = 1, rows: Int = 1) -> Table.Cell {
    Table.Cell(words.isEmpty ? [] : [Inline(words)], columns: columns, rows: rows)
  }

  private func table(_ columns: Int, head: [[Table.Cell]] = [], _ rows: [[Table.Cell]]) -> Block {
    .table(
      Table(
        columns: Array(repeating: .leading, count: columns), cells: Table.grid(head, columns: columns),
        rows: Table.grid(rows, columns: columns), source: nowhere))
  }

  // MARK: The grid

  @Test func `stand in the columns that cells above them leave`() {
    let grid = Table.grid(
      [
        [cell("a", rows: 3), cell("b", columns: 2)], [cell("c"), cell("d")], [cell("e"), cell("f")], [cell("g")],
      ], columns: 3)
    #expect(
      grid.map { $0.map { $0.isCovered ? "^" : $0.plainText } }
        == [["a", "b", "^"], ["^", "c", "d"], ["^", "e", "f"], ["g", "", ""]])
  }

  @Test func `of rows below others take columns of their own beside what reaches into their row`() {
    #expect(Table.columns(of: [[cell("a", rows: 3), cell("b")], [cell("c"), cell("d")], [cell("e")]]) == 3)
    #expect(Table.columns(of: [[cell("a", columns: 2)], [cell("b", rows: 2)], [cell("c"), cell("d")]]) == 3)
    #expect(Table.columns(of: [[cell("a"), cell("b", rows: 1)], [cell("c"), cell("d")]]) == 2)
    #expect(Table.columns(of: []) == 0)
  }

  @Test func `reach no farther than their table, and lose no word where they meet`() {
    let grid = Table.grid(
      [[cell("a", columns: 9, rows: 9)], [cell("b"), cell("c")]], columns: 2)
    #expect(grid[0][0].columns == 2 && grid[0][0].rows == 2)
    // all places of the second row are taken: its words stand in what covers them
    #expect(grid[1].allSatisfy(\.isCovered) && grid[0][0].plainText == "a b c")
    let late = Table.grid([[cell("a"), cell("b", rows: 2)], [cell("c"), cell("d"), cell("e")]], columns: 2)
    #expect(late[1][0].plainText == "c d e" && late[1][1].isCovered)
    #expect(Table.grid([[cell("a")]], columns: 0) == [[]])
  }

  // MARK: Pages

  @Test func `over rows and columns are set beside and above what they head`() async throws {
    let made = try await setBook([
      table(
        3, head: [[cell("Both", columns: 2), cell("Third")], [cell("One"), cell("Two"), cell("Three")]],
        [
          [cell("down many lines of words that go on", rows: 3), cell("b"), cell("c")], [cell("d"), cell("e")],
          [cell("f"), cell("g")], [cell("across all three of the columns", columns: 3)],
        ])
    ])
    try made.expectInside()
    #expect(
      made.words().joined(separator: " ")
        == "Both Third One Two Three down many lines of words that go on b c d e f g across all three of the columns")
    let words = try made.pdf.sheets()[0].words
    func word(_ text: String) throws -> (left: Double, top: Double) {
      let found = try #require(words.first { $0.string == text })
      return (found.left, found.top)
    }
    // below each other beside the cell that reaches down
    #expect(abs(try word("b").left - word("f").left) < 0.3)
    #expect(try word("b").left > word("down").left + 20)
    #expect(try word("across").top > word("f").top)
    #expect(abs(try word("across").left - word("down").left) < 0.3)
    // a head over two columns stands in their middle
    #expect(try word("Both").left > word("One").left + 3)
  }

  @Test func `of blocks set each below the other, items behind their signs, and are proved so`() async throws {
    let items = ["first", "second"].map { List.Item([prose($0 + " item of some length")], source: nowhere) }
    let blocks: [Block] = [
      prose("A paragraph."), .list(List(start: 1, isTight: true, items: items, source: nowhere)), prose("Behind it."),
    ]
    let made = try await setBook([table(2, [[Table.Cell(blocks), cell("other")], [cell("x"), cell("y")]])])
    try made.expectInside()
    #expect(
      made.words().joined(separator: " ")
        == "A paragraph. 1. first item of some length 2. second item of some length Behind it. other x y")
    let words = try made.pdf.sheets()[0].words
    func left(_ text: String) throws -> Double { try #require(words.first { $0.string == text }).left }
    #expect(try left("1.") < left("first") && abs(left("first") - left("second")) < 0.3)
    #expect(try abs(left("Behind") - left("paragraph.")) > 1)
  }

  @Test func `that hold a table have its rows, and say that they have no columns`() async throws {
    let inner = table(2, [[cell("a"), cell("b")], [cell("c"), cell("d")]])
    let made = try await setBook([table(2, [[Table.Cell([inner]), cell("beside")]])])
    #expect(made.words() == ["a", "b", "c", "d", "beside"])
    #expect(made.diagnostics.map(\.code) == ["table-nested"])
    let words = try made.pdf.sheets()[0].words
    func place(_ text: String) throws -> (left: Double, top: Double) {
      let box = try #require(words.first { $0.string == text })
      return (box.left, box.top)
    }
    #expect(try place("a").top == place("b").top && place("a").left < place("b").left)
    #expect(try place("c").top > place("a").top)
  }

  @Test func `that reach over more than a page has room for are parted with their rows`() async throws {
    let long = Array(repeating: sentence, count: 60).joined(separator: " ")
    let rows =
      [[cell(long, rows: 3), cell("a")], [cell("b")], [cell("c")]] + (0..<60).map { [cell("\($0)"), cell("x")] }
    let made = try await setBook([table(2, rows)])
    try made.expectInside()
    #expect(made.words().filter { $0 == "compositor" }.count == 60)
    #expect(made.words().filter { ["a", "b", "c"].contains($0) }.suffix(3) == ["a", "b", "c"])
  }

  @Test func `keep what stands beside them on their page`() async throws {
    let before = (0..<33).map { _ in prose("Line.") }
    let side = "words " + Array(repeating: "more", count: 60).joined(separator: " ")
    let made = try await setBook(
      before + [
        table(2, [[cell(side, rows: 4), cell("b")], [cell("c")], [cell("d")], [cell("e")], [cell("f"), cell("g")]])
      ])
    try made.expectInside()
    #expect(made.words().filter { $0 == "more" }.count == 60)
  }

  @Test func `whose first words are too wide tell so, whatever stands below them`() async throws {
    let long = String(repeating: "0123456789", count: 8)
    let blocks = [prose("a few words and then " + long), prose("b")]
    let row = (0..<6).map { _ in Table.Cell(blocks) }
    let made = try await setBook([table(6, [row])])
    #expect(made.diagnostics.map(\.code).contains("table-too-wide"))
  }
}
