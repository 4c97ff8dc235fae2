/// A note that was found and is called somewhere.
struct NoteEntry {
  var mark: String
  /// Paragraphs of the note, each a list of line pieces.
  var paragraphs: [[Range<Int>]]
  /// The whole entry.
  var range: Range<Int>
}

private struct NoteReferenceMark {
  var range: Range<Int>
  var mark: String
  var chunk: Int
}

private struct NoteCandidate {
  /// How the note is written: only marks of the same kind call it.
  enum System { case star, bracket, parenthesis }
  var system: System
  var mark: String
  var chunks: Range<Int>
  var paragraphs: [[Range<Int>]]
  var range: Range<Int>
  /// It stands within a paragraph, whose text goes on behind it.
  var isWithin = false
  /// It begins in the chunk in which the note before it stands.
  var isShared = false
}

private let noteWords = [
  "[footnote", "[fußnote", "[fussnote", "[note de bas de page", "[note ", "[fodnote", "[fotnot", "[voetnoot",
  "[nota ", "[anmerkung", "[endnote", "[сноска", "[примечание",
]

extension PlainTextSource {
  /// Finds notes and what calls them. A note that nothing calls stays a paragraph, a
  /// mark that calls nothing stays text.
  mutating func findNotes() -> (notes: [NoteEntry], sites: [NoteSite]) {
    var candidates = noteCandidates()
    var inNote = [Bool](repeating: false, count: chunks.count)
    for candidate in candidates { for c in candidate.chunks { inNote[c] = true } }
    let within = notesWithin(skipping: inNote)
    if !within.isEmpty {
      candidates += within
      candidates.sort { $0.range.lowerBound < $1.range.lowerBound }
    }
    guard !candidates.isEmpty else { return ([], []) }
    var marks = noteMarks(skipping: inNote)
    guard !marks.isEmpty || !within.isEmpty else { return ([], []) }

    // Entry -> mark, in order of the text. `heads` says how much of a queue is spent.
    var owner: [Int: Int] = [:]
    var entriesPerMark: [String: Int] = [:]
    for candidate in candidates { entriesPerMark[candidate.mark, default: 0] += 1 }
    var queues: [String: [Int]] = [:]
    var heads: [String: Int] = [:]
    var used = [Bool](repeating: false, count: marks.count)
    var m = 0
    for (n, candidate) in candidates.enumerated() {
      while m < marks.count, marks[m].range.lowerBound < candidate.range.lowerBound {
        if entriesPerMark[marks[m].mark] != nil { queues[marks[m].mark, default: []].append(m) }
        m += 1
      }
      guard let queue = queues[candidate.mark] else { continue }
      var head = heads[candidate.mark] ?? 0
      // Notes stand near what they explain unless they are a list at the end.
      if candidate.system != .bracket {
        while head < queue.count, candidate.chunks.lowerBound - marks[queue[head]].chunk > 80 { head += 1 }
      }
      if head < queue.count {
        // Numbers in parentheses start again and again: the last one is meant.
        let pick = candidate.system == .parenthesis ? queue[queue.count - 1] : queue[head]
        head = candidate.system == .parenthesis ? queue.count : head + 1
        owner[n] = pick
        used[pick] = true
      }
      heads[candidate.mark] = head
    }
    // Notes that stand before what calls them, such as a list in front.
    var later: [String: [Int]] = [:]
    for k in marks.indices where !used[k] && marks[k].mark.utf8.first == 0x5B {
      later[marks[k].mark, default: []].append(k)
    }
    var nextLater: [String: Int] = [:]
    for (n, candidate) in candidates.enumerated() where owner[n] == nil && candidate.system == .bracket {
      let k = nextLater[candidate.mark] ?? 0
      guard let list = later[candidate.mark], k < list.count else { continue }
      owner[n] = list[k]
      nextLater[candidate.mark] = k + 1
    }

    settleShared(&candidates, &owner)

    // A note within a paragraph that nothing else calls is called where it stands.
    for (n, candidate) in candidates.enumerated() where candidate.isWithin && owner[n] == nil {
      owner[n] = marks.count
      marks.append(NoteReferenceMark(range: candidate.range, mark: candidate.mark, chunk: 0))
    }

    // Keys go in the order of the marks.
    var notes: [NoteEntry] = []
    var sites: [NoteSite] = []
    for (n, mark) in owner.sorted(by: { marks[$0.value].range.lowerBound < marks[$1.value].range.lowerBound }) {
      let candidate = candidates[n]
      let sign = candidate.mark.filter { !"[]()".contains($0) }
      notes.append(NoteEntry(mark: sign, paragraphs: candidate.paragraphs, range: candidate.range))
      sites.append(NoteSite(range: marks[mark].range, note: notes.count))
      if candidate.isWithin, marks[mark].range != candidate.range {
        sites.append(NoteSite(range: candidate.range, note: 0))
      }
      for c in candidate.chunks {
        chunks[c].kind = .noteEntry
        chunks[c].index = notes.count - 1
      }
    }
    sites.sort { $0.range.lowerBound < $1.range.lowerBound }
    return (notes, sites)
  }

  /// Notes that share a chunk stay together: one that nothing calls goes on the one before it, and
  /// where nothing calls the first, none of them is a note.
  private func settleShared(_ candidates: inout [NoteCandidate], _ owner: inout [Int: Int]) {
    var n = 0
    while n < candidates.count {
      var end = n + 1
      while end < candidates.count, candidates[end].isShared { end += 1 }
      if end - n > 1, (n..<end).contains(where: { owner[$0] == nil }) {
        if owner[n] == nil {
          for k in n..<end { owner[k] = nil }
        } else {
          var last = n
          for k in n + 1..<end {
            guard owner[k] == nil else {
              last = k
              continue
            }
            var paragraphs = candidates[k].paragraphs
            if let first = paragraphs.first?.first { paragraphs[0][0] = candidates[k].range.lowerBound..<first.upperBound }
            candidates[last].paragraphs += paragraphs
            candidates[last].range = candidates[last].range.lowerBound..<candidates[k].range.upperBound
          }
        }
      }
      n = end
    }
  }

  // MARK: - Entries

  private func noteCandidates() -> [NoteCandidate] {
    var found: [NoteCandidate] = []
    var c = 0
    var inList = false
    while c < chunks.count {
      let chunk = chunks[c]
      if chunk.kind == .heading || chunk.kind == .unknown && chunk.lines.count == 1 {
        let line = chunk.lines.lowerBound
        if lines[line].width <= 24, file.text[Int(lines[line].start)] != 0xE2,
          noteListHeadings.contains(headingKey(string(ofLine: line)))
        {
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
            numberedNote(next) == nil,
            chunks[next].blanksBefore <= 1, next - c < 40
          {
            candidate.paragraphs.append(chunks[next].lines.map { bytes(ofLine: $0) })
            candidate.range = candidate.range.lowerBound..<bytes(of: chunks[next]).upperBound
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
  private func bracketNote(_ c: Int) -> NoteCandidate? {
    let range = bytes(of: chunks[c])
    guard file.text[range.lowerBound] == 0x5B,
      let (mark, i) = bracketMark(range), let (last, end) = closing(from: c, limit: 40)
    else { return nil }
    return NoteCandidate(
      system: mark == "*" ? .star : .bracket, mark: mark, chunks: c..<(last + 1),
      paragraphs: pieces(c..<(last + 1), from: i + 1, to: end - 1), range: range.lowerBound..<end)
  }

  /// The mark of `[Footnote 1: text]`, and where its colon is.
  private func bracketMark(_ range: Range<Int>) -> (mark: String, colon: Int)? {
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
  private func notesWithin(skipping inNote: [Bool]) -> [NoteCandidate] {
    var found: [NoteCandidate] = []
    for c in chunks.indices where chunks[c].kind == .unknown && !inNote[c] {
      let range = bytes(of: chunks[c])
      var i = range.lowerBound
      while i < range.upperBound {
        guard file.text[i] == 0x5B, let (mark, colon) = bracketMark(i..<range.upperBound) else {
          i += 1
          continue
        }
        var depth = 0
        var end = i
        while end < range.upperBound {
          if file.text[end] == 0x5B { depth += 1 }
          if file.text[end] == 0x5D { depth -= 1 }
          end += 1
          if depth == 0 { break }
        }
        // A bracket that nothing closes is none, and neither is any behind it in this chunk.
        guard depth == 0 else { break }
        found.append(
          NoteCandidate(
            system: mark == "*" ? .star : .bracket, mark: mark, chunks: c..<c,
            paragraphs: pieces(c..<(c + 1), from: colon + 1, to: end - 1), range: i..<end, isWithin: true))
        i = end
      }
    }
    return found.filter { !$0.paragraphs.isEmpty }
  }

  /// In a list of notes: a number alone, then the note.
  private func numberedNote(_ c: Int) -> NoteCandidate? {
    guard let number = bareNumber(c), c + 1 < chunks.count, chunks[c + 1].kind == .unknown, bareNumber(c + 1) == nil
    else { return nil }
    return NoteCandidate(
      system: .bracket, mark: "[\(number)]", chunks: c..<(c + 2),
      paragraphs: [chunks[c + 1].lines.map { bytes(ofLine: $0) }],
      range: bytes(of: chunks[c]).lowerBound..<bytes(of: chunks[c + 1]).upperBound)
  }

  /// The number that is all of the chunk, with or without a point.
  func bareNumber(_ c: Int) -> Int? {
    guard chunks[c].lines.count == 1 else { return nil }
    var range = bytes(ofLine: chunks[c].lines.lowerBound)
    if let last = range.last, file.text[last] == 0x2E { range = range.dropLast() }
    guard (1...3).contains(range.count), range.allSatisfy({ file.text[$0] >= 0x30 && file.text[$0] <= 0x39 }) else {
      return nil
    }
    return range.reduce(0) { $0 * 10 + Int(file.text[$1]) - 0x30 }
  }

  /// Numbers of the list of notes at the end, which the text calls by `[50]`: no headings.
  func numbersOfNotes() -> (after: Int, numbers: Set<Int>)? {
    guard
      let list = chunks.indices.last(where: { c in
        chunks[c].lines.count == 1 && chunks[c].kind == .unknown && lines[chunks[c].lines.lowerBound].width <= 24
          && noteListHeadings.contains(headingKey(string(ofLine: chunks[c].lines.lowerBound)))
      }), list * 2 > chunks.count
    else { return nil }
    var numbers: Set<Int> = []
    let end = bytes(of: chunks[list]).lowerBound
    var i = 0
    while i < end {
      if file.text[i] == 0x5B {
        var number = 0
        var k = i + 1
        while k < end, k - i <= 3, file.text[k] >= 0x30, file.text[k] <= 0x39 {
          number = number * 10 + Int(file.text[k]) - 0x30
          k += 1
        }
        if k > i + 1, k < end, file.text[k] == 0x5D { numbers.insert(number) }
      }
      i += 1
    }
    return numbers.count >= 3 ? (list, numbers) : nil
  }

  /// `[1] text`, `*text`, `*(2) text`, `† text`
  private func markedNote(_ c: Int) -> NoteCandidate? {
    let range = bytes(of: chunks[c])
    let first = file.text[range.lowerBound]
    if first == 0x5B {
      var i = range.lowerBound + 1
      while i < range.upperBound, i - range.lowerBound < 6, file.text[i] != 0x5D { i += 1 }
      guard i + 1 < range.upperBound, file.text[i] == 0x5D, isMark(range.lowerBound + 1..<i) else { return nil }
      let mark = string(range.lowerBound..<(i + 1))
      return NoteCandidate(
        system: .bracket, mark: mark, chunks: c..<(c + 1),
        paragraphs: pieces(c..<(c + 1), from: i + 1, to: range.upperBound),
        range: range)
    }
    guard let (length, mark) = starMark(at: range.lowerBound, in: range) else { return nil }
    let start = range.lowerBound + length
    guard start < range.upperBound else { return nil }
    return NoteCandidate(
      system: .star, mark: mark, chunks: c..<(c + 1),
      paragraphs: pieces(c..<(c + 1), from: start, to: range.upperBound), range: range)
  }

  /// `(1) text` right below a paragraph that calls it: `seen by all(1).`; no list, whose
  /// numbers stand before what they count.
  private func isCalledAbove(_ c: Int) -> Bool {
    guard let mark = parenthesisMark(bytes(of: chunks[c])), mark.isBracketed, c > 0, chunks[c].blanksBefore > 0 else { return false }
    let sign = Array("(\(mark.number))".utf8)
    for k in (max(0, c - 3)..<c).reversed() where chunks[k].kind == .unknown {
      let range = bytes(of: chunks[k])
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
      let joins = ["and", "et", "und", "ou", "or", "e", "y", "oder", "en", "of"].contains(string(start..<at).lowercased())
      if after <= 0x20, isWordByte(before), !joins { return true }
      return ![0x3A, 0x3B, 0x2C, 0x28].contains(before) && (isAttached || [0x2C, 0x2E, 0x3B, 0x21, 0x3F].contains(after))
    }
    return false
  }

  private func isWordByte(_ byte: UInt8) -> Bool { (byte | 0x20) >= 0x61 && (byte | 0x20) <= 0x7A || byte >= 0x80 }

  /// Notes under a row of hyphens, or right below what calls them: `(1) -- text` up to the next
  /// blank line, or a plain `2 text` that goes on counting.
  private func parenthesisBlock(from start: Int, rule: Int?, into found: inout [NoteCandidate]) -> Int {
    var c = start
    guard let first = parenthesisMark(bytes(of: chunks[c])) else { return start }
    var expected = first.number
    var current: NoteCandidate?
    while c < chunks.count, chunks[c].kind == .unknown,
      c == start || chunks[c].blanksBefore == 0 || rule != nil && parenthesisMark(bytes(of: chunks[c]))?.number == expected
    {
      for i in chunks[c].lines {
        let range = bytes(ofLine: i)
        let opensChunk = i == chunks[c].lines.lowerBound
        if let mark = parenthesisMark(range), mark.number == expected {
          if let current { found.append(current) }
          // The rule itself goes with the first note.
          let from = current == nil ? rule ?? c : c
          var next = NoteCandidate(
            system: .parenthesis, mark: "(\(mark.number))", chunks: from..<(c + 1),
            paragraphs: pieces(c..<(c + 1), from: mark.end, to: range.upperBound), range: range)
          next.isShared = current != nil && !opensChunk
          current = next
          expected += 1
        } else if var going = current {
          if opensChunk || going.paragraphs.isEmpty {
            going.paragraphs.append([range])
          } else {
            going.paragraphs[going.paragraphs.count - 1].append(range)
          }
          going.chunks = going.chunks.lowerBound..<(c + 1)
          going.range = going.range.lowerBound..<range.upperBound
          current = going
        }
      }
      c += 1
    }
    if let current { found.append(current) }
    return c
  }

  private func parenthesisMark(_ range: Range<Int>) -> (number: Int, end: Int, isBracketed: Bool)? {
    var i = range.lowerBound
    let isBracketed = file.text[i] == 0x28
    if isBracketed { i += 1 }
    var number = 0
    let digits = i
    while i < range.upperBound, i - digits < 3, file.text[i] >= 0x30, file.text[i] <= 0x39 {
      number = number * 10 + Int(file.text[i]) - 0x30
      i += 1
    }
    guard i > digits, i < range.upperBound else { return nil }
    if isBracketed {
      guard file.text[i] == 0x29 else { return nil }
      i += 1
    } else {
      guard file.text[i] == 0x20 else { return nil }
    }
    return (number, i, isBracketed)
  }

  /// The lines of some chunks, cut to what lies between two offsets; a paragraph a chunk.
  private func pieces(_ range: Range<Int>, from start: Int, to end: Int) -> [[Range<Int>]] {
    var paragraphs: [[Range<Int>]] = []
    for c in range {
      var paragraph: [Range<Int>] = []
      for i in chunks[c].lines {
        let line = bytes(ofLine: i)
        var low = max(line.lowerBound, start)
        let high = min(line.upperBound, end)
        while low < high, file.text[low] == 0x20 || file.text[low] == 0x09 { low += 1 }
        if low < high { paragraph.append(low..<high) }
      }
      if !paragraph.isEmpty { paragraphs.append(paragraph) }
    }
    return paragraphs
  }

  // MARK: - Marks

  /// Digits, one letter, or stars.
  private func isMark(_ range: Range<Int>) -> Bool {
    guard let first = range.first, range.count <= 4 else { return false }
    if range.count == 1, (file.text[first] | 0x20) >= 0x61, (file.text[first] | 0x20) <= 0x7A { return true }
    let isDigits = range.allSatisfy { file.text[$0] >= 0x30 && file.text[$0] <= 0x39 }
    return isDigits || range.allSatisfy { file.text[$0] == 0x2A }
  }

  /// `*`, `**`, `*(2)`, `* (2)`, `†`, `‡` at a place: how long, and its name.
  private func starMark(at i: Int, in range: Range<Int>) -> (length: Int, mark: String)? {
    var k = i
    if file.text[i] == 0xE2 {
      guard i + 2 < range.upperBound, file.text[i + 1] == 0x80, file.text[i + 2] == 0xA0 || file.text[i + 2] == 0xA1
      else { return nil }
      return (3, file.text[i + 2] == 0xA0 ? "†" : "‡")
    }
    guard file.text[i] == 0x2A else { return nil }
    while k < range.upperBound, file.text[k] == 0x2A { k += 1 }
    guard k - i <= 3 else { return nil }
    // Another star after spaces: a row, not a mark.
    var next = k
    while next < range.upperBound, file.text[next] == 0x20 { next += 1 }
    if next < range.upperBound, file.text[next] == 0x2A { return nil }
    let stars = String(repeating: "*", count: k - i)
    if next < range.upperBound, next - k <= 1, file.text[next] == 0x28 {
      var d = next + 1
      while d < range.upperBound, d - next < 4, file.text[d] >= 0x30, file.text[d] <= 0x39 { d += 1 }
      if d > next + 1, d < range.upperBound, file.text[d] == 0x29 { return (d + 1 - i, stars + string((next + 1)..<d)) }
    }
    return (k - i, stars)
  }

  /// Every place in the text that looks like a note's mark.
  private func noteMarks(skipping inNote: [Bool]) -> [NoteReferenceMark] {
    var marks: [NoteReferenceMark] = []
    for c in chunks.indices where !inNote[c] {
      switch chunks[c].kind {
      case .dropped, .stars, .rule, .figure: continue
      default: break
      }
      for line in chunks[c].lines {
        let range = bytes(ofLine: line)
        var i = range.lowerBound
        while i < range.upperBound {
          let byte = file.text[i]
          switch byte {
          case 0x5B:
            var k = i + 1
            while k < range.upperBound, k - i < 6, file.text[k] != 0x5D { k += 1 }
            if k < range.upperBound, file.text[k] == 0x5D, isMark(i + 1..<k) {
              marks.append(NoteReferenceMark(range: i..<(k + 1), mark: string(i..<(k + 1)), chunk: c))
              i = k
            }
          case 0x28:
            var k = i + 1
            while k < range.upperBound, k - i < 4, file.text[k] >= 0x30, file.text[k] <= 0x39 { k += 1 }
            if k > i + 1, k < range.upperBound, file.text[k] == 0x29 {
              marks.append(NoteReferenceMark(range: i..<(k + 1), mark: string(i..<(k + 1)), chunk: c))
              i = k
            }
          case 0x2A, 0xE2:
            if let (length, mark) = starMark(at: i, in: range) {
              marks.append(NoteReferenceMark(range: i..<(i + length), mark: mark, chunk: c))
              i += length - 1
            } else if byte == 0x2A {
              while i + 1 < range.upperBound, file.text[i + 1] == 0x2A || file.text[i + 1] == 0x20 { i += 1 }
            }
          default: break
          }
          i += 1
        }
      }
    }
    return marks
  }
}
