// Pedigrees drawn with bars and dashes.

extension PlainTextSource {
  /// What bars and dashes join is no table and no verse: its lines stand as they were typed, whole.
  mutating func settlePedigrees() {
    var c = 0
    while c < chunks.count {
      guard chunks[c].lines.contains(where: isStem), mayBeDrawn(c) else {
        c += 1
        continue
      }
      var (first, end) = (c, c + 1)
      while first > 0, mayBeDrawn(first - 1), goesOn(first) { first -= 1 }
      while end < chunks.count, mayBeDrawn(end), goesOn(end) { end += 1 }
      let all = chunks[first..<end].flatMap { Array($0.lines) }
      let words = all.filter { letterCase(bytes(ofLine: $0)).words > 0 }
      // a frame around cells has bars at the edge
      let isFramed =
        words.contains {
          file.text[bytes(ofLine: $0).lowerBound] == 0x7C && file.text[bytes(ofLine: $0).upperBound - 1] == 0x7C
        }
        || words.allSatisfy { file.text[bytes(ofLine: $0).lowerBound] == 0x7C }
      // one bar alone may be a sign that is told of
      let isTree = all.count(where: isStem) > 1 || words.contains { contains(" = ", inLine: $0) }
      if isTree, words.count >= 2, !isFramed, all.count <= 200 {
        for k in first..<end {
          chunks[k].kind = .table
          chunks[k].index = Chunk.typed
        }
      }
      c = end
    }
  }

  /// Nothing but a bar, or several, with or without strokes between them.
  private func isStem(_ i: Int) -> Bool {
    guard lines[i].pipes > 0 else { return false }
    return bytes(ofLine: i).allSatisfy { k in
      [0x7C, 0x20, 0x2D, 0x2B, 0x5F, 0x3D, 0x3A, 0x27, 0x2E, 0x2C, 0x5E].contains(file.text[k])
    }
  }

  private func mayBeDrawn(_ c: Int) -> Bool {
    [.prose, .verse, .keptLines, .centred, .trailing, .quotation, .table, .rule].contains(chunks[c].kind)
      && chunks[c].lines.count <= 80 && chunks[c].lines.allSatisfy { isSparse($0) }
  }

  /// Set in, with gaps or with bars: no line of a paragraph.
  private func isSparse(_ i: Int) -> Bool {
    lines[i].indent >= 4 || lines[i].gaps > 0 || lines[i].pipes > 0 || isDrawn(bytes(ofLine: i))
      || contains(" = ", inLine: i)
  }

  /// It stands right below the chunk above, or one blank line away.
  private func goesOn(_ c: Int) -> Bool { chunks[c].blanksBefore <= 1 }
}
