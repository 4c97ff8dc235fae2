internal import Units

/// What stands in braces behind a link, a picture or code: `{#name .class key=value}` (pandoc's `link_attributes` and
/// `inline_code_attributes`).
struct PandocAttributes {
  /// In their order; of a class the key is empty.
  private(set) var asked: [(key: String, value: String)] = []
  private(set) var name: String?

  /// Nil where the braces hold anything else, or nothing.
  init?(_ text: some StringProtocol) {
    let bytes = Array(text.utf8)
    guard let end = PandocAttributes.end(in: bytes, from: 0), end == bytes.count else { return nil }
    for word in PandocAttributes.words(bytes[1..<(end - 1)]) {
      let said = String(decoding: word, as: UTF8.self)
      switch word.first {
      case 0x23: name = String(said.dropFirst())
      case 0x2E: asked.append(("", String(said.dropFirst())))
      default:
        guard let equals = said.utf8.firstIndex(of: 0x3D) else { continue }
        var value = said[said.utf8.index(after: equals)...]
        if let quote = value.first, quote == "\"" || quote == "'", value.count > 1, value.last == quote {
          value = value.dropFirst().dropLast()
        }
        asked.append((String(said[..<equals]), String(value)))
      }
    }
  }

  /// No attributes are longer, bytes: what is a page away is no brace's end.
  private static let reach = 1024

  /// Where the attributes end that begin at a place, on one line; nil where none do.
  static func end(in bytes: [UInt8], from start: Int) -> Int? {
    guard start < bytes.count, bytes[start] == 0x7B else { return nil }
    var quote: UInt8 = 0
    var i = start + 1
    while i < min(bytes.count, start + reach) {
      let byte = bytes[i]
      if byte == 0x0A || byte == 0x0D || byte == 0x7B && quote == 0 { return nil }
      if quote != 0 {
        if byte == quote { quote = 0 }
      } else if byte == 0x22 || byte == 0x27 {
        quote = byte
      } else if byte == 0x7D {
        let words = words(bytes[(start + 1)..<i])
        return !words.isEmpty && words.allSatisfy(isAttribute) ? i + 1 : nil
      }
      i += 1
    }
    return nil
  }

  /// The program's format in `{=latex}`, which raw code for it has behind it (pandoc's `raw_attribute`).
  static func format(_ text: String) -> String? {
    guard text.hasPrefix("{="), text.hasSuffix("}") else { return nil }
    let name = text.dropFirst(2).dropLast()
    let isName =
      !name.isEmpty && name.utf8.allSatisfy { $0.isASCIILetter || $0.isASCIIDigit || [0x2B, 0x2D, 0x5F].contains($0) }
    return isName ? String(name) : nil
  }

  /// Parted at white, but for that in quotes.
  private static func words(_ bytes: ArraySlice<UInt8>) -> [ArraySlice<UInt8>] {
    var quote: UInt8 = 0
    return bytes.split { byte in
      if quote != 0 {
        if byte == quote { quote = 0 }
        return false
      }
      if byte == 0x22 || byte == 0x27 { quote = byte }
      return byte == 0x20 || byte == 0x09
    }
  }

  /// `#name`, `.class`, `key=value`; `-` is `.unnumbered`.
  private static func isAttribute(_ word: ArraySlice<UInt8>) -> Bool {
    switch word.first {
    case 0x23, 0x2E: word.count > 1
    case 0x2D where word.count == 1: true
    default: word.firstIndex(of: 0x3D).map { $0 > word.startIndex } ?? false
    }
  }
}

extension PandocMarks {
  /// Of `lang=fr`, `lang="fr"`.
  static func language(_ word: Substring) -> String? {
    guard word.hasPrefix("lang=") else { return nil }
    let tag = word.dropFirst(5).filter { $0 != "\"" && $0 != "'" }
    return LanguageTag(tag) == .none ? nil : tag
  }

  /// A few letters or figures between two signs, right behind a letter for what stands lower.
  func script(_ line: Substring, _ at: Substring.Index) -> (Substring, Substring.Index)? {
    let start = line.index(after: at)
    let before = at > line.startIndex ? line[line.index(before: at)] : " "
    guard before != "[", before != line[at], line[at] == "^" || before.isLetter || before == ")" else { return nil }
    let inner = line[start...].prefix(24).prefix { $0.isLetter || $0.isNumber || "+-−.,'()".contains($0) }
    guard !inner.isEmpty, inner.contains(where: { $0.isLetter || $0.isNumber }), inner.endIndex < line.endIndex,
      line[inner.endIndex] == line[at]
    else { return nil }
    let end = line.index(after: inner.endIndex)
    guard end == line.endIndex || line[end] != line[at] else { return nil }
    return (inner, end)
  }

  /// Whether a letter carries thousands of marks, as none does that is meant to be read. Swift compares it with another in
  /// time by the square of them, so that no mark of pandoc's is looked for beside it.
  static func hasEndlessLetter(_ text: [UInt8]) -> Bool {
    // a run of marks has no ASCII byte
    var run = 0
    for (place, byte) in text.enumerated() {
      run = byte < 0x80 ? 0 : run + 1
      guard run == 8192 else { continue }
      run = 0
      let letters = String(decoding: text[(place - 8191)...place], as: UTF8.self)
      if letters.contains(where: { $0.utf8.count > 4000 }) { return true }
    }
    return false
  }
}
