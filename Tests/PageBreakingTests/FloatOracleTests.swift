import PageBreaking
import Testing

@Suite struct `Pictures in the search` {
  @Test(arguments: [1, 2, 3], [false, true])
  func `The search costs what the best of all ways costs`(columns: Int, plates: Bool) {
    for seed in 0..<100 {
      var dice = Dice(seed: UInt64(seed + 411))
      var style = PageBreakingStyle(rows: 3 + dice.roll(4), isFacing: columns == 1 || dice.chance(60))
      style.columns = columns
      style.horizon = .infinity
      style.minimumChapterEnd = 0
      let chapter = picturedChapter(plates: plates, &dice)
      let found = breakChapter(chapter, style: style)
      var oracle = FloatOracle(chapter, style: style)
      for opening in style.isFacing ? Side.allCases : [.recto] {
        let best = oracle.costs(opening: opening)
        for closing in Side.allCases where best[closing] != found[opening, closing]?.cost {
          Issue.record(
            """
            seed \(seed), rows \(style.rows), facing \(style.isFacing), \(opening) to \(closing): \
            best \(best[closing] ?? -1), found \(found[opening, closing]?.cost ?? -1)
            \(brief(chapter))
            \(brief(found[opening, closing]?.pages ?? []))
            """)
          return
        }
      }
    }
  }

  @Test(arguments: [1, 2, 3])
  func `Every picture stands whole and in order, spreads face themselves, and costs are told`(columns: Int) {
    for seed in 0..<150 {
      var dice = Dice(seed: UInt64(seed + 97))
      var style = PageBreakingStyle(rows: 4 + dice.roll(20))
      style.columns = columns
      var chapter: [VerticalElement] = []
      for _ in 0..<1 + dice.roll(6) { chapter += picturedChapter(plates: true, &dice) }
      for solution in breakChapter(chapter, style: style).solutions {
        let faults = pictureFaults(of: solution, in: chapter, isTold: columns == 1)
        if !faults.isEmpty {
          Issue.record("seed \(seed) rows \(style.rows): \(faults)\n\(brief(chapter))\n\(brief(solution.pages))")
          return
        }
      }
    }
  }

  private func pictureFaults(
    of solution: ChapterSolutions.Solution, in chapter: [VerticalElement], isTold: Bool
  ) -> [String] {
    var faults: [String] = []
    var placed: [(element: Int, line: Int, page: Int)] = []
    for (number, page) in solution.pages.enumerated() {
      for piece in page.pieces { placed += piece.lines.map { (piece.element, $0, number) } }
      if page.pieces.contains(where: { chapter[$0.element].isPlate }), page.pieces.count > 1 {
        faults.append("page \(number): a plate with company")
      }
    }
    let floats = placed.filter { chapter[$0.element].floats || chapter[$0.element].waitsBehind }
    if floats.map(\.element) != floats.map(\.element).sorted() { faults.append("out of order") }
    let lines = placed.map { [$0.element, $0.line] }
    if Set(lines).count != lines.count { faults.append("a line twice") }
    for (index, element) in chapter.enumerated() {
      let own = placed.filter { $0.element == index }
      if own.isEmpty { faults.append("element \(index) is lost") }
      if element.isSpread,
        own.map(\.line) != [0, 1] || own[1].page != own[0].page + 1
          || solution.pages[own[0].page].side != .verso
      {
        faults.append("halves of \(index) do not face each other")
      }
    }
    let total = solution.explanations.reduce(0) { $0 + $1.total }
    if isTold, abs(total - solution.cost) > 0.5 { faults.append("explained \(total) of \(solution.cost)") }
    return faults
  }

  @Test func `A plate stands beside its call, which a paragraph a line longer brings to a verso`() {
    var plate = box(10, floats: true)
    (plate.isPlate, plate.facesCall) = (true, true)
    func pages(_ before: Int, longer: Bool) -> [[Int]] {
      var chapter = (0..<before).map { _ in paragraph(1) } + [plate] + (before..<45).map { _ in paragraph(1) }
      if longer { chapter[3] = paragraph(1, or: [2]) }
      let pages = breakChapter(chapter, style: PageBreakingStyle(rows: 10))[.recto, .verso]?.pages ?? []
      return pages.prefix(4).map { page in page.pieces.map(\.element).filter { $0 == before || $0 == before - 1 } }
    }
    #expect(pages(15, longer: false) == [[], [14], [15], []])
    #expect(pages(10, longer: true) == [[], [9], [10], []])
  }

  @Test func `A picture over facing pages waits for a verso, and the text goes on`() {
    var spread = verse(2)
    for line in 0..<2 { spread.settings[0].lines[line].rows = 10 }
    (spread.floats, spread.isPlate, spread.isSpread) = (true, true, true)
    let chapter = (0..<15).map { _ in paragraph(1) } + [spread] + (0..<30).map { _ in paragraph(1) }
    let pages = breakChapter(chapter, style: PageBreakingStyle(rows: 10))[.recto, .recto]?.pages ?? []
    #expect(pages.map { $0.pieces.count } == [10, 10, 10, 1, 1, 10, 5])
    #expect(pages.filter { $0.pieces.contains { $0.element == 15 } }.map(\.side) == [.verso, .recto])
    #expect(pages.prefix(3).allSatisfy { $0.pieces.count == 10 })
  }
}
