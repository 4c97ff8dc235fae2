internal import Units

/// Where cells, folds and pages lie on the front of every sheet.
///
/// All places are computed once on the front; a back is the same paper seen
/// from behind, so both sides register to the unit. Odd widths: every fold and
/// every centred gap is rounded down to a whole unit (1/1024 pt) on the front.
struct SheetGeometry {
  var sheet: PageSize
  var scale: Double
  /// The trim at `scale`, rounded down.
  var page: PageSize
  var bleed: Length
  var creep: Length
  var axis: TurningAxis
  /// Edges of the cells: one more than there are columns or rows.
  var columnEdges: [Length]
  var rowEdges: [Length]
  /// Places of the folds, sheet edges excluded.
  var verticalFolds: [Length] = []
  var horizontalFolds: [Length] = []

  /// What the leaf of a cell covers, on the front.
  func area(of cell: SheetCell) -> SheetArea {
    let bounds = cellArea(of: cell)
    let shift = creep * cell.depth
    // A page a hair larger than its place loses as much at the spine as at the fore-edge.
    let overWidth = Length(units: max(0, (page.width - bounds.width).units) >> 1)
    let overHeight = Length(units: max(0, (page.height - bounds.height).units) >> 1)
    var area = SheetArea(
      x: bounds.x + Length(units: (bounds.width - page.width).units >> 1),
      y: bounds.y + Length(units: (bounds.height - page.height).units >> 1), width: page.width, height: page.height)
    switch cell.spine {
    case .left: area.x = bounds.x - shift - overWidth
    case .right: area.x = bounds.right - page.width + shift + overWidth
    case .top: area.y = bounds.y - shift - overHeight
    case .bottom: area.y = bounds.bottom - page.height + shift + overHeight
    case nil: break
    }
    return area
  }

  /// The leaf with its bleed, as far as it may be printed: up to its folds, to
  /// the middle of the gap to its neighbour, to the edge of the sheet.
  func clip(of cell: SheetCell) -> SheetArea {
    area(of: cell).grown(by: bleed).intersection(cellArea(of: cell)).intersection(sheet.area)
  }

  private func cellArea(of cell: SheetCell) -> SheetArea {
    SheetArea(
      x: columnEdges[cell.column], y: rowEdges[cell.row],
      width: columnEdges[cell.column + 1] - columnEdges[cell.column],
      height: rowEdges[cell.row + 1] - rowEdges[cell.row])
  }
}

/// What the pages of one sheet need, before a sheet is chosen.
struct SheetNeed {
  var rows: Int
  var columns: Int
  var trim: PageSize
  var bleed: Length
  /// The fold nearest the spine divides the sheet in halves, and so does each
  /// one before: cells are equal parts of the sheet.
  var folds: FoldSequence?
  /// Kept free at each edge where the sheet is made to measure or filled.
  var margin: Length

  /// The least sheet at scale 1: trims, and bleed only where two neighbours share a gap.
  var least: PageSize {
    if folds != nil { return PageSize(width: trim.width * columns, height: trim.height * rows) }
    return PageSize(
      width: trim.width * columns + bleed * (2 * (columns - 1)),
      height: trim.height * rows + bleed * (2 * (rows - 1)))
  }

  /// The sheet at scale 1 with bleed at all edges but the spine.
  var ample: PageSize {
    guard let folds else {
      return PageSize(
        width: (trim.width + 2 * bleed) * columns, height: (trim.height + 2 * bleed) * rows)
    }
    // Across the spine a leaf has one free edge, along it two.
    let isUpright = folds.hinges.last?.isVertical ?? true
    return PageSize(
      width: (trim.width + bleed * (isUpright ? 1 : 2)) * columns,
      height: (trim.height + bleed * (isUpright ? 2 : 1)) * rows)
  }

  /// A sheet made to measure. Equal cells need the margin in each of them.
  var madeToMeasure: PageSize {
    guard let folds else {
      return PageSize(width: ample.width + 2 * margin, height: ample.height + 2 * margin)
    }
    let isUpright = folds.hinges.last?.isVertical ?? true
    return PageSize(
      width: ample.width + margin * columns * (isUpright ? 1 : 2),
      height: ample.height + margin * rows * (isUpright ? 2 : 1))
  }

  /// The largest scale at which `size` fits the sheet as it lies, `margin` kept free.
  func fittingScale(_ size: PageSize, on sheet: PageSize, margin: Length = .zero) -> Double {
    let room = PageSize(width: sheet.width - 2 * margin, height: sheet.height - 2 * margin)
    return min(
      Double(room.width.units) / Double(size.width.units), Double(room.height.units) / Double(size.height.units))
  }

  func fits(_ sheet: PageSize) -> Bool { least.isWithin(sheet) }

  /// Lays the cells on a sheet that is already turned the right way.
  func geometry(on sheet: PageSize, scale: Double, creep: Length, axis: TurningAxis) -> SheetGeometry {
    func scaled(_ length: Length) -> Length {
      scale == 1 ? length : Length(units: Int((Double(length.units) * scale).rounded(.down)))
    }
    let page = PageSize(width: scaled(trim.width), height: scaled(trim.height))
    let bleed = scaled(bleed)
    var geometry = SheetGeometry(
      sheet: sheet, scale: scale, page: page, bleed: bleed, creep: creep, axis: axis, columnEdges: [], rowEdges: [])
    if folds != nil {
      geometry.columnEdges = equalParts(sheet.width, columns)
      geometry.rowEdges = equalParts(sheet.height, rows)
      geometry.verticalFolds = Array(geometry.columnEdges.dropFirst().dropLast())
      geometry.horizontalFolds = Array(geometry.rowEdges.dropFirst().dropLast())
    } else {
      geometry.columnEdges = centredParts(sheet.width, columns, page.width + 2 * bleed)
      geometry.rowEdges = centredParts(sheet.height, rows, page.height + 2 * bleed)
    }
    return geometry
  }

  private func equalParts(_ whole: Length, _ count: Int) -> [Length] {
    (0...count).map { Length(units: whole.units * $0 / count) }
  }

  private func centredParts(_ whole: Length, _ count: Int, _ part: Length) -> [Length] {
    // An arithmetic shift rounds down for negative gaps too.
    let start = Length(units: (whole - part * count).units >> 1)
    return (0...count).map { start + part * $0 }
  }
}
