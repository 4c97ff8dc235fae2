/// Divides words that the patterns do not know: names and words spelt with letters that
/// the language does not have ("Mikháylovna" in English), for which the patterns of
/// any one language find nothing, or what belongs to other words.
///
/// The rule that most languages written in Latin letters share: a syllable begins with the one
/// consonant before its vowel, or with two where these are a stop or f with a liquid; signs for one
/// sound stay whole (the official German rules of 2006, § 110 to 112, for foreign words too). Behind
/// another consonant s stays with its stop, as names in -ski have it.
enum Syllables {
  /// Sets `marks[i]` where a hyphen may stand after letter `i`; false, with no marks, where a
  /// letter is none of a to z.
  static func mark(_ letters: [UInt8], into marks: inout [Bool]) -> Bool {
    marks.removeAll(keepingCapacity: true)
    guard letters.allSatisfy({ (0x61...0x7A).contains($0) }) else { return false }
    marks.append(contentsOf: repeatElement(false, count: letters.count))
    /// First letter of the consonants since the last vowel; nil before the first vowel.
    var first: Int?
    for index in letters.indices {
      guard isVowel(letters, index) else { continue }
      if let first, first < index { marks[onset(of: letters[first..<index]) - 1] = true }
      first = index + 1
    }
    return true
  }

  /// "y" is a vowel but before one: "Mikháy-lovna", "Bolkónska-ya".
  private static func isVowel(_ letters: [UInt8], _ index: Int) -> Bool {
    switch letters[index] {
    case UInt8(ascii: "a"), UInt8(ascii: "e"), UInt8(ascii: "i"), UInt8(ascii: "o"), UInt8(ascii: "u"): true
    case UInt8(ascii: "y"): index + 1 == letters.count || !isVowel(letters, index + 1)
    default: false
    }
  }

  /// Where the syllable begins whose vowel follows these consonants.
  private static func onset(of consonants: ArraySlice<UInt8>) -> Int {
    var start = lastSound(of: consonants)
    let before = consonants[..<start]
    guard let last = before.last else { return start }
    let next = consonants[start]
    let isGroup =
      next == UInt8(ascii: "r") && "bcdfgkpt".utf8.contains(last)
      || next == UInt8(ascii: "l") && "bcfgkp".utf8.contains(last)
    if isGroup {
      start -= 1
    } else if before.count > 1, last == UInt8(ascii: "s"), "kpt".utf8.contains(next) {
      start -= 1
    }
    return start
  }

  /// Where the last sound begins: one letter, or the letters of one sound.
  private static func lastSound(of consonants: ArraySlice<UInt8>) -> Int {
    for sign in signs where consonants.count >= sign.count && consonants.suffix(sign.count).elementsEqual(sign) {
      return consonants.endIndex - sign.count
    }
    // a consonant with h is one sound in every spelling that has them: "ch", "kh", "zh", "lh"
    let isPair = consonants.count > 1 && consonants.last == UInt8(ascii: "h")
    return consonants.endIndex - (isPair ? 2 : 1)
  }

  /// Longest first.
  private static let signs = ["shch", "tsch", "sch", "tch", "ck", "cz", "dz", "sz", "ts", "tz"].map { Array($0.utf8) }
}
