/// Pandoc's simple, multiline and grid tables as rows between bars, line for line: a table takes at least as many
/// lines as its rows and two more. A cell's own lines go on in one; an item or a blank line begins another.
extension PandocMarks {
  /// Turns the table that begins at a line, or one line above it, into rows.
  /// - Returns: the line behind it.
  mutating func table(_ index: Int) -> Int? {
    let line = lines[index]
    if line.hasPrefix("+"), let end = gridTable(index) { return end }
    if PandocTable.isDashes(line), let end = dashedTable(index) { return end }
    if index + 1 < lines.count, !line.isWhite, PandocTable.columns(lines[index + 1]) != nil,
      let end = simpleTable(index)
    {
      return end
    }
    return nil
  }

  // MARK: Grids

  private mutating func gridTable(_ first: Int) -> Int? {
    let edge = Array(lines[first])
    guard PandocTable.isGridRule(lines[first]) else { return nil }
    var end = first + 1
    while end < lines.count, end - first < 2000, lines[end].hasPrefix("|") || lines[end].hasPrefix("+") { end += 1 }
    guard end - first > 2, PandocTable.isGridRule(lines[end - 1]) else { return nil }
    let places = edge.indices.filter { edge[$0] == "+" }
    guard places.count > 1 else { return nil }
    let spans = zip(places, places.dropFirst()).map { ($0 + 1)..<$1 }
    var rows: [[[String]]] = []
    var open = [[String]](repeating: [], count: spans.count)
    var (head, alignments) = (0, PandocTable.colons(lines[first], spans))
    func close() {
      guard open.contains(where: { $0.contains { !$0.isEmpty } }) else { return }
      rows.append(open)
    }
    for index in (first + 1)..<end {
      let line = Array(lines[index].filter { $0 != "\r" })
      if PandocTable.isGridRule(lines[index]) {
        close()
        open = open.map { _ in [] }
        if lines[index].contains("="), head == 0, index < end - 1 {
          head = rows.count
          alignments = PandocTable.colons(lines[index], spans)
        }
        continue
      }
      // a rule of some columns: beside it a cell goes on in the next row
      if PandocTable.isPartialRule(line, spans) {
        close()
        open = open.map { _ in [] }
      }
      var column = 0
      while column < spans.count {
        // a cell that goes over several columns has no bar between them
        var last = column
        while last + 1 < spans.count, line.indices.contains(spans[last].upperBound),
          line[spans[last].upperBound] != "|",
          line[spans[last].upperBound] != "+"
        {
          last += 1
        }
        let start = min(spans[column].lowerBound, line.count)
        let text = String(line[start..<max(start, min(spans[last].upperBound, line.count))])
        // the rule of a cell beside one that goes on downwards
        if !text.contains("--") || text.contains(where: { $0 != "-" && $0 != "+" }) {
          open[column].append(text.trimmingEnd)
        }
        column = last + 1
      }
    }
    close()
    guard !rows.isEmpty else { return nil }
    let made = rows.map { $0.map(PandocTable.cell) }
    return write(made.prefix(head).map { $0 }, Array(made.dropFirst(head)), alignments, into: first..<end)
  }

  // MARK: Dashes

  /// A table that begins with a line of dashes: without a head, or over several lines.
  private mutating func dashedTable(_ first: Int) -> Int? {
    let own = PandocTable.columns(lines[first])
    // the last line is like the first
    var end = first + 1
    while end < lines.count, end - first < 1000, !(PandocTable.isDashes(lines[end]) && isBlank(end + 1)) { end += 1 }
    guard end < lines.count, end - first > 1, PandocTable.isDashes(lines[end]) else { return nil }
    var spans = own
    var (start, head): (Int, Range<Int>) = (first + 1, first..<first)
    if own == nil {
      guard let rule = ((first + 2)..<max(first + 2, end)).first(where: { PandocTable.isDashes(lines[$0]) }),
        let columns = PandocTable.columns(lines[rule]), !lines[(first + 1)..<rule].contains(where: \.isWhite)
      else { return nil }
      (spans, start, head) = (columns, rule + 1, (first + 1)..<rule)
    }
    guard let spans, start < end else { return nil }
    let hasBlanks = lines[start..<end].contains(where: \.isWhite)
    var rows: [[[String]]] = []
    for index in start..<end {
      if lines[index].isWhite { continue }
      let cells = PandocTable.cells(lines[index], spans)
      if rows.isEmpty || !(hasBlanks || own == nil) || isBlank(index - 1) {
        rows.append(cells.map { [$0] })
      } else {
        for column in cells.indices { rows[rows.count - 1][column].append(cells[column]) }
      }
    }
    var heads = spans.map { _ in [String]() }
    for index in head {
      for (column, cell) in PandocTable.cells(lines[index], spans).enumerated() { heads[column].append(cell) }
    }
    let sample = head.isEmpty ? start : head.upperBound - 1
    let alignments = PandocTable.alignments(lines[sample], spans)
    return write(
      head.isEmpty ? [] : [heads.map(PandocTable.cell)], rows.map { $0.map(PandocTable.cell) }, alignments,
      into: first..<(end + 1))
  }

  /// A head, a line of dashes, rows up to a blank line.
  private mutating func simpleTable(_ first: Int) -> Int? {
    guard let spans = PandocTable.columns(lines[first + 1]) else { return nil }
    var end = first + 2
    while end < lines.count, !isBlank(end), !PandocTable.isDashes(lines[end]) { end += 1 }
    guard end > first + 2 else { return nil }
    let rows = (first + 2..<end).map { PandocTable.cells(lines[$0], spans).map { PandocTable.cell([$0]) } }
    let head = PandocTable.cells(lines[first], spans).map { PandocTable.cell([$0]) }
    let isClosed = end < lines.count && PandocTable.isDashes(lines[end])
    return write([head], rows, PandocTable.alignments(lines[first], spans), into: first..<(end + (isClosed ? 1 : 0)))
  }

  // MARK: Rows between bars

  private mutating func write(
    _ head: [[String]], _ rows: [[String]], _ alignments: [String], into range: Range<Int>
  ) -> Int? {
    func row(_ cells: [String]) -> String { "| " + cells.joined(separator: " | ") + " |" }
    // several lines of a head are cells of one
    let first = alignments.indices.map { column in
      head.map { $0[column] }.filter { !$0.isEmpty }.joined(separator: "<br>")
    }
    let made = [row(first), "|" + alignments.joined(separator: "|") + "|"] + rows.map(row)
    guard made.count <= range.count else { return nil }
    for (offset, index) in range.enumerated() {
      set(index, made.indices.contains(offset) ? made[offset] : "")
      if made.indices.contains(offset), offset != 1 { inline(index) }
    }
    return range.upperBound
  }
}

/// What lines of such tables say.
enum PandocTable {
  /// Dashes alone, two and more together, with blanks between them.
  static func isDashes(_ line: Substring) -> Bool {
    let rest = line.utf8.drop { $0 == 0x20 }
    guard rest.starts(with: "--".utf8), line.utf8.count - rest.count <= 3 else { return false }
    return rest.allSatisfy { $0 == 0x2D || $0 == 0x20 || $0 == 0x0D }
  }

  /// The places of two and more columns; nil where there are none.
  static func columns(_ line: Substring) -> [Range<Int>]? {
    guard isDashes(line) else { return nil }
    var found: [Range<Int>] = []
    var start: Int?
    for (place, sign) in line.utf8.enumerated() {
      if sign == 0x2D {
        start = start ?? place
      } else if let begin = start {
        found.append(begin..<place)
        start = nil
      }
    }
    if let start { found.append(start..<line.utf8.count) }
    return found.count > 1 && found.allSatisfy { $0.count > 1 } ? found : nil
  }

  static func isGridRule(_ line: Substring) -> Bool {
    let rest = line.utf8.filter { $0 != 0x0D && $0 != 0x20 }
    return rest.count > 2 && rest.first == 0x2B && rest.last == 0x2B
      && rest.allSatisfy { "+-=:".utf8.contains($0) } && rest.contains { $0 == 0x2D || $0 == 0x3D }
  }

  /// Whether some columns of a grid end at a line and others go on: dashes alone, or no dashes.
  static func isPartialRule(_ line: [Character], _ spans: [Range<Int>]) -> Bool {
    var rules = 0
    for span in spans {
      guard line.indices.contains(span.upperBound - 1) else { return false }
      let inner = line[span]
      if inner.allSatisfy({ "-=:".contains($0) }) { rules += 1 }
    }
    return rules > 0 && rules < spans.count && line.contains("+")
  }

  /// Cells reach up to the next column's dashes.
  static func cells(_ line: Substring, _ columns: [Range<Int>]) -> [String] {
    let letters = Array(line)
    return columns.indices.map { column in
      let start = column == 0 ? 0 : columns[column].lowerBound
      let end = column + 1 < columns.count ? columns[column + 1].lowerBound : letters.count
      guard start < letters.count else { return "" }
      return String(letters[start..<max(start, min(end, letters.count))])
    }
  }

  /// By where the words stand over their dashes (pandoc's manual, "Tables").
  static func alignments(_ line: Substring, _ columns: [Range<Int>]) -> [String] {
    let letters = Array(line)
    return columns.map { column in
      let start = min(column.lowerBound, letters.count)
      let inner = letters[start..<max(start, min(column.upperBound, letters.count))]
      guard inner.contains(where: { !$0.isWhitespace }) else { return "---" }
      let isAtStart = !(inner.first?.isWhitespace ?? true)
      let isAtEnd = inner.count == column.count && !(inner.last?.isWhitespace ?? true)
      switch (isAtStart, isAtEnd) {
      case (true, false): return ":--"
      case (false, true): return "--:"
      case (false, false): return ":-:"
      case (true, true): return "---"
      }
    }
  }

  static func colons(_ line: Substring, _ columns: [Range<Int>]) -> [String] {
    let letters = Array(line)
    return columns.map { column in
      let isStart = letters.indices.contains(column.lowerBound) && letters[column.lowerBound] == ":"
      let isEnd = letters.indices.contains(column.upperBound - 1) && letters[column.upperBound - 1] == ":"
      return isStart ? isEnd ? ":-:" : ":--" : isEnd ? "--:" : "---"
    }
  }

  /// The lines of a cell as one.
  static func cell(_ lines: [String]) -> String {
    var made = ""
    var isApart = false
    for line in lines {
      var words = String(line[...].trimmingBlanks)
      guard !words.isEmpty else {
        isApart = !made.isEmpty
        continue
      }
      let isItem = words.hasPrefix("- ") || words.hasPrefix("* ") || words.hasPrefix("+ ")
      let number = words.prefix { $0.isNumber }
      let isCounted = !number.isEmpty && [". ", ") "].contains(String(words[number.endIndex...].prefix(2)))
      if isItem { words = "• " + words.dropFirst(2) }
      // `\|` is a bar already
      words = words.replacing("\\|", with: "|").replacing("|", with: "\\|")
      if made.isEmpty { made = words } else { made += (isItem || isCounted || isApart ? "<br>" : " ") + words }
      isApart = false
    }
    if made.hasSuffix("\\") { made.removeLast() }
    return made
  }

  /// Whether such a table may stand in a text, by what its lines begin with.
  static func mayStand(in bytes: [UInt8]) -> Bool {
    bytes.withUnsafeBufferPointer { bytes in
      var start = 0
      while start < bytes.count {
        var next = start
        while next < bytes.count, next < start + 3, bytes[next] == 0x20 { next += 1 }
        if next + 1 < bytes.count, bytes[next + 1] == 0x2D || bytes[next + 1] == 0x3D || bytes[next + 1] == 0x3A,
          bytes[next] == 0x2B || bytes[next] == 0x2D
        {
          return true
        }
        guard let end = bytes[start...].firstIndex(of: 0x0A) else { break }
        start = end + 1
      }
      return false
    }
  }
}

extension String {
  fileprivate var trimmingEnd: String {
    var text = self
    while text.last?.isWhitespace == true { text.removeLast() }
    return text
  }
}
