/// The last page of a chapter in columns, and pages made of their columns.
extension ChapterSolutions.Solution {
  /// Demerits of a row that the columns of a last page are higher than they might be, and of one that its last
  /// column lacks: an uneven end is seen, but less than a widow.
  private static let higherRow = 40_000
  private static let lackOfLastColumn = 25_000
  /// So many rows higher at most.
  private static let mostHigher = 10

  /// Evens out the columns of the last page: the least height at which all that stands on it ends level.
  ///
  /// The search is made once more for what that page holds, each time with columns of one height. Nothing is
  /// done where a note of the page before goes on, a plate waits, or no height gives level columns.
  mutating func level(_ replay: Replay, of search: borrowing PageSearch, source: [VerticalElement]) {
    let (chapter, style) = (replay.chapter, replay.style)
    guard let first = replay.heads.lastIndex(where: { $0.start.slot % style.columns == 0 }) else { return }
    let head = replay.heads[first]
    guard head.start.carried == 0, head.element < chapter.elements.count else { return }
    let waiting = chapter.floats[..<chapter.elements[head.element].floatsBefore].suffix(head.start.floats)
    guard !waiting.contains(where: { chapter.elements[$0].isPlate }) else { return }
    let most = search.heights[head.start.height]
    let rows = waiting.reduce(chapter.rows(from: head.element, line: head.line, style: style)) {
      $0 + chapter.elements[$1].rows
    }
    let tallest = waiting.reduce(0) { max($0, chapter.elements[$1].rows) }
    // a few lines stand in the first column
    let least = max(tallest, rows <= 2 * style.columns ? rows : max(1, (rows + style.columns - 1) / style.columns))
    var best: (cost: Int, pages: [BrokenPage], explanations: [PageExplanation])?
    for height in min(least, most)...min(most, least + Self.mostHigher) {
      let higher = (height - least) * Self.higherRow
      if let best, best.cost <= higher { break }
      var again = PageSearch(chapter, style: style, slot: head.start.slot, skip: 0, heights: [height])
      let paths = again.run(
        from: head.element, line: head.line, floats: waiting.count, setting: replay.chosen[head.element])
      for path in paths {
        var made = Replay(path, of: again, source: source, from: head.element, waiting: Array(waiting))
        let solution = made.solution(opening: opening)
        guard solution.pages.count <= style.columns, let last = solution.pages.last else { continue }
        let lack = (style.columns - solution.pages.count) * height + height - chapter.rows(of: last)
        let cost = path.cost + higher + max(lack - 1, 0) * Self.lackOfLastColumn
        if best.map({ cost < $0.cost }) ?? true { best = (cost, solution.pages, solution.explanations) }
      }
    }
    guard let best, best.cost < style.brokenKeep else { return }
    pages.replaceSubrange(first..., with: best.pages)
    explanations.replaceSubrange(first..., with: best.explanations)
  }

  /// Makes each page of its columns.
  /// - Parameter skip: rows above those of the first page.
  mutating func join(columns count: Int, below skip: Int, source: [VerticalElement]) {
    let (columns, costs) = (pages, explanations)
    (pages, explanations) = ([], [])
    for first in stride(from: 0, to: columns.count, by: count) {
      var page = BrokenPage(side: columns[first].side, pieces: [], height: columns[first].height)
      var band = ColumnBand()
      var explanation = PageExplanation()
      if first == 0 { band.rowsAbove = skip }
      page.height += band.rowsAbove
      let all = first..<min(first + count, columns.count)
      let hasPlate = columns[all].contains { $0.pieces.contains { source[$0.element].isPlate } }
      for (place, index) in all.enumerated() {
        let column = columns[index]
        band.columns.append(
          ColumnBand.Column(
            height: column.height, noteRows: column.noteRows, carriedNoteRows: column.carriedNoteRows))
        for var piece in column.pieces {
          piece.column = hasPlate ? nil : place
          page.pieces.append(piece)
        }
        page.yielded += column.yielded
        if index < costs.count { explanation.add(costs[index]) }
      }
      page.bands = hasPlate ? [] : [band]
      pages.append(page)
      explanations.append(explanation)
    }
  }
}

extension PageExplanation {
  fileprivate mutating func add(_ other: PageExplanation) {
    settings += other.settings
    breakAfter += other.breakAfter
    shortRows += other.shortRows
    rules += other.rules
  }
}

extension PreparedChapter {
  /// Rows of all that stands from a line of an element on, naturally set, with its notes.
  fileprivate func rows(from first: Int, line: Int, style: PageRules) -> Int {
    var rows = 0
    var hasNotes = false
    for index in first..<elements.count {
      switch elements[index].role {
      case .empty: continue
      case .space: rows += index == first ? 0 : elements[index].rows
      case .float: rows += elements[index].rows
      case .solid:
        let natural = lines[settings[elements[index].settings.lowerBound].lines]
        for line in index == first ? natural.dropFirst(line) : natural {
          rows += line.rows + line.notes
          hasNotes = hasNotes || line.notes > 0
        }
      }
    }
    return rows + (hasNotes ? style.noteRuleRows * style.columns : 0)
  }

  /// Rows that are used of a page.
  fileprivate func rows(of page: BrokenPage) -> Int {
    let body = page.pieces.map { piece in
      guard let setting = elements[piece.element].settings.first(where: { settings[$0].original == piece.setting })
      else { return piece.row }
      let shown = lines[settings[setting].lines].dropFirst(piece.lines.lowerBound).prefix(piece.lines.count)
      return shown.reduce(piece.row) { $0 + $1.rows }
    }
    return (body.max() ?? 0) + page.noteRows
  }
}
