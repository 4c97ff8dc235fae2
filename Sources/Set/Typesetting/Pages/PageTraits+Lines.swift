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
    // of an accent alone the ink has no width
    guard start <= end, !text.isEmpty else { return }
    stretches.append(
      Stretch(left: start, right: end, baseline: baseline, em: em, lineBaseline: baseline, lineEm: em))
    if [.marker, .cellMarker, .reachingMarker].contains(line.kind) {
      addLabel(from: start, to: end, baseline: baseline, em: em, text: text, isOfItem: true)
    }
    if [.cell, .reachingCell, .cellMarker, .reachingMarker].contains(line.kind) {
      cells.append(
        Cell(
          left: start, right: end, baseline: baseline, order: Int(file) << 32 + Int(line.source),
          isReaching: line.kind == .reachingCell || line.kind == .reachingMarker))
    }
  }

  /// Takes words in a tall face; those that follow each other in one are told together.
  mutating func add(tall stretch: Stretch) {
    if let last = stretches.last, last.baseline == stretch.baseline, last.ascent == stretch.ascent,
      last.descent == stretch.descent, last.em == stretch.em, last.lineBaseline == stretch.lineBaseline,
      abs(stretch.left - last.right) < 2 * stretch.em
    {
      stretches[stretches.count - 1].left = min(last.left, stretch.left)
      stretches[stretches.count - 1].right = max(last.right, stretch.right)
    } else {
      stretches.append(stretch)
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

  /// Words of a page where all stand on their lines' baselines, are as high as each other and the manuscript's, need no one
  /// to tell their lines.
  /// - Parameter text: of the page.
  mutating func forgetPlainLines(_ text: some Sequence<UInt8>) {
    guard cells.isEmpty, labels.isEmpty, !text.hasTallLetters,
      stretches.allSatisfy({ $0.baseline == $0.lineBaseline && $0.letterSpacing == 0 && $0.ascent == 0 })
    else { return }
    stretches = []
  }

  /// - Parameter baseline: of the reading itself.
  mutating func addReading(from start: Double, to end: Double, baseline: Double, em: Double) {
    readings.append(Box(onBaseline: baseline, em: em, from: start, to: end))
  }

  /// - Parameter baseline: of the label itself.
  mutating func addLabel(
    from start: Double, to end: Double, baseline: Double, em: Double, text: ArraySlice<UInt8>, isOfItem: Bool = false,
    isFolio: Bool = false
  ) {
    let words = String(decoding: text, as: UTF8.self)
    var label = Label(
      box: Box(onBaseline: baseline, em: em, from: start, to: end), text: words.filter { !$0.isWhitespace },
      isOfItem: isOfItem)
    label.isFolio = isFolio
    labels.append(label)
  }
}

extension PageTraits.Box {
  /// That letters take.
  fileprivate init(onBaseline baseline: Double, em: Double, from left: Double, to right: Double) {
    self.init(top: baseline - em, bottom: baseline + em * 0.3, left: left, right: right)
  }
}

extension Sequence<UInt8> {
  /// Whether some letters of a text are of scripts from Hebrew on, whose faces may be taller than those beside them.
  fileprivate var hasTallLetters: Bool {
    var isPunctuation = false
    return contains { byte in
      // U+2000 to U+207F: dashes and quotes
      defer { isPunctuation = byte == 0xE2 }
      return isPunctuation ? byte > 0x81 : byte >= 0xD6 && byte != 0xE2
    }
  }
}
