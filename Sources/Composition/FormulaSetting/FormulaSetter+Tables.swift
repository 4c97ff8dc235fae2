package import Formula
internal import MathFont
package import Units

extension FormulaSetter {
  /// A table with its middle on the axis.
  mutating func table(_ table: FormulaTable, _ style: Style) -> FormulaBox {
    onAxis(stacked(lines(of: table, style)), style)
  }

  /// A table's rows, set and of one width, with the room between them.
  package struct Line {
    package var box: FormulaBox
    /// From its box's foot to the next one's head.
    package var gap: Length
    package var tag: FormulaTag?
    /// Where relations of an alignment stand: room for a line's rest to be set in.
    package var indent = Length.zero
  }

  /// One below the other; the baseline is the foot.
  private func stacked(_ lines: [Line]) -> FormulaBox {
    var whole = FormulaBox()
    var heights: [Length] = []
    var total = Length.zero
    for (index, line) in lines.enumerated() {
      total += line.box.extent
      heights.append(total)
      if index + 1 < lines.count { total += line.gap }
    }
    whole.height = total
    for (index, line) in lines.enumerated() {
      whole.add(line.box, x: .zero, y: total - heights[index] + line.box.depth)
      whole.width = max(whole.width, line.box.width)
    }
    return whole
  }

  package mutating func lines(of table: FormulaTable) -> [Line] { lines(of: table, Style(level: .display)) }

  mutating func lines(of table: FormulaTable, _ outer: Style) -> [Line] {
    let look = TableSpacing(table.kind)
    let style = Style(level: look.style ?? max(.script, outer.level), isCramped: look.isCramped)
    let rule = ems(0.03985)
    var cells: [[FormulaBox]] = []
    for row in table.rows {
      cells.append(
        row.cells.enumerated().map { column, cell in
          // behind `&` an alignment's relation follows an empty part, and so has its space
          let isSecond = table.kind == .aligned && table.alignments.isEmpty && column % 2 == 1
          return box(of: isSecond ? .row([.empty] + FormulaSetter.parts(cell)) : cell, style)
        })
    }
    let count = cells.map(\.count).max() ?? 0
    var widths = Array(repeating: Length.zero, count: count)
    for (index, row) in cells.enumerated() {
      let spans = table.rows[index].spans
      for (column, cell) in row.enumerated() where !spans.contains(where: { $0.column == column && $0.count > 1 }) {
        widths[column] = max(widths[column], cell.width)
      }
    }
    // what is wider than its columns widens the last of them, as TeX has it
    func room(of span: FormulaTable.Span) -> Length {
      let columns = (span.column..<span.column + span.count).clamped(to: 0..<count)
      return columns.reduce(.zero) {
        $0 + widths[$1] + ($1 == columns.lowerBound ? .zero : gap(before: $1, table, look))
      }
    }
    for (index, row) in table.rows.enumerated() {
      for span in row.spans where span.count > 1 && !span.isDotted {
        let missing = cells[index][span.column].width - room(of: span)
        if missing > .zero { widths[min(count, span.column + span.count) - 1] += missing }
      }
    }
    // where each column begins
    var starts: [Length] = []
    var x = table.kind == .array ? ems(look.between / 2) : .zero
    for column in 0..<count {
      if column > 0 { x += gap(before: column, table, look) }
      starts.append(x)
      x += widths[column]
    }
    if table.kind == .array { x += ems(look.between / 2) }
    let strut = (height: leading.scaled(by: 0.7 * look.stretch), depth: leading.scaled(by: 0.3 * look.stretch))
    var lines: [Line] = []
    for (index, row) in cells.enumerated() {
      var line = FormulaBox(width: x)
      if look.hasStruts { (line.height, line.depth) = strut }
      for (column, cell) in row.enumerated() {
        let span = table.rows[index].spans.first { $0.column == column }
        let free = span.map { room(of: $0) } ?? widths[column]
        let cell = span?.isDotted == true ? dots(free, style) : cell
        let room = free - cell.width
        let shift: Length =
          switch span?.alignment ?? alignment(column, index, of: table) {
          case .left: .zero
          case .centre: Length(units: room.units / 2)
          case .right: room
          }
        line.add(cell, x: starts[column] + shift)
        line.reach(cell)
      }
      let source = table.rows[index]
      line.depth += ems(source.spaceBelow)
      lines.append(
        Line(box: line, gap: .zero, tag: source.tag, indent: starts.count > 1 ? starts[1] : .zero))
    }
    for index in lines.indices.dropLast() {
      lines[index].gap = distance(lines[index].box, lines[index + 1].box, look, style)
    }
    return ruled(lines, table, starts, widths, rule, look)
  }

  /// A row of dots as wide as so much.
  private func dots(_ width: Length, _ style: Style) -> FormulaBox {
    var row = FormulaBox(width: width)
    guard let dot = glyph(".", style) else { return row }
    let one = box(glyph: dot, text: ".", at: em(style))
    let step = one.width + mu(6, style)
    guard step > .zero else { return row }
    let count = max(1, min(500, width.units / step.units))
    let start = Length(units: (width.units - step.units * count) / 2) + mu(3, style)
    for index in 0..<count { row.add(one, x: start + step * index) }
    row.reach(one)
    return row
  }

  static func parts(_ node: FormulaNode) -> [FormulaNode] {
    if case .row(let nodes) = node { return nodes }
    return [node]
  }

  private func alignment(_ column: Int, _ row: Int, of table: FormulaTable) -> FormulaTable.Alignment {
    switch table.kind {
    case .aligned where table.alignments.isEmpty: return column % 2 == 0 ? .right : .left
    case .multline: return row == 0 ? .left : row == table.rows.count - 1 ? .right : .centre
    default: return column < table.alignments.count ? table.alignments[column] : table.alignments.last ?? .centre
    }
  }

  private func gap(before column: Int, _ table: FormulaTable, _ look: TableSpacing) -> Length {
    if table.kind == .aligned, table.alignments.isEmpty { return column % 2 == 1 ? .zero : ems(1) }
    return ems(look.between)
  }

  /// Between the foot of a line and the head of the next.
  private func distance(_ upper: FormulaBox, _ lower: FormulaBox, _ look: TableSpacing, _ style: Style) -> Length {
    if look.hasStruts {
      guard look.opens else { return .zero }
      // a line that is taller than its strut has a little more
      let isTall = upper.depth + lower.height > leading.scaled(by: 1.005)
      return ems(isTall ? 0.39851 : 0.29888)
    }
    // TeX's `\substack`: by the font's own distances
    let skip = constant(.stackTopShiftUp, style) + constant(.stackBottomShiftDown, style)
    let least = constant(.stackGapMin, style)
    return max(skip - upper.depth - lower.height, least)
  }

  /// Draws a table's rules; those across take their own thickness.
  private func ruled(
    _ lines: [Line], _ table: FormulaTable, _ starts: [Length], _ widths: [Length], _ rule: Length, _ look: TableSpacing
  ) -> [Line] {
    let hasAcross = table.rulesBelow > 0 || table.rows.contains { $0.rules > 0 }
    guard hasAcross || !table.rules.isEmpty, let width = lines.first?.box.width else { return lines }
    var lines = lines
    for index in lines.indices {
      let spans = table.rows[index].spans
      for (column, count) in table.rules.enumerated()
      where count > 0 && !spans.contains(where: { $0.column < column && column < $0.column + $0.count }) {
        let x: Length
        if column == 0 {
          x = .zero
        } else if column < starts.count {
          x = starts[column] - ems(look.between / 2) - rule.half
        } else {
          x = width - rule
        }
        let box = lines[index].box
        for step in 0..<min(count, 4) {
          lines[index].box.rules.append(
            FormulaBox.Rule(x: x + (2 * step) * rule, y: -box.depth, width: rule, height: box.extent))
        }
      }
      for step in 0..<min(table.rows[index].rules, 4) {
        let gap = step > 0 ? ems(0.2) : .zero
        lines[index].box.rules.append(
          FormulaBox.Rule(x: .zero, y: lines[index].box.height + gap, width: width, height: rule))
        lines[index].box.height += rule + gap
      }
    }
    if table.rulesBelow > 0, let last = lines.indices.last {
      lines[last].box.depth += rule
      lines[last].box.rules.append(FormulaBox.Rule(x: .zero, y: -lines[last].box.depth, width: width, height: rule))
    }
    return lines
  }
}

/// How TeX sets each kind of table. Lengths in ems.
private struct TableSpacing {
  /// Nil for a script.
  var style: FormulaStyle? = .text
  /// Between two columns.
  var between = 0.99626
  var stretch = 1.0
  var hasStruts = true
  /// Lines stand further apart (`\openup\jot`).
  var opens = false
  var isCramped = false

  init(_ kind: FormulaTable.Kind) {
    switch kind {
    case .matrix, .array: break
    case .smallMatrix: (style, between, hasStruts) = (nil, 0.5, false)
    case .cases: (between, stretch) = (1, 1.2)
    case .displayedCases: (style, between, stretch) = (.display, 1, 1.2)
    case .aligned, .gathered, .multline: (style, opens) = (.display, true)
    case .substack: (style, hasStruts, isCramped) = (nil, false, true)
    }
  }
}
