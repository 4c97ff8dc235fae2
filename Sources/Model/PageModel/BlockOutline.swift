public import Units

/// A block of the book by its number in the `BlockOutline`; what is no part of the book's text has a
/// number below 0.
public struct BlockID: Hashable, Sendable {
  public var number: Int32
  public init(_ number: Int) { self.number = Int32(truncatingIfNeeded: number) }
  private init(special number: Int32) { self.number = number }

  /// Rules, ornaments, line numbers, dots between a title and its page.
  public static let none = BlockID(special: -1)
  public static let head = BlockID(special: -2)
  public static let foot = BlockID(special: -3)

  public var isOfBook: Bool { number >= 0 }
}

/// What a block is to its reader.
public enum BlockRole: Hashable, Sendable {
  /// A section's depth in the book, from 1; 0 for what stands before the body.
  case section(level: UInt8)
  /// From 1, counted through the book: a chapter's own heading in a part is of level 2.
  case heading(level: UInt8)
  case paragraph
  case verse, stanza, verseLine
  case quotation, attribution
  case callout, calloutTitle
  case letter, dateline, signature
  case speech
  case list(isOrdered: Bool)
  case item, label, itemBody
  case table, tableHead, tableBody, row, headCell, cell
  /// Lines that stand as they are: program text, and others.
  case code, preformatted
  case figure, caption
  case sceneBreak
  case note
  case contents, contentsEntry

  /// Lines may stand in it; others hold blocks.
  public var holdsLines: Bool {
    switch self {
    case .section, .verse, .stanza, .quotation, .callout, .letter, .speech, .list, .item, .itemBody, .table,
      .tableHead, .tableBody, .row, .note, .contents:
      false
    default: true
    }
  }

  /// Notes called within it may follow the block that calls them.
  public var mayHoldNotes: Bool {
    switch self {
    case .section, .quotation, .callout, .letter, .speech, .itemBody: true
    default: false
    }
  }
}

/// The blocks of a book or of a part of it, each with what it is and what it stands in: the tree
/// that lines and pages do not show.
///
/// Numbers ascend in reading order, parents before their children; only what stands before the
/// body is numbered behind it (`sections` has the order).
public struct BlockOutline: Sendable, Equatable {
  public struct Entry: Sendable, Equatable {
    public var role: BlockRole
    /// `.none` for the outermost.
    public var parent: BlockID
    public var source: SourceLocation
  }

  public private(set) var entries: [Entry] = []
  /// What pictures show, in words, as far as it is said.
  public private(set) var alternatives: [BlockID: String] = [:]
  /// Columns and rows of cells that reach over others' places.
  public private(set) var spans: [BlockID: Span] = [:]
  public struct Span: Sendable, Equatable {
    public var columns, rows: Int
    public init(columns: Int, rows: Int) { (self.columns, self.rows) = (columns, rows) }
  }
  /// Blocks that stand in no other, in reading order.
  public private(set) var sections: [BlockID] = []

  public init() {}

  public subscript(_ block: BlockID) -> Entry { entries[Int(block.number)] }

  public mutating func add(
    _ role: BlockRole, in parent: BlockID, alternative: String? = nil, source: SourceLocation
  ) -> BlockID {
    let block = BlockID(entries.count)
    entries.append(Entry(role: role, parent: parent, source: source))
    if let alternative, !alternative.isEmpty { alternatives[block] = alternative }
    if !parent.isOfBook { sections.append(block) }
    return block
  }

  public mutating func set(_ span: Span, of block: BlockID) { spans[block] = span }

  /// Adds the blocks of a part behind those there are.
  /// - Parameters:
  ///   - parent: what its outermost blocks stand in.
  ///   - standsFirst: it is read before all others.
  /// - Returns: what is to be added to the part's numbers.
  @discardableResult
  public mutating func append(
    _ part: BlockOutline, in parent: BlockID = .none, standsFirst: Bool = false
  ) -> Int32 {
    let base = Int32(truncatingIfNeeded: entries.count)
    for var entry in part.entries {
      entry.parent = entry.parent.isOfBook ? entry.parent.moved(by: base) : parent
      entries.append(entry)
    }
    for (block, words) in part.alternatives { alternatives[block.moved(by: base)] = words }
    for (block, span) in part.spans { spans[block.moved(by: base)] = span }
    guard !parent.isOfBook else { return base }
    let outermost = part.sections.map { $0.moved(by: base) }
    sections = standsFirst ? outermost + sections : sections + outermost
    return base
  }

  /// Some blocks that were added together, by themselves: what they stood in is not among them.
  public func part(_ blocks: Range<Int>) -> BlockOutline {
    var part = BlockOutline()
    let step = Int32(truncatingIfNeeded: -blocks.lowerBound)
    for (number, var entry) in entries[blocks].enumerated() {
      let isInside = entry.parent.isOfBook && entry.parent.number >= Int32(blocks.lowerBound)
      entry.parent = isInside ? entry.parent.moved(by: step) : .none
      part.entries.append(entry)
      if !isInside { part.sections.append(BlockID(number)) }
      let block = BlockID(number + blocks.lowerBound)
      if let words = alternatives[block] { part.alternatives[BlockID(number)] = words }
      if let span = spans[block] { part.spans[BlockID(number)] = span }
    }
    return part
  }

  public mutating func moveSources(_ move: (SourceLocation) -> SourceLocation) {
    for index in entries.indices { entries[index].source = move(entries[index].source) }
  }

  /// Takes out all blocks but so many of the first.
  public mutating func takeBack(to count: Int) {
    entries.removeSubrange(count...)
    alternatives = alternatives.filter { $0.key.number < count }
    spans = spans.filter { $0.key.number < count }
    sections.removeAll { $0.number >= count }
  }

  /// The blocks around one, from the innermost.
  public func ancestors(of block: BlockID) -> [BlockID] {
    var found: [BlockID] = []
    var at = block
    while at.isOfBook, self[at].parent.isOfBook {
      at = self[at].parent
      found.append(at)
    }
    return found
  }
}

extension BlockID {
  /// The number of the same block where others stand before it; what is none stays none.
  public func moved(by base: Int32) -> BlockID { isOfBook ? BlockID(Int(number) + Int(base)) : self }
}
