// Lines whose letters readers of PDFs give in another order.

/// A printed line and the letters of a sequence that are the same in some order: on either side all of them but
/// optional ones.
struct ShuffledLine {
  var sequence: Int
  var expected: [Range<Int>]
  var printed: [Range<Int>]
  /// The end of the line.
  var end: Int

  /// Adds the steps that lead past the line.
  /// - Parameters:
  ///   - j: its first letter.
  ///   - i: the next one of the sequence.
  /// - Returns: where both sides go on.
  func take(at j: Int, _ i: Int, into steps: inout [AlignmentStep]) -> (printed: Int, expected: Int) {
    var (i, j) = (i, j)
    func differ(_ a: Range<Int>, _ b: Range<Int>) {
      if !a.isEmpty || !b.isEmpty { steps.append(.different(sequence: sequence, expected: a, printed: b)) }
    }
    var wanted = expected[...]
    for var given in printed {
      differ(i..<i, j..<given.lowerBound)
      j = given.lowerBound
      while !given.isEmpty, let piece = wanted.first {
        differ(i..<piece.lowerBound, j..<j)
        let count = min(piece.count, given.count)
        steps.append(.same(sequence: sequence, expected: piece.lowerBound, printed: j, count: count))
        (i, j) = (piece.lowerBound + count, j + count)
        given = j..<given.upperBound
        if count == piece.count { wanted.removeFirst() } else { wanted[wanted.startIndex] = i..<piece.upperBound }
      }
    }
    differ(i..<i, j..<end)
    return (end, i)
  }
}

extension Aligner {
  /// Ways to take some groups of optional letters of a sequence that are tried for one line.
  private static let mostWays = 64

  /// The sequence whose next letters are those of a right-to-left line in another order, or of any line of a
  /// paragraph that runs so: all, or all but optional ones of either side.
  /// - Parameter at: the next letter of each sequence.
  func shuffled(_ line: Range<Int>, from at: [Int]) -> ShuffledLine? {
    let isShuffled = line.contains { printed.letters.gaps[$0].contains(.shuffled) }
    let possible = sequences.filter { sequence in
      let start = at[sequence]
      return isShuffled
        || start < expected[sequence].count && expected[sequence].gaps[start].contains(.backward)
    }
    guard !possible.isEmpty, !line.isEmpty else { return nil }
    var inWord: ShuffledLine?
    for pieces in choices(of: line) {
      for sequence in possible {
        let start = at[sequence]
        guard let found = letters(of: sequence, from: start, like: pieces, to: line.upperBound),
          isInOrder(sequence, found, printed: pieces)
        else { continue }
        let way = ShuffledLine(sequence: sequence, expected: found, printed: pieces, end: line.upperBound)
        if endsWord(sequence, found.last?.upperBound ?? start) { return way }
        inWord = inWord ?? way
      }
    }
    return inWord
  }

  /// A printed line with all of its optional letters, and without any.
  private func choices(of line: Range<Int>) -> [[Range<Int>]] {
    let words = printed.letters.gaps[line].indices { !$0.contains(.optional) }
    return [[line], Array(words.ranges)].filter { !$0.isEmpty }
  }

  /// Whether a line may well end before a letter: one that ends within a word has mostly taken letters of a mark for
  /// that word's.
  private func endsWord(_ sequence: Int, _ letter: Int) -> Bool {
    let side = expected[sequence]
    if letter >= side.count || side.isWordStart(letter) { return true }
    // nor does it end within a mark
    let isWithinMark = letter > 0 && side.gaps[letter - 1].contains(.optional) && !side.gaps[letter].contains(.cut)
    return side.gaps[letter].contains(.optional) && !isWithinMark
  }

  /// The next letters of a sequence that are those of some printed pieces in any order: each that is not optional,
  /// and groups of optional ones where they are needed. They end within a word only where no others are met, and
  /// where the next line of the print, which begins at `next`, does not go on only where none do so.
  private func letters(
    of sequence: Int, from start: Int, like pieces: [Range<Int>], to next: Int
  ) -> [Range<Int>]? {
    let side = expected[sequence]
    var counts: [UInt32: Int] = [:]
    for j in pieces.joined() { counts[printed.letters.ids[j], default: 0] += 1 }
    var left = pieces.reduce(0) { $0 + $1.count }
    var taken: [Int] = []
    func take(_ k: Int) -> Bool {
      let id = side.ids[k]
      guard let count = counts[id], count > 0 else { return false }
      counts[id] = count - 1
      left -= 1
      taken.append(k)
      return true
    }
    func giveBack(to count: Int) {
      while taken.count > count {
        counts[side.ids[taken.removeLast()], default: 0] += 1
        left += 1
      }
    }
    // groups that were taken: how many letters were before them, and where they end
    var ways: [(taken: Int, end: Int)] = []
    var tried = 0
    var k = start
    // those that end within a word, with one, and within one where the next line goes on
    var (inWord, atEnd, onwards): ([Int]?, [Int]?, [Int]?)
    while true {
      if left == 0 {
        let isAtEnd = endsWord(sequence, k)
        if goesOn(sequence, k, next) {
          if isAtEnd { break }
          onwards = onwards ?? taken
        }
        if isAtEnd { atEnd = atEnd ?? taken } else { inWord = inWord ?? taken }
        guard tried < Aligner.mostWays, let way = ways.popLast() else {
          taken = onwards ?? atEnd ?? inWord ?? taken
          break
        }
        tried += 1
        giveBack(to: way.taken)
        k = way.end
        continue
      }
      let isOptional = k < side.count && side.gaps[k].contains(.optional)
      if isOptional {
        let end = Aligner.markEnd(side, k)
        let before = taken.count
        // a line may end within the group
        while k < end, left > 0, take(k) { k += 1 }
        if k == end || left == 0 {
          ways.append((before, end))
        } else {
          giveBack(to: before)
          k = end
        }
      } else if k < side.count, take(k) {
        k += 1
      } else if let way = ways.popLast(), tried < Aligner.mostWays {
        // without the group that was taken last
        tried += 1
        giveBack(to: way.taken)
        k = way.end
      } else {
        guard let found = onwards ?? atEnd ?? inWord else { return nil }
        taken = found
        break
      }
    }
    var found: [Range<Int>] = []
    for k in taken {
      if let last = found.last, last.upperBound == k {
        found[found.count - 1] = last.lowerBound..<(k + 1)
      } else {
        found.append(k..<(k + 1))
      }
    }
    return found
  }
}
