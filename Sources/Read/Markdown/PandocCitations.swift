/// Citations of pandoc's, set by their keys: `[see @knuth84, p. 3]` as `(see knuth84, p. 3)`. What they stand for
/// only pandoc knows, which has the list of books.
struct PandocCitations {
  private(set) var count = 0
  /// The line of the first.
  private(set) var line = 0
  /// The file has a list of books, or cites in brackets: then a key in the text is no user's name.
  private let hasBooks: Bool

  init(_ lines: [Substring]) {
    // what pandoc's front matter says; a look at brackets costs no more than reading them
    hasBooks = lines.contains { line in
      if line.hasPrefix("bibliography:") || line.hasPrefix("references:") { return true }
      guard line.utf8.contains(0x40), let open = line.firstIndex(of: "[") else { return false }
      return line[open...].indices.contains { line[$0] == "[" && PandocCitations.bracket(line, $0) != nil }
    }
  }

  /// What is set for the citation that begins at a bracket or a sign, and where that ends.
  mutating func citation(_ line: Substring, _ at: Substring.Index, _ number: Int) -> (String, Substring.Index)? {
    guard line[at] == "[" ? true : hasBooks else { return nil }
    let found = line[at] == "[" ? PandocCitations.bracket(line, at) : PandocCitations.bare(line, at)
    guard let found else { return nil }
    if count == 0 { self.line = number }
    count += 1
    return found
  }

  private static func bracket(_ line: Substring, _ at: Substring.Index) -> (String, Substring.Index)? {
    let start = line.index(after: at)
    guard let close = line[start...].firstIndex(where: { $0 == "]" || $0 == "[" }), line[close] == "]" else {
      return nil
    }
    let end = line.index(after: close)
    // words of a link, or its definition
    if end < line.endIndex, "([:{".contains(line[end]) { return nil }
    var made = ""
    var hasKey = false
    var i = start
    while i < close {
      if line[i] == "@" || line[i] == "-" && line[line.index(after: i)] == "@",
        let (key, next) = bare(line, i, from: start)
      {
        made += key
        hasKey = true
        i = next
      } else {
        made.append(line[i])
        i = line.index(after: i)
      }
    }
    return hasKey ? ("(" + made + ")", end) : nil
  }

  /// A key behind its sign, which stands at a word's beginning.
  /// - Parameter start: a place where a key may begin, whatever stands before it.
  private static func bare(
    _ line: Substring, _ at: Substring.Index, from start: Substring.Index? = nil
  ) -> (String, Substring.Index)? {
    if at > line.startIndex, at != start {
      let before = line[line.index(before: at)]
      guard before.isWhitespace || "(;-–—\"“".contains(before) else { return nil }
    }
    var start = line.index(after: at)
    if line[at] == "-" { start = line.index(after: start) }
    guard start < line.endIndex else { return nil }
    if line[start] == "{" {
      guard let close = line[start...].firstIndex(of: "}"), line.index(after: start) < close else { return nil }
      return (String(line[line.index(after: start)..<close]), line.index(after: close))
    }
    guard line[start].isLetter || line[start].isNumber || line[start] == "_" else { return nil }
    var key = line[start...].prefix { $0.isLetter || $0.isNumber || "_:.#$%&-+?<>~/".contains($0) }
    // a key ends in a letter or figure (pandoc's manual, "Citation syntax")
    while let last = key.last, !last.isLetter, !last.isNumber, last != "_" { key = key.dropLast() }
    return key.isEmpty ? nil : (String(key), key.endIndex)
  }
}
