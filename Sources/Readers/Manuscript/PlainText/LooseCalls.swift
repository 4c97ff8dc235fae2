// Calls that have lost their signs: `the senate. 1`, where `[Footnote 1: …]` stands below.

extension PlainTextSource {
  /// Numbers in the text that call the labelled notes below them, where no signs do: of each note the last such number
  /// between it and the note before. None where a fifth of the notes has none, for then they are numbers of the text.
  ///
  /// Linear: each stretch of text is looked through for the notes below it alone.
  /// - Parameter marks: calls with signs.
  func looseCalls(of candidates: [NoteEntry], besides marks: [NoteReferenceMark], skipping inNote: [Bool])
    -> [NoteReferenceMark]
  {
    let called = Set(marks.map(\.mark))
    let own = candidates.filter { $0.system == .bracket && !$0.isWithin && !called.contains($0.mark) }
    let numbers = own.map { Int($0.mark.dropFirst().dropLast()) }
    guard own.count >= 2, own.count * 2 > candidates.count, numbers.allSatisfy({ $0 != nil }) else { return [] }
    var found: [NoteReferenceMark] = []
    var first = 0
    var n = 0
    while n < own.count {
      // notes right below each other are called in the text above the first
      var end = n + 1
      while end < own.count, own[end].chunks.lowerBound == own[end - 1].chunks.upperBound { end += 1 }
      let start = max(first, own[n].chunks.lowerBound - 60)
      let wanted = Dictionary(own[n..<end].map { ($0.mark.dropFirst().dropLast(), $0.mark) }) { first, _ in first }
      var last: [String: NoteReferenceMark] = [:]
      for c in start..<max(start, own[n].chunks.lowerBound) where !inNote[c] && chunks[c].kind == .unknown {
        for (number, range) in looseNumbers(in: c) {
          guard let mark = wanted[number] else { continue }
          last[mark] = NoteReferenceMark(range: range, mark: mark, chunk: c)
        }
      }
      found += last.values
      first = own[end - 1].chunks.upperBound
      n = end
    }
    guard found.count * 5 >= own.count * 4 else { return [] }
    return found.sorted { $0.range.lowerBound < $1.range.lowerBound }
  }

  /// `1` and `(1)` behind a stop, a quote or a word and its blank, with nothing but a blank or the line's end behind them.
  private func looseNumbers(in c: Int) -> [(number: Substring, range: Range<Int>)] {
    var found: [(Substring, Range<Int>)] = []
    for line in chunks[c].lines {
      let range = bytes(ofLine: line)
      var at = range.lowerBound
      while at < range.upperBound {
        guard file.text[at].isASCIIDigit || file.text[at] == 0x28 else {
          at += 1
          continue
        }
        let isBracketed = file.text[at] == 0x28
        let digits = figures(from: at + (isBracketed ? 1 : 0), to: range.upperBound, most: 3)
        let end = digits.upperBound + (isBracketed ? 1 : 0)
        defer { at = max(end, at + 1) }
        guard !digits.isEmpty, end <= range.upperBound, !isBracketed || file.text[end - 1] == 0x29,
          end == range.upperBound || file.text[end] == 0x20, at > 0
        else { continue }
        // the blank before it goes with it
        let blank = at > range.lowerBound && file.text[at - 1] == 0x20 ? at - 1 : at
        let before = blank > range.lowerBound ? file.text[blank - 1] : 0x20
        let isBehindStop = [0x2C, 0x2E, 0x3A, 0x3B, 0x21, 0x3F, 0x22, 0x27, 0x29].contains(before) || before >= 0x80
        guard
          isBehindStop || before.isASCIILetter && (isBracketed || blank < at) || blank == at && at == range.lowerBound
        else { continue }
        found.append((Substring(string(digits)), blank..<end))
      }
    }
    return found
  }
}
