/// The alphabets of mathematics (Unicode Technical Report 25, 2.2) and where Unicode has them.
package enum FormulaAlphabet: UInt8, Sendable, Hashable {
  /// Letters italic, capital Greek and figures upright, as TeX sets them.
  case usual
  case upright, italic, bold, boldItalic, script, boldScript, fraktur, boldFraktur, doubleStruck
  case sans, boldSans, italicSans, monospace

  /// The letter or figure in this alphabet; what the alphabet does not have stays as it is.
  package func letter(_ scalar: Unicode.Scalar) -> Unicode.Scalar {
    let value = scalar.value
    switch value {
    case 0x41...0x5A: return latin(value - 0x41, capital: true) ?? scalar
    case 0x61...0x7A: return latin(value - 0x61, capital: false) ?? scalar
    case 0x30...0x39: return start(0x1D7CE, 0x1D7D8, 0x1D7E2, 0x1D7EC, 0x1D7F6, value - 0x30) ?? scalar
    case 0x131: return isItalic ? "\u{1D6A4}" : scalar
    case 0x237: return isItalic ? "\u{1D6A5}" : scalar
    default: return greek(value) ?? scalar
    }
  }

  private var isItalic: Bool { self == .usual || self == .italic }

  private func start(
    _ bold: UInt32, _ doubleStruck: UInt32, _ sans: UInt32, _ boldSans: UInt32, _ monospace: UInt32, _ figure: UInt32
  ) -> Unicode.Scalar? {
    let first: UInt32? =
      switch self {
      case .bold, .boldItalic: bold
      case .doubleStruck: doubleStruck
      case .sans, .italicSans: sans
      case .boldSans: boldSans
      case .monospace: monospace
      default: nil
      }
    return first.flatMap { Unicode.Scalar($0 + figure) }
  }

  /// Letters that had a place in Unicode before the alphabets came.
  private static let olderScript: [UInt32: Unicode.Scalar] = [
    0x42: "ℬ", 0x45: "ℰ", 0x46: "ℱ", 0x48: "ℋ", 0x49: "ℐ", 0x4C: "ℒ", 0x4D: "ℳ", 0x52: "ℛ", 0x65: "ℯ", 0x67: "ℊ",
    0x6F: "ℴ",
  ]
  private static let olderFraktur: [UInt32: Unicode.Scalar] = [0x43: "ℭ", 0x48: "ℌ", 0x49: "ℑ", 0x52: "ℜ", 0x5A: "ℨ"]
  private static let olderDoubleStruck: [UInt32: Unicode.Scalar] = [
    0x43: "ℂ", 0x48: "ℍ", 0x4E: "ℕ", 0x50: "ℙ", 0x51: "ℚ", 0x52: "ℝ", 0x5A: "ℤ",
  ]

  private func latin(_ place: UInt32, capital: Bool) -> Unicode.Scalar? {
    let plain = place + (capital ? 0x41 : 0x61)
    let older: Unicode.Scalar? =
      switch self {
      case .script: FormulaAlphabet.olderScript[plain]
      case .fraktur: FormulaAlphabet.olderFraktur[plain]
      case .doubleStruck: FormulaAlphabet.olderDoubleStruck[plain]
      case .usual, .italic: plain == 0x68 ? "ℎ" : nil
      default: nil
      }
    if let older { return older }
    let first: UInt32
    switch self {
    case .upright: return nil
    case .bold: first = 0x1D400
    case .usual, .italic: first = 0x1D434
    case .boldItalic: first = 0x1D468
    case .script: first = 0x1D49C
    case .boldScript: first = 0x1D4D0
    case .fraktur: first = 0x1D504
    case .doubleStruck: first = 0x1D538
    case .boldFraktur: first = 0x1D56C
    case .sans: first = 0x1D5A0
    case .boldSans: first = 0x1D5D4
    case .italicSans: first = 0x1D608
    case .monospace: first = 0x1D670
    }
    return Unicode.Scalar(first + (capital ? 0 : 26) + place)
  }

  /// Greek letters that stand behind omega in each of the alphabets.
  private static let greekVariants: [UInt32: UInt32] = [
    0x2202: 51, 0x3F5: 52, 0x3D1: 53, 0x3F0: 54, 0x3D5: 55, 0x3F1: 56, 0x3D6: 57,
  ]

  private func greek(_ value: UInt32) -> Unicode.Scalar? {
    let place: UInt32
    switch value {
    case 0x391...0x3A1, 0x3A3...0x3A9: place = value - 0x391
    case 0x3F4: place = 17
    case 0x2207: place = 25
    case 0x3B1...0x3C9: place = value - 0x3B1 + 26
    default:
      guard let variant = FormulaAlphabet.greekVariants[value] else { return nil }
      place = variant
    }
    switch self {
    case .usual: return place < 26 ? nil : Unicode.Scalar(0x1D6E2 + place)
    case .italic: return Unicode.Scalar(0x1D6E2 + place)
    case .bold: return Unicode.Scalar(0x1D6A8 + place)
    case .boldItalic: return Unicode.Scalar(0x1D71C + place)
    case .boldSans: return Unicode.Scalar(0x1D756 + place)
    default: return nil
    }
  }

  /// The plain letter, and its alphabet, of one that stands in an alphabet: `x` for `𝑥`.
  package static func plain(_ scalar: Unicode.Scalar) -> (letter: Unicode.Scalar, alphabet: FormulaAlphabet)? {
    plainLetters[scalar]
  }

  private static let plainLetters: [Unicode.Scalar: (letter: Unicode.Scalar, alphabet: FormulaAlphabet)] = {
    var found: [Unicode.Scalar: (letter: Unicode.Scalar, alphabet: FormulaAlphabet)] = [:]
    let ranges: [ClosedRange<UInt32>] = [
      0x30...0x39, 0x41...0x5A, 0x61...0x7A, 0x391...0x3A1, 0x3A3...0x3A9, 0x3B1...0x3C9,
    ]
    let others: [UInt32] = [0x2202, 0x2207, 0x3F5, 0x3D1, 0x3F0, 0x3D5, 0x3F1, 0x3D6, 0x131, 0x237]
    let letters: [UInt32] = ranges.flatMap { Array($0) } + others
    for raw in FormulaAlphabet.upright.rawValue...FormulaAlphabet.monospace.rawValue {
      guard let alphabet = FormulaAlphabet(rawValue: raw) else { continue }
      for letter in letters.compactMap({ (value: UInt32) in Unicode.Scalar(value) }) {
        let set = alphabet.letter(letter)
        if set != letter, found[set] == nil { found[set] = (letter, alphabet) }
      }
    }
    return found
  }()
}
