public import Units

/// How a book's pages look: trim, margins, type and furniture. Data, no behaviour;
/// the defaults make the book of DESIGN.md §5.
public struct PageDesign: Sendable, Equatable {
  /// Which pages mirror each other.
  public enum Sides: String, Sendable {
    /// Rectos and versos: the inside margin alternates, spreads end level.
    case facing
    /// One-sided, every page bound at its leading edge (`--spine min`).
    case leading
    /// One-sided, every page bound at its trailing edge (`--spine max`).
    case trailing
  }

  public typealias Binding = Units.Binding

  /// Which way lines run.
  public enum Writing: String, Sendable, CaseIterable {
    case horizontal
    /// Downwards, each left of the one before, as Japanese and Chinese books have them: the measure is the
    /// text block's height, rows of the grid follow each other leftwards. Heads and folios stay as they are.
    case vertical
  }

  /// Where something short stands across the measure.
  public enum Placement: String, Sendable, CaseIterable {
    case centred, leading, trailing
    /// At the edge away from the spine.
    case outer
  }

  /// What sets emphasis off from the text around it.
  public enum Emphasis: String, Sendable, CaseIterable { case italic, bold, underline }

  /// How the title page is laid out.
  public enum TitlePageForm: String, Sendable, CaseIterable {
    /// Large and centred.
    case display
    /// Author above at the left, count of words at the right, title and author in the middle
    /// (W. Shunn, Proper manuscript format).
    case manuscript
  }

  /// The name of the theme it began as.
  public var theme = "octavo"
  /// Every element's; read and changed by `design[.caption]`.
  var looks = ElementLook.usual
  /// Of the sheet around it.
  public var cover = CoverLook()

  public var trim = PageSize(width: Length(millimetres: 148), height: Length(millimetres: 210))
  public var inside = Length(millimetres: 20)
  public var outside = Length(millimetres: 23)
  /// Head margin, to the top of the text block.
  public var top = Length(millimetres: 20)
  /// Foot margin.
  public var bottom = Length(millimetres: 25)
  /// Margins, size and leading follow the trim; not of a design that is made for one size of type.
  public var followsTrim = true
  /// `inside` is found by the number of pages, from the printers' tables.
  public var insideByPageCount = false
  /// Pages of a section to sew that the book is to fill, by small moves of margins; 0 where it need not.
  public var signature = 0
  /// Printers on demand by their keys (`kdp`) whose tables give the inside margin; empty for all of them.
  public var printers: [String] = []
  /// In print one colour keeps an ink of its own.
  public var spot: SpotInk?
  /// How far ink that reaches the trim's edge goes past it, to be cut away.
  public var bleed = Length.zero

  public var writing = Writing.horizontal
  public var sides = Sides.facing
  public var binding = Binding.left
  /// Two pages to a sheet, around a spine in the middle.
  public var isSpread = false

  public var family = PageDesign.ownFamilies[0]
  /// The family of formulas; nil for the one that goes with the text's.
  public var mathFont: String?
  /// Those of octavo's own themes, the default first: nobody chose them who has not installed them.
  package static let ownFamilies = ["EB Garamond 12", "Liberation Serif", "Liberation Sans"]
  public var size = Length(points: 11)
  /// Baseline to baseline: the step of the grid.
  public var leading = Length(points: 14)
  /// BCP 47 tag of the text; nil takes the manuscript's, else English.
  public var language: String?

  /// Whether lines are set to one length; nil: where that leaves even spaces (`justifies(_:)`).
  public var justifies: Bool?
  public var isJustified: Bool {
    get { justifies(language ?? "") }
    set { justifies = newValue }
  }
  public var hyphenates = true
  /// Words as they may be divided, `ty-pog-ra-phy`; one without hyphens never is. Instead of
  /// what the language's patterns say of them. (The command has them from a file.)
  public var hyphenationExceptions: [String] = []
  /// Punctuation hangs into the margin by a fraction of its width.
  public var hangsPunctuation = true
  /// What may stand a little past the edges of the text.
  public enum Protrusion: String, Sendable, CaseIterable {
    case marks
    /// Letters of sloping or open outline too, A T V W Y and their like; marks each by its own weight.
    case letters
  }
  public var protrusion = Protrusion.marks
  /// Most by which a line's font may be widened or narrowed, in per cent; 0 for never.
  public var expansion = 2.0
  /// First-line indent in ems.
  public var indent = PageDesign.usualIndent
  /// The indent of a book that asks for none; Chinese and Japanese take whole characters for it.
  public static let usualIndent = 1.2
  /// The first paragraph after a heading or a break is indented like the others.
  public var indentsFirstParagraph = false
  /// Blank rows between paragraphs; not together with an indent (checklist E5).
  public var paragraphGap = 0
  /// Facing pages end on the same line; without, a page may end short to keep lines together.
  public var levelsSpreads = true
  /// How far pictures are whitened, 0 to 1, to save ink.
  public var pictureVeil = 0.0
  public var emphasis = Emphasis.italic
  /// Of the text, side by side on a page; fewer where they would be too narrow.
  public var columns = 1
  /// A hairline between them.
  public var hasColumnRule = false
  /// Captions stand beside pictures that leave room for them, instead of below.
  public var hasCaptionsBeside = false
  /// Of indexes and glossaries, times the text's size.
  public var indexScale = 0.86
  /// Columns of an index, as far as the measure has room for them.
  public var indexColumns = 2
  /// Nothing is set smaller than this, times the text's size: 1 where all must be large.
  public var leastScale = 0.0

  /// Lines that a chapter's first letter stands over; below 2 for none.
  public var dropCapitalLines = 0
  /// A chapter begins with a few words in small capitals.
  public var openingSmallCapitals = false
  /// Most words that small capitals take.
  public var openingWords = 4
  /// The sink above a chapter's heading takes no more than this share of the page's rows.
  public var mostSink = 0.2
  /// Rows between a chapter's number and its title.
  public var numberGap = 1
  /// The ornament of a scene break.
  public var sceneBreakMark = "*\u{A0}\u{A0}\u{A0}*\u{A0}\u{A0}\u{A0}*"
  /// Breaks that are a blank space in the manuscript show the ornament too.
  public var showsEverySceneBreak = false

  /// Running head and foot: templates with `{title} {author} {chapter} {page} {pages}`;
  /// empty for none.
  public var header = "{title}"
  public var footer = PageDesign.usualFooter
  /// Instead of `header` on versos and rectos; nil for the same.
  public var headerLeft: String?
  public var headerRight: String?
  /// Instead of `footer` on versos and rectos; nil for the same.
  public var footerLeft: String?
  public var footerRight: String?
  /// A page on which a chapter begins has its running head.
  public var openersHaveHead = true

  public var hasHalfTitle = false
  public var hasTitlePage = true
  public var titlePageForm = TitlePageForm.display
  /// Rights, publisher, date and identifiers on the title's back, where there are any.
  public var hasCopyrightPage = false
  /// Nil: contents when there is more than one titled chapter.
  public var hasContents: Bool?
  /// Captions of figures with their pages, after the contents.
  public var hasListOfFigures = false
  /// The same of tables, and of theorems and their kin, those that have numbers.
  public var hasListOfTables = false
  public var hasListOfTheorems = false
  /// How the book was set, on a page after the last.
  public var hasColophon = false
  /// Levels of headings in the contents, from 1; nil for sections alone.
  public var contentsDepth: Int?
  /// Levels of headings in the PDF's outline, from 1; nil for sections alone.
  public var outlineDepth: Int?
  /// Where chapters begin.
  public enum ChapterBeginnings: String, Sendable, CaseIterable {
    /// On any page; where nearly all are so short that a page holds two of them, they run on.
    case auto
    case any
    case recto
    /// One below the other, white between, wherever it can be; parts still open pages.
    case runOn = "run-on"
  }
  public var chapters = ChapterBeginnings.auto
  /// A part's title stands on a recto, its back is blank; nil for where parts are long enough for that.
  public var partsOnRecto: Bool?
  /// The page of a part's title has its head and foot as others do.
  public var partsHaveFolio = true
  /// A copy to be marked: what dates it is the day it was made, not the book's.
  public var isProof = false

  /// Where the numbers of notes begin again at 1.
  public enum NoteNumbers: String, Sendable, CaseIterable { case page, chapter, book }
  public var noteNumbers = NoteNumbers.book
  public var notes = NotePlace.foot
  /// Where notes with letters stand, a book's second series; nil for where the manuscript has them.
  public var letteredNotes: NotePlace?

  /// How the address of a link to the world outside is printed.
  public enum Addresses: String, Sendable, CaseIterable {
    case none
    /// In a footnote.
    case notes
    /// After the link's text.
    case brackets
  }
  public var addresses = Addresses.none

  /// Every so many lines of a page are numbered in the outside margin; 0 for none.
  public var lineNumberStep = 0
  /// Large and pale behind the text of every page; empty for none.
  public var watermark = ""

  public init() {}

  /// The measure: one for recto and verso.
  public var measure: Length { writing == .vertical ? trim.height - top - bottom : textWidth }
  /// Of the text block, whichever way its lines run.
  public var textWidth: Length { trim.width - inside - outside }
  /// A page is bound at its left edge.
  public func isInsideLeft(isRecto: Bool) -> Bool {
    switch sides {
    case .facing: isRecto == (binding != .right)
    case .leading: binding != .right
    case .trailing: binding == .right
    }
  }
  /// From the trim's left edge to the text block.
  public func leftMargin(isRecto: Bool) -> Length { isInsideLeft(isRecto: isRecto) ? inside : outside }
  /// The templates of a page's head and foot.
  public func furniture(isRecto: Bool) -> (header: String, footer: String) {
    ((isRecto ? headerRight : headerLeft) ?? header, (isRecto ? footerRight : footerLeft) ?? footer)
  }
  /// Whole rows of the grid between the head and foot margins, or, of vertical lines, the side margins.
  public var rows: Int { leading > .zero ? depth.units / leading.units : 0 }
  /// What the rows have.
  private var depth: Length { writing == .vertical ? textWidth : trim.height - top - bottom }
  /// The text block's edge that rows are counted from, the left one or that where vertical lines begin, from the trim's.
  public func blockEdge(isRecto: Bool) -> Length {
    leftMargin(isRecto: isRecto) + (writing == .vertical ? textWidth : .zero)
  }
}

extension PageDesign {
  /// Why nothing can be set on such a page.
  public enum Problem: Error, Equatable, Sendable {
    /// The margins leave a measure of less than five ems.
    case measureTooNarrow(measure: Length, needed: Length)
    /// The margins leave fewer than three lines.
    case tooFewRows(height: Length, needed: Length)
    case sizeOutOfRange(Length)
    case leadingTooSmall(leading: Length, size: Length)
    case trimOutOfRange(PageSize)
    case negativeMargin(String)
    /// The outside margin has no room for notes.
    case marginTooNarrow(outside: Length, needed: Length)
    /// Neither columns nor vertical lines have notes beside them.
    case noMarginForNotes
  }

  /// Throws the first reason why no text fits this design.
  public func validate() throws(Problem) {
    // ISO 32000-1, annex C.2: a page may be 3 to 14,400 units; a spread is two wide
    let (least, most) = (Length(points: 36), Length(points: isSpread ? 7_200 : 14_400))
    guard trim.width >= least, trim.height >= least, trim.width <= most, trim.height <= Length(points: 14_400) else {
      throw .trimOutOfRange(trim)
    }
    for (name, margin) in [("inside", inside), ("outside", outside), ("top", top), ("bottom", bottom)]
    where margin < .zero { throw .negativeMargin(name) }
    guard size >= Length(points: 1), size <= Length(points: 400) else { throw .sizeOutOfRange(size) }
    guard leading.units * 10 >= size.units * 8 else { throw .leadingTooSmall(leading: leading, size: size) }
    let needed = size * 5
    guard measure >= needed else { throw .measureTooNarrow(measure: measure, needed: needed) }
    guard rows >= 3 else { throw .tooFewRows(height: depth, needed: leading * 3) }
    guard notes == .margin else { return }
    guard writing == .horizontal, columns == 1 else { throw .noMarginForNotes }
    guard hasRoomInMargin else {
      throw .marginTooNarrow(outside: outside, needed: outside + PageDesign.leastMarginWidth - marginWidth)
    }
  }
}
