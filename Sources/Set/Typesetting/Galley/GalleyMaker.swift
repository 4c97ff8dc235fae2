package import BookModel
internal import LineBreaking
internal import PageBreaking
package import PageDesign
internal import PageModel
package import Shaping
package import Units

/// Sets chapters in lines: blocks in, a galley out. For one thread; the words it
/// shapes gather in its shaper. Notes are set by a maker of their own, with a galley of its own.
package final class GalleyMaker {
  let design: PageDesign
  let resolver: StyleResolver
  let shaper: Shaper
  var builder: ItemBuilder
  @exclusivity(unchecked) var justifier: LineBreaker
  @exclusivity(unchecked) private var ragged: LineBreaker
  // as in Shaper: one thread, and no closure outlives a call
  @exclusivity(unchecked) var galley = Galley()
  /// Lines that are set and not yet of an element.
  @exclusivity(unchecked) var stick = SetLines()
  /// Blocks that are being set, the innermost last.
  @exclusivity(unchecked) var open: [BlockID] = []
  let complaints: Complaints
  package var diagnostics: [Diagnostic] { complaints.diagnostics }
  @exclusivity(unchecked) var paragraph = ParagraphItems()
  @exclusivity(unchecked) var plain = ParagraphFragments()
  @exclusivity(unchecked) var divided = ParagraphFragments()
  private(set) var notes: [NoteKey: Note]
  /// The number of the section being set.
  var number = -1
  /// The same where endnotes, which are of no section, do not count: what headings and figures go by.
  private var markedSection = -1
  /// Places that the next words stand at.
  var pendingAnchors: [Anchor] = []
  /// The file that the section being set stands in.
  var file: UInt16 = 0

  let pictures: [String: PictureSize]
  private var marks: [NoteKey: String]
  /// What lines are set to.
  var column: ColumnShape
  var leading: Int32 { column.leading }
  var measure: Int32 { column.measure }
  let em: Int32
  /// Demerits beyond the natural setting's that one of another line count may cost, if nobody asked for it.
  private let dearestVariant: Double

  /// - Parameters:
  ///   - notes: the book's, set where they are called.
  ///   - marks: the printed mark of each.
  package convenience init(
    design: PageDesign, language: String, shaper: Shaper, notes: [NoteKey: Note] = [:], marks: [NoteKey: String] = [:],
    pictures: [String: PictureSize] = [:]
  ) {
    self.init(
      design: design, language: language, shaper: shaper, notes: notes, marks: marks, pictures: pictures,
      isInNote: false, Complaints())
  }

  /// For the notes that another calls.
  convenience init(forNotesOf maker: GalleyMaker) {
    self.init(
      design: maker.design, language: maker.resolver.language, shaper: maker.shaper, notes: maker.notes,
      marks: maker.marks, pictures: maker.pictures, isInNote: true, maker.complaints)
  }

  private init(
    design: PageDesign, language: String, shaper: Shaper, notes: [NoteKey: Note], marks: [NoteKey: String],
    pictures: [String: PictureSize], isInNote: Bool, _ complaints: Complaints
  ) {
    self.design = design
    self.shaper = shaper
    self.notes = notes
    self.marks = marks
    self.isInNote = isInNote
    self.complaints = complaints
    resolver = StyleResolver(design: design, language: language)
    builder = ItemBuilder(resolver: resolver, noteMark: { marks[$0] ?? "*" })
    self.pictures = pictures
    column = ColumnShape(design)
    em = Int32(clamping: design.size.units)
    var style = LineBreakingStyle()
    style.expansionSteps = Int((design.expansion / 100 / style.expansionStep).rounded(.down))
    // checklist C5: no shorter than the indent; short single words are marked in the fragments
    style.minimumLastLine = Int32(Double(em) * max(design.indent, 1.2))
    style.emergencyStretch = column.measure / 20
    // Chosen on War and Peace, read off other novels. A line at its full stretch costs what
    // it does in TeX (100²), one with spaces over 1.5 times natural five times as much.
    style.plainDemerits = Int(ParagraphFragments.Penalty.hyphen) * Int(ParagraphFragments.Penalty.hyphen)
    style.stretchDemerits = 10_000
    style.shrinkDemerits = 8_000
    style.looseDemerits = 50_000
    style.adjacentDemerits = 3_000
    style.doubleHyphenDemerits = 6_000
    style.finalHyphenDemerits = 15_000
    justifier = LineBreaker(style: style)
    justifier.variantTolerance = GalleyMaker.levellingTolerance
    // what costs more, no page break within the horizon takes
    dearestVariant = PageBreakingStyle(rows: 1).horizon + 1
    var raggedStyle = style
    raggedStyle.isRagged = true
    (raggedStyle.stretchDemerits, raggedStyle.shrinkDemerits) = (0, 0)
    (raggedStyle.plainDemerits, raggedStyle.plainTolerance) = (0, 60)
    raggedStyle.raggedStretch = column.measure / 8
    ragged = LineBreaker(style: raggedStyle)
  }

  /// The same book with an edit in it: what is set from here on has these notes.
  package func replace(notes: [NoteKey: Note], marks: [NoteKey: String]) {
    self.notes = notes
    self.marks = marks
    builder = ItemBuilder(resolver: resolver, noteMark: { marks[$0] ?? "*" })
    noteMaker = GalleyMaker(forNotesOf: self)
  }

  /// Forgets what was said of a text from a byte on.
  package func forgetDiagnostics(from offset: Int) {
    complaints.diagnostics.removeAll { $0.source.map { Int($0.offset) >= offset } ?? false }
  }

  /// Sets one section. The result's records count from its own items.
  /// - Parameters:
  ///   - number: the section's place in the book, which tells its notes from others'.
  ///   - continues: the section's beginning stands on pages that are set, so nothing opens here.
  package func galley(for section: Section, number: Int = -1, continues: Bool = false) -> Galley {
    begin()
    file = section.source.file
    noteGalleys.removeAll(keepingCapacity: true)
    // endnotes are of no section
    self.number = design.hasEndnotes ? -1 : number
    markedSection = number
    pendingAnchors = [section.anchor].compactMap { $0.map(Anchor.named) }
    sectionLevel = section.matter == .body ? max(1, section.level) : 1
    begin(.section(level: UInt8(clamping: section.matter == .body ? section.level : 1)), section.source)
    defer { end() }
    if let heading = section.heading {
      within(.heading(level: UInt8(clamping: sectionLevel)), heading.source) { openChapter(heading) }
    }
    verseIndent = verseIndent(of: section.blocks)
    isAtOpening = hasOpening && section.heading != nil && !continues
    defer { isAtOpening = false }
    if let index = IndexParts(of: section, notes: notes) {
      set(index)
    } else {
      set(section.blocks, in: .body, isFlush: !continues)
    }
    // notes are set before the paragraphs that call them, their marks linked after
    galley.links.sort { $0.first < $1.first }
    galley.anchors.sort { $0.item < $1.item }
    galley.pictures.sort { $0.item < $1.item }
    galley.numberedMarks.sort { $0.item < $1.item }
    return galley
  }

  /// Begins anew, for lines that are of no section.
  func begin() {
    galley = Galley()
    stick = SetLines()
    open = []
  }

  /// Sets all that stands in columns of a page.
  /// - Parameter body: what is set until it returns has lines as wide as the columns.
  func inColumns(_ shape: ColumnShape, _ body: () -> Void) {
    var style = ragged.style
    style.raggedStretch = shape.measure / 6
    // a page's number may stand alone on an entry's last line
    style.minimumLastLine = 0
    var other = LineBreaker(style: style)
    let whole = column
    let first = galley.elements.count
    (column, isAtOpening) = (shape, false)
    swap(&ragged, &other)
    body()
    swap(&ragged, &other)
    column = whole
    galley.columns = (first..<galley.elements.count, shape)
  }

  // MARK: Blocks

  /// The depth of the section in hand, from 1.
  private(set) var sectionLevel = 1

  /// What is set up to `end` is of a block of its own, in the one that is open.
  @discardableResult
  func begin(_ role: BlockRole, _ source: SourceLocation, alternative: String? = nil) -> BlockID {
    let block = galley.blocks.add(role, in: open.last ?? .none, alternative: alternative, source: source)
    open.append(block)
    return block
  }

  func end() { open.removeLast() }

  /// Sets what is all of one block.
  @discardableResult
  func within<R>(_ role: BlockRole, _ source: SourceLocation, _ body: () -> R) -> R {
    begin(role, source)
    defer { end() }
    return body()
  }

  /// The block that lines are of; one is made where those that are open hold blocks alone.
  private func lineBlock(_ source: SourceLocation) -> BlockID {
    if let last = open.last, galley.blocks[last].role.holdsLines { return last }
    return galley.blocks.add(.paragraph, in: open.last ?? .none, source: source)
  }

  /// Badness of the loosest line in a setting that a spread may be levelled with, if
  /// nothing milder does it: spaces 2.3 times their width, less what expansion takes up.
  static let levellingTolerance = 2_000

  /// The chapter's first paragraph is still to come.
  var isAtOpening = false
  /// Where a section of verse stands; nil for verse among prose.
  var verseIndent: Int32?
  /// What is set is a play: bracketed paragraphs are directions.
  var isInPlay = false

  /// The author asked for a page to begin with what comes next.
  var pendingPageBreak = false

  /// Names what is set next, for contents and lists.
  func mark(_ kind: Galley.Mark.Kind, _ title: String) {
    guard !title.isEmpty, !isInNote else { return }
    let anchor = Anchor.mark(galley.marks.count, section: markedSection)
    galley.marks.append(Galley.Mark(kind: kind, title: title, anchor: anchor))
    pendingAnchors.append(anchor)
  }

  // MARK: The vertical list

  /// How far white may grow where a spread would not end level otherwise: demerits of a
  /// second row, of a third. Compositors feather the white around headings and set-off
  /// blocks before they touch the text.
  enum Give {
    case none, block, heading
    var costs: [Double] {
      switch self {
      case .none: []
      case .block: [60_000]
      case .heading: [30_000, 90_000]
      }
    }
  }

  /// A blank row that vanishes at the head of a page; two in a row are one.
  func space(unlessLast isLast: Bool = false, isKept: Bool = false, give: Give = .none) {
    guard !isLast, let last = galley.elements.last else { return }
    if last.traits.contains(.blankBelow) {
      // what comes now is set off, whether the picture before it stands there or moves on
      galley.elements[galley.elements.count - 1].vertical.leavesWhite = last.vertical.floats
      return
    }
    let before = last.vertical
    if before.kind == .space || (before.kind == .box && before.keepWithNext && !isKept) { return }
    var settings = [VerticalSetting(lines: [VerticalLine()])]
    if design.sides == .facing, design.levelsSpreads, !isInNote {
      for (more, cost) in give.costs.enumerated() {
        settings.append(VerticalSetting(lines: [VerticalLine(rows: Int16(2 + more))], cost: cost))
      }
    }
    let none = stick.lines.count..<stick.lines.count
    append(
      VerticalElement(kind: .space, settings: settings, keepWithNext: isKept, breakBefore: takePageBreak()),
      records: settings.map { _ in none }, isBox: true, calls: [])
  }

  func keepLastWithNext() {
    guard !galley.elements.isEmpty else { return }
    galley.elements[galley.elements.count - 1].vertical.keepWithNext = true
  }

  func takePageBreak() -> Bool {
    defer { pendingPageBreak = false }
    return pendingPageBreak && !galley.elements.isEmpty
  }

  /// Makes an element of lines in the stick.
  /// - Parameter records: the lines of each setting in the stick, which is empty afterwards.
  func append(
    _ vertical: VerticalElement, records: [Range<Int>], isBox: Bool, calls: [(record: Int, key: NoteKey)]
  ) {
    var vertical = vertical
    if isBox, !isInNote, !calls.isEmpty, !vertical.settings.isEmpty, !vertical.settings[0].lines.isEmpty {
      var called: Set<NoteKey> = []
      for call in calls where called.insert(call.key).inserted {
        vertical.settings[0].lines[0].noteRows += noteRows(of: call.key)
      }
    }
    if !pendingMarkers.isEmpty, !isInNote, vertical.kind != .space {
      for range in records where !range.isEmpty {
        for var marker in pendingMarkers {
          marker.y += stick.lines[range.lowerBound].y
          attach(marker, to: range.lowerBound)
        }
      }
      pendingMarkers.removeAll(keepingCapacity: true)
    }
    let settings = records.map { setLines(in: $0, calls) }
    var element = GalleyElement(
      vertical: vertical, settings: settings, block: vertical.kind == .space ? .none : open.last ?? .none, isBox: isBox)
    element.traits = pendingTraits
    element.repeated = pendingRepeat
    (pendingTraits, pendingRepeat) = ([], Beside())
    galley.elements.append(element)
    if vertical.kind != .space {
      stick.lines.removeAll(keepingCapacity: true)
      stick.attachments.removeAll(keepingCapacity: true)
    }
  }

  /// Lines in the stick with what stands beside them and the notes they call.
  private func setLines(in range: Range<Int>, _ calls: [(record: Int, key: NoteKey)]) -> SetLines {
    var made = SetLines(lines: Array(stick.lines[range]))
    for var attachment in stick.attachments where range.contains(attachment.line) {
      attachment.line -= range.lowerBound
      made.attachments.append(attachment)
    }
    // lines get their markers last; what stands beside one keeps its order
    if zip(made.attachments, made.attachments.dropFirst()).contains(where: { $0.line > $1.line }) {
      made.attachments = made.attachments.enumerated().sorted {
        ($0.element.line, $0.offset) < ($1.element.line, $1.offset)
      }.map(\.element)
    }
    // what a note calls follows it; its lines are none of the list's
    for call in calls where !isInNote && range.contains(call.record) {
      if let note = noteGalleys[call.key] {
        made.calls.append(SetLines.Call(line: call.record - range.lowerBound, note: note))
      }
    }
    return made
  }

  func blankRecord(source: UInt32) {
    let item = UInt32(galley.items.count)
    stick.lines.append(LineRecord(firstItem: item, endItem: item, source: source, block: open.last ?? .none))
  }

  // MARK: Lines

  enum Placement { case justified, leading, centred, trailing }

  /// How one run of inlines becomes lines.
  struct LineSpec {
    var frame: Frame
    /// Added to the frame's leading indent on the first line.
    var firstIndent: Int32 = 0
    /// Replaces the frame's leading indent on the first line.
    var firstIndentFromLeading: Int32?
    /// Replaces it on the first lines, as many as there are (beside a drop capital).
    var firstIndents: [Int32] = []
    /// Nothing is set where fewer lines come of it.
    var leastLines = 0
    var placement = Placement.justified
    /// The page breaker may have it a line longer or shorter.
    var mayVary = false
    /// Lines more or fewer that the author asks for; 0 for none.
    var wishedLines = 0
    /// Words that must be broken are the caller's to speak of (`brokenItem`).
    var isQuiet = false
    /// A line is never narrower, whatever the indents leave.
    var leastWidth: Int32?
    /// What the lines are of; nil for the block that is open.
    var block: BlockID?
    init(frame: Frame) { self.frame = frame }

    /// From the measure's leading edge to a line, 1/1024 pt.
    func indent(ofLine index: Int) -> Int32 {
      if index < firstIndents.count { return firstIndents[index] }
      return index == 0 ? firstIndentFromLeading ?? frame.leadingIndent + firstIndent : frame.leadingIndent
    }
  }

  struct Laid {
    var count = 0
    /// More than one row where larger type stands in a line.
    var lines: [VerticalLine] = []
    var calls: [(record: Int, key: NoteKey)] = []
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
    var calls: [(record: Int, key: NoteKey)] = []
    // what no page holds in one piece is parted like text
    let kind = kind == .box && choices.natural.lineCount > design.rows - 3 && !isInNote ? .paragraph : kind
    let natural = choices.natural.setting.demerits
    settings.reserveCapacity(1 + choices.variants.count)
    records.reserveCapacity(1 + choices.variants.count)
    for number in 0...choices.variants.count {
      let choice = number == 0 ? choices.natural : choices.variants[number - 1]
      guard choice.lineCount >= spec.leastLines else { continue }
      let first = stick.lines.count
      let made = place(choice, spec: spec, itemBase: start)
      calls += made.calls
      settings.append(VerticalSetting(lines: made.lines, cost: max(0, choice.setting.demerits - natural)))
      records.append(first..<stick.lines.count)
    }
    if kind == .box {
      var rows: Int32 = 0
      for (line, index) in zip(settings[0].lines, records[0]) {
        stick.lines[index].y += rows * leading
        rows += Int32(line.rows)
      }
      settings = [VerticalSetting(lines: [VerticalLine(rows: Int16(clamping: rows))])]
      records = [records[0]]
    }
    var element = VerticalElement(kind: kind, settings: settings, breakBefore: takePageBreak())
    if spec.wishedLines != 0 { element.hint = .lines(spec.wishedLines) }
    adjust(&element)
    append(element, records: records, isBox: kind == .box, calls: calls)
    return true
  }

  /// Sets inlines in their natural lines and appends the records, y unset.
  func lay(_ inlines: [Inline], spec: LineSpec) -> Laid {
    guard let choices = breaks(of: inlines, spec: spec) else { return Laid() }
    let start = takeItems()
    return place(choices.natural, spec: spec, itemBase: start)
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
    for var picture in paragraph.pictures {
      picture.item += UInt32(start)
      galley.pictures.append(picture)
    }
    for link in paragraph.links {
      if let key = LinkTarget.backLink(link.address) {
        let item = UInt32(start + link.items.lowerBound)
        galley.anchors.append(AnchorItem(item: item, anchor: .note(key, section: number)))
        self.link(item, to: .call(key, section: number), source: paragraph.sources[link.items.lowerBound])
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
      galley.anchors.append(AnchorItem(item: item, anchor: .call(call.key, section: number)))
      rememberMark(item, call.key)
      link(
        item, to: .note(call.key, section: number),
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
    setNotes(calledIn: inlines)
    // made anew so that the builder does not keep its maker alive
    if builder.picture == nil { builder.picture = { [unowned self] in inlinePicture($0, source: $1) } }
    builder.build(inlines, block: spec.frame.style, shaper: shaper, into: &paragraph)
    guard !paragraph.items.isEmpty else { return nil }
    while complaints.namedGlyphs < min(shaper.missingGlyphs.count, ShapingReport.namedGlyphs) {
      let source = SourceLocation(file: file, offset: paragraph.sources[0])
      complaints.diagnostics.append(ShapingReport.missing(shaper.missingGlyphs[complaints.namedGlyphs], at: source))
      complaints.namedGlyphs += 1
    }
    let full = measure - spec.frame.trailingIndent
    let least = spec.leastWidth ?? em * 2
    let rest = max(full - spec.frame.leadingIndent, least)
    let firsts = (0..<max(1, spec.firstIndents.count)).map { max(full - spec.indent(ofLine: $0), least) }
    let shape = LineShape(first: firsts == [rest] ? [] : firsts, rest: rest)
    let narrowest = min(rest, firsts.min() ?? rest)
    let tooWide = plain.build(paragraph, shaper: shaper, measure: narrowest)
    if spec.isQuiet { brokenItem = tooWide.first ?? brokenItem } else { warnTooWide(tooWide) }
    // a line well short of its measure cannot be made two
    let mayVary = spec.mayVary && design.sides == .facing && !isInNote && plain.isWider(than: Int(rest) * 4 / 5)
    let wish = spec.wishedLines
    let offsets = mayVary ? min(-2, wish)...max(2, wish) : min(0, wish)...max(0, wish)
    let hyphenated = { [self] () -> [Fragment] in
      divided.divide(plain, paragraph, shaper: shaper, measure: narrowest)
      return divided.fragments
    }
    if design.isJustified, !spec.frame.isRagged, spec.placement == .justified {
      justifier.variantDemerits = wish == 0 ? dearestVariant : .infinity
      return justifier.breakParagraph(plain: plain.fragments, shape: shape, offsets: offsets, hyphenated: hyphenated)
    }
    // centred and trailing lines, verse: hyphenated only where a word would not fit
    let mayHyphenate = spec.placement == .justified
    let broken = ragged.breakParagraph(plain: plain.fragments, shape: shape, offsets: offsets) {
      mayHyphenate ? hyphenated() : []
    }
    return spec.placement == .centred ? balanced(broken, width: rest) : broken
  }

  /// The same few centred lines of about one length: "The Adventures of | Sherlock Holmes", not
  /// a word alone under a full line.
  /// - Parameter width: of the lines, 1/1024 pt.
  private func balanced(_ broken: ParagraphBreaks, width: Int32) -> ParagraphBreaks {
    let count = broken.natural.lineCount
    guard (2...4).contains(count) else { return broken }
    var best = broken
    var narrow = max(plain.fragments.reduce(0) { max($0, $1.width + $1.breakWidth) }, width / Int32(count + 1))
    var wide = width
    while wide - narrow > em / 4 {
      let middle = narrow + (wide - narrow) / 2
      let trial = ragged.breakParagraph(plain: plain.fragments, shape: LineShape(rest: middle)) { [] }
      if trial.natural.lineCount <= count {
        (best, wide) = (trial, middle)
      } else {
        narrow = middle
      }
    }
    return best
  }

  /// Appends the records of one setting.
  func place(_ choice: ParagraphBreaks.Choice, spec: LineSpec, itemBase: Int) -> Laid {
    let fragments = choice.usesHyphenated ? divided : plain
    var made = Laid()
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
      if paragraph.isRightToLeft { flags.insert(.isRightToLeft) }
      if paragraph.hasLevels { flags.insert(.hasLevels) }
      var x = indent - leadingHang
      switch spec.placement {
      case .justified, .leading: break
      case .centred:
        flags.insert(.isCentred)
        x = (spec.frame.leadingIndent - spec.frame.trailingIndent) / 2
      case .trailing:
        flags.insert(.isTrailing)
        x = spec.frame.trailingIndent
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
        galley.elasticities[UInt32(itemBase + item)..<UInt32(itemBase + end)] = elasticity(of: item..<end)
      }
      let height = paragraph.hasLargeType && !isInNote ? height(of: item..<end) : (above: 0, rows: 1)
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

  /// Markers of list items whose first line is not set yet.
  var pendingMarkers: [LineRecord] = []
  /// Of the element that is appended next.
  var pendingTraits: GalleyElement.Traits = []
  var pendingRepeat = Beside()
  /// The first item of the paragraph set last that no line held whole, where it was set quietly.
  var brokenItem: Int?
  /// The first word of the table in hand that its column does not hold.
  var brokenCell: String?

  // MARK: Notes

  var noteGalleys: [NoteKey: Int] = [:]
  let isInNote: Bool
  /// Sets the notes that are called here.
  lazy var noteMaker = GalleyMaker(forNotesOf: self)
  /// Notes called by the note being set.
  var calledNotes: [NoteKey] = []
  /// Numbers that a page gives, by the word that stands for them.
  var pageNumbers: [WordID: Galley.PageNumbers] = [:]

  /// One warning a paragraph, for its first word that no line holds.
  func warnTooWide(_ items: [Int]) {
    guard let item = items.first else { return }
    complaints.diagnostics.append(
      Diagnostic(
        .warning, code: "word-too-wide",
        "the word \"\(sample(of: paragraph.items[item].word))\" is wider than the measure and is broken between letters",
        help: "put a soft hyphen or a space into it, or set a wider measure or smaller type",
        source: SourceLocation(file: file, offset: paragraph.sources[item])))
  }

  /// A word as a message quotes it.
  func sample(of word: WordID) -> String {
    let word = shaper.text.words[Int(word)]
    let start = Int(word.textStart)
    let text = String(decoding: shaper.text.text[start..<start + Int(word.textCount)], as: UTF8.self)
    let sample = text.prefix(40)
    return sample.endIndex == text.endIndex ? text : sample + "…"
  }
}

/// What a maker and that of its notes have to say.
final class Complaints {
  @exclusivity(unchecked) var diagnostics: [Diagnostic] = []
  /// Characters without a glyph that were named.
  @exclusivity(unchecked) var namedGlyphs = 0
}
