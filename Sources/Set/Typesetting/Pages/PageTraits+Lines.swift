internal import PageModel

extension PageTraits {
  /// Takes what a line has to tell.
  /// - Parameters:
  ///   - file: of the manuscript, that the line's source counts in.
  ///   - start, end: of its ink.
  ///   - text: its words, from a place in the page's text on.
  mutating func add(
    _ line: LineRecord, ofFile file: UInt16, from start: Double, to end: Double, baseline: Double, em: Double,
    text: ArraySlice<UInt8>
  ) {
    guard start < end, !text.isEmpty else { return }
    switch line.kind {
    case .cell, .reachingCell:
      cells.append(
        Cell(
          left: start, right: end, baseline: baseline, order: Int(file) << 32 + Int(line.source),
          isReaching: line.kind == .reachingCell))
    case .marker: addLabel(from: start, to: end, baseline: baseline, em: em, text: text)
    case .text, .ornament: break
    }
  }

  /// Takes a line's place in its column.
  /// - Parameters:
  ///   - left, right: of the column.
  ///   - em: of the line's type.
  mutating func addLine(inColumnFrom left: Double, to right: Double, baseline: Double, em: Double) {
    let box = Box(onBaseline: baseline, em: em, from: left, to: right)
    guard let last = columns.indices.last, columns[last].left == left, columns[last].right == right else {
      return columns.append(box)
    }
    columns[last].top = min(columns[last].top, box.top)
    columns[last].bottom = max(columns[last].bottom, box.bottom)
  }

  /// - Parameter baseline: of the reading itself.
  mutating func addReading(from start: Double, to end: Double, baseline: Double, em: Double) {
    readings.append(Box(onBaseline: baseline, em: em, from: start, to: end))
  }

  /// - Parameter baseline: of the label itself.
  mutating func addLabel(from start: Double, to end: Double, baseline: Double, em: Double, text: ArraySlice<UInt8>) {
    let words = String(decoding: text, as: UTF8.self)
    labels.append(
      Label(
        box: Box(onBaseline: baseline, em: em, from: start, to: end), text: words.filter { !$0.isWhitespace }))
  }
}

extension PageTraits.Box {
  /// That letters take.
  fileprivate init(onBaseline baseline: Double, em: Double, from left: Double, to right: Double) {
    self.init(top: baseline - em, bottom: baseline + em * 0.3, left: left, right: right)
  }
}
