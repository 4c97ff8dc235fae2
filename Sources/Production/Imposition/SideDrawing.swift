internal import Units

/// Turns arranged cells into printed sides with slots, marks and names.
struct SideDrawing {
  var gathering: Gathering
  var geometry: SheetGeometry
  var plan: ImpositionPlan

  /// Front and back of a sheet, the back as seen after the sheet is turned like a page.
  func sides(ofSheet index: Int, labels: (Int) -> String) -> (front: SheetSide, back: SheetSide) {
    let flat = gathering.sheets[index]
    let (size, axis) = (geometry.sheet, geometry.axis)
    let marking = MarkPlacer(
      geometry: geometry, kinds: plan.marks, rows: gathering.rows, columns: gathering.columns)

    var fronts: [PageSlot] = []
    var backs: [PageSlot] = []
    fronts.reserveCapacity(flat.cells.count)
    for cell in flat.cells {
      fronts.append(
        PageSlot(
          page: cell.front, area: geometry.area(of: cell), isTurned: cell.isTurned, scale: geometry.scale,
          clip: geometry.clip(of: cell)))
    }
    // Seen from behind, columns (or rows) run the other way; the slots stay row by row.
    let (rows, columns) = (gathering.rows, gathering.columns)
    for row in 0..<rows {
      for column in 0..<columns {
        let cell =
          axis == .vertical ? row * columns + columns - 1 - column : (rows - 1 - row) * columns + column
        var slot = fronts[cell]
        slot.page = flat.cells[cell].back
        slot.area = slot.area.seenFromBehind(in: size, axis: axis)
        slot.clip = slot.clip.seenFromBehind(in: size, axis: axis)
        backs.append(slot)
      }
    }

    let marks = plan.marks.isEmpty ? [] : marking.frontMarks(cells: flat.cells)
    var front = SheetSide(size: size, slots: fronts, marks: marks, label: "")
    var back = SheetSide(
      size: size, slots: backs, marks: marks.map { $0.seenFromBehind(in: size, axis: axis) }, label: "")
    front.marks += marking.borders(fronts)
    back.marks += marking.borders(backs)
    let covers = gathering.coverIsApart ? 1 : 0
    if gathering.folds != nil, flat.number == 0, flat.section >= covers,
      let mark = marking.collationMark(
        cells: flat.cells, section: flat.section - covers, of: gathering.sewn.count)
    {
      front.marks.append(mark)
    }
    front.label = label(front, sheet: index, name: "front", labels)
    back.label = label(back, sheet: index, name: "back", labels)
    if plan.marks.contains(.slug) {
      for (side, name) in [(front, "front"), (back, "back")] {
        let text = slugText(side, flat: flat, name: name, labels)
        guard let mark = marking.slug(text, areas: side.slots.map(\.area)) else { continue }
        if name == "front" { front.marks.append(mark) } else { back.marks.append(mark) }
      }
    }
    return (front, back)
  }

  /// Sides that are read as they are take their pages' numbers, others the sheet's.
  private func label(_ side: SheetSide, sheet: Int, name: String, _ labels: (Int) -> String) -> String {
    switch plan.scheme {
    case .nUp, .stepAndRepeat:
      let pages = side.slots.compactMap(\.page)
      guard let first = pages.min(), let last = pages.max() else { return "" }
      return first == last ? labels(first) : "\(labels(first))–\(labels(last))"
    default:
      return "\(sheet + 1) \(name)"
    }
  }

  private func slugText(
    _ side: SheetSide, flat: FlatSheet, name: String, _ labels: (Int) -> String
  ) -> String {
    let pages = side.slots.map { $0.page.map(labels) ?? "–" }.joined(separator: " ")
    guard gathering.folds != nil else {
      return "sheet \(flat.number + 1) of \(gathering.sheets.count), \(name): \(pages)"
    }
    let inSection = gathering.sections[flat.section] / gathering.pagesPerSheet
    return "section \(flat.section + 1) of \(gathering.sections.count), "
      + "sheet \(flat.number + 1) of \(inSection), \(name): \(pages)"
  }
}
