/// A word of at most 16 bytes and its style, to be compared at once.
struct ShortWord: Equatable {
  static let places = 1 << 13

  private var first: UInt64 = 0
  private var second: UInt64 = 0
  /// Never 0 in a word.
  private var countAndStyle: UInt32 = 0

  init() {}

  init?(_ bytes: UnsafeBufferPointer<UInt8>, style: Int) {
    guard bytes.count <= 16, let start = bytes.baseAddress, style < 1 << 24 else { return nil }
    let raw = UnsafeRawBufferPointer(start: start, count: bytes.count)
    if bytes.count >= 8 {
      first = raw.loadUnaligned(as: UInt64.self)
      second = raw.loadUnaligned(fromByteOffset: bytes.count - 8, as: UInt64.self)
    } else {
      // halves that may overlap: with the count they still tell all words apart
      if bytes.count >= 4 {
        let half = raw.loadUnaligned(as: UInt32.self)
        first = UInt64(half) << 32 | UInt64(raw.loadUnaligned(fromByteOffset: bytes.count - 4, as: UInt32.self))
      } else {
        for byte in raw { first = first << 8 | UInt64(byte) }
      }
    }
    countAndStyle = UInt32(style) << 8 | UInt32(bytes.count)
  }

  /// In a table of so many places, a power of two: the upper bits of the product are the good ones.
  func place(in count: Int) -> Int {
    let mixed = (first ^ second &* 0xFF51_AFD7_ED55_8CCD ^ UInt64(countAndStyle)) &* 0x9E37_79B9_7F4A_7C15
    return Int(truncatingIfNeeded: mixed >> UInt64(64 - count.trailingZeroBitCount))
  }
}
