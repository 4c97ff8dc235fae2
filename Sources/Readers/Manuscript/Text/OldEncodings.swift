internal import Encoding

/// Texts of DOS and of old Macintoshes, whose letters stand where code page 1252 has quotes, capitals and nothing.
///
/// Every byte above 0x7F is looked at beside its neighbours, in each encoding in turn: a quote within a word, a
/// capital behind a small letter, a letter that leans on a full stop, a code that means nothing are faults. True texts
/// of code page 1252 have next to none, and texts of the others have them at most letters.
enum OldEncodings {
  /// By their iconv names; the first of those that fit as well is taken.
  private static let all = ["IBM850", "MACINTOSH", "IBM852"]

  /// The encoding of such a text; nil where code page 1252 does as well.
  static func encoding(of bytes: ArraySlice<UInt8>) -> String? {
    let sample = bytes.prefix(256 * 1024)
    let high = sample.count { $0 >= 0x80 }
    // of Cyrillic, Greek and Hebrew letters nearly all are high, of Western ones few
    guard high * 4 < sample.count else { return nil }
    guard let faults = kinds(codePage1252).map({ Self.faults(sample, $0) }), faults * 4 >= high else { return nil }
    // only Macintoshes end lines with a carriage return alone
    let isMacintosh = sample.contains(0x0D) && !sample.contains(0x0A)
    guard faults >= (isMacintosh ? 1 : 2) else { return nil }
    var best: (name: String, faults: Int)?
    for name in isMacintosh ? ["MACINTOSH"] : all {
      guard let letters = try? convertToUTF8(lines[...], from: name), let kinds = kinds(letters) else { continue }
      let count = Self.faults(sample, kinds)
      if count * 4 <= faults, count < best?.faults ?? .max { best = (name, count) }
    }
    return best?.name
  }

  /// What a sign is to the letters beside it.
  private enum Kind: UInt8 {
    case space, capital, small, digit, joint, opening, closing, other, unknown
  }

  /// The upper half of an encoding, a line each.
  private static let lines: [UInt8] = (UInt8(0x80)...0xFF).flatMap { [$0, 0x0A] }

  private static var codePage1252: [UInt8] {
    var text: [UInt8] = []
    for byte in lines { appendCodePage1252(byte, to: &text) }
    return text
  }

  private static func kinds(_ upperHalf: [UInt8]) -> [Kind]? {
    let upper = String(decoding: upperHalf, as: UTF8.self).unicodeScalars.split(
      separator: "\n", omittingEmptySubsequences: false)
    guard upper.count >= 128 else { return nil }
    let ascii = (0..<128).map { kind(Unicode.Scalar(UInt8($0))) }
    return ascii + upper.prefix(128).map { $0.first.map(kind) ?? .unknown }
  }

  private static func kind(_ scalar: Unicode.Scalar) -> Kind {
    switch scalar {
    case " ", "\t", "\n", "\r", "\u{A0}": return .space
    case "'", "’", "-", "–", "—", "\u{AD}", "`": return .joint
    case "“", "‘", "«", "‹", "„", "‚": return .opening
    case "”", "»", "›": return .closing
    default: break
    }
    switch scalar.properties.generalCategory {
    case .uppercaseLetter: return .capital
    case .lowercaseLetter: return .small
    case .decimalNumber: return .digit
    case .control, .unassigned, .privateUse: return .unknown
    default: return .other
    }
  }

  private static func faults(_ bytes: ArraySlice<UInt8>, _ kinds: [Kind]) -> Int {
    var (faults, before) = (0, Kind.space)
    for i in bytes.indices {
      let own = kinds[Int(bytes[i])]
      defer { before = own }
      guard bytes[i] >= 0x80 else { continue }
      let after = i + 1 < bytes.endIndex ? kinds[Int(bytes[i + 1])] : .space
      let leansLeft = before == .small || before == .capital
      let leansRight = after == .small || after == .capital
      let isFault =
        switch own {
        case .unknown: true
        case .capital: before == .small
        // `.ö `, where a quote should close
        case .small: after == .capital || !leansLeft && !leansRight && before != .space && before != .joint
        case .opening: leansLeft && leansRight
        case .closing: leansRight && leansLeft
        case .other: leansLeft && leansRight
        case .space, .digit, .joint: false
        }
      if isFault { faults += 1 }
    }
    return faults
  }
}
