public import Units

/// What an author has put into the text for the index: an entry that leads to the place, or what one entry says of another.
public struct IndexMark: Hashable, Sendable {
  /// Words in one look.
  public struct Run: Hashable, Sendable {
    public var words: String
    public var traits: InlineStyle.Traits
    public init(_ words: String, _ traits: InlineStyle.Traits = []) { (self.words, self.traits) = (words, traits) }
  }

  /// An entry, or one below another.
  public struct Term: Hashable, Sendable {
    public var runs: [Run]
    /// By which it is put in order, where that is not its words.
    public var key: String?
    public init(_ runs: [Run], key: String? = nil) { (self.runs, self.key) = (runs, key) }
    public var words: String { runs.map(\.words).joined() }
  }

  public enum Extent: Hashable, Sendable {
    case place
    /// The entry's matter begins here, or ends.
    case begins, ends
    /// It leads to other entries alone.
    case none
  }

  /// Of several indexes of a book; empty for the one without a name.
  public var index = ""
  /// From the main entry down; empty for the place where the index is to stand.
  public var terms: [Term]
  public var extent = Extent.place
  /// Other entries, by their words.
  public var see: [String] = []
  public var seeAlso: [String] = []
  /// Of the page's number: strong for the main place.
  public var traits: InlineStyle.Traits = []
  /// Of the place where the index is to stand: what it is headed, where that is not its name.
  public var title = ""

  public init(_ terms: [Term]) { self.terms = terms }

  /// Another entry's words without the `see` before them in any language, and whether that was `see also`.
  package static func crossReference(_ words: String) -> (isAlso: Bool, other: String) {
    IndexWords.crossReference(words)
  }
}

/// A place of the text that others refer to by its page.
public enum TextMark: Hashable, Sendable {
  /// Where a page of another edition begins, by its number.
  case oldPage(Int)
  /// A mark for the index, counted through the book.
  case index(Int)
  /// What has a label or a name of its own.
  case label(String)
}

/// Pages of the book by what stands on them.
public struct PageReference: Hashable, Sendable {
  /// A note, whose number is printed behind its page's.
  public struct Note: Hashable, Sendable {
    public var key: NoteKey
    /// What stands before the number: `n.`
    public var word: String
    public init(_ key: NoteKey, _ word: String) { (self.key, self.word) = (key, word) }
  }

  public var first: TextMark
  /// Nil for one page.
  public var last: TextMark?
  public var note: Note?

  public enum Wording: Hashable, Sendable {
    /// By their numbers.
    case folios
    /// Where the place is from another, near it without a number: `above`, `on the facing page`.
    case place(from: TextMark, PlaceWords)
    /// No number but the word before those of all these pages: `page`, or `pages` where they are several.
    case word(one: String, several: String, of: [TextMark])
  }
  public var wording = Wording.folios
  /// How many figures are measured for its number, which is filled in when pages are made; nil where the run's own
  /// words are set.
  public var figures: Int?
  public init(first: TextMark, last: TextMark? = nil) { (self.first, self.last) = (first, last) }
}

extension Inline {
  /// A mark in the text.
  public init(_ mark: IndexMark, style: InlineStyle = .plain, source: SourceLocation) {
    var style = style
    style.extras.indexMark = mark
    self.init(.text(""), style: style, source: source)
  }
}

extension Block {
  /// Where an index is to stand.
  /// - Parameter name: its own, where a book has several.
  public static func indexPlace(_ name: String, _ source: SourceLocation) -> Block {
    var mark = IndexMark([])
    mark.index = name
    return .paragraph(Paragraph([Inline(mark, source: source)], source: source))
  }
}
