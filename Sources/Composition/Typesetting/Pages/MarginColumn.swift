internal import PageBreaking
internal import Units

/// The notes of a chapter on their way to the margins of its pages.
///
/// Each stands with its first baseline on the line that calls it, below the note before it. What reaches past the
/// page's foot is moved up as far as it must, with what stands above it; what has no room then goes on beside the
/// next page.
struct MarginColumn {
  private struct Waiting {
    var note: Int
    /// Of the note.
    var lines: ArraySlice<Galley.NoteLine>
    /// Of the page, on which it would stand.
    var row: Int
  }

  /// A note or a part of it on a page.
  struct Placed {
    /// Of the grid: its first baseline's.
    var row: Int
    var lines: ArraySlice<Galley.NoteLine>
  }

  private let leading: PackedLength
  private let noteLeading: PackedLength
  private var called: Set<Int> = []
  private var waiting: [Waiting] = []
  /// Lines of a parted note that stay and that go on, at least.
  private static let leastLines = 2

  init(leading: PackedLength, noteLeading: PackedLength) { (self.leading, self.noteLeading) = (leading, noteLeading) }

  var isEmpty: Bool { waiting.isEmpty }

  /// Rows of the grid from a note's first to the first of another below it: two fifths of a line of white are between
  /// them at least; with half a line those of two lines would take three rows.
  static func rows(of lines: ArraySlice<Galley.NoteLine>, leading: PackedLength, noteLeading: PackedLength) -> Int {
    let height = lines.reduce(noteLeading * 2 / 5) { $0 + $1.height }
    return Int((height + leading - 1).count(of: leading))
  }

  /// Rows that the lines take on a page, if they are the last there.
  private func rowsAtFoot(_ lines: ArraySlice<Galley.NoteLine>) -> Int {
    guard let last = lines.last else { return 0 }
    let depth = lines.dropLast().reduce(0) { $0 + $1.height } + (last.records.map(\.y).max() ?? 0)
    return Int((depth + leading - 1).count(of: leading)) + 1
  }

  private func rows(of lines: ArraySlice<Galley.NoteLine>) -> Int {
    MarginColumn.rows(of: lines, leading: leading, noteLeading: noteLeading)
  }

  /// A line on the page calls a note.
  mutating func call(_ note: Int, of galley: Galley, row: Int) {
    guard galley.notes[note].isInMargin, called.insert(note).inserted else { return }
    waiting.append(Waiting(note: note, lines: galley.notes[note].lines[...], row: row))
  }

  /// Takes what stands beside a page, in order.
  /// - Parameter height: of the page in rows.
  mutating func take(height: Int) -> [Placed] {
    var taken: [Placed] = []
    // rows that those above take, the white below them included
    var used = 0
    while let next = waiting.first {
      if used + rowsAtFoot(next.lines) <= height {
        taken.append(Placed(row: next.row, lines: next.lines))
        used += rows(of: next.lines)
        waiting.removeFirst()
        continue
      }
      let stays = linesThatStay(of: next.lines, room: height - used, isAlone: taken.isEmpty)
      if stays > 0 {
        taken.append(Placed(row: next.row, lines: next.lines.prefix(stays)))
        waiting[0].lines = next.lines.dropFirst(stays)
      }
      break
    }
    // what goes on begins at the head of the next page
    for index in waiting.indices { waiting[index].row = 0 }
    var free = 0
    for index in taken.indices {
      taken[index].row = max(taken[index].row, free)
      free = taken[index].row + rows(of: taken[index].lines)
    }
    var foot = height
    for index in taken.indices.reversed() {
      let rows = index == taken.count - 1 ? rowsAtFoot(taken[index].lines) : rows(of: taken[index].lines)
      taken[index].row = max(0, min(taken[index].row, foot - rows))
      foot = taken[index].row
    }
    return taken
  }

  /// How many lines of a note stay where not all do.
  /// - Parameter isAlone: nothing stands above it: some must.
  private func linesThatStay(of lines: ArraySlice<Galley.NoteLine>, room: Int, isAlone: Bool) -> Int {
    let least = MarginColumn.leastLines
    var most = lines.count
    while most > 0, rowsAtFoot(lines.prefix(most)) > room { most -= 1 }
    most = min(most, lines.count - least)
    return most >= least ? most : isAlone ? max(1, most) : 0
  }
}

extension PagePlacer {
  /// The notes that a piece calls, each with the row of the page on which the line stands.
  func calls(of piece: PlacedPiece, _ galley: Galley) -> [(note: Int, row: Int)] {
    let element = galley.elements[piece.element]
    let setting = element.settings[piece.setting]
    guard !setting.calls.isEmpty else { return [] }
    /// Rows down to what stands so far below a row.
    func rows(_ depth: PackedLength) -> Int { Int((max(depth, 0) + leading / 2).count(of: leading)) }
    if element.isBox {
      return setting.calls.map { ($0.note, piece.row + rows(setting.lines[$0.line].y)) }
    }
    let (lines, starts) = (element.vertical.settings[piece.setting].lines, element.rows.starts)
    var found: [(note: Int, row: Int)] = []
    var row = piece.row
    for line in piece.lines where line < setting.lines.count {
      let down =
        starts.indices.contains(line)
        ? piece.row + rows(starts[line] - starts[piece.lines.lowerBound]) : row + rows(setting.lines[line].y)
      for call in setting.calls(of: line) { found.append((call.note, down)) }
      row += Int(lines[line].rows)
    }
    return found
  }

  /// Adds pages for notes in the margin that find no room beside the last.
  func endMargins(of solution: inout ChapterSolutions.Solution, _ galley: Galley, isFacing: Bool) {
    var column = MarginColumn(leading: leading, noteLeading: noteLeading)
    var page = 0
    while page < solution.pages.count || !column.isEmpty {
      if page == solution.pages.count {
        let side = isFacing ? solution.closing.other : solution.closing
        solution.pages.append(BrokenPage(side: side, pieces: [], height: solution.pages.last?.height ?? 1))
        solution.explanations.append(PageExplanation())
        solution.closing = side
      }
      for piece in solution.pages[page].pieces {
        for call in calls(of: piece, galley) { column.call(call.note, of: galley, row: call.row) }
      }
      _ = column.take(height: solution.pages[page].height)
      page += 1
    }
  }
}
