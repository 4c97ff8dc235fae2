/// The order in which HarfBuzz sets points and vowels: what a letter has within it and beside it before what it has below
/// and above.
///
/// Unicode's own order of the Hebrew and Arabic marks (fixed classes 10 to 35) is that of their code points, and not how
/// they stand. HarfBuzz puts them in the order of the SBL Hebrew manual, and the shadda before its vowel (its
/// `_HB_MODIFIED_COMBINING_CLASS_CCC`), and then knows no more which glyph shows which mark: a page has to say the letters
/// of all of these beside their glyphs. Text that comes in that order, which is canonically equivalent (UAX #15), keeps
/// each mark with its glyph.
package enum MarkOrder {
  /// Puts the marks behind each letter in order; no letter changes its place, and no text its length.
  /// Linear; texts without such marks are looked through once.
  package static func arrange(_ bytes: inout [UInt8], from start: Int) {
    bytes.withUnsafeMutableBufferPointer { bytes in orders.withUnsafeBufferPointer { arrange(bytes, from: start, $0) } }
  }

  private static func arrange(
    _ bytes: UnsafeMutableBufferPointer<UInt8>, from start: Int, _ orders: UnsafeBufferPointer<UInt8>
  ) {
    var i = start
    while i + 3 < bytes.count {
      let mark = order(bytes, i, orders)
      guard mark != 0 else {
        // nearly all of Hebrew
        if bytes[i] == 0xD7, bytes[i + 1] >= 0x80 {
          i += 2
          continue
        }
        // over a letter of two bytes or three; where the text is none, on
        i += bytes[i] < 0xC2 || bytes[i + 1] < 0x80 ? 1 : bytes[i] < 0xE0 ? 2 : 3
        continue
      }
      var end = i
      var isOrdered = true
      var last = mark
      while end + 1 < bytes.count {
        let next = order(bytes, end, orders)
        if next == 0 { break }
        if next < last { isOrdered = false }
        last = next
        end += 2
      }
      if !isOrdered, end - i <= 2 * longest, !maySetAnotherMark(bytes, end) { sort(bytes, i, end, orders) }
      i = end
    }
  }

  /// More marks on a letter are nobody's words.
  private static let longest = 16

  private static func sort(
    _ bytes: UnsafeMutableBufferPointer<UInt8>, _ start: Int, _ end: Int, _ orders: UnsafeBufferPointer<UInt8>
  ) {
    for k in stride(from: start + 2, to: end, by: 2) {
      var at = k
      // what is equal keeps its order
      while at > start, order(bytes, at, orders) < order(bytes, at - 2, orders) {
        bytes.swapAt(at, at - 2)
        bytes.swapAt(at + 1, at - 1)
        at -= 2
      }
    }
  }

  /// Whether a mark may stand there that has no order here: all but ASCII, letters of Hebrew and of Arabic, and
  /// signs of General Punctuation.
  private static func maySetAnotherMark(_ bytes: UnsafeMutableBufferPointer<UInt8>, _ i: Int) -> Bool {
    guard i + 1 < bytes.count, bytes[i] >= 0x80 else { return false }
    switch (bytes[i], bytes[i + 1]) {
    case (0xD7, 0x90...0xAA), (0xD6, 0xBE), (0xD8, 0xA0...0xBF), (0xD9, 0x80...0x8A), (0xD8, 0x8C), (0xD8, 0x9B),
      (0xC2, 0xAB), (0xC2, 0xBB), (0xE2, 0x80):
      return false
    default: return true
    }
  }

  /// The order of the mark at a byte; 0 for none, and for those that are set by other rules.
  @inline(__always)
  private static func order(
    _ bytes: UnsafeMutableBufferPointer<UInt8>, _ i: Int, _ orders: UnsafeBufferPointer<UInt8>
  ) -> UInt8 {
    switch bytes[i] {
    case 0xD6: orders[Int(bytes[i + 1] & 0x3F)]
    case 0xD7: orders[64 + Int(bytes[i + 1] & 0x3F)]
    case 0xD9: orders[128 + Int(bytes[i + 1] & 0x3F)]
    default: 0
    }
  }

  /// Of U+0580 to U+05FF, and of U+0640 to U+067F.
  private static let orders: [UInt8] = (0..<192).map { place in
    let scalar = place < 128 ? 0x580 + place : 0x5C0 + place
    return switch scalar {
    case 0x5C1: 10  // shin dot
    case 0x5C2: 11
    case 0x5BC: 12  // dagesh
    case 0x5BF: 13
    case 0x5B9, 0x5BA: 14  // holam
    case 0x5B1: 15
    case 0x5B2: 16
    case 0x5B3: 17
    case 0x5B5: 18
    case 0x5B6: 19
    case 0x5B7: 20
    case 0x5B8, 0x5C7: 21
    case 0x5B0: 22
    case 0x5B4: 23
    case 0x5BB: 24
    case 0x5BD: 25  // meteg
    case 0x651: 27  // shadda
    case 0x64B: 28
    case 0x64C: 29
    case 0x64D: 30
    case 0x64E: 31
    case 0x64F: 32
    case 0x650: 33
    case 0x652: 34
    case 0x670: 35
    default: 0
    }
  }
}
