internal import BookModel
internal import PageBreaking
internal import PageDesign
internal import PageModel
internal import Shaping
internal import Units

/// Tables: columns as wide as their content asks, cells wrapped, three rules, the head
/// said again on every page. One element of the vertical list, a line of it for each row.
extension GalleyMaker {
  /// Thickness of rules in points: at the table's ends and under its head (S. Fear, The
  /// booktabs package, 2020: 0.08 and 0.05 em of 10 pt type).
  private static let heavyRule = 0.8
  private static let lightRule = 0.5
  /// A table of so many rows or fewer is not parted between pages.
  private static let rowsTogether = 8

  /// Baseline to baseline of rows: the grid's, and a note's own.
  var rowPitch: Int32 { isInNote ? noteLeading : leading }

  func set(_ table: Table, in frame: Frame) {
    let head = table.head.filter { row in row.contains { !$0.isEmpty || $0.isCovered } }
    guard let shape = shape(of: table, in: frame) else { return setAsLines(table, in: frame) }
    let start = stick.lines.count
    brokenCell = nil
    defer { warnOfBrokenCell(table) }
    var rows: [VerticalLine] = []
    var calls: [(record: Int, key: NoteKey)] = []
    if !head.isEmpty { begin(.tableHead, table.source) }
    var beside = Beneath()
    for (index, row) in head.enumerated() {
      let first = rows.count
      add(row, of: table, shape, &beside, to: &rows, &calls)
      guard table.isRuled, design[.table].hasRule, index < head.count - 1 else { continue }
      underline(row, shape, below: rows[first...], record: start + first)
    }
    if !head.isEmpty { end() }
    begin(.tableBody, table.source)
    defer { end() }
    let headLines = rows.count
    for index in rows.indices { rows[index].breakAfter = VerticalLine.never }
    beside = Beneath()
    let mostBraced = design.rows / 2
    for (index, row) in table.rows.enumerated() {
      let (record, above) = (stick.lines.count, rows.count)
      add(row, index, of: table, shape, &beside, to: &rows, &calls)
      for brace in table.braces where brace.rows.contains(index) {
        hold(rows[above...], brace, shape, record: record)
      }
      if beside.isHeld { continue }
      let isBraced = table.braces.contains { $0.rows.dropLast().contains(index) && $0.rows.count <= mostBraced }
      // the head is not left with one row, nor the last row without the others
      rows[rows.count - 1].breakAfter =
        table.rows.count <= GalleyMaker.rowsTogether || isBraced
        ? PageEnd.unseemly : index == 0 || index == table.rows.count - 2 ? 120_000 : 1_000
    }
    guard !rows.isEmpty else { return }
    rows[rows.count - 1].breakAfter = 0
    func rule(_ thickness: Double, at y: Int32) -> RuleRecord {
      RuleRecord(x: shape.left, y: y, width: shape.width, height: Int32(thickness * 1024) / 16 * 16)
    }
    let heavy = Int32(GalleyMaker.heavyRule * 1024)
    let isRuled = table.isRuled && design[.table].hasRule
    if isRuled { attach(rule(GalleyMaker.heavyRule, at: -rowAscent - heavy), to: start) }
    var repeatedRows = 0
    if headLines > 0 {
      let last = rows[headLines - 1]
      if isRuled {
        attach(rule(GalleyMaker.lightRule, at: Int32(last.rows) * rowPitch - rowAscent), to: start + headLines - 1)
      }
      if !isInNote { repeatedRows = repeatHead(of: rows.prefix(headLines), from: start) }
    }
    if isRuled {
      attach(
        rule(GalleyMaker.heavyRule, at: Int32(rows[rows.count - 1].rows) * rowPitch - rowAscent),
        to: start + rows.count - 1)
    }
    append(
      VerticalElement(
        kind: .lines, settings: [VerticalSetting(lines: rows)], breakBefore: takePageBreak(),
        repeatedRows: Int16(clamping: repeatedRows)),
      records: [start..<start + rows.count], isBox: false, calls: calls)
  }

  /// Keeps the first word that had to be broken, as long as its paragraph is at hand.
  private func noteBrokenWord() {
    defer { brokenItem = nil }
    guard let item = brokenItem, brokenCell == nil else { return }
    brokenCell = sample(of: paragraph.items[item].word)
  }

  private func warnOfBrokenCell(_ table: Table) {
    guard let word = brokenCell else { return }
    complaints.diagnostics.append(
      Diagnostic(
        .warning, code: "table-too-wide", "a column of this table is too narrow for \"\(word)\", which is divided",
        help: "take a column out, or set a wider measure or smaller type", source: table.source))
  }

  // MARK: Rows

  /// Cells that reach over rows below their own: what of them the rows to come must have room for.
  private struct Beneath {
    /// Rows of the grid that are wanted still, and rows of the table that are left to reach over.
    var cells: [(wanted: Int, left: Int)] = []
    /// No page may end here: lines of a cell stand beside what follows.
    var isHeld: Bool { cells.contains { $0.wanted > 0 } }

    /// Rows of the grid that a row must have, for cells that end with it.
    var least: Int { cells.filter { $0.left == 1 }.map(\.wanted).max() ?? 0 }

    mutating func pass(gridRows: Int) { for index in cells.indices { cells[index].wanted -= gridRows } }

    mutating func endRow() {
      for index in cells.indices { cells[index].left -= 1 }
      cells.removeAll { $0.left <= 0 }
    }
  }

  /// Rows of the grid that lines down to `height` (1/1024 pt) take; several lines keep a tenth of a line from
  /// the next row.
  private func gridRows(_ height: Int32) -> Int {
    let pitch = Int(rowPitch)
    return height == 0 ? 1 : (Int(height) + pitch + pitch / 10 + pitch - 1) / pitch
  }

  /// Sets one row: a record without text that its cells hang on, so that they follow each
  /// other in reading order however many lines each has.
  /// - Parameter number: its place among the rows below the head; nil in the head.
  private func add(
    _ cells: [Table.Cell], _ number: Int? = nil, of table: Table, _ shape: TableShape, _ beneath: inout Beneath,
    to rows: inout [VerticalLine], _ calls: inout [(record: Int, key: NoteKey)]
  ) {
    let source = cells.lazy.compactMap(\.source).first ?? table.source
    begin(.row, source)
    defer { end() }
    let record = stick.lines.count
    var laid: [Apart] = []
    let most = max(2, design.rows / 2)
    var wanted = max(1, beneath.least)
    for (column, cell) in cells.prefix(shape.widths.count).enumerated() where !cell.isCovered {
      let apart = lay(cell, column: column, row: number, of: table, shape)
      let height = gridRows(apart.lines.last?.y ?? 0)
      // what is too tall to be kept in one piece is parted with its row
      if cell.rows > 1, height <= most {
        beneath.cells.append((height, cell.rows))
      } else {
        wanted = max(wanted, height)
      }
      laid.append(apart)
    }
    defer { beneath.endRow() }
    // what reaches over rows of the head begins at its top
    let isOnRule = number == nil && beneath.cells.isEmpty
    if wanted <= most {
      blankRecord(source: source.offset)
      var notes: Int16 = 0
      for apart in laid {
        // the cells of a head stand on its rule
        let lowered =
          isOnRule ? Int32(wanted - 1) * rowPitch - (apart.lines.last?.y ?? 0) : 0
        for var line in apart.lines {
          line.y += lowered
          attach(line, to: record)
        }
        calls += apart.keys.map { (record: record, key: $0) }
        notes = Int16(clamping: Int(notes) + Int(apart.noteRows))
      }
      beneath.pass(gridRows: wanted)
      rows.append(
        VerticalLine(
          rows: Int16(clamping: wanted), noteRows: notes, breakAfter: beneath.isHeld ? VerticalLine.never : 0))
      return
    }
    // No page has room for such a row in one piece: it may be parted between any of its
    // lines, which then stand on the grid.
    let lines = max(laid.map(\.lines.count).max() ?? 0, beneath.least)
    for index in 0..<lines {
      blankRecord(source: source.offset)
      for apart in laid where index < apart.lines.count {
        var line = apart.lines[index]
        line.y = 0
        attach(line, to: record + index)
      }
      beneath.pass(gridRows: 1)
      rows.append(
        VerticalLine(
          breakAfter: beneath.isHeld ? VerticalLine.never : index == 0 || index == lines - 2 ? 60_000 : 6_000))
    }
    for apart in laid { calls += apart.keys.map { (record: record, key: $0) } }
    rows[rows.count - lines].noteRows = Int16(clamping: laid.reduce(0) { $0 + Int($1.noteRows) })
  }

  /// A rule below each head that stands over several columns, as wide as these.
  private func underline(
    _ row: [Table.Cell], _ shape: TableShape, below lines: ArraySlice<VerticalLine>, record: Int
  ) {
    let depth = lines.reduce(0) { $0 + Int32($1.rows) } * rowPitch - rowAscent
    for (column, cell) in row.prefix(shape.widths.count).enumerated()
    where cell.columns > 1 && cell.rows == 1 && !cell.isEmpty {
      attach(
        RuleRecord(
          x: shape.x(ofColumn: column), y: depth, width: shape.width(ofColumn: column, cell.columns),
          height: Int32(GalleyMaker.lightRule * 1024) / 16 * 16), to: record)
    }
  }

  /// A rule where a brace stood, as high as its rows and the white between them.
  private func hold(_ lines: ArraySlice<VerticalLine>, _ brace: Table.Brace, _ shape: TableShape, record: Int) {
    guard brace.column > 0, brace.column < shape.widths.count else { return }
    let gap = shape.x(ofColumn: brace.column) - shape.x(ofColumn: brace.column - 1) - shape.widths[brace.column - 1]
    let width = Int32(GalleyMaker.lightRule * 1024) / 16 * 16
    for (number, line) in lines.enumerated() {
      attach(
        RuleRecord(
          x: shape.x(ofColumn: brace.column) - gap / 2, y: -rowAscent, width: width,
          height: Int32(line.rows) * rowPitch), to: record + number)
    }
  }

  private func lay(_ cell: Table.Cell, column: Int, row: Int?, of table: Table, _ shape: TableShape) -> Apart {
    let isHead = row == nil
    let x = shape.x(ofColumn: column)
    let width = shape.width(ofColumn: column, cell.columns)
    var frame = Frame(style: shape.style, leadingIndent: x, trailingIndent: measure - x - width)
    let shifts = shape.shifts[column]
    if let row, let shifts { frame.trailingIndent += shifts[row] }
    if isHead { frame.style.head(design[.tableHead]) }
    var spec = LineSpec(frame: frame)
    spec.leastWidth = 1024
    spec.isQuiet = true
    brokenItem = nil
    // a head over several columns belongs to all of them
    let isOverAll = isHead && cell.columns > 1
    let asked = column < table.columns.count ? table.columns[column] : .leading
    switch isOverAll ? .centre : shifts != nil ? .trailing : asked {
    case .leading: spec.placement = .leading
    case .centre: spec.placement = .centred
    case .trailing: spec.placement = .trailing
    }
    let block = begin(isHead || cell.isHead ? .headCell : .cell, cell.source ?? table.source)
    if cell.columns > 1 || cell.rows > 1 {
      galley.blocks.set(BlockOutline.Span(columns: cell.columns, rows: cell.rows), of: block)
    }
    var apart = Apart()
    if cell.blocks.isEmpty {
      apart = layApart(cell.inlines, spec: spec, pitch: shape.pitch)
      noteBrokenWord()
    } else {
      var marker: LineRecord?
      eachLine(of: cell.blocks, style: frame.style) { line in
        var inner = spec
        inner.frame.style = line.style
        inner.frame.leadingIndent += line.indent
        inner.firstIndent = line.firstIndent
        inner.placement = line.placement ?? spec.placement
        if line.isMarker { inner.placement = .leading }
        let made = layApart(line.inlines, spec: inner, pitch: shape.pitch)
        noteBrokenWord()
        if line.isMarker {
          marker = made.lines.first
          marker?.kind = .marker
          return
        }
        apart.append(made, pitch: shape.pitch, gap: line.isApart ? shape.pitch / 3 : 0, beside: marker)
        marker = nil
      }
    }
    end()
    // columns keep their order whatever is in them: a line set from the right counts from its column's right
    for index in apart.lines.indices where apart.lines[index].kind != .marker {
      apart.lines[index].kind = cell.rows > 1 ? .reachingCell : .cell
    }
    for index in apart.lines.indices where apart.lines[index].flags.contains(.isRightToLeft) {
      if spec.placement == .leading { apart.lines[index].x += frame.trailingIndent - x }
      if spec.placement == .trailing { apart.lines[index].x = x }
    }
    return apart
  }

  /// Keeps the head for the pages after the first, as shapes: it is text once.
  /// - Returns: its rows; 0 where it is so tall that it stands on its first page alone.
  private func repeatHead(of lines: ArraySlice<VerticalLine>, from start: Int) -> Int {
    let rows = lines.reduce(0) { $0 + Int($1.rows) }
    guard rows <= design.rows / 3 else { return 0 }
    var copy = Beside()
    var row: Int32 = 0
    for (offset, line) in lines.enumerated() {
      for attachment in stick.attachments where attachment.line == start + offset {
        switch attachment.content {
        case .line(var line):
          line.y += row * leading
          line.flags.insert(.isShape)
          // said once already
          line.block = .none
          copy.lines.append(line)
        case .rule(var rule):
          rule.y += row * leading
          copy.rules.append(rule)
        }
      }
      row += Int32(line.rows)
    }
    pendingRepeat = copy
    return rows
  }

  /// The last resort: a row a paragraph, its cells one after the other.
  private func setAsLines(_ table: Table, in frame: Frame) {
    for row in table.head + table.rows {
      var inlines: [Inline] = []
      for cell in row where !cell.isEmpty {
        if !inlines.isEmpty { inlines.append(Inline("\u{A0}\u{B7} ", source: table.source)) }
        inlines += cell.inlines
        // its blocks run in
        var isFirst = true
        eachLine(of: cell.blocks, style: frame.style, isSet: false) { line in
          if !isFirst { inlines.append(Inline(" ", source: table.source)) }
          inlines += line.inlines
          isFirst = false
        }
      }
      var inner = frame
      inner.isRagged = true
      inner.indent(leading: em, measure: measure, em: em)
      var spec = LineSpec(frame: inner)
      spec.firstIndentFromLeading = frame.leadingIndent
      within(.row, inlines.first?.source ?? table.source) {
        within(.cell, inlines.first?.source ?? table.source) { _ = add(inlines, spec: spec, kind: .paragraph) }
      }
    }
  }
}
