/// Fonts whose first bytes are mixed with a key that the package names, so that nobody takes the file as it is.
extension Container {
  /// How `META-INF/encryption.xml` says that a font is mixed up.
  enum Obfuscation: Sendable {
    /// The first 1,040 bytes with the SHA-1 of the book's identifier (EPUB 3.3, OCF, 4.4).
    case idpf
    /// The first 1,024 with the 16 bytes of its UUID (Adobe, Content Protection for EPUB).
    case adobe
  }

  /// A font as its maker made it; nil where that is not to be had.
  /// - Parameter keys: the book's identifiers, its unique one first.
  func plainFont(_ name: String, _ bytes: [UInt8], keys: [String]) -> [UInt8]? {
    guard let method = obfuscated[name] else { return FontFile.isFont(bytes) ? bytes : nil }
    for key in keys {
      let plain = Container.plain(bytes, method, key)
      if FontFile.isFont(plain) { return plain }
    }
    return FontFile.isFont(bytes) ? bytes : nil
  }

  private static func plain(_ bytes: [UInt8], _ method: Obfuscation, _ identifier: String) -> [UInt8] {
    let key: [UInt8]
    let count: Int
    switch method {
    case .idpf:
      key = sha1(identifier.utf8.filter { ![0x20, 0x09, 0x0A, 0x0D].contains($0) })
      count = 1040
    case .adobe:
      let digits = identifier.replacing("urn:uuid:", with: "").compactMap(\.hexDigitValue)
      guard digits.count == 32 else { return [] }
      key = stride(from: 0, to: 32, by: 2).map { UInt8(digits[$0] << 4 | digits[$0 + 1]) }
      count = 1024
    }
    var plain = bytes
    for index in 0..<min(count, bytes.count) { plain[index] ^= key[index % key.count] }
    return plain
  }

  /// FIPS 180-4, 6.1.
  static func sha1(_ message: [UInt8]) -> [UInt8] {
    var state: [UInt32] = [0x6745_2301, 0xEFCD_AB89, 0x98BA_DCFE, 0x1032_5476, 0xC3D2_E1F0]
    var padded = message + [0x80]
    while padded.count % 64 != 56 { padded.append(0) }
    padded += (0..<8).map { UInt8(truncatingIfNeeded: message.count * 8 >> (56 - 8 * $0)) }
    func turned(_ value: UInt32, _ bits: UInt32) -> UInt32 { value << bits | value >> (32 - bits) }
    for start in stride(from: 0, to: padded.count, by: 64) {
      var words = (0..<16).map { word in
        (0..<4).reduce(UInt32(0)) { $0 << 8 | UInt32(padded[start + 4 * word + $1]) }
      }
      for t in 16..<80 { words.append(turned(words[t - 3] ^ words[t - 8] ^ words[t - 14] ^ words[t - 16], 1)) }
      var (a, b, c, d, e) = (state[0], state[1], state[2], state[3], state[4])
      for t in 0..<80 {
        let (mixed, constant): (UInt32, UInt32) =
          switch t {
          case 0..<20: (b & c | ~b & d, 0x5A82_7999)
          case 20..<40: (b ^ c ^ d, 0x6ED9_EBA1)
          case 40..<60: (b & c | b & d | c & d, 0x8F1B_BCDC)
          default: (b ^ c ^ d, 0xCA62_C1D6)
          }
        (a, b, c, d, e) = (turned(a, 5) &+ mixed &+ e &+ constant &+ words[t], a, turned(b, 30), c, d)
      }
      for (index, value) in [a, b, c, d, e].enumerated() { state[index] &+= value }
    }
    return state.flatMap { value in (0..<4).map { UInt8(truncatingIfNeeded: value >> (24 - 8 * UInt32($0))) } }
  }
}
