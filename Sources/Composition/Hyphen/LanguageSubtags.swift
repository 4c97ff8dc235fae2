/// Language, script and region of a BCP 47 tag (RFC 5646, 2.1), the parts that
/// choose a hyphenation dictionary. Written `en-GB` or, in file names, `en_GB`.
struct LanguageSubtags: Hashable {
  /// Lower case.
  var language: String
  /// Four letters, the first a capital.
  var script: String?
  /// Two capitals or three digits.
  var region: String?

  /// Nil for what is no tag at all. Variants, extensions and private use are passed over.
  init?(_ text: some StringProtocol) {
    let parts = text.split(omittingEmptySubsequences: false) { $0 == "-" || $0 == "_" || $0 == "." || $0 == "@" }
    guard let first = parts.first?.utf8, (2...8).contains(first.count), first.allSatisfy(LanguageSubtags.isLetter)
    else {
      return nil
    }
    language = parts[0].lowercased()
    for part in parts.dropFirst() {
      let bytes = part.utf8
      if bytes.count == 1 { break }  // an extension or private use: nothing about the region follows
      let isLetters = bytes.allSatisfy(LanguageSubtags.isLetter)
      if script == nil, region == nil, bytes.count == 4, isLetters {
        script = part.prefix(1).uppercased() + part.dropFirst().lowercased()
      } else if region == nil {
        let isNumber = bytes.count == 3 && bytes.allSatisfy(LanguageSubtags.isDigit)
        if isNumber || bytes.count == 2 && isLetters { region = part.uppercased() }
      }
    }
  }

  var description: String { [language, script, region].compactMap { $0 }.joined(separator: "-") }

  /// The region whose patterns serve best where the tag's own region has none:
  /// the likely one by CLDR's likelySubtags, British English outside America.
  var preferredRegion: String? {
    if language == "en" {
      switch region {
      case nil, "US", "CA", "PH", "PR", "LR": return "US"
      default: return "GB"
      }
    }
    if language == "pt" { return region == nil || region == "BR" ? "BR" : "PT" }
    if language == "es", let region, region != "ES" { return region == "419" ? "MX" : region }
    return LanguageSubtags.likelyRegions[language] ?? language.uppercased()
  }

  /// Where the region is not named like the language (`de` in DE).
  private static let likelyRegions = [
    "af": "ZA", "as": "IN", "be": "BY", "bn": "BD", "ca": "ES", "cs": "CZ", "da": "DK", "el": "GR", "et": "EE",
    "gl": "ES", "gu": "IN", "hi": "IN", "kn": "IN", "ml": "IN", "mr": "IN", "nb": "NO", "nn": "NO", "or": "IN",
    "pa": "IN", "sl": "SI", "sr": "RS", "sv": "SE", "ta": "IN", "te": "IN", "uk": "UA", "zu": "ZA",
  ]

  /// How well patterns for `self` serve text in `wanted`; nil where not at all.
  func fitness(for wanted: LanguageSubtags) -> Int? {
    let isNorwegian = ["nb", "nn", "no"].contains(language) && ["nb", "nn", "no"].contains(wanted.language)
    guard language == wanted.language || isNorwegian else { return nil }
    var fitness = language == wanted.language ? 16 : 0
    if let script, let wantedScript = wanted.script {
      guard script == wantedScript else { return nil }
      fitness += 2
    } else if script == wanted.script {
      fitness += 2
    }
    if region == wanted.region {
      fitness += 8
    } else if region == wanted.preferredRegion {
      fitness += 6
    } else if region == nil {
      fitness += 4
    }
    return fitness
  }

  private static func isLetter(_ byte: UInt8) -> Bool { (0x61...0x7A).contains(byte | 0x20) }
  private static func isDigit(_ byte: UInt8) -> Bool { (0x30...0x39).contains(byte) }
}
