import PageBreaking
import Testing

@Suite struct `Columns` {
  @Test func `Every line stands once and in order, and no column is taller than its page`() {
    for seed in 0..<300 {
      var dice = Dice(seed: UInt64(seed + 11))
      let count = 1 + dice.roll(3)
      let rows = 4 + dice.roll(40)
      let firstRows = dice.chance(30) ? 0 : 1 + dice.roll(rows)
      let entries = (0..<1 + dice.roll(120)).map { _ in
        dice.chance(10)
          ? VerticalElement(kind: .space, settings: [VerticalSetting(lines: [VerticalLine()])])
          : entry(1 + dice.roll(4), keeps: dice.chance(8))
      }
      let pages = breakColumns(entries, count: count, firstRows: firstRows, rows: rows)
      var expected: [[Int]] = []
      for (index, entry) in entries.enumerated() where entry.kind != .space {
        for line in entry.settings[0].lines.indices { expected.append([index, line]) }
      }
      let found = pages.joined().flatMap(\.pieces).flatMap { piece in piece.lines.map { [piece.element, $0] } }
      #expect(found == expected, "seed \(seed)")
      for (number, columns) in pages.enumerated() {
        #expect(columns.count <= count, "seed \(seed)")
        let room = number == 0 ? firstRows : rows
        for column in columns where column.pieces.count > 1 { #expect(column.rows <= room, "seed \(seed)") }
      }
    }
  }

  @Test(arguments: [1, 2, 3]) func `All columns but those of the last page are full`(count: Int) {
    let pages = breakColumns(lines(200), count: count, firstRows: 11, rows: 20)
    #expect(pages[0].map(\.rows) == Array(repeating: 11, count: count))
    #expect(pages[1].map(\.rows) == Array(repeating: 20, count: count))
  }

  @Test func `Columns of the last page end level`() {
    #expect(breakColumns(lines(13), count: 2, firstRows: 20, rows: 20).map { $0.map(\.rows) } == [[7, 6]])
    #expect(breakColumns(lines(52), count: 2, firstRows: 20, rows: 20).map { $0.map(\.rows) } == [[20, 20], [6, 6]])
    #expect(breakColumns(lines(1), count: 2, firstRows: 20, rows: 20).map { $0.map(\.rows) } == [[1]])
  }

  @Test func `A letter stands at no column's foot, and an entry of two lines is not parted`() {
    var entries = lines(9)
    entries[4].keepWithNext = true
    let columns = breakColumns(entries, count: 2, firstRows: 5, rows: 5)[0]
    #expect(columns.map(\.rows) == [4, 5])
    let parted = breakColumns([entry(1), entry(1), entry(2), entry(1), entry(1)], count: 2, firstRows: 4, rows: 4)[0]
    #expect(parted.allSatisfy { $0.pieces.allSatisfy { $0.lines.lowerBound == 0 } })
  }

  @Test func `White vanishes at a column's head`() {
    let white = VerticalElement(kind: .space, settings: [VerticalSetting(lines: [VerticalLine()])])
    let columns = breakColumns(lines(4) + [white] + lines(4), count: 2, firstRows: 4, rows: 4)[0]
    #expect(columns.map { $0.pieces.map(\.row) } == [[0, 1, 2, 3], [0, 1, 2, 3]])
  }

  @Test func `Nothing is no page, and what has no room on the first stands on the next`() {
    #expect(breakColumns([], count: 2, firstRows: 5, rows: 5).isEmpty)
    #expect(breakColumns(lines(2), count: 2, firstRows: 0, rows: 5).map(\.count) == [0, 2])
  }

  private func lines(_ count: Int) -> [VerticalElement] { (0..<count).map { _ in entry(1) } }

  private func entry(_ lines: Int, keeps: Bool = false) -> VerticalElement {
    VerticalElement(
      kind: .paragraph, settings: [VerticalSetting(lines: Array(repeating: VerticalLine(), count: lines))],
      keepWithNext: keeps)
  }
}
