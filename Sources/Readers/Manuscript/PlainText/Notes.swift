struct NoteReferenceMark {
  var range: Range<Int>
  var mark: String
  var chunk: Int
}

/// The text of a note, wherever it stands.
struct NoteEntry {
  /// How the note is written: only marks of the same kind call it.
  enum System { case star, bracket, parenthesis, list }
  var system: System
  /// As it calls the note: `[12]`, `*`; of a list, and once it is called, `12`.
  var mark: String
  var chunks: Range<Int>
  /// Paragraphs of the note, each a list of line pieces.
  var paragraphs: [[Range<Int>]]
  /// The whole entry.
  var range: Range<Int>
  /// It stands within a paragraph, whose text goes on behind it.
  var isWithin = false
  /// It begins in the chunk in which the note before it stands.
  var isShared = false
  /// `12 (return)`, or a number that stood raised in the text: its call has lost its signs.
  var isBare = false
  /// Where the text calls one of a list.
  var call: Range<Int>?

  /// Goes on with a line.
  mutating func append(_ line: Range<Int>, ofChunk c: Int, opensParagraph: Bool) {
    if opensParagraph || paragraphs.isEmpty {
      paragraphs.append([line])
    } else {
      paragraphs[paragraphs.count - 1].append(line)
    }
    chunks = chunks.lowerBound..<c + 1
    range = range.lowerBound..<line.upperBound
  }

  /// Takes in one that nothing calls, and its mark as words.
  mutating func append(_ lost: NoteEntry) {
    var lines = lost.paragraphs
    if let first = lines.first?.first { lines[0][0] = lost.range.lowerBound..<first.upperBound }
    paragraphs += lines
    range = range.lowerBound..<lost.range.upperBound
    chunks = chunks.lowerBound..<max(chunks.upperBound, lost.chunks.upperBound)
  }
}

let noteWords = [
  "[footnote", "[fußnote", "[fussnote", "[note de bas de page", "[note ", "[fodnote", "[fotnot", "[voetnoot",
  "[nota de rodapé", "[nota de rodape", "[nota a piè di pagina", "[nota al pie", "[nota ", "[anmerkung", "[endnote",
  "[сноска", "[примечание",
]

extension PlainTextSource {
  /// Finds notes and what calls them. A note that nothing calls stays a paragraph, a
  /// mark that calls nothing stays text.
  mutating func findNotes(listed: [NoteEntry]) -> (notes: [NoteEntry], sites: [NoteSite]) {
    var candidates = noteCandidates()
    var inNote = [Bool](repeating: false, count: chunks.count)
    for candidate in candidates { for c in candidate.chunks { inNote[c] = true } }
    let within = notesWithin(skipping: inNote)
    if !within.isEmpty {
      candidates += within
      candidates.sort { $0.range.lowerBound < $1.range.lowerBound }
    }
    guard !candidates.isEmpty || !listed.isEmpty else { return ([], []) }
    // the star of `[Footnote *: …]` within a paragraph, or the number in a list, is the note's own, and calls no other
    let labels = (within + listed).flatMap {
      $0.range.lowerBound..<($0.paragraphs.first?.first?.lowerBound ?? $0.range.lowerBound)
    }
    let called = Set(listed.compactMap { $0.call?.lowerBound } + labels)
    var marks = noteMarks(skipping: inNote).filter { !called.contains($0.range.lowerBound) }
    let loose = looseCalls(of: candidates, besides: marks, skipping: inNote)
    if !loose.isEmpty { marks = (marks + loose).sorted { $0.range.lowerBound < $1.range.lowerBound } }
    guard !marks.isEmpty || !within.isEmpty || !listed.isEmpty else { return ([], []) }

    var owner = callsAbove(candidates, marks)
    addCallsBelow(to: &owner, candidates, marks, outside: within.map(\.range))
    settleShared(&candidates, &owner)

    // A note within a paragraph that nothing else calls is called where it stands.
    for (n, candidate) in candidates.enumerated() where candidate.isWithin && owner[n] == nil {
      owner[n] = marks.count
      marks.append(NoteReferenceMark(range: candidate.range, mark: candidate.mark, chunk: 0))
    }
    for note in listed {
      guard let call = note.call else { continue }
      owner[candidates.count] = marks.count
      marks.append(NoteReferenceMark(range: call, mark: note.mark, chunk: 0))
      candidates.append(note)
    }
    return settle(owner, candidates, marks)
  }

  /// For each note the mark that calls it, in the order of the text: those above it.
  private func callsAbove(_ candidates: [NoteEntry], _ marks: [NoteReferenceMark]) -> [Int: Int] {
    var owner: [Int: Int] = [:]
    var entriesPerMark: [String: Int] = [:]
    for candidate in candidates { entriesPerMark[candidate.mark, default: 0] += 1 }
    // As many signs behind words as there are notes: each has its own, however far away.
    var marksPerMark: [String: Int] = [:]
    for mark in marks {
      marksPerMark[mark.mark, default: 0] += stands(behindWord: mark.range.lowerBound) ? 1 : 1_000_000
    }
    var pending: [String: [Int]] = [:]
    var m = 0
    var n = 0
    while n < candidates.count {
      // Notes right below each other are called in the text above them.
      var end = n + 1
      while end < candidates.count, !candidates[end].isWithin, !candidates[n].isWithin,
        candidates[end].chunks.lowerBound <= candidates[end - 1].chunks.upperBound
      { end += 1 }
      while m < marks.count, marks[m].range.lowerBound < candidates[n].range.lowerBound {
        if entriesPerMark[marks[m].mark] != nil { pending[marks[m].mark, default: []].append(m) }
        m += 1
      }
      var block: [String: [Int]] = [:]
      for k in n..<end { block[candidates[k].mark, default: []].append(k) }
      for (mark, entries) in block {
        guard var calls = pending[mark] else { continue }
        let isEven = entriesPerMark[mark] == marksPerMark[mark]
        // Notes stand near what they explain unless they are a list at the end.
        if candidates[n].system != .bracket, !isEven {
          calls.removeAll { candidates[n].chunks.lowerBound - marks[$0].chunk > 80 }
        }
        let chosen = isEven ? Array(calls.prefix(entries.count)) : nearest(entries.count, of: calls, marks)
        for (entry, call) in zip(entries, chosen) {
          owner[entry] = call
        }
        // what was not taken is a second call of the same note, or none
        pending[mark] = isEven ? Array(calls.dropFirst(chosen.count)) : nil
      }
      n = end
    }
    return owner
  }

  /// Notes that stand before what calls them, such as a list in front.
  /// - Parameter notes: those within paragraphs, ascending: one that calls itself, or one that calls it, would be
  ///   printed nowhere.
  private func addCallsBelow(
    to owner: inout [Int: Int], _ candidates: [NoteEntry], _ marks: [NoteReferenceMark], outside notes: [Range<Int>]
  ) {
    let used = Set(owner.values)
    var later: [String: [Int]] = [:]
    var note = 0
    for k in marks.indices where !used.contains(k) && marks[k].mark.utf8.first == 0x5B {
      while note < notes.count, notes[note].upperBound <= marks[k].range.lowerBound { note += 1 }
      if note < notes.count, notes[note].lowerBound <= marks[k].range.lowerBound { continue }
      later[marks[k].mark, default: []].append(k)
    }
    var nextLater: [String: Int] = [:]
    for (n, candidate) in candidates.enumerated() where owner[n] == nil && candidate.system == .bracket {
      let k = nextLater[candidate.mark] ?? 0
      guard let list = later[candidate.mark], k < list.count else { continue }
      owner[n] = list[k]
      nextLater[candidate.mark] = k + 1
    }
  }

  /// Notes and their places, with keys in the order of the marks.
  private mutating func settle(
    _ owner: [Int: Int], _ candidates: [NoteEntry], _ marks: [NoteReferenceMark]
  ) -> (notes: [NoteEntry], sites: [NoteSite]) {
    var notes: [NoteEntry] = []
    var sites: [NoteSite] = []
    for (n, mark) in owner.sorted(by: { marks[$0.value].range.lowerBound < marks[$1.value].range.lowerBound }) {
      var candidate = candidates[n]
      candidate.mark.removeAll { "[]()".contains($0) }
      notes.append(candidate)
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

  /// So many calls nearest above some notes: where a paragraph has more of them, its first ones.
  private func nearest(_ count: Int, of calls: [Int], _ marks: [NoteReferenceMark]) -> [Int] {
    guard calls.count > count else { return calls }
    var start = calls.count
    while start > 0, calls.count - start < count {
      let chunk = marks[calls[start - 1]].chunk
      while start > 0, marks[calls[start - 1]].chunk == chunk { start -= 1 }
    }
    return Array(calls[start...].prefix(count))
  }

  /// Notes that share a chunk stay together: one that nothing calls goes on the one before it, and
  /// where nothing calls the first, none of them is a note.
  private func settleShared(_ candidates: inout [NoteEntry], _ owner: inout [Int: Int]) {
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
            candidates[last].append(candidates[k])
          }
        }
      }
      n = end
    }
  }

  // MARK: - Marks

  /// Whether a letter, a quote or a stop stands right before a place.
  private func stands(behindWord place: Int) -> Bool {
    guard place > 0 else { return false }
    let before = file.text[place - 1]
    return isWordByte(before) || [0x2C, 0x2E, 0x3A, 0x3B, 0x21, 0x3F, 0x22, 0x27].contains(before)
  }

  /// Digits, one letter, or stars.
  func isMark(_ range: Range<Int>) -> Bool {
    guard let first = range.first, range.count <= 4 else { return false }
    if range.count == 1, file.text[first].isASCIILetter { return true }
    let isDigits = range.allSatisfy { file.text[$0].isASCIIDigit }
    return isDigits || range.allSatisfy { file.text[$0] == 0x2A }
  }

  /// `[1]`, `[a]`, `[**]` at a place.
  func bracketed(at i: Int, in range: Range<Int>) -> Range<Int>? {
    guard let close = (i + 1..<range.upperBound).prefix(5).first(where: { file.text[$0] == 0x5D }),
      isMark(i + 1..<close)
    else { return nil }
    return i..<close + 1
  }

  /// `(12)` at a place.
  private func numbered(at i: Int, in range: Range<Int>) -> Range<Int>? {
    let digits = figures(from: i + 1, to: range.upperBound, most: 3)
    guard !digits.isEmpty, digits.upperBound < range.upperBound, file.text[digits.upperBound] == 0x29 else {
      return nil
    }
    return i..<digits.upperBound + 1
  }

  /// `*`, `**`, `*(2)`, `* (2)`, `†`, `‡` at a place: how long, and its name.
  func starMark(at i: Int, in range: Range<Int>) -> (length: Int, mark: String)? {
    var k = i
    if file.text[i] == 0xE2 {
      guard i + 2 < range.upperBound, file.text[i + 1] == 0x80, file.text[i + 2] == 0xA0 || file.text[i + 2] == 0xA1
      else { return nil }
      return (3, file.text[i + 2] == 0xA0 ? "†" : "‡")
    }
    // `FAITH(*)`
    if file.text[i] == 0x28 {
      let stars = range[min(i + 1, range.upperBound)...].prefix { file.text[$0] == 0x2A }
      guard (1...3).contains(stars.count), stars.upperBound < range.upperBound, file.text[stars.upperBound] == 0x29
      else {
        return nil
      }
      return (stars.count + 2, string(i..<stars.upperBound + 1))
    }
    guard file.text[i] == 0x2A else { return nil }
    while k < range.upperBound, file.text[k] == 0x2A { k += 1 }
    guard k - i <= 3 else { return nil }
    // A call stands behind a word: `*` as code and in a list of signs (`*, -, =`) are none.
    let before = i > range.lowerBound ? file.text[i - 1] : 0x20
    let after = k < range.upperBound ? file.text[k] : 0x20
    if before == 0x60 && after == 0x60 || before == 0x20 && (after == 0x2C || after == 0x3B) { return nil }
    // Another star after spaces: a row, not a mark.
    var next = k
    while next < range.upperBound, file.text[next] == 0x20 { next += 1 }
    if next < range.upperBound, file.text[next] == 0x2A { return nil }
    let stars = String(repeating: "*", count: k - i)
    if next < range.upperBound, next - k <= 1, file.text[next] == 0x28 {
      if let number = numbered(at: next, in: range) {
        return (number.upperBound - i, stars + string(number.dropFirst().dropLast()))
      }
    }
    return (k - i, stars)
  }

  /// Where a bracket, a star or a sign of three bytes stands, of which there are few.
  private func firstMarkSign(in range: Range<Int>) -> Int? {
    file.text.withUnsafeBufferPointer { text in
      var i = range.lowerBound
      while i < range.upperBound {
        let byte = text[i]
        if byte == 0x5B || byte == 0x28 || byte == 0x2A || byte == 0xE2 { return i }
        i += 1
      }
      return nil
    }
  }

  /// Every place in the text that looks like a note's mark.
  private func noteMarks(skipping inNote: [Bool]) -> [NoteReferenceMark] {
    var marks: [NoteReferenceMark] = []
    let hasCommands = isAozora()
    for c in chunks.indices where !inNote[c] {
      switch chunks[c].kind {
      case .dropped, .stars, .rule, .figure: continue
      default: break
      }
      for line in chunks[c].lines where !lines[line].signs.isDisjoint(with: [.brackets, .calls]) {
        let range = bytes(ofLine: line)
        let before = marks.count
        var i = range.lowerBound
        while let sign = firstMarkSign(in: i..<max(i, range.upperBound)) {
          i = sign
          let byte = file.text[i]
          if byte == 0x5B || byte == 0x28 {
            if let mark = byte == 0x5B ? bracketed(at: i, in: range) : numbered(at: i, in: range) {
              // `memory^[2]`
              let start = i > range.lowerBound && file.text[i - 1] == 0x5E ? i - 1 : i
              marks.append(NoteReferenceMark(range: start..<mark.upperBound, mark: string(mark), chunk: c))
              i = mark.upperBound - 1
            } else if byte == 0x28, let (length, mark) = starMark(at: i, in: range) {
              marks.append(NoteReferenceMark(range: i..<(i + length), mark: mark, chunk: c))
              i += length - 1
            }
          } else if chunks[c].kind == .heading, i == bytes(ofChunk: c).lowerBound {
            // `* SUMMARY`: an outline's
          } else if let (length, mark) = starMark(at: i, in: range) {
            marks.append(NoteReferenceMark(range: i..<(i + length), mark: mark, chunk: c))
            i += length - 1
          } else if byte == 0x2A {
            while i + 1 < range.upperBound, file.text[i + 1] == 0x2A || file.text[i + 1] == 0x20 { i += 1 }
          }
          i += 1
        }
        // a command is not printed: what stands in it calls nothing
        if hasCommands, marks.count > before {
          var commands = aozoraCommands(in: range)[...]
          let printed = marks[before...].filter { mark in
            commands = commands.drop { $0.upperBound <= mark.range.lowerBound }
            return !(commands.first?.contains(mark.range.lowerBound) ?? false)
          }
          marks.replaceSubrange(before..., with: printed)
        }
      }
    }
    return marks
  }
}
