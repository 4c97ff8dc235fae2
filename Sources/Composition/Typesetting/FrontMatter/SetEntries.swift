internal import Design
internal import PageBreaking

/// The lines of contents, and the pages that they stand on.
struct SetEntries {
  var lines: [LineRecord] = []
  /// Numbers of entries, by the lines they stand beside.
  var numbers: [Int: LineRecord] = [:]
  private(set) var elements: [VerticalElement] = []
  /// For each element its first line.
  private var starts: [Int] = []
  /// Rows above the heading.
  private(set) var skip: Int32 = 0
  /// Placed, without the heading.
  private(set) var pages: [[LineRecord]] = []

  mutating func add(_ element: VerticalElement, from start: Int) {
    elements.append(element)
    starts.append(start)
  }

  /// What has entries under it keeps two of them, whole ones, on its page.
  mutating func keepTwoUnderTitles() {
    for index in elements.indices where elements[index].keepWithNext {
      let under = elements[(index + 1)...].filter { $0.kind != .space }.prefix(2)
      let rows = under.reduce(0) { $0 + ($1.settings.first?.lines.count ?? 0) }
      elements[index].rowsBelow = max(elements[index].rowsBelow, min(rows, 6))
    }
  }

  /// Over the whole measure, on the grid.
  mutating func place(_ broken: [BrokenPage], below skip: Int32, leading: PackedLength) {
    self.skip = skip
    pages = broken.map { $0.pieces.flatMap { placed($0, top: 0, leading: leading) } }
  }

  /// In columns, those of the last page level. Where few entries would stand there, the page before it gives some up.
  /// - Parameters:
  ///   - heading: rows that the heading takes, the sink apart.
  ///   - sink: rows above it.
  mutating func pages(of shape: ColumnShape, heading: Int32, sink: Int32, on design: PageDesign) {
    skip = sink
    var broken = columns(of: shape, heading: sink + heading, on: design)
    if broken.count > 1 {
      // what just passes one page or a spread has its heading higher
      let close = columns(of: shape, heading: heading, on: design)
      if close.count < broken.count, close.count <= 2 { (skip, broken) = (0, close) }
    }
    let top = (skip + heading) * PackedLength(clamping: design.leading)
    pages = broken.enumerated().map { number, columns in
      columns.enumerated().flatMap { index, column in
        column.pieces.flatMap { piece in
          placed(piece, top: number == 0 ? top : 0, leading: shape.leading).map { line in
            var line = line
            line.column = ColumnPlace(index, of: shape.count)
            return line
          }
        }
      }
    }
  }

  /// - Parameter heading: rows that it and the white above it take on the first page.
  private func columns(of shape: ColumnShape, heading: Int32, on design: PageDesign) -> [[BrokenColumn]] {
    let first = shape.lines(below: Int(heading), on: design)
    let full = shape.lines(below: 0, on: design)
    var broken: [[BrokenColumn]] = []
    for less in 0..<max(1, min(first / 2, full / 4)) {
      broken = breakColumns(elements, count: shape.count, firstRows: first - less, rows: full - less)
      let last = broken.last?.reduce(0) { $0 + $1.pieces.count } ?? 0
      if broken.count < 2 || last >= FrontMatter.leastEntries { break }
    }
    return broken
  }

  private func placed(_ piece: PlacedPiece, top: PackedLength, leading: PackedLength) -> [LineRecord] {
    piece.lines.flatMap { k in
      let index = starts[piece.element] + k
      return [numbers[index], lines[index]].compactMap { line in
        var line = line
        line?.y = top + Int32(piece.row + k - piece.lines.lowerBound) * leading
        return line
      }
    }
  }
}
