/// An edge of a sheet, or of the packet it is folded to, as it lies.
package enum SheetEdge: Hashable, Sendable {
  case left, right, top, bottom

  var opposite: SheetEdge {
    switch self {
    case .left: .right
    case .right: .left
    case .top: .bottom
    case .bottom: .top
    }
  }

  var isVertical: Bool { self == .left || self == .right }
}

extension ImpositionPlan.Binding {
  /// The edge at which a recto is bound.
  var spine: SheetEdge {
    switch self {
    case .left: .left
    case .right: .right
    case .top: .top
    }
  }

  /// The line about which the leaves of such a book turn.
  var axis: TurningAxis { self == .top ? .horizontal : .vertical }
}

/// The folds of one sheet, in folding order, the side with pages 2 and 3 up.
///
/// A fold is named by the edge where it lies afterwards: `.left` folds the left
/// half over the right one. The last fold is the spine.
package struct FoldSequence: Sendable, Equatable {
  package let hinges: [SheetEdge]

  init(folds: Int, binding: ImpositionPlan.Binding) {
    // Of the two octavo orders (first fold left or right) the first is the one
    // of print shops' tables: pages 16 and 1 beside each other at the foot.
    let leftBound: [SheetEdge] =
      switch folds {
      case 1: [.left]
      case 2: [.top, .left]
      default: [.right, .top, .left]
      }
    hinges = leftBound.map { edge in
      switch (binding, edge) {
      case (.left, _): edge
      case (.right, .left): .right
      case (.right, .right): .left
      case (.right, _): edge
      // Turned about the diagonal, head fold and spine fold change places.
      case (.top, .left): .top
      case (.top, .top): .left
      case (.top, .right): .bottom
      case (.top, .bottom): .right
      }
    }
  }

  var columns: Int { hinges.reduce(1) { $1.isVertical ? $0 * 2 : $0 } }
  var rows: Int { hinges.reduce(1) { $1.isVertical ? $0 : $0 * 2 } }
}

/// A leaf's place on an unfolded sheet.
struct UnfoldedLeaf: Equatable {
  /// Counted from 0 in reading order within the section.
  var leaf: Int
  /// The verso faces up.
  var showsVerso: Bool
  /// Printed upside down.
  var isTurned: Bool
}

/// Opens a folded section fold by fold and tells where each leaf comes to lie.
///
/// The folded section lies with its first page up; every fold, the last one
/// first, swings the upper half of each pile out about its hinge. What is left
/// are the flat sheets, the side with pages 2 and 3 up, the innermost on top:
/// `result[row][column][layer]`. Page orders are never taken from a table.
func unfold(leaves: Int, folds: FoldSequence, binding: ImpositionPlan.Binding) -> [[[UnfoldedLeaf]]] {
  let closed = (0..<leaves).map { UnfoldedLeaf(leaf: $0, showsVerso: false, isTurned: false) }
  var grid = [[closed]]
  for hinge in folds.hinges.reversed() {
    // A leaf shows its other page when it swings. It keeps its head up only if
    // it swings about the axis on which the pages of the book turn.
    let turnsOver = (binding.axis == .vertical) != hinge.isVertical
    let upper = grid.map { row in
      row.map { pile in
        pile.prefix(pile.count / 2).reversed().map {
          UnfoldedLeaf(leaf: $0.leaf, showsVerso: !$0.showsVerso, isTurned: $0.isTurned != turnsOver)
        }
      }
    }
    let lower = grid.map { row in row.map { pile in Array(pile.suffix(from: pile.count / 2)) } }
    switch hinge {
    case .left: grid = zip(upper, lower).map { $0.reversed() + $1 }
    case .right: grid = zip(lower, upper).map { $0 + $1.reversed() }
    case .top: grid = upper.reversed() + lower
    case .bottom: grid = lower + upper.reversed()
    }
  }
  return grid
}
