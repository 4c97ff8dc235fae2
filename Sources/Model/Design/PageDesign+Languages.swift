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

  /// What a script asks between its lines, in sizes of the type: characters that fill their squares more white than letters
  /// (1.6 to 1.75: JIS X 4051; Requirements for Chinese Text Layout), others what their signs above and below the line
  /// take up: Nastaliq's words fall from right to left, Burmese and Khmer stack their letters. Narrower lines are opened.
  private static let leadings: [String: (least: Double, set: Double)] = [
    "ja": (1.5, 1.7), "zh": (1.5, 1.7), "ko": (1.5, 1.7), "ur": (2.2, 2.3), "ks": (2.2, 2.3), "my": (1.7, 1.8),
    "km": (1.7, 1.8), "bo": (1.7, 1.8), "dz": (1.7, 1.8), "th": (1.45, 1.5), "lo": (1.45, 1.5), "si": (1.4, 1.45),
    "ta": (1.4, 1.45), "te": (1.5, 1.55), "kn": (1.5, 1.55), "ml": (1.45, 1.5), "hi": (1.4, 1.45), "mr": (1.4, 1.45),
    "ne": (1.4, 1.45), "sa": (1.4, 1.45), "bn": (1.4, 1.45), "gu": (1.4, 1.45), "pa": (1.4, 1.45), "fa": (1.4, 1.45),
    "ar": (1.4, 1.45), "am": (1.4, 1.45),
  ]

  package mutating func openLines(for language: String) {
    let primary = language.prefix { $0 != "-" && $0 != "_" }.lowercased()
    guard let (least, set) = PageDesign.leadings[primary], leading < size.scaled(by: least) else { return }
    var open = self
    open.leading = size.scaled(by: set)
    // a page too small for them keeps what it has
    if open.rows >= 8 { self = open }
  }
}
