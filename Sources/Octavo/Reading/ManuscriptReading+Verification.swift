internal import BookModel
internal import Design
package import Manuscript
internal import Typesetting
internal import Units
package import Verification

extension ManuscriptReading {
  /// As `verificationSources(for:)`, for a book as it is set without options.
  package var verificationSources: [VerificationSource] { verificationSources(for: PageDesign()) }

  /// The manuscript's words as they are expected in the PDF: what the reader reports as
  /// dropped is left out; notes, captions and the like are sequences of their own, in the
  /// order in which the design prints them; what octavo adds by itself is named.
  package func verificationSources(for design: PageDesign) -> [VerificationSource] {
    let printed = book.printingAddresses(design.addresses).settlingAsides(for: design)
    let notes = notePassages(printed, design, atEnd: false)
    let endnotes = notePassages(printed, design, atEnd: true)
    let frames = wordsInFrames(of: printed)
    let additions =
      report.given.filter(\.headsPart).map { ($0.file, $0.offset, $0.words) }
      + printed.bracketedAddresses(in: files.files.map(\.text)) + printed.numbersInNotes
      + printed.calloutLabels(design.language ?? book.metadata.language ?? "en")
      + printed.sectionNumbers(by: design)
      + report.given.filter { !$0.headsPart }.map { given in
        // what stands behind the manuscript is of no note that ends there
        let isBehind = files.files.indices.contains(given.file) && given.offset == files.files[given.file].text.count
        return (given.file, isBehind ? given.offset + 1 : given.offset, given.words)
      }
      + frames.notes.map { (Int($0.source.file), Int($0.source.offset), $0.alternative + " ") }
    let possible = printed.numbersThatMayRunIn
    let restated = printed.restatedHeadings(by: design)
    // captions in the margin are words of what stands there
    let besides = Book(
      sections: printed.notes.filter { book.notes[$0.key] == nil }.map { Section(blocks: $0.value.blocks) }
    ).captionsApart(movesBlocks: report.movesBlocks)
    let apart = besides.isEmpty ? report.apart : report.apart.filter { !besides.contains($0) }
    return files.files.enumerated().map { index, file in
      let manner = report.manner(of: index, dashes)
      let places = apart.filter { $0.file == index }
      let dropped = report.dropped.filter { $0.file == index }
      let headings = restated.filter { $0.file == index }
      let stops = printed.addedStops(in: file, index, without: dropped.map(\.bytes) + manner.silent)
      let replaced =
        stops.map { ($0.bytes.upperBound, $0.words) }
        + dropped.filter { !$0.replacement.isEmpty }.map { ($0.bytes.upperBound, $0.replacement) }
        + headings.map { ($0.bytes.upperBound, $0.words) }
      var rest = [OutOfFlowText.Kind.caption, .uncalled, .frontPage].map { kind in
        places.filter { $0.kind == kind || kind == .caption && $0.kind == .cells }.flatMap { place in
          place.words.map { [VerificationPassage(place.mark, words: $0)] }
            ?? place.ranges.map { VerificationPassage($0, isWhole: place.kind == .caption) }
        }
      }
      let framed = frames.text.filter { Int($0.source.file) == index }.map { figure in
        let offset = Int(figure.source.offset)
        return VerificationPassage(offset..<offset, words: figure.alternative)
      }
      if !framed.isEmpty { rest[0] = (rest[0] + framed).sorted { $0.range.lowerBound < $1.range.lowerBound } }
      return VerificationSource(
        file: file,
        markup: manner.isWord ? .word : manner.isMarkup ? .html : manner.dashes == .markdown ? .markdown : .plain,
        dropped: dropped.map(\.bytes) + headings.map(\.bytes) + stops.map(\.bytes) + manner.silent
          + places.map(\.mark).filter { !$0.isEmpty },
        apart: [notes.filter { $0.file == index }.map(\.passage)] + rest
          + [endnotes.filter { $0.file == index }.map(\.passage)],
        replacements: Dictionary(replaced) { $1 },
        additions: Dictionary(additions.filter { $0.file == index }.map { (file.whole($0.offset), $0.words) }) {
          $0 + " " + $1
        }
        .merging(manner.additions) { $0 + " " + $1 },
        possible: Dictionary(possible.filter { $0.file == index }.map { (file.whole($0.offset), $0.words) }) {
          $0 + $1
        },
        recased: manner.recased, running: book.runningText(ofFile: index),
        headings: book.headingStarts(ofFile: index))
    }
  }

  /// The pictures that cannot be shown, in the text and in notes: what stands in their frames are words of no line of
  /// the manuscript. In Markdown they may be missing as well.
  private func wordsInFrames(of printed: Book) -> (text: [Figure], notes: [Figure]) {
    guard dashes != .markdown else { return ([], []) }
    func isFramed(_ figure: Figure) -> Bool {
      figure.image != nil && figure.caption.isEmpty && !figure.alternative.isEmpty && figure.placement < .page
    }
    var (text, notes): ([Figure], [Figure]) = ([], [])
    printed.visitFigures { if isFramed($0) { text.append($0) } }
    for key in printed.notes.keys.sorted() {
      for block in printed.notes[key]?.blocks ?? [] { block.visitFigures { if isFramed($0) { notes.append($0) } } }
    }
    guard !text.isEmpty || !notes.isEmpty else { return ([], []) }
    let known = PictureCatalog(printed).sizes
    func isUnknown(_ figure: Figure) -> Bool { known[figure.image ?? ""] == nil }
    return (text.filter(isUnknown), notes.filter(isUnknown))
  }

  private typealias Passage = (file: Int, passage: VerificationPassage)

  /// The notes in the order of their calls, each once in a section or once in the book; behind those of pages those
  /// that nothing calls, so that they are missed.
  private func notePassages(_ printed: Book, _ design: PageDesign, atEnd: Bool) -> [Passage] {
    let keys = book.notes.keys.sorted()
    let places = Dictionary(zip(keys, report.apart.filter { $0.kind == .note })) { first, _ in first }
    var passages: [Passage] = []
    func words(_ words: String, at source: SourceLocation) -> Passage {
      let offset = Int(source.offset)
      return (Int(source.file), VerificationPassage(offset..<offset, words: words))
    }
    func words(of key: NoteKey) -> [Passage] {
      guard let place = places[key] else {
        guard let note = printed.notes[key] else { return [] }
        if note.aside != nil {
          // it stands where it is called
          return note.blocks.flatMap(\.sourceRanges).map { (Int(note.source.file), VerificationPassage($0)) }
        }
        return [
          words(
            note.blocks.compactMap { if case .paragraph(let block) = $0 { block.inlines.plainText } else { nil } }
              .joined(separator: " "), at: note.source)
        ]
      }
      // each is a piece of its own: behind it a note may be called
      let numbers = printed.notes[key].map { note in
        note.numbersAlone.split(separator: " ").map { words(String($0), at: note.source) }
      }
      return place.ranges.map { (place.file, VerificationPassage($0)) } + (numbers ?? [])
    }
    var uncalled = Set(keys)
    for (section, called) in NoteNumbering.printedNotes(of: printed, design: design, atEnd: atEnd) {
      if atEnd {
        let heading = NoteNumbering.heading(above: printed.sections[section])
        let source = printed.sections[section].source
        if passages.isEmpty { passages.append(words(NoteNumbering.title(design.language ?? "en"), at: source)) }
        if !heading.isEmpty { passages.append(words(heading, at: source)) }
      }
      passages += called.flatMap { words(of: $0) }
      uncalled.subtract(called)
    }
    for (_, called) in NoteNumbering.printedNotes(of: printed, design: design, atEnd: !atEnd) {
      uncalled.subtract(called)
    }
    for key in uncalled.sorted() where !atEnd {
      if let place = places[key] { passages += place.ranges.map { (place.file, VerificationPassage($0)) } }
    }
    return passages
  }
}

extension SourceFile {
  /// A place, behind the sign that it stands within: of the last one of a range no more than a byte is known.
  fileprivate func whole(_ offset: Int) -> Int {
    guard offset > 0, offset < text.count else { return offset }
    return text[offset...].prefix(3).firstIndex { $0 & 0xC0 != 0x80 } ?? offset
  }
}
