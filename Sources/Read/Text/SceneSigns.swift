/// Signs that stand alone where scenes part: `* * *`, `#` as typescripts have it (Chicago 2.10), asterisms, bullets,
/// fleurons, rules of hyphens or full stops. One rule for all formats.
package enum SceneSigns {
  private static let known = Set("*•·⁂✱✳∗⁎✻✽✶✾★☆~—–-_#◆◇○●■□§※❦❧☙❖…⸻.".unicodeScalars)

  /// Bytes of a row of them, blanks included, at most.
  private static let most = 300

  /// Whether a paragraph is nothing but such signs. What is left unsaid is the author's: `…` and `...`
  /// are words, and three full stops apart are none.
  package static func areAll(of text: String) -> Bool {
    guard text.utf8.count <= most else { return false }
    var (dots, others) = (0, 0)
    for scalar in text.unicodeScalars where !scalar.properties.isWhitespace {
      guard known.contains(scalar) else { return false }
      if scalar == "." { dots += 1 } else if scalar != "…" { others += 1 }
    }
    return others > 0 || dots > 3 || dots == 3 && !text.contains("...")
  }
}
