/// Goes through a sheet by bytes, past comments, strings and brackets as wholes.
struct CSSScanner {
  private let bytes: [UInt8]
  private var at = 0

  init(_ text: String) { bytes = Array(text.utf8) }

  var peek: UInt8? { at < bytes.count ? bytes[at] : nil }

  var rest: String { String(decoding: bytes[min(at, bytes.count)...], as: UTF8.self) }

  mutating func advance() { at += 1 }

  /// White space and comments.
  mutating func skipSpace() {
    while at < bytes.count {
      if bytes[at] <= 0x20 {
        at += 1
      } else if !skipComment() {
        return
      }
    }
  }

  private mutating func skipComment() -> Bool {
    guard at + 1 < bytes.count, bytes[at] == 0x2F, bytes[at + 1] == 0x2A else { return false }
    at += 2
    while at < bytes.count {
      if bytes[at] == 0x2A, at + 1 < bytes.count, bytes[at + 1] == 0x2F {
        at += 2
        return true
      }
      at += 1
    }
    return true
  }

  mutating func skip(_ word: String) -> Bool {
    guard bytes[min(at, bytes.count)...].starts(with: word.utf8) else { return false }
    at += word.utf8.count
    return true
  }

  static func isName(_ byte: UInt8) -> Bool {
    byte >= 0x30 && byte <= 0x39 || byte | 0x20 >= 0x61 && byte | 0x20 <= 0x7A || byte == 0x2D || byte == 0x5F
      || byte >= 0x80
  }

  /// A name with its escapes resolved; empty where none begins.
  mutating func name() -> String {
    var letters: [UInt8] = []
    while at < bytes.count {
      if CSSScanner.isName(bytes[at]) {
        letters.append(bytes[at])
        at += 1
      } else if bytes[at] == 0x5C, at + 1 < bytes.count, bytes[at + 1] != 0x0A {
        letters += escape()
      } else {
        break
      }
    }
    return String(decoding: letters, as: UTF8.self)
  }

  /// `\2014 ` or `\:` (CSS Syntax 3, 4.3.7).
  private mutating func escape() -> [UInt8] {
    at += 1
    var value: UInt32 = 0
    var count = 0
    while at < bytes.count, count < 6, let digit = CSSScanner.hex(bytes[at]) {
      value = value << 4 | digit
      count += 1
      at += 1
    }
    guard count > 0 else {
      guard at < bytes.count else { return [] }
      let first = at
      at += 1
      while at < bytes.count, bytes[at] & 0xC0 == 0x80 { at += 1 }
      return Array(bytes[first..<at])
    }
    if at < bytes.count, bytes[at] <= 0x20 { at += 1 }
    let scalar = value == 0 ? "\u{FFFD}" : Unicode.Scalar(value) ?? "\u{FFFD}"
    return Array(String(scalar).utf8)
  }

  private static func hex(_ byte: UInt8) -> UInt32? {
    switch byte {
    case 0x30...0x39: UInt32(byte - 0x30)
    case 0x41...0x46: UInt32(byte - 0x37)
    case 0x61...0x66: UInt32(byte - 0x57)
    default: nil
    }
  }

  /// The string that begins with the quote here.
  mutating func string() -> String {
    guard at < bytes.count else { return "" }
    let quote = bytes[at]
    at += 1
    var letters: [UInt8] = []
    while at < bytes.count, bytes[at] != quote, bytes[at] != 0x0A {
      if bytes[at] == 0x5C {
        if at + 1 < bytes.count, bytes[at + 1] == 0x0A { at += 2 } else { letters += escape() }
      } else {
        letters.append(bytes[at])
        at += 1
      }
    }
    at += 1
    return String(decoding: letters, as: UTF8.self)
  }

  mutating func upTo(_ end: UInt8) -> String {
    let start = min(at, bytes.count)
    while at < bytes.count, bytes[at] != end { at += 1 }
    return String(decoding: bytes[start..<min(at, bytes.count)], as: UTF8.self)
  }

  /// What stands before `{`, `;` or a `}` too many, comments out.
  mutating func prelude() -> String { piece { $0 == 0x7B || $0 == 0x3B || $0 == 0x7D } }

  mutating func declarationValue() -> String { piece { $0 == 0x3B || $0 == 0x7D } }

  /// What stands in braces; the last is taken.
  mutating func block() -> String {
    var depth = 0
    let text = piece { byte in
      if byte == 0x7B { depth += 1 }
      if byte == 0x7D { depth -= 1 }
      return depth < 0
    }
    if at < bytes.count { at += 1 }
    return text
  }

  private mutating func piece(_ isEnd: (UInt8) -> Bool) -> String {
    var letters: [UInt8] = []
    var brackets = 0
    while at < bytes.count {
      if skipComment() {
        letters.append(0x20)
        continue
      }
      let byte = bytes[at]
      if byte == 0x22 || byte == 0x27 {
        let start = at
        _ = string()
        letters += bytes[start..<min(at, bytes.count)]
        continue
      }
      if byte == 0x5C, at + 1 < bytes.count {
        letters += [byte, bytes[at + 1]]
        at += 2
        continue
      }
      if byte == 0x28 || byte == 0x5B { brackets += 1 }
      if byte == 0x29 || byte == 0x5D { brackets = max(0, brackets - 1) }
      // a brace ends what a bracket left open
      if brackets == 0 || byte == 0x7B || byte == 0x7D, isEnd(byte) { break }
      letters.append(byte)
      at += 1
    }
    return String(decoding: letters, as: UTF8.self)
  }
}
