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
