/// The text objects in the contents of a page that cairo wrote.
struct TextReading {
  /// A glyph that is shown.
  struct Shown {
    /// In the names that were met.
    var font: Int
    var code: UInt16
    var isLatin: Bool
    /// Inside a span with letters of its own.
    var isSpan: Bool
  }

  private static let begin = Array("BT\n".utf8)
  private static let end = Array("ET\n".utf8)
  /// Bytes that end a text object, behind its range.
  static let endCount = 3

  /// Between `BT` and `ET`.
  static func objects(in contents: UnsafeBufferPointer<UInt8>) -> [Range<Int>] {
    var found: [Range<Int>] = []
    var at = 0
    // in strings there is no line's end (`append(wrapped:)`)
    while let start = next(begin, in: contents, from: at), let end = next(end, in: contents, from: start + begin.count)
    {
      found.append(start + begin.count..<end)
      at = end + endCount
    }
    return found
  }

  /// Where a line's end is `mark`, which follows white space.
  private static func next(_ mark: [UInt8], in bytes: UnsafeBufferPointer<UInt8>, from start: Int) -> Int? {
    var at = start
    while at + mark.count <= bytes.count {
      if bytes[at + 2] == 0x0A, bytes[at] == mark[0], bytes[at + 1] == mark[1],
        at == 0 || bytes[at - 1] == 0x0A || bytes[at - 1] == 0x20
      {
        return at
      }
      at += 1
    }
    return nil
  }

  /// The glyphs of a text object, in order; nil where it is none of cairo's.
  /// - Parameter number: of a font by its name.
  static func glyphs(
    of object: UnsafeBufferPointer<UInt8>, number: (ArraySlice<UInt8>) -> Int
  ) -> [Shown]? {
    var shown: [Shown] = []
    var font = -1
    var isSpan = false
    let bytes = Array(object)
    var at = 0
    while at < bytes.count {
      switch bytes[at] {
      case UInt8(ascii: "/"):
        let start = at + 1
        while at < bytes.count, bytes[at] > 0x20 { at += 1 }
        if bytes[start..<at].starts(with: "f-".utf8) {
          font = number(bytes[start..<at])
        } else {
          guard bytes[start..<at].elementsEqual("Span".utf8) else { return nil }
          isSpan = true
          while at < bytes.count, bytes[at] != 0x0A { at += 1 }
        }
      case UInt8(ascii: "E"):
        isSpan = false
        while at < bytes.count, bytes[at] != 0x0A { at += 1 }
      case UInt8(ascii: "("):
        guard font >= 0,
          let end = latin(bytes, at + 1, { shown.append(Shown(font: font, code: $0, isLatin: true, isSpan: isSpan)) })
        else { return nil }
        at = end
      case UInt8(ascii: "<"):
        guard font >= 0,
          let end = wide(bytes, at + 1, { shown.append(Shown(font: font, code: $0, isLatin: false, isSpan: isSpan)) })
        else { return nil }
        at = end
      default: at += 1
      }
    }
    return shown
  }

  /// - Returns: the place behind the string.
  private static func latin(_ bytes: [UInt8], _ start: Int, _ body: (UInt16) -> Void) -> Int? {
    var at = start
    while at < bytes.count {
      let byte = bytes[at]
      at += 1
      if byte == UInt8(ascii: ")") { return at }
      guard byte == UInt8(ascii: "\\") else {
        body(UInt16(byte))
        continue
      }
      guard at < bytes.count else { return nil }
      if (0x30...0x37).contains(bytes[at]) {
        guard at + 3 <= bytes.count else { return nil }
        body(bytes[at..<at + 3].reduce(0) { $0 << 3 | UInt16($1 & 7) })
        at += 3
      } else {
        body(UInt16(bytes[at]))
        at += 1
      }
    }
    return nil
  }

  /// - Returns: the place behind the string.
  private static func wide(_ bytes: [UInt8], _ start: Int, _ body: (UInt16) -> Void) -> Int? {
    var at = start
    var (digits, code) = (0, UInt16(0))
    while at < bytes.count {
      let byte = bytes[at]
      at += 1
      switch byte {
      case UInt8(ascii: ">"): return digits == 0 ? at : nil
      case 0x0A: continue
      case 0x30...0x39: code = code << 4 | UInt16(byte - 0x30)
      case 0x61...0x66: code = code << 4 | UInt16(byte - 0x57)
      default: return nil
      }
      digits += 1
      if digits == 4 {
        body(code)
        (digits, code) = (0, 0)
      }
    }
    return nil
  }
}
