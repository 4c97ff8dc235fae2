internal import BookModel
internal import Design
internal import Hyphen
internal import PageModel
internal import Pango
internal import Typesetting
internal import Units

// What a paginator lays out: pieces of chapters, one after the other.

extension Paginator {
  func pieceIndex(ofPage page: Int) -> Int {
    max(pieces.lowerBound { $0.firstPage <= page } - 1, 0)
  }

  /// Lays out the next piece; false where all are.
  func layOutNext() -> Bool {
    guard !text.book.sections.isEmpty else { return false }
    let layout = self.layout ?? opened()
    if makesFrontMatter, !frontIsLaidOut {
      layOutFrontMatter(layout)
      frontIsLaidOut = true
      return true
    }
    guard nextSection < sectionCount else { return false }
    defer {
      if makesFrontMatter, design.hasColophon, nextSection == sectionCount { addMade(by: layout) { $0.setColophon() } }
    }
    let run = runs.first { $0.contains(nextSection) } ?? nextSection..<nextSection + 1
    if putBack(layout, run) { return true }
    if run.count > 1 { return layOut(run, layout) }
    let isEndnotes = nextSection == text.book.sections.count
    let section = isEndnotes ? endnotes ?? Section(blocks: []) : text.book.sections[nextSection]
    let first = nextBlock
    var last = blocksOfNextPiece(section)
    while true {
      let (piece, pieceEnd) =
        isEndnotes
        ? (section.part(first..<last), end) : text.piece(of: nextSection, blocks: first..<last, start: end)
      var cuts: [UInt32] = []
      for index in piece.blocks.indices.dropFirst()
      where piece.blocks[index].isParagraph && piece.blocks[index - 1].isParagraph {
        cuts.append(piece.blocks[index].start)
      }
      let before = layout.pageCount
      let outcome = layout.set(
        [piece], number: nextSection, continues: first > 0, goesOn: last < section.blocks.count, cuts: cuts,
        limit: Paginator.mostPagesOfAPiece)
      var stop = pieceEnd
      switch outcome {
      case .tooLong where last - first > 1:
        last = first + (last - first) / 2
        continue
      case .whole, .tooLong: break
      case .cut(let source):
        if !isEndnotes { stop = max(Int(source), end) }
        let kept = piece.blocks.firstIndex { $0.start == source } ?? piece.blocks.count
        last = first + kept
      }
      if last >= section.blocks.count {
        (nextSection, nextBlock) = (nextSection + 1, 0)
      } else {
        nextBlock = last
      }
      let section = nextBlock == 0 ? nextSection - 1 : nextSection
      record(pagesFrom: before, sections: section..<section + 1, blocks: first..<last, range: end..<stop)
      return true
    }
  }

  /// Lays out sections that share pages.
  private func layOut(_ run: Range<Int>, _ layout: IncrementalLayout) -> Bool {
    var placed: [Section] = []
    var stop = end
    for section in run {
      let (piece, pieceEnd) = text.piece(of: section, blocks: 0..<text.book.sections[section].blocks.count, start: stop)
      placed.append(piece)
      stop = pieceEnd
    }
    let before = layout.pageCount
    _ = layout.set(placed, number: run.lowerBound, continues: false, goesOn: false, cuts: [], limit: .max)
    (nextSection, nextBlock) = (run.upperBound, 0)
    record(pagesFrom: before, sections: run, blocks: 0..<0, range: end..<stop)
    return true
  }

  // MARK: What octavo makes

  /// Sets the pages before the text, and what of it stands among them.
  private func layOutFrontMatter(_ layout: IncrementalLayout) {
    let sections = text.book.sections
    for leaf in layout.leaves(of: sections) {
      guard let number = leaf.section else {
        addMade(by: layout) { $0.set(leaf, of: text.book) }
        continue
      }
      let before = layout.pageCount
      let (piece, stop) = text.piece(of: number, blocks: 0..<sections[number].blocks.count, start: end)
      layout.set(leaf, piece, of: text.book)
      record(pagesFrom: before, sections: number..<number + 1, blocks: piece.blocks.indices, range: end..<stop)
      frontSections += 1
    }
    addMade(by: layout) { $0.setLists(of: sections + (endnotes.map { [$0] } ?? []), frontSections: frontSections) }
    nextSection = frontSections
  }

  /// Pages without text.
  private func addMade(by layout: IncrementalLayout, _ set: (IncrementalLayout) -> Void) {
    let before = layout.pageCount
    set(layout)
    for _ in before..<layout.pageCount {
      starts.append(end)
      noteLines.append([])
    }
  }

  func opened() -> IncrementalLayout {
    runs = design.runs(of: text.book.sections)
    let marks = NoteNumbering.marks(of: text.book, design: design)
    endnotes = text.endnotes(design: design, marks: marks)
    var typesetter = BookTypesetter(
      design: design, fonts: fontSource,
      exceptions: try? LayoutError.exceptions(of: design))
    typesetter.dictionaries = dictionaries
    typesetter.pictures = text.pictures.merging(
      PictureCatalog(Book(), ornaments: design.ornamentPictures).sizes
    ) { inText, _ in inText }
    var book = Book()
    (book.metadata, book.notes) = (text.book.metadata, text.notes)
    let prepared = BookTypesetter.Prepared(book: book, language: design.language ?? text.language, marks: marks)
    let made = IncrementalLayout(typesetter, prepared, fonts, compensatesWidths: false)
    layout = made
    return made
  }

  /// Notes where each page of a new piece begins.
  func record(pagesFrom first: Int, sections: Range<Int>, blocks: Range<Int>, range: Range<Int>) {
    guard let layout else { return }
    pieces.append(Piece(firstPage: first, sections: sections, blocks: blocks, range: range))
    var found: [Int?] = []
    // A figure that floats to the head of a page counts to the page before, where its place
    // in the text is: what follows it in the text stands there.
    var before = -1
    for page in first..<layout.pageCount {
      var start: Int?
      var last = before
      var notes: [(note: Int, start: Int)] = []
      for line in layout.lines(ofPage: page) {
        let source = Int(line.source)
        if source >= BookText.noteBase {
          let note = text.note(at: source)
          if notes.last?.note != note { notes.append((note, source - BookText.noteBase + Int(line.startByte))) }
        } else if source + Int(line.startByte) > before {
          start = min(start ?? .max, source + Int(line.startByte))
          last = max(last, source + Int(line.startByte))
        }
      }
      before = last
      found.append(start)
      noteLines.append(notes)
    }
    // the piece begins with its first page that is not blank; a blank page has no text of its own
    if let opening = found.firstIndex(where: { $0 != nil }) { found[opening] = range.lowerBound }
    var next = range.upperBound
    for index in found.indices.reversed() {
      next = min(found[index] ?? next, next)
      while next > range.lowerBound, !text.isBoundary(next) { next -= 1 }
      found[index] = next
    }
    if !found.isEmpty { found[0] = range.lowerBound }
    starts += found.map { max($0 ?? range.lowerBound, range.lowerBound) }
    end = range.upperBound
  }
}
