/// A language's tag (BCP 47) as a number, which hot loops copy without counting references: its first
/// subtags as far as they have eight signs together.
public struct LanguageTag: Hashable, Sendable {
  private var bits: UInt64 = 0

  public static let none = LanguageTag()
  private init() {}

  /// `.none` for what is no tag.
  public init(_ tag: String) {
    var room = 8
    for (index, part) in tag.utf8.split(separator: UInt8(ascii: "-"), omittingEmptySubsequences: false).enumerated() {
      let isPart = (1...8).contains(part.count) && part.allSatisfy(LanguageTag.mayStand)
      guard isPart, index > 0 || part.count > 1 else {
        bits = 0
        return
      }
      room -= part.count + (index > 0 ? 1 : 0)
      guard room >= 0 else { continue }
      if index > 0 { bits = bits << 8 | UInt64(UInt8(ascii: "-")) }
      for byte in part { bits = bits << 8 | UInt64(byte) }
    }
  }

  /// Empty for `.none`.
  public var text: String {
    var text = ""
    for shift in stride(from: 56, through: 0, by: -8) {
      let byte = UInt8(truncatingIfNeeded: bits >> UInt64(shift))
      if byte != 0 { text.unicodeScalars.append(Unicode.Scalar(byte)) }
    }
    return text
  }

  private static func mayStand(_ byte: UInt8) -> Bool {
    (0x30...0x39).contains(byte) || (0x61...0x7A).contains(byte | 0x20)
  }
}

extension LanguageTag {
  /// The language alone: `de` of `de-AT`, also of `de_AT`.
  package static func primary(_ language: String) -> String {
    language.prefix(while: { $0 != "-" && $0 != "_" }).lowercased()
  }

  /// The key of a language in tables of its words: its own name, but `zh-Hant` where Chinese is written in traditional
  /// signs (CLDR's likely subtags: in Taiwan, Hong Kong and Macao).
  package static func ofWords(_ language: String) -> String {
    let primary = primary(language)
    let rest = language.lowercased().split { $0 == "-" || $0 == "_" }.dropFirst()
    let isTraditional = !rest.contains("hans") && rest.contains { ["hant", "tw", "hk", "mo"].contains($0) }
    return primary == "zh" && isTraditional ? "zh-Hant" : primary
  }

  /// Whether a language is written from right to left: those of the scripts of ISO 15924 that are.
  public static func isWrittenLeftwards(_ language: String) -> Bool {
    let primary = language.split(separator: "-").first.map { $0.lowercased() } ?? ""
    return ["he", "yi", "ar", "fa", "ur", "ps", "sd", "ug", "dv", "syr", "arc", "ckb"].contains(primary)
  }
}
