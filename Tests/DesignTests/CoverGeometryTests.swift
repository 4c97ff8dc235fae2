import Design
import Testing
import Units

@Suite struct `A cover around a book` {
  private let page = PageSize(width: Length(inches: 6), height: Length(inches: 9))

  private func cover(
    _ key: String, pages: Int, paper: CoverPaper = .white, kind: CoverKind = .paperback, isRightBound: Bool = false
  ) throws -> CoverGeometry {
    let rules = try #require(CoverRules.named(key))
    return CoverGeometry(
      kind: kind, trim: page, pages: pages, paper: paper, rules: rules, isRightBound: isRightBound)
  }

  @Test(arguments: [
    // the tables' sums: 312 pages of KDP's white and cream, of Lulu's, and an odd count
    ("kdp", 312, CoverPaper.white, 0.7026), ("kdp", 312, .cream, 0.78), ("lulu", 312, .white, 0.7627),
    ("kdp", 311, .white, 0.7026),
  ])
  func `is as wide as its pages are thick`(key: String, pages: Int, paper: CoverPaper, inches: Double) throws {
    let cover = try cover(key, pages: pages, paper: paper)
    #expect(abs(cover.spine.width / 72 - inches) < 0.0001)
    #expect(abs(cover.width / 72 - (12 + 0.25 + inches)) < 0.0001 && cover.height == 9.25 * 72)
  }

  @Test(arguments: CoverKind.allCases)
  func `has its parts side by side, and words inside them`(kind: CoverKind) throws {
    for isRightBound in [false, true] {
      let cover = try cover("kdp", pages: 300, kind: kind, isRightBound: isRightBound)
      let (first, second) = isRightBound ? (cover.front, cover.back) : (cover.back, cover.front)
      #expect(first.right == cover.spine.x && cover.spine.right == second.x)
      #expect(abs(cover.width - second.right - first.x) < 0.001)
      #expect(cover.flaps.count == (kind == .jacket ? 2 : 0))
      for (safe, panel) in [(cover.frontSafe, cover.front), (cover.backSafe, cover.back)] {
        #expect(safe.x >= panel.x + 18 && safe.right <= panel.right - 18 && safe.y == panel.y + 18)
      }
      #expect(cover.barcode.x >= cover.backSafe.x && cover.barcode.right <= cover.backSafe.right)
      #expect(cover.barcode.bottom == cover.backSafe.bottom)
    }
  }

  @Test func `has no words on a spine that is too thin`() throws {
    #expect(try cover("kdp", pages: 79).spineSafe == nil)
    #expect(try cover("kdp", pages: 120).spineSafe != nil)
  }
}
