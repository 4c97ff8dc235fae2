internal import Design
internal import Typesetting

// What stays laid out when the text is edited.

/// Where a piece begins in the book.
struct PieceStart: Hashable {
  var section: Int
  var block: Int
}

/// A piece that is off its pages, and where it was.
struct KeptPiece {
  var pages: SetPiece
  /// In the book as it is now.
  var sections: Range<Int>
  var blocks: Range<Int>
  /// In the text as it was.
  var range: Range<Int>
  var move: (Int) -> PieceMove
}

extension Paginator {
  /// Takes off their pages what an edit may have moved: what it did not change goes back where it opens as it did.
  func startAgain(keeping same: SectionsAlike, of old: BookText) {
    guard let layout, !design.hasEndnotes(text.notes), same.isSameBook else { return startAgain() }
    let sections = text.book.sections
    let runs = design.runs(of: sections)
    func areBefore(_ run: Range<Int>) -> Bool { run.lowerBound < same.head }
    var first = pieces.firstIndex { $0.sections.upperBound > same.head } ?? pieces.count
    // what stands among the pages that octavo makes is set again with them; what is kept may share other pages now
    let keepsFront =
      same.head > frontSections && layout.keepsLists(of: sections)
      && (first < pieces.count || !makesFrontMatter || !design.hasColophon)
      && runs.prefix(while: areBefore) == self.runs.prefix(while: areBefore)
    if !keepsFront { first = 0 }
    self.runs = runs
    revision += 1
    writtenPiece = nil
    let offset = keepsFront ? first < pieces.count ? pieces[first].range.lowerBound : end : 0
    let taken = layout.takeBack(
      from: keepsFront ? first - frontSections : nil, offset: offset, notes: text.notes,
      marks: NoteNumbering.marks(of: text.book, design: design))
    keptPieces = [:]
    let notes = old.notesMoved(to: text)
    for (piece, pages) in zip(pieces[max(first, frontSections)...], taken) {
      let isBehind = piece.sections.lowerBound >= old.book.sections.count - same.tail
      guard isBehind || piece.sections.upperBound <= same.head else { continue }
      let step = isBehind ? sections.count - old.book.sections.count : 0
      let moved = piece.sections.lowerBound + step..<piece.sections.upperBound + step
      let start = piece.range.lowerBound
      keptPieces[PieceStart(section: moved.lowerBound, block: piece.blocks.lowerBound)] = KeptPiece(
        pages: pages, sections: moved, blocks: piece.blocks, range: piece.range,
        move: { new in
          PieceMove(sections: step) { place in
            Int(place) < BookText.noteBase ? UInt32(Int(place) + new - start) : notes(place)
          }
        })
    }
    if !keepsFront {
      (end, nextSection, nextBlock, frontSections, frontIsLaidOut) = (0, 0, 0, 0, false)
      (pieces, starts, noteLines) = ([], [], [])
    } else if first < pieces.count {
      let page = pieces[first].firstPage
      (end, nextSection, nextBlock) = (offset, min(same.head, pieces[first].sections.lowerBound), 0)
      pieces.removeSubrange(first...)
      starts.removeSubrange(page...)
      noteLines.removeSubrange(page...)
    }
  }

  /// How many pieces were set since all was laid out anew.
  package var piecesSet: Int { layout?.piecesSet ?? 0 }

  /// Puts the next piece back on pages, if it was on some and opens as it did.
  func putBack(_ layout: IncrementalLayout, _ run: Range<Int>) -> Bool {
    let start = PieceStart(section: nextSection, block: nextBlock)
    guard let kept = keptPieces.removeValue(forKey: start), kept.sections == run else { return false }
    let before = layout.pageCount
    guard layout.put(kept.pages, range: kept.range, kept.move(end)) else { return false }
    let range = end..<end + kept.range.count
    let isWhole = run.count > 1 || kept.blocks.upperBound >= text.book.sections[nextSection].blocks.count
    (nextSection, nextBlock) = isWhole ? (run.upperBound, 0) : (nextSection, kept.blocks.upperBound)
    record(pagesFrom: before, sections: run, blocks: kept.blocks, range: range)
    return true
  }
}
