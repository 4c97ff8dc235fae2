/// Which lines that are set in belong to the text of a list's item or a note rather than to code.
struct PandocNesting {
  /// A list or a note is open.
  private var isOpen = false

  /// Whether a line's marks are to be read. By bytes: Swift compares words in time by the square of the marks on a letter.
  /// - Parameter isFirst: a blank line stands before it.
  mutating func isText(_ line: Substring, isFirst: Bool) -> Bool {
    var columns = 0
    let rest = line.utf8.drop { byte in
      guard byte == 0x20 || byte == 0x09 else { return false }
      columns += byte == 0x20 ? 1 : 4 - columns % 4
      return true
    }
    let begins = PandocNesting.beginsItem(rest)
    guard columns < 4 else {
      // code in an item stands four columns behind its text, which itself stands behind the sign (CommonMark 0.31, 5.2)
      return isOpen && (begins || columns < 6)
    }
    if begins { isOpen = true } else if isFirst, columns == 0, !rest.isEmpty { isOpen = false }
    return true
  }

  /// `- `, `2. `, `[^a]: `
  private static func beginsItem(_ words: Substring.UTF8View) -> Bool {
    guard let sign = words.first else { return false }
    if sign == 0x2D || sign == 0x2A || sign == 0x2B { return words.dropFirst().first == 0x20 }
    if sign == 0x5B {
      guard words.dropFirst().first == 0x5E, let close = words.prefix(1000).firstIndex(of: 0x5D) else { return false }
      return words[close...].dropFirst().first == 0x3A
    }
    let number = words.prefix(10).prefix { $0 >= 0x30 && $0 <= 0x39 }
    guard !number.isEmpty, let end = words[number.endIndex...].first, end == 0x2E || end == 0x29 else { return false }
    return words[number.endIndex...].dropFirst().first == 0x20
  }
}
