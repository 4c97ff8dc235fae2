/// One element of a chapter's vertical list, measured in lines of the baseline grid.
package struct VerticalElement: Sendable, Equatable {
  package enum Kind: UInt8, Sendable {
    /// Running text: widow and orphan rules hold, line counts may vary by setting.
    case paragraph
    /// Lines whose breaks are judged by `VerticalLine.breakAfter` alone (verse, tables, code).
    case lines
    /// Something that cannot be parted: a heading, a picture, a scene break.
    case box
    /// Blank lines that vanish at the head of a page.
    case space
  }

  package var kind: Kind
  /// It is one line of the list, whatever it holds.
  package var isWhole: Bool { kind == .box || kind == .space }
  /// Ways to set the element, the natural one first, each with another line count.
  /// A box has exactly one; those of a space are of one line each, of other heights.
  package var settings: [VerticalSetting]
  /// No page ends after this element (a heading, a caption before its picture).
  package var keepWithNext: Bool
  /// Rows of following text that must stand under it on its page (2 under a heading).
  package var rowsBelow: Int
  /// A page must begin with this element.
  package var breakBefore: Bool
  /// Cost of a page ending after the element, in demerits; 0 for none.
  package var breakAfter: Int32 = 0
  /// Shows an ornament instead of blank rows where it meets a page's edge: it may
  /// end or begin a page and its rows count there too.
  package var isSceneBreak: Bool
  /// May move down past following text to the next page (a picture).
  package var floats: Bool
  /// A float that stands at the head of a page alone.
  package var waitsForHead = false
  /// A picture that stands where it is called, and never before one that waits for the head of a page.
  package var keepsOrder = false
  /// Where one waits, such a picture waits behind it, rather than end its page.
  package var waitsBehind = false
  /// The white before it stays where it moves on: it sets off what stands around it.
  package var leavesWhite = false
  /// A float that has its page for itself, however many rows that holds.
  package var isPlate = false
  /// A plate of two lines, which stand on facing pages: it begins on a verso, and the text goes on until there is one.
  package var isSpread = false
  /// A plate for the page beside that of its call.
  package var facesCall = false
  /// Rows that stand above the element's lines on every page that begins inside it
  /// (a table's head, said again).
  package var repeatedRows: Int16 = 0
  /// As many lines more (positive) or fewer than natural, where the author asks for it: obeyed, or reported when
  /// it is no longer possible.
  package var wishedLines = 0
  /// What of the notes that its lines call cannot be parted.
  package var noteBlocks: [NoteBlock] = []

  package init(
    kind: Kind, settings: [VerticalSetting], keepWithNext: Bool = false, rowsBelow: Int = 0,
    breakBefore: Bool = false, isSceneBreak: Bool = false, floats: Bool = false
  ) {
    self.kind = kind
    self.settings = settings
    self.keepWithNext = keepWithNext
    self.rowsBelow = rowsBelow
    self.breakBefore = breakBefore
    self.isSceneBreak = isSceneBreak
    self.floats = floats
  }
}

/// One way to set an element.
package struct VerticalSetting: Sendable, Equatable {
  package var lines: [VerticalLine]
  /// What this setting costs above the natural one, in page demerits.
  package var cost: Double
  package init(lines: [VerticalLine], cost: Double = 0) {
    self.lines = lines
    self.cost = cost
  }
}

/// One line (or unparted piece) of a setting.
package struct VerticalLine: Sendable, Equatable {
  /// Height in rows of the grid.
  package var rows: Int16
  /// Height in rows of the notes that the line calls, the rule above them apart.
  package var noteRows: Int16
  /// The same of notes beside the text, which take none of the page's rows.
  package var marginRows: Int16 = 0
  package var endsInHyphen: Bool
  /// A picture stands beside it, and had better wait until those before it stand.
  package var keepsOrder = false
  /// Cost of ending a page after this line, beside the widow and orphan rules; `never` forbids it.
  package var breakAfter: Int32
  package static let never = Int32.max
  /// For a page end that leaves one line of a stanza alone on either side: between an orphan and a widow, and said.
  package static let stanzaEdge: Int32 = 640_000
  /// What hangs on the line stands beside those that follow: a page that ended here would have it below its foot.
  package static let torn = Int32.max - 1
  /// As between the first two lines of a paragraph, and the last two, where an element is of several paragraphs.
  package static let orphan = Int32.max - 2
  package static let widow = Int32.max - 3
  /// So many broken keeps one torn line costs: more than the hole of any page, which is what else there is.
  static let keepsInTorn = 20

  package init(rows: Int16 = 1, noteRows: Int16 = 0, endsInHyphen: Bool = false, breakAfter: Int32 = 0) {
    self.rows = rows
    self.noteRows = noteRows
    self.endsInHyphen = endsInHyphen
    self.breakAfter = breakAfter
  }
}

/// Rows of a note that stand on one page: a picture, a row of a table that has several lines.
package struct NoteBlock: Sendable, Equatable {
  /// The line that calls the note, and the setting it is of.
  package var setting, line: Int
  /// Counted from the end of the notes that the line calls.
  package var rows: Range<Int>
  package init(setting: Int, line: Int, rows: Range<Int>) {
    self.setting = setting
    self.line = line
    self.rows = rows
  }
}

/// Which side of the leaf a page is; a recto faces the verso before it.
package enum Side: UInt8, Sendable, CaseIterable {
  case recto, verso
  package var other: Side { self == .recto ? .verso : .recto }
}

/// Part of an element as it stands on a page.
package struct PlacedPiece: Sendable, Equatable {
  package var element: Int
  package var setting: Int
  /// Lines of the setting, half open.
  package var lines: Range<Int>
  /// Row of the page at which the piece's first line begins, from 0; of its column where it stands in one.
  package var row: Int
  /// The column it stands in, from 0; nil for the whole measure.
  package var column: Int?
  /// Of those columns, among `BrokenPage.bands`.
  package var band = 0
  package init(element: Int, setting: Int, lines: Range<Int>, row: Int) {
    self.element = element
    self.setting = setting
    self.lines = lines
    self.row = row
  }
}

/// Columns that stand side by side on a page.
package struct ColumnBand: Sendable, Equatable {
  /// What a column holds beside its pieces.
  package struct Column: Sendable, Equatable {
    /// Rows that its text and notes may fill.
    package var height: Int
    /// Of notes at its foot, the rule apart: those carried from the column before, then its own.
    package var noteRows = 0
    /// Those that did not fit and go to the next column.
    package var carriedNoteRows = 0

    package init(height: Int, noteRows: Int = 0, carriedNoteRows: Int = 0) {
      (self.height, self.noteRows, self.carriedNoteRows) = (height, noteRows, carriedNoteRows)
    }
  }
  /// Rows of the page above them.
  package var rowsAbove = 0
  package var columns: [Column] = []
  /// Which of the chapter's stretches of columns it is of.
  package var region = 0

  package init() {}
}

/// One page of a broken chapter.
package struct BrokenPage: Sendable, Equatable {
  package var side: Side
  package var pieces: [PlacedPiece]
  /// Rows that body text may fill: the nominal height, or one line off for its spread.
  package var height: Int
  /// Rows of notes at its foot, the rule apart: those carried from the page before, then its own.
  package var noteRows: Int
  /// Note rows that did not fit and go to the next page.
  package var carriedNoteRows: Int
  /// Rules that yielded at the break that ends this page.
  package var yielded: [Yield]
  /// Columns on it, from above down.
  package var bands: [ColumnBand] = []

  package init(
    side: Side, pieces: [PlacedPiece], height: Int, noteRows: Int = 0, carriedNoteRows: Int = 0, yielded: [Yield] = []
  ) {
    self.side = side
    self.pieces = pieces
    self.height = height
    self.noteRows = noteRows
    self.carriedNoteRows = carriedNoteRows
    self.yielded = yielded
  }
}

/// A rule that had to yield, mildest first (DESIGN.md 3.4).
package enum Yield: UInt8, Sendable, CaseIterable, Comparable {
  case hyphenAtLeafTurn, shortChapterEnd, fewRowsUnderHeading, spreadOneLineOff, orphan, partedStanza, widow
  /// Facing pages that do not end level: only what cannot be parted makes this.
  case unevenSpread
  /// A break that an element forbids (within kept rows) because nothing else fits a page.
  case brokenKeep

  package static func < (a: Yield, b: Yield) -> Bool { a.rawValue < b.rawValue }
}
