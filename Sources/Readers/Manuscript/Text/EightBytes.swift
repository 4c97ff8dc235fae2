/// Eight bytes of a text, looked at together: nearly all of a book is letters at which no pass
/// over it has to stop (H. S. Warren, Hacker's Delight, 2nd ed., 6-1).
///
/// Of every answer the highest bit of a byte is set where that byte is meant; the text's first byte
/// is the lowest. Not for other modules: only here it is free of calls.
package struct EightBytes {
  package let bits: UInt64

  @inline(__always)
  init(bits: UInt64) { self.bits = bits }

  /// - Parameter i: at least eight bytes before the text's end.
  @inline(__always)
  package init(_ text: UnsafeBufferPointer<UInt8>, at i: Int) {
    bits = UInt64(littleEndian: UnsafeRawBufferPointer(text).loadUnaligned(fromByteOffset: i, as: UInt64.self))
  }

  /// The last bytes of a stretch, fewer than eight; letters stand for the rest.
  /// - Parameter i: at least eight bytes before the text's end.
  @inline(__always)
  init(_ text: UnsafeBufferPointer<UInt8>, at i: Int, count: Int) {
    let rest = UInt64.max &<< UInt64(8 * count)
    bits = EightBytes(text, at: i).bits & ~rest | 0x6161_6161_6161_6161 & rest
  }

  /// Bytes of no ASCII.
  @inline(__always)
  package var high: UInt64 { bits & 0x8080_8080_8080_8080 }

  /// Control characters and bytes of no ASCII. Only the lowest answer is certain: what is below a space
  /// borrows from the byte above it.
  @inline(__always)
  package var firstUnprintable: UInt64 { ((bits &- 0x2020_2020_2020_2020) | bits) & 0x8080_8080_8080_8080 }

  /// Spaces. Only the lowest answer is certain: the byte above one may be taken for another, if it is a `!`.
  @inline(__always)
  package var firstSpaces: UInt64 {
    let other = bits ^ 0x2020_2020_2020_2020
    return (other &- 0x0101_0101_0101_0101) & ~other & 0x8080_8080_8080_8080
  }

  @inline(__always)
  package func equal(_ byte: UInt8) -> UInt64 {
    let other = bits ^ 0x0101_0101_0101_0101 &* UInt64(byte)
    // the sum's highest bit says that a lower one differs: no byte carries into the next
    return ~((other & 0x7F7F_7F7F_7F7F_7F7F) &+ 0x7F7F_7F7F_7F7F_7F7F | other) & 0x8080_8080_8080_8080
  }

  /// - Parameter limit: 1 to 128.
  @inline(__always)
  package func below(_ limit: UInt8) -> UInt64 {
    ~((bits & 0x7F7F_7F7F_7F7F_7F7F) &+ 0x0101_0101_0101_0101 &* UInt64(0x80 &- limit) | bits) & 0x8080_8080_8080_8080
  }

  /// The place of the first byte that an answer means; 8 where it means none.
  @inline(__always)
  package static func first(_ answer: UInt64) -> Int { answer.trailingZeroBitCount >> 3 }

  /// Where the first of two signs stands in a range of a text.
  package static func first(
    _ sign: UInt8, or other: UInt8, in text: UnsafeBufferPointer<UInt8>, _ range: Range<Int>
  ) -> Int? {
    var i = range.lowerBound
    while i + 8 <= range.upperBound {
      let eight = EightBytes(text, at: i)
      let found = eight.equal(sign) | eight.equal(other)
      if found != 0 { return i + first(found) }
      i += 8
    }
    while i < range.upperBound {
      if text[i] == sign || text[i] == other { return i }
      i += 1
    }
    return nil
  }
}
