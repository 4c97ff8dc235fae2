// Where both sides agree again behind a difference.

extension Aligner {
  /// The nearest place, over all sequences, where the sides agree again.
  func anchor(from j: Int) -> (sequence: Int, expected: Int, printed: Int)? {
    var reach = 256
    while true {
      let printedEnd = min(j + reach, end)
      var isWhole = printedEnd == end
      let there = positions(in: printed.letters.ids, j..<printedEnd)
      var best: (sequence: Int, expected: Int, printed: Int, cost: Int)?
      for sequence in sequences {
        let start = at[sequence]
        let stop = min(start + reach, expected[sequence].count)
        if stop < expected[sequence].count { isWhole = false }
        guard let found = nearest(sequence, start..<stop, j, there) else { continue }
        let cost = found.expected - start + found.printed - j
        if cost < best?.cost ?? .max { best = (sequence, found.expected, found.printed, cost) }
      }
      if let best { return (best.sequence, best.expected, best.printed) }
      if isWhole { return nil }
      reach *= 2
    }
  }

  /// Where each run of `anchor` letters in a range begins; nothing for those that repeat in it.
  private func positions(in ids: [UInt32], _ range: Range<Int>) -> [UInt64: Int] {
    var positions: [UInt64: Int] = [:]
    positions.reserveCapacity(range.count)
    forEachHash(ids, range) { hash, position in
      positions[hash] = positions[hash] == nil ? position : -1
    }
    return positions
  }

  private func nearest(
    _ sequence: Int, _ range: Range<Int>, _ j: Int, _ there: [UInt64: Int]
  ) -> (expected: Int, printed: Int)? {
    // Of each printed position the expected one, or -1 where it repeats here.
    var met: [Int: Int] = [:]
    forEachHash(expected[sequence].ids, range) { hash, position in
      guard let place = there[hash], place >= 0 else { return }
      met[place] = met[place] == nil ? position : -1
    }
    var best: (expected: Int, printed: Int)?
    for (place, position) in met where position >= 0 {
      guard commonLength(sequence, position, place, limit: Aligner.anchor) == Aligner.anchor else { continue }
      // Ties go to the earlier printed place, whatever the order of the dictionary.
      if let best, (best.expected + best.printed, best.printed) <= (position + place, place) { continue }
      best = (position, place)
    }
    guard var found = best else { return nil }
    let a = expected[sequence].ids
    while found.expected > range.lowerBound, found.printed > j,
      a[found.expected - 1] == printed.letters.ids[found.printed - 1]
    {
      found.expected -= 1
      found.printed -= 1
    }
    return found
  }

  /// A rolling hash of every run of `anchor` letters in a range.
  private func forEachHash(_ ids: [UInt32], _ range: Range<Int>, _ body: (UInt64, Int) -> Void) {
    let size = Aligner.anchor
    guard range.count >= size else { return }
    let base: UInt64 = 0x9E37_79B9_7F4A_7C15
    var top: UInt64 = 1
    for _ in 1..<size { top = top &* base }
    var hash: UInt64 = 0
    ids.withUnsafeBufferPointer { ids in
      for index in range {
        if index >= range.lowerBound + size { hash = hash &- top &* UInt64(ids[index - size] &+ 1) }
        hash = hash &* base &+ UInt64(ids[index] &+ 1)
        if index + 1 >= range.lowerBound + size { body(hash, index + 1 - size) }
      }
    }
  }
}
