internal import BookModel
internal import Units

/// Writes parts of a book out as plain text and gives every inline its place in it.
///
/// A paragraph, a line of verse, a heading's label and its title each end with a line
/// feed, cells of a table with a tab or, the last of a row, a line feed. What octavo
/// adds when it sets a page (list numbers, ornaments, marks of notes) is no text.
struct ReadingText {
  /// Bytes written so far, where they are kept.
  private(set) var bytes: [UInt8] = []
  /// Byte of the text at which the next goes.
  private(set) var offset: Int
  private let isKept: Bool

  /// - Parameter isKept: keep the bytes; otherwise only count them.
  init(at offset: Int, isKept: Bool) {
    self.offset = offset
    self.isKept = isKept
  }

  /// The text of sections that follow each other.
  static func bytes(of sections: some Sequence<Section>) -> [UInt8] {
    var writer = ReadingText(at: 0, isKept: true)
    for section in sections { _ = writer.place(section) }
    return writer.bytes
  }

  static func length(of sections: some Sequence<Section>) -> Int {
    var writer = ReadingText(at: 0, isKept: false)
    for section in sections { _ = writer.place(section) }
    return writer.offset
  }

  private var here: SourceLocation { SourceLocation(offset: offset) }

  private mutating func write(_ text: String) {
    if isKept { bytes.append(contentsOf: text.utf8) }
    offset += text.utf8.count
  }

  private mutating func end() { write("\n") }

  // MARK: Sections

  /// The section with sources that count bytes of the text.
  mutating func place(_ section: Section) -> Section {
    var placed = section
    placed.source = here
    placed.heading = section.heading.map { place($0) }
    placed.blocks = section.blocks.map { place($0) }
    return placed
  }

  mutating func place(_ note: Note) -> Note {
    var placed = note
    placed.source = here
    placed.blocks = note.blocks.map { place($0) }
    return placed
  }

  private mutating func place(_ heading: Heading) -> Heading {
    var placed = heading
    placed.source = here
    placed.label = place(heading.label)
    if !heading.label.isEmpty { end() }
    placed.title = place(heading.title)
    if !heading.title.isEmpty { end() }
    return placed
  }

  /// Adds the length of a block.
  mutating func count(_ block: Block) { _ = place(block) }

  /// Adds the length of a table.
  /// - Returns: where each of its rows begins, those of its head first.
  mutating func countRows(_ table: Table) -> [Int] {
    (table.head + table.rows).map { row in
      defer { _ = place(row: row) }
      return offset
    }
  }

  // MARK: Blocks

  private mutating func place(_ block: Block) -> Block {
    switch block {
    case .paragraph(let paragraph): return .paragraph(place(paragraph))
    case .heading(let heading): return .heading(place(heading))
    case .verse(var verse):
      verse.source = here
      for stanza in verse.stanzas.indices {
        for line in verse.stanzas[stanza].lines.indices {
          verse.stanzas[stanza].lines[line].source = here
          verse.stanzas[stanza].lines[line].inlines = place(verse.stanzas[stanza].lines[line].inlines)
          if !verse.stanzas[stanza].lines[line].number.isEmpty {
            write("\t")
            verse.stanzas[stanza].lines[line].number = place(verse.stanzas[stanza].lines[line].number)
          }
          end()
        }
      }
      return .verse(verse)
    case .quotation(var quotation):
      quotation.source = here
      quotation.blocks = quotation.blocks.map { place($0) }
      quotation.attribution = quotation.attribution.map { place($0) }
      return .quotation(quotation)
    case .callout(var callout):
      callout.source = here
      callout.title = place(callout.title)
      if !callout.title.isEmpty { end() }
      callout.blocks = callout.blocks.map { place($0) }
      return .callout(callout)
    case .letter(var letter):
      letter.source = here
      letter.dateline = letter.dateline.map { place($0) }
      letter.blocks = letter.blocks.map { place($0) }
      letter.signature = letter.signature.map { place($0) }
      return .letter(letter)
    case .speech(var speech):
      speech.source = here
      speech.speaker = place(speech.speaker)
      write(" ")
      speech.blocks = speech.blocks.map { place($0) }
      if speech.blocks.isEmpty { end() }
      return .speech(speech)
    case .list(var list):
      list.source = here
      for item in list.items.indices {
        list.items[item].source = here
        list.items[item].blocks = list.items[item].blocks.map { place($0) }
      }
      return .list(list)
    case .table(var table):
      table.source = here
      table.head = table.head.map { place(row: $0) }
      table.rows = table.rows.map { place(row: $0) }
      return .table(table)
    case .preformatted(var lines):
      lines.source = here
      for line in lines.lines.indices {
        lines.lines[line].source = here
        write(lines.lines[line].text)
        end()
      }
      return .preformatted(lines)
    case .figure(var figure):
      figure.source = here
      figure.caption = place(figure.caption)
      if !figure.caption.isEmpty { end() }
      return .figure(figure)
    case .sceneBreak(var sceneBreak):
      sceneBreak.source = here
      end()
      return .sceneBreak(sceneBreak)
    case .pageBreak: return .pageBreak(here)
    }
  }

  private mutating func place(_ paragraph: Paragraph) -> Paragraph {
    var placed = paragraph
    placed.source = here
    placed.inlines = place(paragraph.inlines)
    end()
    return placed
  }

  private mutating func place(row: [Table.Cell]) -> [Table.Cell] {
    var placed = row
    for index in row.indices {
      placed[index].inlines = place(row[index].inlines)
      placed[index].blocks = row[index].blocks.map { place($0) }
      write(index == row.count - 1 ? "\n" : "\t")
    }
    return placed
  }

  private mutating func place(_ inlines: [Inline]) -> [Inline] {
    var placed = inlines
    for index in placed.indices {
      placed[index].source = here
      placed[index].marks = []
      switch placed[index].content {
      // how a word is read stands beside the text: it is neither searched nor copied with it
      case .text(let text): if placed[index].style.ruby != .reading { write(text) }
      case .lineBreak: end()
      case .noteReference, .image: break
      }
    }
    return placed
  }
}

extension Block {
  /// Byte of the text at which the block begins.
  var start: UInt32 {
    if case .paragraph(let block) = self, let first = block.inlines.first { return first.source.offset }
    return source.offset
  }

  /// Whether a picture stands in the block or in one inside it.
  var namesPicture: Bool {
    if case .figure(let figure) = self, figure.image != nil { return true }
    var found = false
    visitParts(
      text: { inlines, _ in
        found = found || inlines.contains { if case .image = $0.content { true } else { false } }
      }, block: { found = found || $0.namesPicture })
    return found
  }

  var isParagraph: Bool { if case .paragraph = self { true } else { false } }
}
