package import BookModel
package import PageBreaking
package import Shaping
internal import Units

/// A chapter set in lines, not yet in pages: the vertical list that the page
/// breaker sees, and the line records behind it for every setting.
package struct Galley: Sendable {
  package var elements: [VerticalElement] = []
  /// For each element and setting, its records in `lines`.
  package var records: [[Range<Int>]] = []
  /// Element by element: its one line of the vertical list holds all records (a box).
  package var isBox: [Bool] = []
  /// Elements that the author asks to begin a page, hoping that the page before comes out full.
  package var wishedOpenings: [Int] = []
  package var lines: [LineRecord] = []
  package var items: [TextItem] = []
  /// What is drawn beside or behind records, by record: markers, rules, cells of a table.
  package var attached: [Attachment] = []
  /// What a page that begins inside an element says again above it, by element; `y`
  /// counts from the first of its `repeatedRows`.
  package var repeated: [Int: [LineRecord]] = [:]
  /// The notes that records call, by record.
  package var calls: [Call] = []
  package var notes: [NoteGalley] = []
  package var pictures: [SetPicture] = []
  /// Elements whose last row is blank: at the foot of a page it stands above them instead.
  package var blankBelow: Set<Int> = []
  /// Headings, white above and below: they stand nearer to what they head, but on the grid at the
  /// head of a page.
  package var lowered: Set<Int> = []
  /// Elements that fill a page of their own, which has no head and no foot.
  package var plates: Set<Int> = []
  /// In the order of their items.
  package var links: [LinkSpan] = []
  package var anchors: [AnchorItem] = []

  /// Headings within the section, and figures, in order: what contents and lists can name.
  package var marks: [Mark] = []

  package struct Mark: Sendable, Equatable {
    package enum Kind: Sendable, Equatable {
      /// Level 2 to 6.
      case heading(level: Int)
      case figure
    }
    package var kind: Kind
    package var title: String
    package var anchor: Anchor
  }

  package struct Attachment: Sendable, Equatable {
    package var record: Int
    /// Stands before the record in reading order; `y` counts from the same row.
    package var line: LineRecord
  }

  package struct Call: Sendable, Equatable {
    package var record: Int
    /// Index into `notes`.
    package var note: Int
  }

  /// A note and those it calls, set at the note size.
  package struct NoteGalley: Sendable {
    /// The note, then the notes that follow it as it calls them.
    package var keys: [NoteKey]
    package var lines: [NoteLine]
    /// Of the grid.
    package var rows: Int
  }

  /// What cannot be parted in a note: a line, or a box of several records.
  package struct NoteLine: Sendable {
    /// Their `y` counts from the line's first baseline.
    package var records: [LineRecord]
    /// To the next line's baseline, white between included; 1/1024 pt.
    package var height: Int32
  }

  /// A note's mark that the page numbers, in the text or before the note.
  package struct NumberedMark: Sendable {
    package var item: UInt32
    package var key: NoteKey
  }
  /// In the order of their items.
  package var numberedMarks: [NumberedMark] = []

  /// The words 1 to 99 in the style of a mark that stands for them, and their widths.
  package struct PageNumbers: Sendable {
    package var width: Int32
    package var words: [WordID]
    package var widths: [Int32]
  }
  package var pageNumbers: [WordID: PageNumbers] = [:]

  /// How far the spaces of a line stretch and shrink in all, 1/1024 pt.
  package struct Give: Sendable {
    package var stretch: Int32 = 0
    package var shrink: Int32 = 0
    static func key(_ first: Int, _ end: Int) -> UInt64 { UInt64(first) << 32 | UInt64(end) }
  }
  /// By the line's first item and the one after its last, for lines with marks.
  package var gives: [UInt64: Give] = [:]

  package init() {}
}
