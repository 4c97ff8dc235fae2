internal import CGLib
internal import CICU

/// The order of words in a language, by ICU's root collation and its tailorings (UTS #10, CLDR); where ICU is missing by
/// letters without their accents and the language's own alphabet.
package final class Collation {
  /// What white and points between words count for.
  package enum Rule: Sendable {
    /// `New York` before `Newark`.
    case wordByWord
    /// As if there were none.
    case letterByLetter
  }

  private let alphabet: Alphabet
  private let rule: Rule
  private let collator: OpaquePointer?

  /// - Parameter language: a BCP 47 tag.
  package init(language: String, rule: Rule = .wordByWord, usesICU: Bool = true) {
    alphabet = Alphabet(language: language)
    self.rule = rule
    var status: Int32 = 0
    guard usesICU, let library = octavo_icu_library()?.pointee, let collator = library.open(language, &status),
      status <= 0
    else {
      self.collator = nil
      return
    }
    if rule == .letterByLetter {
      library.set(collator, Int32(OCTAVO_UCOL_ALTERNATE), Int32(OCTAVO_UCOL_SHIFTED), &status)
    }
    self.collator = collator
  }

  deinit { if let collator { octavo_icu_library()?.pointee.close(collator) } }

  /// ICU says what the order is.
  package var usesICU: Bool { collator != nil }

  /// Bytes that compare as the words do.
  package func key(_ words: String) -> [UInt8] {
    guard let collator, let library = octavo_icu_library()?.pointee else { return alphabet.key(words, rule: rule) }
    let units = Array(words.utf16)
    let length = Int32(clamping: units.count)
    let size = library.key(collator, units, length, nil, 0)
    guard size > 0 else { return [] }
    var key = [UInt8](repeating: 0, count: Int(size))
    _ = library.key(collator, units, length, &key, size)
    return key
  }

  /// The letter of the alphabet that words are found under: `A` of `École` is `E`, in Swedish `Å` has a place of its own;
  /// empty for figures, signs and ideographs.
  package func letter(_ words: String) -> String { alphabet.head(of: words) }
}

/// The letters of a language in their order, those of two signs among them.
private struct Alphabet {
  /// Small; by their first signs.
  private var letters: [Character: [(word: String, place: Int)]] = [:]

  init(language: String) {
    let primary = language.split(separator: "-").first.map { $0.lowercased() } ?? ""
    for (place, letter) in (Alphabet.own[primary] ?? "").split(separator: " ").enumerated() {
      guard let first = letter.first else { continue }
      letters[first, default: []].append((String(letter), place))
    }
    for first in letters.keys { letters[first]?.sort { $0.word.count > $1.word.count } }
  }

  /// Languages whose letters with marks, or of two signs, are letters of their own (CLDR 43, exemplar characters for
  /// indexes).
  private static let own = [
    "sv": "a b c d e f g h i j k l m n o p q r s t u v w x y z å ä ö",
    "fi": "a b c d e f g h i j k l m n o p q r s t u v w x y z å ä ö",
    "da": "a b c d e f g h i j k l m n o p q r s t u v w x y z æ ø å",
    "nb": "a b c d e f g h i j k l m n o p q r s t u v w x y z æ ø å",
    "no": "a b c d e f g h i j k l m n o p q r s t u v w x y z æ ø å",
    "nn": "a b c d e f g h i j k l m n o p q r s t u v w x y z æ ø å",
    "is": "a á b d ð e é f g h i í j k l m n o ó p r s t u ú v x y ý þ æ ö",
    "es": "a b c d e f g h i j k l m n ñ o p q r s t u v w x y z",
    "pl": "a ą b c ć d e ę f g h i j k l ł m n ń o ó p q r s ś t u v w x y z ź ż",
    "cs": "a b c č d e f g h ch i j k l m n o p q r ř s š t u v w x y z ž",
    "sk": "a ä b c č d e f g h ch i j k l m n o ô p q r s š t u v w x y z ž",
    "hr": "a b c č ć d dž đ e f g h i j k l lj m n nj o p r s š t u v z ž",
    "bs": "a b c č ć d dž đ e f g h i j k l lj m n nj o p r s š t u v z ž",
    "sl": "a b c č d e f g h i j k l m n o p q r s š t u v w x y z ž",
    "hu": "a b c cs d dz dzs e f g gy h i j k l ly m n ny o ö p q r s sz t ty u ü v w x y z zs",
    "ro": "a ă â b c d e f g h i î j k l m n o p q r s ș t ț u v w x y z",
    "tr": "a b c ç d e f g ğ h ı i j k l m n o ö p q r s ş t u ü v w x y z",
    "az": "a b c ç d e ə f g ğ h x ı i j k q l m n o ö p r s ş t u ü v y z",
    "et": "a b c d e f g h i j k l m n o p q r s š z ž t u v w õ ä ö ü x y",
    "lv": "a b c č d e f g ģ h i j k ķ l ļ m n ņ o p q r s š t u v w x y z ž",
    "lt": "a b c č d e f g h i j k l m n o p q r s š t u v w x y z ž",
    "sq": "a b c ç d dh e ë f g gj h i j k l ll m n nj o p q r rr s sh t th u v x xh y z zh",
    "cy": "a b c ch d dd e f ff g ng h i j k l ll m n o p ph q r rh s t th u v w x y z",
    "vi": "a ă â b c d đ e ê f g h i j k l m n o ô ơ p q r s t u ư v w x y z",
  ]

  /// The letter that words begin with, small, and its place in the alphabet.
  private func first(of words: Substring) -> (word: String, place: Int?)? {
    guard let sign = words.first else { return nil }
    for (word, place) in letters[sign] ?? [] where words.hasPrefix(word) { return (word, place) }
    let folded = Alphabet.folded(sign)
    if let place = letters[folded]?.first(where: { $0.word.count == 1 })?.place { return (String(folded), place) }
    return (String(folded), nil)
  }

  func head(of words: String) -> String {
    let small = words.lowercased().drop { !$0.isLetter && !$0.isNumber }
    guard let letter = first(of: small)?.word, let sign = letter.first, sign.isLetter else { return "" }
    if let row = Alphabet.row(ofKana: sign) { return row }
    // ideographs have no letters
    guard
      sign.isCased
        || sign.unicodeScalars.first.map({ $0.value < 0x2E80 || (0xAC00...0xD7A3).contains($0.value) }) == true
    else { return "" }
    if let scalar = sign.unicodeScalars.first, (0xAC00...0xD7A3).contains(scalar.value) {
      return Alphabet.initial(ofHangul: scalar)
    }
    if letter == "i", letters["ı"] != nil { return "İ" }
    return letter.uppercased()
  }

  func key(_ words: String, rule: Collation.Rule) -> [UInt8] {
    var key: [UInt8] = []
    var rest = words.lowercased()[...]
    while let sign = rest.first {
      guard sign.isLetter || sign.isNumber else {
        if rule == .wordByWord, sign.isWhitespace { key += [0, 1] }
        rest.removeFirst()
        continue
      }
      guard let (word, place) = first(of: rest) else { break }
      // figures before letters, letters of the alphabet before others
      let weight =
        place.map { 0x400 + $0 } ?? Int(word.unicodeScalars.first?.value ?? 0) + (sign.isNumber ? 0x100 : 0x500)
      key += [
        UInt8(truncatingIfNeeded: weight >> 16), UInt8(truncatingIfNeeded: weight >> 8),
        UInt8(truncatingIfNeeded: weight),
      ]
      rest = rest.dropFirst(rest.hasPrefix(word) ? word.count : 1)
    }
    return key
  }

  /// A letter without its marks; those of Cyrillic alphabets are letters of their own, but for ё.
  private static func folded(_ sign: Character) -> Character {
    if let other = plain[sign] { return other }
    guard let scalar = sign.unicodeScalars.first, scalar.value >= 0xC0,
      !(0x400...0x52F).contains(scalar.value), !(0xAC00...0xD7A3).contains(scalar.value)
    else { return sign }
    var text = Array(String(sign).utf8)
    return text.withUnsafeMutableBufferPointer { bytes -> Character in
      guard let base = bytes.baseAddress,
        let made = base.withMemoryRebound(
          to: CChar.self, capacity: bytes.count, { g_utf8_normalize($0, bytes.count, G_NORMALIZE_NFD) })
      else { return sign }
      defer { g_free(made) }
      return String(cString: made).unicodeScalars.first.map { Character($0) } ?? sign
    }
  }

  private static let plain: [Character: Character] = [
    "ø": "o", "ł": "l", "đ": "d", "æ": "a", "œ": "o", "ß": "s", "ı": "i", "ð": "d", "ё": "е", "ς": "σ", "ħ": "h",
    "ŧ": "t",
  ]

  /// The first sign of a kana's row.
  private static func row(ofKana sign: Character) -> String? {
    guard var value = sign.unicodeScalars.first?.value else { return nil }
    if (0x30A1...0x30F6).contains(value) { value -= 0x60 }
    guard (0x3041...0x3096).contains(value) else { return nil }
    let rows: [(UInt32, String)] = [
      (0x308F, "わ"), (0x3089, "ら"), (0x3083, "や"), (0x307E, "ま"), (0x306F, "は"), (0x306A, "な"), (0x305F, "た"),
      (0x3055, "さ"), (0x304B, "か"), (0x3041, "あ"),
    ]
    return rows.first { value >= $0.0 }?.1
  }

  /// The consonant that a Korean syllable begins with, doubled ones under the plain.
  private static func initial(ofHangul scalar: Unicode.Scalar) -> String {
    let initials = ["ㄱ", "ㄱ", "ㄴ", "ㄷ", "ㄷ", "ㄹ", "ㅁ", "ㅂ", "ㅂ", "ㅅ", "ㅅ", "ㅇ", "ㅈ", "ㅈ", "ㅊ", "ㅋ", "ㅌ", "ㅍ", "ㅎ"]
    let index = Int((scalar.value - 0xAC00) / 588)
    return initials.indices.contains(index) ? initials[index] : ""
  }
}
