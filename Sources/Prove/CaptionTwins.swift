// What stands twice in print, once as a caption and once as text.

/// The steps, and their differences of signs and calls, where what stands twice in print, once as a caption or a note and
/// once as text, is taken in the order in which the fewest differ and the fewest words are joined: the letters do not tell
/// which is which.
func leastMarks(
  _ steps: [AlignmentStep], expected: ExpectedLetters, printed: PrintedLetters, signs: Signs
) -> (steps: [AlignmentStep], marks: [Punctuation.Difference]) {
  func marks(_ steps: [AlignmentStep]) -> [Punctuation.Difference] {
    Punctuation(expected, printed: printed, signs: signs).differences(steps)
  }
  func joined(_ steps: [AlignmentStep]) -> Int {
    var count = 0
    for step in steps { joinedLetters(step, expected: expected.sequences, printed: printed) { _, _ in count += 1 } }
    return count
  }
  var (steps, least) = (steps, marks(steps))
  var words = joined(steps)
  guard !least.isEmpty || words > 0 else { return (steps, least) }
  for (first, second) in twins(in: steps, of: expected).prefix(mostTwins) {
    guard let first = steps.firstIndex(of: first), let second = steps.firstIndex(of: second),
      let pair = exchanged(steps[first], steps[second])
    else { continue }
    var swapped = steps
    swapped.replaceSubrange(second...second, with: pair.second)
    swapped.replaceSubrange(first...first, with: pair.first)
    let (found, apart) = (marks(swapped), joined(swapped))
    if found.count + apart < least.count + words { (steps, least, words) = (swapped, found, apart) }
  }
  return (steps, least)
}

/// The steps, where of what stands twice in print the first was taken for the text, which goes on behind the second:
/// a table's caption that says what its first row does, and less of it.
func untwisted(
  _ steps: [AlignmentStep], expected: ExpectedLetters, printed: PrintedLetters
) -> [AlignmentStep] {
  guard steps.contains(where: { if case .different = $0 { true } else { false } }) else { return steps }
  var steps = steps
  for (first, second) in twins(in: steps, of: expected).prefix(mostTwins) {
    guard case .same(let sequence, let i, _, let count) = first, case .same(_, _, let l, let other) = second,
      let one = steps.firstIndex(of: first), let two = steps.firstIndex(of: second), two + 1 < steps.count,
      case .different(_, let nothing, let extra) = steps[two + 1], nothing.isEmpty, extra.lowerBound == l + other,
      let pair = exchanged(first, second)
    else { continue }
    let letters = expected.sequences[sequence].ids
    let rest = steps.firstIndex {
      guard case .different(sequence, let lost, let none) = $0 else { return false }
      return none.isEmpty && lost.lowerBound == i + count && lost.count == extra.count
        && letters[lost].elementsEqual(printed.letters.ids[extra])
    }
    guard let rest, rest != two + 1 else { continue }
    let found = AlignmentStep.same(
      sequence: sequence, expected: i + count, printed: extra.lowerBound, count: extra.count)
    // from the last to the first, so that places stay
    let changes = [(one, pair.first), (two, pair.second), (two + 1, [found]), (rest, [])]
    for (place, made) in changes.sorted(by: { $0.0 > $1.0 }) { steps.replaceSubrange(place...place, with: made) }
  }
  return steps
}

/// Each is looked through the whole book for.
private let mostTwins = 8

/// Two runs with the letters of each other's sequence, as far as these are the same: the last of the first.
private func exchanged(_ first: AlignmentStep, _ second: AlignmentStep) -> (
  first: [AlignmentStep], second: [AlignmentStep]
)? {
  guard case .same(let s, let i, let j, let count) = first, case .same(let t, let k, let l, let other) = second
  else { return nil }
  let alike = min(count, other)
  let before = count - alike
  func run(_ sequence: Int, _ expected: Int, _ printed: Int, _ count: Int) -> [AlignmentStep] {
    count > 0 ? [.same(sequence: sequence, expected: expected, printed: printed, count: count)] : []
  }
  // what is left of either goes on with its own letters
  return (
    run(s, i, j, before) + run(t, k, j + before, alike),
    run(s, i + before, l, alike) + run(t, k + alike, l + alike, other - alike)
  )
}

/// Runs of two sequences that follow each other in print, of which one ends, or begins, with the letters that the other
/// one is.
private func twins(in steps: [AlignmentStep], of expected: ExpectedLetters) -> [(AlignmentStep, AlignmentStep)] {
  let runs = steps.filter { if case .same = $0 { true } else { false } }
  return zip(runs, runs.dropFirst()).filter { first, second in
    guard case .same(let s, let i, _, let count) = first, case .same(let t, let k, _, let other) = second, s != t
    else { return false }
    let alike = min(count, other)
    return alike > 2
      && expected.sequences[s].ids[(i + count - alike)..<(i + count)]
        .elementsEqual(expected.sequences[t].ids[k..<(k + alike)])
  }
}
