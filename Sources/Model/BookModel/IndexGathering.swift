internal import Units

/// A mark of the index with the place that it was given.
struct PlacedIndexMark {
  var mark: IndexMark
  /// As `TextMark.index`.
  var number: Int
  var source: SourceLocation
  /// It stands in a note.
  var note: NoteKey?
  var isInCaption: Bool
}

/// Where an index is to stand.
struct IndexPlace {
  var section: Int
  /// Before which of the section's blocks.
  var block: Int
  var name: String
  var title = ""
  var source: SourceLocation?
}

/// Takes the marks of the index out of a book's text and has what they stand at begin with their numbers: the word before
/// them where they touch it, as LaTeX's `\index` is written, else the next one.
struct IndexGathering {
  private(set) var marks: [PlacedIndexMark] = []
  /// Where indexes are to stand: the section, before which of its blocks, and the index's name.
  private(set) var lists: [IndexPlace] = []
  /// Marks whose word is still to come.
  private var waiting: [Int] = []
  private var notes: [NoteKey: Note] = [:]
  private var seen: Set<NoteKey> = []
  private var note: NoteKey?

  mutating func gather(_ book: inout Book) {
    var isNeeded = false
    book.visitText { inlines, _ in isNeeded = isNeeded || inlines.contains { $0.style.indexMark != nil } }
    for note in book.notes.values where !isNeeded {
      for block in note.blocks {
        block.visitText { inlines, _ in isNeeded = isNeeded || inlines.contains { $0.style.indexMark != nil } }
      }
    }
    guard isNeeded else { return }
    if book.asksForFirstLines { book.markFirstLines() }
    notes = book.notes
    for index in book.sections.indices { gather(&book.sections[index], index) }
    if !waiting.isEmpty { hangAtEnd(of: &book) }
    for key in notes.keys.sorted() where !seen.contains(key) { gather(key) }
    book.notes = notes
  }

  private mutating func gather(_ section: inout Section, _ index: Int) {
    section.heading?.rewriteText { inlines, place in hang(&inlines, place) }
    var kept: [Block] = []
    for var block in section.blocks {
      if case .paragraph(let paragraph) = block,
        let place = paragraph.inlines.first(where: { $0.style.indexMark?.terms.isEmpty == true })
      {
        let others = paragraph.inlines.filter { $0.style.indexMark?.terms.isEmpty != true }
        let mark = place.style.indexMark
        lists.append(
          IndexPlace(
            section: index, block: kept.count + (others.isEmpty ? 0 : 1), name: mark?.index ?? "",
            title: mark?.title ?? "", source: place.source))
        guard !others.isEmpty else { continue }
        var rest = paragraph
        rest.inlines = others
        block = .paragraph(rest)
      }
      // what ends between two paragraphs ends with the first
      if !kept.isEmpty, case .paragraph(var paragraph) = block,
        paragraph.inlines.allSatisfy({ $0.style.indexMark != nil })
      {
        for inline in paragraph.inlines {
          guard let mark = inline.style.indexMark, mark.extent == .ends else { continue }
          kept[kept.count - 1].hangAtEnd([.index(place(mark, at: inline.source, isInCaption: false))])
        }
        paragraph.inlines.removeAll { $0.style.indexMark?.extent == .ends }
        block = .paragraph(paragraph)
      }
      gather(&block)
      if !block.isEmptied { kept.append(block) }
    }
    section.blocks = kept
  }

  /// - Returns: its number.
  private mutating func place(_ mark: IndexMark, at source: SourceLocation, isInCaption: Bool) -> Int {
    marks.append(
      PlacedIndexMark(mark: mark, number: marks.count, source: source, note: note, isInCaption: isInCaption))
    return marks.count - 1
  }

  private mutating func gather(_ block: inout Block) {
    block.rewriteText { inlines, place in hang(&inlines, place) }
    block.dropEmptied()
  }

  private mutating func gather(_ key: NoteKey) {
    guard seen.insert(key).inserted, var found = notes[key] else { return }
    let (outside, held) = (note, waiting)
    (note, waiting) = (key, [])
    for index in found.blocks.indices { gather(&found.blocks[index]) }
    // nothing follows them within the note
    if let last = found.blocks.indices.last { found.blocks[last].hangAtEnd(waiting.map(TextMark.index)) }
    (note, waiting) = (outside, held)
    notes[key] = found
  }

  private mutating func hang(_ inlines: inout [Inline], _ place: TextPlace) {
    let isNeeded =
      !waiting.isEmpty
      || inlines.contains { inline in
        if case .noteReference = inline.content { true } else { inline.style.indexMark != nil }
      }
    guard isNeeded else { return }
    var made: [Inline] = []
    for var inline in inlines {
      if let mark = inline.style.indexMark {
        let number = self.place(mark, at: inline.source, isInCaption: place == .caption)
        if !made.hangOnLastWord(.index(number)) { waiting.append(number) }
        continue
      }
      if case .noteReference(let key) = inline.content { gather(key) }
      if !waiting.isEmpty, inline.hasInk {
        inline.style.extras.textMarks += waiting.map(TextMark.index)
        waiting = []
      }
      if made.last?.goesOn(with: inline) == true { made[made.count - 1].append(inline) } else { made.append(inline) }
    }
    // behind the last word they are of this text, not of the next, which may begin another page
    waiting.removeAll { made.hangOnLastWord(.index($0), before: true) }
    inlines = made
  }

  /// No word follows the last marks: they stand at the last one there is.
  private mutating func hangAtEnd(of book: inout Book) {
    for section in book.sections.indices.reversed() {
      for block in book.sections[section].blocks.indices.reversed() {
        if book.sections[section].blocks[block].hangAtEnd(waiting.map(TextMark.index)) {
          waiting = []
          return
        }
      }
    }
  }
}

extension [Inline] {
  /// The word that ends them begins with a mark; false where they end in white, or in no word.
  /// - Parameter white: it may stand behind that word.
  fileprivate mutating func hangOnLastWord(_ mark: TextMark, before white: Bool = false) -> Bool {
    guard let index = white ? lastIndex(where: \.hasInk) : indices.last, case .text(let words) = self[index].content,
      let end = words.lastIndex(where: { !$0.isWhitespace }), white || words.index(after: end) == words.endIndex
    else { return false }
    if let space = words[..<end].lastIndex(where: \.isWhitespace),
      let (front, word) = self[index].parted(
        atByte: words.utf8.distance(from: words.startIndex, to: words.index(after: space))),
      var word
    {
      self[index] = front
      word.style.extras.textMarks = [mark]
      insert(word, at: index + 1)
    } else {
      self[index].style.extras.textMarks.append(mark)
    }
    return true
  }
}

extension Inline {
  fileprivate var hasInk: Bool {
    if case .text(let words) = content { words.contains { !$0.isWhitespace } } else { false }
  }

  /// They differ in nothing but what begins with the first: one run, in which no letter stands apart.
  fileprivate func goesOn(with next: Inline) -> Bool {
    guard case .text = content, case .text = next.content, !style.textMarks.isEmpty, next.style.textMarks.isEmpty,
      source.file == next.source.file
    else { return false }
    var plain = style
    plain.extras.textMarks = []
    return plain == next.style
  }

  fileprivate mutating func append(_ next: Inline) {
    guard case .text(let words) = content, case .text(let more) = next.content else { return }
    let length = UInt32(words.utf8.count)
    marks.append(SourceMark(text: length, source: next.source.offset))
    marks += next.marks.map { SourceMark(text: $0.text + length, source: $0.source) }
    content = .text(words + more)
  }
}

extension Block {
  /// The last of its words begins with marks; false where it has none.
  @discardableResult
  fileprivate mutating func hangAtEnd(_ marks: [TextMark]) -> Bool {
    guard !marks.isEmpty else { return true }
    var count = 0
    visitText { inlines, _ in count += inlines.isEmpty ? 0 : 1 }
    var place = 0
    rewriteText { inlines, _ in
      guard !inlines.isEmpty else { return }
      place += 1
      guard place == count else { return }
      for mark in marks where !inlines.hangOnLastWord(mark) {
        inlines[inlines.count - 1].style.extras.textMarks.append(mark)
      }
    }
    return count > 0
  }

  /// A paragraph that was nothing but marks.
  fileprivate var isEmptied: Bool {
    if case .paragraph(let paragraph) = self { paragraph.inlines.isEmpty } else { false }
  }

  fileprivate mutating func dropEmptied() {
    switch self {
    case .quotation(var block):
      block.blocks.removeAll(where: \.isEmptied)
      self = .quotation(block)
    case .callout(var block):
      block.blocks.removeAll(where: \.isEmptied)
      self = .callout(block)
    case .list(var block):
      for index in block.items.indices { block.items[index].blocks.removeAll(where: \.isEmptied) }
      self = .list(block)
    default: break
    }
  }
}
