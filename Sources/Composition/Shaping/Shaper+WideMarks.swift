/// Marks as wide as an ideograph are half blank: what closes has its blank behind, what opens before it. Where two of
/// them stand side by side one of the blanks goes, and both take one and a half squares (JIS X 4051, 4.3; JLREQ 3.1.4;
/// the Requirements for Chinese Text Layout, 3.1.6, ask for the same).
enum WideMark {
  case opening, closing
  /// Of which Chinese fonts of the mainland alone have the blank behind (the same, 3.1.6); in others it stands in the
  /// middle of its square.
  case colon

  init?(_ scalar: UInt32) {
    switch scalar {
    case 0x2018, 0x201C, 0x3008, 0x300A, 0x300C, 0x300E, 0x3010, 0x3014, 0x3016, 0x3018, 0x301D, 0xFF08, 0xFF3B, 0xFF5B,
      0xFF5F:
      self = .opening
    case 0x2019, 0x201D, 0x3001, 0x3002, 0x3009, 0x300B, 0x300D, 0x300F, 0x3011, 0x3015, 0x3017, 0x3019, 0x301E, 0x301F,
      0xFF09,
      0xFF0C, 0xFF0E, 0xFF3D, 0xFF5D, 0xFF60:
      self = .closing
    case 0xFF1A, 0xFF1B: self = .colon
    default: return nil
    }
  }

  /// Whether a blank between it and the one behind it goes.
  func closesUp(before next: WideMark) -> Bool { next == .opening || self == .closing && next == .closing }

  /// What a text begins with.
  init?(_ bytes: UnsafeBufferPointer<UInt8>, at byte: Int) {
    guard byte < bytes.count, bytes[byte] == 0xE2 || bytes[byte] == 0xE3 || bytes[byte] == 0xEF else { return nil }
    self.init(BreakRules.scalar(bytes, byte).0)
  }
}

extension Shaper {
  /// Whether a piece ends in a mark that may move nearer to the one that follows.
  /// - Parameter language: of the piece; colons have a blank behind in that of the mainland alone.
  func closesUp(_ bytes: UnsafeBufferPointer<UInt8>, before next: Int, language: String) -> Bool {
    guard next >= 3, let first = WideMark(bytes, at: next), let last = WideMark(bytes, at: next - 3) else {
      return false
    }
    if last == .colon, !language.hasPrefix("zh") || language.hasPrefix("zh-Hant") { return false }
    return last.closesUp(before: first)
  }

  /// Takes blanks out of a word's marks.
  /// - Parameters:
  ///   - isStacked: the letters stand upright in a vertical line.
  ///   - next: the character right behind the word.
  /// - Returns: how much narrower it is, 1/1024 pt.
  func closeUp(
    from first: Int, _ bytes: UnsafeBufferPointer<UInt8>, em: Int32, isStacked: Bool, before next: UInt32?
  ) -> Int32 {
    var taken: Int32 = 0
    for index in first..<text.glyphs.count {
      let byte = Int(text.glyphs[index].cluster)
      // of a font in which they are wide
      guard text.glyphs[index].advance >= em * 9 / 10, let mark = WideMark(bytes, at: byte) else { continue }
      let isLast = index + 1 == text.glyphs.count
      let behind =
        isLast ? next.flatMap { WideMark($0) } : WideMark(bytes, at: Int(text.glyphs[index + 1].cluster))
      guard let behind, mark.closesUp(before: behind) else { continue }
      var blank = em / 2
      if mark == .colon || behind == .closing {
        let end = inkEnd(of: index - first, isStacked: isStacked)
        blank = end <= 0.5 ? em / 2 : mark == .closing && end <= 0.75 ? em / 4 : 0
      }
      text.glyphs[index].advance -= blank
      taken += blank
    }
    return taken
  }

  /// Where the ink of a glyph in the buffer ends in its square, along the line, as a part of it. Points have it before
  /// the middle, but in Taiwan and Hong Kong about it.
  private func inkEnd(of place: Int, isStacked: Bool) -> Double {
    guard let run = runBuffer.first(where: { $0.glyphs.contains(place) }),
      let ink = library.ink(font: run.font, glyph: glyphBuffer[place].id)
    else { return 1 }
    // a square stands 0.12 below the baseline (OpenType's `ideo` in the fonts at hand)
    return isStacked ? 0.88 + ink.bottom : ink.right
  }
}
