// Which signs of italics, of bold and of spaced-out words pair.

extension InlineWriter {
  /// Whether the signs of the paragraph pair up: opened before a word, closed after one.
  func pairs(_ sign: UInt8, in ranges: [Range<Int>]) -> Bool {
    var count = 0
    var openedInWord = false
    return text.withUnsafeBufferPointer { text in
      for range in ranges {
        var next = range.lowerBound
        while let i = EightBytes.first(sign, or: sign, in: text, next..<range.upperBound) {
          next = i + 1
          let before = i > range.lowerBound ? text[i - 1] : 0x20
          let after = i + 1 < range.upperBound ? text[i + 1] : 0x20
          if before == sign || after == sign || isQuoted(i, in: range, text) { return false }
          if count % 2 == 0 {
            if after == 0x20 { return false }
            openedInWord = isWord(before)
          } else {
            if before == 0x20 && i > range.lowerBound { return false }
            if openedInWord, isWord(after) { return false }
            if sign != 0x5F, isWord(after) { return false }
          }
          // `~/notes` is a place, `~10` a guess
          if sign == 0x7E, count % 2 == 0, !isWord(after) && after != 0x22 && after != 0xE2 && after != 0xC2 {
            return false
          }
          if sign != 0x5F, count % 2 == 0, openedInWord || after.isASCIIDigit { return false }
          count += 1
        }
      }
      return count > 0 && count % 2 == 0
    }
  }

  /// Upright words within italics, with signs of their own: `_SCENE, _Peachum's_ House._`
  func nestsItalics(in ranges: [Range<Int>]) -> Bool {
    var depth = 0
    var deepest = 0
    for range in ranges {
      for i in range where text[i] == 0x5F {
        let before = i > range.lowerBound ? text[i - 1] : 0x20
        let after = i + 1 < range.upperBound ? text[i + 1] : 0x20
        guard before != 0x5F, after != 0x5F else { return false }
        let opens = after != 0x20 && (before == 0x20 || before == 0x28 || before == 0x5B)
        let closes = before != 0x20 && !isWord(after)
        guard opens != closes else { return false }
        depth += opens ? 1 : -1
        guard (0...2).contains(depth) else { return false }
        deepest = max(deepest, depth)
      }
    }
    return depth == 0 && deepest == 2
  }

  /// Where one sign of a paragraph is odd: those that open before a word and close behind the next one's end.
  func pairsAmongOthers(_ sign: UInt8, in ranges: [Range<Int>]) -> Set<Int> {
    var signs: [(at: Int, opens: Bool, closes: Bool)] = []
    for range in ranges {
      for i in range where text[i] == sign {
        let before = i > range.lowerBound ? text[i - 1] : 0x20
        let after = i + 1 < range.upperBound ? text[i + 1] : 0x20
        guard before != sign, after != sign else { return [] }
        if text.withUnsafeBufferPointer({ isQuoted(i, in: range, $0) }) { continue }
        signs.append((i, after != 0x20 && !isWord(before), before != 0x20 && !isWord(after)))
      }
    }
    var found: Set<Int> = []
    var k = 0
    while k + 1 < signs.count {
      if signs[k].opens, signs[k + 1].closes {
        found.formUnion([signs[k].at, signs[k + 1].at])
        k += 2
      } else {
        k += 1
      }
    }
    return found
  }

  /// The signs of several paragraphs together pair up.
  func pairsItalics(in ranges: [Range<Int>]) -> Bool { pairs(0x5F, in: ranges) }

  /// A sign alone in quotes or brackets, `_`, '=' or (~), is spoken of and marks nothing.
  private func isQuoted(_ i: Int, in range: Range<Int>, _ text: UnsafeBufferPointer<UInt8>) -> Bool {
    guard i > range.lowerBound, i + 1 < range.upperBound else { return false }
    switch (text[i - 1], text[i + 1]) {
    case (0x60, 0x60), (0x27, 0x27), (0x22, 0x22), (0x28, 0x29), (0x5B, 0x5D), (0x7C, 0x7C), (0x60, 0x27): return true
    case (0x98, 0xE2), (0x9C, 0xE2):  // ‘_’ and “_”
      return i - 3 >= range.lowerBound && i + 3 < range.upperBound && text[i - 3] == 0xE2 && text[i - 2] == 0x80
        && text[i + 2] == 0x80 && text[i + 3] == text[i - 1] + 1
    default: return false
    }
  }

  private func isWord(_ byte: UInt8) -> Bool {
    byte.isASCIILetter || byte.isASCIIDigit || byte >= 0xC3 && byte != 0xE2
  }
}
