/// The best ways to break a chapter: for each side it may open on, one that ends
/// on a recto and one that ends on a verso, where there is one.
package struct ChapterSolutions: Sendable, Equatable {
  package struct Solution: Sendable, Equatable {
    package var pages: [BrokenPage]
    package var cost: Double
    /// Elements whose hint no longer applies.
    package var failedHints: [Int]
  }

  /// By opening side, then by the last page's side.
  package var solutions: [Side: [Side: Solution]] = [:]

  /// Whether even the cheapest way from some opening has a spread a line off, or worse.
  package var hasUnlevelSpreads: Bool {
    solutions.values.contains { closings in
      guard let best = closings.values.min(by: { $0.cost < $1.cost }) else { return false }
      return best.pages.contains { $0.yielded.contains { $0 >= .spreadOneLineOff } }
    }
  }

  /// A chapter without pages: it opens and closes nothing.
  package static let empty = ChapterSolutions()

  package subscript(opening: Side, closing: Side) -> Solution? { solutions[opening]?[closing] }
}

/// Where chapters may open.
package enum ChapterOpening: Sendable { case anyPage, recto }

/// One chapter's place in the book.
package struct ChapterChoice: Sendable, Equatable {
  package var opening: Side
  package var closing: Side
  /// A blank verso stands before the chapter.
  package var followsBlank: Bool
}

/// Chooses for each chapter how it ends, so that the whole book costs least.
///
/// A chapter opens on the page after the one before, or on the next recto. Ties go
/// to the way with fewer pages.
package func chainChapters(
  _ chapters: [ChapterSolutions], opening first: Side = .recto, rule: ChapterOpening
) -> [ChapterChoice] {
  struct Way {
    var cost: Double
    var pages: Int
    var choices: Int32  // index of the last choice in `trail`
  }
  struct Step {
    var choice: ChapterChoice
    var previous: Int32
  }
  var trail: [Step] = []
  var ways: [Side: Way] = [first: Way(cost: 0, pages: 0, choices: -1)]
  for chapter in chapters {
    if chapter.solutions.isEmpty {
      // nothing to place: the way goes on as it is
      for side in ways.keys {
        guard let way = ways[side] else { continue }
        trail.append(
          Step(choice: ChapterChoice(opening: side, closing: side.other, followsBlank: false), previous: way.choices))
        ways[side]?.choices = Int32(trail.count - 1)
      }
      continue
    }
    var next: [Side: Way] = [:]
    for side in Side.allCases {
      guard let way = ways[side] else { continue }
      let needsBlank = rule == .recto && side == .verso
      let opening = needsBlank ? Side.recto : side
      for closing in Side.allCases {
        guard let solution = chapter[opening, closing] else { continue }
        let cost = way.cost + solution.cost
        let pages = way.pages + solution.pages.count + (needsBlank ? 1 : 0)
        let after = closing.other
        if let known = next[after], (known.cost, known.pages) <= (cost, pages) { continue }
        trail.append(
          Step(
            choice: ChapterChoice(opening: opening, closing: closing, followsBlank: needsBlank),
            previous: way.choices))
        next[after] = Way(cost: cost, pages: pages, choices: Int32(trail.count - 1))
      }
    }
    ways = next
  }
  guard let best = ways.values.min(by: { ($0.cost, $0.pages) < ($1.cost, $1.pages) }) else { return [] }
  var choices: [ChapterChoice] = []
  var index = best.choices
  while index >= 0 {
    choices.append(trail[Int(index)].choice)
    index = trail[Int(index)].previous
  }
  return choices.reversed()
}
