internal import BookModel
internal import Units

/// Rules around the cells of a form.
extension GalleyMaker {
  /// Each row brings those above and below it, as a page may end at either.
  func drawGrid(
    of head: [[Table.Cell]], _ body: [[Table.Cell]], _ shape: TableShape, _ rows: TableRows, from start: Int
  ) {
    let count = shape.widths.count
    let owners = GalleyMaker.owners(head, columns: count) + GalleyMaker.owners(body, columns: count)
    let firsts = rows.heads + rows.firsts
    guard count > 0, owners.count == firsts.count else { return }
    let thickness = PackedLength(GalleyMaker.lightRule * 1024) / 16 * 16
    /// Of the line before a column; behind the last one for their count.
    func edge(_ column: Int) -> PackedLength {
      let isEnd = column == count
      let own = min(column, count - 1)
      let left = shape.x(ofColumn: own) - shape.gap / 2
      return isEnd == shape.isLeftward ? left : left + shape.widths[own] + shape.gap
    }
    func across(_ isDrawn: (Int) -> Bool, at y: PackedLength, record: Int) {
      var column = 0
      while column < count {
        guard isDrawn(column) else {
          column += 1
          continue
        }
        let begin = column
        while column < count, isDrawn(column) { column += 1 }
        let (one, other) = (edge(begin), edge(column))
        attach(
          RuleRecord(x: min(one, other), y: y, width: max(one, other) - min(one, other), height: thickness), to: record)
      }
    }
    for (row, first) in firsts.enumerated() {
      let end = row + 1 < firsts.count ? firsts[row + 1] : rows.lines.count
      let own = owners[row]
      across({ row == 0 || owners[row - 1][$0] != own[$0] }, at: -rowAscent, record: start + first)
      for record in first..<end {
        for column in 0...count where column == 0 || column == count || own[column - 1] != own[column] {
          let x = min(max(0, edge(column) - thickness / 2), measure - thickness)
          attach(
            RuleRecord(x: x, y: -rowAscent, width: thickness, height: rows.heights[record] + thickness),
            to: start + record)
        }
      }
      across(
        { row + 1 == firsts.count || owners[row + 1][$0] != own[$0] }, at: rows.heights[end - 1] - rowAscent,
        record: start + end - 1)
    }
  }

  /// By row and column: the cell that stands there, as a number of its own.
  private static func owners(_ rows: [[Table.Cell]], columns: Int) -> [[Int]] {
    let blank = [Int](repeating: -1, count: columns)
    var made = [[Int]](repeating: blank, count: rows.count)
    var number = 0
    for (row, cells) in rows.enumerated() {
      for column in 0..<columns where made[row][column] < 0 {
        let cell = cells.indices.contains(column) ? cells[column] : Table.Cell()
        number += 1
        for below in row..<min(row + max(cell.rows, 1), rows.count) {
          for beside in column..<min(column + max(cell.columns, 1), columns) { made[below][beside] = number }
        }
      }
    }
    return made
  }
}
