/// Prose whose paragraphs are set in by a tab or by four blanks, as typists do: to Markdown each would be code.
enum IndentedProse {
  /// Fewer may be anything.
  private static let leastParagraphs = 3

  /// The text with such paragraphs at the margin; nil where most paragraphs are not so, or say what no prose does.
  static func settled(_ text: [UInt8]) -> [UInt8]? {
    guard
      text[...].firstRange(ofBytes: [0x0A, 0x09]) != nil
        || text[...].firstRange(ofBytes: [0x0A, 0x20, 0x20, 0x20, 0x20]) != nil
    else { return nil }
    let lines = text.split(separator: 0x0A, omittingEmptySubsequences: false)
    var indented: [Int] = []
    var (paragraphs, isFirst, isFenced) = (0, true, false)
    for (index, line) in lines.enumerated() {
      let rest = line.drop { $0 == 0x20 || $0 == 0x09 || $0 == 0x0D }
      if rest.starts(with: "```".utf8) || rest.starts(with: "~~~".utf8) { isFenced.toggle() }
      defer { isFirst = rest.isEmpty }
      guard !rest.isEmpty, !isFenced else { continue }
      if isIndented(line) {
        guard isProse(rest) else { return nil }
        indented.append(index)
        if isFirst || indented.dropLast().last == index - 1 { paragraphs += 1 }
      } else if rest.first != 0x23 {
        // what is set in below an item or in a note is of it
        guard !isItem(rest), !rest.starts(with: "[^".utf8) else { return nil }
        paragraphs -= 1
      }
    }
    guard paragraphs >= leastParagraphs else { return nil }
    let gone = Set(indented)
    var made: [UInt8] = []
    made.reserveCapacity(text.count)
    for (index, line) in lines.enumerated() {
      if index > 0 { made.append(0x0A) }
      made += gone.contains(index) ? line.drop { $0 == 0x20 || $0 == 0x09 } : line
    }
    return made
  }

  private static func isIndented(_ line: ArraySlice<UInt8>) -> Bool {
    line.first == 0x09 || line.starts(with: [0x20, 0x20, 0x20, 0x20])
  }

  private static func isItem(_ words: ArraySlice<UInt8>) -> Bool {
    if let first = words.first, first == 0x2D || first == 0x2A || first == 0x2B || first == 0x3A {
      return words.dropFirst().first == 0x20
    }
    let figures = words.prefix { $0.isASCIIDigit }
    return !figures.isEmpty && figures.count < 4 && [0x2E, 0x29].contains(words[figures.endIndex...].first ?? 0)
  }

  /// Words with the signs that sentences have, and none of a program's.
  private static func isProse(_ words: ArraySlice<UInt8>) -> Bool {
    let signs = words.count { "{}<>=|\\/#$@+".utf8.contains($0) }
    let blanks = words.count { $0 == 0x20 }
    return signs == 0 && !isItem(words) && blanks * 12 >= words.count - 40
  }
}
