/// Letters of Chinese, Japanese and Korean, and those of other scripts that stand among them.
package enum EastAsianLetters {
  /// Han and kana; no marks among them.
  package static func isHanOrKana(_ scalar: UInt32) -> Bool {
    switch scalar {
    case 0x2E80...0x2FDF, 0x3005...0x3007, 0x3041...0x3096, 0x309D...0x309F, 0x30A1...0x30FA, 0x30FC...0x30FF,
      0x31F0...0x31FF, 0x3400...0x4DBF, 0x4E00...0x9FFF, 0xF900...0xFAFF, 0x2_0000...0x3_FFFF:
      true
    default: false
    }
  }

  package static func isHangul(_ scalar: UInt32) -> Bool {
    (0x1100...0x11FF).contains(scalar) || (0x3131...0x318E).contains(scalar) || (0xAC00...0xD7FF).contains(scalar)
  }

  /// Letters and figures of Latin, Greek and Cyrillic, in their own widths.
  static func isWestern(_ scalar: UInt32) -> Bool {
    switch scalar {
    case 0x30...0x39, 0x41...0x5A, 0x61...0x7A: true
    case 0xC0...0x24F: scalar != 0xD7 && scalar != 0xF7
    case 0x370...0x52F, 0x1E00...0x1FFF: Unicode.Scalar(scalar)?.properties.isAlphabetic ?? false
    default: false
    }
  }

  /// Whether one of each kind stands on either side of a byte: a quarter of an em parts them, but not marks from either
  /// (JLREQ 3.2.6; Requirements for Chinese Text Layout, 3.1.8).
  package static func meet(in bytes: [UInt8], at byte: Int) -> Bool {
    guard byte > 0, byte < bytes.count else { return false }
    return bytes.withUnsafeBufferPointer { bytes in
      var start = byte - 1
      while start > 0, bytes[start] & 0xC0 == 0x80 { start -= 1 }
      let (before, after) = (BreakRules.scalar(bytes, start).0, BreakRules.scalar(bytes, byte).0)
      return isHanOrKana(before) ? isWestern(after) : isHanOrKana(after) && isWestern(before)
    }
  }
}
