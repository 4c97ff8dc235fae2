internal import Units

/// Collects lines and text for guide and calibration sheets.
struct SheetSketch {
  var marks: [PrintersMark] = []
  static let thin = Length(points: 0.5)
  static let thick = Length(points: 1)

  mutating func line(
    _ x1: Length, _ y1: Length, _ x2: Length, _ y2: Length, thickness: Length = SheetSketch.thin,
    isDashed: Bool = false
  ) {
    marks.append(
      PrintersMark(
        .drawing,
        .line(
          from: SheetPoint(x: x1, y: y1), to: SheetPoint(x: x2, y: y2), thickness: thickness, isDashed: isDashed)))
  }

  mutating func frame(_ area: SheetArea) {
    line(area.x, area.y, area.right, area.y)
    line(area.right, area.y, area.right, area.bottom)
    line(area.right, area.bottom, area.x, area.bottom)
    line(area.x, area.bottom, area.x, area.y)
  }

  mutating func text(
    _ text: String, x: Length, y: Length, size: Length, anchor: PrintersMark.Anchor = .start, isTurned: Bool = false
  ) {
    marks.append(
      PrintersMark(.drawing, .text(text, at: SheetPoint(x: x, y: y), size: size, anchor: anchor, isTurned: isTurned)))
  }

  /// A shaft with a head of two strokes, along x or along y.
  mutating func arrow(from: SheetPoint, to: SheetPoint, head: Length) {
    line(from.x, from.y, to.x, to.y, thickness: SheetSketch.thick)
    let isAcross = from.y == to.y
    let back = (isAcross ? to.x > from.x : to.y > from.y) ? -head : head
    for side in [head, -head] {
      let half = Length(units: side.units / 2)
      line(
        to.x + (isAcross ? back : half), to.y + (isAcross ? half : back), to.x, to.y, thickness: SheetSketch.thick)
    }
  }

  /// Words in lines of at most `width`; returns the baseline after the last line.
  ///
  /// Nothing is measured here: a line is filled as if letters were half an em
  /// wide, which text faces stay under on average.
  mutating func paragraph(_ words: String, x: Length, y: Length, width: Length, size: Length) -> Length {
    let columns = max(8, 2 * width.units / max(1, size.units))
    var baseline = y
    var current = ""
    for word in words.split(separator: " ") {
      if !current.isEmpty, current.utf8.count + 1 + word.utf8.count > columns {
        text(current, x: x, y: baseline, size: size)
        baseline += size.scaled(by: 1.3)
        current = ""
      }
      current += current.isEmpty ? String(word) : " " + word
    }
    text(current, x: x, y: baseline, size: size)
    return baseline + size.scaled(by: 1.3)
  }
}
