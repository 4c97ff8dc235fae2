package import Units

/// A page that shows how to print, fold or cut, and bind the sheets.
///
/// - Parameters:
///   - size: the sheet to draw on; upright A4 and larger hold every scheme.
///   - labels: the printed page number of a page counted from 0.
package func guideSheet(
  for imposed: ImposedSheets, plan: ImpositionPlan, size: PageSize, labels: (Int) -> String
) -> SheetSide {
  var sketch = SheetSketch()
  let inset = min(Length(millimetres: 15), Length(units: min(size.width, size.height).units / 8))
  let width = size.width - 2 * inset
  let textSize = min(Length(points: 10), Length(units: width.units / 40))
  var y = inset + textSize.scaled(by: 1.6)
  sketch.text("How to make this book", x: inset, y: y, size: textSize.scaled(by: 1.6))
  y += textSize.scaled(by: 2)
  y = sketch.paragraph(imposed.report.summary, x: inset, y: y, width: width, size: textSize)
  y = sketch.paragraph(imposed.report.instruction, x: inset, y: y, width: width, size: textSize)
  y += textSize

  let panels = guidePanels(for: imposed, plan: plan, labels: labels)
  if !panels.isEmpty {
    let gap = Length(units: inset.units / 2)
    let panelWidth = Length(units: (width.units - gap.units * (panels.count - 1)) / panels.count)
    // All panels at one scale, so that the packet is seen to shrink.
    let room = min(panelWidth, Length(millimetres: 70))
    let widest = panels.map(\.width.units).max() ?? 1
    let highest = panels.map(\.height.units).max() ?? 1
    let scale = min(
      Double(room.units) / Double(max(1, widest)), Double(size.height.units) / 4 / Double(max(1, highest)))
    var x = inset
    for panel in panels {
      draw(panel, in: &sketch, x: x, y: y, scale: scale)
      x += panel.width.scaled(by: scale) + gap
    }
    y += Length(units: Int(Double(highest) * scale)) + textSize.scaled(by: 3)
  }
  for (index, step) in imposed.report.steps.enumerated() {
    y = sketch.paragraph("\(index + 1). \(step)", x: inset, y: y, width: width, size: textSize)
    y += textSize.scaled(by: 0.3)
  }
  return SheetSide(size: size, slots: [], marks: sketch.marks, label: "guide")
}

/// A drawing of the sheet or the packet as it lies on the table.
private struct GuidePanel {
  var width: Length
  var height: Length
  /// Page numbers at fractions of the panel.
  var numbers: [(text: String, x: Double, y: Double, isTurned: Bool)] = []
  /// The half that is folded over.
  var fold: SheetEdge?
  /// Cuts at fractions of the panel.
  var cutsAcross: [Double] = []
  var cutsDown: [Double] = []
}

private func guidePanels(
  for imposed: ImposedSheets, plan: ImpositionPlan, labels: (Int) -> String
) -> [GuidePanel] {
  guard imposed.sides.count >= 2 else { return [] }
  let size = imposed.report.sheet
  func numbers(_ side: SheetSide) -> [(text: String, x: Double, y: Double, isTurned: Bool)] {
    side.slots.map { slot in
      let centreX = slot.area.x.points + slot.area.width.points / 2
      let centreY = slot.area.y.points + slot.area.height.points / 2
      return (slot.page.map(labels) ?? "–", centreX / size.width.points, centreY / size.height.points, slot.isTurned)
    }
  }
  guard let folds = plan.scheme.folds else {
    let front = imposed.sides[0]
    var panel = GuidePanel(width: size.width, height: size.height, numbers: numbers(front))
    if case .nUp = plan.scheme { return [panel] }
    // Cut in the middle of each gap between neighbours.
    let columns = Set(front.slots.map(\.area.x)).sorted()
    let rows = Set(front.slots.map(\.area.y)).sorted()
    let area = front.slots[0].area
    for (a, b) in zip(columns, columns.dropFirst()) {
      panel.cutsDown.append((a + area.width + b).points / 2 / size.width.points)
    }
    for (a, b) in zip(rows, rows.dropFirst()) {
      panel.cutsAcross.append((a + area.height + b).points / 2 / size.height.points)
    }
    return [panel]
  }
  // The back as it lies on the table, however the printer wanted it.
  let back = imposed.report.turnsBacks ? imposed.sides[1].turned() : imposed.sides[1]
  var panel = GuidePanel(width: size.width, height: size.height, numbers: numbers(back))
  var panels: [GuidePanel] = []
  for hinge in FoldSequence(folds: folds, binding: plan.binding).hinges {
    panel.fold = hinge
    panels.append(panel)
    panel = GuidePanel(
      width: hinge.isVertical ? Length(units: panel.width.units / 2) : panel.width,
      height: hinge.isVertical ? panel.height : Length(units: panel.height.units / 2))
  }
  panel.numbers = [(labels(0), 0.5, 0.5, false)]
  return panels + [panel]
}

private func draw(_ panel: GuidePanel, in sketch: inout SheetSketch, x: Length, y: Length, scale: Double) {
  let area = SheetArea(x: x, y: y, width: panel.width.scaled(by: scale), height: panel.height.scaled(by: scale))
  func across(_ fraction: Double) -> Length { area.x + area.width.scaled(by: fraction) }
  func down(_ fraction: Double) -> Length { area.y + area.height.scaled(by: fraction) }
  sketch.frame(area)
  let size = Length(points: 9)
  let drop = size.scaled(by: 0.35)
  for number in panel.numbers {
    // The digits' middle, not their baseline, stands at the centre.
    sketch.text(
      number.text, x: across(number.x), y: down(number.y) + (number.isTurned ? -drop : drop), size: size,
      anchor: .middle, isTurned: number.isTurned)
  }
  for cut in panel.cutsDown { sketch.line(across(cut), area.y, across(cut), area.bottom, isDashed: true) }
  for cut in panel.cutsAcross { sketch.line(area.x, down(cut), area.right, down(cut), isDashed: true) }
  guard let fold = panel.fold else { return }
  let head = Length(points: 6)
  if fold.isVertical {
    sketch.line(across(0.5), area.y, across(0.5), area.bottom, isDashed: true)
    let (from, to) = fold == .left ? (0.15, 0.85) : (0.85, 0.15)
    sketch.arrow(
      from: SheetPoint(x: across(from), y: down(0.12)), to: SheetPoint(x: across(to), y: down(0.12)), head: head)
  } else {
    sketch.line(area.x, down(0.5), area.right, down(0.5), isDashed: true)
    let (from, to) = fold == .top ? (0.15, 0.85) : (0.85, 0.15)
    sketch.arrow(
      from: SheetPoint(x: across(0.08), y: down(from)), to: SheetPoint(x: across(0.08), y: down(to)), head: head)
  }
}
