internal import BookModel
internal import Units

/// Tables made of spaces, as blocks of the book.
extension PlainTextBuilder {
  /// A table in columns, or lines as they stand where it has none that are sure.
  mutating func table(from start: Int) -> Int {
    let chunks = source.chunks
    centreTitle(above: start)
    if chunks[start].index >= 0 { return columns(from: start) }
    var end = start + 1
    while end < chunks.count, chunks[end].kind == .table, chunks[end].index < 0, chunks[end].blanksBefore <= 1 {
      end += 1
    }
    append(.preformatted(Preformatted(typedLines(start..<end), isCode: false, source: location(chunks[start]))))
    report.tables += 1
    return end
  }

  /// The lines of chunks as they were typed, without the indent that all of them have.
  func typedLines(_ range: Range<Int>) -> [Preformatted.Line] {
    let chunks = source.chunks
    let shared = range.map { source.leastIndent(of: chunks[$0].lines) }.min() ?? 0
    var lines: [Preformatted.Line] = []
    for c in range {
      if c > range.lowerBound, chunks[c].blanksBefore > 0 {
        lines.append(.init("", source: location(chunks[c])))
      }
      for i in chunks[c].lines {
        let line = source.lines[i]
        var text = [UInt8](repeating: 0x20, count: min(Int(line.indent) - shared, 200))
        // A tab goes to the next multiple of eight columns.
        var column = Int(line.indent)
        for byte in source.text[Int(line.start)..<Int(line.end)] {
          if byte == 0x09 {
            let next = (column / 8 + 1) * 8
            text.append(contentsOf: [UInt8](repeating: 0x20, count: next - column))
            column = next
          } else {
            if byte & 0xC0 != 0x80 { column += 1 }
            text.append(byte)
          }
        }
        lines.append(.init(String(decoding: text, as: UTF8.self), source: source.location(Int(line.start))))
      }
    }
    return lines
  }

  /// `TABLE OF SIZES.`, a line in capitals of its own right above: what the table is.
  private mutating func centreTitle(above start: Int) {
    guard start > 0, source.chunks[start - 1].kind == .prose, source.chunks[start - 1].lines.count == 1,
      source.chunks[start].blanksBefore <= 2, source.letterCase(ofChunk: start - 1).isCapitals
    else { return }
    placeLast(.centred)
  }

  private mutating func columns(from start: Int) -> Int {
    let chunks = source.chunks
    var end = start + 1
    while end < chunks.count, chunks[end].kind == .table, chunks[end].index == chunks[start].index { end += 1 }
    let table = tables[chunks[start].index]
    for (n, group) in table.groups.enumerated() {
      func written(_ rows: [[SpacedTable.Cell]]) -> [[[Inline]]] { rows.map { $0.map { writer.write($0) } } }
      let head = written(group.head)
      let rows = written(group.rows)
      let first = (group.head + group.rows).lazy.flatMap { $0 }.compactMap(\.first).first?.lowerBound
      var made = Table(
        columns: group.columns, head: head, rows: rows, isRuled: table.isRuled, isClose: n > 0,
        source: first.map { source.location($0) } ?? location(chunks[start]))
      made.braces = group.braces
      append(.table(made))
      if table.isReordered, let first {
        report.apart.append(
          OutOfFlowText(
            kind: .cells, file: 0, mark: first..<first, ranges: (group.head + group.rows).flatMap { $0.flatMap(\.self) }
          ))
      }
    }
    report.marks += table.marks
    report.tables += 1
    return end
  }
}
