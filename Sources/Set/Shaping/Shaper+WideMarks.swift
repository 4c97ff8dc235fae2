/// Marks as wide as an ideograph are half blank: what closes has its blank behind, what opens before it. Where two of
/// them stand side by side one of the blanks goes, and both take one and a half squares (JIS X 4051, 4.3; JLREQ 3.1.4;
/// the Requirements for Chinese Text Layout, 3.1.6, ask for the same).
enum WideMark {
  case opening, closing

  init?(_ scalar: UInt32) {
    switch scalar {
    case 0x3008, 0x300A, 0x300C, 0x300E, 0x3010, 0x3014, 0x3016, 0x3018, 0x301D, 0xFF08, 0xFF3B, 0xFF5B, 0xFF5F:
      self = .opening
    case 0x3001, 0x3002, 0x3009, 0x300B, 0x300D, 0x300F, 0x3011, 0x3015, 0x3017, 0x3019, 0x301E, 0x301F, 0xFF09,
      0xFF0C, 0xFF0E, 0xFF3D, 0xFF5D, 0xFF60:
      self = .closing
    default: return nil
    }
  }

  /// Whether a blank between it and the one behind it goes.
  func closesUp(before next: WideMark) -> Bool { self == .closing || next == .opening }

  /// What a text begins with.
  init?(_ bytes: UnsafeBufferPointer<UInt8>, at byte: Int) {
    guard byte < bytes.count, bytes[byte] == 0xE3 || bytes[byte] == 0xEF else { return nil }
    self.init(BreakRules.scalar(bytes, byte).0)
  }
}

extension Shaper {
  /// Whether a piece ends in a mark that moves nearer to the one that follows.
  func closesUp(_ bytes: UnsafeBufferPointer<UInt8>, before next: Int) -> Bool {
    guard next >= 3, let first = WideMark(bytes, at: next), let last = WideMark(bytes, at: next - 3) else {
      return false
    }
    return last.closesUp(before: first)
  }

  /// Takes blanks out of a word's marks.
  /// - Parameter next: the character right behind the word.
  /// - Returns: how much narrower it is, 1/1024 pt.
  func closeUp(from first: Int, _ bytes: UnsafeBufferPointer<UInt8>, em: Int32, before next: UInt32?) -> Int32 {
    var taken: Int32 = 0
    for index in first..<text.glyphs.count {
      let byte = Int(text.glyphs[index].cluster)
      // of a font in which they are wide
      guard text.glyphs[index].advance >= em * 9 / 10, let mark = WideMark(bytes, at: byte) else { continue }
      let isLast = index + 1 == text.glyphs.count
      let behind =
        isLast ? next.flatMap { WideMark($0) } : WideMark(bytes, at: Int(text.glyphs[index + 1].cluster))
      guard let behind, mark.closesUp(before: behind) else { continue }
      text.glyphs[index].advance -= em / 2
      taken += em / 2
    }
    return taken
  }
}
