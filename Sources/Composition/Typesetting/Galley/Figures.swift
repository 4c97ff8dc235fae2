/// Figures of running text: old-style ones stand among small letters, lining ones among capitals (Bringhurst, 3.2.1).
package enum Figures {
  package static func begin(_ byte: UInt8) -> Bool { byte &- 0x30 < 10 }

  /// Whether a word of figures follows a word of capitals, or leads the text before one: `WORLD WAR 1914`.
  package static func areAmongCapitals(_ figures: Range<Int>, of text: UnsafeBufferPointer<UInt8>) -> Bool {
    // 3rd and 1920s go with small letters
    guard !text[figures].contains(where: { (0x61...0x7A).contains($0) }) else { return false }
    var end = figures.lowerBound
    while end > 0, isSpace(text[end - 1]) { end -= 1 }
    var start = end
    while start > 0, !isSpace(text[start - 1]) { start -= 1 }
    if start < end { return isInCapitals(text[start..<end]) }
    start = figures.upperBound
    while start < text.count, isSpace(text[start]) { start += 1 }
    end = start
    while end < text.count, !isSpace(text[end]) { end += 1 }
    return isInCapitals(text[start..<end])
  }

  /// A space, a line's end or a byte of U+00A0; where that is part of a letter, other letters of the word tell.
  private static func isSpace(_ byte: UInt8) -> Bool { byte <= 0x20 || byte == 0xA0 || byte == 0xC2 }

  /// One capital alone is an initial or a pronoun.
  private static func isInCapitals(_ word: Slice<UnsafeBufferPointer<UInt8>>) -> Bool {
    guard word.count > 1, word.count <= 64 else { return false }
    let letters = String(decoding: word, as: UTF8.self).unicodeScalars
    return !letters.contains { $0.properties.isLowercase } && letters.count { $0.properties.isUppercase } > 1
  }
}
