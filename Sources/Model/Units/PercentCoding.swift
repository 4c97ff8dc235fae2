extension Collection<UInt8> {
  /// The bytes of a text, with `%C3%A9` and the like as the bytes they stand for (RFC 3986, 2.1).
  package var percentDecoded: [UInt8] {
    var bytes: [UInt8] = []
    var rest = Array(self)[...]
    while let byte = rest.popFirst() {
      if byte == 0x25, rest.count >= 2, let value = UInt8(String(decoding: rest.prefix(2), as: UTF8.self), radix: 16) {
        bytes.append(value)
        rest = rest.dropFirst(2)
      } else {
        bytes.append(byte)
      }
    }
    return bytes
  }
}
