import Imposition
import Testing
import Units

@Suite("Spreads")
struct SpreadTests {
  static func roman(_ page: Int) -> String { page < 2 ? ["i", "ii"][page] : "\(page - 1)" }

  @Test("the first page stands alone on the right, then pairs, a last verso alone on the left")
  func leftBound() {
    let sheets = spreads(pageCount: 6, trim: a5, binding: .left, labels: SpreadTests.roman)
    #expect(sheets.map(\.label) == ["i", "ii–1", "2–3", "4"])
    #expect(sheets.map { $0.slots.map(\.page) } == [[0], [1, 2], [3, 4], [5]])
    #expect(sheets.map { $0.slots.map(\.x) } == [[a5.width], [.zero, a5.width], [.zero, a5.width], [.zero]])
    #expect(sheets.allSatisfy { $0.width == a5.width * 2 && $0.height == a5.height })
  }

  @Test("right-bound spreads are mirrored")
  func rightBound() {
    let sheets = spreads(pageCount: 4, trim: a5, binding: .right, labels: number)
    #expect(sheets.map { $0.slots.map(\.page) } == [[0], [2, 1], [3]])
    #expect(sheets.map { $0.slots.map(\.x) } == [[.zero], [.zero, a5.width], [a5.width]])
    #expect(sheets.map(\.label) == ["1", "2–3", "4"])
  }

  @Test("head-bound spreads are stacked, the verso above")
  func headBound() {
    let sheets = spreads(pageCount: 3, trim: a5, binding: .top, labels: number)
    #expect(sheets.map { $0.slots.map(\.y) } == [[a5.height], [.zero, a5.height]])
    #expect(sheets.allSatisfy { $0.width == a5.width && $0.height == a5.height * 2 })
  }

  @Test("a selection that begins on a verso begins with a pair")
  func beginsOnVerso() {
    let sheets = spreads(pageCount: 3, firstSide: .verso, trim: a5, binding: .left, labels: number)
    #expect(sheets.map { $0.slots.map(\.page) } == [[0, 1], [2]])
    #expect(spreads(pageCount: 0, trim: a5, binding: .left, labels: number).isEmpty)
    #expect(spreads(pageCount: -1, trim: a5, binding: .left, labels: number).isEmpty)
  }

  @Test("every page appears once, rectos right and versos left", arguments: 1...40)
  func everyPage(pageCount: Int) {
    let slots = spreads(pageCount: pageCount, trim: a5, binding: .left, labels: number).flatMap(\.slots)
    #expect(slots.compactMap(\.page) == Array(0..<pageCount))
    for slot in slots { #expect((slot.x == .zero) == ((slot.page ?? 0) % 2 == 1)) }
  }
}
