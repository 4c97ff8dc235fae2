internal import BookModel
internal import Design
internal import LineBreaking
internal import PageBreaking
internal import Units

/// How each kind of block becomes elements of the vertical list.
extension GalleyMaker {
  // MARK: Blocks

  /// Where a block stands: what every block inside it inherits.
  struct Frame {
    var style = BlockStyle.body
    /// Indents of the frame from the measure's leading and trailing edges, 1/1024 pt.
    var leadingIndent: PackedLength = 0
    var trailingIndent: PackedLength = 0
    var isRagged = false
    /// Paragraphs stand a blank row apart and are not indented (loose lists).
    var isSpaced = false
    /// Lists around the block: what its bullets hang on.
    var listDepth = 0
    /// It stands on a shade or beside a rule: nothing floats out of it.
    var isBoxed = false
    /// Blocks inside a note count no rows of the page.
    static let body = Frame()

    /// Takes an element's letters, on top of what is around it.
    mutating func take(_ look: ElementLook) {
      style.scale *= look.scale
      if look.isItalic { style.isItalic.toggle() }
      if look.isBold { style.isBold = true }
      style.letterSpacing += look.letterSpacing
      style.take(look)
    }

    /// Moves the frame in, but never leaves a measure below six ems or half of what there is.
    mutating func indent(leading: PackedLength, trailing: PackedLength = 0, measure: PackedLength, em: PackedLength) {
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
    let blocks = isAtOpening && hasOpening ? GalleyMaker.withOpeningFirst(blocks) : blocks
    let isBelowTitle = self.isBelowTitle
    self.isBelowTitle = false
    // those that were set with the table, the verse or the picture before them
    var blocksLeft = 0
    for (index, block) in blocks.enumerated() {
      guard blocksLeft == 0 else {
        blocksLeft -= 1
        continue
      }
      switch block {
      case .paragraph(let paragraph) where isBelowTitle && index == 0 && GalleyMaker.isOfTitle(blocks):
        setBelowTitle([paragraph])
      case .paragraph(let paragraph):
        space(above: paragraph, at: index, of: blocks, in: frame, isFlush: isFlush)
        // a title stands nearer to its table than to the text
        if GalleyMaker.titlesTable(blocks, at: index) { space(above: .table) }
        if let anchor = paragraph.anchor { pendingAnchors.append(.named(anchor)) }
        // no signature stands alone at a page's head
        if paragraph.placement == .trailing, index > 0, case .paragraph = blocks[index - 1] { keepLastUnwillingly() }
        within(.paragraph, paragraph.source) {
          let spoken = self.frame(of: paragraph, at: index, of: blocks, in: frame)
          set(
            isInPlay ? paragraph.asDirection() : titled(paragraph, above: blocks[(index + 1)...]), in: spoken ?? frame,
            isFlush: spoken != nil || isFlush || frame.isSpaced || paragraph.isFlush
              || GalleyMaker.headsLetter(blocks, at: index))
        }
        if paragraph.displayed != nil {
          isFlush = goesOn(blocks, after: index)
          continue
        }
        if paragraph.isSideHead {
          keepLastWithNext()
          // what stands apart from the text above begins anew
          isFlush = isFlush || paragraph.isLowHead
          continue
        }
        if index + 1 < blocks.count, case .paragraph(let next) = blocks[index + 1], next.displayed != nil {
          keepLastUnwillingly()
        }
        if index + 1 < blocks.count,
          GalleyMaker.announces(paragraph, blocks[index + 1]) || GalleyMaker.isHeadOfLetter(blocks, through: index)
            || index > 0 && GalleyMaker.isTrailing(blocks[index - 1]) && GalleyMaker.greets(block)
        {
          keepLastUnwillingly()
        }
        if isTerm(blocks, at: index) || GalleyMaker.titlesTable(blocks, at: index) { keepLastWithNext() }
        isFlush = GalleyMaker.isHeadOfLetter(blocks, through: index)
        continue
      case .heading(let heading):
        within(.heading(level: UInt8(clamping: sectionLevel + heading.level - 1)), heading.source) {
          set(heading, in: frame)
        }
      case .verse(let verse):
        if isInPlay, let direction = verse.asDirection() {
          if let anchor = verse.anchor { pendingAnchors.append(.named(anchor)) }
          within(.paragraph, verse.source) { set(direction, in: frame, isFlush: false) }
          isFlush = false
          continue
        }
        let goesOnSpeaking = isInPlay && GalleyMaker.goesOnBehindDirection(index, in: blocks)
        if !goesOnSpeaking { space(above: .verse) }
        keepHead(rows: 3)
        let frame = self.frame(of: verse, at: index, of: blocks, in: frame)
        within(.verse, verse.source) { set(verse, in: frame) }
        if let attribution = GalleyMaker.attribution(behind: index, in: blocks) {
          set(attribution, of: verse, in: frame)
          blocksLeft = 1
        }
        if !goesOnSpeaking { space(below: .verse, isLast: index + blocksLeft == blocks.count - 1) }
        // behind an epigraph the chapter begins
        if index > 0 || !isFlush { isFlush = goesOn(blocks, after: index + blocksLeft) }
        continue
      case .quotation(var quotation):
        space(above: .quotation)
        if quotation.attribution == nil, let attribution = GalleyMaker.attribution(behind: index, in: blocks) {
          quotation.attribution = attribution
          blocksLeft = 1
        }
        within(.quotation, quotation.source) { set(quotation, in: frame) }
        space(below: .quotation, isLast: index + blocksLeft == blocks.count - 1)
      case .callout(let callout) where callout.kind.columns != nil:
        space(feathering: .block)
        setInColumns(callout.blocks, count: callout.kind.columns ?? 1, in: frame, isFlush: true)
        space(unlessLast: index == blocks.count - 1, feathering: .block)
      case .callout(let callout) where callout.kind == .aside:
        // of a book that nobody asked what its margin has room for
        set(callout.blocks, in: frame, isFlush: isFlush)
      case .callout(let callout):
        space(above: .callout)
        within(.callout, callout.source) { set(callout, in: frame) }
        space(below: .callout, isLast: index == blocks.count - 1)
      case .letter(let letter):
        space(above: .letter)
        within(.letter, letter.source) { set(letter, in: frame) }
        // what stands below it opens nothing
        isAtOpening = false
        space(below: .letter, isLast: index == blocks.count - 1)
        isFlush = goesOn(blocks, after: index)
        continue
      case .speech(let speech): within(.speech, speech.source) { set(speech, in: frame) }
      case .list(let list): set(list, at: index, of: blocks, in: frame)
      case .table(let table):
        let isTitled = index > 0 && GalleyMaker.titlesTable(blocks, at: index - 1)
        if !table.isClose, !isTitled { space(above: .table) }
        let notes = GalleyMaker.notes(in: blocks[(index + 1)...])
        var floats = table.isOfFigures && !isInNote && !frame.isBoxed && frame.leadingIndent == 0
        // what says what they show stays below them
        if index + 1 < blocks.count, case .figure(let next) = blocks[index + 1], next.image == nil { floats = false }
        set(table, notes: notes[...], isTitled: isTitled, floats: floats, in: frame)
        blocksLeft = notes.count
        if index + 1 < blocks.count, case .table(let next) = blocks[index + 1], next.isClose { break }
        space(below: .table, isLast: index + notes.count == blocks.count - 1)
      case .preformatted(let lines):
        space(above: .code)
        within(lines.isCode ? .code : .preformatted, lines.source) { set(lines, in: frame) }
        space(below: .code, isLast: index == blocks.count - 1)
      case .figure(let figure):
        // what stands below pictures side by side says what they are
        if figure.image == nil, index > 0, case .table(let table) = blocks[index - 1],
          let cell = table.rows.first?.first, case .figure? = cell.blocks.first, !table.isRuled
        {
          keepSpaceWithNext()
        }
        blocksLeft = setWithText(figure, blocks[(index + 1)...], in: frame, isFlush: isFlush)
        if blocksLeft > 0 { isFlush = false } else { set(figure, in: frame) }
        // it may stand elsewhere: the text goes on
        continue
      case .sceneBreak(let row) where row.mark == .writingLine:
        within(.sceneBreak, row.source) { setWritingLine(row.source.offset, in: frame) }
        if !GalleyMaker.isWritingLine(blocks, at: index + 1) {
          space(unlessLast: index == blocks.count - 1, feathering: .block)
        }
      case .sceneBreak(let sceneBreak): within(.sceneBreak, sceneBreak.source) { set(sceneBreak) }
      case .pageBreak: pendingPageBreak = true
      }
      isFlush = true
    }
  }

  private func space(above paragraph: Paragraph, at index: Int, of blocks: [Block], in frame: Frame, isFlush: Bool) {
    if frame.isSpaced {
      if index > 0 { space() }
    } else if paragraph.placement == .centred, index > 0, index == blocks.count - 1, !isFlush, !isInNote,
      !blocks[index - 1].isCentred || paragraph.inlines.plainText.first.map("—–".contains) == true
    {
      // "The End" stands apart from what it ends, who is quoted from the words; a dedication's lines stand together
      space()
    } else if index > 0, !isInNote, frame.leadingIndent == 0, GalleyMaker.standsApart(paragraph, at: index, of: blocks)
    {
      space(feathering: .block)
    } else if !isFlush, !isInNote {
      for _ in 0..<design.paragraphGap { space() }
    }
    for _ in 0..<min(Int(paragraph.spaceAbove), 4) where index > 0 { space() }
  }

  /// Sets a list with the white around it.
  private func set(_ list: List, at index: Int, of blocks: [Block], in frame: Frame) {
    // a list in a list stands close where the outer one does
    let isSetOff = !list.isTight || frame.listDepth == 0 || frame.isSpaced
    // what a term means stands right under it, and what a label names
    let isHeaded = if index > 0, case .paragraph(let head) = blocks[index - 1] { head.isLowHead } else { false }
    if isSetOff, !isHeaded, !list.isDefinition(under: index > 0 ? blocks[index - 1] : nil) {
      space(feathering: .block)
    }
    within(.list(isOrdered: list.start != nil), list.source) { set(list, in: frame) }
    // terms stand close, each at the margin
    if isSetOff, !list.isDefinition(under: index > 0 ? blocks[index - 1] : nil) || !isTerm(blocks, at: index + 1) {
      space(unlessLast: index == blocks.count - 1, feathering: .block)
    }
  }

  private func isTerm(_ blocks: [Block], at index: Int) -> Bool {
    guard index + 1 < blocks.count, case .list(let list) = blocks[index + 1] else { return false }
    return list.isDefinition(under: blocks[index])
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
    if setDictionary(paragraph, in: frame) || setFormula(paragraph, in: frame) { return }
    var spec = lines(of: paragraph, in: frame, isFlush: isFlush)
    if paragraph.hint.beginsPage {
      pendingPageBreak = true
      pendingTraits.insert(.wishesPage)
    }
    if isAtOpening, GalleyMaker.mayOpen(paragraph), spec.frame.style == .body, spec.frame.leadingIndent == 0 {
      isAtOpening = false
      if hasOpening, !design.indentsFirstParagraph, characterIndent == nil { spec.firstIndent = 0 }
      // a play opens with where it plays, not with its own words
      if !isInPlay { return setOpening(paragraph, spec: spec) }
    }
    add(paragraph.inlines, spec: spec, kind: .paragraph)
  }

  /// How a paragraph becomes lines.
  func lines(of paragraph: Paragraph, in frame: Frame, isFlush: Bool) -> LineSpec {
    var spec = LineSpec(frame: frame)
    switch paragraph.placement {
    case .justified:
      if paragraph.isFlush {
        spec.firstIndent = 0
      } else if let characters = characterIndent, frame.leadingIndent == 0, frame.listDepth == 0, !frame.isRagged,
        !isInNote
      {
        spec.firstIndent = em * characters
      } else {
        spec.firstIndent =
          (isFlush && !design.indentsFirstParagraph) || frame.isRagged ? 0 : PackedLength(Double(em) * design.indent)
      }
      spec.mayVary = true
    case .centred: spec.placement = .centred
    case .trailing: spec.placement = .trailing
    case .leading: spec.placement = .leading
    }
    if let form = paragraph.form { take(form, of: paragraph, to: &spec) }
    spec.wishedLines = Int(paragraph.hint.lines)
    return spec
  }

  /// What a file's own sheet asks of a paragraph, as far as the measure leaves room.
  private func take(_ form: ParagraphForm, of paragraph: Paragraph, to spec: inout LineSpec) {
    func length(_ ems: Float) -> PackedLength {
      PackedLength(units: Int32((Float(em) * min(max(ems, -20), 20)).rounded()))
    }
    spec.frame.indent(
      leading: length(max(form.leading, 0)), trailing: length(max(form.trailing, 0)), measure: measure, em: em)
    if !form.hyphenates { spec.frame.style.hyphenates = false }
    guard let indent = form.indent, paragraph.placement == .justified else { return }
    // hanging lines hang no farther than the edge, and something of the first line is left
    spec.firstIndent = min(
      max(length(indent), -spec.frame.leadingIndent), max(0, measure / 2 - spec.frame.leadingIndent))
  }

  func set(_ heading: Heading, in frame: Frame) {
    let look = design[.subhead(level: heading.level)]
    space(rows: look.above, feathering: .heading)
    if let anchor = heading.anchor { pendingAnchors.append(.named(anchor)) }
    nameNext(heading.plainText)
    var spec = LineSpec(frame: frame)
    spec.frame.style = resolver.subheading(heading.level)
    if isInNote {
      // no larger than what it heads, and told apart from that by more than white
      spec.frame.style.scale = min(spec.frame.style.scale, frame.style.scale)
      if !spec.frame.style.isBold, !spec.frame.style.isItalic, look.letterCase == .typed {
        if design.emphasis == .italic { spec.frame.style.isItalic = true } else { spec.frame.style.isBold = true }
      }
    }
    // a number above a poem stands on the poem's axis
    let isOnAxis = verseIndent != nil && !isInNote && !isInPlay && heading.isNumber
    spec.placement = isOnAxis ? .centred : GalleyMaker.placement(look)
    if look.letterCase == .typed, !isInNote { spec.frame.style.suitCapitals(of: heading.label + heading.title) }
    let separator = heading.separatorInText
    let words = heading.label + (separator.isEmpty ? [] : [Inline(separator, source: heading.source)]) + heading.title
    // one in a note may be all of that, and a sentence
    let title = isInNote ? words : words.withoutFinalPoint()
    let count = galley.elements.count
    add(title.inCase(look.letterCase, resolver.language), spec: spec, kind: .box) {
      $0.keepWithNext = true
      $0.rowsBelow = 2
    }
    // white above and below: the heading goes nearer to what it heads; one without words has made nothing
    if look.below > 0, galley.elements.count > count {
      galley.elements[galley.elements.count - 1].traits.insert(.isLowered)
      space(rows: look.below, isKept: true)
    }
  }

  func set(_ verse: Verse, in frame: Frame) {
    if let anchor = verse.anchor { pendingAnchors.append(.named(anchor)) }
    let place = place(of: verse, in: frame)
    var frame = frame
    frame.take(design[.verse])
    for (index, stanza) in verse.stanzas.enumerated() {
      if index > 0 { space() }
      begin(.stanza, stanza.lines.first?.source ?? verse.source)
      defer { end() }
      var lines: [VerticalLine] = []
      let start = stick.lines.count
      var calls: [NoteCall] = []
      for (k, line) in stanza.lines.enumerated() {
        var spec = LineSpec(frame: frame)
        let indent = place.indent(line)
        spec.firstIndentFromLeading = isInPlay ? self.indent(of: line, indent, frame) : indent
        // a turned line stands deeper than any line of its poem
        spec.frame.leadingIndent = indent + em * 2
        spec.placement = .leading
        if k == 0, stanza.lines.count > 1, verseIndent != nil, !verse.isShaped, line.isNumeral {
          // the number of a part stands on the poem's axis
          spec.placement = .centred
          spec.frame.leadingIndent = frame.leadingIndent
          spec.firstIndentFromLeading = nil
        }
        let ahead = line.numberLeads ? numberAhead(line.number, before: place.base, in: frame) : nil
        var inlines = line.inlines
        if let (speaker, indent) = pendingSpeaker {
          inlines = speaker + [Inline(" ", source: line.source)] + inlines
          spec.firstIndentFromLeading = indent
          pendingSpeaker = nil
        }
        let record = stick.lines.count
        let made = within(.verseLine, line.source) { lay(inlines, spec: spec) }
        if let ahead, made.count > 0 { attach(ahead, to: record) }
        calls += made.calls
        if !line.number.isEmpty, !line.numberLeads { number(record, line.number, in: frame) }
        for turn in 0..<made.count {
          // couplets stay whole: no page ends after a stanza's first line or before its last
          let isInside = turn + 1 < made.count
          let isEdge = k == 0 || k == stanza.lines.count - 2
          let isShort = stanza.lines.count <= 8
          // a quatrain is not parted
          let isKept = !isInPlay && stanza.lines.count <= GalleyMaker.keptStanza && verse.stanzas.count > 1
          let isLast = k == stanza.lines.count - 1 && !isInside
          lines.append(
            VerticalLine(
              rows: made.lines[turn].rows, noteRows: made.lines[turn].noteRows,
              breakAfter: isLast
                ? 0
                : isInside
                  ? PageEnd.unseemly : isEdge || isKept ? VerticalLine.stanzaEdge : isShort ? 14_000 : 3_000))
        }
      }
      if !isInNote { galley.verseLines += lines.count }
      // of a break alone nothing is made, and a marker still waits for its line
      if !lines.isEmpty { append(.lines, lines, from: start, calls: calls) }
    }
  }

  /// Lines of a stanza that stays on one page.
  private static let keptStanza = 5

  /// A number that stands before the next line, a little out from where lines begin.
  private func numberAhead(_ inlines: [Inline], before edge: PackedLength, in frame: Frame) -> LineRecord? {
    var margin = Frame(style: frame.style)
    margin.style.scale *= 0.8
    margin.style.features = "lnum=1,tnum=1"
    guard var line = layApart(inlines, spec: LineSpec(frame: margin, placement: .leading, isQuiet: true)).lines.first
    else { return nil }
    line.x = max(frame.leadingIndent, edge - em / 2 - widths(of: inlines, style: margin.style).natural)
    line.kind = .marker
    if line.flags.contains(.isRightToLeft) { line.flags.remove(.isRightToLeft) }
    return line
  }

  func set(_ quotation: Quotation, in frame: Frame) {
    var inner = frame
    let indent = PackedLength(Double(em) * (design[.quotation].indent ?? 0))
    inner.indent(leading: indent, trailing: indent, measure: measure, em: em)
    var words = inner
    words.take(design[.quotation])
    set(quotation.blocks, in: words)
    if let attribution = quotation.attribution {
      keepLastWithNext()
      var spec = LineSpec(frame: inner)
      let look = design[.attribution]
      spec.frame.take(look)
      spec.placement = GalleyMaker.placement(look)
      within(.attribution, attribution.source) { _ = add(attribution.inlines, spec: spec, kind: .paragraph) }
    }
  }

  func set(_ letter: Letter, in frame: Frame) {
    var inner = frame
    let indent = PackedLength(Double(em) * (design[.letter].indent ?? 0))
    inner.indent(leading: indent, trailing: indent, measure: measure, em: em)
    inner.take(design[.letter])
    for line in letter.dateline {
      let spec = LineSpec(frame: inner, placement: .trailing)
      within(.dateline, line.source) {
        _ = add(line.inlines, spec: spec, kind: .paragraph) { $0.keepWithNext = true }
      }
    }
    if letter.blocks.count > 1, GalleyMaker.greets(letter.blocks[0]) {
      // no page ends after the greeting
      set([letter.blocks[0]], in: inner)
      keepLastWithNext()
      set(Array(letter.blocks.dropFirst()), in: inner, isFlush: false)
    } else {
      set(letter.blocks, in: inner)
    }
    for line in letter.signature {
      keepLastWithNext()
      let spec = LineSpec(frame: inner, placement: .trailing)
      within(.signature, line.source) { _ = add(line.inlines, spec: spec, kind: .paragraph) }
    }
  }

  func set(_ sceneBreak: SceneBreak) {
    let isAlwaysShown = sceneBreak.mark == .ornament || design.showsEverySceneBreak
    let look = design[.sceneBreak]
    if isAlwaysShown { space(rows: look.above, feathering: .block) }
    let spec = LineSpec(frame: Frame(style: BlockStyle(look, hyphenates: false, hangs: false)), placement: .centred)
    let start = stick.lines.count
    ornamentRows = 0.95
    _ = lay([ornament(design.sceneBreakMark, usual: PageDesign().sceneBreakMark, sceneBreak.source)], spec: spec)
    ornamentRows = nil
    for index in start..<stick.lines.count {
      stick.lines[index].kind = .ornament
      if !isAlwaysShown { stick.lines[index].flags.insert(.onlyAtEdge) }
    }
    append(.box, [VerticalLine()], from: start) {
      $0.breakAfter = PageEnd.unseemly
      $0.isSceneBreak = true
    }
    if isAlwaysShown { space(rows: look.below, feathering: .block) }
  }
}

extension List {
  /// Whether it says, without any mark, what the short flush line above it means.
  func isDefinition(under block: Block?) -> Bool {
    guard counting == .none, isTight, case .paragraph(let term)? = block, term.isFlush, term.placement == .justified
    else { return false }
    return term.inlines.plainText.utf8.count <= 100
  }
}

extension Heading {
  /// What stands between number and title of a heading within a section: `2.3 The Sea`, `A.1 Tables`, but `SCENE I. A
  /// garden`.
  package var separatorInText: String {
    let isDecimal = label.allSatisfy(\.isPinned) || label.plainText.allSatisfy { $0.isNumber || $0 == "." }
    return separator.isEmpty || !isDecimal ? separator : " "
  }
}

extension Block {
  fileprivate var isCentred: Bool {
    if case .paragraph(let paragraph) = self { paragraph.placement == .centred } else { false }
  }
}
