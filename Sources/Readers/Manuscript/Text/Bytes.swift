/// What a byte of UTF-8, or a scalar's number, is among the signs of ASCII.
extension FixedWidthInteger where Self: UnsignedInteger {
  var isASCIICapital: Bool { self >= 0x41 && self <= 0x5A }
  var isASCIISmall: Bool { self >= 0x61 && self <= 0x7A }
  var isASCIILetter: Bool { isASCIICapital || isASCIISmall }
  var isASCIIDigit: Bool { self >= 0x30 && self <= 0x39 }
  var isASCIIAlphanumeric: Bool { isASCIILetter || isASCIIDigit }
  /// A space or a tab.
  var isBlank: Bool { self == 0x20 || self == 0x09 }
  var isBlankOrLineEnd: Bool { isBlank || self == 0x0A || self == 0x0D }
}

/// Whether a character is of those that lines of Chinese and Japanese join without a space; Korean parts its words.
package func isWide(_ scalar: Unicode.Scalar) -> Bool {
  switch scalar.value {
  // ideographs, kana, their punctuation; compatibility, vertical and full-width forms; the later planes of ideographs;
  // and private ones, by which old texts write what their code had not
  case 0x3000...0x9FFF, 0xE000...0xFAFF, 0xFE10...0xFE1F, 0xFE30...0xFE6F, 0xFF00...0xFFEF, 0x20000...0x3FFFF: true
  default: false
  }
}

/// The same of the last character of UTF-8.
package func endsWide(_ bytes: some BidirectionalCollection<UInt8>) -> Bool {
  guard bytes.last ?? 0 >= 0x80 else { return false }
  return String(decoding: bytes.suffix(4), as: UTF8.self).unicodeScalars.last.map(isWide) ?? false
}

/// The same of the first.
package func beginsWide(_ bytes: some Collection<UInt8>) -> Bool {
  guard bytes.first ?? 0 >= 0xE3 else { return false }
  return String(decoding: bytes.prefix(4), as: UTF8.self).unicodeScalars.first.map(isWide) ?? false
}
