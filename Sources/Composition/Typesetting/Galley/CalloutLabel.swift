package import BookModel
internal import Units

extension Callout {
  /// What stands above it: its kind in the book's language, then its title.
  package func label(_ language: String) -> [Inline] {
    let words = printedKind(language)
    return (words.isEmpty ? [] : [Inline(words, source: source)]) + title
  }

  /// The word for the kind, with what stands between it and the title; empty where the title says it.
  package func printedKind(_ language: String) -> String {
    var word = kind.word(language)
    if !number.isEmpty { word += "\u{A0}" + number }
    let own = title.plainText
    guard !own.isEmpty else { return word }
    if word.isEmpty || own.lowercased().hasPrefix(word.lowercased()) { return "" }
    switch language.split(separator: "-").first?.lowercased() {
    // the colon stands apart (Imprimerie nationale, Lexique des règles typographiques)
    case "fr": return word + "\u{A0}: "
    case "zh", "ja": return word + "："
    default: return word + ": "
    }
  }
}
