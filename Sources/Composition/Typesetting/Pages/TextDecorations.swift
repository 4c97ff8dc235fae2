internal import PageModel
internal import Shaping
internal import Units

/// Underlines, strikes and backgrounds of a line: each drawn in one piece over all the
/// words and spaces that share it, at the height that the font itself names.
struct TextDecorations {
  private struct Band {
    var x, end, y, height: Double
    var colour: Colour

    func continues(_ other: Band) -> Bool {
      y == other.y && height == other.height && colour == other.colour && abs(x - other.end) < 0.01
    }
  }

  private var background: Band?
  private var underline: Band?
  private var strike: Band?

  /// - Parameters:
  ///   - start, end: points from the trim's left edge.
  ///   - baseline: points from the trim's top.
  ///   - other: only what this look has too.
  mutating func draw(
    from start: Double, to end: Double, baseline: Double, _ style: MeasuredStyle, table: ShapedTextPointers,
    onlyAs other: ComputedStyle? = nil, into page: inout Page
  ) {
    guard end > start else { return }
    let look = style.look
    let em = Double(look.em) / 1024
    let face = table.fonts[Int(style.spaceFont)]
    let metrics = face.metrics
    let rise = Double(look.rise) / 1024
    if let colour = look.background, other.map({ $0.background == colour }) ?? true {
      // the font's own height, but no more than lines set solid leave each other
      let ascent = min(Double(style.ascent) / 1024, em * 0.95)
      let height = ascent + min(Double(style.descent) / 1024, em * 0.3)
      let band = Band(x: start, end: end, y: baseline - rise - ascent, height: height, colour: colour)
      TextDecorations.extend(&background, by: band, isBehind: true, into: &page)
    }
    if look.isUnderlined, other.map(\.isUnderlined) ?? true {
      // words set higher or lower share the line's own rule; beside letters about a vertical line's middle it stands
      // at their right, as in Japanese books, in Chinese ones at their left (JLREQ 3.9.3; CLREQ 3.2.4)
      let depth: Double
      switch look.stance {
      case .level: depth = em * metrics.underlinePosition
      case .turned, .stacked, .abreast:
        depth = em * (style.language.text.hasPrefix("zh") ? 0.6 : -0.6 - metrics.underlineThickness)
      }
      let band = Band(
        x: start, end: end, y: baseline + depth, height: em * metrics.underlineThickness, colour: look.colour)
      TextDecorations.extend(&underline, by: band, isBehind: false, into: &page)
    }
    if look.isStruck, other.map(\.isStruck) ?? true {
      let band = Band(
        x: start, end: end, y: baseline - rise - em * metrics.strikePosition, height: em * metrics.strikeThickness,
        colour: look.colour)
      TextDecorations.extend(&strike, by: band, isBehind: false, into: &page)
    }
  }

  mutating func finish(into page: inout Page) {
    TextDecorations.end(&background, isBehind: true, into: &page)
    TextDecorations.end(&underline, isBehind: false, into: &page)
    TextDecorations.end(&strike, isBehind: false, into: &page)
  }

  private static func extend(_ current: inout Band?, by band: Band, isBehind: Bool, into page: inout Page) {
    if let known = current, band.continues(known) {
      current?.end = band.end
      return
    }
    end(&current, isBehind: isBehind, into: &page)
    current = band
  }

  private static func end(_ current: inout Band?, isBehind: Bool, into page: inout Page) {
    guard let band = current else { return }
    page.rules.append(
      Rule(
        x: band.x, y: band.y, width: band.end - band.x, height: band.height, colour: band.colour, isBehind: isBehind))
    current = nil
  }
}

extension Page {
  /// Adds a rule of the list; one that goes on from the last (a side rule, row by
  /// row) makes that longer, so that no seam shows.
  mutating func add(_ record: RuleRecord, left: Double, top: Double) {
    let shade = min(1, Double(record.shade) / 1000)
    let rule = Rule(
      x: left + Double(record.x) / 1024, y: top + Double(record.y) / 1024, width: Double(record.width) / 1024,
      height: Double(record.height) / 1024, colour: Colour(grey: shade), isBehind: shade > 0)
    if let last = rules.last, last.x == rule.x, last.width == rule.width, last.colour == rule.colour,
      abs(last.y + last.height - rule.y) < 0.1
    {
      rules[rules.count - 1].height = rule.y + rule.height - last.y
      return
    }
    rules.append(rule)
  }
}
