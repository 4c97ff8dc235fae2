package import Units

/// Prepositions and conjunctions of a letter or two that stay with the word after them, by language.
///
/// - Polish: no one-letter word ends a line (Wolański, Edycja tekstów; TeX's `vlna` does the same for it).
/// - Czech, Slovak: ČSN 01 6910 for k, s, v, z, o, u; `vlna` for a and i as well, which others leave.
/// - Russian, Ukrainian, Belarusian, Bulgarian, Serbian, Macedonian: Milchin and Cheltsova, Справочник издателя и
///   автора, has no one-letter preposition or conjunction at a line's end; those of two letters cost less.
/// - Slovenian, Croatian, Bosnian: prepositions are clitics there too.
/// - French: `à`, which has no sense by itself.
///
/// English has no such rule: `I` and `a` may end its lines.
package struct ShortWords: Sendable {
  /// UTF-8, packed.
  private let keys: Set<UInt32>

  /// nil for a language that has none.
  package init?(of language: LanguageTag) {
    let primary = language.text.split(separator: "-").first.map { $0.lowercased() } ?? ""
    guard let words = ShortWords.words[primary] else { return nil }
    let both = words.split(separator: " ").flatMap { [String($0), $0.prefix(1).uppercased() + $0.dropFirst()] }
    keys = Set(both.map { ShortWords.key($0.utf8) })
  }

  /// Whether a word is one of them, opening quotes and brackets aside.
  /// - Parameter word: UTF-8 of a run without spaces.
  package func contains(_ word: UnsafeBufferPointer<UInt8>) -> Bool {
    // a quote of three bytes and two letters
    guard word.count <= 7 else { return false }
    var start = 0
    while start < word.count {
      let (scalar, length) = BreakRules.scalar(word, start)
      switch scalar {
      case 0x22, 0x27, 0x28, 0x5B, 0xAB, 0x2018, 0x201A, 0x201C, 0x201D, 0x201E, 0x2039, 0xBB, 0x2013, 0x2014:
        start += length
        continue
      default: break
      }
      break
    }
    guard (1...4).contains(word.count - start) else { return false }
    return keys.contains(ShortWords.key(word[start...]))
  }

  private static func key(_ bytes: some Sequence<UInt8>) -> UInt32 { bytes.reduce(0) { $0 << 8 | UInt32($1) } }

  private static let words: [String: String] = [
    "pl": "a i o u w z",
    "cs": "a i k o s u v z",
    "sk": "a i k o s u v z",
    "sl": "a h i k o s v z",
    "hr": "a i k o s u", "bs": "a i k o s u",
    "sr": "a i k o s u а и к о с у", "mk": "а и о с",
    "ru": "а в и к о с у я во до за из ко на не ни но об от по со",
    "uk": "а в з і й о у до за зі із на не ні по та чи",
    "be": "а в з і й о у ў да за на не ні па са",
    "bg": "а в и о с у до за на не ни но от по",
    "fr": "à",
  ]
}
