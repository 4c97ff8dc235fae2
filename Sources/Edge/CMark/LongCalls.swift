internal import Glibc

// Calls of notes over the end of a line, whose words the parser loses.

/// The text with another sign for the `^` of brackets that reach over the end of a line, and that sign; nil where there
/// are none. No note's label holds a line end; but of what it takes for a call without a note the parser (cmark-gfm
/// 0.29.0.gfm.6, `handle_close_bracket`) counts the columns as if all stood on one line, and drops the rest. Linear.
func withoutLongCalls(_ text: [UInt8]) -> (text: [UInt8], sign: UInt8)? {
  // most texts have no such sign
  guard text.withUnsafeBytes({ $0.baseAddress.flatMap { memchr($0, 0x5E, text.count) } }) != nil else { return nil }
  var places: [Int] = []
  /// Brackets that are open, and the ends of lines before each.
  var open: [(at: Int, line: Int)] = []
  var line = 0
  var i = 0
  while i < text.count {
    switch text[i] {
    case 0x5C where i + 1 < text.count && text[i + 1] > 0x20: i += 1
    case 0x0A, 0x0D: line += 1
    case 0x5B: open.append((i, line))
    case 0x5D:
      if let last = open.popLast(), last.line < line, text[last.at + 1] == 0x5E { places.append(last.at + 1) }
    default: break
    }
    i += 1
  }
  guard !places.isEmpty, let sign = (0x01...0x08).first(where: { !text.contains($0) }) else { return nil }
  var text = text
  for place in places { text[place] = sign }
  return (text, sign)
}

extension MarkdownNode {
  /// The node with one sign for another in all its words.
  func replacing(_ sign: UInt8, by other: UInt8) -> MarkdownNode {
    func replaced(_ words: String) -> String {
      words.utf8.contains(sign) ? String(decoding: words.utf8.map { $0 == sign ? other : $0 }, as: UTF8.self) : words
    }
    var node = self
    node.literal = replaced(literal)
    switch kind {
    case .codeBlock(let info, let isFenced): node.kind = .codeBlock(info: replaced(info), isFenced: isFenced)
    case .link(let url): node.kind = .link(url: replaced(url))
    case .image(let url, let title): node.kind = .image(url: replaced(url), title: replaced(title))
    default: break
    }
    return node
  }
}
