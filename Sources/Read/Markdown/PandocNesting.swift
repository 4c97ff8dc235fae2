/// Which lines that are set in belong to the text of a list's item or a note rather than to code.
struct PandocNesting {
  /// A list or a note is open.
  private var isOpen = false

  /// Whether a line's marks are to be read.
  /// - Parameter isFirst: a blank line stands before it.
  mutating func isText(_ line: Substring, isFirst: Bool) -> Bool {
    var columns = 0
    let rest = line.drop { sign in
      guard sign == " " || sign == "\t" else { return false }
      columns += sign == " " ? 1 : 4 - columns % 4
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
  private static func beginsItem(_ words: Substring) -> Bool {
    guard let sign = words.first else { return false }
    if "-*+".contains(sign) { return words.dropFirst().first == " " }
    if sign == "[" { return words.hasPrefix("[^") && words.prefix(1000).contains("]:") }
    let number = words.prefix(10).prefix { $0.isASCII && $0.isNumber }
    guard !number.isEmpty, let end = words[number.endIndex...].first, end == "." || end == ")" else { return false }
    return words[number.endIndex...].dropFirst().first == " "
  }
}
