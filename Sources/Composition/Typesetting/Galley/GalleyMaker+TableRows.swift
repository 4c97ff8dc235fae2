internal import BookModel
internal import PageBreaking
internal import PageModel
internal import Units

/// Rows of a table as they are laid, a record of the stick for each. Lengths in 1/1024 pt.
struct TableRows {
  /// From the first baseline of each to that of the next.
  var heights: [PackedLength] = []
  var lines: [VerticalLine] = []
  var calls: [GalleyMaker.NoteCall] = []
  /// The first record of each row of the head.
  var heads: [Int] = []
  /// The first record of each row below the head.
  var firsts: [Int] = []
  /// Cells that reach over rows below their own.
  var labels: [(row: Int, rows: Int, lines: [LineRecord])] = []
  /// So many of them, the last, are notes below the table.
  var notes = 0

  func height(from first: Int) -> PackedLength { heights[first...].reduce(0, +) }
  func height(upTo end: Int) -> PackedLength { heights[..<end].reduce(0, +) }
  /// The same cells beside records, to be said again.
  var labelled: [(lines: Range<Int>, records: [LineRecord])] {
    labels.map { label in
      let end = label.row + label.rows
      let lines = firsts[label.row]..<(end < firsts.count ? firsts[end] : self.lines.count - notes)
      return (lines, label.lines.map(\.saidAgain))
    }
  }
  /// The first baseline of each, from the first row's.
  var starts: [PackedLength] {
    var y: PackedLength = 0
    return heights.map { height in
      defer { y += height }
      return y
    }
  }
}

extension GalleyMaker {
  /// Cells that reach over rows below their own: what of them the rows to come must have room for.
  struct Beneath {
    /// Height of the head, which each page says again above the rows.
    var head: PackedLength = 0
    /// Height that is wanted still, and rows of the table that are left to reach over.
    var cells: [(wanted: PackedLength, left: Int)] = []
    /// Cells that begin in rows which are held together, by the records of their rows, and how high these would be if
    /// they held all of them.
    var begun: [(row: Int, height: PackedLength)] = []
    /// No page may end here: lines of a cell stand beside what follows.
    var isHeld: Bool { cells.contains { $0.wanted > 0 } }

    /// What a row must have, for cells that end with it.
    var least: PackedLength { cells.filter { $0.left == 1 }.map(\.wanted).max() ?? 0 }

    /// Of the rows that no page may part from the next.
    private var held: PackedLength = 0

    /// Whether a cell may reach from here, where no more than so much is kept together: rows that cells hold one after
    /// the other may be more than a page has room for, and so may they be with the notes that are called in them.
    /// - Parameter page: what a page holds.
    func mayReach(_ height: PackedLength, notes: PackedLength, most: PackedLength, page: PackedLength) -> Bool {
      held == 0 ? height <= most && height + notes <= page : held + height + notes <= most
    }

    mutating func pass(_ height: PackedLength) {
      for index in cells.indices { cells[index].wanted -= height }
      held = isHeld ? held + height : 0
    }

    mutating func endRow() {
      for index in cells.indices { cells[index].left -= 1 }
      cells.removeAll { $0.left <= 0 }
    }
  }

  /// Sets one row: a record without text that its cells hang on, so that they follow each
  /// other in reading order however many lines each has.
  /// - Parameter number: its place among the rows below the head; nil in the head.
  func add(
    _ cells: [Table.Cell], _ number: Int? = nil, of table: Table, _ shape: TableShape, _ beneath: inout Beneath,
    to rows: inout TableRows
  ) {
    let source = cells.lazy.compactMap(\.source).first ?? table.source
    begin(.row, source)
    defer { end() }
    let record = stick.lines.count
    var laid: [Apart] = []
    // pictures take half a page, and have captions below them
    let most = Int32(max(2, table.isOfFigures ? design.rows * 2 / 3 - 1 : design.rows / 2)) * rowPitch
    let page = Int32(max(2, design.rows - 2)) * rowPitch - beneath.head
    // of rows that are held together all but the last are no higher, and so is that one: with the head, and the row
    // more that is kept below one, they have room on a page
    let mostHeld = beneath.head > 0 ? min(most, (Int32(max(2, design.rows - 1)) * rowPitch - beneath.head) / 2) : most
    let oneLine = shape.pitch + shape.rowGap
    var wanted = max(oneLine, beneath.least)
    var begun: [PackedLength] = []
    let shown = cells.prefix(shape.widths.count).enumerated().filter { !$1.isCovered }
    for (column, cell) in shown { laid.append(lay(cell, column: column, row: number, of: table, shape)) }
    // notes that were called a little before may still have to be set beside what is kept together
    let before = shown.contains { $1.rows > 1 } ? notesCalledLately(with: rows) : 0
    let called = Int32(clamping: laid.reduce(before) { $0 + Int($1.noteRows) }) * rowPitch
    for (apart, (_, cell)) in zip(laid, shown) {
      let height = (apart.lines.last?.y ?? 0) + apart.below + oneLine
      // what is too tall to be kept in one piece is parted with its row, and notes may be parted behind any
      if cell.rows > 1, !isInNote, beneath.mayReach(height, notes: called, most: mostHeld, page: page) {
        beneath.cells.append((height, cell.rows))
        begun.append(height)
        if let number { rows.labels.append((number, cell.rows, apart.lines)) }
      } else {
        wanted = max(wanted, height)
      }
    }
    defer { beneath.endRow() }
    // what reaches over rows of the head begins at its top
    let isOnRule = number == nil && beneath.cells.isEmpty
    if wanted <= (beneath.isHeld ? mostHeld : most) {
      // a form's row leaves room to write in, as far as a page has it
      let heights = table.form.heights
      if let number, heights.indices.contains(number) {
        let asked = PackedLength(clamping: Int(min(max(heights[number], 0), 5000) * 1024))
        wanted = max(wanted, min(asked, beneath.isHeld ? mostHeld : page - 2 * rowPitch))
      }
      blankRecord(source: source.offset)
      var notes: Int16 = 0
      for apart in laid {
        // the cells of a head stand on its rule
        let lowered = isOnRule ? wanted - oneLine - (apart.lines.last?.y ?? 0) : 0
        for var line in apart.lines {
          line.y += lowered + shape.pad
          attach(line, to: record)
        }
        rows.calls += apart.keys.map { (record: record, key: $0) }
        notes = Int16(clamping: Int(notes) + Int(apart.noteRows))
      }
      beneath.pass(wanted)
      beneath.begun += begun.map { (rows.lines.count, $0) }
      rows.heights.append(wanted)
      rows.lines.append(VerticalLine(noteRows: notes, breakAfter: beneath.isHeld ? VerticalLine.torn : 0))
      return
    }
    // No page has room for such a row in one piece: it may be parted between any of its lines.
    let lines = max(laid.map(\.lines.count).max() ?? 0, Int((beneath.least + rowPitch - 1).count(of: rowPitch)))
    for index in 0..<lines {
      blankRecord(source: source.offset)
      // a picture is higher than a line
      let above = laid.reduce(0) { max($0, $1.above(line: index, pitch: shape.pitch)) }
      for apart in laid where index < apart.lines.count {
        var line = apart.lines[index]
        line.y = shape.pad + above
        attach(line, to: record + index)
      }
      beneath.pass(rowPitch + above)
      rows.heights.append((index == lines - 1 ? oneLine : rowPitch) + above)
      rows.lines.append(
        VerticalLine(
          breakAfter: beneath.isHeld ? VerticalLine.torn : index == 0 || index == lines - 2 ? 60_000 : 6_000))
    }
    for apart in laid { rows.calls += apart.keys.map { (record: record, key: $0) } }
    rows.lines[rows.lines.count - lines].noteRows = Int16(clamping: laid.reduce(0) { $0 + Int($1.noteRows) })
  }

  /// Lets pages part rows that cells hold together, where no page has room for them and the notes that are called in
  /// them: what the rows to come call is not known where a cell begins to reach over them.
  /// - Parameter cells: each gets all the height that it wants in its first row.
  func partWhereNotesHaveNoRoom(
    _ held: Range<Int>, of cells: [(row: Int, height: PackedLength)], in rows: inout TableRows
  ) {
    guard rows.lines[held].contains(where: { $0.noteRows > 0 }) else { return }
    let notes = Int32(clamping: notesCalledLately(with: rows)) * rowPitch
    guard rows.heights[held].reduce(0, +) + notes > Int32(max(2, design.rows - 2)) * rowPitch else { return }
    for cell in cells { rows.heights[cell.row] = max(rows.heights[cell.row], cell.height) }
    for index in held where rows.lines[index].breakAfter == VerticalLine.torn {
      rows.lines[index].breakAfter = PageEnd.unseemly
    }
  }

  /// Rows of the notes that are called in a table so far, and in a page's rows of text above it.
  private func notesCalledLately(with made: TableRows) -> Int {
    var notes = made.lines.reduce(0) { $0 + Int($1.noteRows) }
    var rows = 0
    for element in galley.elements.reversed() where rows < design.rows {
      for line in element.vertical.settings.first?.lines ?? [] {
        rows += Int(line.rows)
        notes += Int(line.noteRows)
      }
    }
    return min(notes, 1_000)
  }

  /// A rule below each head that stands over several columns, as wide as these.
  func underline(_ row: [Table.Cell], _ shape: TableShape, depth: PackedLength, record: Int) {
    for (column, cell) in row.prefix(shape.widths.count).enumerated()
    where cell.columns > 1 && cell.rows == 1 && !cell.isEmpty {
      attach(
        RuleRecord(
          x: shape.x(ofColumn: column, cell.columns), y: depth, width: shape.width(ofColumn: column, cell.columns),
          height: PackedLength(GalleyMaker.lightRule * 1024) / 16 * 16), to: record)
    }
  }

  /// A rule where a brace stood, as high as its rows and the white between them.
  func hold(_ heights: ArraySlice<PackedLength>, _ brace: Table.Brace, _ shape: TableShape, record: Int) {
    guard brace.column > 0, brace.column < shape.widths.count else { return }
    // in the middle between its column and the one before
    let x = shape.x(ofColumn: shape.isLeftward ? brace.column - 1 : brace.column) - shape.gap / 2
    let width = PackedLength(GalleyMaker.lightRule * 1024) / 16 * 16
    for (number, height) in heights.enumerated() {
      attach(
        RuleRecord(x: x, y: -rowAscent, width: width, height: height),
        to: record + number)
    }
  }
}
