internal import Units

extension PageDesign {
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
