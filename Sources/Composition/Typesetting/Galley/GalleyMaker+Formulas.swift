internal import BookModel
internal import Design
internal import Formula
internal import PageBreaking
internal import Units

extension Paragraph {
  /// The formula that the paragraph is, on lines of its own, and what stands behind it: its number.
  var displayed: (formula: Formula, source: String, number: String)? {
    guard let first = inlines.first, case .text(let source) = first.content, let formula = first.style.formula,
      formula.isDisplayed, inlines.count <= 3
    else { return nil }
    let rest = Array(inlines.dropFirst())
    guard rest.allSatisfy({ if case .text = $0.content { $0.style.formula == nil } else { false } }) else { return nil }
    var number = rest.plainText[...]
    while number.first?.isWhitespace == true { number.removeFirst() }
    while number.last?.isWhitespace == true { number.removeLast() }
    // a mark of punctuation behind a formula is its own
    guard number.isEmpty || number.first == "(" && number.last == ")" else { return nil }
    return (formula, source.withoutOuterBlanks, String(number))
  }
}

extension String {
  /// Markdown keeps the blanks between a formula and its signs.
  fileprivate var withoutOuterBlanks: String {
    var words = self[...].drop { $0 == " " }
    while words.last == " " { words.removeLast() }
    return String(words)
  }
}

/// Formulas: in lines of text, and on lines of their own.
extension GalleyMaker {
  func parts(ofFormula inline: Inline, style: Int) -> [SetPicture] {
    guard let formula = inline.style.formula, case .text(let source) = inline.content else { return [] }
    guard !formulas.isMissing else {
      sayThatFontIsMissing(at: inline.source)
      return []
    }
    return formulas.parts(of: formula, source: source.withoutOuterBlanks, style: style).map {
      picture(of: $0, inline.source)
    }
  }

  private func picture(of part: FormulaMaker.Part, _ source: SourceLocation) -> SetPicture {
    let (height, depth) = (PackedLength(clamping: part.height), PackedLength(clamping: part.depth))
    return SetPicture(
      file: "", bytes: nil, item: 0, width: max(1, PackedLength(clamping: part.width)), height: height + depth,
      depth: depth,
      pixelsAcross: nil, formula: part.formula, source: source)
  }

  private func sayThatFontIsMissing(at source: SourceLocation) {
    guard !complaints.lacksMathFont else { return }
    complaints.lacksMathFont = true
    complaints.diagnostics.append(
      Diagnostic(
        .warning, code: "math-font",
        "there is no font for formulas, such as \(formulas.wantedFamily), so they are set as their source",
        help: "install fonts-texgyre-math, or name a font that has a MATH table with --math-font", source: source))
  }

  /// Sets a formula on lines of its own: in the middle, with a number at the end of the measure, in whole rows with white
  /// above and below of some two thirds of an em or more.
  /// - Returns: false for a paragraph that is none.
  func setFormula(_ paragraph: Paragraph, in frame: Frame) -> Bool {
    guard setsFormulas, let (formula, source, number) = paragraph.displayed else { return false }
    guard !formulas.isMissing else {
      sayThatFontIsMissing(at: paragraph.source)
      return false
    }
    let style = shaper.style(resolver.style(frame.style, .plain))
    let room = max(em, measure - frame.leadingIndent - frame.trailingIndent)
    let lines = formulas.lines(
      of: formula, source: source, number: number, style: style, room: Length(units: Int(room)),
      isBackward: resolver.isRightToLeft)
    guard !lines.isEmpty else { return false }
    // what fills a third of a page may be parted between its lines
    var groups: [ArraySlice<(part: FormulaMaker.Part, gap: Length)>] = [lines[...]]
    if extent(of: lines[...]) > Double(Int32(clamping: design.rows / 3) * leading) {
      groups = lines.indices.map { lines[$0...$0] }
    }
    guard groups.allSatisfy({ extent(of: $0) < Double(Int32(clamping: design.rows - 2) * leading) }) else {
      complaints.diagnostics.append(
        Diagnostic(
          .warning, code: "formula-tall", "this formula is taller than a page and set as its source",
          help: "part it, such as with align", source: paragraph.source))
      return false
    }
    for (index, group) in groups.enumerated() {
      set(group, isFirst: index == 0, isLast: index == groups.count - 1, frame, style: style, paragraph.source)
      // no line of it alone on a page
      if index == 0 || index == groups.count - 2, groups.count > 1 { keepLastWithNext() }
    }
    return true
  }

  /// From head to foot, 1/1024 pt.
  private func extent(of lines: ArraySlice<(part: FormulaMaker.Part, gap: Length)>) -> Double {
    var sum = 0
    for (index, line) in zip(lines.indices, lines) {
      sum += line.part.height.units + line.part.depth.units + (index < lines.endIndex - 1 ? line.gap.units : 0)
    }
    return Double(sum)
  }

  private func set(
    _ lines: ArraySlice<(part: FormulaMaker.Part, gap: Length)>, isFirst: Bool, isLast: Bool, _ frame: Frame,
    style: Int,
    _ source: SourceLocation
  ) {
    let (row, em) = (Double(leading), Double(self.em))
    let extent = extent(of: lines)
    // letters reach some 0.7 em above their baseline and 0.25 below it
    let (above, below) = (0.25 * em + (isFirst ? 0.7 : 0.25) * em, 0.7 * em + (isLast ? 0.7 : 0.25) * em)
    let rows = max(1, ((above + extent + below) / row - 1).rounded(.up))
    let free = (rows + 1) * row - extent - above - below
    var y = -row + above + free / 2
    let start = stick.lines.count
    for line in lines {
      y += Double(line.part.height.units)
      var picture = picture(of: line.part, source)
      picture.item = UInt32(galley.items.count)
      galley.items.append(TextItem(word: shaper.room(picture.width.units, style: style), joint: .closed))
      galley.pictures.append(picture)
      if !isInNote {
        for anchor in pendingAnchors { galley.anchors.append(AnchorItem(item: picture.item, anchor: anchor)) }
        pendingAnchors.removeAll()
      }
      stick.lines.append(
        LineRecord(
          firstItem: picture.item, endItem: picture.item + 1,
          x: resolver.isRightToLeft ? frame.trailingIndent : frame.leadingIndent, y: PackedLength(y),
          source: source.offset, block: open.last ?? .none))
      y += Double(line.part.depth.units + line.gap.units)
    }
    append(.box, [VerticalLine(rows: Int16(clamping: Int(rows)))], from: start)
  }
}
