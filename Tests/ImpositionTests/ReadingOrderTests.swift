import Imposition
import Testing
import Units

let a6 = SheetSize(width: Length(millimetres: 105), height: Length(millimetres: 148))
let a5 = SheetSize(width: Length(millimetres: 148), height: Length(millimetres: 210))
let a4 = SheetSize(width: Length(millimetres: 210), height: Length(millimetres: 297))
let a3 = SheetSize(width: Length(millimetres: 297), height: Length(millimetres: 420))

func number(_ page: Int) -> String { "\(page + 1)" }

extension ImpositionPlan.Scheme {
  /// Folds of each sheet and sheets nested in a full section; nil for sheets that are cut.
  var folding: (folds: Int, pagesPerSheet: Int)? {
    switch self {
    case .booklet, .sections, .folio: (1, 4)
    case .quarto: (2, 8)
    case .octavo: (3, 16)
    case .perfect, .nUp, .stepAndRepeat: nil
    }
  }
}

/// What a reader finds after printing and binding: pages in order; nil is a blank.
func bind(_ imposed: ImposedSheets, plan: ImpositionPlan) throws -> [[Int?]] {
  let sheets = try PaperSimulator.print(imposed, binding: plan.binding, reload: plan.reload)
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

@Suite("Reading order")
struct ReadingOrderTests {
  static let schemes: [ImpositionPlan.Scheme] = [
    .booklet, .sections(pages: 4), .sections(pages: 8), .sections(pages: 12), .sections(pages: 16),
    .sections(pages: 32), .perfect(up: 1), .perfect(up: 2), .perfect(up: 3), .perfect(up: 4), .perfect(up: 8),
    .nUp(1), .nUp(2), .nUp(4), .nUp(6), .nUp(8), .stepAndRepeat(up: 1), .stepAndRepeat(up: 2),
    .stepAndRepeat(up: 4), .folio, .quarto, .octavo,
  ]

  static let printing: [(ImpositionPlan.Duplex, ImpositionPlan.Reload)] = [
    (.natural, .asDelivered), (.long, .asDelivered), (.short, .asDelivered), (.manual, .asDelivered),
    (.manual, .turnedOver),
  ]

  @Test(
    "every book of 1 to 130 pages reads in order, right way up, blanks last",
    arguments: schemes, ImpositionPlan.Binding.allCases)
  func everyBookReadsInOrder(scheme: ImpositionPlan.Scheme, binding: ImpositionPlan.Binding) throws {
    for (duplex, reload) in ReadingOrderTests.printing {
      for pageCount in 1...130 {
        let plan = ImpositionPlan(scheme: scheme, binding: binding, duplex: duplex, reload: reload)
        let imposed = try impose(pageCount: pageCount, trim: a6, plan: plan, labels: number)
        let blanks = imposed.report.blanks
        let expected: [Int?] = (0..<pageCount).map { $0 } + Array(repeating: nil, count: blanks)
        for copy in try bind(imposed, plan: plan) where copy != expected {
          Issue.record("\(pageCount) pages, \(duplex), \(reload): \(copy)")
          return
        }
        #expect(imposed.sides.count == 2 * imposed.report.sheets)
      }
    }
  }

  @Test(
    "books on a named sheet, fitted, creeping and marked read in order too",
    arguments: schemes, ImpositionPlan.Binding.allCases)
  func marksAndSheetsKeepTheOrder(scheme: ImpositionPlan.Scheme, binding: ImpositionPlan.Binding) throws {
    for duplex in ImpositionPlan.Duplex.allCases {
      for pageCount in [1, 5, 33, 64] {
        let plan = ImpositionPlan(
          scheme: scheme, sheet: a3, binding: binding, duplex: duplex, creep: Length(millimetres: 0.1),
          marks: Set(Mark.Kind.allCases), bleed: Length(millimetres: 3), scale: .fit)
        let imposed = try impose(pageCount: pageCount, trim: a5, plan: plan, labels: number)
        let expected: [Int?] = (0..<pageCount).map { $0 } + Array(repeating: nil, count: imposed.report.blanks)
        for copy in try bind(imposed, plan: plan) { #expect(copy == expected) }
      }
    }
  }
}
