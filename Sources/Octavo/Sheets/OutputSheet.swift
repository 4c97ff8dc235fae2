internal import Design
package import Imposition
package import Typesetting
internal import Units

/// A page at its place on a sheet side.
package struct PlacedPage: Sendable, Equatable {
  /// The page, from 0.
  package var index: Int
  /// Where the page's own top left corner lies on the sheet, points from the
  /// sheet's top left, y down.
  package var x, y: Double
  /// 1, or what `--scale fit` came to; negative for a page that stands on its head.
  package var factor = 1.0
  /// Nothing of the page shows outside; nil where it cannot reach anything else.
  package var clip: SheetArea?

  package init(_ index: Int, x: Double, y: Double, factor: Double = 1, clip: SheetArea? = nil) {
    self.index = index
    self.x = x
    self.y = y
    self.factor = factor
    self.clip = clip
  }

  /// A point of the page (points from its trim's top left, y down) on the sheet.
  package func onSheet(x: Double, y: Double) -> (x: Double, y: Double) {
    (self.x + factor * x, self.y + factor * y)
  }

  /// A rectangle of the page on the sheet, by its top left corner and size.
  package func onSheet(
    x: Double, y: Double, width: Double, height: Double
  ) -> (x: Double, y: Double, width: Double, height: Double) {
    let (a, b) = (onSheet(x: x, y: y), onSheet(x: x + width, y: y + height))
    return (min(a.x, b.x), min(a.y, b.y), abs(b.x - a.x), abs(b.y - a.y))
  }
}

/// A page of the PDF and the pages of the book that stand on it.
package struct OutputSheet: Sendable, Equatable {
  package var size: PageSize
  package var pages: [PlacedPage]
  package var label: String
  /// Cut, fold and other marks, guide and calibration drawings.
  package var marks: [PrintersMark] = []
}

extension OutputSheet {
  /// Single pages or spreads.
  package static func sheets(of list: PageList) -> [OutputSheet] {
    let design = list.design
    guard design.isSpread else {
      return list.pages.indices.map {
        OutputSheet(page: $0, isRecto: list.pages[$0].isRecto, of: design, label: list.label(ofPage: $0))
      }
    }
    // only pages that follow each other in the book face each other
    return list.runs.flatMap { run in
      let sides = spreads(
        pageCount: run.count, firstSide: list.pages[run.lowerBound].isRecto ? .recto : .verso,
        trim: design.trim, binding: design.binding
      ) { list.label(ofPage: run.lowerBound + $0) }
      return sides.map { side in
        var sheet = OutputSheet(side, isClipped: false)
        for index in sheet.pages.indices { sheet.pages[index].index += run.lowerBound }
        return sheet
      }
    }
  }

  /// A single page with its bleed.
  init(page: Int, isRecto: Bool, of design: PageDesign, label: String) {
    let (bleed, beyond) = (design.bleed, design.bleeds(isRecto: isRecto))
    self.init(
      size: PageSize(width: beyond.left + design.trim.width + beyond.right, height: design.trim.height + 2 * bleed),
      pages: [PlacedPage(page, x: beyond.left.points, y: bleed.points)], label: label)
  }

  /// - Parameter isClipped: pages are cut off where their neighbour's paper begins.
  package init(_ side: SheetSide, isClipped: Bool) {
    self.init(
      size: side.size,
      pages: side.slots.compactMap { slot in
        slot.page.map { page in
          let place = slot.placement
          return PlacedPage(page, x: place.x, y: place.y, factor: place.factor, clip: isClipped ? slot.clip : nil)
        }
      }, label: side.label, marks: side.marks)
  }
}
