import Design
import Testing
import Units

@Suite struct `A page by its trim` {
  private func design(_ trim: String, _ change: (inout PageDesign) -> Void = { _ in }) throws -> PageDesign {
    var design = PageDesign()
    change(&design)
    design.take(try Trim.parse(trim))
    return design
  }

  @Test func `of A5 is what it is, and any other way there and back`() throws {
    let usual = PageDesign()
    #expect(try design("a5") == usual)
    var there = try design("letter")
    there.take(try Trim.parse("a5"))
    #expect(there.inside == usual.inside && there.outside == usual.outside && there.size == usual.size)
  }

  /// An average letter of EB Garamond is 0.376 em wide.
  @Test(arguments: Trim.all.map(\.name) + ["90x140mm", "200x120mm", "240x320mm", "297x420mm"])
  func `has some seventy letters on a line, and margins that grow from spine to foot`(trim: String) throws {
    let page = try design(trim)
    let letters = page.textWidth.points / (page.size.points * 0.376)
    #expect((60...75).contains(letters), "\(trim): \(letters)")
    #expect(page.inside < page.outside && page.top < page.bottom)
    #expect((1.2...1.4).contains(page.leading.points / page.size.points))
    #expect((7.5...12.5).contains(page.size.points))
  }

  @Test func `keeps a theme's proportions`() throws {
    let twice = try design("6x9") { $0.inside = $0.inside * 2 }
    let once = try design("6x9")
    #expect(abs(twice.inside.millimetres - once.inside.millimetres * 2) <= 0.5)
    #expect(twice.outside == once.outside)
  }

  @Test func `leaves alone a design for one size of type, and a gutter that the pages' number gives`() throws {
    let usual = PageDesign()
    let fixed = try design("a6") { $0.followsTrim = false }
    #expect(fixed.size == usual.size && fixed.inside == usual.inside && fixed.trim.width.millimetres.rounded() == 105)
    let counted = try design("a6") { $0.insideByPageCount = true }
    #expect(counted.inside == usual.inside)
  }

  @Test func `is shared out by ninths, evenly or narrowly`() throws {
    var page = try design("180x270mm")
    page.take(.canon)
    let canon = [page.inside, page.outside, page.top, page.bottom].map(\.millimetres).map { ($0 * 10).rounded() / 10 }
    #expect(canon == [20, 40, 30, 60])
    page.take(.modern)
    #expect(page.inside == page.outside && page.top == page.bottom)
    let even = page
    page.take(.narrow)
    #expect(page.textWidth > even.textWidth && page.inside < page.outside)
    page.take(.classic)
    let classic = try design("180x270mm")
    #expect(page.inside == classic.inside)
  }
}
