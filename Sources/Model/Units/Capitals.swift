extension String {
  /// In capitals as a language writes them (Unicode's SpecialCasing.txt; for Greek, CLDR's `el-Upper`).
  package func inCapitals(of language: String) -> String {
    switch LanguageTag.primary(language) {
    // an i and a dot above are the capital's one dot
    case "tr", "az": replacing("i\u{307}", with: "İ").replacing("i", with: "İ").uppercased()
    case "lt": withoutDotsAbove.uppercased()
    case "el", "ell", "grc": greekCapitals
    default: uppercased()
    }
  }

  /// Lithuanian writes a dot below another accent, which capitals do not have: i̇́ is Í.
  private var withoutDotsAbove: String {
    var scalars = String.UnicodeScalarView()
    var isSoft = false
    for scalar in unicodeScalars {
      if isSoft, scalar == "\u{307}" { continue }
      // i, j, į and those with accents
      if !scalar.properties.isDiacritic { isSoft = scalar.properties.isSoftDotted }
      scalars.append(scalar)
    }
    return String(scalars)
  }

  /// Capitals have no accents and breathings; where an accent told that two vowels are no diphthong, a dialytika does:
  /// Μάιος is ΜΑΪΟΣ. An iota below stands beside: ᾧ is ΩΙ. The word ή keeps its accent.
  private var greekCapitals: String {
    var result = ""
    for word in split(omittingEmptySubsequences: false, whereSeparator: { !$0.isLetter }) {
      var followsAccent = false
      for letter in word {
        let capital = GreekCapital(letter)
        if word.count == 1, capital.text == "Η", capital.isAccented {
          result += "Ή"
        } else if followsAccent, capital.text == "Ι" || capital.text == "Υ" {
          result += capital.text == "Ι" ? "Ϊ" : "Ϋ"
        } else {
          result += capital.text
        }
        followsAccent = capital.isAccented && !capital.hasIotaBelow
      }
      if word.endIndex < endIndex { result += self[word.endIndex].uppercased() }
    }
    return result
  }
}

/// A letter's capital without what stands over it.
private struct GreekCapital {
  let text: String
  /// Breathings are no accents.
  let isAccented: Bool
  let hasIotaBelow: Bool

  init(_ letter: Character) {
    var scalars = String.UnicodeScalarView()
    var isAccented = false
    for scalar in letter.uppercased().unicodeScalars {
      switch scalar {
      case "\u{300}", "\u{301}", "\u{342}": isAccented = true
      case "\u{313}", "\u{314}": break
      default:
        let base = GreekCapital.base(scalar)
        scalars.append(base.letter)
        if base.isAccented { isAccented = true }
      }
    }
    text = String(scalars)
    self.isAccented = isAccented
    hasIotaBelow = scalars.count > 1 && scalars.last == "Ι"
  }

  private static func base(_ scalar: Unicode.Scalar) -> (letter: Unicode.Scalar, isAccented: Bool) {
    let isAccented = scalar.value & 7 > 1
    return switch scalar.value {
    case 0x386: ("Α", true)
    case 0x388: ("Ε", true)
    case 0x389: ("Η", true)
    case 0x38A: ("Ι", true)
    case 0x38C: ("Ο", true)
    case 0x38E: ("Υ", true)
    case 0x38F: ("Ω", true)
    case 0x1F08...0x1F0F: ("Α", isAccented)
    case 0x1F18...0x1F1F: ("Ε", isAccented)
    case 0x1F28...0x1F2F: ("Η", isAccented)
    case 0x1F38...0x1F3F: ("Ι", isAccented)
    case 0x1F48...0x1F4F: ("Ο", isAccented)
    case 0x1F59...0x1F5F: ("Υ", isAccented)
    case 0x1F68...0x1F6F: ("Ω", isAccented)
    case 0x1FBA, 0x1FBB: ("Α", true)
    case 0x1FC8, 0x1FC9: ("Ε", true)
    case 0x1FCA, 0x1FCB: ("Η", true)
    case 0x1FDA, 0x1FDB: ("Ι", true)
    case 0x1FEA, 0x1FEB: ("Υ", true)
    case 0x1FEC: ("Ρ", false)
    case 0x1FF8, 0x1FF9: ("Ο", true)
    case 0x1FFA, 0x1FFB: ("Ω", true)
    default: (scalar, false)
    }
  }
}
