internal import BookModel
internal import Design
internal import Units

/// Text in columns: what does not fit into one stands across all of them.
extension GalleyMaker {
  /// Sets text in columns of a page, its headings and notes in them.
  func setInColumns(_ blocks: [Block], count: Int, in frame: Frame, isFlush: Bool) {
    let shape = ColumnShape(design, count: count)
    if shape.count < count, !complaints.hasNarrowColumns {
      complaints.hasNarrowColumns = true
      complaints.diagnostics.append(
        Diagnostic(
          .warning, code: "columns-narrow",
          "\(count) columns would be too narrow for the type, so there \(shape.count == 1 ? "is 1" : "are \(shape.count)")",
          help: "a larger trim, smaller margins or smaller type make room", source: blocks.first?.source))
    }
    guard shape.count > 1, !isInNote, column.count == 1, frame.leadingIndent == 0, !frame.isBoxed else {
      return set(blocks, in: frame, isFlush: isFlush)
    }
    let whole = column
    var isFlush = isFlush
    for (range, isAcross) in runs(of: blocks, in: frame, shape) {
      // what stood last in a run has no white below it
      if range.lowerBound > 0 { space(feathering: .block) }
      let part = Array(blocks[range])
      if isAcross {
        set(part, in: frame, isFlush: isFlush)
      } else {
        let first = galley.elements.count
        setMeasure(shape)
        let ofWhole = verseIndent
        verseIndent = verseIndent(of: part)
        set(part, in: frame, isFlush: isFlush)
        verseIndent = ofWhole
        setMeasure(whole)
        if first < galley.elements.count {
          galley.columns.append(ColumnRegion(elements: first..<galley.elements.count, shape: shape, isIndex: false))
        }
      }
      // as in a run of text: behind tables and pictures no paragraph is indented
      isFlush = isAcross
    }
  }

  /// A table whose rows were longer than so many columns, set in one line, stands across them.
  private static let mostLinesOfRow: Int32 = 2

  /// Blocks that stand in columns and across them, by turns. Headings and titles above what stands across go with it.
  private func runs(of blocks: [Block], in frame: Frame, _ shape: ColumnShape) -> [(Range<Int>, isAcross: Bool)] {
    var isAcross = blocks.map { standsAcross($0, in: frame, shape) }
    for index in blocks.indices.dropLast().reversed() where isAcross[index + 1] {
      switch blocks[index] {
      case .heading: isAcross[index] = true
      case .paragraph(let paragraph):
        if paragraph.isSideHead || GalleyMaker.titlesTable(blocks, at: index) { isAcross[index] = true }
      default: break
      }
    }
    var runs: [(Range<Int>, isAcross: Bool)] = []
    for index in blocks.indices {
      if let last = runs.last, last.isAcross == isAcross[index] {
        runs[runs.count - 1].0 = last.0.lowerBound..<index + 1
      } else {
        runs.append((index..<index + 1, isAcross[index]))
      }
    }
    return runs
  }

  /// Tables whose words a column would break, and formulas wider than one.
  private func standsAcross(_ block: Block, in frame: Frame, _ shape: ColumnShape) -> Bool {
    let whole = column
    switch block {
    case .table(let table):
      setMeasure(shape)
      defer { setMeasure(whole) }
      guard let narrow = self.shape(of: table, in: frame) else { return true }
      return narrow.natural > measure * GalleyMaker.mostLinesOfRow && narrow.natural > narrow.width
    case .paragraph(let paragraph):
      guard setsFormulas, !formulas.isMissing, let (formula, source, number) = paragraph.displayed else { return false }
      let style = shaper.style(resolver.style(frame.style, .plain))
      let lines = formulas.lines(
        of: formula, source: source, number: number, style: style, room: Length(units: Int(measure)),
        isBackward: resolver.isRightToLeft)
      return lines.contains { $0.part.width.units > Int(shape.measure) }
    case .callout(let callout): return callout.kind.columns != nil
    default: return false
    }
  }
}
