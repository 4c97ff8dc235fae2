package import BookModel
package import Units

/// A part of a book where it stands in the text of a paginator and in the manuscript.
package struct PlacedBlock: Sendable, Equatable {
  /// As a reader of the manuscript would say.
  package enum Kind: String, Sendable {
    case part, chapter, heading, paragraph, verse, quotation, callout, letter, speech, list, table
    case preformatted, figure, sceneBreak, pageBreak
  }
  package var kind: Kind
  /// Bytes of the text.
  package var range: Range<Int>
  /// Where it begins in the manuscript.
  package var source: SourceLocation
  /// Of a table, the bytes of the text at which its rows begin, those of its head first. Cells are parted by tabs.
  package var rows: [Int] = []
  package var headRows = 0
}

extension Paginator {
  /// Headings and blocks of the book in their order, those within others left out. Linear in the text; lays out nothing.
  package func placedBlocks() -> [PlacedBlock] {
    var blocks: [PlacedBlock] = []
    var writer = ReadingText(at: 0, isKept: false)
    func add(_ kind: PlacedBlock.Kind, _ source: SourceLocation, from start: Int) {
      blocks.append(PlacedBlock(kind: kind, range: start..<writer.offset, source: source))
    }
    for section in text.book.sections {
      if let heading = section.heading {
        let start = writer.offset
        var alone = section
        alone.blocks = []
        _ = writer.place(alone)
        add(section.role == .part ? .part : .chapter, heading.source, from: start)
      }
      for block in section.blocks {
        let start = writer.offset
        guard case .table(let table) = block else {
          writer.count(block)
          add(PlacedBlock.Kind(block), block.manuscriptSource, from: start)
          continue
        }
        let rows = writer.countRows(table)
        add(.table, table.source, from: start)
        (blocks[blocks.count - 1].rows, blocks[blocks.count - 1].headRows) = (rows, table.head.count)
      }
    }
    return blocks
  }
}

extension Paginator {
  /// The paragraph at a byte of the text, whatever it stands in; nil where none is. Linear in the text up to there.
  package func paragraph(at place: Int) -> Paragraph? {
    var writer = ReadingText(at: 0, isKept: false)
    for section in text.book.sections {
      let placed = writer.place(section)
      guard place < writer.offset else { continue }
      guard let index = placed.blocks.lastIndex(where: { Int($0.start) <= place }) else { return nil }
      let (own, there) = (section.blocks[index].paragraphs, placed.blocks[index].paragraphs)
      let at = there.lastIndex { Int(Block.paragraph($0).start) <= place } ?? 0
      return own.indices.contains(at) ? own[at] : nil
    }
    return nil
  }
}

extension Paginator {
  /// By how many lines the paragraph at a byte of the text may be shorter or longer, ascending, with 0 among them: its
  /// words have no breaks for others. Sets that paragraph alone; none where there is no paragraph.
  package func roomInLines(at place: Int) -> [Int] {
    let number = sectionStarts.lowerBound { $0 <= place } - 1
    guard text.book.sections.indices.contains(number) else { return [] }
    let count = text.book.sections[number].blocks.count
    var (before, start) = (sectionStarts[number], sectionStarts[number])
    for block in 0..<count {
      let stop = text.piece(of: number, blocks: block..<block + 1, start: start).end
      guard stop <= place else {
        // how it begins depends on what is before it
        var piece = text.piece(of: number, blocks: max(block - 1, 0)..<block + 1, start: before).piece
        for index in piece.blocks.indices { piece.blocks[index].wishOtherLines() }
        return Paginator(self).opened().roomInLines(
          of: piece, number: number, continues: block > 1, at: UInt32(clamping: place))
      }
      (before, start) = (start, stop)
    }
    return []
  }
}

extension Block {
  /// Asks for settings of all counts of lines there are.
  fileprivate mutating func wishOtherLines() {
    if case .paragraph(var paragraph) = self {
      paragraph.hint.lines = -1
      self = .paragraph(paragraph)
    } else {
      rewriteParts(text: { _, _ in }) { $0.wishOtherLines() }
    }
  }

  /// The block itself, or those that it holds, in reading order.
  fileprivate var paragraphs: [Paragraph] {
    if case .paragraph(let paragraph) = self { return [paragraph] }
    var found: [Paragraph] = []
    visitParts(text: { _, _ in }) { found += $0.paragraphs }
    return found
  }
}

extension PlacedBlock.Kind {
  fileprivate init(_ block: Block) {
    self =
      switch block {
      case .paragraph: .paragraph
      case .heading: .heading
      case .verse: .verse
      case .quotation: .quotation
      case .callout: .callout
      case .letter: .letter
      case .speech: .speech
      case .list: .list
      case .table: .table
      case .preformatted: .preformatted
      case .figure: .figure
      case .sceneBreak: .sceneBreak
      case .pageBreak: .pageBreak
      }
  }
}

extension Block {
  /// Of a paragraph, its first words': white space before them is nobody's.
  fileprivate var manuscriptSource: SourceLocation {
    if case .paragraph(let paragraph) = self { return paragraph.inlines.first?.source ?? paragraph.source }
    return source
  }
}

extension Paginator {
  /// The byte of the text that stands for a line of the manuscript, from 1: of a block of several lines about as far
  /// on. Nil where no block begins at the line or before it in that file, or its lines are nobody's. Linear in the text.
  /// - Parameter file: as it was given, or its last name.
  package func place(ofLine line: Int, of file: String, in sources: SourceFiles) -> Int? {
    func last(_ name: String) -> Substring { name.split(separator: "/").last ?? "" }
    guard
      let number = sources.files.firstIndex(where: { $0.name == file })
        ?? sources.files.firstIndex(where: { last($0.name) == last(file) && !last(file).isEmpty }),
      sources.files[number].openings == nil
    else { return nil }
    let blocks = placedBlocks().filter { Int($0.source.file) == number }
    // they stand in their order, but for what is moved
    let lines = blocks.map { sources.line(of: $0.source) ?? .max }
    guard let found = lines.lastIndex(where: { $0 <= line }) else { return nil }
    let range = blocks[found].range
    guard let next = lines[(found + 1)...].first, next > lines[found], next < .max else { return range.lowerBound }
    let share = Double(min(line, next) - lines[found]) / Double(next - lines[found])
    return range.lowerBound + Int(share * Double(range.count))
  }
}
