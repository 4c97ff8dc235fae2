// Collections that say below each poem who wrote it.

extension PlainTextSource {
  /// Names that a book must have below its poems; fewer may be the poems' own last lines.
  private static let fewestPoets = 3

  /// Whether names stand below the book's poems, each a line in capitals of its own: `W. SHAKESPEARE.`, `ANON.`
  var namesPoets: Bool {
    var found = 0
    for c in chunks.indices.dropFirst() where chunks[c].kind == .verse && chunks[c - 1].kind == .verse {
      let isLast = c + 1 == chunks.count || chunks[c + 1].kind != .verse || chunks[c + 1].blanksBefore > 2
      if isLast, chunks[c].blanksBefore > 0, isPoet(c) { found += 1 }
      if found == PlainTextSource.fewestPoets { return true }
    }
    return false
  }

  /// Whether a chunk is a line in capitals, as short as a name.
  func isPoet(_ c: Int) -> Bool {
    let text = bytes(ofChunk: c)
    let letters = letterCase(text)
    return chunks[c].lines.count == 1 && text.count <= 40 && letters.isCapitals && letters.lower == 0
      && letters.words <= 5 && !isEndMark(headingKey(string(ofChunk: c)))
  }
}
