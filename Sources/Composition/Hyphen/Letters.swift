/// What hyphenation needs to know of a scalar: its kind and its lower case.
enum Letters {
  enum Kind {
    case letter
    /// Belongs to the letter before it and is a letter of the patterns too (vowel signs of Indic scripts).
    case sign
    /// An accent or stress mark that patterns know only within a composed letter.
    case accent
    case digit
    case other
  }

  static func kind(of scalar: UInt32) -> Kind {
    switch scalar {
    case 0x41...0x5A, 0x61...0x7A: return .letter
    case 0x30...0x39: return .digit
    case 0..<0xAA: return .other
    case 0xC0...0xD6, 0xD8...0xF6, 0xF8...0x24F, 0x400...0x481, 0x48A...0x52F: return .letter
    case 0x300...0x36F, 0x483...0x489, 0x1AB0...0x1AFF, 0x1DC0...0x1DFF, 0x20D0...0x20FF, 0xFE20...0xFE2F:
      return .accent
    // Catalan "paral·lel" and the joiners of Indic scripts belong inside a word.
    case 0xB7, 0x200C, 0x200D: return .sign
    case 0x2000...0x206F: return .other
    default: break
    }
    guard let scalar = Unicode.Scalar(scalar) else { return .other }
    switch scalar.properties.generalCategory {
    case .uppercaseLetter, .lowercaseLetter, .titlecaseLetter, .modifierLetter, .otherLetter: return .letter
    case .nonspacingMark, .spacingMark, .enclosingMark: return .sign
    case .decimalNumber, .letterNumber, .otherNumber: return .digit
    default: return .other
    }
  }

  /// The scalar in lower case, always one scalar for one (İ is i without its second dot).
  static func lowercase(_ scalar: UInt32) -> UInt32 {
    switch scalar {
    case 0x41...0x5A: return scalar + 0x20
    case 0..<0xC0: return scalar
    case 0xC0...0xD6, 0xD8...0xDE: return scalar + 0x20
    case 0xDF...0xFF, 0x430...0x45F: return scalar
    case 0x410...0x42F: return scalar + 0x20
    case 0x400...0x40F: return scalar + 0x50
    default: break
    }
    guard let properties = Unicode.Scalar(scalar)?.properties, properties.changesWhenLowercased else { return scalar }
    return properties.lowercaseMapping.unicodeScalars.first?.value ?? scalar
  }

  /// Turkish and Azeri part I and ı from İ and i.
  static func turkicLowercase(_ scalar: UInt32) -> UInt32 { scalar == 0x49 ? 0x131 : lowercase(scalar) }
}

/// Letters with accents, to be found by base and marks in canonical order or not.
struct ComposedLetters {
  /// `Character` compares by canonical equivalence (UAX #15), so a decomposed key finds the composed one.
  private var letters: [Character: UInt32] = [:]

  init() {
    for block in [0xC0...0x24F, 0x386...0x3CE, 0x400...0x4FF, 0x1E00...0x1FFF] as [ClosedRange<UInt32>] {
      for value in block {
        guard let scalar = Unicode.Scalar(value), scalar.properties.isAlphabetic else { continue }
        letters[Character(scalar)] = value
      }
    }
  }

  /// The one scalar that is the same as `base` with `marks`, or nil if there is none.
  func letter(_ base: UInt32, with marks: [UInt32]) -> UInt32? {
    var text = String.UnicodeScalarView()
    text.append(contentsOf: ([base] + marks).compactMap(Unicode.Scalar.init))
    let string = String(text)
    return string.count == 1 ? string.first.flatMap { letters[$0] } : nil
  }
}

extension Letters {
  /// Each ASCII letter, then all that are composed of it and one accent (Unicode Character
  /// Database, decompositions of Latin-1, Latin Extended and Latin Extended Additional).
  private static let accented = """
    aàáâãäåāăąǎȁȃȧḁạả bḃḅḇ cçćĉċč dďḋḍḏḑḓ eèéêëēĕėęěȅȇȩḙḛẹẻẽ fḟ gĝğġģǧǵḡ hĥȟḣḥḧḩḫẖ iìíîïĩīĭįǐȉȋḭỉị jĵǰ \
    kķǩḱḳḵ lĺļľḷḻḽ mḿṁṃ nñńņňǹṅṇṉṋ oòóôõöōŏőơǒǫȍȏȯọỏ pṕṗ rŕŗřȑȓṙṛṟ sśŝşšșṡṣ tţťțṫṭṯṱẗ \
    uùúûüũūŭůűųưǔȕȗṳṵṷụủ vṽṿ wŵẁẃẅẇẉẘ xẋẍ yýÿŷȳẏẙỳỵỷỹ zźżžẑẓẕ
    """

  /// The ASCII letters under one accent, by the composed small letter.
  static func latinBases() -> [UInt32: UInt8] {
    var bases: [UInt32: UInt8] = [:]
    var base: UInt8 = 0
    for scalar in accented.unicodeScalars {
      if scalar.isASCII { base = UInt8(scalar.value) } else { bases[scalar.value] = base }
    }
    return bases
  }
}
