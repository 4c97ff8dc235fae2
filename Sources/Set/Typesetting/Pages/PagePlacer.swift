internal import PageBreaking
internal import PageDesign
internal import Units

/// Turns broken pages into page records: copies the chosen lines, gives each its
/// height on the page, puts notes at the foot.
struct PagePlacer {
  let leading: Int32
  let noteLeading: Int32
  /// Glue ratio of a space twice its natural width.
  static let looseRatio: Float = 2

  init(design: PageDesign) {
    leading = Int32(clamping: design.leading.units)
    noteLeading = Int32((Double(leading) * design.noteScale).rounded())
  }

  /// Appends a chapter's pages to the list.
  /// - Parameters:
  ///   - folio: printed number of the chapter's first page.
  ///   - table: which word table the galley's items count in.
  func place(
    _ broken: [BrokenPage], of galley: Galley, chapter: Int, folio: Int32, table: UInt16, file: UInt16,
    into list: inout PageList
  ) {
    let itemBase = UInt32(list.items.count)
    list.items += galley.items
    for var picture in galley.pictures {
      picture.item += itemBase
      list.pictures.append(picture)
    }
    for var link in galley.links {
      link.first += itemBase
      link.end += itemBase
      list.links.append(link)
    }
    var notes = NoteQueue()
    var callIndex: [Int: [Int]] = [:]
    for call in galley.calls { callIndex[call.record, default: []].append(call.note) }
    var attached: [Int: [LineRecord]] = [:]
    for attachment in galley.attached { attached[attachment.record, default: []].append(attachment.line) }
    for (number, page) in broken.enumerated() {
      let start = list.lines.count
      notes.beginPage()
      let isContinued = notes.isContinued
      let lastRow = page.pieces.last.map { lastRowOf($0, galley) } ?? 0
      for piece in page.pieces {
        let records = galley.records[piece.element][piece.setting]
        if galley.isBox[piece.element] {
          let row = piece.row + blankRow(below: piece, on: page, of: galley)
          for index in records {
            if !attached.isEmpty { append(attached[index], row: row, itemBase, galley, notes, &list) }
            var line = galley.lines[index]
            line.y += Int32(row) * leading
            if piece.row > 0, galley.lowered.contains(piece.element) { line.y += leading * 3 / 10 }
            if line.flags.contains(.onlyAtEdge), piece.row > 0, piece.row < lastRow { line.flags.insert(.isHidden) }
            for note in callIndex[index] ?? [] { notes.call(note, of: galley) }
            append(line, itemBase, galley, notes, &list)
          }
        } else {
          var row = piece.row
          let lines = galley.elements[piece.element].settings[piece.setting].lines
          if piece.lines.lowerBound > 0, let head = galley.repeated[piece.element] {
            append(
              head, row: row - Int(galley.elements[piece.element].repeatedRows), itemBase, galley, notes, &list)
          }
          for k in piece.lines {
            let index = records.lowerBound + k
            guard index < records.upperBound else { break }
            // cells of a table are attached: their notes have numbers before they are placed
            for note in callIndex[index] ?? [] { notes.call(note, of: galley) }
            if !attached.isEmpty { append(attached[index], row: row, itemBase, galley, notes, &list) }
            var line = galley.lines[index]
            line.y += Int32(row) * leading
            append(line, itemBase, galley, notes, &list)
            row += Int(lines[k].rows)
          }
        }
      }
      if !notes.isEmpty {
        let goesOn = page.carriedNoteRows > 0 && number < broken.count - 1
        let lines = notes.take(height: goesOn ? Int32(page.noteRows) * leading : nil)
        placeNotes(lines, foot: max(page.height, lastRow + 1), isContinued: isContinued, itemBase, galley, notes, &list)
      }
      var record = PageRecord(
        kind: .text, isRecto: page.side == .recto, folio: folio + Int32(number), lines: start..<list.lines.count,
        chapter: Int32(chapter), table: table, file: file)
      record.isOpener = number == 0
      if !galley.plates.isEmpty { record.isPlate = page.pieces.contains { galley.plates.contains($0.element) } }
      list.pages.append(record)
    }
  }

  /// 1 where a picture ends the page: its blank row then stands above it, and the page ends level.
  private func blankRow(below piece: PlacedPiece, on page: BrokenPage, of galley: Galley) -> Int {
    guard galley.blankBelow.contains(piece.element), piece == page.pieces.last, piece.row > 0 else { return 0 }
    let rows = Int(galley.elements[piece.element].settings[piece.setting].lines.first?.rows ?? 0)
    return piece.row + rows + (page.noteRows > 0 ? page.noteRows + 1 : 0) >= page.height ? 1 : 0
  }

  /// The row on which a piece's last line stands.
  private func lastRowOf(_ piece: PlacedPiece, _ galley: Galley) -> Int {
    let lines = galley.elements[piece.element].settings[piece.setting].lines[piece.lines]
    return piece.row + lines.reduce(0) { $0 + Int($1.rows) } - 1
  }

  /// Notes end on the page's last row; the slack stands above their rule, which is as long
  /// as the measure where a note goes on from the page before.
  private func placeNotes(
    _ notes: [Galley.NoteLine], foot: Int, isContinued: Bool, _ itemBase: UInt32, _ galley: Galley, _ queue: NoteQueue,
    _ list: inout PageList
  ) {
    guard let lowest = notes.last?.records.map(\.y).max() else { return }
    var y = Int32(foot - 1) * leading - lowest - notes.dropLast().reduce(0) { $0 + $1.height }
    list.lines.append(
      LineRecord(
        firstItem: 0, endItem: 0, y: y - noteLeading - noteLeading / 8, ratio: isContinued ? 1 : 1.0 / 3,
        kind: .noteRule))
    for note in notes {
      for var line in note.records {
        line.y += y
        append(line, itemBase, galley, queue, &list)
      }
      y += note.height
    }
  }

  private func append(
    _ lines: [LineRecord]?, row: Int, _ itemBase: UInt32, _ galley: Galley, _ queue: NoteQueue, _ list: inout PageList
  ) {
    for var line in lines ?? [] {
      line.y += Int32(row) * leading
      append(line, itemBase, galley, queue, &list)
    }
  }

  /// Gives a line's marks their numbers, and its spaces what these leave or take.
  private func setNumbers(
    of line: inout LineRecord, _ itemBase: UInt32, _ galley: Galley, _ queue: NoteQueue, _ list: inout PageList
  ) {
    let first = galley.numberedMarks.lowerBound { $0.item < line.firstItem }
    var left: Int32 = 0
    for mark in galley.numberedMarks[first...].prefix(while: { $0.item < line.endItem }) {
      let item = galley.items[Int(mark.item)]
      guard let numbers = galley.pageNumbers[item.word] else { continue }
      let index = min(max(queue.number(of: mark.key), 1), numbers.words.count) - 1
      list.items[Int(itemBase + mark.item)] = TextItem(word: numbers.words[index], joint: item.joint)
      left += numbers.width - numbers.widths[index]
    }
    // lines that are not justified end where they end
    guard left != 0, line.ratio != 0,
      let give = galley.gives[Galley.Give.key(Int(line.firstItem), Int(line.endItem))], give.stretch > 0,
      give.shrink > 0
    else { return }
    let slack = line.ratio * Float(line.ratio < 0 ? give.shrink : give.stretch) + Float(left)
    line.ratio = slack / Float(slack < 0 ? give.shrink : give.stretch)
  }

  private func append(
    _ line: LineRecord, _ itemBase: UInt32, _ galley: Galley, _ queue: NoteQueue, _ list: inout PageList
  ) {
    var line = line
    if !galley.numberedMarks.isEmpty { setNumbers(of: &line, itemBase, galley, queue, &list) }
    let anchors = galley.anchors
    if !list.pictures.isEmpty, line.isText {
      let item = line.firstItem + itemBase
      let first = list.pictures.lowerBound { $0.item < item }
      for index in first..<list.pictures.count {
        guard list.pictures[index].item < line.endItem + itemBase else { break }
        if list.pictures[index].page < 0 { list.pictures[index].page = Int32(list.pages.count) }
      }
    }
    if !anchors.isEmpty {
      let first = anchors.lowerBound { $0.item < line.firstItem }
      for anchor in anchors[first...].prefix(while: { $0.item < line.endItem })
      where list.places[anchor.anchor] == nil {
        list.places[anchor.anchor] = Place(page: Int32(list.pages.count), y: line.y)
      }
    }
    line.firstItem += itemBase
    line.endItem += itemBase
    list.lines.append(line)
  }
}
