package import BookModel
package import PageBreaking
package import PageModel
package import Shaping
internal import Units

/// A chapter set in lines, not yet in pages.
package struct Galley: Sendable {
  package var elements: [GalleyElement] = []
  /// Why elements cannot have as many lines as their paragraphs ask.
  var lostWishes: [Int: String] = [:]
  /// About how many letters fewer would win paragraphs a line, by their elements, where that is few.
  var spareLetters: [Int: Int] = [:]
  /// The words of all lines, those of notes too.
  package var items: [TextItem] = []
  /// What the elements came from.
  package var blocks = BlockOutline()
  package var notes: [NoteGalley] = []
  package var pictures: [SetPicture] = []
  /// The same of readings above words.
  package var rubies: [SetRuby] = []
  /// How many of its lines are verse.
  var verseLines = 0
  /// In the order of their items.
  package var links: [LinkSpan] = []
  package var anchors: [AnchorItem] = []
  /// Elements that stand in columns, in order.
  var columns: [ColumnRegion] = []
  /// Inner ones stand behind those around them.
  var boxes: [SetBox] = []

  /// Where each of its sections begins, in order: the element of its heading, or its first without one.
  package var openings: [Int] = []

  /// A note and those it calls, set at the note size.
  package struct NoteGalley: Sendable {
    /// The note, then the notes that follow it as it calls them.
    package var keys: [NoteKey]
    package var lines: [NoteLine]
    /// Of the grid.
    package var rows: Int
    /// Those of them that cannot be parted, counted from the last.
    package var blocks: [Range<Int>] = []
    /// It stands beside the text, where its rows begin anew below each other note.
    package var isInMargin = false
    package var series = Note.Series.numbered
  }

  /// What cannot be parted in a note: a line, or a box of several records.
  package struct NoteLine: Sendable {
    /// Their `y` counts from the line's first baseline.
    package var records: [LineRecord]
    package var rules: [RuleRecord]
    /// To the next line's baseline, white between included; 1/1024 pt.
    package var height: PackedLength
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
    package var width: PackedLength
    package var words: [WordID]
    package var widths: [PackedLength]
  }
  package var pageNumbers: [WordID: PageNumbers] = [:]

  /// By the line's items, for lines with marks.
  package var elasticities: [Range<UInt32>: Elasticity] = [:]

  package init() {}

  /// Adds the words of another galley, with what leads from them and to them.
  /// - Parameter parent: the block that the other's stand in.
  /// - Returns: what is to be added to the other's items and blocks.
  mutating func takeWords(of other: Galley, in parent: BlockID) -> (items: UInt32, blocks: Int32) {
    let base = UInt32(items.count)
    let shift = Shift(items: base)
    items += other.items
    pictures += other.pictures.map { $0.moved(by: shift) }
    rubies += other.rubies.map { $0.moved(by: shift) }
    links += other.links.map { $0.moved(by: shift) }
    for anchor in other.anchors { anchors.append(AnchorItem(item: anchor.item + base, anchor: anchor.anchor)) }
    for mark in other.numberedMarks { numberedMarks.append(NumberedMark(item: mark.item + base, key: mark.key)) }
    pageNumbers.merge(other.pageNumbers) { first, _ in first }
    for (range, elasticity) in other.elasticities {
      elasticities[range.lowerBound + base..<range.upperBound + base] = elasticity
    }
    return (base, blocks.append(other.blocks, in: parent))
  }
}

/// One element of the vertical list, with all that is its own.
package struct GalleyElement: Sendable {
  /// What the page breaker sees of it.
  package var vertical: VerticalElement
  /// The lines of each of its settings, the natural one first.
  package var settings: [SetLines]
  /// What it came from; `.none` for white.
  package var block: BlockID
  package var traits: Traits = []
  /// What a page that begins inside it says again above it; `y` counts from the first of its `repeatedRows`.
  package var repeated = RepeatedHead()
  /// Of a table: where its rows stand, off the grid.
  package var rows = OffGridRows()
  /// How far lines move to the right on a verso that leave room for a picture, and what stands in that room;
  /// 1/1024 pt.
  package var mirrored: (lines: PackedLength, picture: PackedLength)?

  package struct Traits: OptionSet, Sendable {
    package let rawValue: UInt8
    package init(rawValue: UInt8) { self.rawValue = rawValue }
    /// The author asks it to begin a page, hoping that the page before comes out full.
    package static let wishesPage = Traits(rawValue: 1)
    /// Its last row is blank: at the foot of a page it stands above it instead.
    package static let blankBelow = Traits(rawValue: 2)
    /// A heading, white above and below: it stands nearer to what it heads, but on the grid at the head of a page.
    package static let isLowered = Traits(rawValue: 4)
    /// It fills a page of its own, which has no head and no foot.
    package static let isPlate = Traits(rawValue: 8)
    /// Lines off the text's rhythm: they stand in the middle of the white that grew above or below them.
    package static let standsInWhite = Traits(rawValue: 16)
    /// The label of a box, which has its place there whatever white grew above.
    package static let headsBox = Traits(rawValue: 32)
  }

  /// Its one line of the vertical list holds all its lines.
  package var isBox: Bool { vertical.isWhole }
  /// The first line as it is naturally set.
  var firstLine: LineRecord? { settings.first?.lines.first }
}

/// An element's lines in one of its settings.
package struct SetLines: Sendable {
  package var lines: [LineRecord] = []
  /// By line, in order.
  package var attachments: [Attachment] = []
  package var calls: [Call] = []

  /// What is drawn beside or behind a line and stands before it in reading order: a marker, a rule,
  /// cells of a table; `y` counts from the line's row.
  package struct Attachment: Sendable {
    package var line: Int
    package var content: Content
    package enum Content: Sendable {
      case line(LineRecord)
      case rule(RuleRecord)
    }

    func moved(right distance: PackedLength) -> Attachment {
      var moved = self
      switch content {
      case .line(var record):
        record.move(right: distance)
        moved.content = .line(record)
      case .rule(var record):
        record.x += distance
        moved.content = .rule(record)
      }
      return moved
    }

    /// Puts it beside another line, so far below that.
    mutating func move(to line: Int, down: PackedLength) {
      self.line = line
      switch content {
      case .line(var record):
        record.y += down
        content = .line(record)
      case .rule(var record):
        record.y += down
        content = .rule(record)
      }
    }
  }

  /// A note that a line calls.
  package struct Call: Sendable {
    package var line: Int
    /// Index into `Galley.notes`.
    package var note: Int
  }

  func attachments(of line: Int) -> ArraySlice<Attachment> {
    attachments.isEmpty ? [] : attachments[attachments.lowerBound { $0.line < line }...].prefix { $0.line == line }
  }

  func calls(of line: Int) -> ArraySlice<Call> {
    calls.isEmpty ? [] : calls[calls.lowerBound { $0.line < line }...].prefix { $0.line == line }
  }
}

/// Rows that keep a distance of their own, inside an element that takes whole rows of the grid. 1/1024 pt.
package struct OffGridRows: Sendable {
  /// The baseline of each line of the element, from the first one's; empty where they stand on the grid.
  package var starts: [PackedLength] = []
  /// How far all of them are moved down, but at the head of a page.
  package var shift: PackedLength = 0
  /// Of what is said again above them, to the baseline of the line below it.
  package var headHeight: PackedLength = 0
  /// What stands beside several lines, said again where a page begins among these.
  package var labels: [(lines: Range<Int>, records: [LineRecord])] = []

  /// The lines of the labels beside a line of the element, where it has room for them with those that follow.
  func labels(atLine first: Int) -> some Sequence<LineRecord> {
    labels.lazy.filter { label in
      label.lines.dropFirst().contains(first)
        && (label.records.last?.y ?? 0) <= starts[label.lines.upperBound - 1] - starts[first]
    }.flatMap(\.records)
  }
}

/// Lines and rules that stand together.
package struct RepeatedHead: Sendable {
  package var lines: [LineRecord] = []
  package var rules: [RuleRecord] = []
}
