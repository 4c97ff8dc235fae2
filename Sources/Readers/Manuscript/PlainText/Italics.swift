extension PlainTextSource {
  /// Paragraphs whose italics begin in one and end in a later one: an odd sign in each,
  /// and together they pair.
  func carriedItalics(_ writer: InlineWriter) -> [Int: InlineWriter.Carry] {
    guard writer.readsItalics else { return [:] }
    var carried: [Int: InlineWriter.Carry] = [:]
    var c = 0
    while c < chunks.count {
      guard isRunning(c), signs(c) % 2 == 1,
        let end = (c + 1..<min(c + 7, chunks.count)).first(where: { k in
          !isRunning(k) || signs(k) % 2 == 1
        }), isRunning(end)
      else {
        c += 1
        continue
      }
      let lines = (c...end).flatMap { ranges(chunks[$0].lines) }
      let between = (c + 1..<end).allSatisfy { signs($0) == 0 }
      guard between, writer.pairsItalics(in: lines) else {
        c += 1
        continue
      }
      carried[c] = .opens
      for k in c + 1..<end { carried[k] = .within }
      carried[end] = .closes
      c = end + 1
    }
    return carried
  }

  private func isRunning(_ c: Int) -> Bool {
    switch chunks[c].kind {
    case .prose, .keptLines, .centred, .trailing: true
    default: false
    }
  }

  private func signs(_ c: Int) -> Int { shows(.underscores, in: chunks[c]) ? count(0x5F, in: bytes(ofChunk: c)) : 0 }
}

extension PlainTextBuilder {
  /// Italics that begin in one line of verse and end in a later one: how each of these lines begins, by its first byte.
  func carries(over lines: [Range<Int>]) -> [Int: InlineWriter.Carry] {
    guard writer.readsItalics else { return [:] }
    let odd = lines.map { !source.count(0x5F, in: $0).isMultiple(of: 2) }
    guard odd.contains(true), writer.pairsItalics(in: lines) else { return [:] }
    var carries: [Int: InlineWriter.Carry] = [:]
    var isInside = false
    for (line, changes) in zip(lines, odd) {
      if isInside {
        carries[line.lowerBound] = changes ? .closes : .within
      } else if changes {
        carries[line.lowerBound] = .opens
      }
      if changes { isInside.toggle() }
    }
    return carries
  }
}
