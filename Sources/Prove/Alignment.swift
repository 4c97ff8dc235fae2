internal import Units

/// One stretch of the comparison, in the order of the PDF.
enum AlignmentStep: Equatable {
  /// So many letters of a sequence, from `expected`, equal those from `printed`.
  case same(sequence: Int, expected: Int, printed: Int, count: Int)
  /// Letters that only one side has, or that differ.
  case different(sequence: Int, expected: Range<Int>, printed: Range<Int>)
}

/// Follows the printed letters through the expected sequences: the run of the
/// text, and what stands apart (notes at the foot of pages), each in its order.
///
/// Equal letters are walked through one by one. At a difference the aligner
/// tries in turn: to pass over optional letters; the next letter of another
/// sequence, from the beginning of the printed line; a right-to-left line whose
/// letters the PDF reader shuffled; and last the nearest place where both sides
/// agree again on letters that are unique around there (the anchors of patience
/// diff), unless the lines before can be read in another way (`readAnew`). The
/// search doubles its reach, so its cost is linear in what it skips.
struct Aligner {
  let expected: [Letters]
  let printed: PrintedLetters
  let kinds: [ExpectedLetters.Kind]
  /// Those that may go on here, and where the printed letters end that they are looked for in: those of one role.
  var sequences: [Int]
  var end: Int
  var at: [Int]
  /// Where the notes, captions and the like of each sequence begin, ascending; the run of the text is one piece.
  let pieces: [[Int]]
  var steps: [AlignmentStep] = []
  /// How often lines may still be read anew: in a PDF of another book nearly every line differs.
  var searches = 200

  /// Letters that must agree for an anchor: three or four words, which seldom
  /// repeat within the reach of a search. More would merge differences that are close.
  static let anchor = 16
  /// Steps in a row that win nothing, at most.
  private static let mostIdle = 32
  /// Letters that must agree to go over to another sequence, or a whole line of fewer.
  private static let entry = 12

  init(_ letters: ExpectedLetters, printed: PrintedLetters) {
    expected = letters.sequences
    kinds = letters.kinds
    self.printed = printed
    sequences = Array(expected.indices)
    end = printed.letters.count
    at = [Int](repeating: 0, count: expected.count)
    pieces = expected.enumerated().map { number, letters in
      number == 0
        ? [] : letters.gaps.indices.filter { letters.gaps[$0].isSuperset(of: [.cut, .lineEnd]) }
    }
  }

  /// All steps; together they cover every letter of both sides once. Letters
  /// left over in a sequence come last.
  consuming func align() -> [AlignmentStep] {
    for (part, range) in printed.parts.enumerated() {
      end = range.upperBound
      let roles = PrintedLetters.roles[part]
      // notes at the end of the book are a part of its text
      let hasNotes = !(printed.parts.last?.isEmpty ?? true)
      sequences = expected.indices.filter { roles.contains(kinds[$0] == .notes && hasNotes ? .note : .body) }
      follow(from: range.lowerBound)
      passLast()
    }
    end = printed.letters.count
    for sequence in expected.indices where at[sequence] < expected[sequence].count {
      different(sequence, at[sequence]..<expected[sequence].count, end..<end)
    }
    return steps
  }

  /// Passes over optional letters that are left over, such as a call at the end of the text.
  private mutating func passLast() {
    for sequence in sequences where optionalEnd(expected[sequence], at[sequence]) == expected[sequence].count {
      different(sequence, at[sequence]..<expected[sequence].count, end..<end)
      at[sequence] = expected[sequence].count
    }
  }

  /// Follows the printed letters from one to the end.
  private mutating func follow(from first: Int) {
    var j = first
    guard var current = sequences.first else { return different(0, 0..<0, first..<end) }
    // what is passed over may be taken back; so often without a letter won, it is passed over no more
    var (furthest, idle) = (first, 0)
    while j < end {
      (furthest, idle) = j > furthest ? (j, 0) : (furthest, idle + 1)
      let start = (i: at[current], j: j)
      let room = pieceEnd(current, at[current]) - at[current]
      let length = commonLength(current, at[current], j, limit: room)
      j += length
      at[current] += length
      if length == room, length > 0, j < end, printed.line(of: j).lowerBound == j {
        // A note is done and the next line may be anything's: whatever agrees with it longest.
        note(current, start, length)
        current = longest(at: j, after: current)
        continue
      }
      // or it goes on in its line behind what is not printed
      if length == room, length > 0, j < end, at[current] < expected[current].count, goesOn(current, at[current], j) {
        note(current, start, length)
        continue
      }
      if j == end {
        note(current, start, length)
        break
      }
      let mayGoBack = idle < Aligner.mostIdle
      if mayGoBack, isWithinNumber(at[current], of: current, j) {
        let count = steps.count
        note(current, start, length)
        if readAnew(&current, &j, since: first) { continue }
        steps.removeSubrange(count...)
      }
      if mayGoBack, passOptional(current, &j, start, length) { continue }
      let line = printed.line(of: j)
      // The line may have begun before this run of equal letters did.
      let rewind = min(j - max(line.lowerBound, start.j), length)
      let rewound = (i: at[current] - rewind, j: j - rewind)
      // A mark at the line's beginning may be passed over already.
      let isLineStart = rewound.j == line.lowerBound || rewound.j == printedOptionalEnd(line.lowerBound)
      var places = at
      places[current] = rewound.i
      let found = isLineStart ? shuffled(rewound.j..<line.upperBound, from: places) : nil
      // a whole line of this sequence says more than the first letters of another
      let isOfThis = found?.sequence == current
      if mayGoBack, isLineStart, !isOfThis, let (next, skipped) = entry(at: rewound.j, over: rewind, besides: current) {
        note(current, start, length - rewind)
        at[current] = rewound.i
        j = rewound.j
        if skipped > 0 { different(next, at[next]..<at[next], j..<(j + skipped)) }
        j += skipped
        current = next
        continue
      }
      if let found {
        note(current, start, length - rewind)
        at[current] = rewound.i
        (j, at[found.sequence]) = found.take(at: rewound.j, at[found.sequence], into: &steps)
        current = found.sequence
        continue
      }
      note(current, start, length)
      if readAnew(&current, &j, since: first) { continue }
      let behind = anchor(from: j)
      let next = behind?.sequence ?? current
      let expectedEnd = behind?.expected ?? expected[next].count
      let printedEnd = behind?.printed ?? end
      different(next, at[next]..<expectedEnd, j..<printedEnd)
      at[next] = expectedEnd
      j = printedEnd
      current = next
    }
    if !isDone(Place(at: at, j: j, current: current)) { _ = readAnew(&current, &j, since: first) }
  }

  /// Whether a number that may be printed or not agrees in part with one that is text: 100 with 1.
  func isWithinNumber(_ i: Int, of sequence: Int, _ j: Int) -> Bool {
    let letters = expected[sequence]
    guard i > 0, i < letters.count, j > 0, letters.gaps[i].contains(.optional), !letters.gaps[i].contains(.cut),
      letters.gaps[i - 1].contains(.optional), !printed.letters.gaps[j - 1].contains(.optional)
    else { return false }
    return letters.ids[i - 1] == printed.letters.ids[j - 1]
      && [i - 1, i].allSatisfy { (0x30...0x39).contains(letters.ids[$0]) }
  }

  /// Where the piece of a sequence that holds a letter ends.
  private func pieceEnd(_ sequence: Int, _ letter: Int) -> Int {
    let starts = pieces[sequence]
    let next = starts.lowerBound { $0 <= letter }
    return next < starts.count ? starts[next] : expected[sequence].count
  }

  /// The sequence that goes on longest from the beginning of a printed line. Where
  /// several do and a mark stands here, as before a note, that is the one of the line
  /// before, or any but the run of the text where `current` is -1; else the run of the text.
  private func longest(at j: Int, after current: Int) -> Int {
    let start = printedOptionalEnd(j)
    // a mark in a line of its own, such as a call in a cell, says nothing of what follows
    if start > j, start == printed.line(of: j).upperBound { return current < 0 ? sequences.first ?? 0 : current }
    var order = sequences
    if start > j, current < 0 { order.append(order.removeFirst()) }
    if start > j, current > 0, let place = order.firstIndex(of: current) { order.swapAt(0, place) }
    var best = (sequence: order.first ?? 0, length: -1)
    for sequence in order {
      let from = optionalEnd(expected[sequence], at[sequence])
      // what looks like a mark on one side may be text on the other
      let length = max(
        commonLength(sequence, at[sequence], j, limit: 200), commonLength(sequence, from, start, limit: 200),
        start > j ? commonLength(sequence, at[sequence], start, limit: 200) : 0,
        from > at[sequence] ? commonLength(sequence, from, j, limit: 200) : 0)
      if length > best.length { best = (sequence, length) }
    }
    return best.sequence
  }

  private mutating func note(_ sequence: Int, _ start: (i: Int, j: Int), _ count: Int) {
    guard count > 0 else { return }
    steps.append(.same(sequence: sequence, expected: start.i, printed: start.j, count: count))
  }

  private mutating func different(_ sequence: Int, _ a: Range<Int>, _ b: Range<Int>) {
    guard !a.isEmpty || !b.isEmpty else { return }
    steps.append(.different(sequence: sequence, expected: a, printed: b))
  }

  func commonLength(_ sequence: Int, _ i: Int, _ j: Int, limit: Int) -> Int {
    expected[sequence].ids.withUnsafeBufferPointer { a in
      printed.letters.ids.withUnsafeBufferPointer { b in
        let most = min(limit, a.count - i, end - j)
        var length = 0
        while length < most, a[i + length] == b[j + length] {
          length += 1
        }
        return length
      }
    }
  }

  /// Whether both sides go on alike for a few letters, optional ones left out, or to the
  /// end of the line or of a side: on the next line another sequence may have its turn.
  /// - Parameter passed: how many marks that look like text were passed over before.
  func goesOn(_ sequence: Int, _ i: Int, _ j: Int, passed: Int = 0) -> Bool {
    let letters = expected[sequence]
    let lineEnd = j < end ? printed.line(of: j).upperBound : j
    var (a, b, alike) = (i, j, 0)
    while alike < 8, a < letters.count, b < lineEnd {
      // a figure may be the text's on one side and a mark's on the other
      if letters.gaps[a].contains(.optional) != printed.letters.gaps[b].contains(.optional), passed < 4,
        letters.ids[a] == printed.letters.ids[b]
      {
        let isMark = letters.gaps[a].contains(.optional)
        let (x, y) = isMark ? (optionalEnd(letters, a), b) : (a, printedOptionalEnd(b))
        if goesOn(sequence, x, y, passed: passed + 1) { return true }
      }
      if letters.ids[a] == printed.letters.ids[b] {
        a += 1
        b += 1
        alike += 1
      } else if letters.gaps[a].contains(.optional) {
        a = optionalEnd(letters, a)
      } else if printed.letters.gaps[b].contains(.optional) {
        b = printedOptionalEnd(b)
      } else {
        return false
      }
    }
    return true
  }

  func optionalEnd(_ letters: Letters, _ start: Int) -> Int {
    var end = start
    while end < letters.count, letters.gaps[end].contains(.optional) { end += 1 }
    return end
  }

  /// Those of a printed line: at the beginning of the next another sequence may go on.
  func printedOptionalEnd(_ start: Int) -> Int {
    guard start < end, printed.letters.gaps[start].contains(.optional) else { return start }
    return min(optionalEnd(printed.letters, start), printed.line(of: start).upperBound)
  }

  /// Passes over optional letters on either side, or both, if the rest then agrees.
  private mutating func passOptional(
    _ sequence: Int, _ j: inout Int, _ start: (i: Int, j: Int), _ length: Int
  ) -> Bool {
    let i = at[sequence]
    let a = optionalEnd(expected[sequence], i)
    let b = printedOptionalEnd(j)
    // a number of the text is not the first figure of a mark: the 1 of a list's, below a note's 10
    if b > j, length > 0, printed.letters.gaps[j - 1].contains(.optional), printed.line(of: j).lowerBound < j,
      !expected[sequence].gaps[i - 1].contains(.optional), passOptionalBefore(sequence, &j, start, length)
    {
      return true
    }
    // of what may be printed or not, such as the words of a picture, a part may be what is not: a call
    let part = (i + 1..<max(a, i + 1)).first { expected[sequence].gaps[$0].contains(.cut) } ?? a
    for (x, y) in [(a, b), (a, j), (i, b), (part, b), (part, j)] where x > i || y > j {
      // what ends a line may always be passed over: the next line may be another's
      let endsLine = x == i && y < end && printed.line(of: j).upperBound == y
      guard endsLine || goesOn(sequence, x, y), x < expected[sequence].count || y < end else {
        continue
      }
      // At the end of a sequence anything goes on; what is printed next may be another's.
      if x == expected[sequence].count, y < end, y == j { continue }
      // A mark at a line's beginning is a note's before it is a stray one.
      if sequence == 0, y > j, printed.line(of: j).lowerBound == j, longest(at: j, after: -1) != 0 { continue }
      note(sequence, start, length)
      different(sequence, i..<x, j..<y)
      at[sequence] = x
      j = y
      return true
    }
    return passOptionalBefore(sequence, &j, start, length)
  }

  /// Passes over optional letters that the run before took for the first of what follows
  /// them: the 1 of a note, where 1860 goes on.
  private mutating func passOptionalBefore(
    _ sequence: Int, _ j: inout Int, _ start: (i: Int, j: Int), _ length: Int
  ) -> Bool {
    let i = at[sequence]
    let letters = expected[sequence]
    for back in 1...max(1, min(length, 48)) where back <= length {
      let (a, b) = (i - back, j - back)
      // a mark that is the same on both sides was no mistake, as where a page ends soon after a call
      let mark = optionalEnd(letters, a) - a
      if mark > 0, mark <= back, mark == printedOptionalEnd(b) - b { continue }
      // a call among words that may all be missing, those of a picture, is a part of its own
      let isPart = back < length && letters.gaps[a].isSuperset(of: [.optional, .cut])
      if letters.gaps[a].contains(.optional), isPart || back == length || !letters.gaps[a - 1].contains(.optional) {
        let whole = optionalEnd(letters, a)
        let part = isPart ? (a + 1..<whole).first { letters.gaps[$0].contains(.cut) } : nil
        for end in (part.map { [$0, whole] } ?? [whole]) where end < letters.count && goesOn(sequence, end, b) {
          note(sequence, start, length - back)
          different(sequence, a..<end, b..<b)
          at[sequence] = end
          j = b
          return true
        }
      }
      if printed.letters.gaps[b].contains(.optional), back == length || !printed.letters.gaps[b - 1].contains(.optional)
      {
        let end = printedOptionalEnd(b)
        if goesOn(sequence, a, end) {
          note(sequence, start, length - back)
          different(sequence, a..<a, b..<end)
          at[sequence] = a
          j = end
          return true
        }
      }
    }
    return false
  }

  /// Another sequence that goes on at a printed line for longer than `length`
  /// letters, with the optional letters (a note's printed mark) to skip before it.
  private func entry(at j: Int, over length: Int, besides current: Int) -> (sequence: Int, skipped: Int)? {
    guard printedOptionalEnd(j) < printed.line(of: j).upperBound else { return nil }
    for sequence in sequences where sequence != current && at[sequence] < expected[sequence].count {
      let left = expected[sequence].count - at[sequence]
      for from in Set([j, printedOptionalEnd(j)]).sorted() {
        for i in Set([at[sequence], optionalEnd(expected[sequence], at[sequence])]).sorted() {
          let common = commonLength(sequence, i, from, limit: max(Aligner.entry, length + 1))
          // A note may be one short word: then all of its line must agree.
          let lineLeft = from < end ? printed.line(of: from).upperBound - from : 0
          let needed = min(Aligner.entry, left - (i - at[sequence]), lineLeft)
          guard common > length, common >= needed, common > 0 else { continue }
          // The sequence's own mark is passed over when its turn comes.
          return i == at[sequence] ? (sequence, from - j) : (sequence, 0)
        }
      }
    }
    return nil
  }
}
