/// Entries of notes: the texts, which stand apart from the marks that call them.
extension PlainTextSource {
  func noteCandidates() -> [NoteEntry] {
    var found: [NoteEntry] = []
    var c = 0
    var inList = false
    while c < chunks.count {
      let chunk = chunks[c]
      if chunk.kind == .heading || chunk.kind == .unknown && chunk.lines.count == 1 {
        let line = chunk.lines.lowerBound
        if isNoteListHeading(line) {
          inList = true
        } else if chunk.kind == .heading {
          inList = false
        }
      }
      if chunk.kind == .rule, c + 1 < chunks.count, chunks[c + 1].kind == .unknown {
        let end = parenthesisBlock(from: c + 1, rule: c, into: &found)
        if end > c + 1 {
          c = end
          continue
        }
      }
      if chunk.kind == .unknown, isCalledAbove(c) {
        c = parenthesisBlock(from: c, rule: nil, into: &found)
        continue
      }
      guard chunk.kind == .unknown else {
        c += 1
        continue
      }
      if let candidate = bracketNote(c) {
        found.append(candidate)
        c = candidate.chunks.upperBound
        continue
      }
      if var candidate = markedNote(c) ?? (inList ? numberedNote(c) : nil) {
        // In a list of notes what follows unmarked belongs to the note before.
        if inList, candidate.system == .bracket {
          var next = candidate.chunks.upperBound
          while next < chunks.count, chunks[next].kind == .unknown, markedNote(next) == nil, bracketNote(next) == nil,
            numberedNote(next) == nil, chunks[next].blanksBefore <= 1, next - c < 40
          {
            candidate.paragraphs.append(ranges(chunks[next].lines))
            candidate.range = candidate.range.lowerBound..<bytes(ofChunk: next).upperBound
            next += 1
          }
          candidate.chunks = c..<next
        }
        found.append(candidate)
        c = candidate.chunks.upperBound
        continue
      }
      c += 1
    }
    return found
  }

  /// `[Footnote 1: text]`
  func bracketNote(_ c: Int) -> NoteEntry? {
    let range = bytes(ofChunk: c)
    guard file.text[range.lowerBound] == 0x5B,
      let (mark, i) = bracketMark(range), let (last, end) = closing(from: c, limit: 40)
    else { return nil }
    // a bracket with nothing in it stays as it is
    let paragraphs = pieces(c..<(last + 1), from: i + 1, to: end - 1)
    guard !paragraphs.isEmpty else { return nil }
    return NoteEntry(
      system: mark == "*" ? .star : .bracket, mark: mark, chunks: c..<(last + 1), paragraphs: paragraphs,
      range: range.lowerBound..<end)
  }

  /// The mark of `[Footnote 1: text]`, and where its colon is.
  func bracketMark(_ range: Range<Int>) -> (mark: String, colon: Int)? {
    guard let word = noteWords.first(where: { starts(range, with: $0) }) else { return nil }
    var i = range.lowerBound + word.utf8.count
    let limit = min(i + 10, range.upperBound)
    while i < limit, file.text[i] == 0x20 { i += 1 }
    let markStart = i
    while i < limit, file.text[i] != 0x3A, file.text[i] != 0x5D { i += 1 }
    guard i < limit, file.text[i] == 0x3A else { return nil }
    let sign = trimmed(string(markStart..<i)[...])
    return (sign.isEmpty || sign == "*" ? "*" : "[" + sign + "]", i)
  }

  /// `text.[Footnote 1: note] More text`: notes that stand within a paragraph and close in it.
  func notesWithin(skipping inNote: [Bool]) -> [NoteEntry] {
    var found: [NoteEntry] = []
    for c in chunks.indices where chunks[c].kind == .unknown && !inNote[c] && shows(.brackets, in: chunks[c]) {
      let range = bytes(ofChunk: c)
      var i = range.lowerBound
      while let sign = first(0x5B, or: 0x5B, in: i..<max(i, range.upperBound)) {
        i = sign
        guard let (mark, colon) = bracketMark(i..<range.upperBound) else {
          i += 1
          continue
        }
        // A bracket that nothing closes is none, and neither is any behind it in this chunk.
        guard let end = closing(from: i, to: range.upperBound) else { break }
        found.append(
          NoteEntry(
            system: mark == "*" ? .star : .bracket, mark: mark, chunks: c..<c,
            paragraphs: pieces(c..<(c + 1), from: colon + 1, to: end - 1), range: i..<end, isWithin: true))
        i = end
      }
    }
    return found.filter { !$0.paragraphs.isEmpty }
  }

  /// In a list of notes: a number alone, then the note.
  func numberedNote(_ c: Int) -> NoteEntry? {
    guard let number = bareNumber(c), c + 1 < chunks.count, chunks[c + 1].kind == .unknown, bareNumber(c + 1) == nil
    else { return nil }
    return NoteEntry(
      system: .bracket, mark: "[\(number)]", chunks: c..<(c + 2),
      paragraphs: [chunks[c + 1].lines.map { bytes(ofLine: $0) }],
      range: bytes(ofChunk: c).lowerBound..<bytes(ofChunk: c + 1).upperBound)
  }

  /// The number that is all of the chunk, with or without a point.
  func bareNumber(_ c: Int) -> Int? {
    guard chunks[c].lines.count == 1 else { return nil }
    var range = bytes(ofLine: chunks[c].lines.lowerBound)
    if let last = range.last, file.text[last] == 0x2E { range = range.dropLast() }
    guard (1...3).contains(range.count), range.allSatisfy({ file.text[$0].isASCIIDigit }) else {
      return nil
    }
    return value(of: range)
  }

  /// `NOTES`, `Anmerkungen` and the like, alone on a line.
  func isNoteListHeading(_ i: Int) -> Bool {
    // `BOOK II FOOTNOTES`
    let line = bytes(ofLine: i)
    if lines[i].width <= 40, line.count > 12, [10, 11].contains(where: { starts(line.suffix($0), with: " footnotes") })
    {
      return letterCase(line).isCapitals
    }
    guard lines[i].width <= 24 else { return false }
    // most lines begin otherwise, and are not taken for words
    switch file.text[Int(lines[i].start)] | 0x20 {
    case 0x22, 0xE2, 0x62...0x64, 0x67...0x6D, 0x70...0x75, 0x77...0x7A: return false
    default: return noteListHeadings.contains(headingKey(string(ofLine: i)))
    }
  }

  /// Numbers of the list of notes at the end, which the text calls by `[50]`: no headings.
  func numbersOfNotes() -> (after: Int, numbers: Set<Int>)? {
    guard
      let list = chunks.indices.last(where: { c in
        chunks[c].lines.count == 1 && chunks[c].kind == .unknown && isNoteListHeading(chunks[c].lines.lowerBound)
      }), list * 2 > chunks.count
    else { return nil }
    var numbers: Set<Int> = []
    let end = bytes(ofChunk: list).lowerBound
    var i = 0
    while i < end {
      if file.text[i] == 0x5B {
        let digits = figures(from: i + 1, to: end, most: 3)
        if !digits.isEmpty, digits.upperBound < end, file.text[digits.upperBound] == 0x5D {
          numbers.insert(value(of: digits))
        }
      }
      i += 1
    }
    return numbers.count >= 3 ? (list, numbers) : nil
  }

  /// `[1] text`, `^[1] text`, `*text`, `*(2) text`, `† text`
  func markedNote(_ c: Int) -> NoteEntry? {
    let range = bytes(ofChunk: c)
    let first = range.lowerBound + (file.text[range.lowerBound] == 0x5E && range.count > 1 ? 1 : 0)
    if file.text[first] == 0x5B {
      guard let mark = bracketed(at: first, in: range), mark.upperBound < range.upperBound else {
        return nil
      }
      return NoteEntry(
        system: .bracket, mark: string(mark), chunks: c..<(c + 1),
        paragraphs: pieces(c..<(c + 1), from: mark.upperBound, to: range.upperBound), range: range)
    }
    guard let (length, mark) = starMark(at: range.lowerBound, in: range) else { return nil }
    let start = range.lowerBound + length
    guard start < range.upperBound else { return nil }
    // `*word*` marks the word, not a note
    let word = range.prefix { !file.text[$0].isBlank && file.text[$0] != 0x0A }
    if let last = word.last, last > start, file.text[last] == 0x2A { return nil }
    return NoteEntry(
      system: .star, mark: mark, chunks: c..<(c + 1),
      paragraphs: pieces(c..<(c + 1), from: start, to: range.upperBound), range: range)
  }

  /// `(1) text` right below a paragraph that calls it: `seen by all(1).`; no list, whose
  /// numbers stand before what they count.
  func isCalledAbove(_ c: Int) -> Bool {
    guard let mark = parenthesisMark(bytes(ofChunk: c)), mark.isBracketed, c > 0, chunks[c].blanksBefore > 0 else {
      return false
    }
    let sign = Array("(\(mark.number))".utf8)
    for k in (max(0, c - 3)..<c).reversed() where chunks[k].kind == .unknown {
      let range = bytes(ofChunk: k)
      guard var at = find(sign, in: range) else { continue }
      let end = at + sign.count
      guard at > range.lowerBound else { return false }
      // behind a word, and before a stop, a space or a line's end
      while at > range.lowerBound, file.text[at - 1] <= 0x20 { at -= 1 }
      let before = file.text[at - 1]
      let after = end < range.upperBound ? file.text[end] : 0x20
      let isAttached = find(sign, in: range) == at
      var start = at
      while start > range.lowerBound, isWordByte(file.text[start - 1]) { start -= 1 }
      let joins = ["and", "et", "und", "ou", "or", "e", "y", "oder", "en", "of"].contains(
        string(start..<at).lowercased())
      if after <= 0x20, isWordByte(before), !joins { return true }
      return ![0x3A, 0x3B, 0x2C, 0x28].contains(before)
        && (isAttached || [0x2C, 0x2E, 0x3B, 0x21, 0x3F].contains(after))
    }
    return false
  }

  func isWordByte(_ byte: UInt8) -> Bool { byte.isASCIILetter || byte >= 0x80 }

  /// Notes under a row of hyphens, or right below what calls them: `(1) -- text` up to the next
  /// blank line, or a plain `2 text` that goes on counting.
  private func parenthesisBlock(from start: Int, rule: Int?, into found: inout [NoteEntry]) -> Int {
    var c = start
    guard let first = parenthesisMark(bytes(ofChunk: c)) else { return start }
    var expected = first.number
    var current: NoteEntry?
    while c < chunks.count, chunks[c].kind == .unknown,
      c == start || chunks[c].blanksBefore == 0
        || rule != nil && parenthesisMark(bytes(ofChunk: c))?.number == expected
    {
      for i in chunks[c].lines {
        let range = bytes(ofLine: i)
        let opensChunk = i == chunks[c].lines.lowerBound
        if let mark = parenthesisMark(range), mark.number == expected {
          if let current { found.append(current) }
          // The rule itself goes with the first note.
          let from = current == nil ? rule ?? c : c
          var next = NoteEntry(
            system: .parenthesis, mark: "(\(mark.number))", chunks: from..<(c + 1),
            paragraphs: pieces(c..<(c + 1), from: mark.end, to: range.upperBound), range: range)
          next.isShared = current != nil && !opensChunk
          current = next
          expected += 1
        } else {
          current?.append(range, ofChunk: c, opensParagraph: opensChunk)
        }
      }
      c += 1
    }
    if let current { found.append(current) }
    return c
  }

  func parenthesisMark(_ range: Range<Int>) -> (number: Int, end: Int, isBracketed: Bool)? {
    let isBracketed = file.text[range.lowerBound] == 0x28
    let digits = figures(from: range.lowerBound + (isBracketed ? 1 : 0), to: range.upperBound, most: 3)
    let end = digits.upperBound
    guard !digits.isEmpty, end < range.upperBound, file.text[end] == (isBracketed ? 0x29 : 0x20) else { return nil }
    return (value(of: digits), isBracketed ? end + 1 : end, isBracketed)
  }

  /// The figures that stand from a place on, so many of them at most.
  func figures(from start: Int, to end: Int, most: Int) -> Range<Int> {
    var k = start
    while k < end, k - start < most, file.text[k].isASCIIDigit { k += 1 }
    return start..<k
  }

  func value(of figures: Range<Int>) -> Int { figures.reduce(0) { $0 * 10 + Int(file.text[$1]) - 0x30 } }

  /// The lines of some chunks, cut to what lies between two offsets; a paragraph a chunk.
  func pieces(_ range: Range<Int>, from start: Int, to end: Int) -> [[Range<Int>]] {
    var paragraphs: [[Range<Int>]] = []
    for c in range {
      var paragraph: [Range<Int>] = []
      for i in chunks[c].lines {
        let line = bytes(ofLine: i)
        var low = max(line.lowerBound, start)
        let high = min(line.upperBound, end)
        while low < high, file.text[low].isBlank { low += 1 }
        if low < high { paragraph.append(low..<high) }
      }
      if !paragraph.isEmpty { paragraphs.append(paragraph) }
    }
    return paragraphs
  }
}
