import Design
import Testing
import Units

@Suite("Printers' inside margins") struct PrinterRulesTests {
  @Test(
    "The widest that any printer asks for is taken",
    arguments: [
      (1, 0.625), (59, 0.625), (60, 0.625), (150, 0.625), (151, 1), (399, 1), (400, 1.125), (600, 1.125), (601, 1.25),
      (5000, 1.25),
    ])
  func widest(pages: Int, inches: Double) {
    #expect(PrinterRules.insideMargin(pages: pages) == Length(inches: inches))
  }
}
