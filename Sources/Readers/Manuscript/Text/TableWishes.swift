package import BookModel

/// How a manuscript has a table look: of use only where somebody is to write in it.
package struct TableWishes {
  /// By column, all in one unit.
  package var widths: [Int: Double] = [:]
  /// By row below the head, in points.
  package var heights: [Int: Double] = [:]
  package var isRuled = false
  /// Higher rows than of two lines leave room to write.
  static let roomToWrite = 30.0

  package init() {}

  /// A row's height, where others of it asked for less.
  package mutating func add(height: Double, row: Int) {
    guard height.isFinite, height > 0 else { return }
    heights[row] = max(heights[row] ?? 0, min(height, 2000))
  }

  /// A row of it is higher than lines are.
  package var hasRoomToWrite: Bool { heights.values.contains { $0 >= TableWishes.roomToWrite } }

  /// Whether cells of such a table wait for words: a third of them, or those of rows that are higher than lines are.
  package func isForm(_ rows: [[Table.Cell]]) -> Bool {
    guard isRuled || !heights.isEmpty || !widths.isEmpty else { return false }
    let cells = rows.joined().filter { !$0.isCovered }
    let isHigh = rows.enumerated().contains { index, row in
      (heights[index] ?? 0) >= TableWishes.roomToWrite && row.contains { !$0.isCovered && $0.isToFill }
    }
    return isHigh || !cells.isEmpty && cells.count(where: \.isToFill) * 3 >= cells.count
  }
}

extension Table {
  /// Makes a form of a table that is one.
  package mutating func take(_ wishes: TableWishes) {
    guard wishes.isForm(rows) else { return }
    form.isGrid = wishes.isRuled
    form.heights = rows.indices.map { wishes.heights[$0] ?? 0 }
    if form.heights.allSatisfy({ $0 == 0 }) { form.heights = [] }
    let known = columns.indices.map { wishes.widths[$0] ?? 0 }
    let sum = known.reduce(0, +)
    if known.allSatisfy({ $0 > 0 }), sum.isFinite {
      form.shares = known.map { $0 / sum }
    } else {
      // what is to be filled in shares what the others leave
      form.shares = columns.indices.map { column in
        rows.contains { $0.indices.contains(column) && !$0[column].isCovered && $0[column].isToFill } ? 1 : 0
      }
    }
  }
}

extension Table.Cell {
  /// Nothing stands in it, or boxes to tick and lines to write on.
  fileprivate var isToFill: Bool {
    guard blocks.allSatisfy({ $0.paragraph != nil || $0.isWhite }) else { return false }
    let isOfText = inlines.allSatisfy { if case .image = $0.content { false } else { true } }
    return isOfText && plainText.allSatisfy { $0.isWhitespace || "☐☑☒□_…".contains($0) }
  }
}
