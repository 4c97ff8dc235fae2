import PageBreaking
import Testing

@Suite struct PropertyTests {
  @Test(arguments: [false, true], [false, true])
  func `Every line stands once, in order, on the grid, and spreads are level`(notes: Bool, floats: Bool) {
    for seed in 0..<150 {
      var dice = Dice(seed: UInt64(seed + 7))
      let style = PageBreakingStyle(rows: 3 + dice.roll(32), isFacing: !dice.chance(25))
      let chapter = randomChapter(
        ChapterShape(
          elements: 20 + dice.roll(60), longest: 3 + dice.roll(12), notes: notes, floats: floats,
          repeats: dice.chance(50), margins: seed % 3 == 0), &dice)
      let found = breakChapter(chapter, style: style)
      #expect(found.solutions.contains { $0.opening == .recto })
      #expect(!style.isFacing || found.solutions.contains { $0.opening == .verso })
      if let small = smallest(chapter, where: { firstFault(in: $0, style: style) != nil }),
        let fault = firstFault(in: small, style: style)
      {
        Issue.record("seed \(seed) rows \(style.rows) facing \(style.isFacing): \(fault)\n\(brief(small))")
        return
      }
    }
  }

  private func firstFault(in chapter: [VerticalElement], style: PageBreakingStyle) -> String? {
    for solution in breakChapter(chapter, style: style).solutions {
      let faults = faults(of: solution, in: chapter, style: style)
      if !faults.isEmpty { return "\(solution.opening) to \(solution.closing) \(faults)\n\(brief(solution.pages))" }
    }
    return nil
  }

  /// The chapter with every element left out that its fault does not need; `nil` without fault.
  private func smallest(
    _ chapter: [VerticalElement], where isFaulty: ([VerticalElement]) -> Bool
  ) -> [VerticalElement]? {
    guard isFaulty(chapter) else { return nil }
    var chapter = chapter
    var index = 0
    while index < chapter.count {
      var less = chapter
      less.remove(at: index)
      if isFaulty(less) {
        chapter = less
        index = 0
      } else {
        index += 1
      }
    }
    return chapter
  }

  @Test func `Dropping what is out of reach costs nothing that shows`() {
    for seed in 0..<40 {
      var dice = Dice(seed: UInt64(seed + 300))
      var style = PageBreakingStyle(rows: 12 + dice.roll(23))
      let chapter = (0..<40).map { _ in
        let count = 1 + dice.roll(9)
        return paragraph(count, or: count > 3 ? [count + 1, count - 1] : [], cost: Double(2_000 + dice.roll(30_000)))
      }
      let found = breakChapter(chapter, style: style)
      style.horizon = .infinity
      let exact = breakChapter(chapter, style: style)
      for opening in Side.allCases {
        let best = { (solutions: ChapterSolutions) in
          solutions.solutions.filter { $0.opening == opening }.map(\.cost).min()
        }
        #expect(best(found) == best(exact), "seed \(seed)")
      }
    }
  }

  @Test func `Odd styles and odd elements have a solution too`() {
    var dice = Dice(seed: 5)
    var chapter = randomChapter(ChapterShape(elements: 30, notes: true, floats: true), &dice)
    chapter.append(VerticalElement(kind: .paragraph, settings: []))
    chapter.append(VerticalElement(kind: .paragraph, settings: [VerticalSetting(lines: [])], keepWithNext: true))
    chapter.append(verse(3, after: [0: VerticalLine.never, 1: VerticalLine.never]))
    chapter.append(
      VerticalElement(
        kind: .lines,
        settings: [
          VerticalSetting(lines: [line(-3, notes: -2), line(0), line(0, notes: 3), line(3_000), line(1, notes: 3_000)])
        ]))
    chapter.append(box(5_000, floats: true))
    chapter.append(paragraph(2, cost: -.infinity))
    chapter.append(paragraph(2, or: [3], cost: .nan))
    for rows in [Int.min, 0, 1, 2, 3, 10, 400] {
      for isFacing in [true, false] {
        var style = PageBreakingStyle(rows: rows, isFacing: isFacing)
        style.orphan = .infinity
        style.widow = -1
        style.noteRuleRows = rows == 2 ? 50 : 1
        let isExplained = { (chapter: [VerticalElement]) in
          breakChapter(chapter, style: style, firstPageSkip: rows).solutions.allSatisfy { solution in
            abs(solution.explanations.reduce(0) { $0 + $1.total } - solution.cost) < 1
          }
        }
        if let small = smallest(chapter, where: { !isExplained($0) }) {
          let solutions = breakChapter(small, style: style, firstPageSkip: rows).solutions
          let told = solutions.map { brief($0.pages) + "\($0.cost) \($0.explanations)" }
          Issue.record("rows \(rows) facing \(isFacing)\n\(brief(small))\n\(told)")
          return
        }
        let found = breakChapter(chapter, style: style, firstPageSkip: rows)
        #expect(!found.solutions.isEmpty)
        for solution in found.solutions {
          let lines = solution.pages.reduce(0) { $0 + $1.pieces.reduce(0) { $0 + $1.lines.count } }
          let wanted = Set(solution.pages.flatMap { $0.pieces.map { [$0.element, $0.setting] } })
            .reduce(0) { $0 + chapter[$1[0]].settings[$1[1]].lines.count }
          #expect(lines == wanted)
        }
      }
    }
  }

  @Test func `A long chapter takes steps linear in its length`() {
    // 4,000 paragraphs: path compaction has to have run many times, and lost nothing.
    var dice = Dice(seed: 11)
    let chapter = (0..<4_000).map { _ in
      let count = 1 + dice.roll(8)
      return paragraph(count, or: count > 2 ? [count + 1, count - 1] : [], cost: Double(1_000 + dice.roll(9_000)))
    }
    let style = PageBreakingStyle(rows: 34)
    for solution in breakChapter(chapter, style: style).solutions {
      #expect(faults(of: solution, in: chapter, style: style).isEmpty)
    }
  }
}
