/// Lists of notes behind a chapter or the book: `FOOTNOTES:` and below it `[1] text`, `{1} text`, `1 text`,
/// `1. text`. They are found before headings are, since a note that begins `26 Vol. II` looks like one.
extension PlainTextSource {
  /// The lists whose notes are called; their chunks are notes from here on.
  mutating func settleNoteLists() -> [NoteEntry] {
    var found: [NoteEntry] = []
    var c = 0
    var start = 0
    while c < chunks.count {
      guard let opening = opening(at: c) else {
        c += 1
        continue
      }
      var (notes, end) = opening == .link ? linkedNotes(from: c) : listedNotes(from: c + 1, isRuled: opening == .rule)
      if opening == .rule { for n in notes.indices { notes[n].isBare = true } }
      guard !notes.isEmpty else {
        c += 1
        continue
      }
      // below a rule stand those of the pages right above it
      let first = opening == .rule ? max(start, c - 200) : start
      if findCalls(of: &notes, in: first..<c, opening) {
        join(&notes)
        if opening == .rule { chunks[c].kind = .noteEntry }
        for note in notes where note.call != nil {
          for k in note.chunks { chunks[k].kind = .noteEntry }
        }
        found += notes.filter { $0.call != nil }
        start = end
        c = end
      } else {
        c += 1
      }
    }
    return found
  }

  /// The notes whose calls are still there: those of a title that was left out are text again, and what stands in one
  /// paragraph with them.
  mutating func withKeptCalls(_ notes: [NoteEntry]) -> [NoteEntry] {
    func isLeft(_ note: NoteEntry) -> Bool {
      guard let call = note.call else { return false }
      let line = lineIndex(of: call.lowerBound)
      let c = chunks.lowerBound { $0.lines.upperBound <= line }
      return c < chunks.count && chunks[c].lines.contains(line) && chunks[c].kind == .dropped
    }
    var left = Set(notes.filter(isLeft).flatMap(\.chunks))
    if left.isEmpty { return notes }
    var kept = notes
    // those in a row that share paragraphs: behind one that is left, then before it
    for _ in 0..<2 {
      kept.removeAll { note in
        guard note.chunks.contains(where: left.contains) else { return false }
        left.formUnion(note.chunks)
        return true
      }
      kept.reverse()
    }
    for c in left { chunks[c].kind = .unknown }
    return kept
  }

  /// What tells that notes begin.
  private enum Opening { case heading, link, rule }

  /// A heading of notes, a note that leads back to its call, or a rule with a number and words below it.
  private func opening(at c: Int) -> Opening? {
    // a row of `=` right below a line underlines a heading
    if chunks[c].kind == .rule, c == 0 || chunks[c].blanksBefore > 0, c + 1 < chunks.count,
      chunks[c + 1].kind == .unknown, let mark = listMark(chunks[c + 1].lines.lowerBound), mark.form == 0,
      mark.number <= 2, bytes(ofLine: chunks[c + 1].lines.lowerBound).contains(mark.end)
    {
      return .rule
    }
    guard chunks[c].kind == .unknown else { return nil }
    let first = chunks[c].lines.lowerBound
    if chunks[c].lines.count == 1, isNoteListHeading(first) { return .heading }
    return file.text[Int(lines[first].start)].isASCIIDigit && (listMark(first)?.leadsBack ?? false) ? .link : nil
  }

  /// The notes below a heading or a rule, up to where something else begins.
  private func listedNotes(from first: Int, isRuled: Bool) -> (notes: [NoteEntry], end: Int) {
    var notes: [NoteEntry] = []
    var previous = 0
    var form: UInt8 = 0
    var c = first
    while c < chunks.count {
      let chunk = chunks[c]
      if chunk.kind == .rule || chunk.kind == .stars {
        if !notes.isEmpty, chunk.blanksBefore == 0 {
          // lines of a quotation that were left out
          notes[notes.count - 1].append(bytes(ofLine: chunk.lines.lowerBound), ofChunk: c, opensParagraph: true)
          c += 1
          continue
        }
        guard c + 1 < chunks.count, isNext(listMark(chunks[c + 1].lines.lowerBound), after: previous, form: form) else {
          break
        }
        c += 1
        continue
      }
      guard chunk.kind == .unknown else { break }
      var begun = false
      for i in chunk.lines {
        let isFirst = i == chunk.lines.lowerBound
        if let mark = listMark(i), isFirst || mark.form == form && mark.form != 0,
          notes.isEmpty || isNext(mark, after: previous, form: form)
        {
          form = mark.form
          previous = mark.number
          var end = bytes(ofLine: i).upperBound
          if mark.isBracketed, i == chunk.lines.upperBound - 1, file.text[end - 1] == 0x5D { end -= 1 }
          notes.append(listed(mark, line: i, ofChunk: c, end: end))
          begun = true
        } else if !notes.isEmpty {
          if isFirst {
            if isEnd(c, form: form) || isRuled && chunk.blanksBefore >= 2 {
              return (notes.filter { !$0.paragraphs.isEmpty }, c)
            }
            if isBetween(c, form: form) { break }
          }
          notes[notes.count - 1].append(bytes(ofLine: i), ofChunk: c, opensParagraph: isFirst && !begun)
        } else {
          return ([], first)
        }
      }
      c += 1
    }
    return (notes.filter { !$0.paragraphs.isEmpty }.map { $0.isBare ? withoutBracket($0) : $0 }, c)
  }

  /// What begins with a mark, as far as its first line goes.
  func listed(_ mark: ListMark, line i: Int, ofChunk c: Int, end: Int) -> NoteEntry {
    let rest = mark.end..<max(mark.end, end)
    return NoteEntry(
      system: .list, mark: mark.name, chunks: c..<c + 1, paragraphs: rest.isEmpty ? [] : [[rest]],
      range: bytes(ofLine: i), isShared: i > chunks[c].lines.lowerBound, isBare: mark.leadsBack)
  }

  /// Something that stands apart, and is neither a note nor a heading above more of them.
  private func isEnd(_ c: Int, form: UInt8) -> Bool {
    let first = chunks[c].lines.lowerBound
    if isBetween(c, form: form) { return false }
    if chunks[c].blanksBefore >= 3 { return true }
    guard chunks[c].blanksBefore >= 2, chunks[c].lines.count <= 3, let form = headingForm(bytes(ofLine: first)) else {
      return false
    }
    return !form.isGuess && form.rank < .numeral
  }

  /// A short line with the first note of a further chapter right below it.
  private func isBetween(_ c: Int, form: UInt8) -> Bool {
    guard chunks[c].lines.count <= 2, c + 1 < chunks.count, chunks[c + 1].kind == .unknown,
      let mark = listMark(chunks[c + 1].lines.lowerBound), mark.form == form, mark.number == 1
    else { return false }
    return lines[chunks[c].lines.lowerBound].width <= 50
  }

  typealias ListMark = (name: String, number: Int, form: UInt8, end: Int, isBracketed: Bool, leadsBack: Bool)

  private func isNext(_ mark: ListMark?, after previous: Int, form: UInt8) -> Bool {
    guard let mark, mark.form == form else { return false }
    if mark.form != 0 { return mark.number >= previous || mark.number == 1 }
    return mark.number > previous && mark.number <= previous + 3 || mark.number == 1 && previous > 1
  }

  /// The number at the head of a note: `[1]`, `{454a}`, `(1)`, `1.`, `1`, `1 (return) [`.
  func listMark(_ i: Int) -> ListMark? {
    let range = bytes(ofLine: i)
    var k = range.lowerBound
    while k < range.upperBound - 1, file.text[k] == 0x5F || file.text[k] == 0x20 { k += 1 }
    let open = file.text[k]
    let isEnclosed = open == 0x5B || open == 0x7B || open == 0x28
    if isEnclosed { k += 1 }
    let digits = figures(from: k, to: range.upperBound, most: 4)
    guard !digits.isEmpty, file.text[k] != 0x30 else { return nil }
    k = digits.upperBound
    if isEnclosed, k < range.upperBound, file.text[k].isASCIILetter { k += 1 }
    let name = string(digits.lowerBound..<k)
    var isBracketed = false
    var leadsBack = false
    if isEnclosed {
      let close: UInt8 = open == 0x28 ? 0x29 : open + 2
      guard k < range.upperBound, file.text[k] == close else { return nil }
      k += 1
    } else {
      if k < range.upperBound, [0x2E, 0x29, 0x3A].contains(file.text[k]) { k += 1 }
      guard k == range.upperBound || file.text[k].isBlank else { return nil }
      let rest = k..<range.upperBound
      if starts(rest, with: " (return)") || starts(rest, with: " (_return_)") {
        leadsBack = true
        k = rest.first { file.text[$0] == 0x29 }.map { $0 + 1 } ?? k
        while k < range.upperBound, file.text[k] == 0x20 { k += 1 }
        if k < range.upperBound, file.text[k] == 0x5B {
          isBracketed = true
          k += 1
        }
      }
    }
    while k < range.upperBound, file.text[k].isBlank || isEnclosed && file.text[k] == 0x2E {
      k += 1
    }
    return (name, value(of: digits), isEnclosed ? open : 0, k, isBracketed, leadsBack)
  }

  /// Finds what calls the notes: the kind of mark that most of them have, and of its marks the longest
  /// sequence in the order of the notes, so that one false mark puts no other in the wrong place.
  private func findCalls(of notes: inout [NoteEntry], in text: Range<Int>, _ opening: Opening) -> Bool {
    let wanted = Set(notes.map(\.mark))
    var calls: [UInt8: [(mark: String, range: Range<Int>)]] = [:]
    let areBare = notes.allSatisfy(\.isBare)
    for c in text {
      switch chunks[c].kind {
      case .dropped, .stars, .rule, .noteEntry: continue
      default: break
      }
      for line in chunks[c].lines where areBare || !lines[line].signs.isDisjoint(with: [.brackets, .calls]) {
        let range = bytes(ofLine: line)
        if areBare {
          calls[0, default: []] += bareCalls(in: range, behindWords: opening == .rule).filter {
            wanted.contains($0.mark)
          }
        }
        if opening == .rule { continue }
        for i in range where file.text[i] == 0x5B || file.text[i] == 0x28 || file.text[i] == 0x7B {
          // at the head of a paragraph it is the mark of a note
          guard i > bytes(ofChunk: c).lowerBound, let call = callMark(at: i, in: range), wanted.contains(call.mark)
          else { continue }
          calls[file.text[i], default: []].append(call)
        }
      }
    }
    func covered(_ form: UInt8) -> Int { Set((calls[form] ?? []).map(\.mark)).count }
    guard let form = [0, 0x5B, 0x7B, 0x28].max(by: { covered($0) < covered($1) }), let marks = calls[form] else {
      return false
    }
    // without a list at the end, the calls nearest above
    let chain =
      opening == .heading
      ? longestChain(of: notes.map(\.mark), in: marks.map(\.mark))
      : longestChain(of: notes.reversed().map(\.mark), in: marks.reversed().map(\.mark))
        .map { (note: notes.count - 1 - $0.note, mark: marks.count - 1 - $0.mark) }
    guard chain.count * (form == 0 ? 5 : 8) >= notes.count * 4 else { return false }
    if form == 0x28 {
      // a number in parentheses may count what follows it: a call stands close behind its word
      let close = chain.count { file.text[marks[$0.mark].range.lowerBound - 1] > 0x20 }
      guard close * 10 >= chain.count * 7 else { return false }
    }
    for (note, mark) in chain { notes[note].call = marks[mark].range }
    return true
  }

  /// Numbers behind a word or between spaces, which is all that is left of raised ones: `over1 begins`, `Barbarians; 2 so`.
  /// - Parameter behindWords: no space may stand before them.
  private func bareCalls(in range: Range<Int>, behindWords: Bool) -> [(mark: String, range: Range<Int>)] {
    var found: [(mark: String, range: Range<Int>)] = []
    var i = range.lowerBound
    while i < range.upperBound {
      guard file.text[i].isASCIIDigit else {
        i += 1
        continue
      }
      let start = i
      while i < range.upperBound, file.text[i].isASCIIDigit { i += 1 }
      let before = start > range.lowerBound ? file.text[start - 1] : 0x20
      let after = i < range.upperBound ? file.text[i] : 0x20
      // `1,500`, `(12`, `[4]`, `p. 7,`
      let isWithin = start - 1 > range.lowerBound && file.text[start - 2].isASCIIDigit
      guard i - start <= 4, !after.isASCIILetter, before != 0x28, before != 0x5B, before != 0x24, before != 0x2D, !isWithin,
        before != 0x20 || after == 0x20 && !behindWords
      else { continue }
      let isBetween = before == 0x20 && start > range.lowerBound
      found.append((string(start..<i), (isBetween ? start - 1 : start)..<i))
    }
    return found
  }

  private func callMark(at i: Int, in range: Range<Int>) -> (mark: String, range: Range<Int>)? {
    let open = file.text[i]
    let close: UInt8 = open == 0x28 ? 0x29 : open + 2
    guard i > 0 else { return nil }
    var k = figures(from: i + 1, to: range.upperBound, most: 4).upperBound
    guard k > i + 1, k < range.upperBound else { return nil }
    if file.text[k].isASCIILetter { k += 1 }
    guard k < range.upperBound, file.text[k] == close else { return nil }
    return (string(i + 1..<k), i..<k + 1)
  }

  /// A note that nothing calls, in one chunk with one that is called, goes on it.
  private func join(_ notes: inout [NoteEntry]) {
    var kept: [NoteEntry] = []
    for note in notes {
      if note.call == nil, note.isShared, let last = kept.last, last.call != nil {
        kept[kept.count - 1].append(note)
      } else if note.isShared, note.call != nil, kept.last.map({ $0.call == nil }) ?? false {
        // the first of the chunk stays text, and all of it with it
        var lost = note
        lost.call = nil
        kept.append(lost)
      } else {
        kept.append(note)
      }
    }
    notes = kept
  }
}

/// The longest common subsequence of notes and marks, as pairs of indices (Hunt and Szymanski 1977). Of a mark that comes
/// very often only the first places count, so that the cost stays near linear.
func longestChain(of notes: [String], in marks: [String]) -> [(note: Int, mark: Int)] {
  var places: [String: [Int]] = [:]
  for (n, mark) in marks.enumerated() where places[mark, default: []].count < 400 {
    places[mark, default: []].append(n)
  }
  // ends[k]: the pair with the earliest mark that ends a chain of k + 1
  var pairs: [(note: Int, mark: Int, before: Int)] = []
  var ends: [Int] = []
  for (n, note) in notes.enumerated() {
    for mark in (places[note] ?? []).reversed() {
      let low = ends.lowerBound { pairs[$0].mark < mark }
      guard pairs.count < 2_000_000 else { break }
      pairs.append((n, mark, low > 0 ? ends[low - 1] : -1))
      if low == ends.count { ends.append(pairs.count - 1) } else { ends[low] = pairs.count - 1 }
    }
  }
  var chain: [(note: Int, mark: Int)] = []
  var at = ends.last ?? -1
  while at >= 0 {
    chain.append((pairs[at].note, pairs[at].mark))
    at = pairs[at].before
  }
  return chain.reversed()
}
