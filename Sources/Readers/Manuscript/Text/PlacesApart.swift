package import BookModel
internal import Units

/// Words of the manuscript that are printed elsewhere than in the run of the text,
/// or in an order of their own.
package struct OutOfFlowText: Sendable, Equatable {
  package enum Kind: String, Sendable, CaseIterable {
    case note, caption
    /// A note that nothing calls, at the end of its chapter.
    case uncalled
    /// Cells of a table whose lines stand beside each other in the text and below each other in a cell.
    case cells
    /// A page before the text, which has its place among octavo's own: the back of the title page, a dedication.
    case frontPage
  }

  package var kind: Kind
  /// Index of the manuscript file.
  package var file: Int
  /// The mark or label before the words, which octavo numbers anew; empty where there is none.
  package var mark: Range<Int>
  /// Bytes of the words, a range a block, in the file's decoded text.
  package var ranges: [Range<Int>]
  /// The words themselves, where no bytes of the text are theirs alone.
  package var words: String? = nil

  package init(kind: Kind, file: Int, mark: Range<Int>, ranges: [Range<Int>], words: String? = nil) {
    self.kind = kind
    self.file = file
    self.mark = mark
    self.ranges = ranges
    self.words = words
  }
}

extension Book {
  /// Notes in the order of their keys, then captions in the order of the text.
  /// - Parameter movesBlocks: see `captionsApart`.
  package func placesApart(movesBlocks: Bool = false) -> [OutOfFlowText] {
    var places: [OutOfFlowText] = []
    for (_, note) in notes.sorted(by: { $0.key < $1.key }) {
      let ranges = note.blocks.flatMap(\.sourceRanges)
      let start = Int(note.source.offset)
      // A mark is short: anything longer would hide words.
      let mark = ranges.first.map { start..<max(start, $0.lowerBound) } ?? start..<start
      places.append(
        OutOfFlowText(
          kind: .note, file: Int(note.source.file), mark: mark.count <= 40 ? mark : start..<start, ranges: ranges))
    }
    return places + captionsApart(movesBlocks: movesBlocks)
  }

  /// Captions alone.
  /// - Parameter movesBlocks: with what else stands elsewhere than where Markdown has it: a caption that is an HTML table's
  ///   last row, and solutions that are gathered. EPUB's scanner of the raw file puts such captions where they are printed.
  package func captionsApart(movesBlocks: Bool) -> [OutOfFlowText] {
    var places: [OutOfFlowText] = []
    for section in sections {
      for (index, block) in section.blocks.enumerated() {
        block.addCaptions(to: &places)
        guard movesBlocks else { continue }
        switch block {
        case .paragraph(let paragraph):
          guard index + 1 < section.blocks.count, case .table(let table) = section.blocks[index + 1],
            table.source.file == paragraph.source.file, table.source.offset < paragraph.source.offset
          else { continue }
          places.append(OutOfFlowText(moved: block, at: paragraph.source))
        case .callout(let callout) where callout.kind == .solution && !callout.number.isEmpty:
          places.append(OutOfFlowText(moved: block, at: callout.source))
        default: break
        }
      }
    }
    return places
  }

  /// Bytes of paragraphs and lines of verse, which keep all their signs when they are printed, by file and in order.
  package func runningText(ofFile file: Int) -> [Range<Int>] {
    var ranges: [Range<Int>] = []
    for section in sections { for block in section.blocks { block.addRunningText(of: file, to: &ranges) } }
    return ranges.sorted { $0.lowerBound < $1.lowerBound }
  }

  /// Where headings begin, by file and in order.
  package func headingStarts(ofFile file: Int) -> [Int] {
    var starts: [Int] = []
    for section in sections {
      if let heading = section.heading { starts += heading.start(in: file) }
      for block in section.blocks { if case .heading(let heading) = block { starts += heading.start(in: file) } }
    }
    func look(_ block: Block) {
      if case .heading(let heading) = block { starts += heading.start(in: file) }
      block.visitParts(text: { _, _ in }, block: look)
    }
    for note in notes.values { note.blocks.forEach(look) }
    return starts.sorted()
  }

  /// The pages before the text that have no heading, in the order in which they are printed.
  package var frontPages: [OutOfFlowText] {
    let roles: [Section.Role] = [.alsoBy, .imprint, .dedication, .epigraph]
    return sections.filter { $0.matter == .front && $0.heading == nil && roles.contains($0.role) }.map { section in
      let start = Int(section.source.offset)
      return OutOfFlowText(
        kind: .frontPage, file: Int(section.source.file), mark: start..<start,
        ranges: section.blocks.flatMap(\.sourceRanges))
    }
  }
}

extension Heading {
  fileprivate func start(in file: Int) -> [Int] { Int(source.file) == file ? [Int(source.offset)] : [] }
}

extension OutOfFlowText {
  /// A block that stands elsewhere, from its label on.
  fileprivate init(moved block: Block, at source: SourceLocation) {
    var ranges = block.sourceRanges
    let start = Int(source.offset)
    if let first = ranges.first { ranges[0] = min(start, first.lowerBound)..<first.upperBound }
    self.init(kind: .caption, file: Int(source.file), mark: start..<start, ranges: ranges)
  }

  /// A note that nothing calls, with its label.
  /// - Parameter label: where it stands, with the signs about it; all that there is of a note without words.
  init(uncalled blocks: [Block], label: Range<Int>, in file: Int) {
    let start = label.lowerBound
    var ranges = blocks.flatMap(\.rangesWithNumbers)
    if ranges.isEmpty { ranges = [label] }
    if let first = ranges.first, first.lowerBound > start { ranges[0] = start..<first.upperBound }
    self.init(kind: .uncalled, file: file, mark: start..<start, ranges: ranges)
  }
}

extension Block {
  /// As `sourceRanges`; of a list from its first number on, with those between its words, which are printed too.
  fileprivate var rangesWithNumbers: [Range<Int>] {
    let ranges = sourceRanges
    guard case .list(let list) = self, let first = ranges.first, let last = ranges.last,
      last.upperBound >= first.upperBound
    else { return ranges }
    var hasFigures = false
    visitFigures { _ in hasFigures = true }
    let start = Int(list.source.offset)
    return hasFigures ? ranges : [Swift.min(start, first.lowerBound)..<last.upperBound]
  }

  fileprivate func addCaptions(to places: inout [OutOfFlowText]) {
    visitFigures { figure in
      guard let range = figure.caption.sourceRange else { return }
      let file = Int(figure.source.file)
      let start = Int(figure.source.offset)
      if !figure.alternative.isEmpty, range.lowerBound <= start {
        // a picture's title: its source is the whole picture's
        places.append(
          OutOfFlowText(kind: .caption, file: file, mark: start..<start, ranges: [], words: figure.caption.plainText))
        return
      }
      places.append(
        OutOfFlowText(kind: .caption, file: file, mark: range.lowerBound..<range.lowerBound, ranges: [range]))
    }
  }

  fileprivate func addRunningText(of file: Int, to ranges: inout [Range<Int>]) {
    switch self {
    case .paragraph, .verse:
      visitParts(text: { inlines, _ in
        guard let first = inlines.first, Int(first.source.file) == file, let range = inlines.sourceRange else { return }
        // the letter above the entries of an index loses its point
        if range.count > 4 { ranges.append(range) }
      }) { _ in }
    case .speech(let speech):
      let first = ranges.count
      for block in speech.blocks { block.addRunningText(of: file, to: &ranges) }
      // a paragraph begins with the speaker's name
      guard case .paragraph? = speech.blocks.first, first < ranges.count, let name = speech.speaker.sourceRange,
        name.upperBound <= ranges[first].lowerBound
      else { return }
      ranges[first] = name.lowerBound..<ranges[first].upperBound
    default: visitParts(text: { _, _ in }) { $0.addRunningText(of: file, to: &ranges) }
    }
  }

  /// The bytes of the manuscript from the block's first letter to its last, a range a piece.
  package var sourceRanges: [Range<Int>] {
    if case .preformatted(let block) = self {
      return block.lines.map { line in
        let start = Int(line.source.offset)
        guard line.sourceEnd == 0 else { return start..<max(start, Int(line.sourceEnd)) }
        return start..<(start + line.text.utf8.drop { $0 == 0x20 }.count)
      }
    }
    var ranges: [Range<Int>] = []
    visitParts(text: { inlines, _ in ranges += [inlines.sourceRange].compactMap { $0 } }) { ranges += $0.sourceRanges }
    return ranges
  }
}

extension [Inline] {
  /// From the first byte of the manuscript that is in the runs to the last.
  package var sourceRange: Range<Int>? {
    var range: Range<Int>?
    for inline in self {
      guard case .text(let text) = inline.content, !text.isEmpty else { continue }
      let start = Int(inline.source.offset)
      // The last sign may be a curly quote that was one byte; only a letter's own bytes are sure to be there.
      guard let last = text.unicodeScalars.last else { continue }
      let width = UTF8.width(last)
      let end =
        Int(inline.source(atByte: text.utf8.count - width).offset) + (last.properties.isAlphabetic ? width : 1)
      guard end > start else { continue }
      range = Swift.min(range?.lowerBound ?? start, start)..<Swift.max(range?.upperBound ?? end, end)
    }
    return range
  }
}
