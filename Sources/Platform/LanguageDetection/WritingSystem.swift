/// The scripts by which a text's language can be told or its candidates sifted.
enum WritingSystem: Int, CaseIterable {
  case latin, greek, cyrillic, armenian, hebrew, arabic, devanagari, bengali, gurmukhi, gujarati, oriya, tamil, telugu
  case kannada, malayalam, sinhala, thai, lao, tibetan, burmese, georgian, ethiopic, khmer, hangul, kana, han

  /// By Unicode block, which is enough to count letters; nil for signs, digits and scripts not listed.
  init?(_ scalar: UInt32) {
    switch scalar {
    case 0x41...0x5A, 0x61...0x7A, 0xC0...0xD6, 0xD8...0xF6, 0xF8...0x24F, 0x1E00...0x1EFF: self = .latin
    case 0x370...0x3FF, 0x1F00...0x1FFF: self = .greek
    case 0x400...0x52F: self = .cyrillic
    case 0x531...0x587: self = .armenian
    case 0x5D0...0x5F4: self = .hebrew
    case 0x620...0x64A, 0x66E...0x6D3, 0x750...0x77F: self = .arabic
    case 0x904...0x963, 0x970...0x97F: self = .devanagari
    case 0x980...0x9E3: self = .bengali
    case 0xA01...0xA65, 0xA70...0xA7F: self = .gurmukhi
    case 0xA81...0xAE3: self = .gujarati
    case 0xB01...0xB65: self = .oriya
    case 0xB82...0xBE5: self = .tamil
    case 0xC00...0xC65: self = .telugu
    case 0xC80...0xCE5: self = .kannada
    case 0xD00...0xD65: self = .malayalam
    case 0xD81...0xDE5: self = .sinhala
    case 0xE01...0xE4E: self = .thai
    case 0xE81...0xECF: self = .lao
    case 0xF40...0xFBC: self = .tibetan
    case 0x1000...0x109F: self = .burmese
    case 0x10A0...0x10FF, 0x1C90...0x1CBF: self = .georgian
    case 0x1200...0x137F: self = .ethiopic
    case 0x1780...0x17D3: self = .khmer
    case 0x1100...0x11FF, 0x3130...0x318F, 0xAC00...0xD7A3: self = .hangul
    case 0x3041...0x30FF, 0x31F0...0x31FF, 0xFF66...0xFF9D: self = .kana
    case 0x3400...0x4DBF, 0x4E00...0x9FFF, 0xF900...0xFAFF, 0x20000...0x323AF: self = .han
    default: return nil
    }
  }

  /// Its languages among libexttextcat's, the likeliest first. Empty for Latin, which has all the others.
  var languages: [String] {
    switch self {
    case .latin: []
    case .greek: ["el", "grc"]
    case .cyrillic:
      [
        "ru", "uk", "be", "bg", "sr", "mk", "kk", "ky", "mn", "tg", "tt", "ab", "alt", "rue", "az-Cyrl", "uz-Cyrl",
      ]
    case .armenian: ["hy"]
    case .hebrew: ["he", "yi"]
    case .arabic: ["ar", "fa", "ur", "ckb", "sd", "ug"]
    case .devanagari: ["hi", "mr", "ne", "sa", "bho", "mai"]
    case .bengali: ["bn"]
    case .gurmukhi: ["pa"]
    case .gujarati: ["gu"]
    case .oriya: ["or"]
    case .tamil: ["ta"]
    case .telugu: ["te"]
    case .kannada: ["kn"]
    case .malayalam: ["ml"]
    case .sinhala: ["si"]
    case .thai: ["th"]
    case .lao: ["lo"]
    case .tibetan: ["bo"]
    case .burmese: ["my"]
    case .georgian: ["ka"]
    case .ethiopic: ["am", "ti"]
    case .khmer: ["km"]
    case .hangul: ["ko"]
    case .kana: ["ja"]
    case .han: ["zh", "zh-Hans", "zh-Hant"]
    }
  }

  /// Whether a language is written in this script, as far as libexttextcat's languages go.
  func writes(_ language: String) -> Bool {
    if self != .latin { return languages.contains(language) }
    return !WritingSystem.allCases.contains { $0.languages.contains(language) }
  }
}
