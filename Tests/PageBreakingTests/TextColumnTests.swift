import PageBreaking
import Testing

@Suite struct `Text in columns` {
  @Test(arguments: [2, 3], [false, true])
  func `Every line stands once and in order, and columns of a spread are of one height`(count: Int, notes: Bool) {
    for seed in 0..<120 {
      var dice = Dice(seed: UInt64(seed + 23))
      var style = PageBreakingStyle(rows: 6 + dice.roll(30), isFacing: !dice.chance(40))
      style.columns = count
      let skip = dice.chance(40) ? dice.roll(style.rows / 2) : 0
      let chapter = randomChapter(
        ChapterShape(
          elements: 10 + dice.roll(60), longest: 3 + dice.roll(12), notes: notes, floats: dice.chance(30),
          repeats: dice.chance(30)), &dice)
      for solution in breakChapter(chapter, style: style, firstPageSkip: skip).solutions {
        let faults = columnFaults(of: solution, in: chapter, style: style, skip: skip)
        if !faults.isEmpty {
          Issue.record(
            "seed \(seed) rows \(style.rows) skip \(skip): \(faults)\n\(brief(chapter))\n\(brief(solution.pages))")
          return
        }
      }
    }
  }

  /// Two columns of pages that stand alone are to the search what facing pages are that open on a verso.
  @Test func `The search costs what the best of all ways costs`() {
    for seed in 0..<200 {
      var dice = Dice(seed: UInt64(seed + 71))
      var style = PageBreakingStyle(rows: 3 + dice.roll(4))
      style.horizon = .infinity
      style.minimumChapterEnd = 0
      style.shortRow = 40_000
      var chapter = randomChapter(ChapterShape(elements: 2 + dice.roll(6), spaces: dice.chance(50)), &dice)
      for index in chapter.indices { chapter[index].breakBefore = false }
      // columns of a last page are evened out: nothing stands alone there
      if let last = chapter.indices.last { chapter[last].isSceneBreak = false }
      var oracle = Oracle(chapter, style: style)
      let best = oracle.costs(opening: .verso).values.min()
      style.isFacing = false
      style.columns = 2
      #expect(
        breakChapter(chapter, style: style).solutions.map(\.cost).min() == best, "seed \(seed)\n\(brief(chapter))")
    }
  }

  @Test func `Columns of the last page end level, as high as they need to be`() {
    #expect(heights(lines(13), rows: 20) == [[7, 6]])
    #expect(heights(lines(52), rows: 20) == [[20, 20], [6, 6]])
    #expect(heights(lines(61), rows: 20, columns: 3) == [[20, 20, 20], [1]])
    // a paragraph whose first or last line stood alone makes the columns higher
    #expect(heights([paragraph(4), paragraph(3), paragraph(4)], rows: 20) == [[7, 4]])
  }

  @Test func `Columns of the first page begin below what stands above them`() {
    var style = PageBreakingStyle(rows: 20, isFacing: false)
    style.columns = 2
    let solution = breakChapter(lines(50), style: style, firstPageSkip: 8).solutions[0]
    #expect(solution.pages.map { $0.bands.map(\.rowsAbove) } == [[8], [0]])
    #expect(solution.pages.map { page in page.bands[0].columns.map(\.height) } == [[12, 12], [13, 13]])
    #expect(solution.pages[0].pieces.filter { $0.column == 1 }.map(\.row) == Array(0..<12))
  }

  @Test func `A note stands at the foot of its column, and goes on in the next one`() {
    var call = paragraph(1)
    call.settings[0].lines[0].noteRows = 9
    var style = PageBreakingStyle(rows: 12, isFacing: false)
    style.columns = 2
    let solution = breakChapter(lines(5) + [call] + lines(16), style: style).solutions[0]
    let columns = solution.pages[0].bands[0].columns
    #expect(columns[0].noteRows > 0 && columns[0].noteRows + columns[0].carriedNoteRows == 9)
    #expect(columns[1].noteRows == columns[0].carriedNoteRows)
  }

  private func lines(_ count: Int) -> [VerticalElement] { (0..<count).map { _ in paragraph(1) } }

  private func heights(_ chapter: [VerticalElement], rows: Int, columns: Int = 2) -> [[Int]] {
    var style = PageBreakingStyle(rows: rows, isFacing: false)
    style.columns = columns
    return breakChapter(chapter, style: style).solutions[0].pages.map { page in
      page.bands[0].columns.indices.map { column in
        page.pieces.filter { $0.column == column }.reduce(0) { $0 + $1.lines.count }
      }
    }
  }
}

/// What is wrong with pages of columns, read from them alone.
private func columnFaults(
  of solution: ChapterSolutions.Solution, in chapter: [VerticalElement], style: PageBreakingStyle, skip: Int
) -> [String] {
  var faults: [String] = []
  var reached: [Int: (setting: Int, line: Int)] = [:]
  var carried = 0
  var noteRows = 0
  let skip = min(skip, style.rows - 1)
  for (number, page) in solution.pages.enumerated() {
    func fault(_ text: String) { faults.append("page \(number): \(text)") }
    guard page.bands.count == 1 else {
      fault("\(page.bands.count) bands")
      continue
    }
    let band = page.bands[0]
    if band.rowsAbove != (number == 0 ? skip : 0) { fault("\(band.rowsAbove) rows above") }
    if band.columns.count > style.columns || band.columns.isEmpty { fault("\(band.columns.count) columns") }
    if Set(band.columns.map(\.height)).count > 1 { fault("columns of several heights") }
    let isLast = number + 1 == solution.pages.count
    if !isLast {
      if band.columns.count != style.columns { fault("only \(band.columns.count) columns") }
      if abs(band.columns[0].height + band.rowsAbove - style.rows) > 1 { fault("height \(band.columns[0].height)") }
      let next = solution.pages[number + 1]
      if style.isFacing, page.side == .verso, number + 2 < solution.pages.count,
        next.bands[0].columns[0].height != band.columns[0].height + band.rowsAbove
      {
        fault("a spread of two heights")
      }
    }
    let order = page.pieces.map { $0.column ?? -1 }
    if order != order.sorted() { fault("columns out of order") }
    for (index, column) in band.columns.enumerated() {
      var row = 0
      var isCut = false
      for piece in page.pieces where piece.column == index {
        let element = chapter[piece.element]
        let known = reached[piece.element] ?? (piece.setting, 0)
        if known != (piece.setting, piece.lines.lowerBound) {
          fault("element \(piece.element) goes on at \(piece.lines)")
        }
        reached[piece.element] = (piece.setting, piece.lines.upperBound)
        if piece.row < row { fault("pieces overlap at row \(piece.row)") }
        row = piece.row
        let repeated = piece.lines.lowerBound > 0 ? Int(element.repeatedRows) : 0
        for line in element.settings[piece.setting].lines[piece.lines] {
          row += Int(line.rows)
          noteRows += Int(line.noteRows)
          if Int(line.rows) + Int(line.noteRows) + repeated > column.height - 2 { isCut = true }
        }
      }
      noteRows -= column.noteRows
      if noteRows != column.carriedNoteRows { fault("note rows: \(noteRows) go on, not \(column.carriedNoteRows)") }
      carried = column.carriedNoteRows
      let used = row + (column.noteRows > 0 ? column.noteRows + style.noteRuleRows : 0)
      if used > column.height, !isCut { fault("column \(index): \(used) rows of \(column.height)") }
    }
  }
  if carried != 0 { faults.append("note rows lost") }
  for (index, element) in chapter.enumerated() where element.kind != .space {
    guard let place = reached[index] else {
      if element.settings.contains(where: { !$0.lines.isEmpty }) { faults.append("element \(index) lost") }
      continue
    }
    if place.line != element.settings[place.setting].lines.count { faults.append("element \(index) not whole") }
  }
  return faults
}
