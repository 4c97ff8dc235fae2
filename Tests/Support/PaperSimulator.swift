package import Imposition
import Units

/// Prints, folds, nests and cuts sheets as a person at a printer and a table
/// would, knowing nothing of how pages were laid out: only where ink lies.
///
/// All coordinates are units on the paper as its front was printed, y down.
package struct PaperSimulator {
  /// A page's ink on one face of a piece of paper.
  package struct Ink: Equatable {
    package var page: Int?
    /// Where its trim lies, seen from above through the paper.
    package var left, top, right, bottom: Int
    /// Which way its head points, seen from above through the paper.
    package var headX: Int
    package var headY: Int
  }

  /// A part of a sheet between folds or cuts, with ink on both faces.
  package struct Piece: Equatable {
    package var up: Ink
    package var down: Ink
    package var layer = 0

    /// Moved by reflection about a vertical line (`sum` is twice its x) or a horizontal one.
    package func mirrored(vertical: Bool, sum: Int) -> Piece {
      func mirror(_ ink: Ink) -> Ink {
        vertical
          ? Ink(
            page: ink.page, left: sum - ink.right, top: ink.top, right: sum - ink.left, bottom: ink.bottom,
            headX: -ink.headX, headY: ink.headY)
          : Ink(
            page: ink.page, left: ink.left, top: sum - ink.bottom, right: ink.right, bottom: sum - ink.top,
            headX: ink.headX, headY: -ink.headY)
      }
      return Piece(up: mirror(down), down: mirror(up), layer: layer)
    }
  }

  package struct Sheet {
    package var width: Int
    package var height: Int
    package var pieces: [Piece]
  }

  package enum Edge { case left, right, top, bottom }

  package struct Failure: Error {
    package var text: String
    package init(text: String) { self.text = text }
  }

  // MARK: printing

  /// Prints all sheets; a back is turned about the axis that the printer's setting names.
  /// - Parameter tolerance: units by which ink behind ink may be off, where it was measured.
  package static func print(
    _ imposed: ImposedSheets, binding: ImpositionPlan.Binding, reload: ImpositionPlan.Reload, tolerance: Int = 0
  ) throws -> [Sheet] {
    var pairs: [(SheetSide, SheetSide)] = []
    let size = imposed.report.sheet
    let turnsLikePage: Bool
    if imposed.report.duplex == .manual {
      guard imposed.runs.map(\.part) == [.fronts, .backs] else { throw Failure(text: "not two runs") }
      let fronts = imposed.runs[0].sides
      // Each sheet falls on the one before it.
      var tray = Array(fronts.reversed())
      if reload == .turnedOver { tray.reverse() }
      var backs: [Int: Int] = [:]
      guard imposed.runs[1].sides.count == tray.count else { throw Failure(text: "backs missing") }
      for (front, back) in zip(tray, imposed.runs[1].sides) { backs[front] = back }
      for front in fronts {
        guard let back = backs[front] else { throw Failure(text: "no back") }
        pairs.append((imposed.sides[front], imposed.sides[back]))
      }
      turnsLikePage = true
    } else {
      guard imposed.runs.count == 1, imposed.runs[0].part == .sheets else { throw Failure(text: "not one run") }
      let order = imposed.runs[0].sides
      for i in stride(from: 0, to: order.count, by: 2) {
        pairs.append((imposed.sides[order[i]], imposed.sides[order[i + 1]]))
      }
      turnsLikePage = false
    }
    // Flip on long edge turns a portrait sheet about a vertical line, a landscape one about a horizontal line.
    let aboutVertical =
      turnsLikePage
      ? binding != .top : (imposed.report.duplex == .long) == (size.height >= size.width)
    return try pairs.map { front, back in
      let (width, height) = (size.width.units, size.height.units)
      guard front.size == size, back.size == size, front.slots.count == back.slots.count else {
        throw Failure(text: "sides differ")
      }
      let behind = back.slots.map { slot in
        let ink = ink(slot)
        let blank = Ink(page: nil, left: 0, top: 0, right: 0, bottom: 0, headX: 0, headY: 0)
        return Piece(up: blank, down: ink).mirrored(vertical: aboutVertical, sum: aboutVertical ? width : height).up
      }
      let pieces = try front.slots.map { slot in
        let up = ink(slot)
        // The back of a piece of paper is the ink that lies behind it.
        guard
          let down = behind.first(where: {
            abs($0.left - up.left) <= tolerance && abs($0.top - up.top) <= tolerance
          })
        else {
          throw Failure(text: "no ink behind \(up)")
        }
        return Piece(up: up, down: down)
      }
      return Sheet(width: width, height: height, pieces: pieces)
    }
  }

  private static func ink(_ slot: PageSlot) -> Ink {
    Ink(
      page: slot.page, left: slot.area.x.units, top: slot.area.y.units, right: slot.area.right.units,
      bottom: slot.area.bottom.units, headX: 0, headY: slot.isTurned ? 1 : -1)
  }

  // MARK: the table

  /// The sheet turned over.
  package static func turnOver(_ sheet: Sheet, vertical: Bool) -> Sheet {
    Sheet(
      width: sheet.width, height: sheet.height,
      pieces: sheet.pieces.map { $0.mirrored(vertical: vertical, sum: vertical ? sheet.width : sheet.height) })
  }

  /// Folds the half at `edge` over the other half; the packet is then half as large.
  package static func fold(_ sheet: Sheet, over edge: Edge) -> Sheet {
    let vertical = edge == .left || edge == .right
    let extent = vertical ? sheet.width : sheet.height
    let highest = sheet.pieces.map(\.layer).max() ?? 0
    var pieces: [Piece] = []
    for piece in sheet.pieces {
      let centre = vertical ? piece.up.left + piece.up.right : piece.up.top + piece.up.bottom
      let isOver = (edge == .left || edge == .top) == (centre < extent)
      guard isOver else {
        pieces.append(piece)
        continue
      }
      var moved = piece.mirrored(vertical: vertical, sum: extent)
      moved.layer = 2 * highest + 1 - piece.layer
      pieces.append(moved)
    }
    var folded = Sheet(width: sheet.width, height: sheet.height, pieces: pieces)
    // What is left lies at the other edge: put the origin at its corner.
    let removed = edge == .left || edge == .top ? extent / 2 : 0
    if vertical { folded.width -= extent / 2 } else { folded.height -= extent / 2 }
    if removed > 0 {
      func moved(_ ink: Ink) -> Ink {
        var ink = ink
        if vertical {
          ink.left -= removed
          ink.right -= removed
        } else {
          ink.top -= removed
          ink.bottom -= removed
        }
        return ink
      }
      for i in folded.pieces.indices {
        folded.pieces[i].up = moved(folded.pieces[i].up)
        folded.pieces[i].down = moved(folded.pieces[i].down)
      }
    }
    return folded
  }

  /// The leaves of a packet from the top.
  package static func leaves(_ packet: Sheet) -> [Piece] { packet.pieces.sorted { $0.layer < $1.layer }.reversed() }

  /// Reads leaves from the top: each recto, then its verso when the leaf is turned at the spine.
  /// Throws where a page is not the right way up.
  package static func read(_ leaves: [Piece], binding: ImpositionPlan.Binding) throws -> [Int?] {
    var pages: [Int?] = []
    pages.reserveCapacity(leaves.count * 2)
    for leaf in leaves {
      let verso = leaf.mirrored(vertical: binding != .top, sum: 0)
      for ink in [leaf.up, verso.up] {
        guard ink.headX == 0, ink.headY == -1 else { throw Failure(text: "page \(ink.page ?? -1) on its head") }
        pages.append(ink.page)
      }
    }
    return pages
  }

  /// Folds of a printed sheet whose front is up, then the packet's leaves from the top.
  package static func foldedLeaves(_ sheet: Sheet, folds: Int, binding: ImpositionPlan.Binding) -> [Piece] {
    var packet = turnOver(sheet, vertical: binding != .top)
    // Printers' manuals: folio, spine; quarto, head then spine; octavo, across, head, spine.
    let order: [Edge] =
      switch (binding, folds) {
      case (.left, 1): [.left]
      case (.left, 2): [.top, .left]
      case (.left, _): [.right, .top, .left]
      case (.right, 1): [.right]
      case (.right, 2): [.top, .right]
      case (.right, _): [.left, .top, .right]
      case (.top, 1): [.top]
      case (.top, 2): [.left, .top]
      case (.top, _): [.bottom, .left, .top]
      }
    for edge in order { packet = fold(packet, over: edge) }
    return leaves(packet)
  }
}

extension ImpositionPlan.Scheme {
  /// Folds of each sheet and sheets nested in a full section; nil for sheets that are cut.
  package var folding: (folds: Int, pagesPerSheet: Int)? {
    switch self {
    case .booklet, .sections, .folio: (1, 4)
    case .quarto: (2, 8)
    case .octavo: (3, 16)
    case .perfect, .nUp, .stepAndRepeat: nil
    }
  }
}

/// What a reader finds after printing and binding: pages in order; nil is a blank.
/// - Parameter tolerance: units by which ink may be off its place, where it was measured.
package func bind(_ imposed: ImposedSheets, plan: ImpositionPlan, tolerance: Int = 0) throws -> [[Int?]] {
  let sheets = try PaperSimulator.print(imposed, binding: plan.binding, reload: plan.reload, tolerance: tolerance)
  if let (folds, pagesPerSheet) = plan.scheme.folding {
    var pages: [Int?] = []
    var next = 0
    for section in imposed.report.sections {
      var first: [PaperSimulator.Piece] = []
      var last: [PaperSimulator.Piece] = []
      for sheet in sheets[next..<(next + section / pagesPerSheet)] {
        let leaves = PaperSimulator.foldedLeaves(sheet, folds: folds, binding: plan.binding)
        first += leaves.prefix(leaves.count / 2)
        last.insert(contentsOf: leaves.suffix(leaves.count / 2), at: 0)
      }
      next += section / pagesPerSheet
      pages += try PaperSimulator.read(first + last, binding: plan.binding)
    }
    guard next == sheets.count else { throw PaperSimulator.Failure(text: "sheets left over") }
    return [pages]
  }
  // Cut, front up: stacks row by row, a right-bound book's from the right.
  let places = (sheets.first?.pieces ?? []).map { ($0.up.top, plan.binding == .right ? -$0.up.left : $0.up.left) }
  let order = places.indices.sorted { places[$0] < places[$1] }
  switch plan.scheme {
  case .nUp:
    var pages: [Int?] = []
    for sheet in sheets {
      for side in [sheet, PaperSimulator.turnOver(sheet, vertical: plan.binding != .top)] {
        let inks = side.pieces.map(\.up).sorted {
          ($0.top, plan.binding == .right ? -$0.left : $0.left)
            < ($1.top, plan.binding == .right ? -$1.left : $1.left)
        }
        guard inks.allSatisfy({ $0.headY == -1 }) else { throw PaperSimulator.Failure(text: "on its head") }
        pages += inks.map(\.page)
      }
    }
    return [pages]
  case .stepAndRepeat:
    return try order.map { place in
      try PaperSimulator.read(sheets.map { $0.pieces[place] }, binding: plan.binding)
    }
  default:
    return [
      try PaperSimulator.read(order.flatMap { place in sheets.map { $0.pieces[place] } }, binding: plan.binding)
    ]
  }
}
