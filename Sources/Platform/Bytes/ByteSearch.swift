internal import Libc

extension UnsafeRawBufferPointer {
  /// Where these bytes stand first, from a place on; nil where they do not, or are none. As fast as `memchr`.
  package func firstIndex(of words: [UInt8], from start: Int = 0) -> Int? {
    guard let base = baseAddress, let first = words.first else { return nil }
    var at = Swift.max(start, 0)
    while count - at >= words.count, let found = memchr(base + at, Int32(first), count - at - words.count + 1) {
      at = UnsafeRawPointer(found) - base
      if memcmp(found, words, words.count) == 0 { return at }
      at += 1
    }
    return nil
  }
}

extension ArraySlice<UInt8> {
  /// Where these bytes stand first.
  package func firstRange(ofBytes words: [UInt8]) -> Range<Int>? {
    withUnsafeBytes { $0.firstIndex(of: words) }.map { startIndex + $0..<startIndex + $0 + words.count }
  }
}

extension [UInt8] {
  /// Where these bytes stand first, from a place on.
  package func firstIndex(ofBytes words: [UInt8], from start: Int = 0) -> Int? {
    withUnsafeBytes { $0.firstIndex(of: words, from: start) }
  }
}
