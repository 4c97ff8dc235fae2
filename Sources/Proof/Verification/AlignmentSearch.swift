// The ways on from a place where there is a choice.

extension Aligner {
  /// A place in the comparison: the next letter of each sequence and of the print.
  struct Place: Hashable {
    var at: [Int]
    var j: Int
    var current: Int
  }

  /// Lines that are read anew where no way leads on, at most: the first is the one at hand.
  private static let linesBack = [0, 1, 3, 8, 24]
  /// Letters that must agree behind it.
  private static let past = 32
  /// Places looked at for one choice: a page has some hundred.
  private static let most = 4_000

  /// Goes on without a difference, from here or from some lines before, which may have been read in the wrong one of
  /// several ways: optional letters passed over or not, another sequence gone over to or not.
  ///
  /// What is found proves as much as any comparison: every letter that is not optional, in the order of its sequence.
  mutating func findWay(_ current: inout Int, _ j: inout Int, since first: Int) -> Bool {
    let place = Place(at: at, j: j, current: current)
    let goal = min(end, j + Aligner.past)
    if let way = way(from: place, past: goal) {
      take(way, behind: steps.count, nil, &current, &j)
      return true
    }
    let line = printed.lineStarts.lowerBound { $0 <= j } - 1
    for back in Aligner.linesBack where searches > 0 {
      let start = max(first, line >= back && line >= 0 ? printed.lineStarts[line - back] : 0)
      guard let (kept, cut, from) = rewound(to: start, from: place) else { break }
      if from.j < j, let way = way(from: from, past: goal) {
        take(way, behind: kept, cut, &current, &j)
        return true
      }
      if start == first { break }
    }
    searches -= 1
    return false
  }

  private mutating func take(
    _ way: (steps: [AlignmentStep], last: Place), behind kept: Int, _ cut: AlignmentStep?, _ current: inout Int,
    _ j: inout Int
  ) {
    steps.removeSubrange(kept...)
    for step in [cut].compactMap(\.self) + way.steps { append(step) }
    (at, j, current) = (way.last.at, way.last.j, way.last.current)
  }

  /// How many steps stay, and what does of the next one, where all behind a letter of the print are taken back, and the
  /// place there; nil behind a difference.
  private func rewound(to start: Int, from place: Place) -> (kept: Int, cut: AlignmentStep?, place: Place)? {
    var place = place
    var kept = steps.count
    while kept > 0 {
      switch steps[kept - 1] {
      case .same(let sequence, let i, let j, let length):
        guard j + length > start else { return (kept, nil, place) }
        (place.current, place.j) = (sequence, max(j, start))
        if j < start {
          place.at[sequence] = i + start - j
          return (kept - 1, .same(sequence: sequence, expected: i, printed: j, count: start - j), place)
        }
        place.at[sequence] = i
      case .different(let sequence, let a, let b):
        guard b.upperBound > start || b.lowerBound >= start else { return (kept, nil, place) }
        let isOptional =
          a.allSatisfy { expected[sequence].gaps[$0].contains(.optional) }
          && b.allSatisfy { printed.letters.gaps[$0].contains(.optional) }
        guard isOptional, b.lowerBound >= start else { return nil }
        (place.at[sequence], place.j) = (a.lowerBound, b.lowerBound)
      }
      kept -= 1
    }
    return (0, nil, place)
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
    let isLineStart = j < end && printed.line(of: j).lowerBound == j
    func addOthers() {
      guard isLineStart else { return }
      for sequence in sequences where sequence != current && begins(sequence, place.at[sequence], j) {
        add(sequence, place.at[sequence], j)
      }
    }
    // a caption is one's own before it is of the text, and what comes behind it the text's before it is another
    let isOfOther =
      isLineStart && printed.isCaption(lineOf: j) != (kinds[current] == .captions)
      && (kinds[current] != .captions || j > 0 && printed.isCaption(lineOf: j - 1))
    if isOfOther { addOthers() }
    // a line of letters that run to the left is one's as a whole
    if isLineStart, printed.isShuffled(lineOf: j) {
      addShuffled(at: place, to: &choices)
    } else {
      let length = sameLength(current, i, j)
      if length > 0 {
        add(current, i + length, j + length, .same(sequence: current, expected: i, printed: j, count: length))
      }
    }
    // a mark at a line's beginning is a note's before it is a stray one
    if !isOfOther { addOthers() }
    let (a, b) = (Aligner.markEnd(expected[current], i), printedOptionalEnd(j))
    // marks of octavo's that stand beside each other: all of them, or the first alone
    let ends = Set([b, min(b, Aligner.markEnd(printed.letters, j))]).sorted(by: >)
    if !isWithinNumber(i, of: current, j) {
      if a > i, b > j { add(current, a, b, .different(sequence: current, expected: i..<a, printed: j..<b)) }
      for b in ends where b > j { add(current, i, b, .different(sequence: current, expected: i..<i, printed: j..<b)) }
      if a > i { add(current, a, j, .different(sequence: current, expected: i..<a, printed: j..<j)) }
    }
    if isLineStart, !printed.isShuffled(lineOf: j) { addShuffled(at: place, to: &choices) }
    return choices
  }

  private func addShuffled(at place: Place, to choices: inout [(Place, [AlignmentStep])]) {
    guard let found = shuffled(printed.line(of: place.j), from: place.at) else { return }
    var steps: [AlignmentStep] = []
    var next = place
    next.current = found.sequence
    (next.j, next.at[found.sequence]) = found.take(at: place.j, place.at[found.sequence], into: &steps)
    choices.append((next, steps))
  }

  /// Whether a number that may be printed or not, on one side, agrees in part with one that is text: 100 with 1.
  private func isWithinNumber(_ i: Int, of sequence: Int, _ j: Int) -> Bool {
    let (here, there) = (expected[sequence], printed.letters)
    guard i > 0, j > 0, here.ids[i - 1] == there.ids[j - 1] else { return false }
    func isWithin(_ letters: Letters, _ k: Int) -> Bool {
      k < letters.count && letters.gaps[k].contains(.optional) && letters.gaps[k].isDisjoint(with: [.cut, .lineEnd])
        && letters.gaps[k - 1].contains(.optional) && [k - 1, k].allSatisfy { (0x30...0x39).contains(letters.ids[$0]) }
    }
    return isWithin(here, i) && !there.gaps[j - 1].contains(.optional)
      || isWithin(there, j) && !here.gaps[i - 1].contains(.optional)
  }

  /// Whether a printed line may be the next of a sequence: some letter of it that is no mark agrees. By its mark alone
  /// any line would be any note's.
  private func begins(_ sequence: Int, _ i: Int, _ j: Int) -> Bool {
    let lineEnd = printed.line(of: j).upperBound
    let (a, b) = (optionalEnd(expected[sequence], i), printedOptionalEnd(j))
    return b < lineEnd && Set([i, a]).contains { goesOn(sequence, $0, b) || b > j && goesOn(sequence, $0, j) }
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
    // a call among the words of a picture is a part of its own
    return (1..<most).first {
      isMark($0) != kinds || expected[sequence].gaps[i + $0].isSuperset(of: [.optional, .cut])
    }
      ?? most
  }
}
