/// The words that two stretches of text do not share.
struct WordDifference {
  var sequence: Int
  /// Expected words that are not printed there.
  var lost: [Range<Int>]
  /// Printed words that are not expected there.
  var extra: [Range<Int>]
  /// Where the stretches begin.
  var expected: Int
  var printed: Int
}

/// Widens each difference to whole words and takes out the words both sides have in order.
///
/// Linear but for stretches of at most 1,000,000 pairs of words, which are compared pair by pair.
func wordDifferences(
  _ steps: [AlignmentStep], expected: [Letters], printed: Letters
) -> [WordDifference] {
  var differences: [WordDifference] = []
  // Letters at the beginning of the coming run that the difference before has taken.
  var taken = 0
  for (index, step) in steps.enumerated() {
    guard case .different(let sequence, var a, var b) = step else { continue }
    let letters = expected[sequence]
    var room = 0
    if index > 0, case .same(sequence, let i, let j, let count) = steps[index - 1], i + count == a.lowerBound,
      j + count == b.lowerBound
    {
      room = count - taken
    }
    taken = 0
    // Of several ways to place a lone stretch ("that that") take the one at word boundaries.
    if let slide = slide(a, b, letters, printed, room) {
      a = (a.lowerBound - slide)..<(a.upperBound - slide)
      b = (b.lowerBound - slide)..<(b.upperBound - slide)
    } else {
      while room > 0, !(letters.isWordStart(a.lowerBound) && printed.isWordStart(b.lowerBound)) {
        a = (a.lowerBound - 1)..<a.upperBound
        b = (b.lowerBound - 1)..<b.upperBound
        room -= 1
      }
      if index + 1 < steps.count, case .same(sequence, a.upperBound, b.upperBound, let count) = steps[index + 1] {
        while taken < count, !(letters.isWordStart(a.upperBound) && printed.isWordStart(b.upperBound)) {
          a = a.lowerBound..<(a.upperBound + 1)
          b = b.lowerBound..<(b.upperBound + 1)
          taken += 1
        }
      }
    }
    let (lost, extra) = unshared(letters.words(in: a), letters, printed.words(in: b), printed)
    guard !lost.isEmpty || !extra.isEmpty else { continue }
    differences.append(
      WordDifference(sequence: sequence, lost: lost, extra: extra, expected: a.lowerBound, printed: b.lowerBound))
  }
  return differences
}

/// How far to the left a stretch that only one side has can move until it is made of whole words.
private func slide(_ a: Range<Int>, _ b: Range<Int>, _ letters: Letters, _ printed: Letters, _ room: Int) -> Int? {
  guard a.isEmpty != b.isEmpty else { return nil }
  let (range, side) = a.isEmpty ? (b, printed) : (a, letters)
  var slide = 0
  while !(side.isWordStart(range.lowerBound - slide) && side.isWordStart(range.upperBound - slide)) {
    guard slide < room, side.ids[range.lowerBound - slide - 1] == side.ids[range.upperBound - slide - 1] else {
      return nil
    }
    slide += 1
  }
  return slide
}

/// The words of each side that are not in a longest common subsequence of both.
private func unshared(
  _ a: [Range<Int>], _ aLetters: Letters, _ b: [Range<Int>], _ bLetters: Letters
) -> ([Range<Int>], [Range<Int>]) {
  let x = a.map(aLetters.hash)
  let y = b.map(bLetters.hash)
  var head = 0
  while head < x.count, head < y.count, x[head] == y[head] { head += 1 }
  var tail = 0
  while tail < x.count - head, tail < y.count - head, x[x.count - 1 - tail] == y[y.count - 1 - tail] { tail += 1 }
  let (n, m) = (x.count - head - tail, y.count - head - tail)
  guard n > 0, m > 0, n * m <= 1_000_000 else {
    return (Array(a[head..<(head + n)]), Array(b[head..<(head + m)]))
  }
  // common[i * (m + 1) + j]: the longest common subsequence of the words from i and from j on.
  var common = [UInt16](repeating: 0, count: (n + 1) * (m + 1))
  for i in stride(from: n - 1, through: 0, by: -1) {
    for j in stride(from: m - 1, through: 0, by: -1) {
      common[i * (m + 1) + j] =
        x[head + i] == y[head + j]
        ? common[(i + 1) * (m + 1) + j + 1] &+ 1
        : max(common[(i + 1) * (m + 1) + j], common[i * (m + 1) + j + 1])
    }
  }
  var lost: [Range<Int>] = []
  var extra: [Range<Int>] = []
  var (i, j) = (0, 0)
  while i < n || j < m {
    if i < n, j < m, x[head + i] == y[head + j] {
      i += 1
      j += 1
    } else if j == m || (i < n && common[(i + 1) * (m + 1) + j] >= common[i * (m + 1) + j + 1]) {
      lost.append(a[head + i])
      i += 1
    } else {
      extra.append(b[head + j])
      j += 1
    }
  }
  return (lost, extra)
}

/// Letters of a matched run before which the manuscript parts two words, or a
/// word from a mark, and the PDF prints them as one.
func joinedLetters(_ step: AlignmentStep, expected: [Letters], printed: PrintedLetters, _ body: (Int, Int) -> Void) {
  guard case .same(let sequence, let i, let j, let count) = step, count > 1 else { return }
  let letters = expected[sequence]
  for k in 1..<count {
    let found = printed.letters.gaps[j + k]
    guard found.isDisjoint(with: [.space, .hyphen, .dash, .point, .lineEnd, .cut, .moved, .shuffled]) else { continue }
    let wanted = letters.gaps[i + k]
    guard !wanted.isDisjoint(with: [.space, .hyphen, .dash, .point]) else { continue }
    if !wanted.isDisjoint(with: [.cut, .unspaced, .optional]) { continue }
    if !letters.gaps[i + k - 1].isDisjoint(with: [.unspaced, .optional]) { continue }
    // A hyphen at the end of a manuscript line may be joined.
    if wanted.contains(.hyphen), wanted.contains(.lineEnd) { continue }
    // what stands beside letters that readers of PDFs shuffle says nothing of their words
    if wanted.contains(.backward) || printed.isShuffled(lineOf: j + k) { continue }
    body(i + k, j + k)
  }
}
