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
/// Equal letters are walked through one by one. Where they end, or where there is a choice, the ways on are tried from
/// there and from ever further back (`AlignmentSearch`); where none is without a difference, both sides go on at the
/// nearest place where they agree again on letters that are unique around there (the anchors of patience diff). That
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
  /// How often lines may still be read anew in vain: in a PDF of another book nearly every line differs.
  var searches = 200

  /// Letters that must agree for an anchor: three or four words, which seldom
  /// repeat within the reach of a search. More would merge differences that are close.
  static let anchor = 16

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
    guard var current = sequences.first else { return different(0, 0..<0, first..<end) }
    var j = first
    // letters agree, though nothing behind them does
    var isForced = false
    while j < end {
      let (i, start) = (at[current], j)
      // where a piece ends, or a line runs to the left, there is a choice
      let turn = printed.nextTurn(from: isForced ? j + 1 : j)
      let length = commonLength(current, i, j, limit: min(pieceEnd(current, i) - i, turn - j))
      isForced = false
      if length > 0 { append(.same(sequence: current, expected: i, printed: start, count: length)) }
      at[current] += length
      j += length
      if j == end { break }
      if findWay(&current, &j, since: first) { continue }
      let behind = anchor(from: j)
      let next = behind?.sequence ?? (isDone(current) ? sequences.first { !isDone($0) } : nil) ?? current
      let expectedEnd = behind?.expected ?? expected[next].count
      var printedEnd = behind?.printed ?? end
      // letters that run to the left are drawn as they are read
      isForced = next == current && expectedEnd == at[next] && printedEnd == j
      if isForced, printed.isShuffled(lineOf: j) { (printedEnd, isForced) = (printed.line(of: j).upperBound, false) }
      different(next, at[next]..<expectedEnd, j..<printedEnd)
      (at[next], j, current) = (expectedEnd, printedEnd, next)
    }
    if !isDone(Place(at: at, j: j, current: current)) { _ = findWay(&current, &j, since: first) }
  }

  private func isDone(_ sequence: Int) -> Bool { at[sequence] == expected[sequence].count }

  /// Where the piece of a sequence that holds a letter ends.
  private func pieceEnd(_ sequence: Int, _ letter: Int) -> Int {
    let starts = pieces[sequence]
    let next = starts.lowerBound { $0 <= letter }
    return next < starts.count ? starts[next] : expected[sequence].count
  }

  private func beginsPiece(_ sequence: Int, _ letter: Int) -> Bool {
    let next = pieces[sequence].lowerBound { $0 < letter }
    return next < pieces[sequence].count && pieces[sequence][next] == letter
  }

  private mutating func different(_ sequence: Int, _ a: Range<Int>, _ b: Range<Int>) {
    guard !a.isEmpty || !b.isEmpty else { return }
    steps.append(.different(sequence: sequence, expected: a, printed: b))
  }

  /// Adds a step; equal letters that go on with those of the last one are a part of it, but where a piece begins.
  mutating func append(_ step: AlignmentStep) {
    if case .same(let sequence, let i, let j, let count) = step,
      case .same(sequence, let a, let b, let before)? = steps.last, a + before == i, b + before == j,
      !beginsPiece(sequence, i)
    {
      steps[steps.count - 1] = .same(sequence: sequence, expected: a, printed: b, count: before + count)
    } else {
      steps.append(step)
    }
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
}
