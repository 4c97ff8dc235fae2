import Libc

/// The language of a UTF-8 text as a BCP 47 tag, or nil where it cannot be told.
///
/// Looks at 8 KB from the middle of the text, past title pages and licences.
/// Letters decide the script; libexttextcat (Cavnar & Trenkle, N-Gram-Based Text
/// Categorization, 1994) the language among those of that script. Where it is
/// unsure, a script that has one chief language decides. `directory` holds the
/// library's fingerprints. Bytes that are not UTF-8 are passed over.
package func detectLanguage(of text: [UInt8], directory: String = fingerprintFolder) -> String? {
  let sample = LanguageSample(of: text)
  guard let script = sample.script else { return nil }
  switch script {
  case .kana: return "ja"
  case .latin: if sample.isPlainlyEnglish { return "en" }
  default: if script != .han, script.languages.count == 1 { return script.languages[0] }
  }
  let fallback = script.languages.first
  // n-grams of a few words fit anything: "Hello world" is closest to Afrikaans.
  guard sample.letters >= LanguageSample.leastLetters,
    let classifier = TextClassifier(directory: directory, script: script)
  else { return fallback }
  let candidates = classifier.candidates(for: sample.bytes).filter(script.writes)
  guard let best = candidates.first else { return fallback }
  // A close relative of a common language (Scots, Asturian, Luxembourgish) is believed only if it stands alone.
  let common = candidates.filter(commonLanguages.contains)
  if common.count > 1, sample.letters < LanguageSample.lettersToDecide { return fallback }
  if let first = common.first { return first }
  // "so" and "sco" are what lists, refrains and code look like.
  return sample.letters >= LanguageSample.lettersToBelieve && sample.isVaried ? best : fallback
}

/// The program's own fingerprints, else Debian's.
package let fingerprintFolder: String = {
  if let own = programData.map({ $0 + "/libexttextcat" }), access(own, R_OK) == 0 { return own }
  return "/usr/share/libexttextcat"
}()

/// Languages in which most books appear and those with hyphenation patterns.
private let commonLanguages: Set<String> = [
  "af", "ar", "be", "bg", "bn", "ca", "cs", "cy", "da", "de", "el", "en", "eo", "es", "et", "eu", "fa", "fi", "fr",
  "ga", "gl", "he", "hi", "hr", "hu", "hy", "id", "is", "it", "ja", "ka", "ko", "la", "lt", "lv", "mr", "nb", "nl",
  "pl", "pt", "ro", "ru", "sk", "sl", "sq", "sr", "sv", "th", "tl", "tr", "uk", "ur", "vi", "zh-Hans", "zh-Hant",
]

/// A piece of text to judge, valid UTF-8, with its letters counted.
struct LanguageSample {
  private(set) var bytes: [UInt8]
  private var counts = [Int](repeating: 0, count: WritingSystem.allCases.count)
  private(set) var letters = 0

  /// Bytes looked at; the classifier gains nothing from more.
  private static let size = 8192
  /// Fewer letters (half a line) tell no language of a script that has several.
  static let leastLetters = 40
  /// From here on (three lines) the better of two common languages is taken.
  static let lettersToDecide = 200
  /// From here on (twenty lines) a language is believed in which few books appear.
  static let lettersToBelieve = 1000
  /// Of twenty lines of prose more than half of the words are different ones.
  var isVaried: Bool {
    let words = bytes.split(separator: 0x20)
    return Set(words).count * 4 > words.count && words.count >= 100
  }

  init(of text: [UInt8]) {
    var start = max(0, (text.count - LanguageSample.size) / 2)
    let end = min(text.count, start + LanguageSample.size)
    while start > 0, start < end, text[start] & 0xC0 == 0x80 { start += 1 }
    bytes = []
    bytes.reserveCapacity(end - start)
    for scalar in String(decoding: text[start..<end], as: UTF8.self).unicodeScalars {
      // U+FFFD stands for what was no UTF-8, a NUL would end the text for C.
      guard scalar != "\u{FFFD}", scalar.value != 0 else {
        bytes.append(0x20)
        continue
      }
      bytes.append(contentsOf: UTF8.encode(scalar) ?? UTF8.encodedReplacementCharacter)
      if let script = WritingSystem(scalar.value) {
        counts[script.rawValue] += 1
        letters += 1
      }
    }
  }

  /// The script of most letters. Japanese mixes two: a tenth of kana makes Han Japanese.
  var script: WritingSystem? {
    guard letters > 0 else { return nil }
    let han = counts[WritingSystem.han.rawValue]
    let kana = counts[WritingSystem.kana.rawValue]
    let eastAsian: WritingSystem = kana * 10 >= han + kana ? .kana : .han
    var best: (count: Int, script: WritingSystem) = (han + kana, eastAsian)
    for script in WritingSystem.allCases where script != .han && script != .kana {
      if counts[script.rawValue] > best.count { best = (counts[script.rawValue], script) }
    }
    return best.script
  }

  /// English beyond doubt, without the 20 ms that the fingerprints take to load.
  ///
  /// "the", "of", "and", "to" and "that" make 15 to 20 % of English prose (Kučera
  /// & Francis 1967: 18 %). "of" and "to" tell it from Scots, which writes "o" and "tae".
  var isPlainlyEnglish: Bool {
    var words = 0
    var found = [0, 0, 0, 0, 0]
    let common: [[UInt8]] = ["the", "of", "and", "to", "that"].map { Array($0.utf8) }
    var word: [UInt8] = []
    for byte in bytes + [0x20] {
      if (byte | 0x20) &- 0x61 < 26 || byte >= 0x80 {
        word.append(byte | 0x20)
      } else if !word.isEmpty {
        words += 1
        if word.count < 5, let index = common.firstIndex(of: word) { found[index] += 1 }
        word.removeAll(keepingCapacity: true)
      }
    }
    return words >= 100 && found.reduce(0, +) * 100 >= words * 12 && found[1] * 100 >= words && found[3] * 100 >= words
  }
}
