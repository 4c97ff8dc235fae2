package import Pango

/// A `ShapedText` laid open for the hot loop that fills pages: valid only inside
/// `withPointers`.
package struct ShapedTextPointers {
  package let words: UnsafeBufferPointer<Word>
  package let glyphs: UnsafeBufferPointer<WordGlyph>
  package let runs: UnsafeBufferPointer<WordRun>
  package let breaks: UnsafeBufferPointer<WordBreak>
  package let text: UnsafeBufferPointer<UInt8>
  package let styles: UnsafeBufferPointer<MeasuredStyle>
  package let fonts: [LoadedFont]
}

extension ShapedText {
  package func withPointers<R>(_ body: (ShapedTextPointers) throws -> R) rethrows -> R {
    try words.withUnsafeBufferPointer { words in
      try glyphs.withUnsafeBufferPointer { glyphs in
        try runs.withUnsafeBufferPointer { runs in
          try breaks.withUnsafeBufferPointer { breaks in
            try text.withUnsafeBufferPointer { text in
              try styles.withUnsafeBufferPointer { styles in
                try body(
                  ShapedTextPointers(
                    words: words, glyphs: glyphs, runs: runs, breaks: breaks, text: text, styles: styles,
                    fonts: fonts))
              }
            }
          }
        }
      }
    }
  }
}

extension ShapedTextPointers {
  /// The character that begins at a byte.
  package func scalar(at byte: Int) -> UInt32 { byte < text.count ? BreakRules.scalar(text, byte).0 : 0 }

  /// Glyphs of part of a word, and the word and bytes that they belong
  /// to: another word where a ligature across an end of the part was undone.
  package func part(of id: WordID, bytes: Range<Int>) -> (word: WordID, glyphs: Range<Int>, bytes: Range<Int>) {
    var id = id
    var bytes = bytes
    let word = words[Int(id)]
    for point in breaks[Int(word.breakStart)..<Int(word.breakStart) + Int(word.breakCount)] {
      if Int(point.byte) == bytes.lowerBound, point.startWord != WordBreak.none {
        id = point.startWord
        bytes = 0..<bytes.count
        break
      }
      if Int(point.byte) == bytes.upperBound, point.endWord != WordBreak.none {
        id = point.endWord
        break
      }
    }
    let found = words[Int(id)]
    let all = glyphs[Int(found.glyphStart)..<Int(found.glyphStart) + Int(found.glyphCount)]
    if found.level & 1 == 1 {
      // the last letter's glyph comes first
      let first = all.firstIndex { Int($0.cluster) < bytes.upperBound } ?? all.endIndex
      let last = all.firstIndex { Int($0.cluster) < bytes.lowerBound } ?? all.endIndex
      return (id, first - all.startIndex..<max(first, last) - all.startIndex, bytes)
    }
    let first = all.firstIndex { Int($0.cluster) >= bytes.lowerBound } ?? all.endIndex
    let last = all.firstIndex { Int($0.cluster) >= bytes.upperBound } ?? all.endIndex
    return (id, first - all.startIndex..<max(first, last) - all.startIndex, bytes)
  }

  /// Sum of the advances of some of a word's glyphs, 1/1024 pt.
  package func advance(of word: Word, glyphs range: Range<Int>) -> Int32 {
    if range.count == Int(word.glyphCount) { return word.advance }
    var total: Int32 = 0
    for index in range { total += glyphs[Int(word.glyphStart) + index].advance }
    return total
  }

  /// Letters and digits in part of the table's text.
  package func letters(in range: Range<Int>) -> Int {
    var count = 0
    var i = range.lowerBound
    while i < range.upperBound {
      let (scalar, length) = BreakRules.scalar(text, i)
      if BreakRules.isLetterOrDigit(scalar) { count += 1 }
      i += length
    }
    return count
  }
}

extension Shaper {
  /// How far a line hangs that begins within a word, 1/1024 pt.
  package func leadingHang(of id: WordID, atByte byte: UInt16) -> Int32 {
    let word = text.words[Int(id)]
    for index in Int(word.breakStart)..<Int(word.breakStart) + Int(word.breakCount)
    where text.breaks[index].byte == byte {
      return text.breaks[index].leadingHang
    }
    return 0
  }
}

extension ShapedText {

  /// The widest part of a word between places where a line may end, hyphen included;
  /// cuts between letters do not count. 1/1024 pt.
  package func widestPiece(of id: WordID) -> Int32 {
    let word = words[Int(id)]
    let hyphen = styles[Int(word.style)].hyphenAdvance
    var widest: Int32 = 0
    var start: Int32 = 0
    for point in breaks[Int(word.breakStart)..<Int(word.breakStart) + Int(word.breakCount)] where !point.kind.isCut {
      let shows = point.kind != .open && point.kind != .ownHyphen
      widest = max(widest, point.before - start + point.endCorrection + (shows ? hyphen : 0))
      start = point.before - point.startCorrection
    }
    return max(widest, word.advance - start)
  }
}
