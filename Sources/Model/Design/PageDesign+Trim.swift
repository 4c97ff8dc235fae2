public import Units

/// Margins, size and leading of a page by its trim.
extension PageDesign {
  /// A named way to share the paper out between text and margins.
  public enum Margins: String, CaseIterable, Sendable {
    /// By the table below: the margins grow from spine to head, fore edge and foot.
    case classic
    /// The two sides alike, head and foot alike.
    case modern
    /// Seven tenths of the classic ones, to save paper.
    case narrow
    /// Ninths of the page: one at spine and head, two at fore edge and foot (J. Tschichold, The Form of the Book,
    /// 1991, "Consistent Correlation Between Book Page and Type Area"; J. A. van de Graaf, 1946).
    case canon
  }

  private typealias Widths = (page: Double, inside: Double, outside: Double, size: Double, leading: Double)
  private typealias Heights = (page: Double, top: Double, bottom: Double)

  /// In millimetres and points. EB Garamond's letters are 0.376 em wide on the average, so that some 67 to 73 stand on a
  /// line, fewer than 76 on nine lines of ten (R. Bringhurst, The Elements of Typographic Style, 2.1.2: 45 to 75). On
  /// larger paper the margins take what the line must not: one of more letters loses the eye that goes back.
  private static let byWidth: [Widths] = [
    (90, 9.5, 11, 8.5, 11), (105, 11, 14, 9, 11.5), (110, 12.5, 14, 9.5, 12), (125, 14.5, 17, 10, 12.75),
    (129, 16, 18, 10.25, 13), (138, 18, 20.5, 10.5, 13.25), (148, 20, 23, 11, 14), (152.4, 21.5, 25, 11.25, 14.25),
    (156, 22, 26, 11.5, 14.5), (176, 27, 35, 12, 15), (189, 29, 46, 12, 15.25), (210, 32, 59, 12.5, 16),
    (216, 33, 64, 12.5, 16),
  ]
  private static let byHeight: [Heights] = [
    (148, 12, 17), (178, 14, 18), (198, 17, 23), (210, 20, 25), (229, 21, 27), (254, 24, 32), (279, 27, 36),
    (297, 28, 38),
  ]

  /// The value between two rows, in proportion to the page; beyond the first and the last row in proportion to these.
  private static func between<Row>(
    _ rows: [Row], _ page: Double, at key: (Row) -> Double, _ value: (Row) -> Double
  ) -> Double {
    if page <= key(rows[0]) { return value(rows[0]) * page / key(rows[0]) }
    guard let next = rows.firstIndex(where: { page <= key($0) }) else {
      return value(rows[rows.count - 1]) * page / key(rows[rows.count - 1])
    }
    let (low, high) = (rows[next - 1], rows[next])
    return value(low) + (value(high) - value(low)) * (page - key(low)) / (key(high) - key(low))
  }

  /// What `design` says of a page of this trim: margins in millimetres, size and leading in points.
  private struct Proportions {
    var inside, outside, top, bottom, size, leading: Double

    /// - Parameter columns: side by side in the block: it takes more of the paper, its type is smaller, so that
    ///   some fifty letters stand on a line of a column.
    init(of trim: PageSize, columns: Int = 1) {
      let (width, height) = (trim.width.millimetres, trim.height.millimetres)
      func by(_ value: (Widths) -> Double) -> Double { between(byWidth, width, at: \.page, value) }
      let largest = byWidth[byWidth.count - 1]
      inside = by(\.inside)
      // past the table the line is no longer
      outside =
        width > largest.page ? width - inside - (largest.page - largest.inside - largest.outside) : by(\.outside)
      top = between(byHeight, height, at: \.page) { $0.top }
      bottom = between(byHeight, height, at: \.page) { $0.bottom }
      // nor are the letters larger, or so small that nobody reads them
      size = max(min(by(\.size), largest.size), 7.5)
      leading = max(min(by(\.leading), largest.leading), 9.5)
      guard columns > 1 else { return }
      (inside, outside) = (min(inside, width * 0.11), min(outside, width * 0.125))
      let column = Length(millimetres: width - inside - outside).points / Double(columns) - 8
      let share = max(min(column / (50 * 0.376), size * 0.9), 8.5) / size
      if share < 1 { (size, leading) = (size * share, leading * share) }
    }
  }

  /// Takes a trim, and, in a design whose page follows it, the margins, size and leading that go with it: those
  /// of the design in the proportion of the table's rows. Of one trim nothing changes.
  public mutating func take(_ new: PageSize) {
    defer { trim = new }
    guard followsTrim, new != trim, new.width > .zero, new.height > .zero else { return }
    take(Proportions(of: new, columns: columns), insteadOf: Proportions(of: trim, columns: columns))
  }

  /// Sets the text in so many columns, with the margins, size and leading that suit them.
  public mutating func take(columns new: Int) {
    defer { columns = new }
    guard followsTrim, new != columns, trim.width > .zero, trim.height > .zero else { return }
    take(Proportions(of: trim, columns: new), insteadOf: Proportions(of: trim, columns: columns))
  }

  private mutating func take(_ new: Proportions, insteadOf old: Proportions) {
    func scale(_ path: WritableKeyPath<PageDesign, Length>, _ by: KeyPath<Proportions, Double>, type: Bool = false) {
      let share = new[keyPath: by] / old[keyPath: by]
      let exact = self[keyPath: path].points * share
      // half millimetres, quarters of points
      self[keyPath: path] =
        type
        ? Length(points: (exact * 4).rounded() / 4)
        : Length(millimetres: (self[keyPath: path].millimetres * share * 2).rounded() / 2)
    }
    if !insideByPageCount { scale(\.inside, \.inside) }
    scale(\.outside, \.outside)
    scale(\.top, \.top)
    scale(\.bottom, \.bottom)
    scale(\.size, \.size, type: true)
    scale(\.leading, \.leading, type: true)
  }

  /// Shares the paper out anew.
  public mutating func take(_ margins: Margins) {
    let (width, height) = (trim.width.millimetres, trim.height.millimetres)
    let table = Proportions(of: trim, columns: columns)
    func put(_ inside: Double, _ outside: Double, _ top: Double, _ bottom: Double) {
      func length(_ millimetres: Double) -> Length { Length(millimetres: (millimetres * 2).rounded() / 2) }
      insideByPageCount = false
      (self.inside, self.outside, self.top, self.bottom) = (
        length(inside), length(outside), length(top), length(bottom)
      )
    }
    switch margins {
    case .classic: put(table.inside, table.outside, table.top, table.bottom)
    case .modern:
      let (side, end) = ((table.inside + table.outside) / 2, (table.top + table.bottom) / 2)
      put(side, side, end, end)
    case .narrow: put(table.inside * 0.7, table.outside * 0.7, table.top * 0.7, table.bottom * 0.7)
    case .canon: put(width / 9, width * 2 / 9, height / 9, height * 2 / 9)
    }
  }
}
