public import Units

/// One block of a section: a paragraph or something set off from paragraphs.
public indirect enum Block: Sendable, Equatable {
  case paragraph(Paragraph)
  /// A heading inside a section, level 2 to 6.
  case heading(Heading)
  case verse(Verse)
  case quotation(Quotation)
  case callout(Callout)
  case letter(Letter)
  case speech(Speech)
  case list(List)
  case table(Table)
  /// Program text, or any lines that must stand as they are: fixed pitch when `isCode`.
  case preformatted(Preformatted)
  case figure(Figure)
  case sceneBreak(SceneBreak)
  /// The author's own wish: what follows begins a page.
  case pageBreak(SourceLocation)
}

public struct Paragraph: Sendable, Equatable {
  public enum Placement: UInt8, Sendable {
    case justified
    /// Centred, one line a line of the manuscript where it has forced breaks.
    case centred
    /// At the trailing edge: datelines, signatures, attributions.
    case trailing
    /// At the leading edge, its other edge as it comes.
    case leading
  }

  // a long book has hundreds of thousands of them: what few have stands apart, and the place in two parts
  public var inlines: [Inline]
  private var rare: Rare?
  private var offset: UInt32
  private var file: UInt16
  public var placement: Placement
  /// The first line begins at the edge, wherever the paragraph stands.
  public var isFlush = false

  private final class Rare: Sendable, Equatable {
    let wishes: LayoutHints
    init(_ wishes: LayoutHints) { self.wishes = wishes }
    static func == (a: Rare, b: Rare) -> Bool { a === b || a.wishes == b.wishes }
  }

  private struct LayoutHints: Sendable, Equatable {
    var spaceAbove: UInt8 = 0
    var form: ParagraphForm?
    var anchor: String?
    var label: Label?
    var entryLevel: Int8?
    var hint = PageHint()
    var isSideHead = false
    var isClear = false
  }

  private var wishes: LayoutHints {
    get { rare?.wishes ?? LayoutHints() }
    set { rare = newValue == LayoutHints() ? nil : Rare(newValue) }
  }

  /// Blank rows that the author asks for above the paragraph.
  public var spaceAbove: UInt8 {
    get { wishes.spaceAbove }
    set { wishes.spaceAbove = newValue }
  }
  /// What a style sheet asks of its lines; nil leaves them to the design.
  public var form: ParagraphForm? {
    get { wishes.form }
    set { wishes.form = newValue }
  }
  /// Names the paragraph for links, as `Heading.anchor` does a heading.
  public var anchor: String? {
    get { wishes.anchor }
    set { wishes.anchor = newValue }
  }
  /// Of the formula that it is, or of the table that it says something of.
  public var label: Label? {
    get { wishes.label }
    set { wishes.label = newValue }
  }
  /// It is an entry of an index, so many levels down; less than 0 for the letter over entries. Nil for all else.
  public var entryLevel: Int? {
    get { wishes.entryLevel.map(Int.init) }
    set { wishes.entryLevel = newValue.map { Int8(clamping: $0) } }
  }
  /// What stood in the margin beside the paragraph that follows, or a label that names what does: it stays above that.
  public var isSideHead: Bool {
    get { wishes.isSideHead }
    set { wishes.isSideHead = newValue }
  }
  /// A head of the lowest rank, with white above it: no list of contents has it.
  public var isLowHead: Bool { isSideHead && spaceAbove > 0 }
  /// It begins below a picture that text runs around.
  public var isClear: Bool {
    get { wishes.isClear }
    set { wishes.isClear = newValue }
  }
  /// What the author asks of the page breaker.
  public var hint: PageHint {
    get { wishes.hint }
    set { wishes.hint = newValue }
  }
  public var source: SourceLocation {
    get { SourceLocation(file: file, offset: offset) }
    set { (file, offset) = (newValue.file, newValue.offset) }
  }

  public init(
    _ inlines: [Inline], placement: Placement = .justified, hint: PageHint = PageHint(),
    source: SourceLocation = SourceLocation(offset: 0)
  ) {
    self.inlines = inlines
    self.placement = placement
    (file, offset) = (source.file, source.offset)
    if hint != PageHint() { self.hint = hint }
  }

  /// A plain paragraph, for programs that make books.
  public init(_ text: String, source: SourceLocation = SourceLocation(offset: 0)) {
    self.init([Inline(text, source: source)], source: source)
  }
}

/// How the lines of one paragraph stand where its own file says, not the design. Lengths are ems of the text.
public struct ParagraphForm: Sendable, Equatable {
  /// Of the first line, from the others; negative where these hang. Nil for the design's.
  public var indent: Float?
  /// From the edges of what is around the paragraph.
  public var leading: Float = 0
  public var trailing: Float = 0
  /// Words may be divided at the ends of lines.
  public var hyphenates = true
  public init() {}
}

/// An author's last word on the pages of a finished text. Obeyed, or reported where
/// the text has changed so that it no longer can be.
public struct PageHint: Sendable, Equatable {
  /// Lines more (or, negative, fewer) than the paragraph takes by itself.
  public var lines: Int8
  /// A page begins with the paragraph, and the page before it comes out full.
  public var beginsPage: Bool
  public init(lines: Int8 = 0, beginsPage: Bool = false) {
    self.lines = lines
    self.beginsPage = beginsPage
  }
}

/// Lines whose ends are the author's.
public struct Verse: Sendable, Equatable {
  public struct Line: Sendable, Equatable {
    public var inlines: [Inline]
    /// Spaces of indent in the manuscript, less what all lines of the block share.
    public var indent: Int
    /// The line's number, in the margin at its end; empty for most lines.
    public var number: [Inline]
    public var source: SourceLocation
    /// The manuscript has the number before the line: then it stands there on the page as well.
    public var numberLeads: Bool { number.first.map { $0.source.offset < source.offset } ?? false }
    public init(
      _ inlines: [Inline], indent: Int = 0, number: [Inline] = [], source: SourceLocation = SourceLocation(offset: 0)
    ) {
      self.inlines = inlines
      self.indent = indent
      self.number = number
      self.source = source
    }
  }

  public struct Stanza: Sendable, Equatable {
    public var lines: [Line]
    public init(_ lines: [Line]) { self.lines = lines }
  }

  public var stanzas: [Stanza]
  /// Indents carry a shape (the mouse's tail), so each space counts a fixed width.
  public var isShaped: Bool
  /// Names the verse for links, as `Heading.anchor` does a heading.
  public var anchor: String?
  public var source: SourceLocation

  public init(_ stanzas: [Stanza], isShaped: Bool = false, source: SourceLocation = SourceLocation(offset: 0)) {
    self.stanzas = stanzas
    self.isShaped = isShaped
    self.source = source
  }
}

/// Prose set off from the text, with who said it.
public struct Quotation: Sendable, Equatable {
  public var blocks: [Block]
  public var attribution: Paragraph?
  public var source: SourceLocation
  public init(_ blocks: [Block], attribution: Paragraph? = nil, source: SourceLocation = SourceLocation(offset: 0)) {
    self.blocks = blocks
    self.attribution = attribution
    self.source = source
  }
}

/// A letter in the story: dateline, salutation, body, signature, in that order.
public struct Letter: Sendable, Equatable {
  public var dateline: [Paragraph]
  public var blocks: [Block]
  public var signature: [Paragraph]
  public var source: SourceLocation
  public init(
    dateline: [Paragraph] = [], _ blocks: [Block], signature: [Paragraph] = [],
    source: SourceLocation = SourceLocation(offset: 0)
  ) {
    self.dateline = dateline
    self.blocks = blocks
    self.signature = signature
    self.source = source
  }
}

/// What one person of a play says.
public struct Speech: Sendable, Equatable {
  public var speaker: [Inline]
  public var blocks: [Block]
  public var source: SourceLocation
  public init(speaker: [Inline], _ blocks: [Block], source: SourceLocation = SourceLocation(offset: 0)) {
    self.speaker = speaker
    self.blocks = blocks
    self.source = source
  }
}

public struct List: Sendable, Equatable {
  public struct Item: Sendable, Equatable {
    public var blocks: [Block]
    /// Nil: no box; otherwise whether a task is done.
    public var isDone: Bool?
    /// Of an ordered list, where it does not count on from the list's start.
    public var number: Int?
    /// What stands before it in place of a number.
    public var label: String?
    public var source: SourceLocation
    public init(_ blocks: [Block], isDone: Bool? = nil, source: SourceLocation = SourceLocation(offset: 0)) {
      self.blocks = blocks
      self.isDone = isDone
      self.source = source
    }
  }

  /// How the items of an ordered list are counted.
  public enum Counting: UInt8, Sendable {
    case figures, lowerLetters, upperLetters, lowerRoman, upperRoman, lowerGreek
    /// `01`.
    case twoFigures
    /// The items are set in without any mark: definitions, lists that carry marks of their own.
    case none
  }

  /// What stands about an item's number: `a.`, `a)`, `(a)`.
  public enum Delimiter: UInt8, Sendable { case stop, bracket, brackets }

  /// First number of an ordered list; nil for bullets.
  public var start: Int?
  public var counting = Counting.figures
  public var delimiter = Delimiter.stop
  /// No space between items.
  public var isTight: Bool
  public var items: [Item]
  public var source: SourceLocation
  public init(start: Int? = nil, isTight: Bool, items: [Item], source: SourceLocation = SourceLocation(offset: 0)) {
    self.start = start
    self.isTight = isTight
    self.items = items
    self.source = source
  }
}

public struct Preformatted: Sendable, Equatable {
  public struct Line: Sendable, Equatable {
    public var text: String
    public var source: SourceLocation
    /// Behind its last byte in the manuscript, where marks stand between its words there; 0 where it is as long as it is
    /// printed.
    package var sourceEnd: UInt32 = 0
    public init(_ text: String, source: SourceLocation = SourceLocation(offset: 0)) {
      self.text = text
      self.source = source
    }
  }
  public var lines: [Line]
  public var isCode: Bool
  /// The info string of a code block, such as `swift`.
  public var info: String
  public var source: SourceLocation
  public init(_ lines: [Line], isCode: Bool, info: String = "", source: SourceLocation = SourceLocation(offset: 0)) {
    self.lines = lines
    self.isCode = isCode
    self.info = info
    self.source = source
  }
}

extension StringProtocol {
  /// Tabs as the spaces they stand for (CommonMark 0.31, 2.2: stops four apart).
  package var withoutTabs: String {
    guard utf8.contains(0x09) else { return String(self) }
    var text = ""
    var column = 0
    for scalar in unicodeScalars {
      let count = scalar == "\t" ? 4 - column % 4 : 1
      text.unicodeScalars.append(contentsOf: repeatElement(scalar == "\t" ? " " : scalar, count: count))
      column += count
    }
    return text
  }
}

/// A picture, or the place of one that the manuscript lacks.
public struct Figure: Sendable, Equatable {
  /// The picture's name in `Book.pictures`, or its file: a path from the working folder, for the
  /// reader has joined what the manuscript says to its own folder. Nil where only a caption is left.
  public var image: String?
  public var caption: [Inline]
  public var label: Label?
  /// What the picture shows, for those who cannot see it; not set where there is a caption.
  public var alternative: String
  /// Asked for; nil for the picture's own, as far as there is room. Shares are of the
  /// measure's width and of the text block's height.
  public var width: Size?
  public var height: Size?
  public enum Size: Sendable, Hashable {
    /// 0 to 1.
    case share(Double)
    case length(Length)
  }

  /// It shows nothing that words could say: an ornament.
  public var isDecorative = false
  public var placement: Placement
  public enum Placement: UInt8, Sendable, Comparable {
    /// Where it is named, or at the head of the next page rather than leave a hole.
    case floats
    /// Where it is named, whatever is left blank above it.
    case here
    /// At the head of the page after the line behind which it is named.
    case nextPage
    /// On a page of its own, without head and foot.
    case page
    /// The same, over the whole of the page and past its edges.
    case bleed
    /// The same, over facing pages.
    case spread

    public static func < (a: Placement, b: Placement) -> Bool { a.rawValue < b.rawValue }
  }
  /// It has the page beside that of its call, where it has a page of its own.
  public var facesCall = false
  /// Its caption stands beside it where it leaves room for one; nil as the design has it.
  public var hasCaptionBeside: Bool?
  /// Where it stands in the measure with text around it; nil for a picture between lines of the whole measure.
  public var runaround: Edge?
  public enum Edge: UInt8, Sendable {
    case left, right
    /// Towards the spine.
    case inside
    /// Towards the edge of the leaf.
    case outside
  }
  public var source: SourceLocation
  public init(
    image: String?, caption: [Inline], alternative: String = "", width: Size? = nil, height: Size? = nil,
    placement: Placement = .floats, runaround: Edge? = nil, source: SourceLocation = SourceLocation(offset: 0)
  ) {
    self.image = image
    self.caption = caption
    self.alternative = alternative
    self.width = width
    self.height = height
    self.placement = placement
    self.runaround = runaround
    self.source = source
  }
}

/// A pause between scenes. Set as blank space, with its ornament where the
/// space would be lost at the edge of a page.
public struct SceneBreak: Sendable, Equatable {
  public enum Mark: Sendable, Equatable {
    /// A blank space in the manuscript.
    case space
    /// A row of stars or the like: always shows an ornament.
    case ornament
    /// A line to write on, across the measure: workbooks have them below a question.
    case writingLine
  }
  public var mark: Mark
  public var source: SourceLocation
  public init(mark: Mark, source: SourceLocation = SourceLocation(offset: 0)) {
    self.mark = mark
    self.source = source
  }
}
