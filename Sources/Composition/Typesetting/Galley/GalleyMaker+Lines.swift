internal import BookModel
internal import LineBreaking
internal import PageBreaking
internal import PageModel
internal import Shaping
internal import Units

/// Lines: inlines are broken at their measure and placed in the stick.
extension GalleyMaker {
  enum Placement { case justified, leading, centred, trailing }

  /// How one run of inlines becomes lines.
  struct LineSpec {
    var frame: Frame
    /// Added to the frame's leading indent on the first line.
    var firstIndent: PackedLength = 0
    /// Replaces the frame's leading indent on the first line.
    var firstIndentFromLeading: PackedLength?
    /// Replaces it on the first lines, as many as there are (beside a drop capital).
    var firstIndents: [PackedLength] = []
    /// Something else has a part of the measure beside some lines.
    var beside: RoomBeside?
    /// Nothing is set where fewer lines come of it.
    var leastLines = 0
    var placement = Placement.justified
    /// It is of no column of text: a table's cell, a mark beside a line.
    var standsApart = false
    /// The page breaker may have it a line longer or shorter.
    var mayVary = false
    /// Lines more or fewer that the author asks for; 0 for none.
    var wishedLines = 0
    /// Words that must be broken are the caller's to speak of (`brokenWord`).
    var isQuiet = false
    /// Lines of a title, which end where its sense does wherever they stand; centred ones do so anyhow.
    var isTitle = false
    /// A line is never narrower, whatever the indents leave.
    var leastWidth: PackedLength?
    /// What the lines are of; nil for the block that is open.
    var block: BlockID?
    init(frame: Frame, placement: Placement = .justified, isQuiet: Bool = false) {
      (self.frame, self.placement, self.isQuiet) = (frame, placement, isQuiet)
    }

    /// From the measure's leading edge to a line, 1/1024 pt.
    func indent(ofLine index: Int) -> PackedLength {
      if index < firstIndents.count { return firstIndents[index] }
      let indent = index == 0 ? firstIndentFromLeading ?? frame.leadingIndent + firstIndent : frame.leadingIndent
      return indent + (beside.map { $0.lines.contains(index) ? $0.leading : 0 } ?? 0)
    }

    /// From a line to the measure's trailing edge, 1/1024 pt.
    func trailingIndent(ofLine index: Int) -> PackedLength {
      frame.trailingIndent + (beside.map { $0.lines.contains(index) ? $0.trailing : 0 } ?? 0)
    }

    /// Lines whose measure differs from that of the lines below them.
    var ownLines: Int { max(1, firstIndents.count, beside?.lines.upperBound ?? 0) }
  }

  /// What lines of a paragraph leave at their edges to what stands beside them.
  struct RoomBeside: Hashable {
    /// Counted from the paragraph's first.
    var lines: Range<Int>
    /// 1/1024 pt.
    var leading: PackedLength = 0
    var trailing: PackedLength = 0
  }

  /// A line in the stick and a note that it calls.
  typealias NoteCall = (record: Int, key: NoteKey)

  struct LaidOutLines {
    var count = 0
    /// More than one row where larger type stands in a line.
    var lines: [VerticalLine] = []
    var calls: [NoteCall] = []
    /// That they take in all.
    var rows: Int32 { lines.reduce(0) { $0 + Int32($1.rows) } }
  }

  /// Appends a block as one element, in every line count that the breaker finds.
  /// - Returns: whether there was anything to set, in as many lines as `spec` wants at least.
  @discardableResult func add(
    _ inlines: [Inline], spec: LineSpec, kind: VerticalElement.Kind,
    _ adjust: (inout VerticalElement) -> Void = { _ in }
  ) -> Bool {
    guard let choices = breaks(of: inlines, spec: spec), choices.natural.lineCount >= spec.leastLines else {
      return false
    }
    let start = takeItems()
    var spec = spec
    // all settings are of one block
    spec.block = lineBlock(SourceLocation(file: file, offset: paragraph.sources[0]))
    var settings: [VerticalSetting] = []
    var records: [Range<Int>] = []
    var calls: [NoteCall] = []
    var kind = kind
    let natural = choices.natural.setting.demerits
    settings.reserveCapacity(1 + choices.variants.count)
    records.reserveCapacity(1 + choices.variants.count)
    for number in 0...choices.variants.count {
      let choice = number == 0 ? choices.natural : choices.variants[number - 1]
      guard choice.lineCount >= spec.leastLines else { continue }
      let first = stick.lines.count
      let made = place(choice, spec: spec, itemBase: start)
      calls += made.calls
      // what no page holds in one piece is parted like text, in a note too
      if kind == .box, Int(made.rows) > design.rows - 3 { kind = .paragraph }
      settings.append(VerticalSetting(lines: made.lines, cost: max(0, choice.setting.demerits - natural)))
      records.append(first..<stick.lines.count)
    }
    if kind == .box {
      let rows = stack(settings[0].lines, from: records[0].lowerBound)
      settings = [VerticalSetting(lines: [VerticalLine(rows: Int16(clamping: rows))])]
      records = [records[0]]
    }
    var element = VerticalElement(kind: kind, settings: settings, breakBefore: takePageBreak())
    element.wishedLines = spec.wishedLines
    if kind == .paragraph, spec.mayVary { spareLetters = spareLetters(of: choices.natural) }
    adjust(&element)
    append(element, records: records, calls: calls)
    return true
  }

  /// About how many letters and spaces stand on the last line of the paragraph in hand, where that is up to a dozen:
  /// without them it would be a line shorter.
  private func spareLetters(of choice: ParagraphBreaks.Choice) -> Int? {
    let lines = choice.setting.lines
    guard lines.count > 1 else { return nil }
    let fragments = choice.usesHyphenated ? divided : plain
    var width = 0
    for fragment in fragments.fragments[Int(lines[lines.count - 2].end)...] {
      width += Int(fragment.width) + Int(fragment.space)
    }
    let letter = max(1, Int(em) * 2 / 5)
    return width <= 12 * letter ? (width + letter - 1) / letter : nil
  }

  /// Sets inlines in their natural lines and appends the records, y unset.
  func lay(_ inlines: [Inline], spec: LineSpec) -> LaidOutLines {
    guard let choices = breaks(of: inlines, spec: spec) else { return LaidOutLines() }
    let start = takeItems()
    return place(choices.natural, spec: spec, itemBase: start)
  }

  /// Puts lines of the stick below each other, from a row down.
  /// - Returns: the row below them.
  func stack(_ lines: [VerticalLine], from start: Int, row: Int32 = 0) -> Int32 {
    var row = row
    for (index, line) in lines.enumerated() {
      stick.lines[start + index].y += row * leading
      row += Int32(line.rows)
    }
    return row
  }

  /// Moves the paragraph's words to the galley, with what leads from them and to them.
  /// - Returns: the index of the first.
  func takeItems() -> Int {
    let start = galley.items.count
    galley.items += paragraph.items
    if !pendingAnchors.isEmpty, !isInNote {
      for anchor in pendingAnchors { galley.anchors.append(AnchorItem(item: UInt32(start), anchor: anchor)) }
      pendingAnchors.removeAll()
    }
    for place in paragraph.textMarks {
      let item = UInt32(start + min(place.item, paragraph.items.count - 1))
      galley.anchors.append(AnchorItem(item: item, anchor: Anchor.mark(place.mark).place))
    }
    let shift = Shift(items: UInt32(start))
    galley.pictures += paragraph.pictures.map { $0.moved(by: shift) }
    galley.rubies += paragraph.rubies.map { $0.moved(by: shift) }
    for link in paragraph.links {
      if let key = LinkTarget.backLink(link.address) {
        let item = UInt32(start + link.items.lowerBound)
        galley.anchors.append(AnchorItem(item: item, anchor: .note(key, section: section(of: key))))
        self.link(item, to: .call(key, section: section(of: key)), source: paragraph.sources[link.items.lowerBound])
        continue
      }
      galley.links.append(
        LinkSpan(
          first: UInt32(start + link.items.lowerBound), end: UInt32(start + link.items.upperBound),
          target: LinkTarget(address: link.address),
          source: SourceLocation(file: file, offset: paragraph.sources[link.items.lowerBound])))
    }
    for call in paragraph.notes where notes[call.key] != nil {
      let item = UInt32(start + call.item)
      galley.anchors.append(AnchorItem(item: item, anchor: .call(call.key, section: section(of: call.key))))
      rememberMark(item, call.key)
      if builder.noteMark(call.key).isEmpty { continue }
      link(
        item, to: .note(call.key, section: section(of: call.key)),
        source: paragraph.sources[min(call.item, paragraph.sources.count - 1)])
    }
    return start
  }

  func link(_ item: UInt32, to anchor: Anchor, source: UInt32) {
    galley.links.append(
      LinkSpan(
        first: item, end: item + 1, target: .anchor(anchor), source: SourceLocation(file: file, offset: source)))
  }

  func breaks(of inlines: [Inline], spec: LineSpec) -> ParagraphBreaks? {
    shape(inlines, spec: spec) ? breaks(spec: spec) : nil
  }

  /// Makes words of inlines, and tells what no font has.
  /// - Returns: whether there are any.
  func shape(_ inlines: [Inline], spec: LineSpec) -> Bool {
    setNotes(calledIn: inlines)
    // made anew so that the builder does not keep its maker alive
    if builder.picture == nil {
      builder.picture = { [unowned self] in inlinePicture($0, of: $1) }
      builder.formula = { [unowned self] in setsFormulas ? parts(ofFormula: $0, style: $1) : [] }
    }
    builder.build(inlines, block: spec.frame.style, shaper: shaper, into: &paragraph)
    if resolver.isRightToLeft, !paragraph.isRightToLeft, !spec.standsApart, !spec.frame.style.isMonospaced {
      paragraph.hasNoDirection = ItemBuilder.firstStrongIsRightToLeft(Array(inlines.plainText.utf8)) == nil
    }
    guard !paragraph.items.isEmpty else { return false }
    while complaints.namedGlyphs < min(shaper.missingGlyphs.count, ShapingReport.namedGlyphs) {
      let source = SourceLocation(file: file, offset: paragraph.sources[0])
      complaints.diagnostics.append(ShapingReport.missing(shaper.missingGlyphs[complaints.namedGlyphs], at: source))
      complaints.namedGlyphs += 1
    }
    if shaper.namedSigns > 0, !complaints.hasNamedSigns {
      complaints.hasNamedSigns = true
      complaints.diagnostics.append(ShapingReport.named(at: SourceLocation(file: file, offset: paragraph.sources[0])))
    }
    return true
  }

  /// The lines of the paragraph that was shaped last.
  func breaks(spec: LineSpec) -> ParagraphBreaks {
    let least = spec.leastWidth ?? em * 2
    let rest = max(measure - spec.frame.trailingIndent - spec.frame.leadingIndent, least)
    let firsts = (0..<spec.ownLines).map {
      max(measure - spec.trailingIndent(ofLine: $0) - spec.indent(ofLine: $0), least)
    }
    let shape = LineShape(first: firsts == [rest] ? [] : firsts.map(\.units), rest: rest.units)
    let narrowest = min(rest, firsts.min() ?? rest)
    let tooWide = plain.build(paragraph, shaper: shaper, measure: narrowest.units)
    if !spec.isQuiet {
      warnTooWide(tooWide)
    } else if let first = tooWide.first, brokenWord == nil {
      brokenWord = sample(of: paragraph.items[first].word)
    }
    // a line well short of its measure cannot be made two
    let mayVary = spec.mayVary && design.sides == .facing && !isInNote && plain.isWider(than: Int(rest) * 4 / 5)
    let wish = spec.wishedLines
    let offsets = mayVary ? min(-2, wish)...max(2, wish) : min(0, wish)...max(0, wish)
    let hyphenated = { [self] () -> [Fragment] in
      divided.divide(plain, paragraph, shaper: shaper, measure: narrowest.units)
      return divided.fragments
    }
    if isJustified, !spec.frame.isRagged, spec.placement == .justified {
      justifier.variantDemerits = wish == 0 ? dearestVariant : .infinity
      let found = justifier.breakParagraph(
        plain: plain.fragments, shape: shape, offsets: offsets, hyphenated: hyphenated)
      if wish != 0, found.choice(lineCount: found.natural.lineCount + wish) == nil {
        lostWish = whyNot(wish, found.natural.lineCount, shape: shape, hyphenated: hyphenated)
      }
      return found
    }
    // centred and trailing lines, verse: hyphenated only where a word would not fit
    let mayHyphenate = spec.placement == .justified
    let broken = ragged.breakParagraph(plain: plain.fragments, shape: shape, offsets: offsets) {
      mayHyphenate ? hyphenated() : []
    }
    return spec.placement == .centred || spec.isTitle ? balanced(broken, width: rest) : broken
  }

  /// What it would take to set the paragraph in so many lines more or fewer, which is past the breaker's limits.
  private func whyNot(
    _ wish: Int, _ count: Int, shape: LineShape, hyphenated: () -> [Fragment]
  ) -> String? {
    guard count + wish > 0 else { return nil }
    let lines = "\(count + wish) line\(count + wish == 1 ? "" : "s"), not \(count)"
    guard wish > 0 else {
      let width = plain.fragments.reduce(0.0) { $0 + Double($1.width) + Double($1.space) }
      let room = (0..<max(count + wish, 0)).reduce(0.0) { $0 + Double(shape.width(ofLine: $1)) }
      guard room > 0, width > room else { return "in \(lines), its words find no breaks that fill them" }
      return "in \(lines), its words and spaces would be \(Int(((width / room - 1) * 100).rounded(.up))) % too wide"
    }
    let limit = justifier.variantTolerance
    justifier.variantTolerance = GalleyMaker.boundlessTolerance
    defer { justifier.variantTolerance = limit }
    let loose = justifier.breakParagraph(
      plain: plain.fragments, shape: shape, offsets: 0...wish, hyphenated: hyphenated)
    guard let choice = loose.choice(lineCount: count + wish) else { return "in \(lines), its words leave holes" }
    return
      "in \(lines), it would have spaces \(Length.decimal(Double(choice.setting.loosest))) times their natural width"
  }

  /// Badness that no line of text has: to tell what a setting past the limits would be.
  private static let boundlessTolerance = 1_000_000

  /// Appends the records of one setting.
  func place(_ choice: ParagraphBreaks.Choice, spec: LineSpec, itemBase: Int) -> LaidOutLines {
    let fragments = choice.usesHyphenated ? divided : plain
    var made = LaidOutLines()
    made.count = choice.setting.lines.count
    made.lines.reserveCapacity(made.count)
    var item = 0
    var startByte: UInt16 = 0
    var firstFragment = 0
    var nextNote = 0
    let block = spec.block ?? lineBlock(SourceLocation(file: file, offset: paragraph.sources[0]))
    for (index, line) in choice.setting.lines.enumerated() {
      let last = fragments.places[Int(line.end) - 1]
      let hang = fragments.fragments[firstFragment].leadingHang
      // the correction for a ligature undone at the line's start rides on the fragment's hang
      let leadingHang = startByte == 0 ? hang : shaper.leadingHang(of: paragraph.items[item].word, atByte: startByte)
      let indent = spec.indent(ofLine: index)
      var flags: LineRecord.Flags = line.showsHyphen ? .showsHyphen : []
      if line.isShort { flags.insert(.isShort) }
      if paragraph.isRightToLeft { flags.insert(.isRightToLeft) }
      if paragraph.hasLevels { flags.insert(.hasLevels) }
      var x = indent - PackedLength(units: leadingHang)
      switch spec.placement {
      case .justified, .leading:
        // figures alone begin where the book's lines do
        if paragraph.hasNoDirection { flags.insert(.isTrailing) }
      case .centred:
        flags.insert(.isCentred)
        x = (indent - spec.trailingIndent(ofLine: index)) / 2
      case .trailing:
        if !paragraph.hasNoDirection { flags.insert(.isTrailing) }
        x = spec.trailingIndent(ofLine: index)
      }
      let end = Int(last.item) + 1
      var rows: Int16 = 0
      while nextNote < paragraph.notes.count, paragraph.notes[nextNote].item < end {
        let key = paragraph.notes[nextNote].key
        rows += noteRows(of: key)
        made.calls.append((record: stick.lines.count, key: key))
        nextNote += 1
      }
      if design.noteNumbers == .page, rows > 0 || isInNote {
        galley.elasticities[UInt32(itemBase + item)..<UInt32(itemBase + end)] = shaper.text.elasticity(
          of: paragraph.items[item..<end])
      }
      let height = paragraph.hasLargeType ? height(of: item..<end) : (above: 0, rows: 1)
      made.lines.append(
        VerticalLine(rows: Int16(clamping: height.rows), noteRows: rows, endsInHyphen: line.showsHyphen))
      stick.lines.append(
        LineRecord(
          firstItem: UInt32(itemBase + item), endItem: UInt32(itemBase + end), startByte: startByte,
          endByte: last.endByte, x: x, y: height.above * leading, ratio: line.ratio, source: paragraph.sources[item],
          expansion: line.expansion, flags: flags, block: block))
      item = last.endByte == 0 ? end : Int(last.item)
      startByte = last.endByte
      firstFragment = Int(line.end)
      if item >= paragraph.items.count { break }
    }
    return made
  }
}
