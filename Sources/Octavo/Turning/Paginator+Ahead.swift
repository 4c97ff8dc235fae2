internal import BookModel
internal import Design
internal import Typesetting

// The pages in sight before all that stand before them are laid out.

extension Paginator {
  /// Bytes of text before a place beyond which its chapter is set ahead of the rest: some 200 pages.
  private static let farAhead = 400_000
  /// Bytes of a chapter before a place beyond which it is set from a paragraph on that is so near: some 40 pages.
  private static let nearEnough = 80_000

  /// The same book laid out from the chapter at the reader's position on, as if it opened on the page of a folio: what
  /// can be shown while `self` is laid out up to there. Folios and the side on which it opens may be others in the end;
  /// of a long chapter, which is set from a paragraph on, the ends of pages, too.
  ///
  /// Nil where `self` is there soon: little of the text before the position is to be set, or all pages must be known.
  /// - Parameter folio: about that of the position.
  package func ahead(folio: Double) -> Paginator? {
    guard bytesToSet(before: position) > Paginator.farAhead, !design.printsPageCount else { return nil }
    var section = sectionStarts.lowerBound { $0 <= position } - 1
    let sections = text.book.sections
    guard sections.indices.contains(section), sections[section].matter != .front else { return nil }
    section = design.runs(of: sections).first { $0.contains(section) }?.lowerBound ?? section
    let other = Paginator(self)
    other.begin(at: section, folio: folio)
    return other
  }

  /// About so many, where all of a page is text.
  package var lettersOfAPage: Double { lettersOfALine * Double(design.rows) }

  /// Latin letters are some 0.42 em wide.
  var lettersOfALine: Double {
    max(Double(design.measure.units) / (0.42 * Double(max(design.size.units, 1))), 1)
  }

  /// Bytes before a place that are neither laid out nor go back as they were.
  private func bytesToSet(before place: Int) -> Int {
    let kept = keptPieces.values.reduce(0) { $0 + ($1.range.upperBound <= place ? $1.range.count : 0) }
    return place - end - kept
  }

  private func begin(at section: Int, folio: Double) {
    let blocks = text.book.sections[section].blocks.count
    (nextSection, end) = (section, sectionStarts[section])
    while position - end > Paginator.nearEnough, nextBlock < blocks {
      let next = text.piece(of: section, blocks: nextBlock..<nextBlock + 1, start: end)
      guard next.end <= position else { break }
      (nextBlock, end) = (nextBlock + 1, next.end)
    }
    frontIsLaidOut = true
    let layout = opened()
    let first = max(folio, 1) * Double(end) / Double(max(position, 1))
    layout.begin(atFolio: Int(min(max(first, 1), 1_000_000)))
    for _ in 0..<layout.pageCount {
      starts.append(end)
      noteLines.append([])
    }
  }
}
