package import PageBreaking
package import Units

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
  /// In the order of their items.
  package var links: [LinkSpan] = []
  package var anchors: [AnchorItem] = []

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

  /// A note's own lines, set at the note size; `y` counts from the note's top.
  package struct NoteGalley: Sendable {
    package var lines: [LineRecord]
    package var rows: Int
  }

  package init() {}
}
