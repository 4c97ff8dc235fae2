internal import BookModel
internal import LineBreaking
internal import PageBreaking
internal import PageDesign
internal import Units

/// How each kind of block becomes elements of the vertical list.
extension GalleyMaker {
  // MARK: Blocks

  /// Where a block stands: what every block inside it inherits.
  struct Frame {
    var style = BlockStyle.body
    /// Indents of the frame from the measure's leading and trailing edges, 1/1024 pt.
    var leadingIndent: Int32 = 0
    var trailingIndent: Int32 = 0
    var isRagged = false
    /// Paragraphs stand a blank row apart and are not indented (loose lists).
    var isSpaced = false
    /// Lists around the block: what its bullets hang on.
    var listDepth = 0
    /// Blocks inside a note count no rows of the page.
    static let body = Frame()

    /// Moves the frame in, but never leaves a measure below six ems or half of what there is.
    mutating func indent(leading: Int32, trailing: Int32 = 0, measure: Int32, em: Int32) {
      let room = max(0, measure - leadingIndent - trailingIndent - max(em * 6, measure / 2))
      leadingIndent += min(leading, room)
      trailingIndent += min(trailing, max(0, room - leading))
    }
  }

  /// - Parameter isFlush: the first paragraph has no indent.
  func set(_ blocks: [Block], in frame: Frame, isFlush: Bool = true) {
    var isFlush = isFlush
    let wasInPlay = isInPlay
    if !isInPlay { isInPlay = GalleyMaker.isPlay(blocks) }
    defer { isInPlay = wasInPlay }
    for (index, block) in blocks.enumerated() {
      switch block {
      case .paragraph(let paragraph):
        if frame.isSpaced {
          if index > 0 { space() }
        } else if paragraph.placement == .centred, index > 0, index == blocks.count - 1, !isFlush, !isInNote {
          // "The End" stands apart from what it ends
          space()
        } else if !isFlush, !isInNote {
          for _ in 0..<design.paragraphGap { space() }
        }
        for _ in 0..<min(Int(paragraph.spaceAbove), 4) where index > 0 { space() }
        if let anchor = paragraph.anchor { pendingAnchors.append(.named(anchor)) }
        within(.paragraph, paragraph.source) {
          set(
            isInPlay ? paragraph.asDirection() : paragraph, in: frame,
            isFlush: isFlush || frame.isSpaced || paragraph.isFlush)
        }
        if index + 1 < blocks.count, GalleyMaker.announces(paragraph, blocks[index + 1]) { keepLastUnwillingly() }
        isFlush = false
        continue
      case .heading(let heading):
        within(.heading(level: UInt8(clamping: sectionLevel + heading.level - 1)), heading.source) {
          set(heading, in: frame)
        }
      case .verse(let verse):
        space(give: .block)
        keepHead(rows: 3)
        within(.verse, verse.source) { set(verse, in: frame) }
        space(unlessLast: index == blocks.count - 1, give: .block)
        isFlush = goesOn(blocks, after: index)
        continue
      case .quotation(let quotation):
        space(give: .block)
        within(.quotation, quotation.source) { set(quotation, in: frame) }
        space(unlessLast: index == blocks.count - 1, give: .block)
      case .letter(let letter):
        space(give: .block)
        within(.letter, letter.source) { set(letter, in: frame) }
        space(unlessLast: index == blocks.count - 1, give: .block)
        isFlush = goesOn(blocks, after: index)
        continue
      case .speech(let speech): within(.speech, speech.source) { set(speech, in: frame) }
      case .list(let list):
        // a list in a list stands close where the outer one does
        let isSetOff = !list.isTight || frame.listDepth == 0 || frame.isSpaced
        // what a term means stands right under it
        if isSetOff, !list.isDefinition(under: index > 0 ? blocks[index - 1] : nil) { space(give: .block) }
        within(.list(isOrdered: list.start != nil), list.source) { set(list, in: frame) }
        if isSetOff { space(unlessLast: index == blocks.count - 1, give: .block) }
      case .table(let table):
        if !table.isClose { space(give: .block) }
        within(.table, table.source) { set(table, in: frame) }
        if index + 1 < blocks.count, case .table(let next) = blocks[index + 1], next.isClose { break }
        space(unlessLast: index == blocks.count - 1, give: .block)
      case .preformatted(let lines):
        space(give: .block)
        within(lines.isCode ? .code : .preformatted, lines.source) { set(lines, in: frame) }
        space(unlessLast: index == blocks.count - 1, give: .block)
      case .figure(let figure):
        set(figure, in: frame)
        // it may stand elsewhere: the text goes on
        continue
      case .sceneBreak(let sceneBreak): within(.sceneBreak, sceneBreak.source) { set(sceneBreak) }
      case .pageBreak: pendingPageBreak = true
      }
      isFlush = true
    }
  }

  /// Characters by which every paragraph begins in, the first too, where nothing else is asked for:
  /// one in Japanese (JIS X 4051), two in Chinese (Requirements for Chinese Text Layout).
  private var characterIndent: Int32? {
    guard design.indent == PageDesign.usualIndent else { return nil }
    switch resolver.language.prefix(2) {
    case "ja": return 1
    case "zh": return 2
    default: return nil
    }
  }

  /// Whether the text behind verse or a letter goes on with the sentence before it and so has no
  /// indent: it begins with a small letter. What begins a sentence begins a paragraph (Chicago 13.24).
  private func goesOn(_ blocks: [Block], after index: Int) -> Bool {
    guard index + 1 < blocks.count, case .paragraph(let next) = blocks[index + 1] else { return true }
    let first = next.inlines.plainText.unicodeScalars.first {
      $0.properties.isAlphabetic || $0.properties.numericType != nil
    }
    return first?.properties.isLowercase ?? true
  }

  func set(_ paragraph: Paragraph, in frame: Frame, isFlush: Bool) {
    var spec = LineSpec(frame: frame)
    switch paragraph.placement {
    case .justified:
      if paragraph.isFlush {
        spec.firstIndent = 0
      } else if let characters = characterIndent, frame.leadingIndent == 0, frame.listDepth == 0, !frame.isRagged, !isInNote {
        spec.firstIndent = em * characters
      } else {
        spec.firstIndent =
          (isFlush && !design.indentsFirstParagraph) || frame.isRagged ? 0 : Int32(Double(em) * design.indent)
      }
      spec.mayVary = true
    case .centred: spec.placement = .centred
    case .trailing: spec.placement = .trailing
    case .leading: spec.placement = .leading
    }
    spec.wishedLines = Int(paragraph.hint.lines)
    if paragraph.hint.beginsPage {
      pendingPageBreak = true
      pendingTraits.insert(.wishesPage)
    }
    if isAtOpening, paragraph.placement == .justified, frame.style == .body, frame.leadingIndent == 0 {
      isAtOpening = false
      setOpening(paragraph, spec: spec)
      return
    }
    add(paragraph.inlines, spec: spec, kind: .paragraph)
  }

  func set(_ heading: Heading, in frame: Frame) {
    space(give: .heading)
    if let anchor = heading.anchor { pendingAnchors.append(.named(anchor)) }
    mark(.heading(level: heading.level), heading.plainText)
    var spec = LineSpec(frame: frame)
    spec.frame.style = .subheading(heading.level)
    if design.headingsAreBold { spec.frame.style.isBold = true }
    spec.placement = .leading
    // `2.3 The Sea`, but `SCENE I. A garden`
    let isDecimal = heading.label.plainText.allSatisfy { $0.isNumber || $0 == "." }
    let separator = heading.separator.isEmpty || !isDecimal ? heading.separator : " "
    add(
      heading.label + (separator.isEmpty ? [] : [Inline(separator, source: heading.source)]) + heading.title,
      spec: spec, kind: .box
    ) {
      $0.keepWithNext = true
      $0.rowsBelow = 2
    }
    // the lower ones stand over their text without a blank row
    if heading.level <= 3 {
      galley.elements[galley.elements.count - 1].traits.insert(.isLowered)
      space(isKept: true)
    }
  }

  func set(_ verse: Verse, in frame: Frame) {
    if let anchor = verse.anchor { pendingAnchors.append(.named(anchor)) }
    let widest = verse.stanzas.flatMap(\.lines).map(\.indent).max() ?? 0
    // a space of the manuscript is half an em of indent; shapes keep a narrower, even step
    let step = verse.isShaped ? em * 2 / 5 : em / 2
    let usual = isInNote || frame.leadingIndent > 0 ? em * 3 / 2 : verseIndent ?? em * 3 / 2
    // a shape stands about a third of the way across, whatever its own margin was
    let base =
      frame.leadingIndent + (verse.isShaped ? max(em * 3 / 2, measure / 3 - Int32(widest) * step / 2) : usual)
    for (index, stanza) in verse.stanzas.enumerated() {
      if index > 0 { space() }
      begin(.stanza, stanza.lines.first?.source ?? verse.source)
      defer { end() }
      var lines: [VerticalLine] = []
      let start = stick.lines.count
      var calls: [(record: Int, key: NoteKey)] = []
      for (k, line) in stanza.lines.enumerated() {
        var spec = LineSpec(frame: frame)
        let room = measure / 2
        let indent = widest == 0 ? 0 : Int32(line.indent) * min(step, room / Int32(max(widest, 1)))
        spec.firstIndentFromLeading = base + indent
        // a turned line stands deeper than any line of its poem
        spec.frame.leadingIndent = base + indent + em * 2
        spec.placement = .leading
        let record = stick.lines.count
        let made = within(.verseLine, line.source) { lay(line.inlines, spec: spec) }
        calls += made.calls
        if !line.number.isEmpty { number(record, line.number, in: frame) }
        for turn in 0..<made.count {
          // couplets stay whole: no page ends after a stanza's first line or before its last
          let isInside = turn + 1 < made.count
          let isEdge = k == 0 || k == stanza.lines.count - 2
          let isShort = stanza.lines.count <= 8
          let isLast = k == stanza.lines.count - 1 && !isInside
          lines.append(
            VerticalLine(
              rows: made.lines[turn].rows, noteRows: made.lines[turn].noteRows,
              breakAfter: isLast ? 0 : isInside ? PageEnd.unseemly : isEdge ? 26_000 : isShort ? 14_000 : 3_000))
        }
      }
      if !isInNote { galley.verseLines += lines.count }
      append(
        VerticalElement(kind: .lines, settings: [VerticalSetting(lines: lines)], breakBefore: takePageBreak()),
        records: [start..<stick.lines.count], isBox: false, calls: calls)
    }
  }

  /// A line's number at the measure's end, in figures of one width.
  private func number(_ record: Int, _ inlines: [Inline], in frame: Frame) {
    var margin = Frame(style: frame.style, leadingIndent: frame.leadingIndent, trailingIndent: frame.trailingIndent)
    margin.style.scale *= 0.8
    margin.style.features = "lnum=1,tnum=1"
    var spec = LineSpec(frame: margin)
    spec.placement = .trailing
    spec.isQuiet = true
    for line in layApart(inlines, spec: spec).lines { attach(line, to: record) }
  }

  func set(_ quotation: Quotation, in frame: Frame) {
    var inner = frame
    inner.indent(leading: em * 3 / 2, trailing: em * 3 / 2, measure: measure, em: em)
    set(quotation.blocks, in: inner)
    if let attribution = quotation.attribution {
      keepLastWithNext()
      var spec = LineSpec(frame: inner)
      spec.placement = .trailing
      within(.attribution, attribution.source) { _ = add(attribution.inlines, spec: spec, kind: .paragraph) }
    }
  }

  func set(_ letter: Letter, in frame: Frame) {
    var inner = frame
    inner.indent(leading: em, trailing: em, measure: measure, em: em)
    for line in letter.dateline {
      var spec = LineSpec(frame: inner)
      spec.placement = .trailing
      within(.dateline, line.source) {
        _ = add(line.inlines, spec: spec, kind: .paragraph) { $0.keepWithNext = true }
      }
    }
    if letter.blocks.count > 1, GalleyMaker.greets(letter.blocks[0]) {
      // no page ends after the greeting
      set([letter.blocks[0]], in: inner)
      keepLastUnwillingly()
      set(Array(letter.blocks.dropFirst()), in: inner, isFlush: false)
    } else {
      set(letter.blocks, in: inner)
    }
    for line in letter.signature {
      keepLastWithNext()
      var spec = LineSpec(frame: inner)
      spec.placement = .trailing
      within(.signature, line.source) { _ = add(line.inlines, spec: spec, kind: .paragraph) }
    }
  }

  func set(_ sceneBreak: SceneBreak) {
    let isAlwaysShown = sceneBreak.mark == .ornament || design.showsEverySceneBreak
    if isAlwaysShown { space(give: .block) }
    var spec = LineSpec(frame: Frame(style: .ornament))
    spec.placement = .centred
    let start = stick.lines.count
    _ = lay([Inline(design.sceneBreakMark, source: sceneBreak.source)], spec: spec)
    for index in start..<stick.lines.count {
      stick.lines[index].kind = .ornament
      if !isAlwaysShown { stick.lines[index].flags.insert(.onlyAtEdge) }
    }
    append(
      VerticalElement(
        kind: .box, settings: [VerticalSetting(lines: [VerticalLine()])], breakBefore: takePageBreak(),
        breakAfter: PageEnd.unseemly, isSceneBreak: true),
      records: [start..<stick.lines.count], isBox: true, calls: [])
    if isAlwaysShown { space(give: .block) }
  }

  /// The sunk heading of a chapter: one box of whole rows.
  func openChapter(_ heading: Heading) {
    if let anchor = heading.anchor { pendingAnchors.append(.named(anchor)) }
    let start = stick.lines.count
    var calls: [(record: Int, key: NoteKey)] = []
    let labelOnly = heading.title.isEmpty
    var parts = [
      (heading.label, labelOnly ? resolver.heading : resolver.headingLabel), (heading.title, resolver.heading),
    ]
    if design.headingPlacement == .centred {
      for index in parts.indices { parts[index].0 = parts[index].0.withoutFinalPoint() }
    }
    parts.removeAll { $0.0.isEmpty }
    // the sink gives way on small pages: never more than a fifth of the page
    let sink = min(Int32(design.sinkRows), Int32(Double(design.rows) * design.mostSink))
    let gap: Int32 = parts.count > 1 ? 1 : 0
    // two lines of text stand below it, white between
    let room = Int32(design.rows) - 4 - gap
    func height() -> Int32 { parts.reduce(0) { $0 + lineCount(of: $1.0, $1.1) * rows(ofLineIn: $1.1) } }
    var taken = heading.plainText.utf8.count > 40 ? height() : 0
    if taken > room {
      // a title of many lines is set no larger than the text
      for index in parts.indices { parts[index].1.scale = min(1, parts[index].1.scale) }
      taken = height()
    }
    guard taken <= room else { return runOn(parts) }
    var row = max(0, min(sink, room - taken))
    for (number, (inlines, style)) in parts.enumerated() {
      if number > 0 { row += gap }
      let first = stick.lines.count
      calls += lay(inlines, spec: chapterSpec(style)).calls
      // whole rows in sum: larger type takes more of them
      let rows = rows(ofLineIn: style)
      for index in first..<stick.lines.count {
        stick.lines[index].y = (row + rows - 1) * leading
        row += rows
      }
    }
    row += 2
    append(
      VerticalElement(
        kind: .box, settings: [VerticalSetting(lines: [VerticalLine(rows: Int16(clamping: row))])], keepWithNext: true,
        rowsBelow: 2),
      records: [start..<stick.lines.count], isBox: true, calls: calls)
  }

  private func chapterSpec(_ style: BlockStyle) -> LineSpec {
    var spec = LineSpec(frame: Frame(style: style))
    spec.placement = design.headingPlacement == .leading ? .leading : .centred
    return spec
  }

  private func rows(ofLineIn style: BlockStyle) -> Int32 {
    Int32((1.2 * style.scale * design.size.points / design.leading.points).rounded(.up))
  }

  /// Lines that a part of a heading will take; nothing is set yet.
  private func lineCount(of inlines: [Inline], _ style: BlockStyle) -> Int32 {
    var spec = chapterSpec(style)
    spec.isQuiet = true
    return Int32(clamping: breaks(of: inlines, spec: spec)?.natural.lineCount ?? 0)
  }

  /// A heading that no page holds (a chapter's argument of forty lines in a pocket book) goes on
  /// over the next, line by line, as text does.
  private func runOn(_ parts: [([Inline], BlockStyle)]) {
    for (inlines, style) in parts {
      add(inlines, spec: chapterSpec(style), kind: .paragraph)
      space()
    }
  }
}

extension List {
  /// Whether it says, without any mark, what the short flush line above it means.
  fileprivate func isDefinition(under block: Block?) -> Bool {
    guard counting == .none, isTight, case .paragraph(let term)? = block, term.isFlush, term.placement == .justified
    else { return false }
    return term.inlines.plainText.utf8.count <= 100
  }
}
