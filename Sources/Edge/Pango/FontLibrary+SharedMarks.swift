internal import CPango

// Marks that Latin and ideographs share. Pango takes the first font that has a character, which is that of the book's
// Latin letters: dots on the baseline, dashes with gaps between them and narrow quotes among ideographs, where dots
// stand in the middle of the square, two dashes are one line of two squares, and Chinese quotes are half a square with
// a blank (JLREQ, 3.1.10; Requirements for Chinese Text Layout, 3.1.2 to 3.1.4).

extension FontLibrary {
  /// Gives marks that stand right beside ideographs the font of these, in Japanese and Chinese.
  /// - Parameter items: of `text`, in its order.
  func giveMarksToIdeographs(_ items: inout [Itemization.Item], of text: UnsafeBufferPointer<UInt8>) {
    guard items.count > 1 else { return }
    for index in items.indices where FontLibrary.isSharedMarks(text, items[index].bytes) {
      let item = UnsafeMutablePointer<PangoItem>(items[index].pointer)
      let bytes = items[index].bytes
      let neighbour: Int
      if index > 0, FontLibrary.endsWide(text, bytes.lowerBound) {
        neighbour = index - 1
      } else if index + 1 < items.count, FontLibrary.beginsWide(text, bytes.upperBound) {
        neighbour = index + 1
      } else {
        continue
      }
      let own = item.pointee.analysis
      guard items[neighbour].font != items[index].font, own.level & 1 == 0,
        let language = own.language.flatMap(pango_language_to_string).map({ String(cString: $0) }),
        FontLibrary.hasIdeographs(language),
        let font = UnsafePointer<PangoItem>(items[neighbour].pointer).pointee.analysis.font,
        isSet(text, bytes, in: items[neighbour].font)
      else { continue }
      g_object_ref(font)
      if let old = own.font { g_object_unref(old) }
      item.pointee.analysis.font = font
      items[index].font = items[neighbour].font
    }
  }

  /// Whether a font has the marks, its quotes as wide as ideographs.
  private func isSet(_ text: UnsafeBufferPointer<UInt8>, _ bytes: Range<Int>, in font: Int) -> Bool {
    stride(from: bytes.lowerBound, to: bytes.upperBound, by: 3).allSatisfy { byte in
      var glyph: hb_codepoint_t = 0
      guard hb_font_get_nominal_glyph(unscaled[font], 0x2000 + UInt32(text[byte + 2] & 0x3F), &glyph) != 0, glyph != 0
      else { return false }
      let isQuote = text[byte + 2] >= 0x98 && text[byte + 2] <= 0x9D
      let advance = hb_font_get_glyph_h_advance(unscaled[font], glyph)
      return !isQuote || Int(advance) * 10 >= 9 * Int(fonts[font].unitsPerEm)
    }
  }

  /// — ― ‘ ’ “ ” ‥ … and nothing else: their font depends on what stands around them.
  package static func isSharedMarks(_ text: UnsafeBufferPointer<UInt8>, _ bytes: Range<Int>) -> Bool {
    guard bytes.count % 3 == 0 else { return false }
    for byte in stride(from: bytes.lowerBound, to: bytes.upperBound, by: 3) {
      guard text[byte] == 0xE2, text[byte + 1] == 0x80 else { return false }
      switch text[byte + 2] {
      case 0x94, 0x95, 0x98, 0x99, 0x9C, 0x9D, 0xA5, 0xA6: break
      default: return false
      }
    }
    return true
  }

  /// Whether an ideograph, kana or a mark of theirs ends before this byte.
  private static func endsWide(_ text: UnsafeBufferPointer<UInt8>, _ byte: Int) -> Bool {
    var start = byte - 1
    while start > 0, text[start] & 0xC0 == 0x80 { start -= 1 }
    return start >= 0 && beginsWide(text, start)
  }

  private static func beginsWide(_ text: UnsafeBufferPointer<UInt8>, _ byte: Int) -> Bool {
    guard byte < text.count, text[byte] >= 0xE3, let (scalar, _) = PlainWords.scalar(text, byte) else { return false }
    switch scalar {
    // but no hangul
    case 0x3000...0x312F, 0x3190...0x9FFF, 0xF900...0xFAFF, 0xFF00...0xFF9F, 0x2_0000...0x3_FFFF: return true
    default: return false
    }
  }

  /// Whether a language writes ideographs beside these marks.
  /// - Parameter language: its tag (BCP 47).
  package static func hasIdeographs(_ language: String) -> Bool {
    ["ja", "zh"].contains(language.prefix { $0 != "-" }.lowercased())
  }
}
