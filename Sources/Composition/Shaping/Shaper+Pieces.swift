internal import Libc
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
  /// `runs` covers `bytes`; pieces come in logical order and leave out white space. What of it can be shaped
  /// alone is shaped once (`TextSegments`).
  package func pieces(
    of bytes: UnsafeBufferPointer<UInt8>, runs: [(end: Int, style: Int)], direction: FontLibrary.Direction
  ) -> [Piece] {
    let isOne = runs.allSatisfy { languages[$0.style] == languages[runs[0].style] }
    guard isOne, let segments = TextSegments.ranges(in: bytes, isRightToLeft: direction == .rightToLeft) else {
      return wholePieces(of: bytes, runs: runs, direction: direction)
    }
    var pieces: [Piece] = []
    var run = 0
    for (index, segment) in segments.enumerated() {
      while run < runs.count - 1, segment.lowerBound >= runs[run].end { run += 1 }
      guard segment.upperBound <= runs[run].end else {
        return wholePieces(of: bytes, runs: runs, direction: direction)
      }
      let part = UnsafeBufferPointer(rebasing: bytes[segment])
      let first = pieces.count
      segmentCache.add(part, style: runs[run].style, isRightToLeft: direction == .rightToLeft, to: &pieces) {
        wholePieces(of: part, runs: [(part.count, runs[run].style)], direction: direction, isSegment: true)
      }
      for place in first..<pieces.count {
        let bytes = pieces[place].bytes
        pieces[place].bytes = bytes.lowerBound + segment.lowerBound..<bytes.upperBound + segment.lowerBound
      }
      if index > 0, first < pieces.count {
        pieces[first].mayBreakBefore = true
        pieces[first].followsSpace = segments[index - 1].upperBound < segment.lowerBound
      }
    }
    return pieces
  }

  private func wholePieces(
    of bytes: UnsafeBufferPointer<UInt8>, runs: [(end: Int, style: Int)], direction: FontLibrary.Direction,
    isSegment: Bool = false
  ) -> [Piece] {
    var pieces: [Piece] = []
    guard bytes.count > 0 else { return [] }
    var flags: [BreakFlags] = []
    if !isSegment || !TextSegments.breaks(of: bytes, into: &flags) {
      var scalars = 0
      for byte in bytes where byte & 0xC0 != 0x80 { scalars += 1 }
      library.lineBreaks(in: bytes, scalars: scalars, style: libraryStyles[runs[0].style], into: &flags)
    }
    let hasIdeographs = FontLibrary.hasIdeographs(languages[runs[0].style])
    let handles = runs.map { (end: $0.end, style: libraryStyles[$0.style]) }
    let items =
      isSegment
      ? library.itemize(segment: bytes, style: handles[0].style, direction: direction)
      : library.itemize(bytes, runs: handles, direction: direction)
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
        // a soft hyphen parts no word: it is a break within it, at which a hyphen shows
      } while byte < limit && !isCut
        && (!flags[scalar].contains(.line) || level & 1 == 0 && Shaper.endsInSoftHyphen(bytes, at: byte))
        && !(flags[scalar].contains(.white) && bytes[byte] != 0xC2)
      byte = min(byte, bytes.count)
      let end = byte
      if level == 0, byte == items.items[item].bytes.upperBound, byte < runs[run].end, !flags[scalar].contains(.line) {
        let keycap = Shaper.enclosing(bytes, at: byte)
        byte += keycap.bytes
        scalar += keycap.scalars
      }
      let part = start..<byte
      let text = UnsafeBufferPointer(rebasing: bytes[part])
      // pieces that touch a neighbour may be joined to it: shaped in their context, never reused
      var touches =
        (!followsSpace && !mayBreak && start > 0)
        || (byte < bytes.count && !flags[scalar].contains(.white) && !flags[scalar].contains(.line))
        || closesUp(bytes, before: byte, language: languages[runs[run].style])
        || hasIdeographs && FontLibrary.isSharedMarks(bytes, part)
      // letters that join no others have no context but their own item: a word with a comma of another font behind it
      if touches, items.items[item].bytes == part, Shaper.isHebrew(text) { touches = false }
      let style = runs[run].style
      let hash = Shaper.hash(text, style: style, level: level | 0x80)
      var id = touches ? nil : find(text, hash: hash, style: style, level: level)
      if id == nil {
        runBuffer.removeAll(keepingCapacity: true)
        glyphBuffer.removeAll(keepingCapacity: true)
        library.shape(items, item: item, bytes: start..<end, runs: &runBuffer, glyphs: &glyphBuffer)
        if end < byte {
          library.shape(items, item: item + 1, bytes: end..<byte, runs: &runBuffer, glyphs: &glyphBuffer)
        }
        id = insert(
          text, base: start, hash: hash, style: style, level: level, flags: touches ? .isContextual : [],
          before: byte < bytes.count ? BreakRules.scalar(bytes, byte).0 : nil)
      }
      if let id {
        pieces.append(
          Piece(word: id, bytes: part, followsSpace: followsSpace, mayBreakBefore: mayBreak))
      }
      followsSpace = false
    }
    return pieces
  }
}

extension Shaper {
  /// How much of the text is a mark that encloses what stands before it, of another font: the key around 1️⃣.
  private static func enclosing(_ bytes: UnsafeBufferPointer<UInt8>, at start: Int) -> (bytes: Int, scalars: Int) {
    var (byte, scalars) = (start, 0)
    while byte < bytes.count {
      let (scalar, width) = BreakRules.scalar(bytes, byte)
      (byte, scalars) = (byte + width, scalars + 1)
      if (0x20DD...0x20E0).contains(scalar) || (0x20E2...0x20E4).contains(scalar) { return (byte - start, scalars) }
      // the chooser of a coloured form stands before it
      if scalar != 0xFE0F { break }
    }
    return (0, 0)
  }

  private static func endsInSoftHyphen(_ bytes: UnsafeBufferPointer<UInt8>, at end: Int) -> Bool {
    end >= 2 && bytes[end - 1] == 0xAD && bytes[end - 2] == 0xC2
  }

  /// All of a text is letters and points of Hebrew, which runs to the left.
  private static func isHebrew(_ text: UnsafeBufferPointer<UInt8>) -> Bool {
    guard text.count & 1 == 0 else { return false }
    var place = 0
    while place < text.count {
      // U+0580 to U+05FF
      guard text[place] == 0xD6 || text[place] == 0xD7, text[place + 1] & 0xC0 == 0x80 else { return false }
      place += 2
    }
    return true
  }
}

/// The pieces of parts of texts, by their bytes.
struct SegmentCache {
  private struct Entry {
    var bytes: Range<Int>
    var pieces: Range<Int>
    var style: Int
    var isRightToLeft: Bool
  }

  private var entries: [UInt32: Entry] = [:]
  private var bytes: [UInt8] = []
  private var pieces: [Shaper.Piece] = []
  /// A few megabytes; what comes later is made anew each time.
  private static let most = 1 << 16

  private func isEqual(_ known: Range<Int>, _ part: UnsafeBufferPointer<UInt8>) -> Bool {
    bytes.withUnsafeBytes { all in
      guard let all = all.baseAddress, let part = part.baseAddress else { return known.isEmpty }
      return memcmp(all + known.lowerBound, part, known.count) == 0
    }
  }

  /// Appends the pieces of a part, which `make` makes where they are not here yet.
  mutating func add(
    _ part: UnsafeBufferPointer<UInt8>, style: Int, isRightToLeft: Bool, to all: inout [Shaper.Piece],
    _ make: () -> [Shaper.Piece]
  ) {
    let hash = Shaper.hash(part, style: style, level: isRightToLeft ? 1 : 0)
    if let known = entries[hash] {
      if known.style == style, known.isRightToLeft == isRightToLeft, known.bytes.count == part.count,
        isEqual(known.bytes, part)
      {
        return all.append(contentsOf: pieces[known.pieces])
      }
      return all.append(contentsOf: make())
    }
    let made = make()
    all.append(contentsOf: made)
    guard entries.count < SegmentCache.most else { return }
    entries[hash] = Entry(
      bytes: bytes.count..<bytes.count + part.count, pieces: pieces.count..<pieces.count + made.count, style: style,
      isRightToLeft: isRightToLeft)
    bytes.append(contentsOf: part)
    pieces.append(contentsOf: made)
  }
}
