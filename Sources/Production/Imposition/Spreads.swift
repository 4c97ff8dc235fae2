package import Units

/// A side of a leaf: in a left-bound book the recto lies on the right.
package enum LeafSide: String, Sendable { case recto, verso }

/// Two-up sheets for reading on a screen: facing pages edge to edge, at scale 1.
///
/// Every sheet is exactly two trims wide (two high for a book bound at the
/// head) with the spine in the middle. A first recto stands alone on its half
/// and so does a last verso; the empty half has no slot. Right-bound books are
/// mirrored. A sheet is labelled by its pages, `2–3`, or `1` alone.
///
/// - Parameters:
///   - firstSide: the side of page 0: recto for a whole book.
///   - labels: the printed page number of a page counted from 0.
package func spreads(
  pageCount: Int, firstSide: LeafSide = .recto, trim: PageSize, binding: ImpositionPlan.Binding,
  labels: (Int) -> String
) -> [SheetSide] {
  let isStacked = binding == .top
  let size =
    isStacked
    ? PageSize(width: trim.width, height: trim.height * 2) : PageSize(width: trim.width * 2, height: trim.height)
  func slot(_ page: Int, _ side: LeafSide) -> PageSlot {
    // The second half: right, or below the spine.
    let isSecond = (side == .recto) == (binding != .right)
    let area = SheetArea(
      x: isSecond && !isStacked ? trim.width : .zero, y: isSecond && isStacked ? trim.height : .zero,
      width: trim.width, height: trim.height)
    return PageSlot(page: page, area: area, clip: area)
  }

  var sheets: [SheetSide] = []
  sheets.reserveCapacity(max(0, pageCount) / 2 + 1)
  var page = 0
  if pageCount > 0, firstSide == .recto {
    sheets.append(SheetSide(size: size, slots: [slot(0, .recto)], label: labels(0)))
    page = 1
  }
  while page < pageCount {
    if page + 1 < pageCount {
      let pair = [slot(page, .verso), slot(page + 1, .recto)]
      sheets.append(
        SheetSide(
          size: size, slots: binding == .right ? pair.reversed() : pair, label: "\(labels(page))–\(labels(page + 1))"))
    } else {
      sheets.append(SheetSide(size: size, slots: [slot(page, .verso)], label: labels(page)))
    }
    page += 2
  }
  return sheets
}
