package import Units

/// Two sides that show how a printer turns sheets, scales and registers.
///
/// Print it with the setting that is to be used, on the paper and in the
/// direction of the sheets that will follow.
///
/// The arrow on the back settles the setting: it points up after the sheet is
/// turned like a page exactly if the printer turned it about its vertical
/// edge. The ruler shows whether the printer scaled the page, the crosses how
/// far back and front are apart.
package func calibrationSheet(size: PageSize) -> [SheetSide] {
  let upright = size.isLandscape ? "short" : "long"
  let other = size.isLandscape ? "long" : "short"
  let front = calibrationSide(
    size, title: "FRONT",
    lines: [
      "The ruler is 100 mm long. If it measures less or more, print at actual size (100 %).",
      "Now turn the sheet over like a page of a book.",
    ])
  let back = calibrationSide(
    size, title: "BACK",
    lines: [
      "Turned like a page, does this arrow point up?",
      "If so, choose --duplex \(upright) with the setting that you printed with; if not, --duplex \(other).",
      "Hold the sheet against the light: the crosses lie on each other. Each tick is 1 mm.",
    ])
  return [
    SheetSide(size: size, slots: [], marks: front, label: "calibration front"),
    SheetSide(size: size, slots: [], marks: back, label: "calibration back"),
  ]
}

private func calibrationSide(_ size: PageSize, title: String, lines: [String]) -> [PrintersMark] {
  var sketch = SheetSketch()
  func millimetres(_ value: Double) -> Length { Length(millimetres: value) }
  let centreX = Length(units: size.width.units / 2)
  let centreY = Length(units: size.height.units / 2)
  // 10 mm at the edges: no office printer reaches farther than 5.
  let inset = min(millimetres(10), Length(units: min(size.width, size.height).units / 8))
  sketch.frame(size.area.grown(by: -inset))

  let top = inset + inset
  let head = Length(units: inset.units / 2)
  sketch.arrow(
    from: SheetPoint(x: centreX, y: Length(units: centreY.units * 3 / 4)), to: SheetPoint(x: centreX, y: top),
    head: head)
  sketch.text(title, x: centreX + inset, y: top + inset, size: min(Length(points: 18), inset))

  let arm = min(millimetres(10), Length(units: centreY.units / 8))
  sketch.line(centreX - arm, centreY, centreX + arm, centreY, thickness: MarkPlacer.thickness)
  sketch.line(centreX, centreY - arm, centreX, centreY + arm, thickness: MarkPlacer.thickness)
  let tick = millimetres(0.75)
  var step = 1
  while millimetres(Double(step)) <= arm {
    for offset in [millimetres(Double(step)), -millimetres(Double(step))] {
      sketch.line(centreX + offset, centreY - tick, centreX + offset, centreY + tick, thickness: MarkPlacer.thickness)
      sketch.line(centreX - tick, centreY + offset, centreX + tick, centreY + offset, thickness: MarkPlacer.thickness)
    }
    step += 1
  }

  var y = centreY + arm + arm
  let rulerLength = millimetres(100)
  if rulerLength + 4 * inset <= size.width {
    let start = centreX - Length(units: rulerLength.units / 2)
    sketch.line(start, y, start + rulerLength, y)
    for tenth in 0...10 {
      let x = start + Length(units: rulerLength.units * tenth / 10)
      sketch.line(x, y - (tenth % 5 == 0 ? 2 * tick : tick), x, y)
    }
    sketch.text("100 mm", x: centreX, y: y + millimetres(5), size: Length(points: 9), anchor: .middle)
    y += millimetres(12)
  }
  let textSize = min(Length(points: 10), inset)
  for line in lines {
    y = sketch.paragraph(line, x: inset + inset, y: y, width: size.width - 4 * inset, size: textSize)
  }
  return sketch.marks
}
