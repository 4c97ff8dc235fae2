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
          if readsScripts, script(at: i, in: range) != nil { continue }
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
      for i in range where text[i] == 0x5F && script(at: i, in: range) == nil {
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
      for i in range where text[i] == sign && script(at: i, in: range) == nil {
        let before = i > range.lowerBound ? text[i - 1] : 0x20
        let after = i + 1 < range.upperBound ? text[i + 1] : 0x20
        // `Mr. ____`: a row of them is a blank
        if before == sign || after == sign { continue }
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

  /// All of a sign stand around words, `+word+`, and none in a frame of a table, a sum or code.
  func pairsFrames(_ sign: UInt8, in ranges: [Range<Int>]) -> Bool {
    for range in ranges {
      var open: Int?
      for i in range where text[i] == sign {
        let before = i > range.lowerBound ? text[i - 1] : 0x20
        let after = i + 1 < range.upperBound ? text[i + 1] : 0x20
        guard let start = open else {
          guard after.isASCIILetter || after >= 0x80, !isWord(before), before != sign, before != 0x5C else {
            return false
          }
          open = i + 1
          continue
        }
        let words = text[start..<i]
        guard before > 0x20, before != sign, !isWord(after), after != sign,
          words.allSatisfy({ $0.isASCIILetter || $0 >= 0x80 || ($0 >= 0x20 && $0 < 0x2F && $0 != 0x2B && $0 != 0x23) })
        else { return false }
        open = nil
      }
      if open != nil { return false }
    }
    return true
  }

  /// The signs of several paragraphs together pair up.
  func pairsItalics(in ranges: [Range<Int>]) -> Bool { pairs(0x5F, in: ranges) }

  /// What a sign raises or lowers, and where that ends with its brackets: `^{th}`, `_{2}`; or a letter or a number behind
  /// the sign alone, `y^e`, `10^6`.
  func script(at i: Int, in range: Range<Int>) -> (text: Range<Int>, end: Int)? {
    guard readsScripts, text[i] == 0x5E || text[i] == 0x5F, i > range.lowerBound, i + 1 < range.upperBound,
      isWord(text[i - 1]) || [0x29, 0x5D, 0x7D, 0x5F].contains(text[i - 1])
    else { return nil }
    if text[i + 1] == 0x7B {
      let inner = text[(i + 2)..<min(i + 42, range.upperBound)]
      guard let end = inner.firstIndex(where: { $0 == 0x7D || $0 == 0x7B }), text[end] == 0x7D, end > i + 2 else {
        return nil
      }
      return (i + 2..<end, end + 1)
    }
    guard text[i] == 0x5E else { return nil }
    let rest = text[(i + 1)..<range.upperBound]
    let digits = rest.prefix { $0.isASCIIDigit }
    let end = digits.isEmpty ? i + 2 : digits.endIndex
    guard text[i + 1].isASCIILetter || (1...3).contains(digits.count), end >= range.upperBound || !isWord(text[end])
    else { return nil }
    return (i + 1..<end, end)
  }

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

extension PlainTextSource {
  /// Whether a file types its italics between stars, `*so*`, as mail has them: often, and nearly whenever it has stars
  /// within lines.
  func typesStars(_ body: Range<Int>) -> Bool {
    var (pairs, others) = (0, 0)
    var open: Int?
    for i in body {
      if lines[i].blanksBefore > 0 { open = nil }
      guard lines[i].signs.contains(.calls) else { continue }
      let range = bytes(ofLine: i)
      // a bullet, a row
      for k in range.dropFirst() where file.text[k] == 0x2A {
        let after = k + 1 < range.upperBound ? file.text[k + 1] : 0x20
        let before = file.text[k - 1]
        if before == 0x2A || after == 0x2A { continue }
        if open == nil, !isWordByte(before), isWordByte(after) {
          open = k
        } else if open != nil, before > 0x20, !isWordByte(after) {
          (open, pairs) = (nil, pairs + 1)
        } else {
          others += 1
        }
      }
    }
    return pairs >= 8 && pairs > others
  }
}
