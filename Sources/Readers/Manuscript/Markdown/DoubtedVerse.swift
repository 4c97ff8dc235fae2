internal import CMark

extension MarkdownPassage {
  /// Whether a paragraph's lines look like a poem's whose ends no mark keeps: each begins with a capital, none is long,
  /// and many end though the next line's first word had found room on them.
  func looksLikeVerse(_ paragraph: MarkdownNode) -> Bool {
    let count = paragraph.endLine - paragraph.startLine + 1
    guard count >= 4, isWholeFile else { return false }
    let lines = (paragraph.startLine...paragraph.endLine).map { line in
      text[offset(line: line, column: 1)..<end(ofLine: line)].drop { $0.isBlank || $0 == UInt8(ascii: ">") }
    }
    let longest = max(lines.map(\.count).max() ?? 0, MarkdownPassage.leastWidth)
    guard longest <= MarkdownPassage.longestVerse else { return false }
    var (capitals, early) = (0, 0)
    for (index, line) in lines.enumerated() {
      // what is kept as it stands needs no doubt
      if index + 1 < count, line.last == UInt8(ascii: "\\") || line.suffix(2).allSatisfy(\.isBlank) { return false }
      if MarkdownPassage.beginsWithCapital(line) { capitals += 1 }
      guard index + 1 < count else { break }
      let word = lines[index + 1].prefix { $0 > 0x20 }
      if line.count + 1 + word.count <= longest { early += 1 }
    }
    return capitals * 5 >= count * 4 && early * 5 >= (count - 1) * 2
  }

  /// Bytes that a line has room for in any file, and that no line of verse goes past.
  private static let leastWidth = 50
  private static let longestVerse = 110

  private static func beginsWithCapital(_ line: ArraySlice<UInt8>) -> Bool {
    let words = String(decoding: line.prefix(40), as: UTF8.self)
    return words.unicodeScalars.first { $0.properties.isAlphabetic }?.properties.isUppercase ?? false
  }
}
