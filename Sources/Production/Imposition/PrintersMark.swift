package import Units

/// A point of a sheet side, from its top left, y down.
package struct SheetPoint: Hashable, Sendable {
  package var x: Length
  package var y: Length
  package init(x: Length, y: Length) {
    self.x = x
    self.y = y
  }
}

/// Something printed on a sheet besides its pages: always black, never scaled.
package struct PrintersMark: Sendable, Equatable {
  package enum Kind: String, Sendable, CaseIterable {
    /// Where to cut.
    case crop
    /// Where to fold.
    case fold
    /// A bar on the spine, one step lower in each section, so that a missing or
    /// misplaced section shows on the gathered backs.
    case collation
    /// Crosses for checking that both sides lie on each other.
    case registration
    /// Section, sheet and side in words.
    case slug
    /// A frame around each page of sheets that are read as they are.
    case border
    /// Part of a guide or calibration sheet.
    case drawing
  }

  package enum Anchor: Sendable { case start, middle, end }

  package enum Shape: Sendable, Equatable {
    /// A stroke of the given thickness.
    case line(from: SheetPoint, to: SheetPoint, thickness: Length, isDashed: Bool)
    /// A filled rectangle.
    case bar(SheetArea)
    /// A circle's outline.
    case circle(centre: SheetPoint, radius: Length, thickness: Length)
    /// One line of text on the baseline through `at`; `size` is the em.
    case text(String, at: SheetPoint, size: Length, anchor: Anchor, isTurned: Bool)
  }

  package var kind: Kind
  package var shape: Shape

  package init(_ kind: Kind, _ shape: Shape) {
    self.kind = kind
    self.shape = shape
  }
}

extension SheetPoint {
  func seenFromBehind(in size: PageSize, axis: TurningAxis) -> SheetPoint {
    switch axis {
    case .vertical: SheetPoint(x: size.width - x, y: y)
    case .horizontal: SheetPoint(x: x, y: size.height - y)
    }
  }

  func turned(in size: PageSize) -> SheetPoint {
    SheetPoint(x: size.width - x, y: size.height - y)
  }
}

extension PrintersMark {
  /// The mark at the same place of the paper on its other side. Text is not
  /// mirrored, so it must not be carried over this way.
  func seenFromBehind(in size: PageSize, axis: TurningAxis) -> PrintersMark {
    func behind(_ point: SheetPoint) -> SheetPoint { point.seenFromBehind(in: size, axis: axis) }
    switch shape {
    case .line(let from, let to, let thickness, let isDashed):
      return PrintersMark(kind, .line(from: behind(from), to: behind(to), thickness: thickness, isDashed: isDashed))
    case .bar(let area):
      return PrintersMark(kind, .bar(area.seenFromBehind(in: size, axis: axis)))
    case .circle(let centre, let radius, let thickness):
      return PrintersMark(kind, .circle(centre: behind(centre), radius: radius, thickness: thickness))
    case .text:
      return self
    }
  }

  /// The mark on the sheet turned by 180° in its plane.
  func turned(in size: PageSize) -> PrintersMark {
    switch shape {
    case .line(let from, let to, let thickness, let isDashed):
      return PrintersMark(
        kind,
        .line(from: from.turned(in: size), to: to.turned(in: size), thickness: thickness, isDashed: isDashed))
    case .bar(let area):
      return PrintersMark(kind, .bar(area.turned(in: size)))
    case .circle(let centre, let radius, let thickness):
      return PrintersMark(kind, .circle(centre: centre.turned(in: size), radius: radius, thickness: thickness))
    case .text(let text, let at, let textSize, let anchor, let isTurned):
      return PrintersMark(
        kind, .text(text, at: at.turned(in: size), size: textSize, anchor: anchor, isTurned: !isTurned))
    }
  }
}
