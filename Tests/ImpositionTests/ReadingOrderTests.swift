import Imposition
import TestSupport
import Testing
import Units

let a6 = PageSize(width: Length(millimetres: 105), height: Length(millimetres: 148))
let a5 = PageSize(width: Length(millimetres: 148), height: Length(millimetres: 210))
let a4 = PageSize(width: Length(millimetres: 210), height: Length(millimetres: 297))
let a3 = PageSize(width: Length(millimetres: 297), height: Length(millimetres: 420))

func number(_ page: Int) -> String { "\(page + 1)" }

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
          marks: Set(PrintersMark.Kind.allCases), bleed: Length(millimetres: 3), scale: .fit)
        let imposed = try impose(pageCount: pageCount, trim: a5, plan: plan, labels: number)
        let expected: [Int?] = (0..<pageCount).map { $0 } + Array(repeating: nil, count: imposed.report.blanks)
        for copy in try bind(imposed, plan: plan) { #expect(copy == expected) }
      }
    }
  }
}
