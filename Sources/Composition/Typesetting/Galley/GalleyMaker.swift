package import BookModel
package import Design
internal import LineBreaking
internal import PageBreaking
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
  @exclusivity(unchecked) var ragged: LineBreaker
  // as in Shaper: one thread, and no closure outlives a call
  @exclusivity(unchecked) var galley = Galley()
  /// Lines that are set and not yet of an element.
  @exclusivity(unchecked) var stick = SetLines()
  /// Blocks that are being set, the innermost last.
  @exclusivity(unchecked) var open: [BlockID] = []
  let complaints: DiagnosticSink
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
  /// Rows that the picture has for itself which is set next: an ornament.
  var ornamentRows: Double?
  /// What a picture of a cell may take that is alone on its line; 1/1024 pt.
  var figureRoom: (width: PackedLength, height: PackedLength)?
  let formulas: FormulaMaker
  /// Pages that have no place for what stands in a line and is no word set them as their source.
  var setsFormulas = true
  private var marks: [NoteKey: String]
  /// What lines are set to.
  var column: ColumnShape
  var leading: PackedLength { column.leading }
  var measure: PackedLength { column.measure }
  let em: PackedLength
  private(set) var isJustified: Bool
  /// Demerits beyond the natural setting's that one of another line count may cost, if nobody asked for it.
  let dearestVariant: Double

  /// - Parameters:
  ///   - notes: the book's, set where they are called.
  ///   - marks: the printed mark of each.
  package convenience init(
    design: PageDesign, language: String, shaper: Shaper, notes: [NoteKey: Note] = [:], marks: [NoteKey: String] = [:],
    pictures: [String: PictureSize] = [:]
  ) {
    self.init(
      design: design, language: language, shaper: shaper, notes: notes, marks: marks, pictures: pictures,
      isInNote: false, DiagnosticSink())
  }

  /// For the notes that another calls.
  convenience init(forNotesOf maker: GalleyMaker) {
    self.init(
      design: maker.design, language: maker.resolver.language, shaper: maker.shaper, notes: maker.notes,
      marks: maker.marks, pictures: maker.pictures, isInNote: true, maker.complaints, maker.formulas)
  }

  /// For notes beside the text: short lines, which no spaces can make as long as each other.
  private convenience init(forMarginOf maker: GalleyMaker) {
    self.init(forNotesOf: maker)
    isJustified = false
    column.measure = PackedLength(clamping: design.marginWidth)
    var style = ragged.style
    // a line that ends a quarter early is nothing here, a hyphen on every third is
    (style.raggedStretch, style.emergencyStretch) = (measure.units / 4, measure.units / 20)
    ragged = LineBreaker(style: style)
  }

  private init(
    design: PageDesign, language: String, shaper: Shaper, notes: [NoteKey: Note], marks: [NoteKey: String],
    pictures: [String: PictureSize], isInNote: Bool, _ complaints: DiagnosticSink, _ formulas: FormulaMaker? = nil
  ) {
    self.formulas = formulas ?? FormulaMaker(design: design, language: language, shaper: shaper)
    self.design = design
    self.shaper = shaper
    self.notes = notes
    self.marks = marks
    self.isInNote = isInNote
    self.complaints = complaints
    resolver = StyleResolver(design: design, language: language)
    builder = ItemBuilder(resolver: resolver, noteMark: { marks[$0] ?? "*" })
    // turned with the lines they stand in: what is high takes as much of the measure
    self.pictures = design.writing == .vertical ? pictures.mapValues(\.turned) : pictures
    column = ColumnShape(design)
    em = PackedLength(clamping: design.size)
    isJustified = design.justifies(language)
    var style = LineBreakingStyle()
    style.expansionSteps = Int((design.expansion / 100 / style.expansionStep).rounded(.down))
    // checklist C5: no shorter than the indent; short single words are marked in the fragments
    style.minimumLastLine = Int32(Double(em) * max(design.indent, 1.2))
    style.emergencyStretch = column.measure.units / 20
    // Chosen on War and Peace, read off other novels. A line at its full stretch costs what
    // it does in TeX (100²), one with spaces over 1.5 times natural five times as much.
    style.plainDemerits = Int(ParagraphFragments.Penalty.hyphen) * Int(ParagraphFragments.Penalty.hyphen)
    style.stretchDemerits = 10_000
    style.shrinkDemerits = 8_000
    style.looseDemerits = 50_000
    style.adjacentDemerits = 3_000
    style.doubleHyphenDemerits = 6_000
    style.finalHyphenDemerits = 15_000
    // War and Peace has 140 pairs of lines that begin alike, not 416, and 9 in two words, not 67; its spaces spread by
    // 0.134, not 0.132
    style.twinDemerits = 6_000
    style.longTwinDemerits = 250_000
    style.secondLookDemerits = 400_000
    // Emma has 170 last lines that miss the edge by less than an em, not 194
    style.nearlyFullDemerits = 8_000
    style.nearlyFullWhite = em.units
    justifier = LineBreaker(style: style)
    justifier.variantTolerance = GalleyMaker.levellingTolerance
    // what costs more, no page break within the horizon takes
    dearestVariant = PageBreakingStyle(rows: 1).horizon + 1
    var raggedStyle = style
    raggedStyle.isRagged = true
    raggedStyle.nearlyFullDemerits = 0
    (raggedStyle.stretchDemerits, raggedStyle.shrinkDemerits) = (0, 0)
    // White at the edge counts by its sixth power. Least squares were tried on half of Wuthering Heights: the mean
    // square falls by 3 %, and nearly twice as many lines (59, not 33, of 3,560) end more than an eighth of the
    // measure early, which is what an eye stumbles on; the fourth power lies between.
    (raggedStyle.plainDemerits, raggedStyle.plainTolerance) = (0, 60)
    raggedStyle.maximumHyphenRun = 1
    raggedStyle.raggedStretch = column.measure.units / 8
    ragged = LineBreaker(style: raggedStyle)
  }

  /// The same book with an edit in it: what is set from here on has these notes.
  package func replace(notes: [NoteKey: Note], marks: [NoteKey: String]) {
    self.notes = notes
    self.marks = marks
    builder = ItemBuilder(resolver: resolver, noteMark: { marks[$0] ?? "*" })
    noteMaker = GalleyMaker(forNotesOf: self)
    marginMaker = GalleyMaker(forMarginOf: self)
  }

  /// Forgets what was said of a text from a byte on, and gives it back.
  package func takeDiagnostics(from offset: Int) -> [Diagnostic] {
    func isBehind(_ diagnostic: Diagnostic) -> Bool { diagnostic.source.map { Int($0.offset) >= offset } ?? false }
    let taken = complaints.diagnostics.filter(isBehind)
    complaints.diagnostics.removeAll(where: isBehind)
    return taken
  }
  /// Says it again.
  package func put(_ diagnostics: [Diagnostic]) { complaints.diagnostics += diagnostics }

  /// Sets one section. The result's records count from its own items.
  /// - Parameters:
  ///   - number: the section's place in the book, which tells its notes from others'.
  ///   - continues: the section's beginning stands on pages that are set, so nothing opens here.
  ///   - look: how its letters differ from the text's.
  package func galley(
    for section: Section, number: Int = -1, continues: Bool = false, as look: ElementLook = ElementLook()
  ) -> Galley {
    begin()
    set(section, number: number, continues: continues, as: look, place: .alone)
    return finished()
  }

  /// Sets sections that stand on the same pages.
  /// - Parameter number: the first one's place in the book.
  package func galley(for run: [Section], number: Int) -> Galley {
    guard run.count > 1 else { return run.first.map { galley(for: $0, number: number) } ?? Galley() }
    begin()
    var isBelowTitle = false
    for (index, section) in run.enumerated() {
      let isTitle =
        index + 1 < run.count && run[index + 1].level > section.level && section.isTitleAlone(orMotto: true)
      let place: PlaceInRun =
        isBelowTitle ? .belowTitle : index > 0 ? isTitle ? .titleInRun : .inRun : isTitle ? .title : .firstOfRun
      set(section, number: number + index, place: place)
      isBelowTitle = isTitle
    }
    return finished()
  }

  /// How a section shares its pages.
  enum PlaceInRun {
    case alone, firstOfRun, inRun
    /// A story's title, on a page that it opens or not, and the first of what it stands above.
    case title, titleInRun, belowTitle
  }

  private func set(
    _ section: Section, number: Int, continues: Bool = false, as look: ElementLook = ElementLook(), place: PlaceInRun
  ) {
    file = section.source.file
    noteGalleys.removeAll(keepingCapacity: true)
    seatedNotes.removeAll(keepingCapacity: true)
    self.number = number
    markedSection = number
    switch place {
    case .inRun, .titleInRun: space(rows: GalleyMaker.rowsAboveRunOn, feathering: .chapter)
    case .belowTitle: space(rows: GalleyMaker.rowsAboveRunOn, isKept: true, feathering: .chapter)
    default: break
    }
    galley.openings.append(galley.elements.count)
    namedBlocks = 0
    pendingAnchors = [section.anchor].compactMap { $0.map(Anchor.named) }
    sectionLevel = section.matter == .body ? max(1, section.level) : 1
    begin(.section(level: UInt8(clamping: section.matter == .body ? section.level : 1)), section.source)
    defer { end() }
    if let heading = section.heading {
      within(.heading(level: UInt8(clamping: sectionLevel)), heading.source) {
        // a title that shares its page is as all are that open one
        openChapter(heading, isPart: section.role == .part && place == .alone, place)
      }
    }
    verseIndent = verseIndent(of: section.blocks)
    isAtOpening = section.heading != nil && !continues
    isBelowTitle = section.heading != nil && !continues && section.role != .part
    defer { (isAtOpening, isBelowTitle) = (false, false) }
    var frame = Frame.body
    frame.take(look)
    if let index = IndexParts(of: section, notes: notes) {
      set(index)
    } else if place == .title || place == .titleInRun, let lines = section.blocks.asLinesOfTitle {
      setBelowTitle(lines)
    } else {
      dictionary = Headword.makeUp(section.blocks) ? .before : .none
      defer { dictionary = .none }
      // a part's title stands alone, and what is said below it
      if design.columns > 1, section.role != .part {
        setInColumns(section.blocks, count: design.columns, in: frame, isFlush: !continues)
      } else {
        set(section.blocks, in: frame, isFlush: !continues)
      }
    }
  }

  /// The galley, whose notes were set before the paragraphs that call them, their marks linked after.
  private func finished() -> Galley {
    galley.links.sort { $0.first < $1.first }
    galley.anchors.sort { $0.item < $1.item }
    galley.pictures.sort { $0.item < $1.item }
    galley.rubies.sort { $0.items.lowerBound < $1.items.lowerBound }
    galley.numberedMarks.sort { $0.item < $1.item }
    return galley
  }

  /// Begins anew, for lines that are of no section.
  func begin() {
    galley = Galley()
    stick = SetLines()
    open = []
    // what the section before asked of its next block ended with it
    pendingPageBreak = false
    (verseEnd, pendingStep) = (nil, nil)
  }

  /// What is set next, and the notes that it calls, has lines so wide.
  func setMeasure(_ shape: ColumnShape) {
    column = shape
    isJustified = design.justifies(resolver.language, columns: shape.count)
    var (justified, loose) = (justifier.style, ragged.style)
    (justified.emergencyStretch, loose.raggedStretch) = (shape.measure.units / 20, shape.measure.units / 8)
    loose.emergencyStretch = justified.emergencyStretch
    let tolerance = justifier.variantTolerance
    justifier = LineBreaker(style: justified)
    ragged = LineBreaker(style: loose)
    justifier.variantTolerance = tolerance
    if !isInNote { noteMaker.setMeasure(shape) }
  }

  /// Sets small type in columns of a page.
  /// - Parameter body: what is set until it returns has lines as wide as the columns.
  func inColumns(_ shape: ColumnShape, _ body: () -> Void) {
    var style = ragged.style
    style.raggedStretch = shape.measure.units / 6
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
    galley.columns.append(ColumnRegion(elements: first..<galley.elements.count, shape: shape, isIndex: true))
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
  func lineBlock(_ source: SourceLocation) -> BlockID {
    if let last = open.last, galley.blocks[last].role.holdsLines { return last }
    return galley.blocks.add(.paragraph, in: open.last ?? .none, source: source)
  }

  /// Badness of the loosest line in a setting that a spread may be levelled with, if
  /// nothing milder does it: spaces 2.3 times their width, less what expansion takes up.
  static let levellingTolerance = 2_000

  /// The chapter's first paragraph is still to come.
  var isAtOpening = false
  /// No block of the section is set yet.
  var isBelowTitle = false
  /// Where a section of verse stands; nil for verse among prose.
  var verseIndent: PackedLength?
  /// Whether the section is a dictionary, and how far it has come.
  var dictionary = DictionaryPlace.none
  /// What is set is a play: bracketed paragraphs are directions.
  var isInPlay = false
  /// Most of what is said in the book is verse.
  var speaksInVerse = false
  var namesShout = false
  /// Titles of chapters tell what happens in them.
  var tellsInTitles = false
  /// Who speaks the line of verse that is set next, at the head of which he stands, and where.
  var pendingSpeaker: (inlines: [Inline], indent: PackedLength)?
  /// Where the line of verse set last in a play ends, and where the next one begins that completes it.
  var verseEnd: PackedLength?
  var pendingStep: PackedLength?

  /// The author asked for a page to begin with what comes next.
  var pendingPageBreak = false

  /// Headings within the section and figures that were set, as far as they have words.
  private var namedBlocks = 0

  /// What is set next can be named by contents and lists (`PageList.Entry`).
  /// - Parameter title: its words; it is not named without any.
  func nameNext(_ title: String) {
    guard !title.isEmpty, !isInNote else { return }
    pendingAnchors.append(.block(namedBlocks, section: markedSection))
    namedBlocks += 1
  }

  /// Markers of list items whose first line is not set yet.
  var pendingMarkers: [LineRecord] = []
  /// Of the element that is appended next.
  var pendingTraits: GalleyElement.Traits = []
  var pendingRepeat = RepeatedHead()
  var pendingRows = OffGridRows()
  /// The first word that no line held whole of what was set quietly since this was asked last.
  var brokenWord: String?
  /// Why the paragraph in hand cannot have as many lines as it asks.
  var lostWish: String?
  /// About how many letters fewer would win it a line, where that is few.
  var spareLetters: Int?
  /// The first word of the table in hand that its column does not hold.
  var brokenCell: String?

  // MARK: Notes

  var noteGalleys: [NoteKey: Int] = [:]
  /// Those that an element of the section makes room for.
  var seatedNotes: Set<NoteKey> = []
  let isInNote: Bool
  /// Sets the notes that are called here.
  lazy var noteMaker = GalleyMaker(forNotesOf: self)
  /// The same beside the text.
  lazy var marginMaker = GalleyMaker(forMarginOf: self)
  /// Notes called by the note being set.
  var calledNotes: [NoteKey] = []
  /// Numbers that a page gives, by the word that stands for them.
  var pageNumbers: [WordID: Galley.PageNumbers] = [:]
}
