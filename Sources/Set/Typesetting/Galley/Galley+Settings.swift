internal import PageBreaking

extension Galley {
  /// Lets go the settings that no solution takes, with their lines: half of all lines, since a
  /// paragraph in thirty is set otherwise than naturally. Natural settings stay.
  mutating func keepSettings(of solutions: ChapterSolutions) {
    var taken: Set<Int> = []
    func key(_ element: Int, _ setting: Int) -> Int { element << 16 | setting }
    for solution in solutions.solutions {
      for page in solution.pages {
        for piece in page.pieces where piece.setting > 0 { taken.insert(key(piece.element, piece.setting)) }
      }
    }
    var isKept = [Bool](repeating: true, count: lines.count)
    for element in elements.indices {
      for setting in records[element].indices.dropFirst() where !taken.contains(key(element, setting)) {
        for record in records[element][setting] { isKept[record] = false }
        records[element][setting] = 0..<0
        elements[element].settings[setting].lines = []
      }
    }
    var places: [Int] = []
    places.reserveCapacity(lines.count)
    var kept: [LineRecord] = []
    kept.reserveCapacity(isKept.count { $0 })
    for (line, stays) in zip(lines, isKept) {
      places.append(kept.count)
      if stays { kept.append(line) }
    }
    lines = kept
    for element in records.indices {
      for (setting, range) in records[element].enumerated() where !range.isEmpty {
        let first = places[range.lowerBound]
        records[element][setting] = first..<first + range.count
      }
    }
    calls = calls.filter { isKept[$0.record] }.map { Call(record: places[$0.record], note: $0.note) }
    attached = attached.filter { isKept[$0.record] }.map { Attachment(record: places[$0.record], line: $0.line) }
    // of their own size: they have grown by doubling
    items = items.map(\.self)
  }
}
