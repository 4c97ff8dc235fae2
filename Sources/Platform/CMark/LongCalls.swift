internal import Libc

// Calls of notes over the end of a line, whose words the parser loses.

/// The text with another sign for the `^` of brackets that reach over the end of a line, and those signs with what they
/// stand for; nil where there are none. No note's label holds a line end; but of what it takes for a call without a note
/// the parser (cmark-gfm 0.29.0.gfm.6, `handle_close_bracket`) counts the columns as if all stood on one line, and drops
/// the rest. A `!` before such a bracket is another sign, too: without the `^` it would begin a picture, as it does not on
/// one line. Linear.
func withoutLongCalls(_ text: [UInt8]) -> (text: [UInt8], signs: [(sign: UInt8, of: UInt8)])? {
  // most texts have no such sign
  guard text.withUnsafeBytes({ $0.baseAddress.flatMap { memchr($0, 0x5E, text.count) } }) != nil else { return nil }
  var places: [Int] = []
  var escaped = -1
  /// Brackets that are open, and the ends of lines before each.
  var open: [(at: Int, line: Int, isBehindMark: Bool)] = []
  var line = 0
  var i = 0
  while i < text.count {
    switch text[i] {
    case 0x5C where i + 1 < text.count && text[i + 1] > 0x20:
      i += 1
      escaped = i
    case 0x0A, 0x0D: line += 1
    case 0x5B: open.append((i, line, i > 0 && text[i - 1] == 0x21 && escaped < i - 1))
    case 0x5D:
      if let last = open.popLast(), last.line < line, text[last.at + 1] == 0x5E {
        places.append(last.at + 1)
        if last.isBehindMark { places.append(last.at - 1) }
      }
    default: break
    }
    i += 1
  }
  guard !places.isEmpty else { return nil }
  let free = (UInt8(0x01)...0x08).filter { !text.contains($0) }
  guard free.count > 1 else { return nil }
  let signs: [(sign: UInt8, of: UInt8)] = [(free[0], 0x5E), (free[1], 0x21)]
  var text = text
  for place in places { text[place] = text[place] == 0x5E ? free[0] : free[1] }
  return (text, signs)
}

extension MarkdownNode {
  /// The node with what signs stand for in all its words.
  func replacing(_ signs: [(sign: UInt8, of: UInt8)]) -> MarkdownNode {
    func replaced(_ words: String) -> String {
      guard words.utf8.contains(where: { byte in signs.contains { $0.sign == byte } }) else { return words }
      return String(decoding: words.utf8.map { byte in signs.first { $0.sign == byte }?.of ?? byte }, as: UTF8.self)
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
