// Scenes that nothing but white parts.

extension PlainTextSource {
  /// Paragraphs in more white than others have: what stands above them is a pause.
  ///
  /// The white is the same nearly everywhere, or wide enough to be meant; a file whose blank lines say nothing has them
  /// anywhere.
  func pauses() -> Set<Int> {
    // a paragraph that is a line says nothing of verse
    guard profile.layout == .paragraphs || !profile.isVerse else { return [] }
    var pairs: [Int: Int] = [:]
    var wide: [Int] = []
    for c in chunks.indices.dropFirst() where chunks[c].kind == .prose && chunks[c - 1].kind == .prose {
      pairs[chunks[c].blanksBefore, default: 0] += 1
    }
    guard let usual = pairs.max(by: { ($0.value, $1.key) < ($1.value, $0.key) })?.key else { return [] }
    var isInText = false
    for c in chunks.indices.dropFirst() {
      if chunks[c - 1].kind == .heading { isInText = false }
      if !isInText, chunks[c - 1].kind == .prose, isText(c - 1) { isInText = true }
      if isInText, chunks[c].kind == .prose, chunks[c].blanksBefore > usual, followsPause(c) { wide.append(c) }
    }
    let widths = wide.reduce(into: [Int: Int]()) { $0[chunks[$1].blanksBefore, default: 0] += 1 }
    guard let most = widths.max(by: { ($0.value, $1.key) < ($1.value, $0.key) }), most.value * 5 >= wide.count * 4
    else {
      return []
    }
    let all = pairs.values.reduce(0, +)
    // one alone is a slip of the typist's, and so are a few in a long book that are a line wider than others; where a
    // paragraph is a line, any white is typed on purpose
    let isMeant =
      most.key > usual + 1 ? wide.count * 2 <= all : (all / 50...all / (usual == 0 ? 3 : 6)).contains(wide.count)
    return wide.count > 1 && isMeant ? Set(wide) : []
  }

  private func followsPause(_ c: Int) -> Bool {
    chunks[c - 1].kind == .prose && isText(c) && endsSentence(bytes(ofChunk: c - 1)) && !beginsSmall(bytes(ofChunk: c))
      && (chunks[c - 1].lines.count > 1 || lines[chunks[c - 1].lines.lowerBound].width > 20)
      && !([0x5B, 0x28, 0x2A] + Array(0x30...0x39)).contains(file.text[bytes(ofChunk: c).lowerBound])
  }

  private func isText(_ c: Int) -> Bool {
    (chunks[c].lines.count >= 2 || lines[chunks[c].lines.lowerBound].width > 50) && !letterCase(ofChunk: c).isCapitals
  }
}
