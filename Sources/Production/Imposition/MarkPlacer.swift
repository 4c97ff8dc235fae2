internal import Units

/// Draws crop, fold, collation and registration marks and the slug line.
///
/// All but collation bar and borders stand outside the trims and their bleed. Strokes
/// of 0.24 pt, 1 mm clear of the bleed, 5 mm long: hairlines that a cutter can
/// see and that cannot show on the trimmed page (print shops ask for 0.25 pt or
/// less and 5 to 10 mm).
struct MarkPlacer {
  static let thickness = Length(points: 0.24)
  static let clearance = Length(millimetres: 1)
  static let length = Length(millimetres: 5)
  /// A shorter stroke gives a cutter no direction.
  static let leastLength = Length(millimetres: 2)
  static let slugSize = Length(points: 6)

  /// What marks take at each edge of the sheet, beyond the bleed.
  static func margin(for kinds: Set<PrintersMark.Kind>) -> Length {
    kinds.isDisjoint(with: [.crop, .fold, .registration, .slug]) ? .zero : clearance + length
  }

  var geometry: SheetGeometry
  var kinds: Set<PrintersMark.Kind>
  var rows: Int
  var columns: Int

  /// A strip of free paper along one edge of the sheet, where marks may stand.
  struct Strip {
    var edge: SheetEdge
    /// The strip's near and far end, seen from the pages: coordinates across the edge.
    var near: Length
    var far: Length
    var isUsable: Bool
  }

  /// The free strips around the outermost trims of the sheet's front.
  func strips(_ areas: [SheetArea]) -> [Strip] {
    let offset = geometry.bleed + MarkPlacer.clearance
    let top = areas.map(\.y).min() ?? .zero
    let left = areas.map(\.x).min() ?? .zero
    let bottom = areas.map(\.bottom).max() ?? .zero
    let right = areas.map(\.right).max() ?? .zero
    func strip(_ edge: SheetEdge, room: Length, at near: (Length) -> Length) -> Strip {
      let length = min(MarkPlacer.length, room - offset)
      return Strip(
        edge: edge, near: near(offset), far: near(offset + max(.zero, length)),
        isUsable: length >= MarkPlacer.leastLength)
    }
    return [
      strip(.top, room: top) { top - $0 },
      strip(.bottom, room: geometry.sheet.height - bottom) { bottom + $0 },
      strip(.left, room: left) { left - $0 },
      strip(.right, room: geometry.sheet.width - right) { right + $0 },
    ]
  }

  /// Crop, fold and registration marks of the front; the back has the same, seen from behind.
  func frontMarks(cells: [SheetCell]) -> [PrintersMark] {
    let areas = cells.map { geometry.area(of: $0) }
    var marks: [PrintersMark] = []
    for strip in strips(areas) where strip.isUsable {
      // The row or column of leaves along this edge, and which of their edges the marks point at.
      let along = zip(cells, areas).filter { cell, _ in
        switch strip.edge {
        case .top: cell.row == 0
        case .bottom: cell.row == rows - 1
        case .left: cell.column == 0
        case .right: cell.column == columns - 1
        }
      }
      let isAcross = strip.edge.isVertical
      if kinds.contains(.crop) {
        var places: Set<Length> = []
        for (cell, area) in along {
          // The spine is folded, not cut.
          if cell.spine != (isAcross ? .top : .left) { places.insert(isAcross ? area.y : area.x) }
          if cell.spine != (isAcross ? .bottom : .right) { places.insert(isAcross ? area.bottom : area.right) }
        }
        marks += places.sorted().map { stroke(.crop, strip, at: $0, isDashed: false) }
      }
      if kinds.contains(.fold) {
        let folds = isAcross ? geometry.horizontalFolds : geometry.verticalFolds
        marks += folds.map { stroke(.fold, strip, at: $0, isDashed: true) }
      }
      if kinds.contains(.registration), let area = strip.edge == .top ? along.last?.1 : along.first?.1 {
        let place = isAcross ? area.y + half(area.height) : area.x + half(area.width)
        marks += cross(strip, at: place)
      }
    }
    return marks
  }

  /// The bar that shows the section's place on the spine fold between its first and last page.
  ///
  /// It straddles the fold, 0.75 mm on each page, where the finished book is
  /// sewn or glued: the only mark inside the trim.
  func collationMark(cells: [SheetCell], section: Int, of sections: Int) -> PrintersMark? {
    guard kinds.contains(.collation), sections > 1 else { return nil }
    // On the front of the outermost sheet the leaf outside all others shows the first page.
    guard let first = cells.first(where: { $0.depth == 0 && $0.front != nil && ($0.front ?? 0) < ($0.back ?? .max) }),
      let spine = first.spine
    else { return nil }
    let area = geometry.area(of: first)
    let extent = spine.isVertical ? area.height : area.width
    // Bars keep clear of head and foot; 5 mm each, closer together where there are too many.
    let inset = Length(units: extent.units / 10)
    let bar = min(Length(millimetres: 5), extent - 2 * inset)
    let step = min(bar, Length(units: (extent - 2 * inset - bar).units / (sections - 1)))
    let start = (spine.isVertical ? area.y : area.x) + inset + step * section
    let breadth = Length(millimetres: 0.75)
    return PrintersMark(
      .collation,
      .bar(
        spine.isVertical
          ? SheetArea(x: (spine == .left ? area.x : area.right) - breadth, y: start, width: 2 * breadth, height: bar)
          : SheetArea(x: start, y: (spine == .top ? area.y : area.bottom) - breadth, width: bar, height: 2 * breadth)))
  }

  /// Lines around the pages of a side.
  func borders(_ slots: [PageSlot]) -> [PrintersMark] {
    guard kinds.contains(.border) else { return [] }
    return slots.filter { $0.page != nil }.flatMap { slot in
      let area = slot.area
      let corners = [
        SheetPoint(x: area.x, y: area.y), SheetPoint(x: area.right, y: area.y),
        SheetPoint(x: area.right, y: area.bottom), SheetPoint(x: area.x, y: area.bottom),
      ]
      return corners.indices.map { index in
        PrintersMark(
          .border,
          .line(
            from: corners[index], to: corners[(index + 1) % 4], thickness: MarkPlacer.thickness, isDashed: false))
      }
    }
  }

  /// One line of words above the first page of a side.
  func slug(_ text: String, areas: [SheetArea]) -> PrintersMark? {
    guard kinds.contains(.slug), let strip = strips(areas).first, strip.isUsable, let first = areas.first
    else { return nil }
    return PrintersMark(
      .slug,
      .text(
        text, at: SheetPoint(x: first.x + Length(millimetres: 4), y: strip.near), size: MarkPlacer.slugSize,
        anchor: .start, isTurned: false))
  }

  private func half(_ length: Length) -> Length { Length(units: length.units >> 1) }

  private func point(_ strip: Strip, along: Length, across: Length) -> SheetPoint {
    strip.edge.isVertical ? SheetPoint(x: across, y: along) : SheetPoint(x: along, y: across)
  }

  private func stroke(_ kind: PrintersMark.Kind, _ strip: Strip, at place: Length, isDashed: Bool) -> PrintersMark {
    PrintersMark(
      kind,
      .line(
        from: point(strip, along: place, across: strip.near), to: point(strip, along: place, across: strip.far),
        thickness: MarkPlacer.thickness, isDashed: isDashed))
  }

  private func cross(_ strip: Strip, at place: Length) -> [PrintersMark] {
    let across = half(strip.near + strip.far)
    let arm = half(max(strip.near, strip.far) - min(strip.near, strip.far))
    let centre = point(strip, along: place, across: across)
    let thickness = MarkPlacer.thickness
    return [
      PrintersMark(
        .registration,
        .line(
          from: point(strip, along: place, across: strip.near), to: point(strip, along: place, across: strip.far),
          thickness: thickness, isDashed: false)),
      PrintersMark(
        .registration,
        .line(
          from: point(strip, along: place - arm, across: across),
          to: point(strip, along: place + arm, across: across), thickness: thickness, isDashed: false)),
      PrintersMark(
        .registration,
        .circle(centre: centre, radius: Length(units: arm.units * 3 / 5), thickness: thickness)),
    ]
  }
}
