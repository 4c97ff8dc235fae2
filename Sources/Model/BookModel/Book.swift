public import Units

/// A book as its author thinks of it: what it says and how it is divided, and
/// nothing about pages. Readers fill it, `Typesetting` draws from it.
public struct Book: Sendable, Equatable {
  public var metadata: Metadata
  /// In reading order; front matter, then body, then back matter.
  public var sections: [Section]
  /// Notes by their key; called by `Inline.Content.noteReference`.
  public var notes: [NoteKey: Note]
  /// The bytes of pictures that came inside the manuscript, by the names that figures and inlines call them.
  public var pictures: [String: [UInt8]] = [:]
  /// The bytes of fonts that came inside the manuscript, for runs that name their families.
  public var fonts: [[UInt8]] = []
  /// What runs with `InlineStyle.Extras.citation` stand for, until they are set.
  public var citations: [Citation] = []
  /// Some runs are numbers of pages (`InlineStyle.Extras.pages`).
  public var refersToPages = false

  public init(metadata: Metadata = Metadata(), sections: [Section] = [], notes: [NoteKey: Note] = [:]) {
    self.metadata = metadata
    self.sections = sections
    self.notes = notes
  }
}

/// A part of the book that begins on a page of its own.
public struct Section: Sendable, Equatable {
  public enum Matter: UInt8, Sendable { case front, body, back }

  public enum Role: String, Sendable {
    case part, chapter, preface, dedication, epigraph, colophon, appendix
    /// What EPUB's vocabulary tells apart besides (EPUB 3 Structural Semantics Vocabulary 1.1).
    case cover, titlePage, halfTitle, imprint, foreword, introduction, prologue, epilogue, afterword, conclusion,
      acknowledgements, glossary, bibliography, index, notes
    /// What else the author has written.
    case alsoBy
    /// Text before the first heading, or a book without headings.
    case untitled
  }

  public var matter: Matter
  public var role: Role
  /// Depth in the outline, 1 for parts and for chapters of a book without parts.
  public var level: Int
  public var heading: Heading?
  public var blocks: [Block]
  /// Names the section's beginning for links, where it has no heading to carry the name.
  public var anchor: String?
  /// All blocks of a section stand in the file that this names.
  public var source: SourceLocation

  public init(
    matter: Matter = .body, role: Role = .chapter, level: Int = 1, heading: Heading? = nil, blocks: [Block] = [],
    anchor: String? = nil, source: SourceLocation = SourceLocation(offset: 0)
  ) {
    self.matter = matter
    self.role = role
    self.level = level
    self.heading = heading
    self.blocks = blocks
    self.anchor = anchor
    self.source = source
  }

  /// No text stands below its title, but for a line or a few: who wrote it, a subtitle.
  /// - Parameter orMotto: a few lines of verse or of a quotation are none either.
  package func isTitleAlone(orMotto: Bool = false) -> Bool {
    guard heading != nil, blocks.count <= 8 else { return false }
    var all = 0
    for block in blocks {
      var bytes = 0
      block.visitText { inlines, _ in
        for inline in inlines { if case .text(let text) = inline.content { bytes += text.utf8.count } }
      }
      all += bytes
      switch block {
      case .paragraph where bytes <= 160 || orMotto, .sceneBreak: break
      case .figure(let figure) where figure.image == nil: break
      case .verse where orMotto, .quotation where orMotto: break
      default: return false
      }
    }
    return all <= 600
  }
}

/// The words over a section or over a part of one.
public struct Heading: Sendable, Equatable {
  /// 1 for the section's own heading, 2 to 6 for headings inside it.
  public var level: Int
  /// `CHAPTER I`, `Chapter 1`, `XIV`; set above or before the title. Empty where there is none.
  public var label: [Inline]
  /// `Down the Rabbit-Hole`. Empty where the label stands alone.
  public var title: [Inline]
  /// Names the place for links within the book: `Extras.link` of `#name` leads to the
  /// anchor `name`. Unique in the book; nil where nothing can link here.
  public var anchor: String?
  /// Whether it takes part where a design numbers its headings.
  public var isNumbered: Bool
  /// Who wrote what it names, in a book of several hands, as the contents say it.
  public var author = ""
  public var source: SourceLocation

  public init(
    level: Int = 1, label: [Inline] = [], title: [Inline] = [], anchor: String? = nil, isNumbered: Bool = true,
    source: SourceLocation = SourceLocation(offset: 0)
  ) {
    self.level = level
    self.label = label
    self.title = title
    self.anchor = anchor
    self.isNumbered = isNumbered
    self.source = source
  }

  /// Label and title on one line, as the outline and running heads show them.
  public var plainText: String { label.plainText + separator + title.plainText }

  /// What stands between label and title on one line; empty where one of them is.
  public var separator: String {
    // of a call alone there is nothing to part the label from
    guard let last = label.plainText.unicodeScalars.last, let first = title.plainText.first(where: { !$0.isWhitespace })
    else { return "" }
    // 第三章 needs no point
    if last.value >= 0x2E80 || ".,:;—–".unicodeScalars.contains(last) { return " " }
    // Book the Second—the Golden Thread
    return first.isLowercase ? "—" : ". "
  }
}

/// What is known of the book besides its text.
public struct Metadata: Sendable, Equatable {
  public typealias Binding = Units.Binding

  public struct Contributor: Sendable, Equatable {
    /// `translator`, `editor`, `illustrator`: the manuscript's own word in lower case.
    public var role: String
    public var name: String
    /// The line of the title page that says so, as it stands there.
    public var statement: String?
    public init(role: String, name: String, statement: String? = nil) {
      self.role = role
      self.name = name
      self.statement = statement
    }
  }

  public var title: String?
  public var subtitle: String?
  public var authors: [String] = []
  public var contributors: [Contributor] = []
  /// BCP 47 tag such as `en` or `ru`.
  public var language: String?
  public var identifiers: [String] = []
  /// The date of the edition as the author wrote it.
  public var date: String?
  public var rights: String?
  public var publisher: String?
  /// What else a copyright page says: the edition, its printing, the publisher's town, the series, who else worked on
  /// it, the library's cataloguing in publication with its lines as they stand.
  public var edition: String?
  public var printing: String?
  public var place: String?
  public var series: String?
  public var credits: [String] = []
  /// What the manuscript's own title page says besides: set on the one that is made.
  public var titleLines: [String] = []
  public var cataloguing: String?
  /// Titles of other books by the author.
  public var otherBooks: [String] = []
  /// What a catalogue finds the book by; nowhere printed.
  public var keywords: [String] = []
  /// Set on pages of their own before the contents; lines as they stand.
  public var dedication: String?
  public var epigraph: String?
  public var binding: Binding?

  public init() {}
}

/// Names a note within a book; unique, in order of first appearance.
public struct NoteKey: Hashable, Comparable, Sendable {
  public var index: Int
  public init(_ index: Int) { self.index = index }
  public static func < (a: NoteKey, b: NoteKey) -> Bool { a.index < b.index }
}

/// A footnote or endnote.
public struct Note: Sendable, Equatable {
  /// The mark the manuscript used, such as `*` or `3`; octavo numbers anew.
  public var mark: String
  /// The mark is the author's choice: it is printed, and no number is counted for the note.
  public var keepsMark = false
  public var blocks: [Block]
  public var source: SourceLocation
  /// It is meant for the margin, wherever other notes stand.
  public var aside: Aside?
  /// Whose it is, where a book has notes of two kinds.
  public var series = Series.numbered
  /// The manuscript has it at the end, where others stand at the foot of pages.
  public var isEndnote = false

  /// Notes that are counted together.
  public enum Series: Sendable {
    /// With figures: the author's, in most books.
    case numbered
    /// With letters: an editor's or a translator's.
    case lettered
  }

  public enum Aside: Sendable {
    /// It has a number among the others; without room in the margin it stands where they do.
    case numbered
    /// Its place says what it belongs to; among other notes it has a number as they have.
    case unnumbered
  }

  public init(mark: String, blocks: [Block], source: SourceLocation = SourceLocation(offset: 0)) {
    self.mark = mark
    self.blocks = blocks
    self.source = source
  }
}
