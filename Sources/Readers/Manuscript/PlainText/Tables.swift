internal import BookModel
internal import Units

/// A table made of spaces, with its words in columns.
struct SpacedTable {
  /// Pieces of a cell's text, a piece a line of the manuscript; empty for a blank cell.
  typealias Cell = [Range<Int>]

  /// Lines under each other that share their columns.
  struct Group {
    var columns: [Table.Alignment]
    var head: [[Cell]]
    var rows: [[Cell]]
    var braces: [Table.Brace] = []
  }

  var groups: [Group]
  /// Lines were drawn under its head, around it or between its columns.
  var isRuled: Bool
  /// Cells of several lines are put together: the words follow each other in another order than in the text.
  var isReordered = false
  /// Signs that drew lines or led from column to column.
  var marks: [Range<Int>]
}

extension SpacedTable {
  /// Rows one below the other with braces in one place.
  static func braces(at columns: [Int?], _ spans: [Range<Int>]) -> [Table.Brace] {
    var braces: [Table.Brace] = []
    var start = 0
    while start < columns.count {
      guard let place = columns[start] else {
        start += 1
        continue
      }
      var end = start + 1
      while end < columns.count, let next = columns[end], abs(next - place) <= 1 { end += 1 }
      if let column = spans.firstIndex(where: { $0.lowerBound + 2 > place }), column > 0, end > start + 1 {
        braces.append(Table.Brace(rows: start..<end, column: column))
      }
      start = end
    }
    return braces
  }
}

extension PlainTextSource {
  /// Finds tables among the chunks that look like one, with the rules above, in and below
  /// them, and gives each the index of its first chunk. What cannot be parted into columns
  /// beyond doubt is left to be set line by line.
  mutating func settleTables() -> [SpacedTable] {
    settlePedigrees()
    var tables: [SpacedTable] = []
    var c = 0
    while c < chunks.count {
      guard chunks[c].kind == .table || chunks[c].kind == .rule || mayBeHead(c), chunks[c].index != Chunk.typed else {
        c += 1
        continue
      }
      guard var end = endOfTable(from: c) else {
        c += 1
        continue
      }
      var found = spacedTable(c..<end) ?? bracedList(c..<end)
      if chunks[c].kind != .table, chunks[c].kind != .rule,
        found.map({ $0.groups.count > 1 || $0.groups[0].head.isEmpty }) ?? true
      {
        c += 1
        continue
      }
      if found == nil, chunks[c].kind == .table, end > c + 1 {
        // what stands close below it may be no part of it
        end = c + 1
        found = spacedTable(c..<end)
      }
      guard let table = found else {
        c += 1
        continue
      }
      for k in c..<end {
        chunks[k].kind = .table
        chunks[k].index = tables.count
      }
      tables.append(table)
      c = end
    }
    return tables
  }

  /// A line with gaps, and a table below it.
  private func mayBeHead(_ c: Int) -> Bool {
    guard [.verse, .keptLines, .prose, .centred].contains(chunks[c].kind), chunks[c].lines.count == 1,
      lines[chunks[c].lines.lowerBound].gaps > 0, c + 1 < chunks.count
    else { return false }
    return chunks[c + 1].kind == .table && chunks[c + 1].blanksBefore == 1
  }

  /// Past the last chunk of the table that chunk `c` may begin.
  private func endOfTable(from c: Int) -> Int? {
    var end = c
    var last: Int?
    // a longer row of blocks is read as several, so that no search is long; rules between rows part no blocks
    var blocks = 0
    while end < min(chunks.count, c + 160), blocks < 24 {
      let blanks = chunks[end].blanksBefore
      if blanks > 0 { blocks += 1 }
      switch chunks[end].kind {
      case .table where chunks[end].index == Chunk.typed: return last.map { $0 + 1 }
      case .table where end == c || blanks <= 1: last = end
      case _ where end == c && mayBeHead(c): break
      case .rule where end == c || blanks == 0: if last != nil { last = end }
      case .rule where blanks <= 1 && end + 1 < chunks.count && chunks[end + 1].kind == .table: break
      case .prose, .verse, .keptLines, .quotation, .centred:
        // short lines between two rules: the head
        guard end > c, blanks == 0, chunks[end - 1].kind == .rule, chunks[end].lines.count <= 4, end + 1 < chunks.count,
          chunks[end + 1].kind == .rule, chunks[end + 1].blanksBefore == 0
        else { return last.map { $0 + 1 } }
      default: return last.map { $0 + 1 }
      }
      end += 1
      if end == c + 1, chunks[c].kind == .rule, end < chunks.count, chunks[end].blanksBefore > 0 { return nil }
    }
    return last.map { $0 + 1 }
  }

  /// Nil where the lines have no columns that all of them keep.
  func spacedTable(_ range: Range<Int>) -> SpacedTable? {
    var marks: [Range<Int>] = []
    var rows: [TableRow] = []
    let braces = braces(in: range.flatMap { Array(chunks[$0].lines) })
    for c in range {
      for i in chunks[c].lines {
        var row = tableRow(i, brace: braces[i], marks: &marks)
        row.opensBlock = i == chunks[c].lines.lowerBound && chunks[c].blanksBefore > 0 && !rows.isEmpty
        if !row.isRule, row.pieces.isEmpty { continue }
        row.isBelowRule = rows.last?.isRule ?? true
        rows.append(row)
      }
    }
    let text = rows.filter { !$0.isRule }
    guard text.count >= 2, text.count <= 10_000 else { return nil }
    let isRuled = rows.contains(where: \.isRule) || text.allSatisfy { lines[$0.line].pipes > 0 }

    var groups: [(rows: [TableRow], spans: [Range<Int>], breaks: Bool)] = []
    for row in text {
      if let last = groups.indices.last {
        var open = groups[last]
        if let spans = joined(open.spans, row), spans == open.spans || keepsColumns(open.rows, spans) {
          open.rows.append(row)
          open.spans = spans
          groups[last] = open
          continue
        }
        // as many pieces as there are columns: a head that is centred over them
        if row.pieces.count == open.spans.count, row.pieces.count >= 3 {
          groups[last].rows.append(row)
          continue
        }
      }
      groups.append(([row], row.pieces.map(\.columns), row.opensBlock))
    }
    let head = headsOverColumns(&groups)
    // A row alone goes with the one above it that has as many words, and has taken it for one of its own.
    for n in groups.indices.dropFirst() where groups[n].rows.count == 1 {
      guard let above = groups[n - 1].rows.last, let row = groups[n].rows.first, groups[n - 1].rows.count > 1,
        above.pieces.count == row.pieces.count, above.pieces.count < groups[n - 1].spans.count,
        let spans = joined(above.pieces.map(\.columns), row)
      else { continue }
      groups[n - 1].rows.removeLast()
      groups[n].rows = [above, row]
      groups[n].spans = spans
    }
    // A head with as many words as the columns under it.
    if groups.count > 1, groups[0].rows.count == 1, groups[0].spans.count >= 2,
      groups[0].spans.count == groups[1].spans.count
    {
      groups[1].rows.insert(groups[0].rows[0], at: 0)
      groups.removeFirst()
    }
    let sure = groups.filter { $0.spans.count >= 2 && $0.rows.count >= 2 && ($0.spans.count > 2 || $0.rows.count > 2) }
    let settled = sure.reduce(0) { $0 + $1.rows.count }
    let odd = groups.filter { $0.spans.count >= 2 && $0.rows.count == 1 }.count
    guard settled * 10 >= text.count * 6, odd * 6 <= text.count, groups.count * 2 <= text.count + 1 else { return nil }

    let headEnd = head ?? endOfHead(rows, text)
    let isGrid = groups.count == 1 && isGrid(text)
    let made = groups.map { group in
      isGrid
        ? settleGrid(group.rows, group.spans, headEnd: headEnd) : settle(group.rows, group.spans, headEnd: headEnd)
    }
    return SpacedTable(
      groups: made, isRuled: isRuled, isReordered: isGrid,
      marks: marks + rows.filter(\.isRule).map { bytes(ofLine: $0.line) })
  }

  /// Lines are drawn between all rows, and some of these are several lines of the text.
  private func isGrid(_ text: [TableRow]) -> Bool {
    let rows = text.count(where: \.isBelowRule)
    // signs alone, on a line of their own, are proved by their place in the text
    return rows >= 3 && rows < text.count && text.count <= rows * 8
      && text.allSatisfy { row in
        lines[row.line].pipes >= 2
          && row.pieces.allSatisfy { piece in
            string(piece.bytes).unicodeScalars.contains {
              $0.properties.isAlphabetic || $0.properties.numericType != nil
            }
          }
      }
  }

  /// A row of cells for each that lines are drawn around.
  private func settleGrid(_ rows: [TableRow], _ spans: [Range<Int>], headEnd: Int?) -> SpacedTable.Group {
    var group = SpacedTable.Group(columns: [], head: [], rows: [])
    var made: [(cells: [SpacedTable.Cell], isHead: Bool)] = []
    var columns = [[TableRow.Piece]](repeating: [], count: spans.count)
    for row in rows {
      if row.isBelowRule || made.isEmpty {
        made.append(([SpacedTable.Cell](repeating: [], count: spans.count), headEnd.map { row.line <= $0 } ?? false))
      }
      for (n, piece) in row.pieces.enumerated() {
        let at = min(column(of: piece, in: spans) ?? n, spans.count - 1)
        made[made.count - 1].cells[at].append(piece.bytes)
        if !made[made.count - 1].isHead { columns[at].append(piece) }
      }
    }
    group.head = made.filter(\.isHead).map(\.cells)
    group.rows = made.filter { !$0.isHead }.map(\.cells)
    group.columns = columns.map { alignment($0, isOnly: spans.count == 1) }
    return group
  }

  /// The last line of a head that drawn lines or white part from what is below.
  private func endOfHead(_ rows: [TableRow], _ text: [TableRow]) -> Int? {
    // the head ends at the first line drawn below words
    if let rule = rows.indices.first(where: { rows[$0].isRule && $0 > 0 && !rows[$0 - 1].isRule }),
      rule + 1 < rows.count
    {
      let above = rows[..<rule].filter { !$0.isRule }
      let below = rows[rule...].filter { !$0.isRule }
      return above.count <= 4 && below.count >= above.count ? above.last?.line : nil
    }
    guard let first = text.first else { return nil }
    if first.pieces.count > 1, isCastHeading(first.pieces[0].bytes) { return first.line }
    let isApart = text.count > 2 && text[1].opensBlock && !text.dropFirst(2).contains(where: \.opensBlock)
    return isApart ? first.line : nil
  }

  /// Puts lines of words that stand above columns of figures, each word near one of them, over these: `£  s.  d.` Gives
  /// the last of them.
  private func headsOverColumns(_ groups: inout [(rows: [TableRow], spans: [Range<Int>], breaks: Bool)]) -> Int? {
    func hasFigures(_ row: TableRow) -> Bool {
      row.pieces.contains { file.text[$0.bytes].contains { $0.isASCIIDigit } }
    }
    guard
      let body = groups.firstIndex(where: {
        $0.rows.count >= 2 && $0.spans.count >= 3 && $0.rows.contains(where: hasFigures)
      }),
      body > 0, body <= 3
    else { return nil }
    let heads = groups[..<body].flatMap(\.rows)
    let spans = groups[body].spans
    guard heads.count <= 3,
      heads.allSatisfy({ !hasFigures($0) && nearest($0, spans) != nil })
    else { return nil }
    groups[body].rows.insert(contentsOf: heads, at: 0)
    groups.removeFirst(body)
    return heads.last?.line
  }

  /// The column that each piece stands nearest to, from left to right, no two over one; nil where one stands near none.
  private func nearest(_ row: TableRow, _ spans: [Range<Int>]) -> [Int]? {
    var found: [Int] = []
    for piece in row.pieces {
      let middle = piece.columns.lowerBound + piece.columns.upperBound
      func distance(_ n: Int) -> Int { abs(spans[n].lowerBound + spans[n].upperBound - middle) }
      let free = spans.indices.filter { $0 > found.last ?? -1 }
      guard let best = free.min(by: { (distance($0), $0) < (distance($1), $1) }),
        spans[best].overlaps(piece.columns.lowerBound - 3..<piece.columns.upperBound + 3)
      else { return nil }
      found.append(best)
    }
    return found
  }

  // MARK: Columns

  /// The columns of a group once the row is in it; nil where it would close a gap that parts its own words.
  private func joined(_ spans: [Range<Int>], _ row: TableRow) -> [Range<Int>]? {
    // two columns of space part what stands side by side; a drawn line needs none
    let gap = lines[row.line].pipes > 0 ? 1 : 2
    // words beside a column are none of it
    guard
      row.pieces.allSatisfy({ piece in
        let near = (piece.columns.lowerBound - gap)..<(piece.columns.upperBound + gap)
        return !spans.contains { $0.overlaps(near) && !$0.overlaps(piece.columns) }
      })
    else { return nil }
    var joined: [Range<Int>] = []
    for span in (spans + row.pieces.map(\.columns)).sorted(by: { $0.lowerBound < $1.lowerBound }) {
      if let last = joined.last, span.lowerBound < last.upperBound + gap {
        joined[joined.count - 1] = last.lowerBound..<max(last.upperBound, span.upperBound)
      } else {
        joined.append(span)
      }
    }
    return keepsColumns([row], joined) ? joined : nil
  }

  /// No two pieces of one row stand in the same column.
  private func keepsColumns(_ rows: [TableRow], _ spans: [Range<Int>]) -> Bool {
    rows.allSatisfy { row in
      var last = -1
      for piece in row.pieces {
        guard let column = column(of: piece, in: spans), column > last else { return false }
        last = column
      }
      return true
    }
  }

  private func column(of piece: TableRow.Piece, in spans: [Range<Int>]) -> Int? {
    let found = spans.lowerBound { $0.upperBound <= piece.columns.lowerBound }
    return found < spans.count ? found : nil
  }

  private func settle(_ rows: [TableRow], _ spans: [Range<Int>], headEnd: Int?) -> SpacedTable.Group {
    var group = SpacedTable.Group(columns: [], head: [], rows: [])
    var placed: [[TableRow.Piece?]] = []
    var braced: [Int?] = []
    for row in rows {
      var pieces = [TableRow.Piece?](repeating: nil, count: spans.count)
      let inPlace = keepsColumns([row], spans)
      let near = inPlace || row.line > headEnd ?? -1 ? nil : nearest(row, spans)
      for (n, piece) in row.pieces.enumerated() {
        let at = inPlace ? column(of: piece, in: spans) ?? n : near?[n] ?? n
        if at < pieces.count { pieces[at] = piece }
      }
      let cells = pieces.map { $0.map { [$0.bytes] } ?? [] }
      if let headEnd, row.line <= headEnd {
        group.head.append(cells)
        continue
      }
      if let before = placed.last, let column = continued(before, by: pieces, in: spans) {
        // a cell whose words go on: they follow each other, whatever else the row has
        let last = group.rows.count - 1
        var merged = group.rows[last]
        for k in cells.indices {
          merged[k] = k == column ? merged[k] + cells[k] : cells[k].isEmpty ? merged[k] : cells[k]
        }
        group.rows[last] = merged
      } else {
        group.rows.append(cells)
        braced.append(row.brace)
      }
      placed.append(pieces)
    }
    group.braces = SpacedTable.braces(at: braced, spans)
    group.columns = spans.indices.map { column in alignment(placed.compactMap { $0[column] }, isOnly: spans.count == 1)
    }
    return group
  }

  /// The column whose last cell goes on in this row, if the order of all words stays.
  private func continued(_ before: [TableRow.Piece?], by row: [TableRow.Piece?], in spans: [Range<Int>]) -> Int? {
    guard spans.count >= 2, let first = row.firstIndex(where: { $0 != nil }), let piece = row[first],
      let last = before.lastIndex(where: { $0 != nil }), last == first, let above = before[last]
    else { return nil }
    let isFull = above.columns.upperBound + 1 + firstWord(piece.bytes) > spans[first].upperBound
    guard isFull, !isNumber(piece.bytes), !isNumber(above.bytes), beginsSmall(piece.bytes) else { return nil }
    if let sign = file.text[above.bytes].last, sign == 0x3A { return nil }
    let isAlone = row.filter { $0 != nil }.count == 1
    return first > 0 ? (isAlone ? first : nil) : first
  }

  private func firstWord(_ range: Range<Int>) -> Int {
    file.text[range].prefix { $0 != 0x20 }.count { $0 & 0xC0 != 0x80 }
  }

  /// Numbers at the right; else as the edges of the manuscript's columns lie.
  private func alignment(_ pieces: [TableRow.Piece], isOnly: Bool) -> Table.Alignment {
    guard let widest = pieces.map(\.columns.count).max() else { return .leading }
    let numbers = pieces.count { isNumber($0.bytes) }
    if numbers * 3 >= pieces.count * 2 { return isOnly ? .centre : .trailing }
    if widest <= 3 || isOnly { return .centre }
    func agree(_ edge: (Range<Int>) -> Int) -> Int {
      var counts: [Int: Int] = [:]
      for piece in pieces { counts[edge(piece.columns), default: 0] += 1 }
      return counts.values.max() ?? 0
    }
    let (left, right) = (agree { $0.lowerBound }, agree { $0.upperBound })
    let centre = agree { ($0.lowerBound + $0.upperBound) / 2 }
    if left * 10 >= pieces.count * 5 || pieces.count < 3 { return .leading }
    if right * 10 >= pieces.count * 7, right > left { return .trailing }
    return centre * 10 >= pieces.count * 7 && centre > left ? .centre : .leading
  }

  /// Digits with what stands in and around a sum: points, commas, currency, a percent sign, a dash for nothing.
  private func isNumber(_ range: Range<Int>) -> Bool {
    var digits = 0
    var letters = 0
    for scalar in string(range).unicodeScalars {
      if scalar.properties.numericType != nil, !scalar.properties.isAlphabetic {
        digits += 1
      } else if scalar.properties.isAlphabetic {
        letters += 1
      }
    }
    return digits > 0 ? letters * 2 <= digits : letters == 0
  }
}
