internal import BookModel
internal import PageBreaking
internal import Units

/// Program text and other lines that stand as they are: fixed pitch, every space kept,
/// a line too wide goes on below behind a mark that no reader takes for text.
extension GalleyMaker {
  /// Sizes of fixed pitch as shares of the text's.
  private static let leastCodeScale = 0.66
  private static let leastTableScale = 0.6
  /// A drawing that wraps is none: it is rather small.
  private static let leastDrawingScale = 0.4
  /// Shade of the rule beside code, in thousandths from black to white.
  private static let sideRuleShade: UInt16 = 600

  func set(_ block: Preformatted, in frame: Frame) {
    guard !block.lines.isEmpty else { return }
    let saved = builder.keepsSpaces
    builder.keepsSpaces = true
    defer { builder.keepsSpaces = saved }
    var outer = frame
    if block.isCode, !isInNote {
      outer.indent(leading: PackedLength(Double(em) * (design[.code].indent ?? 0)), measure: measure, em: em)
    }
    let lines = block.lines.map(\.text.withoutTabs)
    let isDrawing = GalleyMaker.isDrawing(lines)
    let style = codeStyle(
      for: lines, isCode: block.isCode, isDrawing: isDrawing,
      room: measure - outer.leadingIndent - outer.trailingIndent)
    let mark = wrapMark(style: style)
    var spec = LineSpec(frame: outer)
    spec.frame.style = style
    spec.placement = .leading
    spec.isQuiet = true
    spec.firstIndentFromLeading = outer.leadingIndent
    // a line that goes on stands as deep as its own indent, and a mark's width more
    let step = PackedLength(Double(em) * style.scale * 0.6)
    let start = stick.lines.count
    var rows: [VerticalLine] = []
    for (index, line) in lines.enumerated() {
      let depth = Int32(line.prefix { $0 == " " }.utf8.count)
      spec.frame.leadingIndent = outer.leadingIndent
      spec.frame.indent(leading: min(depth, 16) * step + step * 2, measure: measure, em: em)
      let source = block.lines[index].source
      let made = lay([Inline(line, source: source)], spec: spec)
      if made.count == 0 { blankRecord(source: source.offset) }
      let isEdge = index == 0 || index == lines.count - 2
      for turn in 0..<max(made.count, 1) {
        let record = start + rows.count
        if turn > 0, !isInNote, var mark {
          mark.x = spec.frame.leadingIndent - step * 2
          attach(mark, to: record)
        }
        if design[.code].hasRule, outer.leadingIndent > frame.leadingIndent { attach(sideRule(in: frame), to: record) }
        let isWhole = isDrawing && lines.count * 2 < design.rows
        let isKept = isDrawing || turn + 1 < made.count
        rows.append(
          VerticalLine(
            breakAfter: isWhole ? VerticalLine.never : isKept ? 200_000 : isEdge ? PageEnd.unseemly : 1_000))
      }
    }
    rows[rows.count - 1].breakAfter = 0
    pendingTraits.insert(.standsInWhite)
    append(.lines, rows, from: start)
  }

  /// The size at which the widest line fits, within bounds: code is rather wrapped than
  /// set tiny; columns made of spaces fall apart where they wrap.
  private func codeStyle(for lines: [String], isCode: Bool, isDrawing: Bool, room: PackedLength) -> BlockStyle {
    let columns = lines.map { $0.unicodeScalars.count }.max() ?? 0
    let fitting = columns == 0 ? 1 : Double(room) / (0.6002 * Double(em) * Double(columns))
    var style = BlockStyle(design[.code], hyphenates: false, hangs: false)
    style.isMonospaced = true
    if isDrawing {
      style.scale = min(style.scale, max(GalleyMaker.leastDrawingScale, fitting))
    } else if isCode {
      let usual = style.scale
      style.scale = fitting >= min(GalleyMaker.leastCodeScale, usual) ? min(usual, fitting) : usual
    } else {
      style.scale = min(0.8, max(GalleyMaker.leastTableScale, fitting))
    }
    if !isDrawing { style.scale = max(style.scale, design.leastScale) }
    return style
  }

  /// Boxes and lines made of characters: half of the lines hold some of Unicode's (U+2500 to U+259F), or
  /// begin and end with a bar or a corner.
  private static func isDrawing(_ lines: [String]) -> Bool {
    let drawn = lines.count { line in
      let inner = line.drop { $0 == " " }
      let isFramed =
        inner.utf8.count > 8 && "|+".contains(inner.first ?? " ") && "|+".contains(line.last { $0 != " " } ?? " ")
      return isFramed || line.unicodeScalars.contains { (0x2500...0x259F).contains($0.value) }
    }
    return lines.count > 2 && drawn * 2 >= lines.count
  }

  /// The mark before a line that goes on, drawn as a shape so that copied code has none.
  private func wrapMark(style: BlockStyle) -> LineRecord? {
    let id = shaper.style(resolver.style(style, .plain))
    guard let mark = ["\u{21AA}", "\u{2192}"].first(where: { shaper.covers($0, style: id) }) else { return nil }
    let spec = LineSpec(frame: Frame(style: style), placement: .leading)
    var extras = InlineStyle.Extras()
    extras.colour = Colour(grey: 0.45)
    var line = layApart([Inline(mark, style: InlineStyle(extras: extras))], spec: spec).lines.first
    line?.flags.insert(.isShape)
    return line
  }

  private func sideRule(in frame: Frame) -> RuleRecord {
    RuleRecord(
      x: frame.leadingIndent, y: -rowAscent, width: em / 14, height: leading, shade: GalleyMaker.sideRuleShade)
  }

  /// From a baseline up to where its row of the grid begins, 1/1024 pt.
  var rowAscent: PackedLength {
    // the number first: asking for a new style moves the table
    let id = shaper.style(resolver.style(.body, .plain))
    let measured = shaper.text.styles[id]
    return (leading + PackedLength(units: measured.ascent - measured.descent)) / 2
  }
}
