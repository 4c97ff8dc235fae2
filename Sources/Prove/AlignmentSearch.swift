// Another way to read the lines before a difference, where there is one.

extension Aligner {
  /// A place in the comparison: the next letter of each sequence and of the print.
  struct Place: Hashable {
    var at: [Int]
    var j: Int
    var current: Int
  }

  /// Lines that are read anew behind a difference, at most.
  private static let linesBack = [0, 1, 3, 8, 24]
  /// Letters that must agree behind it.
  private static let past = 32
  /// Places looked at for one difference: a page has some hundred where there is a choice.
  private static let most = 4_000

  /// Reads the last lines anew if they and what follows can be read without a difference: the comparison takes the
  /// first of several ways to pass over optional letters and to go over to another sequence, and may err.
  ///
  /// What is found proves as much as any comparison: every letter that is not optional, in the order of its sequence.
  mutating func readAnew(_ current: inout Int, _ j: inout Int, since first: Int) -> Bool {
    guard searches > 0 else { return false }
    searches -= 1
    let line = printed.lineStarts.lowerBound { $0 <= j } - 1
    let goal = min(end, j + Aligner.past)
    for back in Aligner.linesBack {
      let start = max(first, line >= back ? printed.lineStarts[line - back] : 0)
      guard let (kept, from) = rewound(to: start, current: current) else { return false }
      if let (path, last) = way(from: from, past: goal) {
        steps.removeSubrange(kept.count...)
        if let last = kept.last { steps[kept.count - 1] = last }
        for step in path { append(step) }
        at = last.at
        (j, current) = (last.j, last.current)
        return true
      }
      if start == first { return false }
    }
    return false
  }

  /// The steps up to a letter of the print and the place there; nil behind a difference.
  private func rewound(to start: Int, current: Int) -> (kept: [AlignmentStep], place: Place)? {
    var place = Place(at: at, j: start, current: current)
    var count = steps.count
    while count > 0 {
      switch steps[count - 1] {
      case .same(let sequence, let i, let j, let length):
        guard j + length > start else { return (Array(steps[..<count]), place) }
        place.current = sequence
        if j < start {
          place.at[sequence] = i + start - j
          return (steps[..<(count - 1)] + [.same(sequence: sequence, expected: i, printed: j, count: start - j)], place)
        }
        place.at[sequence] = i
      case .different(let sequence, let a, let b):
        guard b.upperBound > start || b.lowerBound >= start else { return (Array(steps[..<count]), place) }
        let isOptional =
          a.allSatisfy { expected[sequence].gaps[$0].contains(.optional) }
          && b.allSatisfy { printed.letters.gaps[$0].contains(.optional) }
        guard isOptional, b.lowerBound >= start else { return nil }
        place.at[sequence] = a.lowerBound
      }
      count -= 1
    }
    return ([], place)
  }

  private mutating func append(_ step: AlignmentStep) {
    if case .same(let sequence, let i, let j, let count) = step,
      case .same(sequence, let a, let b, let before)? = steps.last,
      a + before == i, b + before == j
    {
      steps[steps.count - 1] = .same(sequence: sequence, expected: a, printed: b, count: before + count)
    } else {
      steps.append(step)
    }
  }

  /// The first way from a place that leads to a letter of the print without a difference; to the end only if
  /// nothing is left over in any sequence.
  private func way(from first: Place, past goal: Int) -> (steps: [AlignmentStep], last: Place)? {
    var met: Set<Place> = [first]
    var nodes: [(place: Place, parent: Int, steps: [AlignmentStep])] = [(first, -1, [])]
    var waiting = [0]
    while let number = waiting.popLast() {
      let place = nodes[number].place
      if place.j >= goal, goal < end || isDone(place) {
        var path: [AlignmentStep] = []
        var node = number
        while node >= 0 {
          path += nodes[node].steps.reversed()
          node = nodes[node].parent
        }
        return (path.reversed(), place)
      }
      for (next, steps) in choices(at: place).reversed() where met.insert(next).inserted {
        nodes.append((next, number, steps))
        waiting.append(nodes.count - 1)
      }
      if nodes.count > Aligner.most { return nil }
    }
    return nil
  }

  /// Whether no sequence has letters left that must be printed.
  func isDone(_ place: Place) -> Bool {
    sequences.allSatisfy { optionalEnd(expected[$0], place.at[$0]) == expected[$0].count }
  }

  /// Where the comparison may go on from a place, the likeliest first.
  private func choices(at place: Place) -> [(Place, [AlignmentStep])] {
    var choices: [(Place, [AlignmentStep])] = []
    let (current, j) = (place.current, place.j)
    let i = place.at[current]
    func add(_ sequence: Int, _ i: Int, _ j: Int, _ steps: AlignmentStep...) {
      var next = place
      next.at[sequence] = i
      (next.j, next.current) = (j, sequence)
      choices.append((next, steps))
    }
    let length = sameLength(current, i, j)
    if length > 0 {
      add(current, i + length, j + length, .same(sequence: current, expected: i, printed: j, count: length))
    }
    let (a, b) = (Aligner.markEnd(expected[current], i), printedOptionalEnd(j))
    // marks of octavo's that stand beside each other: all of them, or the first alone
    let ends = Set([b, min(b, Aligner.markEnd(printed.letters, j))]).sorted(by: >)
    for b in ends where b > j { add(current, i, b, .different(sequence: current, expected: i..<i, printed: j..<b)) }
    if a > i, !isWithinNumber(i, of: current, j) {
      add(current, a, j, .different(sequence: current, expected: i..<a, printed: j..<j))
    }
    guard j < end, printed.line(of: j).lowerBound == j, !hasBegun(current, i) else { return choices }
    for sequence in sequences where sequence != current && begins(sequence, place.at[sequence], j) {
      add(sequence, place.at[sequence], j)
    }
    if let found = shuffled(j..<printed.line(of: j).upperBound, from: place.at) {
      var steps: [AlignmentStep] = []
      var next = place
      next.current = found.sequence
      (next.j, next.at[found.sequence]) = found.take(at: j, place.at[found.sequence], into: &steps)
      choices.append((next, steps))
    }
    return choices
  }

  /// Whether no more than its mark is passed of what stands apart: the rest must follow.
  private func hasBegun(_ sequence: Int, _ i: Int) -> Bool {
    let place = pieces[sequence].lowerBound { $0 <= i } - 1
    guard place >= 0, i < expected[sequence].count else { return false }
    let start = pieces[sequence][place]
    return start < i && optionalEnd(expected[sequence], start) == i
  }

  /// Whether a printed line may be the next of a sequence: some letter of it that is no mark agrees. By its mark alone
  /// any line would be any note's.
  private func begins(_ sequence: Int, _ i: Int, _ j: Int) -> Bool {
    let lineEnd = printed.line(of: j).upperBound
    let (a, b) = (optionalEnd(expected[sequence], i), printedOptionalEnd(j))
    return b < lineEnd && Set([i, a]).contains { goesOn(sequence, $0, b) || b > j && goesOn(sequence, $0, j) }
  }

  /// Behind the optional letters that stand together: what follows may be another mark, and printed.
  static func markEnd(_ letters: Letters, _ start: Int) -> Int {
    guard start < letters.count, letters.gaps[start].contains(.optional) else { return start }
    return letters.gaps[(start + 1)...].firstIndex { !$0.contains(.optional) || $0.contains(.cut) } ?? letters.count
  }

  /// Letters alike from a place on, up to the next where there is a choice.
  private func sameLength(_ sequence: Int, _ i: Int, _ j: Int) -> Int {
    guard i < expected[sequence].count, j < end else { return 0 }
    let most = min(commonLength(sequence, i, j, limit: 200), printed.line(of: j).upperBound - j)
    func isMark(_ k: Int) -> (Bool, Bool) {
      (expected[sequence].gaps[i + k].contains(.optional), printed.letters.gaps[j + k].contains(.optional))
    }
    guard most > 1 else { return most }
    let kinds = isMark(0)
    return (1..<most).first { isMark($0) != kinds } ?? most
  }
}
