internal import CUchardet
internal import Libc

/// Why bytes could not be turned into UTF-8.
package enum ConversionError: Error, Equatable, Sendable {
  /// The C library knows no encoding of this name.
  case unknownEncoding(String)
  /// The bytes from this offset on are not of that encoding.
  case invalid(byteOffset: Int)
}

/// Whether the C library knows an encoding of this name.
package func isKnownEncoding(_ name: String) -> Bool {
  guard isPlainName(name), let descriptor = octavo_iconv_open("UTF-8", name) else { return false }
  iconv_close(descriptor)
  return true
}

/// An encoding's name and nothing else: iconv reads `//TRANSLIT` and `//IGNORE`
/// after a name as leave to lose letters.
private func isPlainName(_ name: String) -> Bool {
  !name.isEmpty && name.utf8.count < 64
    && name.utf8.allSatisfy { byte in
      switch byte {
      case 0x30...0x39, 0x41...0x5A, 0x61...0x7A, 0x2D, 0x2E, 0x5F, 0x3A, 0x2B: true
      default: false
      }
    }
}

/// The bytes in UTF-8, by iconv.
///
/// A sequence cut off at the very end counts as invalid there. Cost is linear.
package func convertToUTF8(_ bytes: ArraySlice<UInt8>, from encoding: String) throws(ConversionError) -> [UInt8] {
  guard isPlainName(encoding), let descriptor = octavo_iconv_open("UTF-8", encoding) else {
    throw .unknownEncoding(encoding)
  }
  defer { iconv_close(descriptor) }
  var output: [UInt8] = []
  output.reserveCapacity(bytes.count + bytes.count / 2 + 16)
  var invalidAt: Int?
  var input = Array(bytes)
  input.withUnsafeMutableBytes { source in
    var buffer = [UInt8](repeating: 0, count: 64 * 1024)
    var next = source.baseAddress?.assumingMemoryBound(to: CChar.self)
    var left = source.count
    // One turn more than there is input: the last one writes out what the
    // converter holds back (a base letter waiting for its accent, a shift state).
    var isFlushing = false
    while true {
      let (produced, result, code) = buffer.withUnsafeMutableBytes { target -> (Int, Int, Int32) in
        var out = target.baseAddress?.assumingMemoryBound(to: CChar.self)
        var room = target.count
        errno = 0
        let result =
          isFlushing ? iconv(descriptor, nil, nil, &out, &room) : iconv(descriptor, &next, &left, &out, &room)
        return (target.count - room, result, errno)
      }
      output.append(contentsOf: buffer[0..<produced])
      if result == -1 {
        if code == E2BIG && produced > 0 { continue }
        invalidAt = source.count - left
        return
      }
      if isFlushing { return }
      isFlushing = true
    }
  }
  if let invalidAt { throw .invalid(byteOffset: invalidAt) }
  return output
}
