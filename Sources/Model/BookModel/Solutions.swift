internal import Units

/// Solutions of exercises, gathered under a heading that says so and has nothing below it.
extension Book {
  /// Moves solutions there with the numbers of their exercises: all before it that no heading before it has. Elsewhere a
  /// solution stands right below its exercise and needs no number.
  /// - Returns: whether there are any.
  mutating func gatherSolutions(_ words: LabelWords) -> Bool {
    var last: (section: Int, block: Int)?
    for section in sections.indices {
      last = sections[section].placesOfSolutions(words).last.map { (section, $0) } ?? last
    }
    var waiting: [Block] = []
    var hasMoved = false
    for section in sections.indices {
      let places = Set(sections[section].placesOfSolutions(words))
      var kept: [Block] = []
      func place(_ block: Int) {
        guard places.contains(block) else { return }
        kept += waiting
        waiting = []
      }
      place(-1)
      for (index, block) in sections[section].blocks.enumerated() {
        guard case .callout(var callout) = block, callout.kind == .solution else {
          kept.append(block)
          place(index)
          continue
        }
        if let last, (section, index) < last {
          waiting.append(block)
          hasMoved = true
        } else {
          callout.number = ""
          kept.append(.callout(callout))
        }
      }
      sections[section].blocks = kept
    }
    return hasMoved
  }
}

extension Section {
  /// The blocks behind which solutions are to stand, -1 for below the section's heading.
  fileprivate func placesOfSolutions(_ words: LabelWords) -> [Int] {
    if blocks.isEmpty { return words.areSolutions(heading) ? [-1] : [] }
    return blocks.indices.filter { index in
      guard case .heading(let heading) = blocks[index], words.areSolutions(heading) else { return false }
      guard index + 1 < blocks.count else { return true }
      if case .heading = blocks[index + 1] { return true } else { return false }
    }
  }
}
