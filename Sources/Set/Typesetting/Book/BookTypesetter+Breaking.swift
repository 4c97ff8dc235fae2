internal import PageBreaking
internal import Units

extension BookTypesetter {
  /// How a chapter may be broken into pages: what stands over the whole measure by spreads; where there are
  /// columns, these from where it ends on, and from where they end what follows.
  func solutions(for galley: Galley) -> ChapterSolutions {
    let elements = galley.elements.map(\.vertical)
    let style = pageStyle.suited(to: galley)
    guard let (columns, shape) = galley.columns else { return breakChapter(elements, style: style) }
    let heads = breakChapter(Array(elements[..<columns.lowerBound]), style: style)
    var best: [ChapterSolutions.Solution] = []
    for var solution in heads.solutions {
      addColumns(of: elements, columns, in: shape, to: &solution)
      for way in adding(elements, from: columns.upperBound, below: shape, style: style, to: solution) {
        if let rival = best.firstIndex(where: { $0.opening == way.opening && $0.closing == way.closing }) {
          if way.cost < best[rival].cost { best[rival] = way }
        } else {
          best.append(way)
        }
      }
    }
    return ChapterSolutions(best)
  }

  /// Rows that columns below something on their page must have.
  private static let leastRows = 6

  private func addColumns(
    of elements: [VerticalElement], _ range: Range<Int>, in shape: ColumnShape,
    to solution: inout ChapterSolutions.Solution
  ) {
    endNotes(of: &solution)
    let head = solution.pages.last
    let above = head.map { usedRows(of: $0, elements, shape) } ?? 0
    // the notes that the heading calls stand at the foot of the whole page, below a rule
    let room = shape.lines(below: above + (head?.rowsOfNotes ?? 0), on: design)
    let broken = breakColumns(
      Array(elements[range]), count: shape.count, firstRows: room < BookTypesetter.leastRows ? 0 : room,
      rows: shape.lines(below: 0, on: design))
    for (number, columns) in broken.enumerated() {
      if number > 0 { addPage(to: &solution) }
      let page = solution.pages.count - 1
      if !columns.isEmpty { solution.pages[page].rowsAboveColumns = number == 0 ? above : 0 }
      for (index, column) in columns.enumerated() {
        for var piece in column.pieces {
          piece.element += range.lowerBound
          piece.column = index
          solution.pages[page].pieces.append(piece)
        }
      }
    }
  }

  /// Pages for what is left of the heading's notes.
  private func endNotes(of solution: inout ChapterSolutions.Solution) {
    while let left = solution.pages.last?.carriedNoteRows, left > 0 {
      addPage(to: &solution)
      let page = solution.pages.count - 1
      solution.pages[page].noteRows = min(left, max(1, design.rows - 1))
      solution.pages[page].carriedNoteRows = left - solution.pages[page].noteRows
    }
  }

  private func addPage(to solution: inout ChapterSolutions.Solution) {
    let side: Side = design.sides == .facing ? solution.closing.other : .recto
    solution.pages.append(BrokenPage(side: side, pieces: [], height: design.rows))
    solution.explanations.append(PageExplanation())
    solution.closing = side
  }

  /// What follows the columns begins on their last page, in each way in which it can go on.
  private func adding(
    _ elements: [VerticalElement], from first: Int, below shape: ColumnShape, style: PageBreakingStyle,
    to solution: ChapterSolutions.Solution
  ) -> [ChapterSolutions.Solution] {
    guard first < elements.count, let last = solution.pages.last else { return [solution] }
    let skip = usedRows(of: last, elements, shape) + 1
    let isFull = last.noteRows > 0 || skip + BookTypesetter.leastRows > design.rows
    let rest = breakChapter(Array(elements[first...]), style: style, firstPageSkip: isFull ? 0 : skip)
    let opening: Side = isFull && design.sides == .facing ? solution.closing.other : solution.closing
    return rest.solutions.filter { $0.opening == opening }.map { rest in
      var way = solution
      way.cost += rest.cost
      way.closing = rest.closing
      for (number, page) in rest.pages.enumerated() {
        var pieces = page.pieces
        for index in pieces.indices { pieces[index].element += first }
        if number == 0, !isFull {
          way.pages[way.pages.count - 1].pieces += pieces
          continue
        }
        var page = page
        page.pieces = pieces
        way.pages.append(page)
        way.explanations.append(number < rest.explanations.count ? rest.explanations[number] : PageExplanation())
      }
      return way
    }
  }

  /// Rows of the grid down to a page's lowest line.
  private func usedRows(of page: BrokenPage, _ elements: [VerticalElement], _ shape: ColumnShape) -> Int {
    page.pieces.reduce(0) { used, piece in
      let lines = elements[piece.element].settings[piece.setting].lines[piece.lines]
      let rows = lines.reduce(piece.row) { $0 + Int($1.rows) }
      guard piece.column != nil else { return max(used, rows) }
      let height = Length(units: rows * Int(shape.leading))
      return max(used, page.rowsAboveColumns + (height.units + design.leading.units - 1) / design.leading.units)
    }
  }
}

extension BrokenPage {
  /// Of its foot, the white and the rule above them included.
  fileprivate var rowsOfNotes: Int { noteRows > 0 ? noteRows + 1 : 0 }
}
