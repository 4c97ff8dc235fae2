import Imposition
import TestSupport
import Testing
import Units

@Suite("Imposition backwards") struct UndoTests {
  @Test(
    "sheets of every scheme are cut into the pages that were laid on them, in order and upright",
    arguments: ReadingOrderTests.schemes, ImpositionPlan.Binding.allCases)
  func everySchemeComesBack(scheme: ImpositionPlan.Scheme, binding: ImpositionPlan.Binding) throws {
    for duplex in [ImpositionPlan.Duplex.natural, .long, .short] {
      for pageCount in [1, 2, 7, 16, 33, 64] {
        let plan = ImpositionPlan(scheme: scheme, binding: binding, duplex: duplex)
        let imposed = try impose(pageCount: pageCount, trim: a6, plan: plan, labels: number)
        var found: [Int?] = []
        for cut in try cutPages(from: imposed.sides.map(\.size), plan: plan) {
          let slot = imposed.sides[cut.side].slots.first { slot in
            let (x, y) = (cut.area.x - slot.area.x, cut.area.y - slot.area.y)
            return abs(x.points) < 1 && abs(y.points) < 1
          }
          found.append(slot?.page)
          if let slot, slot.page != nil { #expect(slot.isTurned == cut.isTurned) }
          #expect(abs((cut.area.width - a6.width).points) < 0.01 && abs((cut.area.height - a6.height).points) < 0.01)
        }
        let blanks = found.count - pageCount
        let expected: [Int?] = (0..<pageCount).map { $0 } + Array(repeating: nil, count: max(0, blanks))
        #expect(found == expected, "\(pageCount) pages, \(duplex)")
      }
    }
  }

  @Test("of a scan of spreads an upright page among broad ones is a cover, and stays whole")
  func cover() throws {
    let sides = [a5, a4.turned, a4.turned, a5]
    let cuts = try cutPages(from: sides, plan: ImpositionPlan(scheme: .nUp(2)))
    #expect(cuts.map(\.side) == [0, 1, 1, 2, 2, 3])
    #expect(cuts[0].area.width == a5.width && cuts[1].area.right == cuts[2].area.x && cuts[1].area.x == .zero)
    let fromTheRight = try cutPages(from: sides, plan: ImpositionPlan(scheme: .nUp(2), binding: .right))
    #expect(fromTheRight[1].area.x > fromTheRight[2].area.x)
    // slides, two on an upright sheet, stand one above the other
    let slides = try cutPages(from: [a4, a4], plan: ImpositionPlan(scheme: .nUp(2)))
    #expect(slides.count == 4 && slides[0].area.bottom == slides[1].area.y)
  }
}

@Suite("A cover around all pages") struct CoverSheetTests {
  @Test("it is the first sheet, blanks come before its back, and the book reads in order")
  func booklet() throws {
    for pageCount in 4...70 {
      for binding in ImpositionPlan.Binding.allCases {
        var plan = ImpositionPlan(scheme: .booklet, binding: binding)
        plan.hasCover = true
        let imposed = try impose(pageCount: pageCount, trim: a6, plan: plan, labels: number)
        let blanks = imposed.report.blanks
        let last = [pageCount - 2, pageCount - 1]
        let expected: [Int?] =
          (0..<pageCount - 2).map { $0 } + Array(repeating: nil, count: blanks) + last.map { $0 }
        for copy in try bind(imposed, plan: plan) { #expect(copy == expected) }
        let cover = Set(imposed.sides[0...1].flatMap { $0.slots.compactMap(\.page) })
        #expect(cover == [0, 1, pageCount - 2, pageCount - 1])
        #expect(blanks < 4)
      }
    }
  }

  @Test("around sections it stands apart from them")
  func sections() throws {
    var plan = ImpositionPlan(scheme: .sections(pages: 8), marks: [.collation])
    plan.hasCover = true
    let imposed = try impose(pageCount: 30, trim: a6, plan: plan, labels: number)
    #expect(imposed.report.sections == [4, 8, 8, 8, 4])
    let expected: [Int?] = [0, 1, 28, 29] + (2..<28).map { $0 } + [nil, nil]
    for copy in try bind(imposed, plan: plan) { #expect(copy == expected) }
    #expect(imposed.sides[0].marks.isEmpty)
    #expect(imposed.report.steps.last == "lay them into the cover and glue or sew it at the spine")
    #expect(imposed.report.steps.contains { $0.contains("3 times 2, then 1 sheets, counted from the second") })
  }
}
