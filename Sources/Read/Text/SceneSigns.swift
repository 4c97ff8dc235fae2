/// Signs that stand alone, or three and more together, where scenes part: `* * *`, `#` as typescripts have it
/// (Chicago 2.10), asterisms, bullets, fleurons.
enum SceneSigns {
  private static let known: Set<Unicode.Scalar> = [
    "*", "#", "~", "⁂", "•", "∗", "⁎", "✱", "✻", "✽", "✶", "★", "☆", "◆", "◇", "●", "○", "❦", "❧", "☙", "❖",
  ]

  /// Whether a paragraph is nothing but one such sign, or three and more of it.
  static func areAll(of text: String) -> Bool {
    guard text.utf8.count <= 80 else { return false }
    var first: Unicode.Scalar?
    var count = 0
    for scalar in text.unicodeScalars where !scalar.properties.isWhitespace {
      if first == nil { first = scalar }
      guard scalar == first, known.contains(scalar) else { return false }
      count += 1
    }
    return count == 1 || count >= 3
  }
}
