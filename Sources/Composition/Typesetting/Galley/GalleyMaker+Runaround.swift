internal import BookModel
internal import Design
internal import LineBreaking
internal import PageBreaking
internal import PageModel
internal import Units

/// Text around pictures. A picture and the paragraphs behind it are one element of the vertical list, with a setting for
/// each line beside which the picture may begin, so that the search for pages chooses that line as it chooses
/// everything else. Every paragraph is broken as a whole, its lines beside the picture to their own measure.
extension GalleyMaker {
  /// A picture at an edge of the measure with its caption under it.
  private struct SidePicture {
    /// `y` counts from the baseline of the line it begins beside.
    var records: [LineRecord] = []
    var calls: [NoteCall] = []
    /// Of it and the white between it and the text.
    var width: PackedLength = 0
    /// Of the grid, to the first line below it that has the whole measure.
    var rows = 0
    /// On a page that has no mirrored side, and on a recto.
    var isLeft = true
  }

  /// Lines of one paragraph as they are beside the picture or clear of it.
  private struct Part {
    var lines: [VerticalLine]
    var records: [LineRecord]
    var calls: [NoteCall]
    var demerits: Double
  }

  /// The paragraphs with the picture beside one of their lines.
  private struct SideSetting {
    /// Lines yet to come before the picture begins.
    var before: Int
    /// Rows of the picture that no line stands beside yet.
    var left: Int
    /// The line beside which it begins.
    var first = -1
    var lines: [VerticalLine] = []
    var records: [LineRecord] = []
    var calls: [NoteCall] = []
    var demerits = 0.0
  }

  /// Letters of 0.44 em on the average: no line beside a picture has fewer than 25.
  var leastBeside: PackedLength { em * 11 }
  /// Of the measure that a picture has whose size nobody asked for.
  private static let shareBeside = 0.42
  /// For a picture that begins below the line it is called at, and for each line that it does. Far less than any rule
  /// of the page: what is gained is the picture's whole height.
  private static let (laterDemerits, lineDemerits) = (30_000.0, 3_000.0)
  /// For each row of white beside a picture's foot, where the text ends.
  private static let whiteDemerits = 30_000.0
  /// The share of line breaking's demerits by which one place is better than another, at most so many.
  private static let mostDemerits = 40_000.0

  /// The opening paragraph, which may have an initial, before a picture that text is to run around.
  static func withOpeningFirst(_ blocks: [Block]) -> [Block] {
    guard blocks.count > 1, case .figure(let figure) = blocks[0], figure.runaround != nil, case .paragraph = blocks[1]
    else { return blocks }
    var blocks = blocks
    blocks.swapAt(0, 1)
    return blocks
  }

  /// Sets a picture with the paragraphs behind it around it.
  /// - Returns: how many of the blocks that follow were set; 0, with nothing set, where the picture is to stand between
  ///   lines of the whole measure.
  func setWithText(_ figure: Figure, _ following: ArraySlice<Block>, in frame: Frame, isFlush: Bool) -> Int {
    guard let edge = figure.runaround, let name = figure.image, let known = pictures[name] else { return 0 }
    let isFree = !isInNote && !frame.isBoxed && frame.listDepth == 0 && pendingMarkers.isEmpty && !isInPlay
    guard isFree, dictionary == .none, design.writing == .horizontal else {
      sayAlone(figure, "in notes, lists, boxes, plays, dictionaries and vertical lines")
      return 0
    }
    guard let size = sizeBeside(figure, known, in: frame) else {
      sayAlone(figure, "that leave lines of fewer than 25 letters beside them, or are nearly as tall as the page")
      return 0
    }
    let paragraphs = paragraphs(following, beside: size, in: frame)
    guard !paragraphs.isEmpty else {
      sayAlone(figure, "that too few lines of text follow before a heading, a list or the like")
      return 0
    }
    if let label = figure.label { pendingAnchors.append(.named(label.name)) }
    let picture = set(figure, name, known, size, at: edge, in: frame)
    if let first = paragraphs.first, frame.isSpaced || !isFlush, !first.isFlush || frame.isSpaced {
      for _ in 0..<gap(in: frame) { space() }
    }
    var settings = (0...picture.rows).map { SideSetting(before: $0, left: picture.rows) }
    for (index, paragraph) in paragraphs.enumerated() {
      let isFlush = index == 0 && isFlush || frame.isSpaced || paragraph.isFlush
      if index > 0 { leave(gap(in: frame), in: &settings) }
      within(.paragraph, paragraph.source) {
        set(paragraph, lines(of: paragraph, in: frame, isFlush: isFlush), beside: picture, into: &settings)
      }
    }
    append(settings, picture)
    if edge == .inside || edge == .outside, design.sides == .facing, let last = galley.elements.indices.last {
      let across = measure - frame.leadingIndent - frame.trailingIndent - (picture.width - em)
      galley.elements[last].mirrored =
        picture.isLeft ? (lines: -picture.width, picture: across) : (lines: picture.width, picture: -across)
    }
    return paragraphs.count
  }

  private func sayAlone(_ figure: Figure, _ which: String) {
    guard complaints.alone.insert(which).inserted else { return }
    complaints.diagnostics.append(
      Diagnostic(
        .warning, code: "picture-alone", "text does not run around this picture: it stands between lines",
        help: "so do all pictures \(which)", source: figure.source))
  }

  // MARK: The picture

  private typealias SideSize = (width: PackedLength, height: PackedLength, column: PackedLength, rows: Int)

  /// - Returns: nil where no such picture can have text beside it.
  private func sizeBeside(_ figure: Figure, _ known: PictureSize, in frame: Frame) -> SideSize? {
    let room = measure - frame.leadingIndent - frame.trailingIndent
    let most = room - em - leastBeside
    guard most > em * 2 else { return nil }
    let (width, height) = (Double(max(known.width.units, 1)), Double(max(known.height.units, 1)))
    let wish = asked((figure.width, figure.height), of: (width, height), in: room)
    var scale = wish ?? min(1, min(Double(most), Double(room) * GalleyMaker.shareBeside) / width)
    // an author may ask for a picture as wide as there is room, in a share of a wider measure
    guard width * scale <= Double(most) else { return nil }
    let mostRows = wish == nil ? design.rows * 2 / 3 : design.rows - 3
    scale = min(scale, Double(Int32(clamping: max(1, mostRows)) * leading) / height)
    if wish == nil {
      // its foot on a line's, where that takes little
      let rows = max(1, ((height * scale - Double(capHeight)) / Double(leading)).rounded())
      let fitted = (rows * Double(leading) + Double(capHeight)) / height
      if (0.92...1.08).contains(fitted / scale), width * fitted <= Double(most) { scale = fitted }
    }
    let size = (width: max(1, PackedLength(width * scale)), height: max(1, PackedLength(height * scale)))
    // a caption of a word or two a line is no caption
    let column = figure.caption.isEmpty ? size.width : max(size.width, min(em * 7, most))
    let rows = (Double(size.height) + Double(em) / 2) / Double(leading)
    let isCaptionLong =
      !figure.caption.isEmpty
      && isLonger(figure.caption, captionSpec(leading: 0, trailing: measure - column), than: design.rows / 3)
    guard Int(rows) < design.rows - 3, !isCaptionLong else { return nil }
    return (size.width, size.height, column, max(1, Int(rows.rounded(.up))))
  }

  func captionSpec(leading: PackedLength, trailing: PackedLength) -> LineSpec {
    var spec = LineSpec(
      frame: Frame(style: BlockStyle(design[.caption]), leadingIndent: leading, trailingIndent: trailing))
    spec.placement = GalleyMaker.placement(design[.caption])
    if spec.placement == .justified { spec.placement = .leading }
    return spec
  }

  private func set(
    _ figure: Figure, _ name: String, _ known: PictureSize, _ size: SideSize, at edge: Figure.Edge, in frame: Frame
  ) -> SidePicture {
    var made = SidePicture()
    switch edge {
    case .left: made.isLeft = true
    case .right: made.isLeft = false
    case .inside: made.isLeft = design.isInsideLeft(isRecto: true)
    case .outside: made.isLeft = !design.isInsideLeft(isRecto: true)
    }
    let isBackward = resolver.isRightToLeft
    let room = measure - frame.leadingIndent - frame.trailingIndent
    let left = isBackward ? frame.trailingIndent : frame.leadingIndent
    let x = made.isLeft ? left : left + room - size.column
    let right = measure - x - size.column
    begin(figure)
    defer { end() }
    nameNext(figure.caption.plainText)
    let start = stick.lines.count
    var spec = captionSpec(leading: x, trailing: right)
    if isBackward, spec.placement != .centred { swap(&spec.frame.leadingIndent, &spec.frame.trailingIndent) }
    let caption = layCaption(of: figure, spec)
    made.calls = caption.calls.map { (record: 0, key: $0.key) }
    // its top as high as the capitals of the line beside it
    let foot = size.height - capHeight
    let first = Int32(((foot.points / leading.points) + 0.8).rounded(.up))
    _ = stack(caption.lines, from: start, row: first)
    let record = place(
      SetPicture(
        file: name, bytes: known.bytes, item: 0, width: size.width, height: size.height, depth: 0,
        pixelsAcross: known.pixelsAcross, source: figure.source),
      spec: LineSpec(frame: Frame(leadingIndent: x, trailingIndent: right), placement: .centred))
    stick.lines[record].y = foot
    made.records = [stick.lines[record]] + stick.lines[start..<record]
    stick.lines.removeSubrange(start...)
    made.width = size.column + em
    made.rows = size.rows
    // a blank row below small type
    if caption.count > 0 { made.rows = Int(first + caption.rows) + 1 }
    return made
  }

  // MARK: The paragraphs

  /// Blank rows between paragraphs.
  private func gap(in frame: Frame) -> Int { frame.isSpaced ? 1 : design.paragraphGap }

  /// Those that a picture may stand beside, as many as it takes wherever it begins; none where they are too few.
  private func paragraphs(_ following: ArraySlice<Block>, beside size: SideSize, in frame: Frame) -> [Paragraph] {
    var found: [Paragraph] = []
    var rows = 0
    let narrow = Int(measure - frame.leadingIndent - frame.trailingIndent - size.column - em)
    for index in following.indices {
      guard case .paragraph(let paragraph) = following[index], paragraph.placement == .justified,
        paragraph.displayed == nil, !paragraph.isSideHead, !paragraph.isClear, paragraph.hint == PageHint(),
        paragraph.spaceAbove == 0
      else { break }
      if index + 1 < following.endIndex {
        let next = following[index + 1]
        if GalleyMaker.announces(paragraph, next) || isTable(next) { break }
        if case .paragraph(let formula) = next, formula.displayed != nil { break }
        if case .list(let list) = next, list.isDefinition(under: following[index]) { break }
      }
      builder.build(paragraph.inlines, block: frame.style, shaper: shaper, into: &self.paragraph)
      // no line holds more than its measure and what its spaces give
      let words = self.paragraph.items.reduce(0) { $0 + Int(shaper.text.words[Int($1.word)].advance) }
      rows += (words + narrow - 1) / narrow + (found.isEmpty ? 0 : gap(in: frame))
      found.append(paragraph)
      // it may begin as far down as it is high
      if rows > size.rows * 3 { break }
    }
    return rows + GalleyMaker.mostWhite(ofRows: size.rows) >= size.rows ? found : []
  }

  private func isTable(_ block: Block) -> Bool { if case .table = block { true } else { false } }

  /// Rows that may stay white beside a picture's foot.
  private static func mostWhite(ofRows rows: Int) -> Int { max(1, rows / 4) }

  private func leave(_ rows: Int, in settings: inout [SideSetting]) {
    guard rows > 0 else { return }
    for index in settings.indices where !settings[index].lines.isEmpty {
      settings[index].lines[settings[index].lines.count - 1].rows += Int16(clamping: rows)
      if settings[index].first >= 0 { settings[index].left -= rows }
    }
  }

  /// Breaks a paragraph in every way that the places of the picture ask for.
  private func set(
    _ paragraph: Paragraph, _ whole: LineSpec, beside picture: SidePicture, into settings: inout [SideSetting]
  ) {
    var whole = whole
    whole.mayVary = false
    if let anchor = paragraph.anchor { pendingAnchors.append(.named(anchor)) }
    guard shape(paragraph.inlines, spec: whole) else { return }
    whole.block = lineBlock(paragraph.source)
    let start = takeItems()
    let isLeading = picture.isLeft != self.paragraph.isRightToLeft
    var parts: [Range<Int>: Part] = [:]
    let brokenWord = brokenWord
    defer { self.brokenWord = brokenWord }
    func part(_ narrow: Range<Int>) -> Part {
      if let known = parts[narrow] { return known }
      var spec = whole
      if !narrow.isEmpty {
        spec.beside = RoomBeside(
          lines: narrow, leading: isLeading ? picture.width : 0, trailing: isLeading ? 0 : picture.width)
      }
      // of its words the first way tells
      spec.isQuiet = !parts.isEmpty
      let choice = breaks(spec: spec).natural
      let first = stick.lines.count
      let made = place(choice, spec: spec, itemBase: start)
      var part = Part(
        lines: made.lines, records: Array(stick.lines[first...]),
        calls: made.calls.map { (record: $0.record - first, key: $0.key) }, demerits: choice.setting.demerits)
      stick.lines.removeSubrange(first...)
      for index in narrow.clamped(to: part.records.indices) { part.records[index].flags.insert(.leavesRoom) }
      for index in part.lines.indices.dropLast() {
        part.lines[index].breakAfter =
          index == part.lines.count - 2 ? VerticalLine.widow : index == 0 ? VerticalLine.orphan : 0
      }
      parts[narrow] = part
      return part
    }
    for index in settings.indices {
      var setting = settings[index]
      var next = part(0..<0)
      if setting.first < 0, setting.before >= next.lines.count {
        setting.before -= next.lines.count
      } else if setting.left > 0 {
        next = part(setting.before..<setting.before + setting.left)
        if setting.first < 0 { setting.first = setting.lines.count + setting.before }
        for line in next.lines.indices.dropFirst(setting.before) {
          setting.left -= Int(next.lines[line].rows)
          if setting.left > 0 { next.lines[line].breakAfter = VerticalLine.torn }
        }
        setting.before = 0
      }
      setting.calls += next.calls.map { (record: $0.record + setting.lines.count, key: $0.key) }
      setting.lines += next.lines
      setting.records += next.records
      setting.demerits += next.demerits
      settings[index] = setting
    }
  }

  /// Makes an element of the paragraphs in all places of the picture that leave no hole beside it.
  private func append(_ settings: [SideSetting], _ picture: SidePicture) {
    let most = GalleyMaker.mostWhite(ofRows: picture.rows)
    var kept = settings.filter { $0.first >= 0 && $0.left <= most }
    // lines that hold more than was reckoned
    if kept.isEmpty { kept = settings.filter { $0.first == 0 } }
    let least = kept.map(\.demerits).min() ?? 0
    var element = VerticalElement(kind: .lines, settings: [], breakBefore: takePageBreak())
    var records: [Range<Int>] = []
    var calls: [NoteCall] = []
    for setting in kept {
      var lines = setting.lines
      let white = max(0, setting.left)
      lines[lines.count - 1].rows += Int16(clamping: white)
      lines[lines.count - 1].breakAfter = 0
      let first = stick.lines.count
      stick.lines += setting.records
      for record in picture.records {
        var record = record
        record.y += stick.lines[first + setting.first].y
        attach(record, to: first + setting.first)
      }
      lines[setting.first].keepsOrder = true
      for call in picture.calls { lines[setting.first].noteRows += noteRows(of: call.key) }
      calls += picture.calls.map { (record: first + setting.first, key: $0.key) }
      calls += setting.calls.map { (record: first + $0.record, key: $0.key) }
      let later =
        setting.first == 0 ? 0 : GalleyMaker.laterDemerits + Double(setting.first) * GalleyMaker.lineDemerits
      let cost =
        later + Double(white) * GalleyMaker.whiteDemerits
        + min(setting.demerits - least, GalleyMaker.mostDemerits)
      element.settings.append(VerticalSetting(lines: lines, cost: cost))
      records.append(first..<stick.lines.count)
    }
    append(element, records: records, calls: calls)
  }
}
