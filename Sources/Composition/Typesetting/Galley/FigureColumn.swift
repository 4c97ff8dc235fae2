/// A column of a table that holds figures: they stand with their points under each other, or with their last
/// figures where they have no decimals.
package struct FigureColumn: Equatable {
  /// Before the decimals: a point, or a comma; nil where there are none.
  package let sign: Character?

  /// Nil for any other column: fewer than two figures, words among them, or none that has decimals.
  /// - Parameter cells: without those of the head.
  package init?(_ cells: [String]) {
    var figures = 0
    var votes: [Character: Int] = [:]
    for cell in cells where !FigureColumn.isBlank(cell) {
      guard FigureColumn.isFigure(cell) else { return nil }
      figures += 1
      if let sign = FigureColumn.decimalSign(of: cell) { votes[sign, default: 0] += 1 }
    }
    // 1.234,5 and 1,234.5 in one column say nothing
    guard figures > 1, votes.count == 1 else { return nil }
    sign = votes.first?.key
  }

  /// A column of whole numbers, which end under each other; nil for any other, and where all are as long.
  package init?(whole cells: [String]) {
    let figures = cells.filter { !FigureColumn.isBlank($0) }
    guard figures.count > 1, figures.allSatisfy({ FigureColumn.isFigure($0) && FigureColumn.isWhole($0) }),
      Set(figures.map { $0.count(where: \.isNumber) }).count > 1
    else { return nil }
    sign = nil
  }

  /// Points and commas part thousands alone.
  private static func isWhole(_ cell: String) -> Bool {
    let groups = cell.split(omittingEmptySubsequences: false) { $0 == "." || $0 == "," }
    return groups.dropFirst().allSatisfy { $0.prefix(while: \.isNumber).count == 3 }
  }

  /// What stands behind the place of the point: `.25%` of `3.25%`, `%` of `12%`.
  package func tail(of cell: String) -> String {
    if FigureColumn.isBlank(cell) { return "" }
    if let sign, let point = cell.lastIndex(of: sign) { return String(cell[point...]) }
    guard let last = cell.lastIndex(where: \.isNumber) else { return "" }
    return String(cell[cell.index(after: last)...])
  }

  private static func isBlank(_ cell: String) -> Bool {
    !cell.contains { $0.isLetter || $0.isNumber } || ["n/a", "n. a.", "n.a."].contains(cell.lowercased())
  }

  /// Letters of a unit behind figures, and what stands between them.
  private static let longestUnit = 6

  /// Digits, parted by points, commas and thin spaces, between a sign of money or measure and another, or a
  /// unit's short name: `3.5 mm`, `120 km/h`.
  private static func isFigure(_ cell: String) -> Bool {
    let marks: Set<Character> = [
      "+", "-", "\u{2212}", "\u{2013}", "±", "~", "≈", "<", ">", "$", "€", "£", "¥", "%", "‰", "°", "*", "†", " ",
      "\u{A0}",
      "(", ")",
    ]
    guard let first = cell.firstIndex(where: \.isNumber), let last = cell.lastIndex(where: \.isNumber) else {
      return false
    }
    let grouping: Set<Character> = [".", ",", "\u{2009}", "\u{202F}", "\u{A0}", "'", "\u{2019}"]
    return cell[..<first].allSatisfy(marks.contains)
      && isUnit(cell[cell.index(after: last)...], marks)
      && cell[first...last].allSatisfy { $0.isNumber || grouping.contains($0) }
  }

  private static func isUnit(_ tail: Substring, _ marks: Set<Character>) -> Bool {
    if tail.allSatisfy(marks.contains) { return true }
    let unit = tail.drop { $0 == " " || $0 == "\u{A0}" || $0 == "\u{202F}" }
    return unit.count <= longestUnit && unit.allSatisfy { $0.isLetter || "/.²³°%·".contains($0) }
  }

  /// Nil where there are no decimals, or where they may be thousands: `1,234`.
  private static func decimalSign(of cell: String) -> Character? {
    let signs = cell.filter { $0 == "." || $0 == "," }
    guard let last = signs.last, let place = cell.lastIndex(of: last), signs.count(where: { $0 == last }) == 1 else {
      return nil
    }
    let decimals = cell[cell.index(after: place)...].prefix(while: \.isNumber).count
    if decimals != 3 || signs.count > 1 { return last }
    // 0.125 is no group of thousands, nor is 12345.125
    let whole = cell[..<place].filter(\.isNumber)
    return whole == "0" || whole.count > 3 ? last : nil
  }
}
