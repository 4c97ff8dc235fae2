package import Units

/// A rectangle on a sheet side: top left corner from the sheet's top left, y down.
package struct SheetArea: Hashable, Sendable {
  package var x: Length
  package var y: Length
  package var width: Length
  package var height: Length

  package init(x: Length, y: Length, width: Length, height: Length) {
    self.x = x
    self.y = y
    self.width = width
    self.height = height
  }

  package var right: Length { x + width }
  package var bottom: Length { y + height }

  /// The area with `margin` more on every side.
  func grown(by margin: Length) -> SheetArea {
    SheetArea(x: x - margin, y: y - margin, width: width + 2 * margin, height: height + 2 * margin)
  }

  /// What both areas cover; of no width or height where they do not meet.
  func intersection(_ other: SheetArea) -> SheetArea {
    let (left, top) = (max(x, other.x), max(y, other.y))
    return SheetArea(
      x: left, y: top, width: max(.zero, min(right, other.right) - left),
      height: max(.zero, min(bottom, other.bottom) - top))
  }
}

/// One page at its place on a sheet side.
package struct PageSlot: Sendable, Equatable {
  /// The page, counted from 0 in reading order; nil is a blank.
  package var page: Int?
  /// What the page's trim covers on the sheet, turned or not.
  package var area: SheetArea
  /// The page stands on its head (turned by 180°).
  package var isTurned: Bool
  /// 1 unless the plan asked to fit the sheet.
  package var scale: Double
  /// Nothing of the page may show outside: the trim and its bleed, cut off at
  /// the spine fold, at the neighbour's half and at the edge of the sheet.
  package var clip: SheetArea

  package init(page: Int?, area: SheetArea, isTurned: Bool = false, scale: Double = 1, clip: SheetArea) {
    self.page = page
    self.area = area
    self.isTurned = isTurned
    self.scale = scale
    self.clip = clip
  }

  /// The left edge of `area`.
  package var x: Length { area.x }
  /// The top edge of `area`.
  package var y: Length { area.y }

  /// Takes a point of the page (points from its trim's top left as read, y
  /// down) to the sheet: `sheet.x = factor * page.x + x`, and y alike. The
  /// factor is negative for a turned page.
  package var placement: (factor: Double, x: Double, y: Double) {
    isTurned ? (-scale, area.right.points, area.bottom.points) : (scale, area.x.points, area.y.points)
  }
}

/// One side of one sheet, as it is printed and seen.
package struct SheetSide: Sendable, Equatable {
  package var size: PageSize
  /// Row by row from the top, each from the left.
  package var slots: [PageSlot]
  package var marks: [PrintersMark]
  /// Names the side in viewers: `2–3`, or `4 front`.
  package var label: String

  package init(size: PageSize, slots: [PageSlot], marks: [PrintersMark] = [], label: String) {
    self.size = size
    self.slots = slots
    self.marks = marks
    self.label = label
  }

  package var width: Length { size.width }
  package var height: Length { size.height }
}

/// The line about which a sheet is turned over.
enum TurningAxis: Sendable {
  /// Turned like the page of a left- or right-bound book.
  case vertical
  /// Turned like the page of a pad bound at the head.
  case horizontal
}

extension SheetArea {
  /// The same piece of paper seen from behind, after the sheet is turned about `axis`.
  func seenFromBehind(in size: PageSize, axis: TurningAxis) -> SheetArea {
    switch axis {
    case .vertical: SheetArea(x: size.width - right, y: y, width: width, height: height)
    case .horizontal: SheetArea(x: x, y: size.height - bottom, width: width, height: height)
    }
  }

  /// The same area on the sheet turned by 180° in its plane.
  func turned(in size: PageSize) -> SheetArea {
    SheetArea(x: size.width - right, y: size.height - bottom, width: width, height: height)
  }
}

extension SheetSide {
  /// The side printed upside down, for a printer that turns sheets about the other axis.
  func turned() -> SheetSide {
    var side = self
    // Reversed, the slots are again row by row from the top left.
    side.slots = slots.reversed().map { slot in
      PageSlot(
        page: slot.page, area: slot.area.turned(in: size), isTurned: !slot.isTurned, scale: slot.scale,
        clip: slot.clip.turned(in: size))
    }
    side.marks = marks.map { $0.turned(in: size) }
    return side
  }
}
