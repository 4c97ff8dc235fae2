// Essays, one after the other: what stands between a title and its text, and the name below it.

extension PlainTextSource {
  /// Journal, author and whom it speaks to, a line each below most titles of a book, stand in the middle; the names
  /// below the texts stand at the right.
  mutating func settleEssays(_ headings: [HeadingDecision]) {
    guard profile.layout == .wrapped, !profile.isVerse else { return }
    var runs: [Range<Int>] = []
    var heads = 0
    var times: [String: Int] = [:]
    for c in chunks.indices.dropLast()
    where [.heading, .headingTitle].contains(chunks[c].kind) && ![.heading, .headingTitle].contains(chunks[c + 1].kind)
    {
      heads += 1
      let run = shortLines(below: c)
      guard run.count >= 2 else { continue }
      runs.append(run)
      for k in run { times[headingKey(string(ofChunk: k)), default: 0] += 1 }
    }
    let isHabit =
      runs.count >= 3 && runs.count * 2 > heads
      && runs.count { $0.contains { times[headingKey(string(ofChunk: $0)), default: 0] >= 2 } } * 2 > runs.count
    if isHabit {
      for c in runs.joined() where !endsInPause(c) { chunks[c].kind = .centred }
    }
    settleNames(headings)
  }

  private func endsInPause(_ c: Int) -> Bool {
    bytes(ofChunk: c).last.map { [0x3A, 0x2C, 0x2D].contains(file.text[$0]) } ?? false
  }

  /// Short lines, a chunk each, with running text below them.
  private func shortLines(below heading: Int) -> Range<Int> {
    let start = heading + 1
    var c = start
    while c < chunks.count, c - start < 6, [.prose, .keptLines, .centred, .trailing].contains(chunks[c].kind),
      chunks[c].lines.count == 1, Int(lines[chunks[c].lines.lowerBound].width) <= profile.wrapWidth * 9 / 10
    {
      c += 1
    }
    guard c < chunks.count, chunks[c].kind == .prose, chunks[c].lines.count >= 2 else { return start..<start }
    return start..<c
  }

  /// A name in capitals, alone below the last paragraph of a section.
  private mutating func settleNames(_ headings: [HeadingDecision]) {
    /// `_O auctor._`, below a preface
    func isItalicName(_ c: Int) -> Bool {
      let text = bytes(ofChunk: c)
      guard text.count <= 32, isWhollyItalic(text), letterCase(text).words <= 4, isLast(c),
        let heading = chunks[..<c].last(where: { $0.kind == .heading }), headings.indices.contains(heading.index)
      else { return false }
      return headings[heading.index].matter == .front
    }
    func isName(_ c: Int) -> Bool {
      guard c > 0, chunks[c].kind == .prose, chunks[c].lines.count == 1, chunks[c - 1].kind == .prose,
        chunks[c - 1].lines.count >= 2, endsSentence(bytes(ofChunk: c - 1))
      else { return false }
      let text = bytes(ofChunk: c)
      let letters = letterCase(text)
      let key = headingKey(string(text))
      return text.count <= 32 && (letters.upper >= 2 && letters.lower == 0 || isItalicName(c)) && letters.words <= 4
        && !text.contains { file.text[$0].isASCIIDigit || [0x21, 0x3F, 0x3A, 0x22].contains(file.text[$0]) }
        && !isEndMark(key) && !endsDivision(chunks[c]) && !wordsOfNoName.contains(key) && !key.contains("continued")
        && numeralValue(key) == nil
    }
    let names = chunks.indices.filter(isName)
    func isLast(_ c: Int) -> Bool {
      chunks[(c + 1)...].first { $0.kind != .dropped && $0.kind != .noteEntry }.map { $0.kind == .heading } ?? true
    }
    let signed = names.filter(isLast)
    let known = Set(signed.map { headingKey(string(ofChunk: $0)) })
    for c in names where isLast(c) || known.contains(headingKey(string(ofChunk: c))) { chunks[c].kind = .trailing }
  }
}

private let wordsOfNoName: Set<String> = ["amen", "q. e. d", "q.e.d", "laus deo", "deo gratias", "vale", "explicit"]
