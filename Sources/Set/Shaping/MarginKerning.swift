/// How far characters hang into the margin, in thousandths of their own width.
///
/// The amounts are microtype's for Times-like faces (R. Schlicht, The microtype
/// package, 2022, default protrusion set), which are Hàn Thế Thành's (2000, ch. 4),
/// rounded; larger ones make the edge look notched.
package enum MarginKerning {
  package static func amounts(of scalar: UInt32) -> (leading: Int32, trailing: Int32) {
    switch scalar {
    case 0x2D, 0x2010, 0xAD: (0, 500)  // hyphen
    case 0x2C: (0, 500)  // ,
    case 0x2E: (0, 700)  // .
    case 0x3A, 0x3B: (0, 400)  // : ;
    case 0x21, 0x3F: (0, 150)  // ! ?
    case 0x2018, 0x201A, 0x2039: (400, 300)
    case 0x2019, 0x203A: (300, 500)
    case 0x201C, 0x201E, 0xAB: (350, 300)
    case 0x201D, 0xBB: (300, 400)
    case 0x27, 0x22: (400, 400)
    case 0x2013: (200, 250)  // en dash
    case 0x2014: (0, 200)  // em dash
    case 0x28, 0x5B: (100, 0)
    case 0x29, 0x5D: (0, 150)
    case 0x2026: (0, 150)
    case 0x3001, 0x3002, 0xFF0C, 0xFF0E: (0, 0)  // full-width marks keep the grid of the characters
    default: (0, 0)
    }
  }
}

extension Shaper {
  /// Lets a word's first and last mark hang.
  func hang(_ word: inout Word, _ bytes: UnsafeBufferPointer<UInt8>) {
    guard word.glyphCount > 0 else { return }
    let (first, _) = BreakRules.scalar(bytes, 0)
    let leading = MarginKerning.amounts(of: first).leading
    if leading != 0 { word.leadingHang = text.glyphs[Int(word.glyphStart)].advance * leading / 1000 }
    var last = bytes.count - 1
    while last > 0, bytes[last] & 0xC0 == 0x80 { last -= 1 }
    let (final, _) = BreakRules.scalar(bytes, last)
    let trailing = MarginKerning.amounts(of: final).trailing
    if trailing != 0 {
      word.trailingHang = text.glyphs[Int(word.glyphStart) + Int(word.glyphCount) - 1].advance * trailing / 1000
    }
  }
}
