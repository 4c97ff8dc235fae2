import PageBreaking
import Testing

@Suite struct OracleTests {
  struct Case: Sendable, CustomTestStringConvertible {
    var notes: Bool
    var spaces: Bool
    var repeats = false
    var runarounds = false
    var testDescription: String {
      "notes: \(notes), spaces: \(spaces), repeats: \(repeats), runarounds: \(runarounds)"
    }
  }

  @Test(arguments: [
    Case(notes: false, spaces: false), Case(notes: false, spaces: true), Case(notes: true, spaces: false),
    Case(notes: true, spaces: true), Case(notes: false, spaces: true, repeats: true),
    Case(notes: true, spaces: false, repeats: true), Case(notes: false, spaces: false, runarounds: true),
    Case(notes: false, spaces: true, runarounds: true),
  ])
  func `The search costs what the best of all ways costs`(_ kind: Case) {
    for seed in 0..<300 {
      var dice = Dice(seed: UInt64(seed + 1))
      var style = PageBreakingStyle(rows: 3 + dice.roll(4))
      style.horizon = .infinity
      if dice.chance(30) {
        // All rules alike: every trade between them is tried.
        style.orphan = 30_000
        style.widow = 30_000
        style.unevenRow = 25_000
        style.brokenKeep = 60_000
      }
      // What a state does not say, the rows of text on a page with notes or white, may
      // cost the search the short end; see `closingCost`.
      if kind.notes || kind.spaces { (style.shortChapterEnd, style.shortChapterEndRow) = (0, 0) }
      // Larger than what a paragraph's four early feet can save.
      style.shortRow = 40_000
      let chapter = randomChapter(
        ChapterShape(
          elements: 2 + dice.roll(6), notes: kind.notes, spaces: kind.spaces, repeats: kind.repeats,
          runarounds: kind.runarounds), &dice)
      let found = breakChapter(chapter, style: style)
      var oracle = Oracle(chapter, style: style)
      for opening in Side.allCases {
        let best = oracle.costs(opening: opening)
        for closing in Side.allCases {
          let solution = found[opening, closing]
          if best[closing] != solution?.cost {
            Issue.record(
              """
              seed \(seed), rows \(style.rows), \(opening) to \(closing): best \(best[closing] ?? -1), \
              found \(solution?.cost ?? -1)
              \(brief(chapter))
              \(brief(solution?.pages ?? []))
              """)
            return
          }
        }
      }
    }
  }
}
