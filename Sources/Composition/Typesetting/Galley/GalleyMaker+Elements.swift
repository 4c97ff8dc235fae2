internal import BookModel
internal import Design
internal import PageBreaking
internal import PageModel

/// The vertical list: white, and elements of the lines in the stick.
extension GalleyMaker {
  /// How far white may grow where a spread would not end level otherwise: demerits of a
  /// second row, of a third, and so on. Compositors feather the white around headings and set-off
  /// blocks before they touch the text.
  enum Feathering {
    case none, block, heading
    /// Between chapters that share pages: what belongs together is often half a page there.
    case chapter
    var costs: [Double] {
      switch self {
      case .none: []
      case .block: [60_000]
      // a third row shows on a spread whose other headings have one
      case .heading: [30_000, 250_000]
      case .chapter: [30_000, 90_000, 180_000, 300_000]
      }
    }
  }

  /// A blank row that vanishes at the head of a page; two in a row are one.
  func space(unlessLast isLast: Bool = false, rows: Int = 1, isKept: Bool = false, feathering: Feathering = .none) {
    guard !isLast, rows > 0, let last = galley.elements.last else { return }
    if last.traits.contains(.blankBelow) {
      // what comes now is set off, whether the picture before it stands there or moves on
      for index in galley.elements.indices.reversed() {
        guard galley.elements[index].traits.contains(.blankBelow) else { break }
        galley.elements[index].vertical.leavesWhite = galley.elements[index].vertical.floats
      }
      return
    }
    let before = last.vertical
    if before.kind == .space || (before.kind == .box && before.keepWithNext && !isKept) {
      if before.kind == .space, let set = before.settings.first?.lines.first?.rows, Int(set) < rows {
        widenSpace(to: rows)
      }
      return
    }
    var settings = [VerticalSetting(lines: [VerticalLine(rows: Int16(rows))])]
    if design.sides == .facing, design.levelsSpreads, !isInNote {
      for (more, cost) in feathering.costs.enumerated() {
        settings.append(VerticalSetting(lines: [VerticalLine(rows: Int16(rows + 1 + more))], cost: cost))
      }
    }
    let none = stick.lines.count..<stick.lines.count
    append(
      VerticalElement(kind: .space, settings: settings, keepWithNext: isKept, breakBefore: takePageBreak()),
      records: settings.map { _ in none })
  }

  /// White above and below what is set off from the text.
  func space(above element: Element) { space(rows: design[element].above, feathering: .block) }
  func space(below element: Element, isLast: Bool) {
    space(unlessLast: isLast, rows: design[element].below, feathering: .block)
  }

  /// Of two that meet the wider counts.
  private func widenSpace(to rows: Int) {
    let index = galley.elements.count - 1
    let more = Int16(rows) - galley.elements[index].vertical.settings[0].lines[0].rows
    for setting in galley.elements[index].vertical.settings.indices {
      galley.elements[index].vertical.settings[setting].lines[0].rows += more
    }
  }

  func keepLastWithNext() {
    guard !galley.elements.isEmpty else { return }
    galley.elements[galley.elements.count - 1].vertical.keepWithNext = true
  }

  /// The same through the white behind it.
  func keepSpaceWithNext() {
    keepLastWithNext()
    guard let last = galley.elements.indices.last, last > 0, galley.elements[last].vertical.kind == .space else {
      return
    }
    galley.elements[last - 1].vertical.keepWithNext = true
  }

  func takePageBreak() -> Bool {
    defer { pendingPageBreak = false }
    return pendingPageBreak && !galley.elements.isEmpty
  }

  /// Makes an element of the lines in the stick from one on, which are set in one way.
  /// - Parameter lines: of the vertical list, which for a box has one for all of them.
  func append(
    _ kind: VerticalElement.Kind, _ lines: [VerticalLine], from start: Int, calls: [NoteCall] = [],
    _ adjust: (inout VerticalElement) -> Void = { _ in }
  ) {
    var element = VerticalElement(
      kind: kind, settings: [VerticalSetting(lines: lines)], breakBefore: takePageBreak())
    adjust(&element)
    append(element, records: [start..<stick.lines.count], calls: calls)
  }

  /// Makes an element of lines in the stick.
  /// - Parameter records: the lines of each setting in the stick, which is empty afterwards.
  func append(_ vertical: VerticalElement, records: [Range<Int>], calls: [NoteCall] = []) {
    var vertical = vertical
    if !isInNote, !calls.isEmpty { makeRoom(for: calls, in: &vertical, records: records) }
    if !pendingMarkers.isEmpty, !isInNote, vertical.kind != .space {
      for range in records where !range.isEmpty {
        for var marker in pendingMarkers {
          marker.y += stick.lines[range.lowerBound].y
          // beside lines that begin at the right it stands there, as far out
          let flags = stick.lines[range.lowerBound].flags
          let isBackward = flags.contains(.isRightToLeft) || resolver.isRightToLeft && flags.contains(.isTrailing)
          if isBackward, marker.kind == .marker { marker.flags.insert(.isTrailing) }
          attach(marker, to: range.lowerBound)
        }
      }
      pendingMarkers.removeAll(keepingCapacity: true)
    }
    let settings = records.map { setLines(in: $0, calls) }
    var element = GalleyElement(
      vertical: vertical, settings: settings, block: vertical.kind == .space ? .none : open.last ?? .none)
    element.traits = pendingTraits
    element.repeated = pendingRepeat
    element.rows = pendingRows
    (pendingTraits, pendingRepeat, pendingRows) = ([], RepeatedHead(), OffGridRows())
    if let words = lostWish { galley.lostWishes[galley.elements.count] = words }
    if let letters = spareLetters { galley.spareLetters[galley.elements.count] = letters }
    (lostWish, spareLetters) = (nil, nil)
    galley.elements.append(element)
    if vertical.kind != .space {
      stick.lines.removeAll(keepingCapacity: true)
      stick.attachments.removeAll(keepingCapacity: true)
    }
  }

  /// A note stands on the page that calls it first, and takes room there alone.
  private func makeRoom(for calls: [NoteCall], in vertical: inout VerticalElement, records: [Range<Int>]) {
    for (setting, range) in records.enumerated() where !vertical.settings[setting].lines.isEmpty {
      var called = seatedNotes
      for call in calls where vertical.isWhole || range.contains(call.record) {
        let isFirst = called.insert(call.key).inserted
        if isFirst {
          let line = vertical.isWhole ? 0 : call.record - range.lowerBound
          let beside = marginRows(of: call.key)
          if beside > 0, vertical.settings[setting].lines.indices.contains(line) {
            let rows = vertical.settings[setting].lines[line].marginRows
            vertical.settings[setting].lines[line].marginRows = Int16(clamping: Int(rows) + beside)
          }
          takeBlocks(of: call.key, calledIn: line, ofSetting: setting, &vertical)
        }
        // a box has no lines that were told of their notes
        if vertical.isWhole {
          if isFirst { vertical.settings[setting].lines[0].noteRows += noteRows(of: call.key) }
        } else if !isFirst, vertical.settings[setting].lines.indices.contains(call.record - range.lowerBound) {
          vertical.settings[setting].lines[call.record - range.lowerBound].noteRows -= noteRows(of: call.key)
        }
      }
    }
    for call in calls { seatedNotes.insert(call.key) }
  }

  /// Remembers what of a note cannot be parted, behind the notes that the line calls before.
  private func takeBlocks(
    of key: NoteKey, calledIn line: Int, ofSetting setting: Int, _ vertical: inout VerticalElement
  ) {
    guard let note = noteGalley(of: key), !note.isInMargin else { return }
    for index in vertical.noteBlocks.indices
    where vertical.noteBlocks[index].setting == setting && vertical.noteBlocks[index].line == line {
      let rows = vertical.noteBlocks[index].rows
      vertical.noteBlocks[index].rows = rows.lowerBound + note.rows..<rows.upperBound + note.rows
    }
    vertical.noteBlocks += note.blocks.map { NoteBlock(setting: setting, line: line, rows: $0) }
  }

  /// Lines in the stick with what stands beside them and the notes they call.
  private func setLines(in range: Range<Int>, _ calls: [NoteCall]) -> SetLines {
    var made = SetLines(lines: Array(stick.lines[range]))
    for var attachment in stick.attachments where range.contains(attachment.line) {
      attachment.line -= range.lowerBound
      made.attachments.append(attachment)
    }
    // lines get their markers last; what stands beside one keeps its order
    if zip(made.attachments, made.attachments.dropFirst()).contains(where: { $0.line > $1.line }) {
      made.attachments = made.attachments.enumerated().sorted {
        ($0.element.line, $0.offset) < ($1.element.line, $1.offset)
      }.map(\.element)
    }
    // what a note calls follows it; its lines are none of the list's
    for call in calls where !isInNote && range.contains(call.record) {
      if let note = noteGalleys[call.key] {
        made.calls.append(SetLines.Call(line: call.record - range.lowerBound, note: note))
      }
    }
    return made
  }

  func blankRecord(source: UInt32) {
    let item = UInt32(galley.items.count)
    stick.lines.append(LineRecord(firstItem: item, endItem: item, source: source, block: open.last ?? .none))
  }
}
