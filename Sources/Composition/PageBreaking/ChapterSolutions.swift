/// The best ways to break a chapter: for each side it may open on, one that ends on a
/// recto and one that ends on a verso, where there is one in reach.
///
/// In a one-sided layout all pages are rectos and there is one solution.
package struct ChapterSolutions: Sendable, Equatable {
  /// One way to break the chapter.
  package struct Solution: Sendable, Equatable {
    /// Side of the first page and of the last.
    package var opening: Side
    package var closing: Side
    /// Sum of all costs, in page demerits.
    package var cost: Double
    /// The pages in order, never none. `space` elements have no piece: they show as rows
    /// that no piece covers.
    package var pages: [BrokenPage]
    /// What each page cost, beside `pages`.
    package var explanations: [PageExplanation]
    /// Elements whose hint no longer applies: none of their settings has the wished
    /// number of lines. They were set as if they had none.
    package var failedHints: [Int]

    package init(
      opening: Side, closing: Side, cost: Double, pages: [BrokenPage], explanations: [PageExplanation] = [],
      failedHints: [Int] = []
    ) {
      self.opening = opening
      self.closing = closing
      self.cost = cost
      self.pages = pages
      self.explanations = explanations
      self.failedHints = failedHints
    }

    /// Whether a page stands beside another of the chapter with as many rows; where a chapter
    /// opens or ends within a spread its pages may stand alone.
    package func isPaired(_ page: Int) -> Bool {
      let other = pages[page].side == .verso ? page + 1 : page - 1
      return pages.indices.contains(other) && pages[other].side != pages[page].side
        && pages[other].height == pages[page].height
    }
  }

  /// At most four; at least one for each side on which a page may lie.
  package var solutions: [Solution]

  package init(_ solutions: [Solution]) { self.solutions = solutions }

  package subscript(opening: Side, closing: Side) -> Solution? {
    solutions.first { $0.opening == opening && $0.closing == closing }
  }
}

/// Why a page is as it is: the costs it brought, in page demerits.
package struct PageExplanation: Sendable, Equatable {
  package struct RuleCost: Sendable, Equatable {
    package var rule: Yield
    package var cost: Double
  }
  /// Cost of the settings of the elements that begin on the page.
  package var settings = 0.0
  /// What the elements themselves ask for the page's end (`breakAfter`).
  package var breakAfter = 0.0
  /// What the rows cost that the page lacks, where that breaks no rule (`shortRow`).
  package var shortRows = 0.0
  /// What notes in the margin cost that go on to the next page.
  package var margin = 0.0
  /// The rules that yielded, as in `BrokenPage.yielded`.
  package var rules: [RuleCost] = []

  package var total: Double { settings + breakAfter + shortRows + margin + rules.reduce(0) { $0 + $1.cost } }
  package init() {}
}

/// Breaks a chapter into pages, at the least cost for each side it may open and close on.
///
/// A dynamic programme over (element, side, height of the spread, rows used, note rows
/// carried): Plass's over pages (Optimal pagination techniques, 1981), with the spread
/// in the state. A chapter begins on a new page. Time and memory are linear in the
/// chapter's lines; there is a solution for every input.
///
/// - Parameters:
///   - elements: the chapter's vertical list; heights in rows of the grid.
///   - firstPageSkip: rows at the head of the first page that are already taken, above its columns where it has any.
///     Where pages have columns, these end level, on the last page too; a page that must begin begins a column.
package func breakChapter(
  _ elements: [VerticalElement], style: PageBreakingStyle, firstPageSkip: Int = 0
) -> ChapterSolutions {
  let rules = PageRules(style)
  let chapter = PreparedChapter(elements, style: rules)
  let skip = min(max(firstPageSkip, 0), rules.rows - 1)
  var solutions: [ChapterSolutions.Solution] = []
  for opening in rules.isFacing ? Side.allCases : [.recto] {
    var search = PageSearch(chapter, style: rules, opening: opening, skip: skip)
    for path in search.run() {
      var replay = Replay(path, of: search, source: elements)
      var solution = replay.solution(opening: opening)
      if rules.columns > 1 {
        solution.level(replay, of: search, source: elements)
        solution.join(columns: rules.columns, below: skip, source: elements)
      }
      solutions.append(solution)
    }
  }
  return ChapterSolutions(solutions)
}
