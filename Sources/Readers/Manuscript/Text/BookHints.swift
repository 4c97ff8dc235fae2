package import BookModel
internal import Units

/// A hint of named blocks that could not be followed, by its place in the list.
package struct UnheededHint: Sendable, Equatable {
  package enum Reason: Sendable, Equatable {
    case noBlock(NamedBlocks.Failure)
    /// What the block is, which a hint of this kind cannot change.
    case cannot(String)
  }

  package var hint: Int
  package var reason: Reason
}

extension ManuscriptReading {
  /// The blocks that hints name: those of the book as its reader has made it.
  package var namedBlocks: NamedBlocks { NamedBlocks(bookAsRead ?? book, styles: report.styles) }

  /// What headings and verse are, as hints that say the same again.
  package var foundBlocks: [ReadingHint] {
    let names = namedBlocks
    var known: [SourceLocation: Int] = [:]
    for (index, block) in names.blocks.enumerated() where known[block.source] == nil { known[block.source] = index }
    return NamedBlocks(book).blocks.compactMap { block in
      guard let found = block.found, let index = known[block.source], let name = names.name(of: index) else {
        return nil
      }
      return ReadingHint(found.kind, .named(name, to: nil), level: found.level)
    }
  }

  /// Does what hints say of blocks that they name: of a book of any format, as its reader has made it.
  /// - Parameter named: the blocks that hints name, where they are known.
  /// - Returns: what could not be done.
  package mutating func heed(
    _ hints: [ReadingHint], named: @autoclosure () -> NamedBlocks? = nil
  ) -> [UnheededHint] {
    guard hints.contains(where: { !$0.place.isByLine || $0.kind.isOfPage }) else { return [] }
    let names = named() ?? namedBlocks
    var editor = BookEditor(names, hints, files)
    guard !editor.isIdle else { return editor.unheeded }
    bookAsRead = book
    let frontPages = book.frontPages
    book.sections = editor.edited(book, files, lineEnds: hasLineEnds)
    report.take(editor, before: bookAsRead ?? book, after: book)
    leaveOut(editor.dropped, why: "hint")
    leaveOut(editor.signs, why: "scene break")
    if book.frontPages != frontPages, report.apart.contains(where: { $0.kind == .frontPage }) || !frontPages.isEmpty {
      report.apart.removeAll { $0.kind == .frontPage }
      report.apart += book.frontPages
    }
    return editor.unheeded.sorted { $0.hint < $1.hint }
  }

  /// Whether an end of a line in a file is one that its author sees.
  private func hasLineEnds(_ file: UInt16) -> Bool {
    let manner = report.manner(of: Int(file), dashes)
    return !manner.isMarkup && !manner.isWord
  }

  /// Tells what blocks go, and lets go of the notes that they alone call.
  private mutating func leaveOut(_ blocks: [Block], why: String) {
    for block in blocks { leaveOut(block.sourceRanges, file: Int(block.source.file), why: why) }
    let captions = Book(sections: [Section(blocks: blocks)]).captionsApart(movesBlocks: false).flatMap(\.ranges)
    if !captions.isEmpty {
      report.apart.removeAll { place in
        place.kind == .caption && place.ranges.contains { range in captions.contains { $0.overlaps(range) } }
      }
    }
    let gone = Set(blocks.flatMap(\.noteKeys))
    guard !gone.isEmpty else { return }
    var called = Set(book.sections.flatMap { $0.blocks.flatMap(\.noteKeys) + ($0.heading?.noteKeys ?? []) })
    // what a note calls is called as long as that is
    var waiting = Array(called)
    while let key = waiting.popLast() {
      let inner = Set(book.notes[key]?.blocks.flatMap(\.noteKeys) ?? []).subtracting(called)
      called.formUnion(inner)
      waiting += inner
    }
    let keys = book.notes.keys.sorted()
    let places = report.apart.indices.filter { report.apart[$0].kind == .note }
    var emptied: [Int] = []
    for (number, key) in keys.enumerated() where gone.contains(key) && !called.contains(key) {
      let note = book.notes.removeValue(forKey: key)
      if places.indices.contains(number) {
        let place = report.apart[places[number]]
        leaveOut([place.mark] + place.ranges, file: place.file, why: why)
        emptied.append(places[number])
      } else if let note {
        leaveOut(note.blocks.flatMap(\.sourceRanges), file: Int(note.source.file), why: why)
      }
    }
    for index in emptied.reversed() { report.apart.remove(at: index) }
  }

  private mutating func leaveOut(_ ranges: [Range<Int>], file: Int, why: String) {
    guard files.files.indices.contains(file) else { return }
    for range in ranges where !range.isEmpty {
      let range = hasLineEnds(UInt16(file)) ? range : range.withReference(in: files.files[file].text)
      report.dropped.append(.init(lines: files.files[file].lines(of: range), bytes: range, why: why, file: file))
    }
  }
}

extension ReadingReport {
  /// Counts what hints have made, and no longer what they have unmade.
  fileprivate mutating func take(_ editor: BookEditor, before: Book, after: Book) {
    let (old, new) = (BlockCount(before), BlockCount(after))
    paragraphs += new.paragraphs - old.paragraphs
    verseBlocks += new.verses - old.verses
    verseLines += new.verseLines - old.verseLines
    quotations += new.quotations - old.quotations
    letters += new.letters - old.letters
    speeches += new.speeches - old.speeches
    sceneBreaks += new.sceneBreaks - old.sceneBreaks
    illustrations += new.figures - old.figures
    tables += new.tables - old.tables
    lists += new.lists - old.lists
    codeBlocks += new.codeBlocks - old.codeBlocks
    for heading in editor.unmade {
      let at =
        headings.firstIndex {
          $0.role == heading.role && $0.level == heading.level && $0.isInsideSection == heading.isInside
        } ?? headings.firstIndex { $0.isInsideSection == heading.isInside }
      guard let at else { continue }
      headings[at].count -= 1
      if headings[at].count <= 0 { headings.remove(at: at) }
    }
    for heading in editor.made {
      count("hint", role: heading.role, level: heading.level, isInsideSection: heading.isInside, byLevel: true)
    }
  }
}

extension Range<Int> {
  /// Up to the end of a last letter that is written as `&amp;`.
  fileprivate func withReference(in text: [UInt8]) -> Range<Int> {
    guard upperBound <= text.count,
      let sign = text[Swift.max(lowerBound, upperBound - 4)..<upperBound].lastIndex(of: 0x26),
      let end = text[sign...].prefix(34).firstIndex(of: 0x3B),
      text[(sign + 1)..<end].allSatisfy({
        $0 == 0x23 || $0 >= 0x30 && $0 <= 0x39 || $0 | 0x20 >= 0x61 && $0 | 0x20 <= 0x7A
      })
    else { return self }
    return lowerBound..<Swift.max(upperBound, end + 1)
  }
}

/// How many blocks of each kind there are.
private struct BlockCount {
  var (paragraphs, verses, verseLines, quotations, letters, speeches) = (0, 0, 0, 0, 0, 0)
  var (sceneBreaks, figures, tables, lists, codeBlocks) = (0, 0, 0, 0, 0)

  init(_ book: Book) { for section in book.sections { for block in section.blocks { add(block) } } }

  private mutating func add(_ block: Block) {
    switch block {
    case .paragraph: paragraphs += 1
    case .verse(let verse):
      verses += 1
      verseLines += verse.stanzas.reduce(0) { $0 + $1.lines.count }
    case .quotation: quotations += 1
    case .letter: letters += 1
    case .speech: speeches += 1
    case .sceneBreak: sceneBreaks += 1
    case .figure: figures += 1
    case .table: tables += 1
    case .list: lists += 1
    case .preformatted(let lines): codeBlocks += lines.isCode ? 1 : 0
    case .heading, .callout, .pageBreak: break
    }
    var inner: [Block] = []
    block.visitParts(text: { _, _ in }) { inner.append($0) }
    for block in inner { add(block) }
  }
}

extension Block {
  /// The notes that its words call.
  fileprivate var noteKeys: [NoteKey] {
    var keys: [NoteKey] = []
    visitText { inlines, _ in keys += inlines.noteKeys }
    return keys
  }
}

extension Heading {
  fileprivate var noteKeys: [NoteKey] { (label + title).noteKeys }
}

extension [Inline] {
  fileprivate var noteKeys: [NoteKey] {
    compactMap { if case .noteReference(let key) = $0.content { key } else { nil } }
  }
}
