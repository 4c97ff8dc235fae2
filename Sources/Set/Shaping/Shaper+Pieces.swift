package import Pango

/// Paragraphs of other scripts, or of several directions, shaped as a whole.
extension Shaper {
  /// What a paragraph of another script, or of several directions, is parted into.
  package struct Piece: Sendable {
    package var word: WordID
    package var bytes: Range<Int>
    /// White space stands before the piece.
    package var followsSpace: Bool
    /// A line may begin with this piece.
    package var mayBreakBefore: Bool
  }

  /// Shapes a paragraph as a whole: bidi, joining scripts, scripts without spaces.
  /// `runs` covers `bytes`; pieces come in logical order and leave out white space.
  package func pieces(
    of bytes: UnsafeBufferPointer<UInt8>, runs: [(end: Int, style: Int)], direction: FontLibrary.Direction
  ) -> [Piece] {
    var pieces: [Piece] = []
    guard bytes.count > 0 else { return [] }
    var scalars = 0
    for byte in bytes where byte & 0xC0 != 0x80 { scalars += 1 }
    var flags: [BreakFlags] = []
    library.lineBreaks(in: bytes, scalars: scalars, style: libraryStyles[runs[0].style], into: &flags)
    let handles = runs.map { (end: $0.end, style: libraryStyles[$0.style]) }
    let items = library.itemize(bytes, runs: handles, direction: direction)
    var byte = 0
    var scalar = 0
    var run = 0
    var item = 0
    var followsSpace = false
    // A word that runs right to left is cut here, where its letters still stand in their context.
    var isCut = false
    while byte < bytes.count {
      while item < items.count - 1, byte >= items.items[item].bytes.upperBound { item += 1 }
      while run < runs.count - 1, byte >= runs[run].end { run += 1 }
      if flags[scalar].contains(.white), bytes[byte] != 0xC2 {  // a no-break space (C2 A0) is no place to part
        followsSpace = true
        byte += BreakRules.scalar(bytes, byte).1
        scalar += 1
        continue
      }
      let start = byte
      let mayBreak = flags[scalar].contains(.line) || isCut
      let level = items.items[item].level
      var clusters = 0
      let limit = min(items.items[item].bytes.upperBound, runs[run].end, start + Shaper.longestWord)
      repeat {
        byte += BreakRules.scalar(bytes, byte).1
        scalar += 1
        if flags[scalar].contains(.cursor) { clusters += 1 }
        isCut = level % 2 == 1 && clusters == Shaper.longestBackward
      } while byte < limit && !isCut && !flags[scalar].contains(.line)
        && !(flags[scalar].contains(.white) && bytes[byte] != 0xC2)
      byte = min(byte, bytes.count)
      let part = start..<byte
      let text = UnsafeBufferPointer(rebasing: bytes[part])
      // pieces that touch a neighbour may be joined to it: shaped in their context, never reused
      let touches =
        (!followsSpace && !mayBreak && start > 0)
        || (byte < bytes.count && !flags[scalar].contains(.white) && !flags[scalar].contains(.line))
        || closesUp(bytes, before: byte)
      let style = runs[run].style
      let hash = Shaper.hash(text, style: style, level: level | 0x80)
      var id = touches ? nil : find(text, hash: hash, style: style, level: level)
      if id == nil {
        runBuffer.removeAll(keepingCapacity: true)
        glyphBuffer.removeAll(keepingCapacity: true)
        library.shape(items, item: item, bytes: part, runs: &runBuffer, glyphs: &glyphBuffer)
        id = insert(
          text, base: start, hash: hash, style: style, level: level, flags: touches ? .isContextual : [],
          before: byte < bytes.count ? BreakRules.scalar(bytes, byte).0 : nil)
      }
      if let id {
        pieces.append(
          Piece(word: id, bytes: part, followsSpace: followsSpace, mayBreakBefore: mayBreak || followsSpace))
      }
      followsSpace = false
    }
    return pieces
  }
}
