public import Units

/// Rows and columns of cells.
public struct Table: Sendable, Equatable {
  public enum Alignment: UInt8, Sendable { case leading, centre, trailing }

  /// What stands in one place, or reaches over several.
  public struct Cell: Sendable, Equatable {
    /// What a cell says that is one paragraph; empty where `blocks` say more.
    public var inlines: [Inline]
    public var blocks: [Block]
    /// Columns and rows that it reaches over, itself counted: 1 or more.
    public var columns: Int
    public var rows: Int
    /// Another cell reaches over this place, in which nothing stands.
    public var isCovered = false
    /// It names its row.
    public var isHead = false

    public init(_ inlines: [Inline] = [], columns: Int = 1, rows: Int = 1) {
      (self.inlines, blocks, self.columns, self.rows) = (inlines, [], columns, rows)
    }

    /// One plain paragraph is the cell's own text.
    public init(_ blocks: [Block], columns: Int = 1, rows: Int = 1) {
      self.init(columns: columns, rows: rows)
      if blocks.count == 1, case .paragraph(let paragraph) = blocks[0], paragraph.anchor == nil {
        inlines = paragraph.inlines
      } else {
        self.blocks = blocks
      }
    }

    public static let covered: Cell = {
      var cell = Cell()
      cell.isCovered = true
      return cell
    }()

    public var isEmpty: Bool { inlines.isEmpty && blocks.isEmpty }

    public var plainText: String {
      var text = inlines.plainText
      for block in blocks {
        block.visitText { inlines, _ in text += (text.isEmpty ? "" : " ") + inlines.plainText }
      }
      return text
    }

    /// Where it begins in the manuscript; nil where nothing stands in it.
    public var source: SourceLocation? { inlines.first?.source ?? blocks.first?.source }
  }

  public var columns: [Alignment]
  /// Rows of cells; each row has as many as there are columns.
  public var head: [[Cell]]
  public var rows: [[Cell]]
  /// Rules above, below and under the head.
  public var isRuled: Bool
  /// It stands close under the table before it, whose columns were others.
  public var isClose: Bool
  /// Rows below the head that a brace holds together; a rule stands for it.
  public var braces: [Brace] = []
  public var form = Form()
  public var source: SourceLocation

  /// What is asked of a table that somebody is to write in; nothing of any other.
  public struct Form: Sendable, Equatable {
    /// Of each column, beside the others; 0 for one that is as wide as what stands in it. Empty where all are.
    public var shares: [Double] = []
    /// Of the rows below the head, in points: they are no lower. Empty where none is asked for.
    public var heights: [Double] = []
    /// Rules around every cell.
    public var isGrid = false
    public init() {}
  }

  /// `rows` go with what stands in the column behind it, or before it.
  public struct Brace: Sendable, Equatable {
    public var rows: Range<Int>
    /// The column that begins right of it.
    public var column: Int
    public init(rows: Range<Int>, column: Int) { (self.rows, self.column) = (rows, column) }
  }

  public init(
    columns: [Alignment], cells head: [[Cell]], rows: [[Cell]], isRuled: Bool = true, isClose: Bool = false,
    source: SourceLocation = SourceLocation(offset: 0)
  ) {
    self.columns = columns
    self.head = head
    self.rows = rows
    self.isRuled = isRuled
    self.isClose = isClose
    self.source = source
  }

  /// A table of plain cells.
  public init(
    columns: [Alignment], head: [[[Inline]]], rows: [[[Inline]]], isRuled: Bool = true, isClose: Bool = false,
    source: SourceLocation = SourceLocation(offset: 0)
  ) {
    self.init(
      columns: columns, cells: head.map { $0.map { Cell($0) } }, rows: rows.map { $0.map { Cell($0) } },
      isRuled: isRuled, isClose: isClose, source: source)
  }

  /// How many columns rows take, as manuscripts list their cells: of each row its own cells, and the places between and
  /// before them that cells above cover. Linear in cells and what they cover across.
  public static func columns(of rows: [[Cell]]) -> Int {
    /// By column: rows that are still covered from above.
    var covered: [Int] = []
    for row in rows {
      let isTaken = covered.map { $0 > 0 }
      func isFree(_ column: Int) -> Bool { !isTaken.indices.contains(column) || !isTaken[column] }
      for column in covered.indices where covered[column] > 0 { covered[column] -= 1 }
      var column = 0
      for cell in row {
        while !isFree(column) { column += 1 }
        let end = column + max(cell.columns, 1)
        while column < end, isFree(column) {
          if column == covered.count { covered.append(0) }
          covered[column] = max(cell.rows, 1) - 1
          column += 1
        }
      }
    }
    return covered.count
  }

  /// Rows as manuscripts list their cells, each cell in its place: what reaches over others covers theirs, no
  /// farther than to the last column and row. Cells that find no column left join the last one before them.
  /// Linear in rows times columns.
  public static func grid(_ rows: [[Cell]], columns: Int) -> [[Cell]] {
    guard columns > 0 else { return rows.map { _ in [] } }
    /// By column: rows that are still covered from above.
    var covered = [Int](repeating: 0, count: columns)
    var made: [[Cell]] = []
    made.reserveCapacity(rows.count)
    for (number, row) in rows.enumerated() {
      var line = [Cell](repeating: Cell(), count: columns)
      var isTaken = covered.map { $0 > 0 }
      for column in covered.indices where covered[column] > 0 {
        line[column] = .covered
        covered[column] -= 1
      }
      var column = 0
      var surplus: [Cell] = []
      for var cell in row {
        while column < columns, isTaken[column] { column += 1 }
        guard column < columns else {
          if !cell.isEmpty { surplus.append(cell) }
          continue
        }
        var end = column + 1
        while end < min(column + max(cell.columns, 1), columns), !isTaken[end] { end += 1 }
        cell.columns = end - column
        cell.rows = min(max(cell.rows, 1), rows.count - number)
        for place in column..<end {
          line[place] = .covered
          isTaken[place] = true
          covered[place] = cell.rows - 1
        }
        line[column] = cell
        column = end
      }
      made.append(line)
      // where the whole row is covered, they join what covers it
      guard !surplus.isEmpty, let owner = made.lastIndex(where: { $0.contains { !$0.isCovered } }) else { continue }
      for cell in surplus { made[owner].join(cell) }
    }
    return made
  }
}

extension [Table.Cell] {
  /// Puts what has no column of its own behind what stands in the last cell that is no other's place.
  fileprivate mutating func join(_ cell: Table.Cell) {
    guard let last = lastIndex(where: { !$0.isCovered }) else { return }
    func blocks(_ cell: Table.Cell) -> [Block] {
      guard let source = cell.source, !cell.inlines.isEmpty else { return cell.blocks }
      return [.paragraph(Paragraph(cell.inlines, source: source))]
    }
    self[last].blocks = blocks(self[last]) + blocks(cell)
    self[last].inlines = []
  }
}
