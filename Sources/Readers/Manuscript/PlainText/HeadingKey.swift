internal import Encoding

/// Lower case, signs at both ends and underscores taken off, spaces single.
///
/// Nothing of what is longer than any heading: Swift sorts all marks on one letter when it compares words,
/// in time by their square.
func headingKey(_ text: String) -> String {
  if text.utf8.count > 2000 { return "" }
  if let key = plainHeadingKey(text) { return key }
  var bytes: [UInt8] = []
  bytes.reserveCapacity(text.utf8.count)
  var pendingSpace = false
  for scalar in text.unicodeScalars {
    let isSpace =
      scalar.value < 0x80
      ? scalar.value <= 0x20 : scalar.value == 0xA0 || scalar.value == 0x3000 || scalar.value == 0x2028
    if isSpace {
      pendingSpace = !bytes.isEmpty
      continue
    }
    if scalar == "_" || scalar == "=" || scalar == "*" || scalar == "+" || scalar == "~" { continue }
    if pendingSpace {
      bytes.append(0x20)
      pendingSpace = false
    }
    bytes.append(contentsOf: UTF8.encode(scalar) ?? UTF8.encodedReplacementCharacter)
  }
  var key = small(String(decoding: bytes, as: UTF8.self))
  while let last = key.unicodeScalars.last, ".:,;—–-!]()[".unicodeScalars.contains(last) {
    key.unicodeScalars.removeLast()
    while key.last == " " { key.removeLast() }
  }
  while let first = key.unicodeScalars.first, "[(—–-".unicodeScalars.contains(first) {
    key.unicodeScalars.removeFirst()
  }
  return key
}

/// The same for a text of ASCII and of English quotes and dashes, which most headings are; nil for any other.
private func plainHeadingKey(_ text: String) -> String? {
  var text = text
  return text.withUTF8 { bytes in
    var key: [UInt8] = []
    key.reserveCapacity(bytes.count)
    var pendingSpace = false
    var i = 0
    while i < bytes.count {
      let byte = bytes[i]
      i += 1
      switch byte {
      case 0...0x20: pendingSpace = !key.isEmpty
      case 0x5F, 0x3D, 0x2A, 0x2B, 0x7E: break  // _ = * + ~
      case ..<0x80:
        if pendingSpace { key.append(0x20) }
        pendingSpace = false
        key.append(lowercased(byte))
      case 0xE2 where bytes[i] == 0x80 && (0x93...0x9F).contains(bytes[i + 1]):
        if pendingSpace { key.append(0x20) }
        pendingSpace = false
        key += [byte, bytes[i], bytes[i + 1]]
        i += 2
      default: return nil
      }
    }
    var rest = key[...]
    func dash(_ tail: ArraySlice<UInt8>) -> Int {
      tail.elementsEqual([0xE2, 0x80, 0x93]) || tail.elementsEqual([0xE2, 0x80, 0x94]) ? 3 : 0
    }
    cut: while let last = rest.last {
      switch last {
      case 0x21, 0x28, 0x29, 0x2C...0x2E, 0x3A, 0x3B, 0x5B, 0x5D: rest.removeLast()  // ! ( ) , - . : ; [ ]
      case 0x80...:
        let length = dash(rest.suffix(3))
        guard length > 0 else { break cut }
        rest.removeLast(length)
      default: break cut
      }
      while rest.last == 0x20 { rest.removeLast() }
    }
    while let first = rest.first {
      let length = first == 0x5B || first == 0x28 || first == 0x2D ? 1 : dash(rest.prefix(3))
      guard length > 0 else { break }
      rest.removeFirst(length)
    }
    return String(decoding: rest, as: UTF8.self)
  }
}
