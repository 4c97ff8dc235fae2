extension Sequence<Int> {
  /// Ascending numbers, those that follow each other together.
  package var runs: [ClosedRange<Int>] {
    var runs: [ClosedRange<Int>] = []
    for number in self {
      if let last = runs.last, last.upperBound + 1 == number {
        runs[runs.count - 1] = last.lowerBound...number
      } else {
        runs.append(number...number)
      }
    }
    return runs
  }
}

extension ClosedRange<Int> {
  /// `3`, `3–7`
  package var written: String { count == 1 ? "\(lowerBound)" : "\(lowerBound)–\(upperBound)" }
}
