import Imposition
import Testing
import Units

/// Pages of a side from the top left, row by row, `*` where printed upside down, `-` for a blank.
func order(_ side: SheetSide, columns: Int? = nil) -> String {
  let words = side.slots.map { ($0.page.map(number) ?? "-") + ($0.isTurned ? "*" : "") }
  guard let columns else { return words.joined(separator: " ") }
  return stride(from: 0, to: words.count, by: columns)
    .map { words[$0..<($0 + columns)].joined(separator: " ") }.joined(separator: " / ")
}

func orders(
  _ scheme: ImpositionPlan.Scheme, pages: Int, binding: ImpositionPlan.Binding = .left, columns: Int? = nil
) throws -> [String] {
  let plan = ImpositionPlan(scheme: scheme, binding: binding)
  return try impose(pageCount: pages, trim: a6, plan: plan, labels: number).sides.map { order($0, columns: columns) }
}

/// Orders that print shops and tools publish.
@Suite("Published page orders")
struct PublishedOrderTests {
  @Test("a saddle-stitched booklet of 16 pages")
  func booklet() throws {
    #expect(
      try orders(.booklet, pages: 16) == ["16 1", "2 15", "14 3", "4 13", "12 5", "6 11", "10 7", "8 9"])
  }

  @Test("a right-bound booklet of 8 pages")
  func rightBoundBooklet() throws {
    #expect(try orders(.booklet, pages: 8, binding: .right) == ["1 8", "7 2", "3 6", "5 4"])
  }

  @Test("a pad of 8 pages bound at the head, upper half first")
  func headBoundBooklet() throws {
    #expect(try orders(.booklet, pages: 8, binding: .top) == ["8 1", "2 7", "6 3", "4 5"])
  }

  @Test("sections of 8 for 20 pages end with a single sheet")
  func sections() throws {
    #expect(
      try orders(.sections(pages: 8), pages: 20) == [
        "8 1", "2 7", "6 3", "4 5", "16 9", "10 15", "14 11", "12 13", "20 17", "18 19",
      ])
  }

  @Test("cut stacks two-up for 16 pages")
  func cutStacks() throws {
    #expect(
      try orders(.perfect(up: 2), pages: 16) == ["1 9", "10 2", "3 11", "12 4", "5 13", "14 6", "7 15", "16 8"])
  }

  @Test("step and repeat")
  func stepAndRepeat() throws {
    #expect(try orders(.stepAndRepeat(up: 2), pages: 3) == ["1 1", "2 2", "3 3", "- -"])
  }

  @Test("four-up in reading order, on both sides")
  func reading() throws {
    #expect(try orders(.nUp(4), pages: 7, columns: 2) == ["1 2 / 3 4", "5 6 / 7 -"])
    #expect(try orders(.nUp(4), pages: 7, binding: .right, columns: 2) == ["2 1 / 4 3", "6 5 / - 7"])
  }

  @Test(
    "folio, quarto and octavo",
    arguments: [
      (ImpositionPlan.Scheme.folio, ImpositionPlan.Binding.left, 4, 2, ["4 1", "2 3"]),
      (.quarto, .left, 8, 2, ["5* 4* / 8 1", "3* 6* / 2 7"]),
      (.octavo, .left, 16, 4, ["5* 12* 9* 8* / 4 13 16 1", "7* 10* 11* 6* / 2 15 14 3"]),
      (.quarto, .right, 8, 2, ["4* 5* / 1 8", "6* 3* / 7 2"]),
      (.octavo, .right, 16, 4, ["8* 9* 12* 5* / 1 16 13 4", "6* 11* 10* 7* / 3 14 15 2"]),
    ])
  func foldedSheets(
    scheme: ImpositionPlan.Scheme, binding: ImpositionPlan.Binding, pages: Int, columns: Int, expected: [String]
  ) throws {
    #expect(try orders(scheme, pages: pages, binding: binding, columns: columns) == expected)
  }

  @Test(
    "the last section is a single sheet only where it must be, and no sheet is wasted",
    arguments: [
      (1, 16, [4]), (4, 16, [4]), (16, 16, [16]), (17, 16, [12, 8]), (33, 16, [16, 12, 8]), (37, 16, [16, 16, 8]),
      (16, 12, [8, 8]), (20, 8, [8, 8, 4]), (12, 4, [4, 4, 4]), (65, 32, [32, 28, 8]),
    ])
  func sectionSizes(pages: Int, section: Int, expected: [Int]) throws {
    let plan = ImpositionPlan(scheme: .sections(pages: section))
    let report = try impose(pageCount: pages, trim: a6, plan: plan, labels: number).report
    #expect(report.sections == expected)
    #expect(report.blanks < 4)
  }
}
