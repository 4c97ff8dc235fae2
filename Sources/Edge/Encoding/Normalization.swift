internal import CGLib

/// The text in normalization form C (UAX #15), or nil where it is in that form already.
///
/// `text` is valid UTF-8. Only stretches with marks, jamo or signs that have another
/// form are handed to GLib, so a book of plain letters costs one look at each byte.
/// Past 64 marks on one letter nothing is put in order any more (UAX #15 calls 30 the
/// most that text needs): sorting them would cost their square.
package func composed(_ text: [UInt8]) -> [UInt8]? {
  var result: [UInt8]?
  /// What of `text` is in `result`.
  var done = 0
  text.withUnsafeBufferPointer { text in
    var i = 0
    /// The last place before which nothing can join: an inert letter.
    var inert = 0
    while i < text.count {
      let byte = text[i]
      if byte < 0x80, i + 8 <= text.count {
        // eight letters of ASCII at once; the lowest byte is the text's first
        let eight = UInt64(littleEndian: UnsafeRawBufferPointer(text).loadUnaligned(fromByteOffset: i, as: UInt64.self))
        i += (eight & 0x8080_8080_8080_8080).trailingZeroBitCount >> 3
        inert = i - 1
        continue
      }
      if byte < 0xCC {
        // U+0000 to U+02FF, which are composed and begin anew.
        if byte < 0x80 || byte >= 0xC2 { inert = i }
        i += 1
        continue
      }
      let (found, length) = scalar(at: i, in: text)
      if isInert(found) {
        inert = i
        i += length
        continue
      }
      // From the letter before it to the next inert one that is far enough, or so many marks.
      let start = max(inert, done)
      var end = i + length
      var marks = 1
      while end < text.count, marks < 64 {
        let (next, size) = scalar(at: end, in: text)
        if isInert(next) {
          guard end - start < 256 else { break }
          marks = 0
        } else {
          marks += 1
        }
        end += size
      }
      let piece = UnsafeBufferPointer(rebasing: text[start..<end])
      if let other = normalized(piece), !other.elementsEqual(piece) {
        if result == nil {
          result = []
          result?.reserveCapacity(text.count)
        }
        result?.append(contentsOf: text[done..<start])
        result?.append(contentsOf: other)
        done = end
      }
      inert = end
      i = end
    }
    if done > 0 { result?.append(contentsOf: text[done...]) }
  }
  return result
}

/// The scalar at a place of valid UTF-8, and its bytes.
private func scalar(at i: Int, in text: UnsafeBufferPointer<UInt8>) -> (UInt32, Int) {
  let first = UInt32(text[i])
  if first < 0x80 { return (first, 1) }
  let length = first >= 0xF0 ? 4 : first >= 0xE0 ? 3 : 2
  guard i + length <= text.count else { return (first, 1) }
  var scalar = first & (0x7F >> UInt32(length))
  for k in 1..<length { scalar = scalar << 6 | UInt32(text[i + k] & 0x3F) }
  return (scalar, length)
}

/// Letters that are composed (NFC_QC=Yes), take no part in joining what stands before
/// them and are common; all others are left to GLib.
private func isInert(_ scalar: UInt32) -> Bool {
  switch scalar {
  case 0..<0x300, 0x391...0x3CE, 0x400...0x482, 0x48A...0x530, 0x5D0...0x5EA, 0x620...0x64A, 0x660...0x66F,
    0x904...0x927, 0x92A...0x939, 0x93E...0x940, 0x2010...0x205E, 0x2070...0x20CF, 0x2100...0x2125, 0x2190...0x2328,
    0x2500...0x27BF,
    0x3000...0x3029, 0x3041...0x3098, 0x309D...0x30FF, 0x3400...0x9FFF, 0xAC00...0xD7A3, 0xFE00...0xFE0F,
    0xFF01...0xFFEF,
    0x1F300...0x1FAFF:
    true
  default: false
  }
}

private func normalized(_ text: UnsafeBufferPointer<UInt8>) -> [UInt8]? {
  guard let base = text.baseAddress else { return nil }
  return base.withMemoryRebound(to: CChar.self, capacity: text.count) { start in
    guard let made = g_utf8_normalize(start, gssize(text.count), G_NORMALIZE_NFC) else { return nil }
    defer { g_free(made) }
    return Array(String(cString: made).utf8)
  }
}
