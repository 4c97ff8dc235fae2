internal import Design
internal import PageBreaking
internal import Units

/// Turns broken pages into page records: copies the chosen lines, gives each its
/// height on the page, puts notes at the foot.
struct PagePlacer {
  private let design: PageDesign
  let leading: PackedLength
  let noteLeading: PackedLength
  let measure: PackedLength
  let hasNoteRule: Bool
  /// Thickness of the rule over notes, 0.4 pt in 1/1024 pt.
  private static let noteRule: PackedLength = 410
  /// Of a rule between columns, a quarter of a point.
  private static let columnRule: PackedLength = 256
  /// Glue ratio of a space twice its natural width.
  static let looseRatio: Float = 2

  init(design: PageDesign) {
    self.design = design
    leading = PackedLength(clamping: design.leading)
    noteLeading = design.noteLeading
    hasNoteRule = design[.note].hasRule
    measure = PackedLength(clamping: design.measure)
  }

  /// Appends a chapter's pages to the list.
  /// - Parameters:
  ///   - chapters: those of the list that the galley's sections are.
  ///   - folio: printed number of the chapter's first page.
  ///   - table: which word table the galley's items count in.
  func place(
    _ broken: [BrokenPage], of galley: Galley, chapters: [Int32], folio: Int32, table: UInt16, file: UInt16,
    into list: inout PageList
  ) {
    let base = Shift(items: UInt32(list.items.count), blocks: list.add(galley.blocks))
    list.items += galley.items
    list.pictures += galley.pictures.lazy.map { $0.moved(by: base) }
    list.rubies += galley.rubies.lazy.map { $0.moved(by: base) }
    list.links += galley.links.lazy.map { $0.moved(by: base) }
    var notes = NoteQueue()
    var margin = MarginColumn(leading: leading, noteLeading: noteLeading)
    let hasMargin = galley.notes.contains(where: \.isInMargin)
    for (number, page) in broken.enumerated() {
      let (start, firstRule) = (list.lines.count, list.rules.count)
      notes.beginPage()
      let isContinued = notes.isContinued
      let lastRow = page.pieces.last.map { lastRowOf($0, galley) } ?? 0
      var placed = 0
      func placePieces(upTo end: Int) {
        for piece in page.pieces[placed..<end] {
          if galley.elements[piece.element].isBox {
            placeBox(piece, on: page, lastRow: lastRow, base, galley, &notes, &list)
          } else {
            placeLines(piece, on: page, base, galley, &notes, &list)
          }
        }
        placed = end
      }
      for (band, columns) in page.bands.enumerated() {
        // what is called above the columns waits for the foot of the page
        placePieces(upTo: page.pieces[placed...].firstIndex { $0.column != nil } ?? page.pieces.count)
        notes.enterColumns()
        placeRules(between: columns, galley, &list)
        for (index, column) in columns.columns.enumerated() {
          let goesOn = notes.isContinued
          let end = page.pieces[placed...].firstIndex { $0.column != index || $0.band != band } ?? page.pieces.count
          placePieces(upTo: end)
          if notes.isEmpty { continue }
          let rows = Int32(column.noteRows) * leading
          placeNotes(
            notes.take(rows: rows, height: column.carriedNoteRows > 0 ? rows : nil, leading: noteLeading),
            foot: columns.rowsAbove + column.height,
            isContinued: goesOn, in: seat(ofColumn: index, columns, galley), base, galley, notes, &list)
        }
        notes.leaveColumns()
      }
      placePieces(upTo: page.pieces.count)
      if !galley.boxes.isEmpty { placeBoxes(on: page, galley, at: firstRule, &list) }
      if !notes.isEmpty {
        let goesOn = page.carriedNoteRows > 0 && number < broken.count - 1
        let rows = Int32(page.noteRows) * leading
        let lines = notes.take(rows: rows, height: goesOn ? rows : nil, leading: noteLeading)
        placeNotes(
          lines, foot: max(page.height, lastRow + 1), isContinued: isContinued,
          in: Seat(leading: leading, width: measure), base, galley, notes, &list)
      }
      if hasMargin { placeMargin(of: page, base, galley, notes, &margin, &list) }
      var record = PageRecord(
        kind: .text, isRecto: page.side == .recto, folio: folio + Int32(number), lines: start..<list.lines.count,
        rules: firstRule..<list.rules.count, chapter: chapter(of: page, chapters, galley), table: table, file: file)
      record.isOpener = number == 0
      record.isPlate = page.pieces.contains { galley.elements[$0.element].traits.contains(.isPlate) }
      list.pages.append(record)
    }
  }

  /// The chapter that a page shows: the one that goes on at its head, or begins there.
  private func chapter(of page: BrokenPage, _ chapters: [Int32], _ galley: Galley) -> Int32 {
    guard chapters.count > 1, let first = page.pieces.first?.element else { return chapters.first ?? -1 }
    return chapters[galley.openings.lastIndex { $0 <= first } ?? 0]
  }

  /// Where lines of a piece stand: a row's baseline, and what they count from.
  private struct Seat {
    var top: PackedLength = 0
    var leading: PackedLength
    var column = ColumnPlace.whole
    /// Of the column's left edge.
    var left: PackedLength = 0
    var width: PackedLength

    func y(ofRow row: Int) -> PackedLength { top + Int32(row) * leading }
  }

  private func seat(of piece: PlacedPiece, on page: BrokenPage, _ galley: Galley) -> Seat {
    guard let index = piece.column else { return Seat(leading: leading, width: measure) }
    return seat(ofColumn: index, page.bands[piece.band], galley)
  }

  private func seat(ofColumn index: Int, _ band: ColumnBand, _ galley: Galley) -> Seat {
    let shape = galley.columns[band.region].shape
    let column = ColumnPlace(index, of: shape.count)
    return Seat(
      top: Int32(band.rowsAbove) * leading, leading: shape.leading, column: column,
      left: PackedLength(clamping: design.column(column).start), width: shape.measure)
  }

  /// Hairlines in the middle of the white between columns of text.
  private func placeRules(between band: ColumnBand, _ galley: Galley, _ list: inout PageList) {
    let region = galley.columns[band.region]
    guard design.hasColumnRule, !region.isIndex, band.columns.count > 1 else { return }
    let rows = band.columns.map(\.height).max() ?? 0
    let seats = band.columns.indices.map { seat(ofColumn: $0, band, galley) }.sorted { $0.left < $1.left }
    for (left, right) in zip(seats, seats.dropFirst()) {
      list.rules.append(
        RuleRecord(
          x: (left.left + left.width + right.left - PagePlacer.columnRule) / 2,
          y: left.top - leading * 2 / 3, width: PagePlacer.columnRule,
          // from the first row's ascenders to the last one's baseline
          height: Int32(rows - 1) * leading + leading * 2 / 3))
    }
  }

  /// All lines of an element that is not parted.
  private func placeBox(
    _ piece: PlacedPiece, on page: BrokenPage, lastRow: Int, _ base: Shift, _ galley: Galley, _ notes: inout NoteQueue,
    _ list: inout PageList
  ) {
    let element = galley.elements[piece.element]
    let setting = element.settings[piece.setting]
    var seat = seat(of: piece, on: page, galley)
    let row = piece.row + blankRow(below: piece, on: page, of: galley)
    // an item's number beside its first line, too
    if piece.row > 0, element.traits.contains(.isLowered) { seat.top += leading * 3 / 10 }
    seat.top -= lift(of: piece, on: page, galley)
    for index in setting.lines.indices {
      place(setting.attachments(of: index), row: row, seat, base, galley, notes, &list)
      var line = setting.lines[index]
      line.y += seat.y(ofRow: row)
      line.column = seat.column
      if line.flags.contains(.onlyAtEdge), piece.row > 0, piece.row < lastRow { line.flags.insert(.isHidden) }
      for call in setting.calls(of: index) { notes.call(call.note, of: galley) }
      append(line, base, galley, notes, &list)
    }
  }

  /// How far a heading rises into white that grew so that its page ends level: a third of that stands below it
  /// then, and no heading of the spread looks much farther from the text above it than the others.
  private func lift(of piece: PlacedPiece, on page: BrokenPage, _ galley: Galley) -> PackedLength {
    guard piece.element > 0, piece.column == nil, galley.elements[piece.element].vertical.keepWithNext,
      !galley.elements[piece.element].traits.contains(.headsBox),
      galley.elements[piece.element - 1].vertical.kind == .space,
      let above = page.pieces.last(where: { $0.column == nil && $0.row < piece.row }),
      above.element == piece.element - 2,
      let natural = galley.elements[piece.element - 1].vertical.settings.first?.lines.first?.rows
    else { return 0 }
    let grown = piece.row - lastRowOf(above, galley) - 1 - Int(natural)
    return grown > 0 ? Int32(grown) * leading / 3 : 0
  }

  /// How far a block moves down so that white which grew on one side of it, for its page to end level, is
  /// shared by both: no reader sees a row more above code than below it.
  private func balance(of piece: PlacedPiece, on page: BrokenPage, _ galley: Galley) -> PackedLength {
    let index = piece.element
    let element = galley.elements[index]
    guard element.traits.contains(.standsInWhite), piece.column == nil, index > 1, index + 2 < galley.elements.count,
      piece.lines == element.vertical.settings[piece.setting].lines.indices,
      let natural = white(galley.elements[index - 1]), natural == white(galley.elements[index + 1]),
      !galley.elements[index + 2].vertical.keepWithNext,
      let above = page.pieces.last(where: { $0.element == index - 2 && $0.column == nil }),
      let below = page.pieces.first(where: { $0.element == index + 2 && $0.column == nil }),
      below.lines.lowerBound == 0
    else { return 0 }
    let over = piece.row - lastRowOf(above, galley) - 1
    let under = below.row - lastRowOf(piece, galley) - 1
    // what is called for elsewhere on the page leaves more
    guard min(over, under) >= natural, max(over, under) <= natural + 2 else { return 0 }
    return Int32(under - over) * leading / 2
  }

  /// Rows of the white that an element is, as it stands by itself.
  private func white(_ element: GalleyElement) -> Int? {
    guard element.vertical.kind == .space else { return nil }
    return element.vertical.settings.first?.lines.first.map { Int($0.rows) }
  }

  /// Shades and rules behind what stands on the page of call-outs, under all other rules.
  private func placeBoxes(on page: BrokenPage, _ galley: Galley, at first: Int, _ list: inout PageList) {
    var rules = placeBoxes(among: page.pieces.filter { $0.column == nil }, on: page, galley)
    for (number, band) in page.bands.enumerated() {
      for column in band.columns.indices {
        let seat = seat(ofColumn: column, band, galley)
        rules += placeBoxes(among: page.pieces.filter { $0.column == column && $0.band == number }, on: page, galley)
          .map { rule in
            var rule = rule
            (rule.x, rule.y) = (rule.x + seat.left, rule.y + seat.top)
            return rule
          }
      }
    }
    list.rules.insert(contentsOf: rules, at: first)
  }

  /// - Parameter all: pieces that stand below each other.
  /// - Returns: rules whose places count from the head of these.
  private func placeBoxes(among all: [PlacedPiece], on page: BrokenPage, _ galley: Galley) -> [RuleRecord] {
    var rules: [RuleRecord] = []
    var outer: [(elements: Range<Int>, extent: Range<PackedLength>)] = []
    for box in galley.boxes.sorted(by: { $0.elements.count > $1.elements.count }) {
      let pieces = all.filter { box.elements.contains($0.element) }
      guard let top = pieces.first, let foot = pieces.last else { continue }
      let last = galley.elements[foot.element]
      // the blank row below a picture is none of the box's, unless it stands above it
      let isBlank = last.traits.contains(.blankBelow) && blankRow(below: foot, on: page, of: galley) == 0
      let row = lastRowOf(foot, galley) - (isBlank ? 1 : 0)
      let isEnd =
        foot.element == box.elements.upperBound - 1
        && foot.lines.upperBound == last.vertical.settings[foot.setting].lines.endIndex
      var extent = box.extent(
        rows: top.row...max(top.row, row), begins: top.element == box.elements.lowerBound && top.lines.lowerBound == 0,
        ends: isEnd, endsInRule: !last.rows.starts.isEmpty, leading: leading)
      for (elements, around) in outer where elements.contains(top.element) { extent = extent.clamped(to: around) }
      outer.append((box.elements, extent))
      rules += box.rules(extent)
    }
    return rules
  }

  /// The lines of an element that stand on the page.
  private func placeLines(
    _ piece: PlacedPiece, on page: BrokenPage, _ base: Shift, _ galley: Galley, _ notes: inout NoteQueue,
    _ list: inout PageList
  ) {
    let element = galley.elements[piece.element]
    let setting = element.settings[piece.setting]
    var seat = seat(of: piece, on: page, galley)
    seat.top += balance(of: piece, on: page, galley) + Int32(blankRow(below: piece, on: page, of: galley)) * leading
    let rows = element.vertical.settings[piece.setting].lines
    var row = piece.row
    if !element.rows.starts.isEmpty {
      return placeRows(piece, of: element, seat, base, galley, &notes, &list)
    }
    let mirrored = page.side == .verso ? element.mirrored : nil
    for k in piece.lines where k < setting.lines.count {
      // cells of a table are attached: their notes have numbers before they are placed
      for call in setting.calls(of: k) { notes.call(call.note, of: galley) }
      let attachments = setting.attachments(of: k)
      place(
        mirrored.map { shift in ArraySlice(attachments.map { $0.moved(right: shift.picture) }) } ?? attachments,
        row: row, seat, base, galley, notes, &list)
      var line = setting.lines[k]
      if let mirrored, line.flags.contains(.leavesRoom) { line.move(right: mirrored.lines) }
      append(line, row: row, seat, base, galley, notes, &list)
      row += Int(rows[k].rows)
    }
  }

  /// The rows of a table that stand on the page, each where the one before ends.
  private func placeRows(
    _ piece: PlacedPiece, of element: GalleyElement, _ seat: Seat, _ base: Shift, _ galley: Galley,
    _ notes: inout NoteQueue, _ list: inout PageList
  ) {
    let setting = element.settings[piece.setting]
    var seat = seat
    seat.top += Int32(piece.row) * seat.leading
    let first = piece.lines.lowerBound
    if first > 0 {
      seat.top -= Int32(element.vertical.repeatedRows) * seat.leading
      for line in element.repeated.lines { append(line, row: 0, seat, base, galley, notes, &list) }
      for rule in element.repeated.rules { append(rule, row: 0, seat, &list) }
      seat.top += element.rows.headHeight
      for line in element.rows.labels(atLine: first) { append(line, row: 0, seat, base, galley, notes, &list) }
    } else if piece.row > 0 {
      seat.top += element.rows.shift
    }
    let top = seat.top
    for k in piece.lines where k < setting.lines.count {
      for call in setting.calls(of: k) { notes.call(call.note, of: galley) }
      seat.top = top + element.rows.starts[k] - element.rows.starts[first]
      place(setting.attachments(of: k), row: 0, seat, base, galley, notes, &list)
      append(setting.lines[k], row: 0, seat, base, galley, notes, &list)
    }
  }

  /// 1 where a picture ends the page: its blank row then stands above it, and the page ends level.
  private func blankRow(below piece: PlacedPiece, on page: BrokenPage, of galley: Galley) -> Int {
    let element = galley.elements[piece.element]
    guard element.traits.contains(.blankBelow), piece.column == nil, piece == page.pieces.last, piece.row > 0 else {
      return 0
    }
    let rows = Int(element.vertical.settings[piece.setting].lines.first?.rows ?? 0)
    return piece.row + rows + (page.noteRows > 0 ? page.noteRows + 1 : 0) >= page.height ? 1 : 0
  }

  /// The row on which a piece's last line stands.
  private func lastRowOf(_ piece: PlacedPiece, _ galley: Galley) -> Int {
    let lines = galley.elements[piece.element].vertical.settings[piece.setting].lines[piece.lines]
    return piece.row + lines.reduce(0) { $0 + Int($1.rows) } - 1
  }

  /// Notes end on the page's last row; the slack stands above their rule, which is as long
  /// as the measure where a note goes on from the page before.
  private func placeNotes(
    _ notes: [Galley.NoteLine], foot: Int, isContinued: Bool, in seat: Seat, _ base: Shift, _ galley: Galley,
    _ queue: NoteQueue,
    _ list: inout PageList
  ) {
    // a cell that reaches over rows may end below the last of them
    var (depth, lowest): (PackedLength, PackedLength) = (0, 0)
    for note in notes {
      lowest = max(lowest, depth + (note.records.map(\.y).max() ?? 0))
      depth += note.height
    }
    guard notes.last?.records.isEmpty == false else { return }
    var y = Int32(foot - 1) * leading - lowest
    if hasNoteRule {
      let width = isContinued ? seat.width : seat.width / 3
      // over the beginnings of the notes' lines
      let isBackward = notes[0].records.contains { $0.flags.contains(.isRightToLeft) }
      list.rules.append(
        RuleRecord(
          x: seat.left + (isBackward ? seat.width - width : 0), y: y - noteLeading - noteLeading / 8, width: width,
          height: PagePlacer.noteRule))
    }
    for note in notes {
      for var rule in note.rules {
        rule.y += y
        rule.x += seat.left
        list.rules.append(rule)
      }
      for var line in note.records {
        line.y += y
        line.column = seat.column
        append(line, base, galley, queue, &list)
      }
      y += note.height
    }
  }

  /// Notes beside the lines that call them, in the outside margin.
  private func placeMargin(
    of page: BrokenPage, _ base: Shift, _ galley: Galley, _ queue: NoteQueue, _ margin: inout MarginColumn,
    _ list: inout PageList
  ) {
    for piece in page.pieces {
      for call in calls(of: piece, galley) { margin.call(call.note, of: galley, row: call.row) }
    }
    let column: ColumnPlace = design.isInsideLeft(isRecto: page.side == .recto) ? .rightMargin : .leftMargin
    let left = PackedLength(clamping: design.column(column).start)
    for note in margin.take(height: page.height) {
      var seat = Seat(top: Int32(note.row) * leading, leading: leading, column: column, left: left, width: measure)
      for line in note.lines {
        for rule in line.rules { append(rule, row: 0, seat, &list) }
        for record in line.records { append(record, row: 0, seat, base, galley, queue, &list) }
        seat.top += line.height
      }
    }
  }

  private func place(
    _ attachments: ArraySlice<SetLines.Attachment>, row: Int, _ seat: Seat, _ base: Shift, _ galley: Galley,
    _ queue: NoteQueue, _ list: inout PageList
  ) {
    for attachment in attachments {
      switch attachment.content {
      case .line(let line): append(line, row: row, seat, base, galley, queue, &list)
      case .rule(let rule): append(rule, row: row, seat, &list)
      }
    }
  }

  private func append(_ rule: RuleRecord, row: Int, _ seat: Seat, _ list: inout PageList) {
    var rule = rule
    rule.x += seat.left
    rule.y += seat.y(ofRow: row)
    list.rules.append(rule)
  }

  private func append(
    _ line: LineRecord, row: Int, _ seat: Seat, _ base: Shift, _ galley: Galley, _ queue: NoteQueue,
    _ list: inout PageList
  ) {
    var line = line
    line.y += seat.y(ofRow: row)
    line.column = seat.column
    append(line, base, galley, queue, &list)
  }

  /// Gives a line's marks their numbers, and its spaces what these leave or take.
  private func setNumbers(
    of line: inout LineRecord, _ base: Shift, _ galley: Galley, _ queue: NoteQueue, _ list: inout PageList
  ) {
    let first = galley.numberedMarks.lowerBound { $0.item < line.firstItem }
    var left: PackedLength = 0
    for mark in galley.numberedMarks[first...].prefix(while: { $0.item < line.endItem }) {
      let item = galley.items[Int(mark.item)]
      guard let numbers = galley.pageNumbers[item.word] else { continue }
      let index = min(max(queue.number(of: mark.key), 1), numbers.words.count) - 1
      list.items[Int(base.items + mark.item)] = TextItem(word: numbers.words[index], joint: item.joint)
      left += numbers.width - numbers.widths[index]
    }
    let items = line.firstItem..<line.endItem
    line.give(left, galley.elasticities[items])
  }

  private func append(
    _ line: LineRecord, _ base: Shift, _ galley: Galley, _ queue: NoteQueue, _ list: inout PageList
  ) {
    var line = line
    if !galley.numberedMarks.isEmpty { setNumbers(of: &line, base, galley, queue, &list) }
    let anchors = galley.anchors
    if !list.pictures.isEmpty, line.isText {
      let item = line.firstItem + base.items
      let first = list.pictures.lowerBound { $0.item < item }
      for index in first..<list.pictures.count {
        guard list.pictures[index].item < line.endItem + base.items else { break }
        if list.pictures[index].page < 0 { list.pictures[index].page = Int32(list.pages.count) }
      }
    }
    if !anchors.isEmpty {
      let first = anchors.lowerBound { $0.item < line.firstItem }
      for anchor in anchors[first...].prefix(while: { $0.item < line.endItem })
      where list.places[anchor.anchor] == nil {
        list.places[anchor.anchor] = AnchorPlace(page: Int32(list.pages.count), y: line.y)
      }
    }
    list.lines.append(line.moved(by: base))
  }
}
