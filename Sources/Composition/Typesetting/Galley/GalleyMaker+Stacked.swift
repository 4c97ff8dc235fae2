internal import BookModel
internal import Design
internal import PageBreaking
internal import PageModel
internal import Units

/// Tables whose words would have to be broken for their columns: row below row, each cell under the name of its
/// column. The head is text once, before the rows; the names are shapes.
extension GalleyMaker {
  func setStacked(_ table: Table, head: [[Table.Cell]], in frame: Frame) {
    var inner = frame
    inner.isRagged = true
    inner.style.take(design[.table])
    inner.style.scale *= design[.table].scale
    if inner.style.features.isEmpty { inner.style.features = "lnum=1,tnum=1" }
    (brokenCell, brokenWord) = (nil, nil)
    defer { warnOfBrokenCell(table) }
    let names = GalleyMaker.names(of: head)
    let columns = names.isEmpty ? 1 : table.rows.lazy.map { GalleyMaker.shown($0).count }.max() ?? 1
    if !head.isEmpty {
      within(.tableHead, table.source) { stack(head: head, columns, of: table, in: inner) }
    }
    within(.tableBody, table.source) {
      for (index, row) in table.rows.enumerated() {
        // a card a row
        if index > 0, !names.isEmpty, row.count(where: { !$0.isEmpty }) > 3 { space() }
        stack(row, names, columns, isLast: index == table.rows.count - 1, of: table, in: inner)
      }
    }
    complaints.diagnostics.append(
      Diagnostic(
        .note, code: "table-stacked", "this table is too wide for its columns; its rows are set one below the other",
        source: table.source))
  }

  /// The cells that a row shows, with their columns.
  private static func shown(_ row: [Table.Cell]) -> [(offset: Int, element: Table.Cell)] {
    row.enumerated().filter { !$0.element.isEmpty && !$0.element.isCovered }
  }

  /// Lets a row's last cell reach to the end of the longest row: rows are of one length to who hears them
  /// (ISO 14289-1, 7.2).
  private func reach(_ columns: Int, _ block: BlockID) {
    if columns > 1 { galley.blocks.set(BlockOutline.Span(columns: columns, rows: 1), of: block) }
  }

  /// What stands over each column; of heads over several, before the column's own.
  private static func names(of head: [[Table.Cell]]) -> [[Inline]] {
    var names: [[Inline]] = []
    for row in head {
      for (column, cell) in row.enumerated() where !cell.isCovered {
        for place in column..<column + max(1, cell.columns) {
          while names.count <= place { names.append([]) }
          let words = cell.plainText
          guard !words.isEmpty else { continue }
          names[place] += [Inline(names[place].isEmpty ? words : ", " + words)]
        }
      }
    }
    return names
  }

  /// The head as one line, or as many as it takes, between rules.
  private func stack(head: [[Table.Cell]], _ columns: Int, of table: Table, in frame: Frame) {
    for row in head {
      let cells = row.filter { !$0.isEmpty }
      guard let source = cells.first?.source else { continue }
      begin(.row, source)
      defer { end() }
      reach(columns, begin(.headCell, source))
      defer { end() }
      var inlines: [Inline] = []
      for cell in cells {
        if !inlines.isEmpty { inlines.append(Inline("\u{A0}\u{B7} ", source: source)) }
        inlines += words(of: cell, style: frame.style)
      }
      var spec = LineSpec(frame: frame)
      spec.frame.style.head(design[.tableHead])
      spec.placement = .leading
      spec.isQuiet = true
      let start = stick.lines.count
      var made = lay(inlines, spec: spec)
      noteBrokenWord()
      guard made.count > 0 else { continue }
      for line in made.lines.indices { made.lines[line].breakAfter = VerticalLine.never }
      if isRuled(table) {
        attach(stackRule(GalleyMaker.heavyRule, at: -rowAscent - em / 12, in: frame), to: start)
        attach(stackRule(GalleyMaker.lightRule, at: em * 2 / 5, in: frame), to: start + made.count - 1)
      }
      append(.lines, made.lines, from: start, calls: made.calls) { $0.keepWithNext = true }
      space(isKept: true)
    }
  }

  private func stackRule(_ thickness: Double, at y: PackedLength, in frame: Frame) -> RuleRecord {
    RuleRecord(
      x: frame.leadingIndent, y: y, width: measure - frame.leadingIndent - frame.trailingIndent,
      height: PackedLength(thickness * 1024) / 16 * 16)
  }

  /// Cells of a row without a head, one after the other.
  private func run(_ cells: [Table.Cell], in frame: Frame) -> LaidOutLines {
    var inlines: [Inline] = []
    for cell in cells {
      if !inlines.isEmpty {
        inlines.append(Inline("\u{A0}\u{B7} ", source: cell.source ?? cells[0].source ?? .init(offset: 0)))
      }
      inlines += words(of: cell, style: frame.style)
    }
    var spec = LineSpec(frame: frame, placement: .leading)
    spec.frame.indent(leading: em, measure: measure, em: em)
    spec.firstIndentFromLeading = frame.leadingIndent
    spec.isQuiet = true
    let made = lay(inlines, spec: spec)
    noteBrokenWord()
    return made
  }

  /// What a cell says, its blocks run in, and numbers and signs of items with them.
  private func words(of cell: Table.Cell, style: BlockStyle) -> [Inline] {
    var inlines = cell.inlines
    var isBehindMarker = false
    eachLine(of: cell.blocks, style: style, isSet: false, hasMarkers: true) { line in
      guard !line.inlines.isEmpty else { return }
      let space = isBehindMarker ? "\u{A0}" : " "
      if !inlines.isEmpty { inlines.append(Inline(space, source: cell.source ?? SourceLocation(offset: 0))) }
      inlines += line.inlines
      isBehindMarker = line.isMarker
    }
    return inlines
  }

  private func stack(
    _ row: [Table.Cell], _ names: [[Inline]], _ columns: Int, isLast: Bool, of table: Table, in frame: Frame
  ) {
    let cells = GalleyMaker.shown(row)
    guard let source = cells.first?.element.source else { return }
    begin(.row, source)
    defer { end() }
    let start = stick.lines.count
    var lines: [VerticalLine] = []
    var calls: [NoteCall] = []
    if names.isEmpty {
      // nothing says what a cell is: they follow each other, as lines that hang
      let made = within(.cell, source) { run(cells.map(\.element), in: frame) }
      calls += made.calls
      lines += made.lines
    }
    for (column, cell) in cells where !names.isEmpty {
      within(.cell, cell.source ?? source) {
        if column == cells.last?.offset, let block = open.last { reach(columns - cells.count + 1, block) }
        var spec = LineSpec(frame: frame, placement: .leading)
        spec.frame.indent(leading: column == 0 ? em : em * 2, measure: measure, em: em)
        spec.firstIndentFromLeading = frame.leadingIndent + (column == 0 ? 0 : em)
        if column == 0 {
          spec.frame.style.isBold = true
        } else if column < names.count, !names[column].isEmpty {
          name(names[column], &spec, lines: &lines)
        }
        spec.isQuiet = true
        let made = lay(words(of: cell, style: frame.style), spec: spec)
        noteBrokenWord()
        calls += made.calls
        lines += made.lines
      }
    }
    if isLast, isRuled(table), stick.lines.count > start {
      attach(stackRule(GalleyMaker.heavyRule, at: em * 2 / 5, in: frame), to: stick.lines.count - 1)
    }
    let isShort = lines.count <= design.rows / 2
    for index in lines.indices.dropLast() {
      lines[index].breakAfter =
        isShort ? VerticalLine.never : index == 0 || index == lines.count - 2 ? PageEnd.unseemly : 6_000
    }
    append(.lines, lines, from: start, calls: calls)
  }

  /// A column's name before what a cell says, as a shape; on lines of its own where it is long.
  private func name(_ words: [Inline], _ spec: inout LineSpec, lines: inout [VerticalLine]) {
    var own = spec
    own.frame.style.isItalic.toggle()
    let named = words + [Inline(":")]
    let width = widths(of: named, style: own.frame.style).natural + em / 3
    let left = spec.firstIndentFromLeading ?? 0
    let apart = layApart(named, spec: own)
    let isLong = left + width > measure / 2
    let first = stick.lines.count
    if isLong {
      for _ in apart.lines {
        blankRecord(source: 0)
        lines.append(VerticalLine())
      }
      spec.firstIndentFromLeading = spec.frame.leadingIndent
    } else {
      spec.firstIndentFromLeading = left + width
    }
    for (number, var line) in apart.lines.enumerated() {
      line.flags.insert(.isShape)
      line.block = .none
      line.y = 0
      attach(line, to: first + (isLong ? number : 0))
    }
  }
}
