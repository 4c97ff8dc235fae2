internal import CMark

/// Finds where a block's inlines stand in its source, one after another. The parser's own
/// inline positions go wrong after link definitions, in lazy lines and after long code
/// spans; its block positions are right, so only the block's bytes are searched.
struct MarkdownCursor {
  private let text: [UInt8]
  private(set) var at: Int
  private let end: Int
  /// Quotations around the block: so many `>` may begin each of its lines.
  private let quoteDepth: Int

  /// No text is looked for further ahead than so many bytes: a miss must not cost the whole block.
  private static let reach = 4096

  init(_ passage: MarkdownPassage, block: MarkdownNode, quoteDepth: Int) {
    text = passage.text
    at = passage.offset(line: block.startLine, column: block.startColumn)
    let last = max(block.endLine, block.startLine)
    end =
      block.kind == .tableCell
      ? passage.offset(line: last, column: block.endColumn + 1) : passage.end(ofLine: last)
    self.quoteDepth = quoteDepth
    if block.kind == .paragraph { skipDefinitions() }
    switch block.kind {
    case .heading: while at < end, text[at] == 0x23 || text[at].isBlank { at += 1 }
    case .tableCell: while at < end, text[at].isBlank { at += 1 }
    default: break
    }
  }

  /// Link definitions at a paragraph's head leave no node behind.
  private mutating func skipDefinitions() {
    while at < end, text[at] == 0x5B, let next = linkDefinitionEnd(text, at, end), next.end < end {
      at = next.end
      nextLine()
    }
  }

  /// Past the line end and what stands before the next line's own text.
  mutating func nextLine() {
    while at < end, text[at] != 0x0A, text[at] != 0x0D { at += 1 }
    guard at < end else { return }
    if text[at] == 0x0D, at + 1 < end, text[at + 1] == 0x0A { at += 1 }
    at += 1
    skipMargin()
  }

  private mutating func skipMargin() {
    var quotes = 0
    while at < end {
      if text[at] == 0x3E, quotes < quoteDepth {
        quotes += 1
      } else if text[at] != 0x20, text[at] != 0x09 {
        return
      }
      at += 1
    }
  }

  /// Goes to where a literal begins; stays where it is not found.
  private mutating func seek(_ literal: UnsafeBufferPointer<UInt8>) {
    guard let first = literal.first else { return }
    var i = at
    let limit = min(end, at + MarkdownCursor.reach)
    let sample = min(literal.count, 12)
    // signs that end what is emphasised, of which the text says nothing
    var isBehindSigns = true
    while i < limit {
      let byte = text[i]
      // An escape or an entity may be the literal's first byte; nearest wins.
      if byte == 0x5C, i + 1 < end, text[i + 1] == first, isPunctuation(first) { break }
      if byte == 0x26, entityEnd(i) != nil, !(first == 0x26 && matches(literal, sample, at: i)), isBehindSigns { break }
      if byte == first, matches(literal, sample, at: i) { break }
      isBehindSigns = isBehindSigns && isPunctuation(byte)
      i += 1
    }
    if i < limit { at = i }
  }

  private func matches(_ literal: UnsafeBufferPointer<UInt8>, _ count: Int, at start: Int) -> Bool {
    for k in 0..<count {
      guard start + k < end else { return false }
      let byte = text[start + k]
      // from an escape or an entity on, the bytes differ and prove nothing
      if k > 0, byte == 0x5C || byte == 0x26 { return true }
      if byte != literal[k] { return false }
    }
    return true
  }

  /// How many bytes from here on are those of the literal, eight by eight, and begin no escape or entity.
  private func plainCount(as literal: UnsafeBufferPointer<UInt8>, from q: Int) -> Int {
    text.withUnsafeBufferPointer { text in
      let most = min(literal.count - q, end - at)
      var count = 0
      while count + 8 <= most {
        let (here, there) = (EightBytes(text, at: at + count), EightBytes(literal, at: q + count))
        guard here.bits == there.bits, here.equal(0x5C) | here.equal(0x26) == 0 else { break }
        count += 8
      }
      return max(count, 0)
    }
  }

  /// Tells the stretches of a text literal with the source offset of each.
  mutating func text(_ literal: UnsafeBufferPointer<UInt8>, _ body: (Range<Int>, Int) -> Void) {
    seek(literal)
    var q = 0
    while q < literal.count {
      let first = q
      let start = at
      let plain = plainCount(as: literal, from: q)
      (q, at) = (q + plain, at + plain)
      while q < literal.count, at < end, text[at] == literal[q] {
        if text[at] == 0x5C, at + 1 < end, isPunctuation(text[at + 1]) { break }
        if text[at] == 0x26, entityEnd(at) != nil { break }
        q += 1
        at += 1
      }
      if q > first { body(first..<q, start) }
      guard q < literal.count else { return }
      let here = at
      guard at < end else {
        body(q..<literal.count, here)
        return
      }
      if text[at] == 0x5C, at + 1 < end, text[at + 1] == literal[q] {
        body(q..<q + 1, at + 1)
        q += 1
        at += 2
      } else if text[at] == 0x26, let stop = entityEnd(at) {
        let next = min(q + scalarLength(literal[q]), literal.count)
        let name = at + 1..<stop
        let isWhole = literal[q] == 0x26 && next + name.count <= literal.count
        if isWhole, name.allSatisfy({ text[$0] == literal[next + $0 - name.lowerBound] }) {
          // no entity after all: it stands for itself
          body(q..<next, at)
          at += 1
        } else {
          body(q..<next, at)
          at = stop
        }
        q = next
      } else {
        // Lost: the rest counts from here.
        body(q..<literal.count, here)
        return
      }
    }
  }

  /// The same for a code span: no escapes, line ends become spaces.
  mutating func code(_ literal: UnsafeBufferPointer<UInt8>, _ body: (Range<Int>, Int) -> Void) {
    while at < end, text[at] != 0x60 { at += 1 }
    let open = at
    while at < end, text[at] == 0x60 { at += 1 }
    let ticks = at - open
    if at < end, let first = literal.first, text[at] != first, text[at].isBlankOrLineEnd {
      if text[at] == 0x20 { at += 1 } else { nextLine() }
    }
    var q = 0
    while q < literal.count {
      let first = q
      let start = at
      while q < literal.count, at < end, text[at] == literal[q] {
        q += 1
        at += 1
      }
      if q > first { body(first..<q, start) }
      guard q < literal.count else { break }
      if at < end, literal[q] == 0x20, text[at] == 0x0A || text[at] == 0x0D {
        body(q..<q + 1, at)
        q += 1
        nextLine()
      } else {
        body(q..<literal.count, at)
        break
      }
    }
    // the closing ticks, after a space at most
    var close = at
    while close < end, close < at + 3, text[close] != 0x60 { close += 1 }
    if close < end, text[close] == 0x60 { at = min(close + ticks, end) }
  }

  /// Past raw HTML; where it begins.
  mutating func html(_ literal: UnsafeBufferPointer<UInt8>) -> Int {
    seek(literal)
    let start = at
    for byte in literal where at < end {
      if byte == 0x0A || byte == 0x0D { nextLine() } else { at += 1 }
    }
    return start
  }

  /// Past `[^label]`; where it begins, and its label as it is written.
  mutating func noteReference() -> (start: Int, label: ArraySlice<UInt8>) {
    var i = at
    while i + 1 < end, !(text[i] == 0x5B && text[i + 1] == 0x5E) { i += 1 }
    guard i + 1 < end else { return (at, []) }
    let start = i
    while i < end, text[i] != 0x5D { i += 1 }
    at = min(i + 1, end)
    return (start, text[(start + 2)..<i])
  }

  /// To the `[` of a link or the `![` of an image, where one is near; where it begins.
  /// - Parameter words: which a link begins with: what stands there without a bracket before it links itself.
  mutating func linkStart(isImage: Bool, words: String = "") -> Int {
    var i = at
    let limit = min(end, at + 16)
    while i < limit, text[i] != (isImage ? 0x21 : 0x5B) {
      if let first = words.utf8.first, text[i] == first, text[i..<end].starts(with: words.utf8) { return at }
      i += 1
    }
    guard i < limit else { return at }
    at = min(i + (isImage ? 2 : 1), end)
    return i
  }

  /// Past `](target "title")`, `][label]` or `]`; nothing for an address that links itself.
  mutating func linkEnd() {
    var i = at
    while i < end, i < at + 8, text[i] == 0x2A || text[i] == 0x5F || text[i] == 0x7E || text[i] == 0x20 { i += 1 }
    guard i < end, text[i] == 0x5D else { return }
    at = i + 1
    guard at < end, text[at] == 0x28 || text[at] == 0x5B else { return }
    let open = text[at]
    let close: UInt8 = open == 0x28 ? 0x29 : 0x5D
    var depth = 0
    var quote: UInt8 = 0
    i = at
    while i < min(end, at + MarkdownCursor.reach) {
      let byte = text[i]
      if byte == 0x5C {
        i += 1
      } else if quote != 0 {
        if byte == quote { quote = 0 }
      } else if open == 0x28, byte == 0x22 || byte == 0x27, text[i - 1].isBlankOrLineEnd {
        quote = byte
      } else if byte == open {
        depth += 1
      } else if byte == close {
        depth -= 1
        if depth == 0 {
          at = min(i + 1, end)
          return
        }
      }
      i += 1
    }
  }

  private func entityEnd(_ i: Int) -> Int? {
    var k = i + 1
    guard k < end else { return nil }
    if text[k] == 0x23 { k += 1 }
    let first = k
    while k < end, k - i < 34, text[k].isASCIIAlphanumeric { k += 1 }
    return k > first && k < end && text[k] == 0x3B ? k + 1 : nil
  }

  private func isPunctuation(_ byte: UInt8) -> Bool { byte > 0x20 && byte < 0x7F && !byte.isASCIIAlphanumeric }
  private func scalarLength(_ byte: UInt8) -> Int { byte < 0x80 ? 1 : byte < 0xE0 ? 2 : byte < 0xF0 ? 3 : 4 }
}
