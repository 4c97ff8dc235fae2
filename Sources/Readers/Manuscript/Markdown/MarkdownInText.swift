internal import Bytes

/// Whether a file that is called a text is written in Markdown: two headings by `#` of different levels, or more of
/// one with other marks beside them. Nobody types `## Chapter 1` otherwise; a row of `#` alone parts scenes, and
/// comments of a program stand right below one another.
///
/// Text that is set in by four blanks would be code in Markdown: where much is, it is none.
package func isMarkdown(_ text: [UInt8]) -> Bool {
  guard text[...].firstRange(ofBytes: Array("# ".utf8)) != nil else { return false }
  var headings: [Int: Int] = [:]
  var (marks, setIn, paragraphs) = (0, 0, 0)
  var isBelowBlank = true
  for line in text.split(omittingEmptySubsequences: false, whereSeparator: { $0 == 0x0A || $0 == 0x0D }) {
    let indent = line.prefix { $0 == 0x20 }.count
    let words = line.dropFirst(indent)
    guard let first = words.first else {
      isBelowBlank = true
      continue
    }
    defer { isBelowBlank = false }
    if isBelowBlank {
      paragraphs += 1
      if indent >= 4 || first == 0x09 { setIn += 1 }
      let level = words.prefix { $0 == UInt8(ascii: "#") }.count
      let title = words.dropFirst(level)
      if indent < 4, (1...6).contains(level), title.first == 0x20,
        title.contains(where: { $0.isASCIILetter || $0 > 0x7F })
      {
        headings[level, default: 0] += 1
        continue
      }
    }
    if isMarked(words) { marks += 1 }
  }
  let count = headings.values.reduce(0, +)
  guard count >= 2, setIn <= count, paragraphs > count else { return false }
  return headings.count > 1 || count >= 3 && marks > 0 || marks >= 3
}

/// An item of a list, a fence, a link, words between two stars or double ones.
private func isMarked(_ words: ArraySlice<UInt8>) -> Bool {
  if ["- ", "* ", "+ ", "> ", "```", "!["].contains(where: { words.starts(with: Array($0.utf8)) }) { return true }
  if words.firstRange(ofBytes: Array("](".utf8)) != nil { return true }
  let stars = words.indices.filter { words[$0] == UInt8(ascii: "*") }
  guard let open = stars.first, stars.count >= 2, let close = stars.last, close > open + 1 else { return false }
  return words[open + 1] != 0x20 && words[close - 1] != 0x20
}
