internal import BookModel
internal import Design
internal import Shaping
internal import Units

/// How wide a table's columns are, at the size that lets words stay whole.
extension GalleyMaker {
  /// How much smaller than asked sizes are tried before words are broken, times the text's size.
  private static let smallerBy = [0, 0.05, 0.1, 0.15, 1]
  /// Smaller type than of so many points is no help to a table.
  private static let leastPoints = 7.5

  /// A table's place and proportions. Lengths in 1/1024 pt.
  struct TableShape {
    // figures of one height and width, that stand under each other
    var style = BlockStyle(hangs: false, features: "lnum=1,tnum=1")
    var widths: [PackedLength] = []
    var gap: PackedLength = 0
    /// From the measure's edge to the first column.
    var left: PackedLength = 0
    var pitch: PackedLength = 0
    /// White between rows beyond their own lines' distance: the same under a row of one line and of many.
    var rowGap: PackedLength = 0
    /// Between a form's rules and the words in its cells, above and below.
    var pad: PackedLength = 0
    /// Of columns of figures: how far each row's stand from the column's end, so that their points do not.
    var shifts: [Int: [PackedLength]] = [:]
    /// The same, were each cell one line.
    var natural: PackedLength = 0
    var width: PackedLength { widths.reduce(gap * Int32(max(0, widths.count - 1)), +) }
    /// The first column is the rightmost.
    var isLeftward = false
    /// Where a column begins at the left, with those behind it, so many in all.
    func x(ofColumn column: Int, _ count: Int = 1) -> PackedLength {
      let before = widths.prefix(column).reduce(gap * Int32(column), +)
      return left + (isLeftward ? width - before - width(ofColumn: column, count) : before)
    }
    /// Of a column and those behind it, so many in all.
    func width(ofColumn column: Int, _ count: Int) -> PackedLength {
      let columns = widths.dropFirst(column).prefix(count)
      return columns.reduce(gap * Int32(max(0, columns.count - 1)), +)
    }
  }

  /// Nil where words of a cell would have to be broken though the type is as small as it may be.
  func shape(of table: Table, in frame: Frame) -> TableShape? {
    let count = max(table.columns.count, (table.head + table.rows).map(\.count).max() ?? 0)
    let room = measure - frame.leadingIndent - frame.trailingIndent
    guard count > 0 else { return nil }
    var shape = TableShape()
    if !hasLiningBold(table) { shape.style.features = "tnum=1" }
    var columns = TableColumns(least: [], natural: [])
    var gaps: PackedLength = 0
    let around = isInNote ? resolver.note.scale : 1
    let look = design[.table]
    shape.style.take(look)
    let least = max(GalleyMaker.leastPoints / design.size.points, design.leastScale)
    // between a form's outer rules and its words there is room, too
    let form = table.form
    let gapCount = Int32(form.isGrid ? count : count - 1)
    for scale in GalleyMaker.smallerBy.map({ max((look.scale - min($0, look.scale)) * around, min(least, look.scale)) })
    where scale != shape.style.scale || gaps == 0 {
      shape.style.scale = scale
      shape.gap = PackedLength(Double(em) * scale)
      gaps = shape.gap * gapCount
      // what is too wide by a tenth at one size is not measured at the sizes between
      shape.shifts = shifts(of: table, count: count, style: shape.style)
      columns = contents(of: table, count: count, shape)
      if let widths = columns.widths(in: room - gaps, shares: form.shares) ?? columns.widths(in: room - gaps) {
        shape.widths = widths
        break
      }
    }
    if shape.widths.isEmpty {
      // closer columns are better than none; of what stands between them a cell over several has less now
      shape.gap = shape.gap / 2
      columns = contents(of: table, count: count, shape)
      let left = room - shape.gap * gapCount
      guard let widths = columns.widths(in: left) ?? (count == 1 ? columns.brokenWidths(in: left) : nil) else {
        return nil
      }
      shape.widths = widths
    }
    shape.natural = columns.natural.reduce(shape.gap * Int32(count - 1), +)
    // in a frame of its own a table begins where the frame does, else it stands in the middle
    let isFramed = frame.leadingIndent > 0
    let outer = form.isGrid ? shape.gap : 0
    let indent = frame.leadingIndent + (isFramed ? 0 : max(0, room - shape.width - outer) / 2) + outer / 2
    shape.isLeftward = table.runsToLeft ?? resolver.isRightToLeft
    shape.left = shape.isLeftward ? measure - indent - shape.width : indent
    shape.pitch = min(rowPitch, PackedLength((look.leading ?? 1.2) * Double(em) * shape.style.scale))
    let goesOver = (table.head + table.rows).contains { row in
      row.contains { cell in !cell.parts.isEmpty || cell.inlines.contains { $0.content == .lineBreak } }
    }
    shape.rowGap = rowPitch - shape.pitch
    if goesOver || zip(columns.natural, shape.widths).contains(where: >) {
      shape.rowGap = max(shape.rowGap, shape.pitch * 2 / 5)
    }
    if form.isGrid {
      shape.pad = shape.pitch / 3
      shape.rowGap = 2 * shape.pad
    }
    return shape
  }

  /// Whether the table's bold cells, if it has any, can have the figures of the others: EB Garamond's bold
  /// face has no lining ones, and a table mixes no figures.
  private func hasLiningBold(_ table: Table) -> Bool {
    let isBold =
      table.head.contains { $0.contains { $0.plainText.utf8.contains { (0x30...0x39).contains($0) } } }
      || table.rows.contains { $0.contains { $0.inlines.contains { $0.style.traits.contains(.strong) } } }
    guard isBold else { return true }
    var bold = InlineStyle()
    bold.traits.insert(.strong)
    return shaper.hasFeature("lnum", style: shaper.style(resolver.style(.body, bold)))
  }

  /// Least and natural widths of all columns.
  private func contents(of table: Table, count: Int, _ shape: TableShape) -> TableColumns {
    var columns = TableColumns(least: Array(repeating: 0, count: count), natural: Array(repeating: 0, count: count))
    /// Cells over several columns, which share out what they want beyond these.
    var wide: [(columns: Range<Int>, least: PackedLength, natural: PackedLength)] = []
    for (index, row) in (table.head + table.rows).enumerated() {
      var style = shape.style
      if index < table.head.count { style.head(design[.tableHead]) }
      for (column, cell) in row.prefix(count).enumerated() where !cell.isEmpty {
        let (least, natural) = widths(of: cell, style: style)
        if cell.columns > 1 {
          wide.append((column..<min(column + cell.columns, count), least, natural))
          continue
        }
        let shift = index < table.head.count ? 0 : shape.shifts[column]?[index - table.head.count] ?? 0
        columns.least[column] = max(columns.least[column], least + shift)
        columns.natural[column] = max(columns.natural[column], natural + shift)
      }
    }
    for cell in wide.sorted(by: { $0.columns.count < $1.columns.count }) {
      columns.widen(cell.columns, least: cell.least, natural: cell.natural, gap: shape.gap)
    }
    return columns
  }

  /// How far the figures of each column of figures are moved in; centred columns stay as they are asked for.
  private func shifts(of table: Table, count: Int, style: BlockStyle) -> [Int: [PackedLength]] {
    var shifts: [Int: [PackedLength]] = [:]
    for column in 0..<count where column >= table.columns.count || table.columns[column] != .centre {
      let cells = table.rows.map { column < $0.count ? $0[column] : Table.Cell() }
      guard cells.allSatisfy({ $0.blocks.isEmpty && $0.columns == 1 && $0.rows == 1 && !$0.isCovered }),
        let figures = FigureColumn(cells.map(\.plainText)) ?? FigureColumn(whole: cells.map(\.plainText))
      else { continue }
      let tails = cells.map { cell -> PackedLength in
        let tail = figures.tail(of: cell.plainText)
        return tail.isEmpty ? 0 : widths(of: [Inline(tail)], style: style).natural
      }
      let widest = tails.max() ?? 0
      shifts[column] = tails.map { widest - $0 }
    }
    return shifts
  }

  private func widths(of cell: Table.Cell, style: BlockStyle) -> (least: PackedLength, natural: PackedLength) {
    let parts = cell.parts
    if parts.isEmpty { return widths(of: cell.inlines, style: style) }
    var found = (least: PackedLength(0), natural: PackedLength(0))
    // only the measure is wanted: what stands in them is noted when they are set
    eachLine(of: parts, style: style, isSet: false) { line in
      if line.isFigure { figureRoom = figureRoom(measure) }
      var (least, natural) = widths(of: line.inlines, style: line.style)
      // a picture is no larger than its column
      if line.isFigure { (figureRoom, least) = (nil, min(least, em * 5)) }
      let indent = line.indent + max(0, line.firstIndent)
      found.least = max(found.least, least + indent)
      // behind a break a line hangs
      let isBroken = line.inlines.contains { $0.content == .lineBreak }
      found.natural = max(found.natural, natural + (isBroken ? indent : line.indent + line.firstIndent))
    }
    return found
  }

  /// Widths of the widest piece that must stay whole and of the widest line.
  func widths(of cell: [Inline], style: BlockStyle) -> (least: PackedLength, natural: PackedLength) {
    builder.build(cell, block: style, shaper: shaper, into: &paragraph)
    var (least, natural, line, piece) = (PackedLength(0), PackedLength(0), PackedLength(0), PackedLength(0))
    for (index, item) in paragraph.items.enumerated() {
      let word = shaper.text.words[Int(item.word)]
      let joint = index == 0 ? .forced : item.joint
      let hasSpace = joint.isSpace || joint == .leader
      let width = PackedLength(units: word.advance)
      let isGap = joint == .scripts || joint == .scriptsTied
      let gap = isGap ? Glue.scripts(shaper.text.em(between: paragraph.items[index - 1].word, and: item.word)).space : 0
      let space = PackedLength(
        units: isGap ? gap : hasSpace ? shaper.text.space(between: paragraph.items[index - 1].word, and: item.word) : 0)
      switch joint {
      case .forced: (line, piece) = (width, width)
      case .space, .leader, .scripts: (line, piece) = (line + space + width, width)
      case .tie, .unwilling, .scriptsTied: (line, piece) = (line + space + width, piece + space + width)
      case .open, .ideographic: (line, piece) = (line + width, width)
      case .closed: (line, piece) = (line + width, piece + width)
      }
      // a long word with breaks of its own (dashes, addresses) needs no more than its widest part
      let isAlone = piece == width
      least = max(least, isAlone ? PackedLength(units: shaper.text.widestPiece(of: item.word)) : piece)
      natural = max(natural, line)
    }
    return (least, natural)
  }
}

extension BlockStyle {
  /// As the cells of a table's head differ from the others.
  mutating func head(_ look: ElementLook) {
    (isBold, isItalic) = (look.isBold, look.isItalic)
    letterSpacing += look.letterSpacing
    take(look)
  }
}
