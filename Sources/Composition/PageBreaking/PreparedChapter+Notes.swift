/// Where notes may be parted.
extension PreparedChapter {
  /// Rows of a line's notes that may stay on its page, where more must go on; nil where none may.
  ///
  /// Up to three lines may follow under the call, more only where what comes next in the note cannot be parted.
  func stays(of line: Line, room: Int, style: PageRules) -> ClosedRange<Int>? {
    let least = style.minimumNoteRows
    guard line.notes >= 2 * least, room >= least else { return nil }
    var most = min(room, line.notes - least)
    if let block = block(around: line.notes - most, of: line) { most = line.notes - block.upperBound }
    guard most >= least else { return nil }
    return max(least, min(most, room - 3))...most
  }

  /// Whether a line's notes may be parted so that so many rows stay.
  func mayPart(_ line: Line, after stay: Int) -> Bool { block(around: line.notes - stay, of: line) == nil }

  /// Rows of its notes that stand on a line's page at least.
  func leastStay(of line: Line, style: PageRules) -> Int {
    let least = style.minimumNoteRows
    guard line.notes >= 2 * least else { return line.notes }
    guard let block = block(around: line.notes - least, of: line) else { return least }
    return block.lowerBound < least ? line.notes : line.notes - block.lowerBound
  }

  /// Rows of its notes that stay where they are parted for lack of any other way.
  func forcedStay(of line: Line, room: Int) -> Int {
    let stay = max(0, min(line.notes, room))
    return block(around: line.notes - stay, of: line).map { line.notes - $0.upperBound } ?? stay
  }

  private func block(around rest: Int, of line: Line) -> Range<Int>? {
    line.blocks < 0 ? nil : noteBlocks[line.blocks].holding(rest)
  }

  /// What cannot be parted of the last notes that are called before a line of an element.
  func blocks(before line: Int, ofSetting setting: Int?, element: Int) -> [Range<Int>] {
    guard !noteBlocks.isEmpty else { return [] }
    func last(_ lines: Range<Int>) -> Line? { self.lines[lines].last { $0.notes > 0 } }
    var caller = setting.flatMap { last(settings[$0].lines.prefix(line)) }
    var before = element - 1
    while caller == nil, before >= 0 {
      caller = elements[before].settings.first.flatMap { last(settings[$0].lines) }
      before -= 1
    }
    guard let caller, caller.blocks >= 0 else { return [] }
    return noteBlocks[caller.blocks]
  }
}

extension [Range<Int>] {
  /// The one that would be parted where so many rows go on.
  func holding(_ rest: Int) -> Range<Int>? { first { $0.lowerBound < rest && rest < $0.upperBound } }
}
