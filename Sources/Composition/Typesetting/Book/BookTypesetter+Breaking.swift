internal import PageBreaking
internal import Units

/// Chapters some of which stands in columns.
extension BookTypesetter {
  private typealias Solution = ChapterSolutions.Solution

  /// How a chapter may be broken into pages: what stands over the whole measure by spreads, and columns so that
  /// those of a spread are level. Each stretch begins on the page on which the one before it ends, in every way
  /// in which that may be.
  func solutions(for galley: Galley) -> ChapterSolutions {
    var found = brokenSolutions(for: galley)
    if galley.notes.contains(where: \.isInMargin) {
      let placer = PagePlacer(design: design)
      for index in found.solutions.indices {
        placer.endMargins(of: &found.solutions[index], galley, isFacing: design.sides == .facing)
      }
    }
    return found
  }

  private func brokenSolutions(for galley: Galley) -> ChapterSolutions {
    let elements = galley.elements.map(\.vertical)
    let style = pageStyle.suited(to: galley)
    guard let first = galley.columns.first else { return breakChapter(elements, style: style) }
    let list = ColumnedList(elements: elements, style: style, regions: galley.columns, grid: design.leading)
    var next = list.heads(above: first.elements.lowerBound, from: 0)
    if next == 0 { next = first.elements.lowerBound }
    var ways = breakChapter(Array(elements[..<next]), style: style).solutions
    for (number, region) in galley.columns.enumerated() {
      let range = region.elements
      // a heading stands on the page of what it heads
      let heads = list.heads(above: range.lowerBound, from: next)
      if next < heads { ways = cheapest(of: ways) { adding(next..<heads, of: list, to: $0) } }
      if heads < range.lowerBound {
        ways = cheapest(of: ways) { adding(heads..<range.lowerBound, above: Self.leastRows, of: list, to: $0) }
      }
      if region.isIndex {
        ways = cheapest(of: ways) { [addingIndex(region, number, of: list, to: $0)] }
      } else {
        for part in list.parts(of: range) {
          ways = cheapest(of: ways) { adding(part, of: list, in: region, number, to: $0) }
        }
      }
      next = range.upperBound
    }
    if next < elements.count { ways = cheapest(of: ways) { adding(next..<elements.count, of: list, to: $0) } }
    return ChapterSolutions(ways)
  }

  private struct ColumnedList {
    var elements: [VerticalElement]
    var style: PageBreakingStyle
    var regions: [ColumnRegion]
    /// Distance of the text's lines.
    var grid: Length

    /// Rows of the grid that lines of columns take.
    func gridRows(_ rows: Int, of band: ColumnBand) -> Int {
      (rows * Int(regions[band.region].shape.leading) + grid.units - 1) / grid.units
    }

    /// Rows of white that ends before an element, and that begins with it.
    func white(around index: Int) -> (before: Int, behind: Int) {
      func rows(_ elements: some Sequence<VerticalElement>) -> Int {
        elements.prefix { $0.kind == .space }.reduce(0) { $0 + Int($1.settings.first?.lines.first?.rows ?? 0) }
      }
      return (rows(elements[..<index].reversed()), rows(elements[index...]))
    }

    func rows(of range: Range<Int>) -> Int {
      elements[range].reduce(0) { $0 + ($1.settings.first?.lines.reduce(0) { $0 + Int($1.rows) } ?? 0) }
    }

    /// Rows of the tallest thing that cannot be parted among the first so many rows of a range.
    func tallest(of range: Range<Int>, within rows: Int) -> Int {
      var (tallest, sum) = (0, 0)
      for element in elements[range] where !element.isPlate {
        if sum > rows { break }
        let own = element.settings.first?.lines.map { Int($0.rows) } ?? []
        tallest = max(tallest, own.max() ?? 0)
        sum += own.reduce(0, +)
      }
      return tallest
    }

    /// Where headings begin that stand right above an element; its own place where none do.
    func heads(above end: Int, from start: Int) -> Int {
      var (first, index) = (end, end - 1)
      while index >= start, elements[index].kind == .space || elements[index].keepWithNext {
        if elements[index].keepWithNext { first = index }
        index -= 1
      }
      // with the white above them
      while first < end, first > start, elements[first - 1].kind == .space { first -= 1 }
      return first
    }

    /// Each but the first begins with what a page must begin with.
    func parts(of range: Range<Int>) -> [Range<Int>] {
      let cuts = [range.lowerBound] + range.dropFirst().filter { elements[$0].breakBefore } + [range.upperBound]
      return zip(cuts, cuts.dropFirst()).map { $0..<$1 }
    }
  }

  /// For each pair of sides the cheapest way in which all of them go on.
  private func cheapest(of ways: [Solution], goingOn: (Solution) -> [Solution]) -> [Solution] {
    var best: [Solution] = []
    for way in ways.flatMap(goingOn) {
      if let rival = best.firstIndex(where: { $0.opening == way.opening && $0.closing == way.closing }) {
        if way.cost < best[rival].cost { best[rival] = way }
      } else {
        best.append(way)
      }
    }
    return best
  }

  /// Rows that columns below something on their page must have.
  private static let leastRows = 6

  // MARK: Text

  /// What stands over the whole measure below columns.
  /// - Parameter rows: that must follow it on its page.
  private func adding(
    _ range: Range<Int>, above rows: Int = 0, of list: ColumnedList, to way: Solution
  ) -> [Solution] {
    let used = way.pages.last.map { usedRows(of: $0, list) } ?? 0
    // the white that begins with it is set with it
    let white = list.white(around: range.lowerBound)
    let skip = used + (white.behind > 0 ? white.before : max(1, white.before))
    let notes = way.pages.last?.rowsOfNotes ?? 0
    let isFull =
      way.pages.last.map { $0.carriedNoteRows > 0 } ?? true
      || skip + notes + (rows > 0 ? list.rows(of: range) + rows : BookTypesetter.leastRows) > design.rows
    return joining(range, of: list, style: list.style, skip: isFull ? nil : skip + notes, to: way) { page in
      var page = page
      // the notes have their room at the foot
      for index in page.pieces.indices where !isFull { page.pieces[index].row -= notes }
      return page
    }
  }

  /// Text in columns, those of each page and spread level.
  private func adding(
    _ range: Range<Int>, of list: ColumnedList, in region: ColumnRegion, _ number: Int, to way: Solution
  ) -> [Solution] {
    var way = way
    endNotes(of: &way)
    let above = way.pages.last.map { usedRows(of: $0, list) } ?? 0
    let white = list.white(around: range.lowerBound)
    let head = above > 0 ? above + max(white.before, white.behind) : 0
    // the notes called above the columns stand at the foot of the whole page, below a rule
    let notes = way.pages.last?.rowsOfNotes ?? 0
    var style = list.style
    style.columns = region.shape.count
    let room = design.rows - head - notes
    // what no column below has room for is not forced into one
    let tallest = above > 0 ? list.tallest(of: range, within: room * style.columns) : 0
    let isFull =
      above > 0 && list.elements[range.lowerBound].breakBefore || room < BookTypesetter.leastRows
      || tallest > room && tallest <= design.rows
    return joining(range, of: list, style: style, skip: isFull ? nil : head + notes, region: number, to: way) { page in
      var page = page
      for band in page.bands.indices { page.bands[band].rowsAbove = head }
      return page
    }
  }

  /// - Parameters:
  ///   - skip: rows taken of the page on which it begins; nil where it begins a new one.
  ///   - region: of its columns.
  ///   - made: what becomes of a page on which it only begins.
  private func joining(
    _ range: Range<Int>, of list: ColumnedList, style: PageBreakingStyle, skip: Int?, region: Int = 0,
    to way: Solution, made: (BrokenPage) -> BrokenPage
  ) -> [Solution] {
    let rest = breakChapter(Array(list.elements[range]), style: style, firstPageSkip: skip ?? 0)
    let opening: Side = skip == nil && design.sides == .facing ? way.closing.other : way.closing
    return rest.solutions.filter { $0.opening == opening }.map { rest in
      var way = way
      way.cost += rest.cost
      way.closing = rest.closing
      way.failedHints += rest.failedHints.map { $0 + range.lowerBound }
      for (number, page) in rest.pages.enumerated() {
        var page = number == 0 && skip != nil ? made(page) : page
        for band in page.bands.indices { page.bands[band].region = region }
        for index in page.pieces.indices { page.pieces[index].element += range.lowerBound }
        if number == 0, skip != nil, let last = way.pages.indices.last {
          let bands = way.pages[last].bands.count
          for index in page.pieces.indices { page.pieces[index].band += bands }
          way.pages[last].pieces += page.pieces
          way.pages[last].bands += page.bands
          way.pages[last].noteRows += page.noteRows
          way.pages[last].carriedNoteRows += page.carriedNoteRows
          way.pages[last].yielded += page.yielded
          way.pages[last].height = max(way.pages[last].height, page.height)
          continue
        }
        way.pages.append(page)
        way.explanations.append(number < rest.explanations.count ? rest.explanations[number] : PageExplanation())
      }
      return way
    }
  }

  // MARK: Indexes

  private func addingIndex(
    _ region: ColumnRegion, _ number: Int, of list: ColumnedList, to way: Solution
  ) -> Solution {
    var way = way
    endNotes(of: &way)
    let head = way.pages.last
    let above = head.map { usedRows(of: $0, list) } ?? 0
    // the notes that the heading calls stand at the foot of the whole page, below a rule
    let room = region.shape.lines(below: above + (head?.rowsOfNotes ?? 0), on: design)
    let broken = breakColumns(
      Array(list.elements[region.elements]), count: region.shape.count,
      firstRows: room < BookTypesetter.leastRows ? 0 : room, rows: region.shape.lines(below: 0, on: design))
    for (index, columns) in broken.enumerated() {
      if index > 0 { addPage(to: &way) }
      guard !columns.isEmpty else { continue }
      let page = way.pages.count - 1
      var band = ColumnBand()
      band.rowsAbove = index == 0 ? above : 0
      band.region = number
      for (place, column) in columns.enumerated() {
        band.columns.append(ColumnBand.Column(height: column.rows))
        for var piece in column.pieces {
          piece.element += region.elements.lowerBound
          piece.column = place
          piece.band = way.pages[page].bands.count
          way.pages[page].pieces.append(piece)
        }
      }
      way.pages[page].bands.append(band)
    }
    return way
  }

  /// Pages for what is left of the notes over the whole measure.
  private func endNotes(of solution: inout Solution) {
    while let left = solution.pages.last?.carriedNoteRows, left > 0 {
      addPage(to: &solution)
      let page = solution.pages.count - 1
      solution.pages[page].noteRows = min(left, max(1, design.rows - 1))
      solution.pages[page].carriedNoteRows = left - solution.pages[page].noteRows
    }
  }

  private func addPage(to solution: inout Solution) {
    let side: Side = design.sides == .facing ? solution.closing.other : .recto
    solution.pages.append(BrokenPage(side: side, pieces: [], height: design.rows))
    solution.explanations.append(PageExplanation())
    solution.closing = side
  }

  /// Rows of the grid down to a page's lowest line, or to the foot of columns with notes.
  private func usedRows(of page: BrokenPage, _ list: ColumnedList) -> Int {
    page.pieces.reduce(0) { used, piece in
      let lines = list.elements[piece.element].settings[piece.setting].lines[piece.lines]
      let rows = lines.reduce(piece.row) { $0 + Int($1.rows) }
      guard let column = piece.column else { return max(used, rows) }
      let band = page.bands[piece.band]
      if band.columns[column].noteRows > 0 { return max(used, band.rowsAbove + band.columns[column].height) }
      return max(used, band.rowsAbove + list.gridRows(rows, of: band))
    }
  }
}

extension BrokenPage {
  /// Of its foot, the white and the rule above them included.
  fileprivate var rowsOfNotes: Int { noteRows > 0 ? noteRows + 1 : 0 }
}
