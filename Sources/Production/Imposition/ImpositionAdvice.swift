internal import Units

/// One line: what to choose in the printer's dialogue.
func printingInstruction(
  duplex: ImpositionPlan.Duplex, reload: ImpositionPlan.Reload, sheet: PageSize
) -> String {
  let paper = "\(sheet.title) \(sheet.isLandscape ? "landscape" : "portrait"), actual size (100 %)"
  switch duplex {
  case .long, .natural: return "print on both sides, flip on long edge, \(paper)"
  case .short: return "print on both sides, flip on short edge, \(paper)"
  case .manual:
    let pile = reload == .asDelivered ? "as delivered, the last sheet on top" : "turned over, the first sheet on top"
    return "print the fronts on one side, \(paper); put the pile back \(pile); print the backs; "
      + "if they come out upside down, put the pile in by its other edge"
  }
}

/// What to do with the printed sheets.
func assemblySteps(gathering: Gathering, plan: ImpositionPlan) -> [String] {
  if let folds = gathering.folds {
    var steps: [String] = []
    if gathering.hasCover { steps.append("print the first sheet, the cover, on its own paper if you like") }
    if gathering.sewn.count > 1 || gathering.sheets.count > 1 {
      steps.append("keep the sheets in the order in which they were printed")
    }
    let nested = (gathering.sewn.max() ?? 0) > gathering.pagesPerSheet
    if nested, gathering.sewn.count > 1 {
      steps.append(
        "part the pile into sections: \(sheetCounts(gathering)) sheets, counted from the \(gathering.coverIsApart ? "second" : "first")"
      )
    }
    let place =
      folds.hinges.count == 1 ? "" : ", its upright pages \(plan.binding == .top ? "on the right" : "at the foot")"
    steps.append("lay each sheet down with its back up\(place)")
    for hinge in folds.hinges { steps.append("fold the \(name(hinge)) half over the \(name(hinge.opposite)) half") }
    if nested {
      steps.append(
        gathering.sewn.count == 1
          ? "lay the folded sheets into one another, the first outside"
          : "lay the sheets of each section into one another, its first sheet outside")
    }
    if gathering.sewn.count == 1 {
      steps.append(folds.hinges.count == 1 ? "staple or sew through the fold" : "sew through the spine fold")
    } else {
      steps.append("lay the sections on one another in order and sew them through their folds")
    }
    if gathering.hasCover, gathering.coverIsApart {
      steps.append("lay them into the cover and glue or sew it at the spine")
    }
    if folds.hinges.count > 1 { steps.append("cut the folds at the other edges open") }
    return steps
  }
  let up = gathering.rows * gathering.columns
  switch plan.scheme {
  case .perfect:
    if up == 1 { return ["keep the leaves in order and glue them at the \(plan.binding == .top ? "head" : "spine")"] }
    return [
      "cut the whole pile into \(up) stacks",
      "front up, row by row from the top \(plan.binding == .right ? "right" : "left"): lay each stack on the next one",
      "glue the leaves at the \(plan.binding == .top ? "head" : "spine")",
    ]
  case .stepAndRepeat: return up == 1 ? [] : ["cut the whole pile into \(up) stacks: each is one copy"]
  default: return []
  }
}

/// How many sheets each section has, alike ones together: `3 times 4, then 3, then 2`.
private func sheetCounts(_ gathering: Gathering) -> String {
  var runs: [(sheets: Int, times: Int)] = []
  for pages in gathering.sewn {
    let sheets = pages / gathering.pagesPerSheet
    if runs.last?.sheets == sheets { runs[runs.count - 1].times += 1 } else { runs.append((sheets, 1)) }
  }
  return runs.map { $0.times == 1 ? "\($0.sheets)" : "\($0.times) times \($0.sheets)" }.joined(separator: ", then ")
}

private func name(_ edge: SheetEdge) -> String {
  switch edge {
  case .left: "left"
  case .right: "right"
  case .top: "upper"
  case .bottom: "lower"
  }
}

/// Thickness of 80 g/m² paper, the usual for office printers.
private let officePaper = Length(millimetres: 0.1)
/// What office staplers take, folded: 20 sheets make a spine of 40 leaves.
private let thickestBooklet = 20

/// Notes and warnings about a plan that can be printed.
func advice(
  pageCount: Int, gathering: Gathering, geometry: SheetGeometry, plan: ImpositionPlan, totalCreep: Length
) -> [Diagnostic] {
  var advice: [Diagnostic] = []
  let over = pageCount % gathering.pagesPerSheet
  if over > 0, pageCount > over, 2 * over <= gathering.pagesPerSheet {
    let blanks = gathering.pagesPerSheet - over
    advice.append(
      Diagnostic(
        .note, code: "blanks",
        "\(blanks) blank page\(blanks == 1 ? "" : "s") \(gathering.hasCover ? "before the cover's back" : "after the last page")",
        help: "cut \(over) page\(over == 1 ? "" : "s") to save a sheet"))
  }
  if gathering.folds != nil {
    let sheets = (gathering.sewn.max() ?? 0) / gathering.pagesPerSheet
    if sheets > thickestBooklet {
      advice.append(
        Diagnostic(
          .warning, code: "section-thick", "\(sheets) sheets are too thick to fold and staple as one section",
          help: "use sections, such as --section 16, or make a booklet of one chapter: --chapter 1"))
    }
    if gathering.sewn.count > 1, gathering.sewn.last == gathering.pagesPerSheet,
      gathering.sewn.first != gathering.pagesPerSheet
    {
      advice.append(
        Diagnostic(
          .note, code: "section-single", "the last section is a single sheet",
          help: "glue it to the section before when sewing"))
    }
    if case .sections(let asked) = plan.scheme, gathering.sewn.count > 1,
      gathering.sewn.dropLast().contains(where: { $0 != asked })
    {
      advice.append(
        Diagnostic(
          .note, code: "sections-uneven", "the sections have \(sheetCounts(gathering)) sheets, so that none is alone",
          help: "part the pile by these numbers; --guide prints them"))
    }
    let nested = max(0, (gathering.sewn.max() ?? 0) / 4 - 1)
    let stickingOut = officePaper * nested
    if totalCreep == .zero, stickingOut >= Length(millimetres: 0.5) {
      advice.append(
        Diagnostic(
          .note, code: "creep",
          "inner pages stick out by about \(Length.decimal(stickingOut.millimetres)) mm on 80 g/m² paper",
          help: "move them towards the spine with --creep 0.1mm"))
    }
  }
  return advice + roomAdvice(gathering: gathering, geometry: geometry, plan: plan)
}

/// What had to be cut off or left out because the sheet is small.
private func roomAdvice(gathering: Gathering, geometry: SheetGeometry, plan: ImpositionPlan) -> [Diagnostic] {
  guard let cells = gathering.sheets.first?.cells else { return [] }
  var advice: [Diagnostic] = []
  if geometry.bleed > .zero {
    var room = geometry.bleed
    for cell in cells {
      let (area, clip) = (geometry.area(of: cell), geometry.clip(of: cell))
      if cell.spine != .left { room = min(room, area.x - clip.x) }
      if cell.spine != .right { room = min(room, clip.right - area.right) }
      if cell.spine != .top { room = min(room, area.y - clip.y) }
      if cell.spine != .bottom { room = min(room, clip.bottom - area.bottom) }
    }
    if room < geometry.bleed {
      advice.append(
        Diagnostic(
          .warning, code: "bleed-cut",
          "the sheet has room for \(room.description) of \(geometry.bleed.description) bleed",
          help: "use a larger sheet"))
    }
  }
  let outside = plan.marks.subtracting([.collation, .border])
  if !outside.isEmpty {
    let marking = MarkPlacer(
      geometry: geometry, kinds: plan.marks, rows: gathering.rows, columns: gathering.columns)
    let missing = marking.strips(cells.map { geometry.area(of: $0) }).filter { !$0.isUsable }
    if !missing.isEmpty {
      let edges = missing.map { strip in
        switch strip.edge {
        case .left: "left"
        case .right: "right"
        case .top: "top"
        case .bottom: "bottom"
        }
      }
      let least = geometry.bleed + MarkPlacer.clearance + MarkPlacer.leastLength
      advice.append(
        Diagnostic(
          .warning, code: "marks-left-out",
          "no room for marks at the \(edges.joined(separator: ", ")): they need \(least.description) of free paper",
          help: "use a larger sheet, or --scale fit"))
    }
  }
  return advice
}
