internal import BookModel
internal import Design
internal import PageBreaking
internal import PageModel
internal import Units

/// Pictures: as blocks with their captions, and in lines.
extension GalleyMaker {
  /// Height above the baseline to which a picture at the head of a page reaches: that of capitals.
  var capHeight: PackedLength { em * 2 / 3 }

  /// A picture with its caption under it, in whole rows: one box, that floats to the head
  /// of the next page rather than leave a hole.
  func set(_ figure: Figure, in frame: Frame) {
    if let label = figure.label { pendingAnchors.append(.named(label.name)) }
    var captionSpec = LineSpec(
      frame: Frame(
        style: BlockStyle(design[.caption]), leadingIndent: frame.leadingIndent + em * 2,
        trailingIndent: frame.trailingIndent + em * 2))
    captionSpec.placement = GalleyMaker.placement(design[.caption])
    guard let name = figure.image else {
      guard !figure.caption.isEmpty else { return }
      space(feathering: .block)
      nameNext(figure.caption.plainText)
      within(.caption, figure.source) { _ = add(figure.caption, spec: captionSpec, kind: .paragraph) }
      space(feathering: .block)
      return
    }
    if isLonger(figure.caption, captionSpec, than: design.rows - 2) { return setApart(figure, in: frame) }
    if figure.placement >= .page, !isInNote, !frame.isBoxed, frame.leadingIndent == 0, frame.trailingIndent == 0 {
      return setPlate(figure, name, captionSpec)
    }
    let isWhole = frame.leadingIndent == 0 && frame.trailingIndent == 0 && !frame.isBoxed
    let floats = isWhole && !isInNote && figure.placement != .here
    let isSetOff = galley.elements.last?.vertical.kind == .space
    // two that follow each other move on together, and no white stays for them
    if !floats || galley.elements.last?.traits.contains(.blankBelow) != true { space(feathering: .block) }
    // the caption first: the picture may have what it leaves of the page
    let start = stick.lines.count
    begin(figure)
    defer { end() }
    nameNext(figure.caption.plainText)
    let known = pictures[name]
    let words = known == nil && figure.caption.isEmpty ? figure.alternative : ""
    let room = measure - frame.leadingIndent - frame.trailingIndent
    var spec = LineSpec(
      frame: Frame(leadingIndent: frame.leadingIndent, trailingIndent: frame.trailingIndent), placement: .centred)
    let beside = sizeWithCaptionBeside(figure, known, room: room)
    if let beside { captionSpec = self.captionSpec(beside: beside.width, in: &spec.frame) }
    let caption = layCaption(of: figure, captionSpec)
    let size = beside ?? sized(known, room: room, captionRows: caption.rows, figure)
    let rows = max(1, (size.height - capHeight + leading - 1).count(of: leading) + 1)
    // beside it the caption's last line stands on the picture's foot
    let taken = max(rows, stack(caption.lines, from: start, row: beside == nil ? rows : max(0, rows - caption.rows)))
    let picture = SetPicture(
      file: known == nil ? "" : name, bytes: known?.bytes, item: 0, width: size.width, height: size.height, depth: 0,
      pixelsAcross: known?.pixelsAcross, source: figure.source)
    let record = place(picture, spec: spec)
    stick.lines[record].y = (rows - 1) * leading
    if !words.isEmpty {
      let first = stick.lines.count
      _ = lay([Inline(words, source: figure.source)], spec: captionSpec)
      for (index, record) in (first..<stick.lines.count).enumerated() {
        stick.lines[record].y = (rows / 2 + Int32(index)) * leading
      }
    }
    // the blank row below goes with it, also to the head of a page
    let hasBlank = Int(taken) < design.rows - 3
    // an item's number stands with its picture
    let isNumbered = !pendingMarkers.isEmpty
    if hasBlank { pendingTraits.insert(.blankBelow) }
    append(.box, [VerticalLine(rows: Int16(clamping: taken + (hasBlank ? 1 : 0)))], from: start, calls: caption.calls) {
      $0.floats = floats
      $0.waitsForHead = floats && figure.placement == .nextPage
      $0.keepsOrder = !isInNote
      $0.waitsBehind = !isInNote && !isNumbered && figure.placement != .here
      $0.leavesWhite = isSetOff
    }
  }

  /// Of the measure, the most that a picture has with its caption beside it.
  private static let mostBesideCaption = 0.55

  /// The size of a picture whose caption stands beside it; nil where it stands below.
  private func sizeWithCaptionBeside(
    _ figure: Figure, _ known: PictureSize?, room: PackedLength
  ) -> (width: PackedLength, height: PackedLength)? {
    guard figure.hasCaptionBeside ?? design.hasCaptionsBeside, let known, !figure.caption.isEmpty, !isInNote else {
      return nil
    }
    var figure = figure
    // where it is asked of this picture alone, that has no other size
    if figure.hasCaptionBeside == true, figure.width == nil, figure.height == nil,
      Double(known.width.units) > Double(room) * GalleyMaker.mostBesideCaption
    {
      figure.width = .share(GalleyMaker.mostBesideCaption)
    }
    let size = sized(known, room: room, captionRows: 0, figure)
    guard Double(size.width) <= Double(room) * GalleyMaker.mostBesideCaption, room - size.width - em >= leastBeside
    else {
      return nil
    }
    let rows = Int((size.height - capHeight).count(of: leading)) + 1
    let spec = captionSpec(leading: size.width + em, trailing: measure - room)
    return isLonger(figure.caption, spec, than: rows) ? nil : size
  }

  /// How a caption stands beside a picture of that width, at the side on which lines end.
  /// - Parameter frame: of both; the picture's when it returns.
  private func captionSpec(beside width: PackedLength, in frame: inout Frame) -> LineSpec {
    var spec = captionSpec(leading: frame.leadingIndent + width + em, trailing: frame.trailingIndent)
    spec.placement = .leading
    let rest = measure - frame.leadingIndent - frame.trailingIndent - width
    // a picture's indents are those of left and right
    if resolver.isRightToLeft {
      (frame.leadingIndent, frame.trailingIndent) = (frame.trailingIndent + rest, frame.leadingIndent)
    } else {
      frame.trailingIndent += rest
    }
    return spec
  }

  /// Whether words take more rows than so many, by what they measure in all.
  func isLonger(_ caption: [Inline], _ spec: LineSpec, than rows: Int) -> Bool {
    // no letter is narrower than a fifth of an em, on the average
    let room = max(em, measure - spec.frame.leadingIndent - spec.frame.trailingIndent)
    let isLarge = caption.contains { ($0.style.extras.scale ?? 1) > 1 }
    guard isLarge || caption.plainText.utf8.count > 5 * Int((room + em).count(of: em)) else { return false }
    builder.build(caption, block: spec.frame.style, shaper: shaper, into: &paragraph)
    let words = paragraph.items.reduce(0) { $0 + Int(shaper.text.words[Int($1.word)].advance) }
    let most = paragraph.hasLargeType ? rows / Int(height(of: paragraph.items.indices).rows) : rows
    // a fifth of a line is spaces, and its last word seldom ends where it does
    return words + words / 4 > most * Int(room)
  }

  /// A picture below which no page has room for its caption: that comes as a paragraph behind it, which pages may part.
  private func setApart(_ figure: Figure, in frame: Frame) {
    var (picture, words) = (figure, figure)
    picture.caption = []
    picture.placement = .here
    words.label = nil
    // the caption says what an empty frame would
    if figure.image.flatMap({ pictures[$0] }) == nil { picture.alternative = "" }
    words.image = nil
    set(picture, in: frame)
    set(words, in: frame)
  }

  /// A picture on a page of its own, as large as the text block allows, or over all of the page.
  private func setPlate(_ figure: Figure, _ name: String, _ captionSpec: LineSpec) {
    // it stands across the columns
    let ofText = column
    setMeasure(ColumnShape(design))
    defer { setMeasure(ofText) }
    let start = stick.lines.count
    begin(figure)
    defer { end() }
    nameNext(figure.caption.plainText)
    let caption = layCaption(of: figure, captionSpec)
    let known = pictures[name]
    let (width, height) = known.map { (Double(max($0.width.units, 1)), Double(max($0.height.units, 1))) } ?? (3, 2)
    let rows = Int32(clamping: design.rows)
    let captionRows = caption.count == 0 ? 0 : caption.rows + 1
    let room = Double(max(rows - captionRows - 1, 0) * leading + capHeight)
    let isSpread = figure.placement == .spread && design.sides == .facing
    let bleeds = figure.placement == .bleed || isSpread
    let page =
      design.writing == .vertical ? PageSize(width: design.trim.height, height: design.trim.width) : design.trim
    let scale =
      bleeds
      ? max(Double(page.width.units) * (isSpread ? 2 : 1) / width, Double(page.height.units) / height)
      : min(
        asked((figure.width, figure.height), of: (width, height), in: measure) ?? .infinity, Double(measure) / width,
        room / height)
    let picture = SetPicture(
      file: known == nil ? "" : name, bytes: known?.bytes, item: 0, width: max(1, PackedLength(width * scale)),
      height: max(1, PackedLength(height * scale)), depth: 0, pixelsAcross: known?.pixelsAcross, bleeds: bleeds,
      isSpread: isSpread, source: figure.source)
    // in the middle of what the caption leaves
    let foot = bleeds ? 0 : (PackedLength(room) + picture.height) / 2 - capHeight
    let first = max(1, (foot + leading - 1).count(of: leading) + 1)
    _ = stack(caption.lines, from: start, row: min(first, rows - caption.rows))
    let spec = LineSpec(frame: Frame(), placement: .centred)
    let record = place(picture, spec: spec)
    stick.lines[record].y = foot
    pendingTraits.insert(.isPlate)
    let line = VerticalLine(rows: Int16(clamping: rows))
    // the other half is a line of its own, which reads the picture no second time
    if isSpread { stick.lines[place(picture, spec: spec)].block = .none }
    append(isSpread ? .lines : .box, isSpread ? [line, line] : [line], from: start, calls: caption.calls) {
      $0.floats = true
      $0.isPlate = true
      $0.isSpread = isSpread
      $0.facesCall = figure.facesCall
    }
  }

  /// The scale that a figure asks for; the smaller one where it asks for width and height.
  func asked(
    _ figure: (width: Figure.Size?, height: Figure.Size?), of size: (width: Double, height: Double),
    in room: PackedLength
  ) -> Double? {
    func length(_ wish: Figure.Size, of whole: Double) -> Double {
      switch wish {
      case .share(let share): whole * min(max(share, 0.01), 1)
      case .length(let length): Double(max(length.units, 1024))
      }
    }
    let depth = Double(Int32(clamping: design.rows) * leading)
    let (across, down) = design.writing == .vertical ? (figure.height, figure.width) : (figure.width, figure.height)
    let width = across.map { length($0, of: Double(room)) / size.width }
    let height = down.map { length($0, of: depth) / size.height }
    return [width, height].compactMap { $0 }.min()
  }

  /// The size a picture is set at: its own, no wider than the measure and no higher than
  /// three quarters of the page, with the size that was asked for up to what a page holds.
  func sized(
    _ known: PictureSize?, room: PackedLength, captionRows: Int32, _ figure: Figure
  ) -> (width: PackedLength, height: PackedLength) {
    let rows = Int32(clamping: design.rows)
    // where nothing is known of it, half the measure, three to two
    var width = Double(room) / 2
    var height = width * 2 / 3
    if let known {
      (width, height) = (Double(max(known.width.units, 1)), Double(max(known.height.units, 1)))
    }
    let asked = asked((figure.width, figure.height), of: (width, height), in: room)
    let most = max(1, asked == nil || isInNote ? rows * 3 / 4 : rows - 1) - captionRows
    let highest = Double(max(most - 1, 0) * leading + capHeight)
    let scale = min(asked ?? 1, Double(room) / width, highest / height)
    return (max(1, PackedLength(width * scale)), max(1, PackedLength(height * scale)))
  }

  /// Begins the picture's block.
  func begin(_ figure: Figure) {
    let words = figure.alternative.isEmpty ? figure.caption.plainText : figure.alternative
    // an ornament is no figure to those who listen to the book
    begin(figure.isDecorative && words.isEmpty ? .paragraph : .figure, figure.source, alternative: words)
  }

  /// The caption, which stands beside the picture, not in it.
  func layCaption(of figure: Figure, _ spec: LineSpec) -> LaidOutLines {
    guard !figure.caption.isEmpty else { return LaidOutLines() }
    var spec = spec
    spec.block = galley.blocks.add(.caption, in: open.dropLast().last ?? .none, source: figure.source)
    return lay(figure.caption, spec: spec)
  }

  /// Appends a line that holds a picture alone.
  func place(_ picture: SetPicture, spec: LineSpec) -> Int {
    let style = shaper.style(resolver.style(.body, .plain))
    var picture = picture
    picture.item = UInt32(galley.items.count)
    galley.items.append(TextItem(word: shaper.room(picture.width.units, style: style), joint: .closed))
    galley.pictures.append(picture)
    // of whose meaning nobody says a word, that is an ornament (ISO 14289-1, 7.3)
    let block = open.last.flatMap { galley.blocks.alternatives[$0] == nil ? nil : $0 }
    stick.lines.append(
      LineRecord(
        firstItem: picture.item, endItem: picture.item + 1,
        x: (spec.frame.leadingIndent - spec.frame.trailingIndent) / 2, source: picture.source.offset, flags: .isCentred,
        block: block ?? .none)
    )
    return stick.lines.count - 1
  }

  /// A picture within a line: no higher than the line, and no wider than ten ems unless that is asked.
  func inlinePicture(_ name: String, of inline: Inline) -> SetPicture {
    let known = pictures[name]
    let (width, height) =
      known.map { (Double(max($0.width.units, 1)), Double(max($0.height.units, 1))) } ?? (Double(em), Double(em))
    let extras = inline.style.extras
    let asked = asked((extras.width, extras.height), of: (width, height), in: figureRoom?.width ?? measure)
    if let room = figureRoom {
      let scale = min(asked ?? 1, Double(room.width) / width, Double(room.height) / height)
      return SetPicture(
        file: known == nil ? "" : name, bytes: known?.bytes, item: 0, width: max(1, PackedLength(width * scale)),
        height: max(1, PackedLength(height * scale)), depth: 0, pixelsAcross: known?.pixelsAcross, isFigure: true,
        source: inline.source)
    }
    let widest = min(asked == nil && ornamentRows == nil ? Double(em) * 10 : .infinity, Double(measure) / 2)
    let scale = min(asked ?? 1, Double(leading) * (ornamentRows ?? 0.82) / height, widest / width)
    let high = PackedLength(height * scale)
    return SetPicture(
      file: known == nil ? "" : name, bytes: known?.bytes, item: 0, width: max(1, PackedLength(width * scale)),
      height: max(1, high),
      // what is higher than capitals reaches below the baseline as descenders do
      depth: min(max(0, high - capHeight), em / 5), pixelsAcross: known?.pixelsAcross, source: inline.source)
  }
}
