/// What an address of the scheme `data:` holds in itself (RFC 2397); nil where its letters are none of base 64.
package func contents(ofDataAddress address: String) -> [UInt8]? {
  guard address.hasPrefix("data:"), let comma = address.firstIndex(of: ",") else { return nil }
  let data = address[address.index(after: comma)...].utf8
  let isBase64 = address[..<comma].lowercased().hasSuffix(";base64")
  let bytes = withoutPercents(data)
  return isBase64 ? decodedBase64(bytes) : bytes
}

/// `%3C` as the byte that it stands for (RFC 3986, 2.1).
private func withoutPercents(_ text: Substring.UTF8View) -> [UInt8] {
  var bytes: [UInt8] = []
  bytes.reserveCapacity(text.count)
  var rest = text[...]
  while let byte = rest.popFirst() {
    if byte == 0x25, rest.prefix(2).count == 2,
      let value = UInt8(String(decoding: rest.prefix(2), as: UTF8.self), radix: 16)
    {
      bytes.append(value)
      rest = rest.dropFirst(2)
    } else {
      bytes.append(byte)
    }
  }
  return bytes
}

/// Bytes of base 64 (RFC 4648, 4), with the white space that makers break it by.
private func decodedBase64(_ text: [UInt8]) -> [UInt8]? {
  var bytes: [UInt8] = []
  bytes.reserveCapacity(text.count / 4 * 3)
  var (value, bits) = (UInt32(0), UInt32(0))
  for letter in text where letter > 0x20 && letter != 0x3D {
    let six: UInt8
    switch letter {
    case 0x41...0x5A: six = letter - 0x41
    case 0x61...0x7A: six = letter - 0x61 + 26
    case 0x30...0x39: six = letter - 0x30 + 52
    case 0x2B: six = 62
    case 0x2F: six = 63
    default: return nil
    }
    value = value << 6 | UInt32(six)
    bits += 6
    if bits >= 8 {
      bits -= 8
      bytes.append(UInt8(truncatingIfNeeded: value >> bits))
    }
  }
  return bytes
}

/// Bytes in the letters of base 64 (RFC 4648, 4).
package func base64(_ bytes: [UInt8]) -> [UInt8] {
  let letters = Array("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/".utf8)
  var made: [UInt8] = []
  made.reserveCapacity(bytes.count / 3 * 4 + 4)
  for start in stride(from: 0, to: bytes.count, by: 3) {
    let group = bytes[start..<min(start + 3, bytes.count)]
    let value = group.reduce(UInt32(0)) { $0 << 8 | UInt32($1) } << UInt32(8 * (3 - group.count))
    for place in 0..<4 {
      made.append(place > group.count ? UInt8(ascii: "=") : letters[Int(value >> UInt32(18 - 6 * place) & 0x3F)])
    }
  }
  return made
}
