internal import LineBreaking
internal import PageModel
internal import Shaping
internal import Units

/// Writes segments of a line into a page, one long run as long as font and colour stay.
struct Pen {
  /// Points from the trim's left edge.
  var x: Double
  /// Baseline, points from the trim's top.
  let y: Double
  /// By which the line's type is widened, and the same in thousandths: fonts go by these.
  let factor: Double
  let expansion: Int16
  let compensates: Bool
  /// Glyphs are drawn as outlines, without their text.
  var isShape = false
  private var isHidden = false
  /// What the runs are of.
  var block = BlockID.none
  var link: Int32 = -1
  private var bands = TextDecorations()
  /// What is written of the line.
  let ink: RunInk

  private var font: UInt16 = .max
  private(set) var style: UInt16 = .max
  private var tableFont: FontKey?
  private var rise = 0.0
  private var glyphStart = 0
  private(set) var clusterStart = 0
  private(set) var textStart = 0
  private var colour = Colour.black
  private var shadow: TextStyle.Shadow?
  private var language = LanguageTag.none
  /// A run is open that takes spaces and has nothing under or behind it.
  private var isPlain = false
  /// Runs in the font and the style are such.
  private var takesSpaces = false
  /// The space of the run's style, points.
  private var spaceGlyph: UInt16 = 0
  private var spaceAdvance = 0.0
  private var spaceError = 0.0
  private var isOpen = false
  /// Of vertical lines, dots are turned whatever stands before them.
  private var isLeader = false
  /// What a PDF viewer's pen has fallen behind within the run, points (never positive).
  private var lag = 0.0
  /// Where a glyph stands after the last one if cairo writes no number between them, points;
  /// NaN before the run's first.
  private var natural = Double.nan
  /// How far from there cairo still writes none: 2.5 thousandths of the em
  /// (`_cairo_pdf_operators_emit_glyph_string_with_positioning` in 1.16).
  private var slack = 0.0

  /// - Parameter steps: of expansion.
  init(x: Double, y: Double, steps: Int8 = 0, compensates: Bool, ink: RunInk) {
    (self.x, self.y, self.ink, self.compensates) = (x, y, ink, compensates)
    let step = LineBreakingStyle.expansionThousandths
    factor = 1 + Double(steps) * (Double(step) / 1000)
    expansion = 1000 + Int16(steps) * Int16(step)
  }

  /// Draws whole words that are all of one style and in one font that has a space, from left to right:
  /// what `draw` does with the segments of most lines, without them.
  /// - Parameters:
  ///   - size: of the words.
  ///   - ratio: of the line's glue.
  mutating func draw(
    _ items: UnsafeBufferPointer<TextItem>, size: (glyphs: Int, bytes: Int), ratio: Double, table: ShapedTextPointers,
    into page: inout Page
  ) {
    guard let first = items.first, let words = table.words.baseAddress, let glyphs = table.glyphs.baseAddress,
      let letters = table.text.baseAddress
    else { return }
    let style = words[Int(first.word)].style
    open(font: table.runs[Int(words[Int(first.word)].runStart)].font, style: style, table: table, into: &page)
    let spaces = LineSpaces(table.styles[Int(style)], ratio: ratio)
    let (scale, height) = (factor / 1024, y - rise)
    var end = ink.begin(glyphs: size.glyphs + items.count, text: size.bytes + items.count)
    var before = Word.Flags()
    var index = 0
    while index < items.count {
      let word = words + Int(items[index].word)
      if index > 0, items[index].joint.isSpace {
        end.add(spaceGlyph, x: beginSpace(), y: height, letter: 0x20)
        x += spaces[Word.pause(after: before, before: word.pointee.flags)]
      }
      before = word.pointee.flags
      let (known, text) = (glyphs + Int(word.pointee.glyphStart), letters + Int(word.pointee.textStart))
      let count = Int(word.pointee.glyphCount)
      let start = place()
      var width = 0.0
      if table.runs[Int(word.pointee.runStart)].isSimple {
        var glyph = 0
        while glyph < count {
          end.add(known[glyph].id, x: start + width, y: height, letter: text[glyph])
          width += Double(known[glyph].advance) * scale
          glyph &+= 1
        }
      } else {
        ink.end = end
        width = ink.add(
          known, count: count, text: text, from: 0, to: Int(word.pointee.textCount), x: start, y: height, scale: scale)
        end = ink.end
      }
      natural = start + width
      x += width
      if compensates { lag += Double(word.pointee.widthError) / 1024 * factor }
      index &+= 1
    }
    ink.end = end
  }

  @inline(__always)
  mutating func draw(_ segment: LineSegment, table: ShapedTextPointers, into page: inout Page) {
    // nearly every word: whole, in the open run's font as is the space before it
    guard isPlain, segment.isWhole, segment.style == style,
      !segment.drawsSpace || segment.spaceStyle == style && segment.spaceFont == font,
      !segment.showsHyphen, isGoingOn(table.words[Int(segment.word)], table: table)
    else { return drawAny(segment, table: table, into: &page) }
    let word = table.words[Int(segment.word)]
    if segment.drawsSpace { drawSpace() }
    x += segment.space / 1024
    forward(segment.glyphs, of: segment, table: table)
    if compensates { lag += Double(word.widthError) / 1024 * factor }
  }

  /// A word has one font, the open run's, and stands from left to right.
  private func isGoingOn(_ word: Word, table: ShapedTextPointers) -> Bool {
    guard word.runCount == 1 else { return false }
    let run = table.runs[Int(word.runStart)]
    return run.font == font && run.level & 1 == 0
  }

  @inline(never)
  private mutating func drawAny(_ segment: LineSegment, table: ShapedTextPointers, into page: inout Page) {
    // styles are read where they lie: a copy of one for every word is a tenth of a page's time
    if segment.drawsSpace {
      let start = x
      open(font: segment.spaceFont, style: segment.spaceStyle, table: table, into: &page)
      drawSpace()
      x += segment.space / 1024
      // between two words the rule goes on only where both have it
      if table.styles[Int(segment.spaceStyle)].look.isDecorated, !segment.glyphs.isEmpty {
        let next = table.styles[Int(segment.style)].look
        bands.draw(
          from: start, to: x, baseline: y, table.styles[Int(segment.spaceStyle)], table: table, onlyAs: next,
          into: &page)
      }
    } else {
      x += segment.space / 1024
    }
    guard !segment.glyphs.isEmpty || segment.showsHyphen else {
      // the room of a picture or a formula, which no line widens
      x += Double(segment.advance) / 1024
      return
    }
    let word = table.words[Int(segment.word)]
    let start = x
    for index in Int(word.runStart)..<Int(word.runStart) + Int(word.runCount) {
      let run = table.runs[index]
      let part = (run.glyphStart..<run.glyphStart + run.glyphCount).clamped(to: segment.glyphs)
      guard !part.isEmpty else { continue }
      open(font: run.font, style: segment.style, table: table, into: &page)
      if run.level & 1 == 1 {
        backward(Int(part.lowerBound)..<Int(part.upperBound), run: index, segment: segment, table: table, into: &page)
      } else {
        let from = x
        forward(part, of: segment, table: table)
        if table.styles[Int(segment.style)].look.isDotted {
          addDots(over: part, of: segment, from: from, table: table, into: &page)
        }
      }
    }
    if compensates, segment.glyphs.count == Int(word.glyphCount) { lag += Double(word.widthError) / 1024 * factor }
    if segment.showsHyphen {
      let measured = table.styles[Int(segment.style)]
      open(font: measured.hyphenFont, style: segment.style, table: table, into: &page)
      ink.add(measured.hyphenGlyph, x: place(), y: y - rise, letter: 0x2D)
      x += Double(measured.hyphenAdvance) / 1024 * factor
    }
    if table.styles[Int(segment.style)].look.isDecorated {
      bands.draw(from: start, to: x, baseline: y, table.styles[Int(segment.style)], table: table, into: &page)
    }
  }

  /// - Parameter part: glyphs of the word that are of one font.
  @inline(__always)
  private mutating func forward(_ part: Range<UInt16>, of segment: LineSegment, table: ShapedTextPointers) {
    guard let known = table.glyphs.baseAddress, let letters = table.text.baseAddress else { return }
    let word = table.words[Int(segment.word)]
    let all = known + Int(word.glyphStart)
    // bytes of the part: up to the first cluster of the next run, or the segment's end
    let end =
      part.upperBound >= segment.glyphs.upperBound ? segment.bytes.upperBound : all[Int(part.upperBound)].cluster
    let start =
      part.lowerBound == segment.glyphs.lowerBound ? segment.bytes.lowerBound : all[Int(part.lowerBound)].cluster
    let shift = place()
    let width = ink.add(
      all + Int(part.lowerBound), count: part.count, text: letters + Int(word.textStart), from: Int(start),
      to: Int(end),
      x: shift, y: y - rise, scale: factor / 1024)
    natural = shift + width
    x += width
  }

  /// Where the next glyph is drawn. What cairo would not correct now stays until it does: left
  /// to cairo, the correction would come at some letter within the word.
  private func place() -> Double {
    let wanted = x - lag
    return abs(wanted - natural) < slack ? natural : wanted
  }

  /// Draws a space and the word at its right end, which runs to the left, so that the space follows it: one run.
  /// - Returns: false, with nothing drawn, where they are not of one font and style.
  mutating func draw(
    _ space: LineSegment, behind segment: LineSegment, table: ShapedTextPointers, into page: inout Page
  ) -> Bool {
    guard !isOpen, space.drawsSpace, space.level & 1 == 1, segment.isWhole, !segment.showsHyphen,
      space.style == segment.style
    else { return false }
    let word = table.words[Int(segment.word)]
    guard word.runCount == 1 else { return false }
    let run = table.runs[Int(word.runStart)]
    guard run.font == space.spaceFont, run.level & 1 == 1 else { return false }
    open(font: run.font, style: segment.style, table: table, into: &page)
    guard isPlain else { return false }
    let start = x
    x += space.space / 1024
    backward(
      Int(segment.glyphs.lowerBound)..<Int(segment.glyphs.upperBound), run: Int(word.runStart), segment: segment,
      space: (spaceGlyph, start), table: table, into: &page)
    return true
  }

  /// Right-to-left: glyphs stand in visual order, the text in reading order.
  /// - Parameter space: the glyph of the one behind the word, and where it stands; nil for none.
  private mutating func backward(
    _ part: Range<Int>, run: Int, segment: LineSegment, space: (glyph: UInt16, x: Double)? = nil,
    table: ShapedTextPointers, into page: inout Page
  ) {
    let word = table.words[Int(segment.word)]
    // a run of its own: text and glyphs run against each other only within it
    close(into: &page)
    let run = table.runs[run]
    open(font: run.font, style: segment.style, table: table, into: &page)
    let base = Int(word.glyphStart)
    let text = Int(word.textStart)
    let isOnly = word.runCount == 1
    let low = isOnly ? Int(segment.bytes.lowerBound) : part.map { Int(table.glyphs[base + $0].cluster) }.min() ?? 0
    var high = Int(segment.bytes.upperBound)
    if !isOnly {
      for other in Int(word.runStart)..<Int(word.runStart) + Int(word.runCount) {
        let run = table.runs[other]
        for index in Int(run.glyphStart)..<Int(run.glyphStart) + Int(run.glyphCount) {
          let cluster = Int(table.glyphs[base + index].cluster)
          if cluster > low, !part.contains(index), cluster < high { high = cluster }
        }
      }
    }
    x += ink.add(
      backward: UnsafeBufferPointer(rebasing: table.glyphs[base + part.lowerBound..<base + part.upperBound]),
      text: UnsafeBufferPointer(rebasing: table.text[text..<text + high]), from: low, x: x, y: y - rise,
      factor: factor, space: space)
    close(into: &page, isBackward: true)
  }

  /// The space of the run's style; the pen stays.
  private mutating func drawSpace() {
    let start = beginSpace()
    ink.add(spaceGlyph, x: start, y: y - rise, letter: 0x20)
  }

  /// Where a space is drawn, which is to follow.
  @inline(__always)
  private mutating func beginSpace() -> Double {
    // nobody sees where a space begins: what there is to correct is corrected once, after it
    let start = compensates && !natural.isNaN ? natural : x - lag
    natural = start + spaceAdvance
    if compensates { lag += spaceError }
    return start
  }

  /// Dots a word space apart over the whole gap, on a grid counted from the measure's
  /// end so that they stand under each other.
  mutating func leader(
    _ gap: Double, style: UInt16, measured: MeasuredStyle, table: ShapedTextPointers, into page: inout Page
  ) {
    close(into: &page)
    isLeader = measured.look.stance != .level
    // dots have a stance of their own, and so have words behind them
    font = .max
    defer { (isLeader, font) = (false, .max) }
    let (start, end) = (x, x + gap)
    let (dot, space) = (Double(measured.dotAdvance) / 1024, Double(measured.spaceAdvance) / 1024)
    let step = dot + space
    var at = ((start + space) / step).rounded(.up) * step
    // half a space more than the last dot's own, so that no number looks run into
    while at + step + space / 2 <= end {
      open(font: measured.dotFont, style: style, table: table, into: &page)
      ink.add(measured.dotGlyph, x: at, y: y - rise, letter: 0x2E)
      ink.add(measured.spaceGlyph, x: at + dot, y: y - rise, letter: 0x20)
      at += step
    }
    close(into: &page)
    x = end
  }

  @inline(__always)
  private mutating func open(font: UInt16, style: UInt16, table: ShapedTextPointers, into page: inout Page) {
    if font != self.font || style != self.style {
      begin(font: font, style: style, table: table, into: &page)
    } else if !isOpen {
      beginRun(in: page)
    }
  }

  /// Begins a run in the font and the style of the last one.
  private mutating func beginRun(in page: Page) {
    lag = 0
    natural = .nan
    isPlain = takesSpaces
    glyphStart = drawn(in: page)
    clusterStart = page.clusters.count + ink.clusterCount
    textStart = written(in: page)
    isOpen = true
  }

  /// Ends the open run and begins another in another font or style.
  @inline(never)
  private mutating func begin(font: UInt16, style: UInt16, table: ShapedTextPointers, into page: inout Page) {
    close(into: &page)
    let measured = table.styles[Int(style)]
    self.font = font
    self.style = style
    rise = Double(measured.look.rise) / 1024
    slack = compensates ? Double(measured.look.em) / 1024 * factor * 0.0025 : 0
    var key = table.fonts[Int(font)].key
    key.expansion = expansion
    key.stance = isLeader ? .turned : measured.look.stance
    tableFont = key
    shadow = measured.look.shadow
    language = measured.language
    if measured.spaceFont == font {
      spaceGlyph = measured.spaceGlyph
      spaceAdvance = Double(measured.spaceAdvance) / 1024 * factor
      spaceError = Double(measured.spaceError) / 1024 * factor
    } else {
      spaceGlyph = table.fonts[Int(font)].spaceGlyph
      spaceAdvance = Double(table.fonts[Int(font)].spaceAdvance) / 1024 * factor
      spaceError = 0
    }
    takesSpaces = spaceGlyph > 0 && !measured.look.isDecorated
    colour = measured.look.colour
    isHidden = measured.look.isHidden
    beginRun(in: page)
  }

  /// Ends the run that is being written. Its glyphs stay in the ink until the line ends.
  mutating func close(into page: inout Page, isBackward: Bool = false) {
    guard isOpen else { return }
    isOpen = false
    isPlain = false
    let glyphs = glyphStart..<drawn(in: page)
    guard let key = tableFont, !glyphs.isEmpty else { return }
    if let shadow {
      ink.move(into: &page)
      add(shadow, of: glyphs, font: key, into: &page)
    }
    var run = GlyphRun(
      font: key, glyphs: glyphs,
      clusters: clusterStart..<(isShape ? clusterStart : page.clusters.count + ink.clusterCount),
      text: textStart..<(isShape ? textStart : written(in: page)), isBackward: isBackward && !isShape, colour: colour,
      isShape: isShape, block: block)
    run.link = link
    run.isHidden = isHidden
    run.language = language
    page.runs.append(consume run)
    if page.keepsLines { page.looks.append(RunLook(style: style, end: x)) }
  }

  /// Draws a formula, or a part of one, that the pen has passed. Its source is the text of its glyphs where all stand
  /// on one line in one size; else it stands in the line as text that is not seen, as wide as the formula, and what is
  /// drawn says nothing, being letters in two dimensions.
  /// - Parameters:
  ///   - room: that was left for it, points.
  ///   - colour: of the text around it.
  mutating func draw(
    _ formula: SetFormula, room: Double, style: UInt16, colour: Colour, isTagged: Bool, into page: inout Page
  ) {
    close(into: &page)
    ink.move(into: &page)
    let left = x - room + (room - formula.width) / 2
    let first = page.glyphs.count
    func add(_ glyphs: [PlacedGlyph], _ font: FontKey, text: [UInt8], colour: Colour, isHidden: Bool) {
      let (glyph, cluster, byte) = (page.glyphs.count, page.clusters.count, page.text.count)
      page.glyphs += glyphs
      if !isShape {
        page.text += text
        // one of all: Cairo writes the text beside the glyphs, not as theirs
        page.clusters.append(GlyphCluster(bytes: Int32(clamping: text.count), glyphs: Int32(clamping: glyphs.count)))
      }
      var run = GlyphRun(
        font: font, glyphs: glyph..<page.glyphs.count, clusters: cluster..<page.clusters.count,
        text: byte..<page.text.count, colour: colour, isShape: isShape, block: block)
      run.link = link
      run.language = language
      run.isHidden = isHidden
      page.runs.append(run)
      if page.keepsLines { page.looks.append(RunLook(style: style, end: x)) }
    }
    let text = isShape ? [] : Array((formula.text ?? "").utf8)
    if !text.isEmpty, !formula.isPlain, let one = formula.runs.first, let sign = one.glyphs.first {
      // as wide as the formula, and no wider: the space behind it would be lost to who reads the text by its places
      let ends = [left, max(left, left + formula.width - formula.firstAdvance)].map {
        PlacedGlyph(index: sign.index, x: $0, y: y)
      }
      add(ends, one.font, text: text, colour: colour, isHidden: true)
    }
    for run in formula.runs {
      let placed = run.glyphs.map { PlacedGlyph(index: $0.index, x: left + $0.x, y: y + $0.y) }
      add(placed, run.font, text: formula.isPlain ? text : [], colour: run.colour ?? colour, isHidden: false)
    }
    for var rule in formula.rules {
      rule.x += left
      rule.y += y
      page.rules.append(rule)
    }
    if isTagged, first < page.glyphs.count {
      page.divisions.append(
        WordDivision(
          glyphs: first..<page.glyphs.count, word: formula.source, isContinued: formula.text == nil,
          spoken: formula.spoken))
    }
    font = .max
  }

  /// A space behind the line's last word, for who reads the lines as one text.
  mutating func endWithSpace() {
    if isOpen, isPlain { drawSpace() }
  }

  /// Ends the line: what runs under and behind several words is drawn.
  mutating func finish(into page: inout Page) {
    close(into: &page)
    ink.move(into: &page)
    bands.finish(into: &page)
  }

  /// The glyphs of the page up to here.
  func drawn(in page: Page) -> Int { page.glyphs.count + ink.glyphCount }

  /// The bytes of the page's text up to here.
  func written(in page: Page) -> Int { page.text.count + ink.textCount }
}
