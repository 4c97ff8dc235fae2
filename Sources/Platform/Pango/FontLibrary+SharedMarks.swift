internal import CPango

// Marks that Latin and ideographs share. Pango takes the first font that has a character, which is that of the book's
// Latin letters: dots on the baseline, dashes with gaps between them and narrow quotes among ideographs, where dots
// stand in the middle of the square, two dashes are one line of two squares, and Chinese quotes are half a square with
// a blank (JLREQ, 3.1.10; Requirements for Chinese Text Layout, 3.1.2 to 3.1.4).

extension FontLibrary {
  /// In which a style's ideographs are set.
  struct IdeographFont {
    /// Held by the library.
    let pointer: UnsafeMutablePointer<PangoFont>
    /// In `fonts`.
    let index: Int
  }

  /// Gives marks that stand right beside ideographs the font of these, in Japanese and Chinese.
  /// - Parameters:
  ///   - items: of `text`, in its order.
  ///   - runs: each style holds up to its end.
  func giveMarksToIdeographs(
    _ items: inout [Itemization.Item], of text: UnsafeBufferPointer<UInt8>,
    runs: some Collection<(end: Int, style: Int)>
  ) {
    guard items.count > 1 else { return }
    var run = runs.startIndex
    for index in items.indices where FontLibrary.isSharedMarks(text, items[index].bytes) {
      let bytes = items[index].bytes
      while runs[run].end <= bytes.lowerBound { runs.formIndex(after: &run) }
      guard items[index].level & 1 == 0,
        FontLibrary.endsWide(text, bytes.lowerBound) || FontLibrary.beginsWide(text, bytes.upperBound),
        let font = ideographFont(of: runs[run].style), font.index != items[index].font,
        isSet(text, bytes, in: font.index)
      else { continue }
      let item = UnsafeMutablePointer<PangoItem>(items[index].pointer)
      g_object_ref(font.pointer)
      if let old = item.pointee.analysis.font { g_object_unref(old) }
      item.pointee.analysis.font = font.pointer
      items[index].font = font.index
    }
  }

  /// Nil for a style of another language, and where no font has ideographs.
  private func ideographFont(of style: Int) -> IdeographFont? {
    if let known = ideographFonts[style] { return known }
    var found: IdeographFont?
    if let language = styles[style].language.flatMap(pango_language_to_string),
      FontLibrary.hasIdeographs(String(cString: language))
    {
      var letter = "永"
      letter.withUTF8 { text in
        let items = items(of: text, runs: CollectionOfOne((end: text.count, style: style)), direction: .leftToRight)
        if let item = items.first, FontFamily.hasAll(items, of: text),
          let font = UnsafePointer<PangoItem>(item.pointer).pointee.analysis.font
        {
          found = IdeographFont(pointer: font, index: item.font)
        }
        for item in items { item.free() }
      }
    }
    ideographFonts[style] = .some(found)
    return found
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
