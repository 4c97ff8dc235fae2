internal import BookModel
internal import PageBreaking
internal import Units

/// The notes of a chapter on their way to the feet of its pages.
struct NoteQueue {
  /// A line that still has no page, and the note it belongs to.
  private struct Waiting {
    var note: Int
    var series: Note.Series
    var line: Galley.NoteLine
  }
  private var waiting: [Waiting] = []
  private var called: Set<Int> = []
  /// Numbers given so far, where every page counts its own.
  private var numbers: [NoteKey: Int] = [:]
  private var last = 0
  /// The first waiting line goes on with a note of the page before.
  private(set) var isContinued = false

  /// Those called over the whole measure, while columns below have notes of their own, and what goes on from
  /// one page's columns to the next's.
  private var aside: (waiting: [Waiting], isContinued: Bool) = ([], false)

  mutating func enterColumns() { exchange() }
  mutating func leaveColumns() { exchange() }

  private mutating func exchange() {
    swap(&waiting, &aside.waiting)
    swap(&isContinued, &aside.isContinued)
  }

  var isEmpty: Bool { waiting.isEmpty }

  mutating func beginPage() { last = 0 }

  /// A line on the page calls a note.
  mutating func call(_ note: Int, of galley: Galley) {
    guard called.insert(note).inserted else { return }
    for key in galley.notes[note].keys where galley.notes[note].series == .numbered {
      last += 1
      numbers[key] = last
    }
    guard !galley.notes[note].isInMargin else { return }
    let series = galley.notes[note].series
    waiting += galley.notes[note].lines.map { Waiting(note: note, series: series, line: $0) }
  }

  func number(of key: NoteKey) -> Int { numbers[key] ?? 1 }

  /// Takes the lines that stand on a page: notes with figures, and below them those with letters.
  /// - Parameters:
  ///   - rows: of the page that the breaker has counted for them, 1/1024 pt; what the lines leave of it parts the series.
  ///   - height: of the room for them, 1/1024 pt; nil for all that there are.
  ///   - leading: of notes, from line to line.
  ///   - least: lines of a parted note that stay and that go on, at least.
  mutating func take(rows: PackedLength, height: PackedLength?, leading: PackedLength, least: Int = 2) -> [Galley
    .NoteLine]
  {
    var count = waiting.count
    if let height {
      count = 0
      var used: PackedLength = 0
      // white below the last line of a page is none
      func depth(_ line: Galley.NoteLine) -> PackedLength {
        line.height > leading + leading / 2 ? line.height : min(line.height, leading)
      }
      while count < waiting.count, used + depth(waiting[count].line) <= height {
        used += waiting[count].line.height
        count += 1
      }
      count = max(count, 1)
      if count < waiting.count, waiting[count - 1].note == waiting[count].note {
        let note = waiting[count].note
        // what cannot be parted counts as the lines that it has
        let after = waiting[count...].prefix { $0.note == note }.reduce(0) { lines, next in
          lines + max(1, Int(next.line.height.count(of: leading)))
        }
        let before = waiting[..<count].reversed().prefix { $0.note == note }.count
        // where too little would go on, a line more goes; never so that too little stays
        let moved = waiting[..<count].suffix(max(least - after, 0))
        if after < least, before - moved.count >= least, moved.allSatisfy({ $0.line.height <= leading + leading / 2 }) {
          count -= moved.count
        }
      }
    }
    let taken = NoteQueue.areas(of: waiting.prefix(count), rows: rows, leading: leading)
    isContinued = count < waiting.count && count > 0 && waiting[count - 1].note == waiting[count].note
    waiting.removeFirst(count)
    return taken
  }
  /// White between the series is as much as there is room for, half a line at most.
  private static func areas(
    of lines: ArraySlice<Waiting>, rows: PackedLength, leading: PackedLength
  ) -> [Galley.NoteLine] {
    guard let first = lines.first, lines.contains(where: { $0.series != first.series }) else {
      return lines.map(\.line)
    }
    var numbered = lines.filter { $0.series == .numbered }.map(\.line)
    let lettered = lines.filter { $0.series == .lettered }.map(\.line)
    let used = lines.reduce(0) { $0 + $1.line.height }
    numbered[numbered.count - 1].height += min(max(rows - used, 0), leading / 2)
    return numbered + lettered
  }
}
