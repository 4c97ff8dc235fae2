internal import PageModel
internal import Units

/// Puts the words of sheets back on the pages of the book, and reads these in their order.
///
/// A page is read as soon as all before it are, so that books of single pages pass
/// through; imposed sheets are held until their pages' turns come.
struct PageSorter {
  private let layout: PrintedLayout
  /// The first stand of each page, in the order of the book.
  private(set) var printed = PrintedLetters()
  private(set) var sheetCount = 0
  /// Words of pages whose turn has not come.
  private var waiting: [Int: Held] = [:]
  private var next = 0
  /// Second and further stands of pages: by their number, then by page.
  private var copies: [[Int: Held]] = []
  private var stands: [Int: Int] = [:]
  private var table = TableLines()
  /// Words at the feet of pages, to be read when all else is.
  private var notes: [(page: Int, sheet: Int, words: [PrintedWord])] = []

  private struct Held {
    var words: [PrintedWord]
    var sheet: Int
  }

  init(_ layout: PrintedLayout) {
    self.layout = layout
    printed.guessesMarks = layout.pages.isEmpty
  }

  mutating func add(_ sheet: PrintedSheet, folder: inout LetterFolder) {
    for (page, words) in layout.pages(of: sheet, number: sheetCount) {
      let held = Held(words: words, sheet: sheetCount)
      let stand = stands[page, default: 0]
      if layout.sheets.count > 0 { stands[page] = stand + 1 }
      if stand == 0 {
        waiting[page] = held
      } else {
        if copies.count < stand { copies.append([:]) }
        copies[stand - 1][page] = held
      }
    }
    sheetCount += 1
    while let held = waiting.removeValue(forKey: next) {
      read(held, page: next, folder: &folder)
      next += 1
    }
  }

  /// The words of every stand: the book's, then those of further copies of its pages.
  mutating func finish(folder: inout LetterFolder) -> [PrintedLetters] {
    for (page, held) in waiting.sorted(by: { $0.key < $1.key }) { read(held, page: page, folder: &folder) }
    readNotes(folder: &folder)
    folder.end(&printed.letters)
    var all = [printed]
    for copy in copies {
      printed = PrintedLetters()
      printed.guessesMarks = layout.pages.isEmpty
      folder.begin(printed: true)
      for (page, held) in copy.sorted(by: { $0.key < $1.key }) { read(held, page: page, folder: &folder) }
      readNotes(folder: &folder)
      folder.end(&printed.letters)
      all.append(printed)
    }
    return all
  }

  private mutating func read(_ held: Held, page: Int, folder: inout LetterFolder) {
    let place = layout.page(page)
    var words = place.text(held.words)
    if let top = place.traits.notesTop {
      notes.append((page, held.sheet, words.filter { $0.middle > top }))
      words.removeAll { $0.middle > top }
    }
    // a row does not go on behind the beginning of a section, whatever stands there
    if place.isOpener { table.flush(into: &printed, &folder) }
    for words in place.inColumns(words) {
      table.add(words, of: place, at: (held.sheet, page), to: &printed, &folder)
    }
  }

  /// Ends the run of the text, and reads the notes behind it.
  private mutating func readNotes(folder: inout LetterFolder) {
    table.flush(into: &printed, &folder)
    guard !notes.isEmpty else { return }
    printed.notesStart = printed.letters.count
    for note in notes {
      table.add(note.words, of: layout.page(note.page), at: (note.sheet, note.page), to: &printed, &folder)
    }
    table.flush(into: &printed, &folder)
    notes = []
  }
}

/// Reads the lines of pages; those of tables cell by cell, also where a row is parted
/// between two pages.
private struct TableLines {
  private typealias Place = (sheet: Int, page: Int)
  /// Lines of cells, not yet read.
  private var cells: [(order: Int, line: PageTraits.Cell, row: PrintedRow, place: Place)] = []
  /// What stands below them on their page.
  private var below: [(row: PrintedRow, place: Place)] = []

  mutating func add(
    _ words: [PrintedWord], of page: PrintedLayout.Page, at place: (sheet: Int, page: Int),
    to printed: inout PrintedLetters,
    _ folder: inout LetterFolder
  ) {
    let lines =
      page.traits.isInOrder ? page.traits.cells.sorted { ($0.baseline, $0.left) < ($1.baseline, $1.left) } : []
    var inCells = [[PrintedWord]](repeating: [], count: lines.count)
    var rest: [PrintedWord] = []
    for word in words {
      if let line = word.cell(in: lines) ?? word.cell(besideLabelIn: page.traits.labels, lines) {
        inCells[line].append(word)
      } else {
        rest.append(word)
      }
    }
    let alone = rest.filter { mark in
      mark.isMark && !rest.contains { !$0.isMark && $0.top < mark.middle && mark.middle < $0.bottom }
    }
    // where what begins with a table has its number: an item, or a note
    var beginning = Double.infinity
    var notes: [Double] = []
    for mark in alone where !lines.isEmpty {
      guard let line = mark.cell(below: lines), let place = rest.firstIndex(of: mark) else { continue }
      // with words between them it is another's
      let isParted = rest.contains { !$0.isMark && $0.middle > mark.bottom && $0.bottom < lines[line].baseline }
      if isParted { continue }
      // that of an item without words, where the next item's own stands beside the cell
      if mark.isOfItem, inCells[line].contains(where: { $0.isOfItem && $0.right < lines[line].left + 1 }) { continue }
      inCells[line].append(rest.remove(at: place))
      beginning = min(beginning, mark.middle)
      if !mark.isOfItem { notes.append(mark.middle) }
    }
    var rows: [(middle: Double, cell: PageTraits.Cell?, row: PrintedRow)] = inLines(rest).map { ($0.middle, nil, $0) }
    // a number stands on a line of its own beside that of its item
    for index in lines.indices.dropFirst() where !inCells[index].isEmpty {
      let same = lines[..<index].lastIndex {
        $0.order == lines[index].order && lines[index].baseline - $0.baseline < 0.5
      }
      guard let same else { continue }
      inCells[same] += inCells[index]
      inCells[index] = []
    }
    for (line, words) in zip(lines, inCells) where !words.isEmpty {
      let sized = words.contains { !$0.isMark } ? words.filter { !$0.isMark } : words
      var row = PrintedRow(top: sized.map(\.top).min() ?? 0, bottom: sized.map(\.bottom).max() ?? 0, words: words)
      row.sort()
      rows.append((row.middle, line, row))
    }
    rows.sort { $0.middle < $1.middle }
    // a figure may stand above a row that goes on from the page before
    let head = rows.prefix { $0.cell == nil }.count
    var goesOn = false
    if let first = rows.dropFirst(head).first {
      // a row goes on from the page before only if its next cells have begun there; of its lines the one in a
      // smaller face may be met first
      let beside = rows[head...].prefix { $0.middle - first.middle < 0.5 * (first.row.bottom - first.row.top) }
      // and what stands in the manuscript before all of them is of another table
      if first.middle < beginning, let order = beside.compactMap(\.cell?.order).min(),
        let begun = cells.map(\.order).min(), let last = cells.map(\.order).max()
      {
        // below other words it may be a note that is set a second time
        goesOn = begun <= order && order < last && (head == 0 || !cells.contains { $0.order == order })
      }
    }
    if goesOn { readBelow(&printed, &folder) } else if !rows.isEmpty { flush(into: &printed, &folder) }
    let lastCell = rows.lastIndex { $0.cell != nil } ?? -1
    var last = -Double.infinity
    for (index, row) in rows.enumerated() {
      if let cell = row.cell {
        let isOfNext = notes.contains { last < $0 && $0 < row.middle }
        last = row.middle
        if isOfNext || isAnother(cell, on: place.page) { flush(into: &printed, &folder) }
        cells.append((cell.order, cell, row.row, place))
      } else if index > lastCell, !cells.isEmpty {
        below.append((row.row, place))
      } else {
        if index >= head || !goesOn { flush(into: &printed, &folder) }
        printed.append(row.row.words, sheet: place.sheet, page: place.page, folder: &folder)
      }
    }
  }

  /// Whether a line begins another table: in none stands below a cell what is read before it. The notes of a page need
  /// not come in the order of the manuscript.
  private func isAnother(_ cell: PageTraits.Cell, on page: Int) -> Bool {
    cells.contains {
      $0.place.page == page && $0.order > cell.order && $0.line.baseline < cell.baseline - 0.5
        && $0.line.left < cell.right - 1 && cell.left < $0.line.right - 1
    }
  }

  mutating func flush(into printed: inout PrintedLetters, _ folder: inout LetterFolder) {
    // lines of one cell follow each other as they are met
    for (_, cell) in cells.enumerated().sorted(by: { ($0.element.order, $0.offset) < ($1.element.order, $1.offset) }) {
      printed.append(cell.row.words, sheet: cell.place.sheet, page: cell.place.page, folder: &folder)
    }
    cells = []
    readBelow(&printed, &folder)
  }

  private mutating func readBelow(_ printed: inout PrintedLetters, _ folder: inout LetterFolder) {
    for line in below {
      printed.append(line.row.words, sheet: line.place.sheet, page: line.place.page, folder: &folder)
    }
    below = []
  }
}

extension PageTraits {
  /// Whether the cells of each row stand side by side in their order; if not, what is read
  /// by their order would hide it.
  fileprivate var isInOrder: Bool {
    let sorted = cells.filter { !$0.isReaching }.sorted { $0.baseline < $1.baseline }
    var row: [PageTraits.Cell] = []
    func isRowInOrder() -> Bool {
      let ordered = row.sorted { ($0.order, $0.left) < ($1.order, $1.left) }
      return zip(ordered, ordered.dropFirst()).allSatisfy { $0.left <= $1.left }
    }
    for cell in sorted {
      if let first = row.first, cell.baseline - first.baseline >= 0.5 {
        guard isRowInOrder() else { return false }
        row = []
      }
      row.append(cell)
    }
    return isRowInOrder()
  }
}

extension PrintedWord {
  /// Which of the lines, sorted by their baselines, holds the word.
  fileprivate func cell(in lines: [PageTraits.Cell]) -> Int? {
    // a figure below the line has its middle right under the baseline
    let least = middle - 0.2 * height
    var low = lines.lowerBound { $0.baseline < least }
    let x = (left + right) / 2
    var best: (line: Int, distance: Double)?
    while low < lines.count, lines[low].baseline <= bottom + 0.5 * height {
      let line = lines[low]
      if x >= line.left - 1, x <= line.right + 1 {
        let distance = abs(line.baseline - middle)
        if distance < best?.distance ?? .infinity { best = (low, distance) }
      }
      low += 1
    }
    return best?.line
  }

  /// Which of the lines the word, an item's number or sign, stands before.
  fileprivate func cell(besideLabelIn labels: [PageTraits.Label], _ lines: [PageTraits.Cell]) -> Int? {
    let x = (left + right) / 2
    guard !lines.isEmpty,
      labels.lazy.map(\.box).contains(where: {
        $0.left - 1 <= x && x <= $0.right + 1 && $0.top <= middle && middle <= $0.bottom
      })
    else { return nil }
    let beside = lines.indices.filter { index in
      let line = lines[index]
      return line.left >= right - 1 && middle <= line.baseline && line.baseline <= bottom + 0.5 * height
    }
    return beside.min { lines[$0].left < lines[$1].left }
  }

  /// Which of the lines an item's number or sign stands above, where nothing stands beside it.
  fileprivate func cell(below lines: [PageTraits.Cell]) -> Int? {
    let below = lines.indices.filter {
      lines[$0].left >= right - 1 && lines[$0].baseline > bottom && lines[$0].baseline < bottom + 6 * height
    }
    return below.min { (lines[$0].order, lines[$0].left) < (lines[$1].order, lines[$1].left) }
  }
}
