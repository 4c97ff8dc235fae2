package import Units

/// Lays the pages of a book on sheets.
///
/// Pages stay at scale 1 unless the plan says `fit`; folds lie at the sheet's
/// middle (and at equal parts of it); blanks come after the last page in
/// reading order, whatever the binding. Memory and time are linear in pages.
///
/// - Parameters:
///   - trim: the size of every page, bleed not included.
///   - labels: the printed page number of a page counted from 0, for names and slug lines.
package func impose(
  pageCount: Int, trim: PageSize, plan: ImpositionPlan, labels: (Int) -> String
) throws(ImpositionError) -> ImposedSheets {
  try check(pageCount: pageCount, trim: trim, plan: plan)
  let margin = MarkPlacer.margin(for: plan.marks)
  let grid = chooseGrid(trim: trim, plan: plan, margin: margin)
  let gathering = gather(pageCount: pageCount, plan: plan, grid: grid)
  // Two leaves, four pages, lie at each depth of a section.
  let depth = (gathering.sections.max() ?? 0) / 4 - 1
  let totalCreep = gathering.folds == nil ? .zero : plan.creep * max(0, depth)
  let across = plan.binding == .top ? trim.height : trim.width
  guard totalCreep * 4 <= across else { throw .creep(plan.creep, total: totalCreep) }

  let need = SheetNeed(
    rows: gathering.rows, columns: gathering.columns, trim: trim, bleed: plan.bleed, folds: gathering.folds,
    margin: margin)
  let (sheet, scale) = try chooseSheet(need: need, plan: plan)
  let geometry = need.geometry(on: sheet, scale: scale, creep: plan.creep, axis: plan.binding.axis)

  // With this setting the printer turns the sheet as the reader turns a page.
  let isVertical = geometry.axis == .vertical
  let natural: ImpositionPlan.Duplex = isVertical != sheet.isLandscape ? .long : .short
  let turnsBacks = (plan.duplex == .long || plan.duplex == .short) && plan.duplex != natural
  let duplex = plan.duplex == .natural ? natural : plan.duplex

  let drawing = SideDrawing(gathering: gathering, geometry: geometry, plan: plan)
  var sides: [SheetSide] = []
  sides.reserveCapacity(gathering.sheets.count * 2)
  for index in gathering.sheets.indices {
    let (front, back) = drawing.sides(ofSheet: index, labels: labels)
    sides.append(front)
    sides.append(turnsBacks ? back.turned() : back)
  }

  let report = ImpositionReport(
    pages: pageCount, sheets: gathering.sheets.count, blanks: gathering.sections.reduce(0, +) - pageCount,
    sections: gathering.sections, sheet: sheet, scale: scale, creep: totalCreep, duplex: duplex,
    turnsBacks: turnsBacks,
    instruction: printingInstruction(duplex: duplex, reload: plan.reload, sheet: sheet),
    steps: assemblySteps(gathering: gathering, plan: plan),
    advice: advice(
      pageCount: pageCount, gathering: gathering, geometry: geometry, plan: plan, totalCreep: totalCreep))
  return ImposedSheets(
    sides: sides, runs: printRuns(sides: sides.count, duplex: duplex, reload: plan.reload), report: report)
}

func check(pageCount: Int, trim: PageSize, plan: ImpositionPlan) throws(ImpositionError) {
  guard pageCount > 0, pageCount <= ImpositionLimits.pages else { throw .pageCount(pageCount) }
  for size in [trim, plan.sheet ?? trim] {
    guard size.width > .zero, size.height > .zero, size.width <= ImpositionLimits.length,
      size.height <= ImpositionLimits.length
    else { throw .size(size) }
  }
  let shorter = min(trim.width, trim.height)
  guard plan.bleed >= .zero, plan.bleed <= shorter - plan.bleed else { throw .bleed(plan.bleed) }
  guard plan.creep >= .zero, plan.creep <= shorter else {
    throw .creep(plan.creep, total: plan.creep)
  }
  switch plan.scheme {
  case .sections(let pages):
    guard pages > 0, pages % 4 == 0, pages <= ImpositionLimits.pages else {
      let bounded = min(max(pages, 4), ImpositionLimits.pages - 4)
      throw .sectionPages(pages, nearest: max(4, (bounded + 2) / 4 * 4))
    }
  case .perfect(let up), .nUp(let up), .stepAndRepeat(let up):
    guard ImpositionLimits.up.contains(up) else { throw .pagesUp(up) }
  case .booklet, .folio, .quarto, .octavo: break
  }
}

/// Rows and columns of a scheme whose sheets are not folded: those that let the
/// pages be largest on the sheet. Folded sheets have their own.
func chooseGrid(trim: PageSize, plan: ImpositionPlan, margin: Length) -> (rows: Int, columns: Int) {
  let up: Int
  switch plan.scheme {
  case .perfect(let n), .nUp(let n), .stepAndRepeat(let n): up = n
  default: return (1, 1)
  }
  var best = (rows: 1, columns: up)
  var bestScale = -Double.infinity
  // More columns first, so that they win where both ways are equally good.
  for rows in 1...up where up % rows == 0 {
    let need = SheetNeed(
      rows: rows, columns: up / rows, trim: trim, bleed: plan.bleed, folds: nil, margin: margin)
    let scale: Double
    if let sheet = plan.sheet {
      scale = max(need.fittingScale(need.least, on: sheet), need.fittingScale(need.least, on: sheet.turned))
    } else {
      // Made to measure: the squarest block.
      scale = -Double(max(need.ample.width, need.ample.height).units)
    }
    if scale > bestScale { (best, bestScale) = ((rows, up / rows), scale) }
  }
  return best
}

private func gather(pageCount: Int, plan: ImpositionPlan, grid: (rows: Int, columns: Int)) -> Gathering {
  func folded(sheetsPerSection: Int?) -> Gathering {
    let folds = plan.scheme.folds ?? 1
    let pagesPerSheet = 2 << folds
    let sheets = (pageCount + pagesPerSheet - 1) / pagesPerSheet
    return gatherFolded(
      pageCount: pageCount, sectionSheets: sectionSheets(sheets, perSection: sheetsPerSection ?? sheets),
      folds: FoldSequence(folds: folds, binding: plan.binding), binding: plan.binding)
  }
  func flat(_ order: FlatOrder) -> Gathering {
    gatherFlat(
      pageCount: pageCount, rows: grid.rows, columns: grid.columns, order: order, binding: plan.binding)
  }
  if plan.hasCover, pageCount >= 4, plan.scheme.folds == 1 { return gatherCovered(pageCount: pageCount, plan: plan) }
  switch plan.scheme {
  case .booklet: return folded(sheetsPerSection: nil)
  case .sections(let pages): return folded(sheetsPerSection: pages / 4)
  case .folio, .quarto, .octavo: return folded(sheetsPerSection: 1)
  case .perfect: return flat(.stacks)
  case .nUp: return flat(.reading)
  case .stepAndRepeat: return flat(.same)
  }
}

/// The sheet turned as the pages need it, and the scale.
private func chooseSheet(
  need: SheetNeed, plan: ImpositionPlan
) throws(ImpositionError) -> (sheet: PageSize, scale: Double) {
  guard let given = plan.sheet else { return (need.madeToMeasure, 1) }
  let upright = given.isLandscape ? given.turned : given
  let sideways = upright.turned
  switch plan.scale {
  case .one:
    let isUpright = need.fittingScale(need.least, on: upright) >= need.fittingScale(need.least, on: sideways)
    let sheet = isUpright ? upright : sideways
    guard need.fits(sheet) else {
      let scale = need.fittingScale(need.least, on: sheet)
      throw .doesNotFit(
        needed: need.least, sheet: sheet, fittingScale: scale, fittingSheets: sheetsThatFit(need))
    }
    return (sheet, 1)
  case .fit:
    // Marks and gaps keep their size; only the pages and their bleed are scaled.
    let extra = PageSize(
      width: need.madeToMeasure.width - need.ample.width, height: need.madeToMeasure.height - need.ample.height)
    func scale(_ sheet: PageSize) -> Double {
      need.fittingScale(
        need.ample, on: PageSize(width: sheet.width - extra.width, height: sheet.height - extra.height))
    }
    let sheet = scale(upright) >= scale(sideways) ? upright : sideways
    let fitting = scale(sheet)
    // Below a hundredth nothing can be read, and widths would round to nothing.
    guard fitting >= 0.01 else { throw .noRoom(sheet: sheet) }
    return (sheet, fitting)
  }
}

/// Names of the smallest sheets on which the pages fit at scale 1, three at most.
private func sheetsThatFit(_ need: SheetNeed) -> [String] {
  StandardSheet.all.enumerated()
    .filter { need.fits($0.element.size) || need.fits($0.element.size.turned) }
    .sorted { a, b in
      let (x, y) = (a.element.size, b.element.size)
      let (areaX, areaY) = (x.width.units * x.height.units, y.width.units * y.height.units)
      return areaX == areaY ? a.offset < b.offset : areaX < areaY
    }
    .prefix(3).map(\.element.name)
}

private func printRuns(sides: Int, duplex: ImpositionPlan.Duplex, reload: ImpositionPlan.Reload) -> [PrintRun] {
  guard duplex == .manual else { return [PrintRun(part: .sheets, sides: Array(0..<sides))] }
  let fronts = Array(stride(from: 0, to: sides, by: 2))
  let backs = Array(stride(from: 1, to: sides, by: 2))
  return [
    PrintRun(part: .fronts, sides: fronts),
    PrintRun(part: .backs, sides: reload == .asDelivered ? backs.reversed() : backs),
  ]
}
