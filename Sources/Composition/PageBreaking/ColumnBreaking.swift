/// A column of a page, from its head down.
package struct BrokenColumn: Sendable, Equatable {
  /// `row` counts from the column's head.
  package var pieces: [PlacedPiece] = []
  /// What its lines take, white between them included.
  package var rows = 0
}

/// Breaks a vertical list into columns that stand side by side, all pages' worth of them together, at the
/// least cost; those of the last page end level. Notes and floats are not looked at: what floats stands.
///
/// A dynamic programme over the lines at which a column can begin, linear in their number. There is a
/// solution for every input: what is taller than a column has one for itself.
///
/// - Parameters:
///   - count: of columns on a page.
///   - firstRows: of a column on the first page; 0 where nothing has room there.
///   - rows: of a column on all others.
/// - Returns: the columns of each page; of the first none where nothing has room there.
package func breakColumns(
  _ elements: [VerticalElement], count: Int, firstRows: Int, rows: Int
) -> [[BrokenColumn]] {
  var breaker = ColumnBreaker(elements, count: max(count, 1), firstRows: firstRows, rows: max(rows, 1))
  return breaker.run()
}

private struct ColumnBreaker {
  private struct Line {
    var element: Int
    var line: Int
    var rows: Int
    /// Vanishes at a column's head and foot.
    var isWhite: Bool
    /// Of a column that ends after it.
    var cost: Int
    /// A column must begin with it.
    var isForced: Bool
    /// Of what a column that begins with it says again above it: a table's head.
    var repeated: Int
  }

  /// The best way to a column that begins with a line.
  private struct Way {
    var cost: Int
    /// Of the column before: its first line and its place.
    var from: Int
    var place: Int
    /// All that is left stands level on the page that begins here, so high.
    var levelled: Int?
  }

  /// Most rows that a column lacks for the sake of a better end.
  private static let mostLack = 6
  private static let orphan = 300
  private static let widow = 400
  private static let keep = 3_000
  private static let lackOfRow = 12

  private let count: Int
  private let firstRows: Int
  private let rows: Int
  private var lines: [Line] = []
  /// Rows of all lines before each, and those of white among them.
  private var above: [Int] = [0]
  private var white: [Int] = [0]

  init(_ elements: [VerticalElement], count: Int, firstRows: Int, rows: Int) {
    (self.count, self.firstRows, self.rows) = (count, firstRows, rows)
    var isForced = false
    for (index, element) in elements.enumerated() {
      guard let setting = element.settings.first, !setting.lines.isEmpty else { continue }
      let last = setting.lines.count - 1
      isForced = isForced || element.breakBefore
      for (k, line) in setting.lines.enumerated() {
        var cost = Self.cost(line.breakAfter)
        if element.kind == .paragraph, last > 0, k == 0 { cost += Self.orphan }
        if element.kind == .paragraph, last > 0, k == last - 1 { cost += Self.widow }
        if k == last {
          cost += Self.cost(element.breakAfter)
          if element.keepWithNext || element.rowsBelow > 0 { cost += Self.keep }
        }
        lines.append(
          Line(
            element: index, line: k, rows: max(Int(line.rows), 0), isWhite: element.kind == .space, cost: cost,
            isForced: isForced, repeated: k > 0 ? max(Int(element.repeatedRows), 0) : 0))
        above.append(above[above.count - 1] + max(Int(line.rows), 0))
        white.append(white[white.count - 1] + (element.kind == .space ? max(Int(line.rows), 0) : 0))
        isForced = false
      }
    }
    while lines.last?.isWhite ?? false { lines.removeLast() }
    // white ends no column: what stands before it does
    for index in lines.indices.dropFirst() where lines[index].isWhite { lines[index].cost += lines[index - 1].cost }
  }

  /// `VerticalLine.never` is as dear as a keep, `PageEnd.unseemly` dearer than a widow.
  private static func cost(_ breakAfter: Int32) -> Int {
    switch breakAfter {
    case VerticalLine.never: keep
    case VerticalLine.torn: keep * VerticalLine.keepsInTorn
    default: Int(breakAfter) / 1_000
    }
  }

  /// The first line from there on that is no white.
  private func head(_ line: Int) -> Int {
    var line = line
    while line < lines.count, lines[line].isWhite { line += 1 }
    return line
  }

  /// Where columns that begin with a line may end, and what that costs.
  /// - Parameter full: rows that are there to fill.
  private func ends(from start: Int, full: Int, within most: Int = mostLack) -> [(end: Int, cost: Int, used: Int)] {
    var found: [(end: Int, cost: Int, used: Int)] = []
    var end = start
    let repeated = start < lines.count ? lines[start].repeated : 0
    func rows(to end: Int) -> Int { above[end] - above[start] + repeated }
    while end < lines.count, end == start || !lines[end].isForced, rows(to: end + 1) <= full { end += 1 }
    // what is taller than the column, by itself
    let last = max(end, start + 1)
    for end in stride(from: last, to: start, by: -1) {
      var shown = end
      while shown > start + 1, lines[shown - 1].isWhite { shown -= 1 }
      let used = rows(to: shown)
      let lack = max(full - used, 0)
      let isForced = end < lines.count && lines[end].isForced
      if lack > most, !found.isEmpty, !isForced { break }
      found.append((end, isForced ? 0 : lines[end - 1].cost + lack * lack * Self.lackOfRow, used))
      if isForced { break }
    }
    return found
  }

  mutating func run() -> [[BrokenColumn]] {
    // places of the first page's columns, then of all others'
    let places = count * 2
    var ways = [Way?](repeating: nil, count: (lines.count + 1) * places)
    let start = head(0)
    guard start < lines.count else { return [] }
    let first = firstRows > 0 ? 0 : count
    ways[start * places + first] = Way(cost: 0, from: -1, place: -1)
    var best: (way: Way, line: Int, place: Int)?
    for line in start..<lines.count {
      for place in 0..<places {
        guard let way = ways[line * places + place] else { continue }
        if let best, way.cost >= best.way.cost { continue }
        let full = place < count ? firstRows : rows
        if place % count == 0, let (height, cost) = level(from: line, full: full),
          best.map({ way.cost + cost < $0.way.cost }) ?? true
        {
          var ended = way
          (ended.cost, ended.levelled) = (way.cost + cost, height)
          best = (ended, line, place)
        }
        let next = place + 1 == places ? count : place + 1
        for end in ends(from: line, full: full) {
          let target = head(end.end)
          let total = Way(cost: way.cost + end.cost, from: line, place: place)
          if target >= lines.count {
            // nothing levels it: it ends where it ends
            let unlevel = total.cost + 100_000
            if best.map({ unlevel < $0.way.cost }) ?? true {
              best = (Way(cost: unlevel, from: line, place: place), lines.count, next)
            }
          } else if ways[target * places + next].map({ total.cost < $0.cost }) ?? true {
            ways[target * places + next] = total
          }
        }
      }
    }
    guard let best else { return [] }
    return pages(endingAt: best, ways: ways, places: places)
  }

  /// The least height at which all lines from there on stand in the columns of one page.
  /// - Returns: nil where they do not.
  private func level(from start: Int, full: Int) -> (height: Int, cost: Int)? {
    // white is lost between columns
    let total = above[lines.count] - above[start] - white[lines.count] + white[start]
    guard total <= full * count else { return nil }
    let least = (total + count - 1) / count
    var best: (height: Int, cost: Int)?
    for height in least...max(full, least) {
      if let best, (height - least) * 2 > best.cost || height > best.height + 12 { break }
      guard let cost = levelled(from: start, height: height)?.cost else { continue }
      let all = cost + max(height - least, 0) * 2
      if best.map({ all < $0.cost }) ?? true { best = (height, all) }
    }
    return best
  }

  /// The ends of columns of one height that hold all lines from there on.
  private func levelled(from start: Int, height: Int) -> (ends: [Int], cost: Int)? {
    var ends: [Int] = []
    var (line, cost) = (start, 0)
    for column in 0..<count {
      guard line < lines.count else { break }
      let found = self.ends(from: line, full: height, within: 2)
      if column == count - 1 || found.first?.end == lines.count {
        guard let last = found.first, last.end == lines.count, last.used <= height else { return nil }
        ends.append(last.end)
        line = last.end
        // a last column shorter than the others by a few rows is what readers expect
        if column == count - 1 { cost += (height - last.used) * 2 } else { cost += Self.keep }
        break
      }
      guard let end = found.filter({ $0.used <= height }).min(by: { $0.cost < $1.cost }) else { return nil }
      ends.append(end.end)
      cost += end.cost
      line = head(end.end)
    }
    return line >= lines.count ? (ends, cost) : nil
  }

  private func pages(
    endingAt best: (way: Way, line: Int, place: Int), ways: [Way?], places: Int
  ) -> [[BrokenColumn]] {
    var columns: [(first: Int, end: Int, place: Int)] = []
    var (line, place) = (best.line, best.place)
    if let height = best.way.levelled, let last = levelled(from: line, height: height) {
      var first = line
      for (column, end) in last.ends.enumerated() {
        columns.append((first, end, place + column))
        first = head(end)
      }
      columns.reverse()
    }
    var way: Way? = best.way.levelled == nil ? best.way : ways[line * places + place]
    while let step = way, step.from >= 0 {
      columns.append((step.from, line, step.place))
      (line, place) = (step.from, step.place)
      way = ways[line * places + place]
    }
    var pages: [[BrokenColumn]] = firstRows > 0 ? [] : [[]]
    for column in columns.reversed() {
      if column.place % count == 0 || pages.isEmpty { pages.append([]) }
      pages[pages.count - 1].append(made(column.first..<column.end))
    }
    return pages
  }

  private func made(_ range: Range<Int>) -> BrokenColumn {
    var column = BrokenColumn()
    column.rows = lines[range.lowerBound].repeated
    var end = range.upperBound
    while end > range.lowerBound + 1, lines[end - 1].isWhite { end -= 1 }
    for index in range.lowerBound..<end {
      let line = lines[index]
      if line.isWhite {
      } else if let last = column.pieces.last, last.element == line.element {
        column.pieces[column.pieces.count - 1].lines = last.lines.lowerBound..<line.line + 1
      } else {
        column.pieces.append(
          PlacedPiece(element: line.element, setting: 0, lines: line.line..<line.line + 1, row: column.rows))
      }
      column.rows += line.rows
    }
    return column
  }
}
