/// A stretch of a raw manuscript and what it means for the words expected.
enum ManuscriptPiece {
  case text(Range<Int>)
  /// Words that may or may not be printed: note marks, the word of a picture marker.
  case optional(Range<Int>)
  /// What calls a note, printed as its number.
  case call(Range<Int>)
  /// One scalar written in another way, such as an entity.
  case scalar(UInt32, at: Int)
  /// Markup without words; a boundary when it also parts words.
  case nothing(isBoundary: Bool)
}

/// Parts a manuscript into words and markup, knowing of each format only what
/// decides whether letters are words. Every byte is looked at a bounded number of times.
/// Markdown is known as a whole (`MarkdownWords`).
func forEachPiece(
  of bytes: UnsafeBufferPointer<UInt8>, in range: Range<Int>, markup: VerificationSource.Markup,
  _ body: (ManuscriptPiece) -> Void
) {
  var scanner = PieceScanner(bytes: bytes, range: range)
  switch markup {
  case .plain, .markdown: scanner.scanPlain(body)
  case .html: scanner.scanHTML(body)
  case .word: scanner.scanWord(body)
  }
}

struct PieceScanner {
  let bytes: UnsafeBufferPointer<UInt8>
  let range: Range<Int>
  /// Beginning of the text not yet handed over.
  var textStart: Int

  init(bytes: UnsafeBufferPointer<UInt8>, range: Range<Int>) {
    self.bytes = bytes
    self.range = range
    textStart = range.lowerBound
  }

  /// Hands over the text up to `end`, then goes on at `next`.
  mutating func flush(to end: Int, next: Int, _ body: (ManuscriptPiece) -> Void) {
    if end > textStart { body(.text(textStart..<end)) }
    textStart = next
  }

  mutating func scanPlain(_ body: (ManuscriptPiece) -> Void) {
    var i = range.lowerBound
    while i < range.upperBound {
      let byte = bytes[i]
      if byte == UInt8(ascii: "[") || byte == UInt8(ascii: "(") || byte == UInt8(ascii: "{"),
        let inner = markLetters(after: i)
      {
        flush(to: i + 1, next: inner.upperBound, body)
        body(.optional(inner))
        i = inner.upperBound
      } else {
        i += 1
      }
    }
    flush(to: range.upperBound, next: range.upperBound, body)
  }

  /// The letters of `[1]`, `(12)`, `[A]`, `[b]`, `[^note]`, `[Footnote 3: …` or
  /// `[Illustration…` after the bracket at `open`; nil when it is none of them.
  func markLetters(after open: Int) -> Range<Int>? {
    let start = open + 1
    let end = min(range.upperBound, start + 40)
    guard start < end else { return nil }
    let isSquare = bytes[open] == UInt8(ascii: "[")
    // `{12a}` as well
    let close: UInt8 = bytes[open] == UInt8(ascii: "(") ? UInt8(ascii: ")") : bytes[open] + 2
    var i = start
    while i < end, isDigit(bytes[i]) { i += 1 }
    if i > start, i < end, bytes[open] != UInt8(ascii: "("), (0x61...0x7A).contains(bytes[i]) { i += 1 }
    if i > start, i - start <= 5, i < end, bytes[i] == close { return start..<i }
    guard isSquare else { return nil }
    if bytes[start] == UInt8(ascii: "^") {
      guard let stop = bytes[start..<end].firstIndex(of: close) else { return nil }
      return start..<stop
    }
    if start + 1 < end, isLetter(bytes[start]), bytes[start + 1] == close { return start..<(start + 1) }
    for word in PieceScanner.markerWords where start + word.count <= end {
      guard zip(word, bytes[start...]).allSatisfy({ $0 == ($1 | 0x20) }) else { continue }
      var stop = start + word.count
      while stop < end, bytes[stop] == 0x20 || isDigit(bytes[stop]) { stop += 1 }
      if stop < end, bytes[stop] == close || bytes[stop] == UInt8(ascii: ":") { return start..<stop }
    }
    return nil
  }

  /// In lower case; distributed proofreaders' markers for what is no part of the text.
  private static let markerWords = ["illustration", "music illustration", "footnote", "blank page"].map {
    Array($0.utf8)
  }

  func isDigit(_ byte: UInt8) -> Bool { byte >= 0x30 && byte <= 0x39 }
  func isCapital(_ byte: UInt8) -> Bool { byte >= 0x41 && byte <= 0x5A }
  func isLetter(_ byte: UInt8) -> Bool { isCapital(byte & 0xDF) }

  /// An entity at `i`, with the offset after it.
  func entityPiece(at i: Int) -> (scalar: UInt32, next: Int)? {
    let end = min(range.upperBound, i + 12)
    guard let stop = bytes[i..<end].firstIndex(of: UInt8(ascii: ";")), stop > i + 1,
      let scalar = entity(UnsafeBufferPointer(rebasing: bytes[(i + 1)..<stop]))
    else { return nil }
    return (scalar.value, stop + 1)
  }

  func matches(_ word: StaticString, at i: Int) -> Bool {
    let count = word.utf8CodeUnitCount
    guard i + count <= range.upperBound else { return false }
    return word.withUTF8Buffer { word in
      for k in 0..<count where word[k] != bytes[i + k] && word[k] != bytes[i + k] | 0x20 { return false }
      return true
    }
  }
}
