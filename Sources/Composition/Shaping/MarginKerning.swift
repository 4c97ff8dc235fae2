/// How far characters hang into the margin, in thousandths of their own width.
///
/// The amounts are microtype's for Times-like faces (R. Schlicht, The microtype
/// package, 2022, default protrusion set), which are Hàn Thế Thành's (2000, ch. 4),
/// rounded; larger ones make the edge look notched.
package enum MarginKerning {
  /// - Parameter withLetters: letters whose outline slopes or stands open at an edge hang too, and marks by the weight
  ///   of each: a point nearly whole, a colon, which is as high as a letter, little.
  package static func amounts(of scalar: UInt32, withLetters: Bool = false) -> (leading: Int32, trailing: Int32) {
    if withLetters, let amounts = finer(scalar) { return amounts }
    return switch scalar {
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

  private static func finer(_ scalar: UInt32) -> (leading: Int32, trailing: Int32)? {
    switch scalar {
    case 0x2D, 0x2010, 0xAD: (0, 600)  // hyphen
    case 0x2C: (0, 700)  // ,
    case 0x3A, 0x3B: (0, 300)  // : ;
    // A T V W X Y, of Latin, Greek and Cyrillic, with accents
    case 0x41, 0x54, 0x56...0x59, 0xC0...0xC5, 0xDD, 0x178, 0x386, 0x391, 0x39B, 0x3A4, 0x3A5, 0x3A7, 0x410, 0x422,
      0x423, 0x425:
      (50, 50)
    case 0x4A: (50, 0)  // J
    case 0x46, 0x4B, 0x4C, 0x50, 0x393, 0x39A, 0x413, 0x41A: (0, 50)  // F K L P, with their kin
    case 0x6B, 0x72, 0x433, 0x43A: (0, 50)  // k r
    case 0x74: (0, 70)  // t
    case 0x76...0x78, 0xFD, 0xFF, 0x3BD, 0x3C7, 0x443, 0x445: (50, 50)  // v w x
    case 0x79: (50, 70)
    default: nil
    }
  }
}

extension Shaper {
  /// Lets a word's first and last mark hang.
  func hang(_ word: inout Word, _ bytes: UnsafeBufferPointer<UInt8>) {
    guard word.glyphCount > 0 else { return }
    let withLetters = text.styles[Int(word.style)].look.hangsLetters
    let (first, _) = BreakRules.scalar(bytes, 0)
    let leading = MarginKerning.amounts(of: first, withLetters: withLetters).leading
    if leading != 0 { word.leadingHang = text.glyphs[Int(word.glyphStart)].advance * leading / 1000 }
    var last = bytes.count - 1
    while last > 0, bytes[last] & 0xC0 == 0x80 { last -= 1 }
    let (final, _) = BreakRules.scalar(bytes, last)
    let trailing = MarginKerning.amounts(of: final, withLetters: withLetters).trailing
    if trailing != 0 {
      word.trailingHang = text.glyphs[Int(word.glyphStart) + Int(word.glyphCount) - 1].advance * trailing / 1000
    }
  }
}
