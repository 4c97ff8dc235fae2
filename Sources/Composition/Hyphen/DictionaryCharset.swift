import Libc
internal import Units

/// The encoding a dictionary's patterns are written in, named in its first line.
///
/// All of them but UTF-8 have one byte a character, so iconv is asked once for
/// the upper 128 and words are converted by that table.
struct DictionaryCharset: Sendable {
  let isUTF8: Bool
  /// The scalars beyond ASCII that the charset has, ascending, and the byte of each.
  private var scalars: [UInt32] = []
  private var bytes: [UInt8] = []

  /// Nil for a name iconv does not know.
  init?(name: String) {
    var name = name.drop { $0 == " " || $0 == "\u{FEFF}" }
    while name.last == " " { name.removeLast() }
    isUTF8 = name == "UTF-8"
    if isUTF8 { return }
    // OpenOffice's name for what iconv calls CP1251.
    if name.hasPrefix("microsoft-cp") { name = "CP" + name.dropFirst("microsoft-cp".count) }
    let descriptor = iconv_open("UTF-32LE", String(name))
    guard descriptor != iconv_t(bitPattern: -1) else { return nil }
    defer { iconv_close(descriptor) }
    var pairs: [(scalar: UInt32, byte: UInt8)] = []
    for byte in UInt8(0x80)...0xFF {
      var source = CChar(bitPattern: byte)
      var scalar: UInt32 = 0
      let converted = withUnsafeMutablePointer(to: &source) { source in
        withUnsafeMutableBytes(of: &scalar) { target in
          var from: UnsafeMutablePointer<CChar>? = source
          var to: UnsafeMutablePointer<CChar>? = target.baseAddress?.assumingMemoryBound(to: CChar.self)
          var (fromCount, toCount) = (1, 4)
          return iconv(descriptor, &from, &fromCount, &to, &toCount) == 0 && toCount == 0
        }
      }
      if converted {
        pairs.append((UInt32(littleEndian: scalar), byte))
      } else {
        // Bytes without a character stay out; the next call starts afresh.
        iconv(descriptor, nil, nil, nil, nil)
      }
    }
    pairs.sort { $0.scalar < $1.scalar }
    scalars = pairs.map(\.scalar)
    bytes = pairs.map(\.byte)
  }

  /// Appends a scalar as the dictionary writes it; false where its charset lacks it.
  func append(_ scalar: UInt32, to word: inout [UInt8]) -> Bool {
    if scalar < 0x80 {
      word.append(UInt8(scalar))
      return true
    }
    guard isUTF8 else {
      guard let byte = byte(of: scalar) else { return false }
      word.append(byte)
      return true
    }
    if scalar < 0x800 {
      word.append(0xC0 | UInt8(scalar >> 6))
    } else {
      if scalar < 0x10000 {
        word.append(0xE0 | UInt8(scalar >> 12))
      } else {
        word.append(0xF0 | UInt8(scalar >> 18))
        word.append(0x80 | UInt8(scalar >> 12 & 0x3F))
      }
      word.append(0x80 | UInt8(scalar >> 6 & 0x3F))
    }
    word.append(0x80 | UInt8(scalar & 0x3F))
    return true
  }

  private func byte(of scalar: UInt32) -> UInt8? {
    let low = scalars.lowerBound { $0 < scalar }
    return low < scalars.count && scalars[low] == scalar ? bytes[low] : nil
  }
}
