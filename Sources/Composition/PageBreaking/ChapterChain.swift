/// On which pages a chapter may open.
package enum ChapterOpening: Sendable {
  /// On the page after the one on which the chapter before ends.
  case anyPage
  /// On a recto only; a blank verso is put in where it must be.
  case recto
}

/// The solution taken for one chapter of a book.
package struct ChapterChoice: Sendable, Equatable {
  package var opening: Side
  package var closing: Side
  /// A blank verso stands before the chapter's first page.
  package var followsBlank: Bool
}

/// Chooses a solution for each chapter so that openings follow on closings and the
/// book costs least; among equals the one with fewer pages, then fewer blanks.
///
/// Chapters are added one after the other, and each is decided as soon as all ways to go
/// on lead through one choice, or else when `lag` more have been added: the best way then
/// decides, and ways that contradict it are given up (a Viterbi decoder of bounded
/// delay). So pages can be drawn while chapters behind them are still set, and what is
/// chosen depends on the chapters alone, never on who sets them or how fast.
package struct ChapterChain: Sendable {
  /// So many chapters behind a chapter can still change it. With 64 no book of the tests
  /// is chosen otherwise than with all of it in view.
  package static let lag = 64

  private struct Link {
    var cost = 0.0
    var pages = 0
    var blanks = 0
    var previous: Side = .recto
    var choice = ChapterChoice(opening: .recto, closing: .recto, followsBlank: false)

    static func < (a: Link, b: Link) -> Bool { (a.cost, a.pages, a.blanks) < (b.cost, b.pages, b.blanks) }
  }

  private let rule: ChapterOpening
  private let lag: Int
  /// Best chains so far by the side of their last page; recto first.
  private var ends: [Link?] = [nil, nil]
  /// Chapters not yet decided: the best way to end each on either side.
  private var open: [[Link?]] = []

  /// - Parameters:
  ///   - opening: side of the first page that the first chapter may use.
  ///   - rule: where chapters may open. A one-sided layout (no solution opens on a
  ///     verso) has neither facing pages nor blanks.
  ///   - lag: chapters that are looked at, at most, before one is decided.
  package init(opening: Side = .recto, rule: ChapterOpening, lag: Int = ChapterChain.lag) {
    self.rule = rule
    self.lag = max(lag, 0)
    ends[Int(opening.other.rawValue)] = Link()
  }

  /// Adds the next chapter.
  /// - Parameter ownRule: instead of the book's, for this chapter.
  /// - Returns: choices for the first chapters that had none, in order.
  package mutating func add(_ chapter: ChapterSolutions, rule ownRule: ChapterOpening? = nil) -> [ChapterChoice] {
    let rule = ownRule ?? rule
    var next: [Link?] = [nil, nil]
    let isOneSided = !chapter.solutions.contains { $0.opening == .verso }
    for last in Side.allCases {
      guard let end = ends[Int(last.rawValue)] else { continue }
      let follows = last.other
      let opens: Side = isOneSided || rule == .recto ? .recto : follows
      let blank = !isOneSided && opens != follows
      for solution in chapter.solutions where solution.opening == opens {
        var link = Link()
        link.cost = end.cost + solution.cost
        link.blanks = end.blanks + (blank ? 1 : 0)
        link.pages = end.pages + solution.pages.count + (blank ? 1 : 0)
        link.previous = last
        link.choice = ChapterChoice(opening: opens, closing: solution.closing, followsBlank: blank)
        let slot = Int(solution.closing.rawValue)
        if let rival = next[slot], !(link < rival) { continue }
        next[slot] = link
      }
    }
    // its words and all behind it would be lost without a sound
    precondition(next[0] != nil || next[1] != nil, "a chapter has no pages")
    open.append(next)
    ends = next
    guard ends[0] != nil, ends[1] != nil else { return decide(open.count) }
    let (recto, verso) = (sides(from: .recto), sides(from: .verso))
    let agreed = zip(recto, verso).prefix { $0 == $1 }.count
    if agreed == 0, open.count > lag {
      ends[Int(best.other.rawValue)] = nil
      return decide(open.count)
    }
    return decide(agreed)
  }

  /// Decides what is left: no chapter follows.
  package mutating func finish() -> [ChapterChoice] { decide(open.count) }

  /// The end that costs less; the recto among equals.
  private var best: Side {
    guard let verso = ends[1] else { return .recto }
    guard let recto = ends[0] else { return .verso }
    return verso < recto ? .verso : .recto
  }

  /// The last side of each open chapter on the way to an end.
  private func sides(from end: Side) -> [Side] {
    var side = end
    var found: [Side] = []
    for chapter in open.reversed() {
      found.append(side)
      side = chapter[Int(side.rawValue)]?.previous ?? side
    }
    return found.reversed()
  }

  /// The choices on the best way for the first open chapters.
  private mutating func decide(_ count: Int) -> [ChapterChoice] {
    guard count > 0 else { return [] }
    let choices = zip(open, sides(from: best)).prefix(count).compactMap { chapter, side in
      chapter[Int(side.rawValue)]?.choice
    }
    open.removeFirst(count)
    return choices
  }
}
