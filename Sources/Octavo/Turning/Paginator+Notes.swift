internal import BookModel
internal import Design
internal import Units

/// Notes on pages.
extension Paginator {
  /// For each note that stands on a page, in order, the bytes of the notes' text there;
  /// none where there is no such page.
  ///
  /// The notes' text is that of all notes, in the order of their keys. Empty for plain
  /// text, whose notes stay where they are.
  public func noteRanges(ofPage page: Int) -> [Range<Int>] {
    guard isPageAvailable(page) else { return [] }
    return noteLines[page].map { line in
      let note = line.note
      let isFirst = page == 0 || !noteLines[page - 1].contains { $0.note == note }
      let next = page + 1 < noteLines.count ? noteLines[page + 1].first { $0.note == note }?.start : nil
      let start = isFirst ? text.noteStarts[note] : line.start
      let end = note + 1 < text.noteStarts.count ? text.noteStarts[note + 1] : text.noteEnd
      return start..<max(start, next ?? end)
    }
  }

  /// The text of the notes on a page, one string a note or part of a note.
  public func noteTexts(ofPage page: Int) -> [String] {
    zip(noteRanges(ofPage: page), noteLines.indices.contains(page) ? noteLines[page] : []).map { range, line in
      let bytes = text.noteText(line.note)
      let start = text.noteStarts[line.note]
      let local = (range.lowerBound - start..<range.upperBound - start).clamped(to: 0..<bytes.count)
      return String(decoding: bytes[local], as: UTF8.self)
    }
  }
}

extension Paginator {
  /// One past the last block of the next piece: all that is left, or about as much as
  /// nine tenths of the pages that a piece may have.
  func blocksOfNextPiece(_ section: Section) -> Int {
    let letters = lettersOfALine
    let most = Double(Paginator.mostPagesOfAPiece * design.rows) * 0.9
    var lines = 0.0
    for index in nextBlock..<section.blocks.count {
      var counter = ReadingText(at: 0, isKept: false)
      counter.count(section.blocks[index])
      lines += max((Double(counter.offset) / letters).rounded(.up), 1)
      if lines > most { return max(index, nextBlock + 1) }
    }
    return section.blocks.count
  }
}
