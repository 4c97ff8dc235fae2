internal import BookModel

// What stood in the margin of the printed book, beside its paragraph.

extension PlainTextSource {
  /// `[Sidenote: Old quays]` in chunks of their own; what stands below has the white above it as well.
  mutating func findSidenotes() {
    for c in chunks.indices where chunks[c].kind == .unknown {
      guard sidenote(at: bytes(ofChunk: c).lowerBound, to: bytes(ofChunk: c).upperBound) != nil,
        let (last, _) = closing(from: c, limit: 1), last == c
      else { continue }
      chunks[c].kind = .sidenote
      if c + 1 < chunks.count, chunks[c + 1].blanksBefore > 0 {
        chunks[c + 1].blanksBefore = max(chunks[c + 1].blanksBefore, chunks[c].blanksBefore)
      }
    }
  }

  /// The words of the sidenote whose bracket opens at a place, and where that closes.
  func sidenote(at start: Int, to end: Int) -> (words: Int, end: Int)? {
    guard start < end, file.text[start] == 0x5B,
      let word = sidenoteWords.first(where: { starts(start..<end, with: $0) })
    else { return nil }
    var words = start + word.utf8.count
    guard words < end, file.text[words] == 0x3A, let close = closing(from: start, to: end) else { return nil }
    repeat { words += 1 } while words < close - 1 && (file.text[words].isBlank || file.text[words] == 0x0A)
    return words < close - 1 ? (words, close) : nil
  }
}

extension PlainTextBuilder {
  /// In the margin beside its paragraph; a side-head in italics above it where no margin is kept for it.
  mutating func sidenote(_ chunk: Chunk) {
    guard let inlines = inlinesWithSidenotes(chunk) else { return }
    var made = Paragraph(inlines, placement: .leading, source: location(chunk))
    made.isSideHead = true
    append(.callout(Callout(.aside, [.paragraph(made)], source: made.source)))
    report.paragraphs += 1
  }

  /// Those of a chunk that holds sidenotes, each in italics where it stands; nil where it has none.
  mutating func inlinesWithSidenotes(_ chunk: Chunk) -> [Inline]? {
    guard source.shows(.brackets, in: chunk) else { return nil }
    let range = source.bytes(of: chunk)
    var made: [Inline] = []
    var rest = range.lowerBound
    var i = range.lowerBound
    while let open = source.first(0x5B, or: 0x5B, in: i..<range.upperBound) {
      i = open + 1
      guard let (words, end) = source.sidenote(at: open, to: range.upperBound) else { continue }
      add(writer.write(lines(of: chunk, within: rest..<open)), to: &made)
      add(writer.write(lines(of: chunk, within: words..<end - 1)).adding(.emphasis), to: &made)
      report.marks += [open..<words, end - 1..<end]
      report.silent.append(open..<words)
      (rest, i) = (end, end)
    }
    guard rest > range.lowerBound else { return nil }
    add(writer.write(lines(of: chunk, within: rest..<range.upperBound)), to: &made)
    return made
  }

  private func lines(of chunk: Chunk, within range: Range<Int>) -> [Range<Int>] {
    ranges(chunk.lines).map { line in
      var part = line.clamped(to: range)
      while let first = part.first, source.text[first].isBlank { part = part.dropFirst() }
      while let last = part.last, source.text[last].isBlank { part = part.dropLast() }
      return part
    }.filter { !$0.isEmpty }
  }

  private func add(_ next: [Inline], to made: inout [Inline]) {
    let isClosing = next.plainText.first.map { ",.;:!?)".contains($0) } ?? true
    if let last = made.last, !isClosing { made.append(Inline(" ", source: last.source)) }
    made += next
  }
}

private let sidenoteWords = [
  "[sidenote", "[side-note", "[side note", "[marginal note", "[margin", "[randnotiz", "[randbemerkung",
  "[note marginale", "[kanttekening",
]
