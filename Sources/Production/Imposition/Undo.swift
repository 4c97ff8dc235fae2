package import Units

/// A page that is cut out of a side of a sheet.
package struct CutPage: Sendable, Equatable {
  /// The side, from 0.
  package var side: Int
  /// On the side, from its top left.
  package var area: SheetArea
  /// It stands on its head there.
  package var isTurned = false
}

/// Cuts sheets into the pages that were laid on them, in reading order: imposition backwards.
///
/// Sides that are read as they are (`n-up`, with no edge named about which they turn) are cut each for itself, and one of them that is upright among broad
/// ones, as a cover in a scan of spreads is, stays whole. Of other schemes all sides are fronts and backs in turn, a
/// last back may be missing, and all are as large as the first; places come from `impose` itself, for as many pages
/// as the sheets hold. Linear in pages.
///
/// - Parameters:
///   - sides: their sizes, in the order of the file.
///   - plan: how they were made; its sheet, scale and marks do not matter.
package func cutPages(from sides: [PageSize], plan: ImpositionPlan) throws(ImpositionError) -> [CutPage] {
  guard let first = sides.first else { throw .pageCount(0) }
  if case .nUp(let up) = plan.scheme, plan.duplex == .natural {
    guard ImpositionLimits.up.contains(up) else { throw .pagesUp(up) }
    let broad = sides.count(where: \.isLandscape)
    return sides.enumerated().flatMap { index, size in
      // one page is upright where two are broad
      let isSingle = up == 2 && !size.isLandscape && 2 * broad >= sides.count
      return isSingle
        ? [CutPage(side: index, area: size.area)]
        : flatCells(of: size, up: up, binding: plan.binding).map { CutPage(side: index, area: $0) }
    }
  }
  var plan = plan
  let cell = plan.cell(of: first)
  (plan.sheet, plan.scale, plan.marks, plan.bleed, plan.creep) = (first, .one, [], .zero, .zero)
  if plan.duplex == .manual { plan.duplex = .natural }
  let up = max(1, first.width.units / max(1, cell.width.units)) * max(1, first.height.units / max(1, cell.height.units))
  let sheets = (sides.count + 1) / 2
  let count = if case .stepAndRepeat = plan.scheme { 2 * sheets } else { 2 * sheets * up }
  let imposed = try impose(pageCount: count, trim: cell, plan: plan) { _ in "" }
  var pages: [CutPage?] = Array(repeating: nil, count: count)
  for (index, side) in imposed.sides.prefix(sides.count).enumerated() {
    for slot in side.slots {
      guard let page = slot.page, pages[page] == nil else { continue }
      pages[page] = CutPage(side: index, area: slot.area, isTurned: slot.isTurned)
    }
  }
  return pages.compactMap { $0 }
}

extension ImpositionPlan {
  /// What one page has of a side.
  fileprivate func cell(of side: PageSize) -> PageSize {
    let (rows, columns): (Int, Int)
    if let folds = scheme.folds {
      let sequence = FoldSequence(folds: folds, binding: binding)
      (rows, columns) = (sequence.rows, sequence.columns)
    } else {
      switch scheme {
      case .perfect(let up), .nUp(let up), .stepAndRepeat(let up): (rows, columns) = flatGrid(of: side, up: up)
      default: (rows, columns) = (1, 1)
      }
    }
    return PageSize(
      width: Length(units: side.width.units / columns), height: Length(units: side.height.units / rows))
  }
}

/// Rows and columns of so many pages on a side: those that give the pages the shape of paper, upright or broad.
private func flatGrid(of side: PageSize, up: Int) -> (rows: Int, columns: Int) {
  let up = min(max(up, ImpositionLimits.up.lowerBound), ImpositionLimits.up.upperBound)
  func unlikeness(_ rows: Int) -> Double {
    let shape = side.height.points / Double(rows) / (side.width.points * Double(rows) / Double(up))
    let longer = max(shape, 1 / shape) / 2.0.squareRoot()
    return max(longer, 1 / longer)
  }
  let rows = (1...up).filter { up % $0 == 0 }.min { unlikeness($0) < unlikeness($1) } ?? 1
  return (rows, up / rows)
}

/// Equal parts of a side, row by row, in the order in which they are read.
private func flatCells(of side: PageSize, up: Int, binding: ImpositionPlan.Binding) -> [SheetArea] {
  let (rows, columns) = flatGrid(of: side, up: up)
  func edge(_ whole: Length, _ index: Int, of parts: Int) -> Length { Length(units: whole.units * index / parts) }
  return (0..<up).map { index in
    let row = index / columns
    let column = binding == .right ? columns - 1 - index % columns : index % columns
    let (left, top) = (edge(side.width, column, of: columns), edge(side.height, row, of: rows))
    return SheetArea(
      x: left, y: top, width: edge(side.width, column + 1, of: columns) - left,
      height: edge(side.height, row + 1, of: rows) - top)
  }
}
