import BookModel
import PageModel
import TestSupport
import Testing
import Typesetting
import Units

/// Tables that somebody is to write in.
@Suite struct `Forms` {
  private func form(rows: Int, height: Double) -> Block {
    var made = Table(
      columns: [.leading, .leading], cells: [],
      rows: (0..<rows).map { [Table.Cell([Inline("Day \($0)")]), Table.Cell()] }, isRuled: true)
    made.form.shares = [0.25, 0.75]
    made.form.heights = Array(repeating: height, count: rows)
    made.form.isGrid = true
    return .table(made)
  }

  @Test func `are as wide as the measure, their columns and rows as asked for`() async throws {
    let made = try await setBook([prose("Before."), form(rows: 3, height: 72), prose("Behind.")])
    let page = try #require(made.bodyPages.first)
    let measure = made.list.design.measure.points
    // along the sides and between the columns, in every row
    let upright = page.rules.filter { $0.height > 70 }
    let xs = Set(upright.map { Int(($0.x - (upright.map(\.x).min() ?? 0)).rounded()) }).sorted()
    #expect(xs.count == 3)
    #expect(abs(Double(xs[2]) - measure) < 1.5)
    #expect(abs(Double(xs[1]) / measure - 0.25) < 0.04)
    #expect(upright.count == 9)
    #expect(upright.allSatisfy { abs($0.height - 72.5) < 1 })
    try made.expectInside()
  }

  @Test func `run over pages row by row, each with its rules`() async throws {
    let made = try await setBook([form(rows: 12, height: 100)])
    #expect(made.bodyPages.count > 1)
    #expect(made.words().count { $0 == "Day" } == 12)
    for page in made.bodyPages {
      let rows = page.runs.count { String(decoding: page.text[$0.text], as: UTF8.self).hasPrefix("Day") }
      #expect(page.rules.count { $0.height > 90 } == 3 * rows)
      #expect(page.rules.count { $0.width > 200 } >= 2)
    }
    try made.expectInside()
  }

  @Test func `give way to words that need more room`() async throws {
    let long = "Incomprehensibilities"
    var made = Table(
      columns: [.leading, .leading], cells: [], rows: [[Table.Cell([Inline(long)]), Table.Cell()]], isRuled: true)
    made.form.shares = [0.02, 0.98]
    made.form.isGrid = true
    let set = try await setBook([.table(made)])
    #expect(set.words() == [long])
    #expect(set.diagnostics.filter { $0.code == "table-too-wide" } == [])
    try set.expectInside()
  }

  @Test func `no page has room for are cut to what it has`() async throws {
    let made = try await setBook([form(rows: 2, height: 5000)])
    #expect(made.words().count { $0 == "Day" } == 2)
    try made.expectInside()
  }
}
