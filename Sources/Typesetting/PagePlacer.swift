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
    var pendingNotes: [LineRecord] = []
    var callIndex: [Int: [Int]] = [:]
    for call in galley.calls { callIndex[call.record, default: []].append(call.note) }
    var attached: [Int: [LineRecord]] = [:]
    for attachment in galley.attached { attached[attachment.record, default: []].append(attachment.line) }
    var shownNotes: Set<Int> = []
    for (number, page) in broken.enumerated() {
      let start = list.lines.count
      var newNotes: [LineRecord] = []
      let lastRow = page.pieces.last.map { lastRowOf($0, galley) } ?? 0
      for piece in page.pieces {
        let records = galley.records[piece.element][piece.setting]
        if galley.isBox[piece.element] {
          let row = piece.row + blankRow(below: piece, on: page, of: galley)
          for index in records {
            if !attached.isEmpty { append(attached[index], row: piece.row, itemBase, galley.anchors, &list) }
            var line = galley.lines[index]
            line.y += Int32(row) * leading
            if line.flags.contains(.onlyAtEdge), piece.row > 0, piece.row < lastRow { line.flags.insert(.isHidden) }
            append(line, itemBase, galley.anchors, &list)
          }
        } else {
          var row = piece.row
          let lines = galley.elements[piece.element].settings[piece.setting].lines
          if piece.lines.lowerBound > 0, let head = galley.repeated[piece.element] {
            append(
              head, row: row - Int(galley.elements[piece.element].repeatedRows), itemBase, galley.anchors, &list)
          }
          for k in piece.lines {
            let index = records.lowerBound + k
            guard index < records.upperBound else { break }
            if !attached.isEmpty { append(attached[index], row: row, itemBase, galley.anchors, &list) }
            var line = galley.lines[index]
            line.y += Int32(row) * leading
            append(line, itemBase, galley.anchors, &list)
            row += Int(lines[k].rows)
            for note in callIndex[index] ?? [] where shownNotes.insert(note).inserted {
              newNotes += galley.notes[note].lines
            }
          }
        }
      }
      pendingNotes += newNotes
      if !pendingNotes.isEmpty {
        let isLast = number == broken.count - 1
        let fits = Int(Int32(page.noteRows) * leading / noteLeading)
        let count = page.carriedNoteRows > 0 && !isLast ? min(fits, pendingNotes.count) : pendingNotes.count
        placeNotes(Array(pendingNotes.prefix(count)), foot: max(page.height, lastRow + 1), itemBase, galley.anchors, &list)
        pendingNotes.removeFirst(count)
      }
      var record = PageRecord(
        kind: .text, isRecto: page.side == .recto, folio: folio + Int32(number), lines: start..<list.lines.count,
        chapter: Int32(chapter), table: table, file: file)
      record.isOpener = number == 0
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

  /// Notes end on the page's last row; the slack stands above their rule.
  private func placeNotes(
    _ notes: [LineRecord], foot: Int, _ itemBase: UInt32, _ anchors: [AnchorItem], _ list: inout PageList
  ) {
    guard !notes.isEmpty else { return }
    let last = Int32(foot - 1) * leading
    let first = last - Int32(notes.count - 1) * noteLeading
    list.lines.append(
      LineRecord(firstItem: 0, endItem: 0, y: first - noteLeading - noteLeading / 8, kind: .noteRule))
    for (index, note) in notes.enumerated() {
      var line = note
      line.y = first + Int32(index) * noteLeading
      append(line, itemBase, anchors, &list)
    }
  }

  private func append(
    _ lines: [LineRecord]?, row: Int, _ itemBase: UInt32, _ anchors: [AnchorItem], _ list: inout PageList
  ) {
    for var line in lines ?? [] {
      line.y += Int32(row) * leading
      append(line, itemBase, anchors, &list)
    }
  }

  private func append(
    _ line: LineRecord, _ itemBase: UInt32, _ anchors: [AnchorItem], _ list: inout PageList
  ) {
    if !list.pictures.isEmpty, line.kind == .text {
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
    var line = line
    line.firstItem += itemBase
    line.endItem += itemBase
    list.lines.append(line)
  }
}
