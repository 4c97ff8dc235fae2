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
  package init(opening: Side, closing: Side, followsBlank: Bool) {
    self.opening = opening
    self.closing = closing
    self.followsBlank = followsBlank
  }
}

/// Chooses a solution for each chapter so that openings follow on closings and the
/// book costs least; among equals the one with fewer pages, then fewer blanks.
///
/// - Parameters:
///   - opening: side of the first page that the first chapter may use.
///   - rule: where chapters may open. A one-sided layout (no solution opens on a
///     verso) has neither facing pages nor blanks.
/// - Returns: one choice per chapter, in order.
package func chainChapters(
  _ chapters: [ChapterSolutions], opening: Side = .recto, rule: ChapterOpening
) -> [ChapterChoice] {
  struct Link {
    var cost = 0.0
    var pages = 0
    var blanks = 0
    var previous: Side = .recto
    var choice = ChapterChoice(opening: .recto, closing: .recto, followsBlank: false)
  }
  // Best chains so far by the side of their last page; recto first.
  var ends: [Link?] = [nil, nil]
  ends[Int(opening.other.rawValue)] = Link()
  var links: [[Link?]] = []
  links.reserveCapacity(chapters.count)
  for chapter in chapters {
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
        if let rival = next[slot],
          (rival.cost, rival.pages, rival.blanks) <= (link.cost, link.pages, link.blanks)
        {
          continue
        }
        next[slot] = link
      }
    }
    links.append(next)
    ends = next
  }
  // Backwards from the cheaper end.
  var choices: [ChapterChoice] = []
  choices.reserveCapacity(chapters.count)
  var side: Side = .recto
  if let verso = ends[1] {
    if let recto = ends[0] {
      let isVersoBetter = (verso.cost, verso.pages, verso.blanks) < (recto.cost, recto.pages, recto.blanks)
      side = isVersoBetter ? .verso : .recto
    } else {
      side = .verso
    }
  }
  for chapter in links.reversed() {
    guard let link = chapter[Int(side.rawValue)] else { break }
    choices.append(link.choice)
    side = link.previous
  }
  return choices.reversed()
}
