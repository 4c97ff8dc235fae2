internal import BookModel
internal import Design
internal import PageBreaking
internal import PageModel
internal import Shaping
internal import Units

/// Tables: columns as wide as their content asks, cells wrapped, three rules, the head
/// said again on every page. One element of the vertical list, a line of it for each row.
extension GalleyMaker {
  /// Thickness of rules in points: at the table's ends and under its head (S. Fear, The
  /// booktabs package, 2020: 0.08 and 0.05 em of 10 pt type).
  static let heavyRule = 0.8
  static let lightRule = 0.5
  /// A table of so many rows or fewer is not parted between pages.
  static let rowsTogether = 8

  /// Baseline to baseline of rows: the grid's, and a note's own.
  var rowPitch: PackedLength { isInNote ? noteLeading : leading }

  /// - Parameters:
  ///   - notes: what is said of it right below it, on the same page.
  ///   - isTitled: its title stands right above it.
  ///   - floats: as pictures do, which it holds side by side.
  func set(
    _ table: Table, notes: ArraySlice<Paragraph> = [], isTitled: Bool = false, floats: Bool = false, in frame: Frame
  ) {
    let head = table.head.filter { row in row.contains { !$0.isEmpty || $0.isCovered } }
    guard let shape = shape(of: table, in: frame) else {
      within(.table, table.source) { setStacked(table, head: head, in: frame) }
      return set(notes: notes, in: frame)
    }
    let start = stick.lines.count
    brokenCell = nil
    defer { warnOfBrokenCell(table) }
    var rows = TableRows()
    /// From the last baseline above a rule down to it.
    let drop = shape.pitch * 2 / 5
    let headLines = within(.table, table.source) {
      let count = addHead(head, of: table, shape, from: start, to: &rows)
      within(.tableBody, table.source) { addBody(of: table, shape, from: start, to: &rows) }
      return count
    }
    guard !rows.lines.isEmpty else { return set(notes: notes, in: frame) }
    rows.lines[rows.lines.count - 1].breakAfter = 0
    func rule(_ thickness: Double, at y: PackedLength) -> RuleRecord {
      RuleRecord(x: shape.left, y: y, width: shape.width, height: PackedLength(thickness * 1024) / 16 * 16)
    }
    let last = rows.lines.count - 1
    var end = rows.heights[last] - shape.pitch - shape.rowGap + drop
    var repeatedRows = 0
    let isGrid = table.form.isGrid
    if isGrid {
      end = rows.heights[last] - rowAscent
      drawGrid(of: head, table.rows, shape, rows, from: start)
    } else if isRuled(table) {
      let heavy = PackedLength(GalleyMaker.heavyRule * 1024)
      attach(rule(GalleyMaker.heavyRule, at: -rowAscent - heavy), to: start)
      if headLines > 0 {
        attach(
          rule(GalleyMaker.lightRule, at: rows.heights[headLines - 1] - shape.pitch), to: start + headLines - 1)
      }
    }
    if headLines > 0, !isInNote { repeatedRows = repeatHead(of: rows, headLines, from: start) }
    if isRuled(table), !isGrid { attach(rule(GalleyMaker.heavyRule, at: end), to: start + last) }
    if !notes.isEmpty { end = add(notes, below: end, of: shape, in: frame, to: &rows) }
    // the rule may stand a third of a row into the white below
    var depth = rows.height(upTo: rows.lines.count - 1) + end + rowAscent - (isGrid ? 0 : rowPitch / 3)
    // between title and table a third of a row, at least
    if isTitled { depth += rowPitch * 2 / 3 }
    append(table, rows, from: start, depth: depth, repeatedRows: repeatedRows, floats: floats && notes.isEmpty)
  }

  func isRuled(_ table: Table) -> Bool { table.isRuled && design[.table].hasRule }

  /// - Returns: records of the stick that it takes.
  private func addHead(
    _ head: [[Table.Cell]], of table: Table, _ shape: TableShape, from start: Int, to rows: inout TableRows
  ) -> Int {
    guard !head.isEmpty else { return 0 }
    begin(.tableHead, table.source)
    defer { end() }
    var beside = Beneath()
    for (index, row) in head.enumerated() {
      let first = rows.lines.count
      rows.heads.append(first)
      add(row, of: table, shape, &beside, to: &rows)
      guard isRuled(table), !table.form.isGrid else { continue }
      // a rule has white of its own, more of it below
      let more = shape.pitch * 2 / 5 - shape.rowGap
      rows.heights[rows.lines.count - 1] += more
      // what reaches over the next row, too, has so much less room
      beside.pass(more)
      guard index < head.count - 1 else { continue }
      underline(row, shape, depth: rows.height(from: first) - shape.pitch, record: start + first)
    }
    let last = rows.lines.count - 1
    // with rows that stand together below it, a head that takes most of a page would have no room on any
    let most = isRepeated(headOf: rows.heights[...]) ? VerticalLine.never : PageEnd.unseemly
    for index in rows.lines.indices where index == last || rows.lines[index].breakAfter < VerticalLine.torn {
      rows.lines[index].breakAfter = most
    }
    return rows.lines.count
  }

  /// Whether a head of such rows stands on each page of its table; one so tall that it leaves little room below it
  /// does not.
  private func isRepeated(headOf heights: ArraySlice<PackedLength>) -> Bool {
    Int((heights.reduce(0, +) + rowPitch - 1).count(of: rowPitch)) <= design.rows / 3
  }

  /// The rows below the head, and where pages may end between them.
  private func addBody(of table: Table, _ shape: TableShape, from start: Int, to rows: inout TableRows) {
    var beside = Beneath()
    if isRepeated(headOf: rows.heights[...]) { beside.head = rows.height(from: 0) }
    let mostBraced = design.rows / 2
    /// The first record of rows that cells hold together.
    var held: Int?
    for (index, row) in table.rows.enumerated() {
      let above = rows.lines.count
      rows.firsts.append(above)
      add(row, index, of: table, shape, &beside, to: &rows)
      for brace in table.braces where brace.rows.contains(index) {
        hold(rows.heights[above...], brace, shape, record: start + above)
      }
      if beside.isHeld {
        held = held ?? above
        continue
      }
      if let first = held { partWhereNotesHaveNoRoom(first..<rows.lines.count, of: beside.begun, in: &rows) }
      held = nil
      beside.begun = []
      let isBraced =
        table.braces.contains { $0.rows.dropLast().contains(index) && $0.rows.count <= mostBraced }
        || rows.labels.contains { index < $0.row + $0.rows - 1 && $0.rows <= mostBraced }
      // nor is the first row of a group left without its others, or the last
      let isEdge = rows.labels.contains { label in
        label.rows > 2 && label.rows <= mostBraced && (index == label.row || index == label.row + label.rows - 2)
      }
      if isEdge, table.rows.count > GalleyMaker.rowsTogether, rows.height(from: above) <= 4 * rowPitch {
        rows.lines[rows.lines.count - 1].breakAfter = VerticalLine.never
        continue
      }
      // the head is not left with one row, nor the last row without the others
      rows.lines[rows.lines.count - 1].breakAfter =
        table.rows.count <= GalleyMaker.rowsTogether || isBraced
        ? PageEnd.unseemly : index == 0 || index == table.rows.count - 2 ? 120_000 : 1_000
    }
  }

  /// Makes one element of a table's rows, which are in the stick.
  /// - Parameters:
  ///   - depth: of all of them, so that text may follow.
  ///   - repeatedRows: of the head. A row more is kept where a page begins inside the table: rows between pages
  ///     take whole rows of the grid only by their sum from the table's head on.
  private func append(
    _ table: Table, _ made: TableRows, from start: Int, depth: PackedLength, repeatedRows: Int, floats: Bool
  ) {
    var rows = made
    var repeated = Int16(clamping: repeatedRows + 1)
    let pitch = rowPitch
    func gridRows(_ height: PackedLength) -> Int32 { max(0, height + pitch - 1).count(of: pitch) }
    let all = max(1, gridRows(depth))
    guard !isInNote else {
      // a note's lines stand as far apart as they ask for
      pendingRows.starts = rows.starts + [rows.height(from: 0)]
      for index in rows.lines.indices {
        rows.lines[index].rows = Int16(clamping: max(1, gridRows(rows.heights[index])))
      }
      return append(.lines, rows.lines, from: start, calls: rows.calls)
    }
    pendingTraits.insert(.standsInWhite)
    // what the grid leaves stands above and below alike
    pendingRows.shift = max(0, all * pitch - depth) / 2
    pendingRows.starts = rows.starts
    pendingRows.labels = rows.labelled
    if table.rows.count <= GalleyMaker.rowsTogether, all <= Int32(design.rows * 2 / 3) {
      // no page ends in it: it is one line of the vertical list
      let notes = rows.lines.reduce(0) { $0 + Int($1.noteRows) }
      for index in stick.attachments.indices where stick.attachments[index].line > start {
        let row = stick.attachments[index].line - start
        stick.attachments[index].move(to: start, down: pendingRows.starts[row])
      }
      stick.lines.removeSubrange((start + 1)...)
      rows.lines = [
        VerticalLine(
          rows: Int16(clamping: all), noteRows: Int16(clamping: notes),
          breakAfter: rows.lines.last?.breakAfter ?? 0)
      ]
      rows.calls = rows.calls.map { (record: start, key: $0.key) }
      if floats {
        // as below any picture, a blank row goes with it
        pendingTraits = pendingTraits.subtracting(.standsInWhite).union(.blankBelow)
        rows.lines[0].rows += 1
        let isSetOff = galley.elements.last?.vertical.kind == .space
        return append(.lines, rows.lines, from: start, calls: rows.calls) {
          ($0.floats, $0.keepsOrder, $0.waitsBehind, $0.leavesWhite) = (true, true, true, isSetOff)
        }
      }
      repeated = 0
    } else {
      var used: Int32 = 0
      for index in rows.lines.indices {
        let end = index == rows.lines.count - 1 ? all : gridRows(pendingRows.starts[index + 1])
        rows.lines[index].rows = Int16(clamping: max(0, end - used))
        used = max(used, end)
      }
    }
    append(.lines, rows.lines, from: start, calls: rows.calls) { $0.repeatedRows = repeated }
  }

  /// Keeps the first word that had to be broken.
  func noteBrokenWord() {
    brokenCell = brokenCell ?? brokenWord
    brokenWord = nil
  }

  func warnOfBrokenCell(_ table: Table) {
    guard let word = brokenCell else { return }
    complaints.diagnostics.append(
      Diagnostic(
        .warning, code: "table-too-wide", "a column of this table is too narrow for \"\(word)\", which is divided",
        help: "take a column out, or set a wider measure or smaller type", source: table.source))
  }

  func lay(_ cell: Table.Cell, column: Int, row: Int?, of table: Table, _ shape: TableShape) -> Apart {
    let isHead = row == nil
    let x = shape.x(ofColumn: column, cell.columns)
    let width = shape.width(ofColumn: column, cell.columns)
    var frame = Frame(style: shape.style, leadingIndent: x, trailingIndent: measure - x - width)
    let shifts = shape.shifts[column]
    if let row, let shifts { frame.trailingIndent += shifts[row] }
    if isHead { frame.style.head(design[.tableHead]) }
    var spec = LineSpec(frame: frame)
    spec.leastWidth = 1024
    spec.isQuiet = true
    brokenWord = nil
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
    let parts = cell.parts
    if parts.isEmpty {
      apart = layApart(cell.inlines, spec: spec, pitch: shape.pitch)
      noteBrokenWord()
    } else {
      var markers: [LineRecord] = []
      eachLine(of: parts, style: frame.style) { line in
        var inner = spec
        inner.frame.style = line.style
        // in a column of a word or two nothing hangs as far as into the next
        let excess = min(max(0, -line.firstIndent), max(0, line.indent - width / 3))
        inner.frame.leadingIndent += line.indent - excess
        inner.firstIndent = line.firstIndent + excess
        inner.placement = line.placement ?? spec.placement
        if line.isMarker { inner.placement = .leading }
        // in the middle nothing hangs
        if inner.placement == .centred, inner.firstIndent < 0 {
          inner.frame.leadingIndent += inner.firstIndent
          inner.firstIndent = 0
        }
        if line.isFigure { figureRoom = figureRoom(width - line.indent) }
        var made = line.inlines.isEmpty ? Apart() : layApart(line.inlines, spec: inner, pitch: shape.pitch)
        figureRoom = nil
        noteBrokenWord()
        if line.isMarker {
          for index in made.lines.indices { made.lines[index].kind = .cellMarker }
          // what had to be divided has lines of its own
          if made.lines.count < 2 {
            markers += made.lines
            return
          }
        }
        apart.append(made, pitch: shape.pitch, gap: line.isApart ? shape.pitch / 3 : 0, beside: markers)
        markers = []
      }
    }
    end()
    // columns keep their order whatever is in them: a line set from the right counts from its column's right
    let isReaching = cell.rows > 1 && !isInNote
    for index in apart.lines.indices {
      apart.lines[index].kind =
        switch (apart.lines[index].kind, isReaching) {
        case (.cellMarker, false): .cellMarker
        case (.cellMarker, true): .reachingMarker
        case (_, false): .cell
        case (_, true): .reachingCell
        }
    }
    for index in apart.lines.indices where !apart.lines[index].flags.contains(.isCentred) {
      align(&apart.lines[index], spec.placement, in: frame, hasFigures: shifts != nil, shape)
    }
    return apart
  }

  /// No row of a table is taller than half a page.
  func figureRoom(_ width: PackedLength) -> (width: PackedLength, height: PackedLength) {
    (max(em, width), Int32(clamping: max(1, design.rows / 2)) * leading)
  }

  /// Moves a cell's line to the edge of its column where its own direction is not the table's.
  private func align(
    _ line: inout LineRecord, _ placement: Placement, in frame: Frame, hasFigures: Bool, _ shape: TableShape
  ) {
    let isBackward = line.flags.contains(.isRightToLeft)
    if placement == .trailing, shape.isLeftward, hasFigures == isBackward {
      // figures stand below each other at the right in any script, and their head above them
      line.x = isBackward ? frame.trailingIndent : frame.leadingIndent
      line.flags.remove(.isTrailing)
    } else if placement == .trailing, isBackward {
      line.x = frame.leadingIndent
    } else if placement == .leading, isBackward || shape.isLeftward {
      line.x += frame.trailingIndent - frame.leadingIndent
      if !isBackward { line.flags.insert(.isTrailing) }
    }
  }

  /// Keeps the head for the pages after the first, as shapes: it is text once.
  /// - Returns: its rows; 0 where it is so tall that it stands on its first page alone.
  private func repeatHead(of rows: TableRows, _ count: Int, from start: Int) -> Int {
    let height = rows.height(upTo: count)
    let gridRows = Int((height + rowPitch - 1).count(of: rowPitch))
    guard isRepeated(headOf: rows.heights[..<count]) else { return 0 }
    var copy = RepeatedHead()
    var y: PackedLength = 0
    for offset in 0..<count {
      for attachment in stick.attachments where attachment.line == start + offset {
        switch attachment.content {
        case .line(var line):
          line.y += y
          copy.lines.append(line.saidAgain)
        case .rule(var rule):
          rule.y += y
          copy.rules.append(rule)
        }
      }
      y += rows.heights[offset]
    }
    pendingRepeat = copy
    pendingRows.headHeight = height
    return gridRows
  }
}

extension Table {
  /// Whether its columns run to the left, where all of its words say that they are of one language; nil where they do not.
  var runsToLeft: Bool? {
    var languages: Set<String?> = []
    Block.table(self).visitText { inlines, _ in
      for inline in inlines {
        guard case .text(let words) = inline.content, words.contains(where: { !$0.isWhitespace }) else { continue }
        languages.insert(inline.style.extras.language)
      }
    }
    guard languages.count == 1, let language = languages.first.flatMap(\.self) else { return nil }
    return LanguageTag.isWrittenLeftwards(language)
  }

  /// It holds pictures side by side, and nothing else.
  var isOfFigures: Bool {
    head.isEmpty && !isRuled && !rows.isEmpty
      && rows.joined().allSatisfy { if case .figure? = $0.blocks.first { true } else { $0.isEmpty || $0.isCovered } }
      && rows[0].contains { if case .figure(let figure)? = $0.blocks.first { figure.image != nil } else { false } }
  }
}
