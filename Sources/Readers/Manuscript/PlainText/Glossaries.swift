internal import BookModel

// Dictionaries whose headwords stand on lines of their own, by the alphabet, and what they mean below them, set in.

extension PlainTextSource {
  /// The chunks with headwords; none where too few stand so, or in another order.
  func glossaryTerms() -> Set<Int> {
    guard profile.layout == .wrapped, !profile.isVerse else { return [] }
    let terms = chunks.indices.dropLast().filter(isTerm)
    guard terms.count >= 30, terms.count * 8 > chunks.count else { return [] }
    let keys = terms.map { c in string(ofLine: chunks[c].lines.lowerBound).lowercased().filter(\.isLetter) }
    let rising = zip(keys, keys.dropFirst()).count { $0 <= $1 }
    return rising * 10 >= (keys.count - 1) * 9 ? Set(terms) : []
  }

  /// `frobnicate`, and below it `/frob'ni·kayt/, vt.`, above lines that are set in.
  private func isTerm(_ c: Int) -> Bool {
    let range = chunks[c].lines
    let first = lines[range.lowerBound]
    guard chunks[c].kind == .unknown, range.count <= 3, first.width <= 60, chunks[c + 1].kind == .unknown,
      (1...2).contains(chunks[c + 1].blanksBefore),
      leastIndent(of: chunks[c + 1].lines) >= Int(first.indent) + 3,
      range.dropFirst().allSatisfy({ lines[$0].indent <= first.indent + 1 && lines[$0].width <= 76 })
    else { return false }
    let text = bytes(of: chunks[c])
    return range.count > 1 || !endsInStop(text)
      || string(text.suffix(8)).split(separator: " ").last?.utf8.count ?? 9 <= 5
  }
}

extension PlainTextBuilder {
  /// The entry of a headword, with the first paragraph of what it means, and the chunk behind them.
  mutating func glossaryEntry(_ c: Int) -> Int {
    let chunk = source.chunks[c]
    var inlines: [Inline] = []
    func add(_ written: [Inline]) {
      guard let first = written.first else { return }
      if !inlines.isEmpty { inlines.append(Inline(" ", source: first.source)) }
      inlines += written
    }
    let lines = ranges(chunk.lines)
    add(writer.write([lines[0]]).adding(.strong))
    add(writer.write(Array(lines.dropFirst())))
    let kinds: [Chunk.Kind] = [.prose, .quotation, .verse, .keptLines]
    let hasText =
      kinds.contains(source.chunks[c + 1].kind) && carried[c + 1] == nil
      && source.items(of: source.chunks[c + 1]).isEmpty
    if hasText { add(writer.write(ranges(source.chunks[c + 1].lines))) }
    append(.paragraph(Paragraph(inlines, source: location(chunk))))
    report.paragraphs += 1
    return hasText ? c + 2 : c + 1
  }
}
