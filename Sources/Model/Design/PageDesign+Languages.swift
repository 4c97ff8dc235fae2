internal import Units

extension PageDesign {
  /// Fewer letters on a line leave it spaces that cannot be even (Bringhurst 2.1.2: ragged below forty).
  private static let leastLettersOfJustified = 40.0
  private static let leastLettersOfJustifiedColumn = 32.0

  /// Whether lines of a language are set to one length: as asked for, else where they hold forty letters. What
  /// is written without spaces always is.
  package func justifies(_ language: String, columns: Int = 1) -> Bool {
    if let justifies { return justifies }
    let primary = language.prefix { $0 != "-" && $0 != "_" }.lowercased()
    if ["ja", "zh", "th", "lo", "km", "my"].contains(primary) { return true }
    // Latin letters are some 0.42 em wide; readers know narrower lines from newspapers
    let letters = measure.points / Double(columns) / (0.42 * size.points)
    return letters >= (columns > 1 ? PageDesign.leastLettersOfJustifiedColumn : PageDesign.leastLettersOfJustified)
  }

  /// Characters that fill their squares need more white between the lines than letters: 1.6 to 1.75 of
  /// the size (JIS X 4051; Requirements for Chinese Text Layout). Wider lines stay as they are.
  package mutating func openLines(for language: String) {
    let primary = language.prefix { $0 != "-" && $0 != "_" }.lowercased()
    guard ["ja", "zh", "ko"].contains(primary), leading < size.scaled(by: 1.5) else { return }
    var open = self
    open.leading = size.scaled(by: 1.7)
    // a page too small for them keeps what it has
    if open.rows >= 8 { self = open }
  }
}
