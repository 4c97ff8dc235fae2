/// What the page breaker weighs: the page's height and the cost of each rule that yields.
///
/// Heights are rows of the baseline grid. Costs are page demerits in the line breaker's
/// scale (a line at its full stretch costs 10,000), since they are weighed against
/// what a tighter or looser paragraph costs (`VerticalSetting.cost`); their order is
/// that of DESIGN.md 3.4, mildest first.
package struct PageBreakingStyle: Sendable, Equatable {
  /// Nominal rows of the text block; a spread may be one row shorter or longer.
  package var rows: Int
  /// Verso and recto face each other and must end level. Otherwise every page is a
  /// recto, stands alone, and may be short at `shortRow`.
  package var isFacing: Bool
  /// Side by side on a page, all of one height. The rows are theirs then.
  package var columns = 1
  /// Facing pages end level; where they need not, each may be short at `shortRow`.
  package var isLevel = true
  /// Rows that the rule above the notes takes, once per page with notes.
  package var noteRuleRows = 1
  /// Rows that stay and rows that go on, at least, when a note is parted (checklist D12).
  package var minimumNoteRows = 2
  /// Rows of text that a chapter's last page should have (checklist D8 asks for 4 to 5).
  package var minimumChapterEnd = 4

  /// For a leaf turn (the foot of a recto) that ends in a hyphen. Larger: fewer of
  /// them, more paragraphs set tighter or looser.
  package var hyphenAtLeafTurn = 8_000.0
  /// For a last page, not the chapter's only one, with fewer than `minimumChapterEnd` rows. Everyone
  /// sees two lines on an empty page; a paragraph set a little tighter nobody does.
  package var shortChapterEnd = 400_000.0
  /// The same for each row that it lacks beyond the first: one line alone on a page is worse than three, and
  /// than a spread one line off.
  package var shortChapterEndRow = 100_000.0
  /// For a page that ends with fewer rows under a heading than the heading asks for.
  package var fewRowsUnderHeading = 420_000.0
  /// For a spread whose pages are both a row short or both a row long, or for the one page
  /// of it that the chapter has. Larger: fewer of them, wider spread of word spaces. War
  /// and Peace on the peers' page has 8 of some 900.
  package var spreadOneLineOff = 460_000.0
  /// For the first line of a paragraph alone at a page's foot.
  package var orphan = 600_000.0
  /// For the last line of a paragraph alone at a page's head.
  package var widow = 800_000.0
  /// For each row that a page lacks to its spread's height.
  package var unevenRow = 1_000_000.0
  /// For the square of the rows that a page lacks where nothing shows them up: in a
  /// one-sided layout, and above notes, which stand at the foot. Larger: fuller pages,
  /// and from a quarter of `orphan` on single lines.
  package var shortRow = 1_500.0
  /// For a page end that an element forbids, and for a piece that had to be cut because
  /// it is taller than a page. As dear as a hole of six rows.
  package var brokenKeep = 6_000_000.0
  /// Partial solutions dearer than the best at the same element by more than this are
  /// dropped, unless none is left. Larger: slower; smaller than the sum of the rules that
  /// may yield together and worse solutions win.
  package var horizon = 1_000_000.0
  /// For a plate that should stand on the page beside its call, and does not: between an orphan and a widow.
  package var awayFromCall = 700_000.0
  /// For a picture that stands before one which was called before it: as dear as a hole of three rows.
  package var outOfOrder = 3_000_000.0
  /// For notes beside the text that find no room on the page which calls them, and for each row of them that goes on:
  /// a note's end over the leaf is a smaller evil than a line alone, and than most paragraphs a line longer.
  package var marginOverflow = 40_000.0
  package var marginRow = 10_000.0

  package init(rows: Int, isFacing: Bool = true) {
    self.rows = rows
    self.isFacing = isFacing
  }
}

/// A style in whole demerits, every figure in the range in which no sum overflows.
struct PageRules: Sendable {
  var rows: Int
  var isFacing: Bool
  /// Facing pages that end level, or columns that do.
  var isLevel: Bool
  var columns: Int
  var noteRuleRows: Int
  var minimumNoteRows: Int
  var minimumChapterEnd: Int
  var hyphenAtLeafTurn: Int
  var shortChapterEnd: Int
  var shortChapterEndRow: Int
  var fewRowsUnderHeading: Int
  var spreadOneLineOff: Int
  var orphan: Int
  var widow: Int
  var unevenRow: Int
  var shortRow: Int
  var brokenKeep: Int
  var horizon: Int
  var marginOverflow: Int
  var marginRow: Int
  var awayFromCall: Int
  var outOfOrder: Int

  init(_ style: PageBreakingStyle) {
    rows = min(max(style.rows, 1), 4_000)
    isFacing = style.isFacing
    // a slot has three bits (`PageStart`)
    columns = min(max(style.columns, 1), 4)
    isLevel = (style.isFacing || columns > 1) && style.isLevel
    noteRuleRows = min(max(style.noteRuleRows, 0), 1_000)
    minimumNoteRows = min(max(style.minimumNoteRows, 1), 1_000)
    // columns of a last page are evened out
    minimumChapterEnd = columns > 1 ? 0 : max(style.minimumChapterEnd, 0)
    hyphenAtLeafTurn = Self.whole(style.hyphenAtLeafTurn)
    shortChapterEnd = Self.whole(style.shortChapterEnd)
    shortChapterEndRow = Self.whole(style.shortChapterEndRow)
    fewRowsUnderHeading = Self.whole(style.fewRowsUnderHeading)
    spreadOneLineOff = Self.whole(style.spreadOneLineOff)
    orphan = Self.whole(style.orphan)
    widow = Self.whole(style.widow)
    unevenRow = Self.whole(style.unevenRow)
    // white above the notes of a column is seen beside the next one
    shortRow = Self.whole(columns > 1 ? style.shortRow * 5 : style.shortRow)
    brokenKeep = Self.whole(style.brokenKeep)
    horizon = Self.whole(style.horizon)
    (marginOverflow, marginRow) = (Self.whole(style.marginOverflow), Self.whole(style.marginRow))
    (awayFromCall, outOfOrder) = (Self.whole(style.awayFromCall), Self.whole(style.outOfOrder))
  }

  /// Columns, or pages of one, that end level: those of a spread, a verso's first, or of a page that stands alone.
  var slots: Int { isFacing ? 2 * columns : columns }
  func firstSlot(of side: Side) -> Int { isFacing && side == .recto ? columns : 0 }
  func slot(after slot: Int) -> Int { slot + 1 == slots ? 0 : slot + 1 }
  func side(ofSlot slot: Int) -> Side { isFacing && slot < columns ? .verso : .recto }
  /// Its leaf is turned behind it.
  func isTurn(_ slot: Int) -> Bool { slot + 1 == slots }

  /// Pages, or columns of them, that a plate fills; it begins on the first of so many.
  func span(of plate: PreparedChapter.Element) -> Int { plate.isSpread ? 2 * columns : columns }

  /// What it costs that a plate is called here: the page behind a verso faces it, that behind a recto does not.
  /// - Parameters:
  ///   - used: rows of the page.
  ///   - floats: that wait before it.
  func facingCost(_ plate: PreparedChapter.Element, slot: Int, used: Int, floats: Int) -> Int {
    guard plate.facesCall, isFacing else { return 0 }
    // called at a page's head, it is behind what calls it on the page before
    let isBeside = floats == 0 && (side(ofSlot: slot) == .verso ? used > 0 : used == 0 && slot == columns)
    return isBeside ? 0 : awayFromCall
  }

  /// Costs of up to 1e10 leave room for a hundred million of them in a sum.
  static func whole(_ cost: Double) -> Int { cost > 0 ? Int(min(cost, 1e10) + 0.5) : 0 }

  /// What a chapter's last page costs that has so few rows.
  func chapterEndCost(_ rows: Int) -> Int {
    rows < minimumChapterEnd ? shortChapterEnd + (minimumChapterEnd - 1 - max(rows, 0)) * shortChapterEndRow : 0
  }

  /// What a page costs that lacks `rows` rows, notes at its foot or not.
  func lackCost(_ rows: Int, hasNotes: Bool) -> Int {
    isLevel && !hasNotes ? rows * unevenRow : rows * rows * shortRow
  }

  /// What a page costs from which so many rows of notes in the margin go on.
  func marginCost(_ rows: Int) -> Int { rows > 0 ? marginOverflow + rows * marginRow : 0 }

  /// The same of a chapter's last page: those that follow would have a page for themselves.
  func marginEndCost(_ rows: Int) -> Int { rows > 0 ? marginCost(rows) + chapterEndCost(0) : 0 }

  /// Most rows, up to `bound`, that a page may lack at no more than `cost`.
  func mostLack(within cost: Int, hasNotes: Bool, bound: Int) -> Int {
    guard cost > 0 else { return lackCost(1, hasNotes: hasNotes) <= cost ? bound : 0 }
    if isLevel && !hasNotes { return unevenRow > 0 ? min(bound, cost / unevenRow) : bound }
    return shortRow > 0 ? min(bound, Int(Double(cost / shortRow).squareRoot())) : bound
  }
}
