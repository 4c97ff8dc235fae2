package import Design
package import Units

/// The column of its page that a line stands in, in 8 bits.
package struct ColumnPlace: Hashable, Sendable {
  private var bits: UInt8

  /// The whole measure.
  package static let whole = ColumnPlace(0, of: 1)
  /// Beside the text, left or right of it.
  package static let leftMargin = ColumnPlace(bits: 1)
  package static let rightMargin = ColumnPlace(bits: 2)

  private init(bits: UInt8) { self.bits = bits }

  /// - Parameter index: from 0, in reading order.
  package init(_ index: Int, of count: Int) {
    bits = count > 1 ? UInt8(truncatingIfNeeded: count << 4 | index & 15) : 0
  }

  package var index: Int { Int(bits & 15) }
  package var count: Int { max(Int(bits >> 4), 1) }
  package var isWhole: Bool { bits == 0 }
  package var isMargin: Bool { self == .leftMargin || self == .rightMargin }
}

/// Elements of a galley that stand in columns.
struct ColumnRegion: Sendable {
  var elements: Range<Int>
  var shape: ColumnShape
  /// Small type that stands closer than the grid and is not levelled by its paragraphs: indexes.
  var isIndex: Bool
}

/// What lines are set to: how wide their column is, how far apart they stand.
package struct ColumnShape: Sendable, Equatable {
  package var count: Int
  /// Of a column, 1/1024 pt.
  package var measure: PackedLength
  /// Baseline to baseline, 1/1024 pt.
  package var leading: PackedLength

  /// The design's own: one column, lines on the grid.
  init(_ design: PageDesign) {
    count = 1
    measure = PackedLength(clamping: design.measure)
    leading = PackedLength(clamping: design.leading)
  }

  /// Columns of smaller type, as many as asked for where they are wide enough. Their lines stand closer
  /// than the grid, so that the last of a full page stands on the page's last row.
  /// - Parameter scale: of the type.
  init(_ design: PageDesign, count wished: Int, scale: Double) {
    self.init(design)
    let em = design.size.scaled(by: scale)
    count = max(wished, 1)
    while count > 1, design.column(ColumnPlace(0, of: count)).width < em * ColumnShape.leastEms { count -= 1 }
    measure = PackedLength(clamping: design.column(ColumnPlace(0, of: count)).width)
    let height = Int32(clamping: design.rows - 1) * leading
    let lines = Int32(Double(height) / (Double(leading) * scale))
    leading = lines > 0 ? height / lines : leading
  }

  /// Columns of the text, on its grid.
  init(_ design: PageDesign, count wished: Int) {
    self.init(design)
    count = max(wished, 1)
    func width(_ count: Int) -> Length { design.column(ColumnPlace(0, of: count)).width }
    while count > 1, width(count) < design.size * ColumnShape.leastEmsOfText { count -= 1 }
    measure = PackedLength(clamping: width(count))
  }

  /// A column narrower than that many ems of text has holes in every line: some 30 letters (Bringhurst 2.1.2 has
  /// 40 as the least for justified text, and newspapers set as few).
  private static let leastEmsOfText = 12

  /// A column narrower than that many ems of its type breaks every entry.
  private static let leastEms = 11

  /// Lines that fit below rows of the grid.
  func lines(below rows: Int, on design: PageDesign) -> Int {
    let left = (design.rows - 1 - rows) * design.leading.units
    return left < 0 ? 0 : left / Int(leading) + 1
  }
}

extension PageDesign {
  /// White between columns, in ems.
  private static let gutter = 1.6

  /// From the text block's left edge to a column, and its width.
  package func column(_ place: ColumnPlace) -> (start: Length, width: Length) {
    guard !place.isWhole else { return (.zero, measure) }
    guard !place.isMargin else { return (marginStart(isLeft: place == .leftMargin), marginWidth) }
    let gutter = size.scaled(by: PageDesign.gutter)
    let width = Length(units: (measure - gutter * (place.count - 1)).units / place.count)
    let index = binding == .right && writing == .horizontal ? place.count - 1 - place.index : place.index
    return ((width + gutter) * index, width)
  }
}
