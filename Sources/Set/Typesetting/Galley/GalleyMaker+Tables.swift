internal import BookModel
internal import PageBreaking
internal import PageDesign
internal import Shaping
internal import Units

/// Tables: columns as wide as their content asks, cells wrapped, three rules, the head
/// said again on every page. One element of the vertical list, a line of it for each row.
extension GalleyMaker {
  /// How much smaller than asked sizes are tried before words are broken, times the text's size.
  private static let smallerBy = [0, 0.05, 0.1, 0.15]
  /// Thickness of rules in points: at the table's ends and under its head (S. Fear, The
  /// booktabs package, 2020: 0.08 and 0.05 em of 10 pt type).
  private static let heavyRule = 0.8
  private static let lightRule = 0.5
  /// A table of fewer rows is not parted between pages.
  private static let rowsTogether = 8

  /// A table's place and proportions. Lengths in 1/1024 pt.
  private struct TableShape {
    // figures of one height and width, that stand under each other
    var style = BlockStyle(hangs: false, features: "lnum=1,tnum=1")
    var widths: [Int32] = []
    var gap: Int32 = 0
    /// From the measure's edge to the first column.
    var left: Int32 = 0
    var pitch: Int32 = 0
    var width: Int32 { widths.reduce(gap * Int32(max(0, widths.count - 1)), +) }
    func x(ofColumn column: Int) -> Int32 { widths.prefix(column).reduce(left + gap * Int32(column), +) }
  }

  /// Baseline to baseline of rows: the grid's, and a note's own.
  private var rowPitch: Int32 { isInNote ? noteLeading : leading }

  func set(_ table: Table, in frame: Frame) {
    let head = table.head.filter { row in row.contains { !$0.isEmpty } }
    guard let shape = shape(of: table, in: frame) else { return setAsLines(table, in: frame) }
    let start = stick.lines.count
    brokenCell = nil
    defer { warnOfBrokenCell(table) }
    var rows: [VerticalLine] = []
    var calls: [(record: Int, key: NoteKey)] = []
    if !head.isEmpty { begin(.tableHead, table.source) }
    for row in head { add(row, of: table, shape, isHead: true, to: &rows, &calls) }
    if !head.isEmpty { end() }
    begin(.tableBody, table.source)
    defer { end() }
    let headLines = rows.count
    for index in rows.indices { rows[index].breakAfter = VerticalLine.never }
    for (index, row) in table.rows.enumerated() {
      add(row, of: table, shape, isHead: false, to: &rows, &calls)
      // the head is not left with one row, nor the last row without the others
      rows[rows.count - 1].breakAfter =
        table.rows.count < GalleyMaker.rowsTogether
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

  private func warnOfBrokenCell(_ table: Table) {
    guard let word = brokenCell else { return }
    complaints.diagnostics.append(
      Diagnostic(
        .warning, code: "table-too-wide", "a column of this table is too narrow for \"\(word)\", which is divided",
        help: "take a column out, or set a wider measure or smaller type", source: table.source))
  }

  // MARK: Rows

  /// Sets one row: a record without text that its cells hang on, so that they follow each
  /// other in reading order however many lines each has.
  private func add(
    _ cells: [[Inline]], of table: Table, _ shape: TableShape, isHead: Bool, to rows: inout [VerticalLine],
    _ calls: inout [(record: Int, key: NoteKey)]
  ) {
    begin(.row, cells.lazy.compactMap(\.first).first?.source ?? table.source)
    defer { end() }
    let record = stick.lines.count
    var laid: [Apart] = []
    var height = 0
    for (column, cell) in cells.prefix(shape.widths.count).enumerated() {
      let apart = lay(cell, column: column, of: table, shape, isHead: isHead)
      height = max(height, apart.lines.last.map { Int($0.y) } ?? 0)
      laid.append(apart)
    }
    let source = cells.lazy.compactMap(\.first).first?.source.offset ?? table.source.offset
    // a row of several lines keeps a tenth of a line from the next
    let wanted = height == 0 ? 1 : (height + Int(rowPitch) + Int(rowPitch) / 10 + Int(rowPitch) - 1) / Int(rowPitch)
    let most = max(2, design.rows / 2)
    if wanted <= most {
      blankRecord(source: source)
      var notes: Int16 = 0
      for apart in laid {
        for line in apart.lines { attach(line, to: record) }
        calls += apart.keys.map { (record: record, key: $0) }
        notes = Int16(clamping: Int(notes) + Int(apart.noteRows))
      }
      rows.append(VerticalLine(rows: Int16(clamping: wanted), noteRows: notes))
      return
    }
    // No page has room for such a row in one piece: it may be parted between any of its
    // lines, which then stand on the grid.
    let lines = laid.map(\.lines.count).max() ?? 0
    for index in 0..<lines {
      blankRecord(source: source)
      for apart in laid where index < apart.lines.count {
        var line = apart.lines[index]
        line.y = 0
        attach(line, to: record + index)
      }
      rows.append(VerticalLine(breakAfter: index == 0 || index == lines - 2 ? 60_000 : 6_000))
    }
    for apart in laid { calls += apart.keys.map { (record: record, key: $0) } }
    rows[rows.count - lines].noteRows = Int16(clamping: laid.reduce(0) { $0 + Int($1.noteRows) })
  }

  private func lay(_ cell: [Inline], column: Int, of table: Table, _ shape: TableShape, isHead: Bool) -> Apart {
    let x = shape.x(ofColumn: column)
    var frame = Frame(style: shape.style, leadingIndent: x, trailingIndent: measure - x - shape.widths[column])
    if isHead { frame.style.head(design[.tableHead]) }
    var spec = LineSpec(frame: frame)
    spec.leastWidth = 1024
    spec.isQuiet = true
    brokenItem = nil
    switch column < table.columns.count ? table.columns[column] : .leading {
    case .leading: spec.placement = .leading
    case .centre: spec.placement = .centred
    case .trailing: spec.placement = .trailing
    }
    var apart = within(isHead ? .headCell : .cell, cell.first?.source ?? table.source) {
      layApart(cell, spec: spec, pitch: shape.pitch)
    }
    if let item = brokenItem, brokenCell == nil { brokenCell = sample(of: paragraph.items[item].word) }
    // columns keep their order whatever is in them: a line set from the right counts from its column's right
    for index in apart.lines.indices { apart.lines[index].kind = .cell }
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

  // MARK: Columns

  /// Nil for more columns than the measure has room for.
  private func shape(of table: Table, in frame: Frame) -> TableShape? {
    let count = max(table.columns.count, (table.head + table.rows).map(\.count).max() ?? 0)
    let room = measure - frame.leadingIndent - frame.trailingIndent
    guard count > 0 else { return nil }
    var shape = TableShape()
    if !hasLiningBold(table) { shape.style.features = "tnum=1" }
    var columns = TableColumns(least: [], natural: [])
    var gaps: Int32 = 0
    let around = isInNote ? resolver.note.scale : 1
    let look = design[.table]
    shape.style.take(look)
    for scale in GalleyMaker.smallerBy.map({ max(max(look.scale - $0, 0.3) * around, design.leastScale) })
    where scale != shape.style.scale || gaps == 0 {
      shape.style.scale = scale
      shape.gap = Int32(Double(em) * scale)
      gaps = shape.gap * Int32(count - 1)
      // what is too wide by a tenth at one size is not measured at the sizes between
      columns = contents(of: table, count: count, style: shape.style)
      if let widths = columns.widths(in: room - gaps) {
        shape.widths = widths
        break
      }
    }
    if shape.widths.isEmpty {
      shape.gap /= 2
      shape.widths = columns.brokenWidths(in: room - shape.gap * Int32(count - 1))
      // three letters to a line are the least that can be called a column
      let least = Int32(Double(em) * shape.style.scale * 3 / 2)
      guard zip(shape.widths, columns.least).allSatisfy({ $0 >= min($1, least) }) else { return nil }
    }
    // in a frame of its own a table begins where the frame does, else it stands in the middle
    let isFramed = frame.leadingIndent > 0
    shape.left = frame.leadingIndent + (isFramed ? 0 : max(0, room - shape.width) / 2)
    shape.pitch = min(rowPitch, Int32((look.leading ?? 1.2) * Double(em) * shape.style.scale))
    return shape
  }

  /// Whether the table's bold cells, if it has any, can have the figures of the others: EB Garamond's bold
  /// face has no lining ones, and a table mixes no figures.
  private func hasLiningBold(_ table: Table) -> Bool {
    let isBold =
      table.head.contains { $0.contains { $0.plainText.utf8.contains { (0x30...0x39).contains($0) } } }
      || table.rows.contains { $0.contains { $0.contains { $0.style.traits.contains(.strong) } } }
    guard isBold else { return true }
    var bold = InlineStyle()
    bold.traits.insert(.strong)
    return shaper.hasFeature("lnum", style: shaper.style(resolver.style(.body, bold)))
  }

  /// Least and natural widths of all columns.
  private func contents(of table: Table, count: Int, style: BlockStyle) -> TableColumns {
    var columns = TableColumns(least: Array(repeating: 0, count: count), natural: Array(repeating: 0, count: count))
    for (index, row) in (table.head + table.rows).enumerated() {
      var style = style
      if index < table.head.count { style.head(design[.tableHead]) }
      for (column, cell) in row.prefix(count).enumerated() where !cell.isEmpty {
        let (least, natural) = widths(of: cell, style: style)
        columns.least[column] = max(columns.least[column], least)
        columns.natural[column] = max(columns.natural[column], natural)
      }
    }
    return columns
  }

  /// Widths of the widest piece that must stay whole and of the widest line.
  func widths(of cell: [Inline], style: BlockStyle) -> (least: Int32, natural: Int32) {
    builder.build(cell, block: style, shaper: shaper, into: &paragraph)
    var (least, natural, line, piece) = (Int32(0), Int32(0), Int32(0), Int32(0))
    var space: Int32 = 0
    for (index, item) in paragraph.items.enumerated() {
      let word = shaper.text.words[Int(item.word)]
      let joint = index == 0 ? .forced : item.joint
      switch joint {
      case .forced: (line, piece) = (word.advance, word.advance)
      case .space, .leader: (line, piece) = (line + space + word.advance, word.advance)
      case .tie, .unwilling: (line, piece) = (line + space + word.advance, piece + space + word.advance)
      case .open, .ideographic: (line, piece) = (line + word.advance, word.advance)
      case .closed: (line, piece) = (line + word.advance, piece + word.advance)
      }
      // a long word with breaks of its own (dashes, addresses) needs no more than its widest part
      let isAlone = piece == word.advance
      least = max(least, isAlone ? shaper.text.widestPiece(of: item.word) : piece)
      natural = max(natural, line)
      space = shaper.text.styles[Int(word.style)].spaceAdvance
    }
    return (least, natural)
  }

  /// The last resort: a row a paragraph, its cells one after the other.
  private func setAsLines(_ table: Table, in frame: Frame) {
    for row in table.head + table.rows {
      var inlines: [Inline] = []
      for cell in row where !cell.isEmpty {
        if !inlines.isEmpty { inlines.append(Inline("\u{A0}\u{B7} ", source: table.source)) }
        inlines += cell
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

extension BlockStyle {
  /// As the cells of a table's head differ from the others.
  fileprivate mutating func head(_ look: ElementLook) {
    (isBold, isItalic) = (look.isBold, look.isItalic)
    letterSpacing += look.letterSpacing
    take(look)
  }
}
