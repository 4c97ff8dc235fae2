/// A value of JSON (RFC 8259), read strictly.
package enum JSON: Sendable, Equatable {
  case null
  case bool(Bool)
  case number(Double)
  case string(String)
  case array([JSON])
  case object([String: JSON])

  package struct Fault: Error, Equatable {
    /// The byte at which it is no JSON any more.
    package var offset: Int
  }

  package init(_ bytes: [UInt8]) throws(Fault) {
    var parser = JSONParser(bytes)
    self = try parser.document()
  }

  package subscript(key: String) -> JSON? { if case .object(let fields) = self { fields[key] } else { nil } }
  package subscript(index: Int) -> JSON? {
    if case .array(let items) = self, items.indices.contains(index) { items[index] } else { nil }
  }
  package var string: String? { if case .string(let text) = self { text } else { nil } }
  package var items: [JSON] { if case .array(let items) = self { items } else { [] } }
  package var number: Double? { if case .number(let number) = self { number } else { nil } }
  /// As far as a number of JSON is exact.
  package var int: Int? { if case .number(let number) = self, abs(number) < 9e15 { Int(number) } else { nil } }
}

private struct JSONParser {
  private let bytes: [UInt8]
  private var at = 0
  private var depth = 0
  /// pandoc's trees nest a few dozen deep; past this somebody wants the stack.
  private static let deepest = 400

  init(_ bytes: [UInt8]) { self.bytes = bytes }

  private var fault: JSON.Fault { JSON.Fault(offset: at) }

  mutating func document() throws(JSON.Fault) -> JSON {
    if bytes.starts(with: [0xEF, 0xBB, 0xBF]) { at = 3 }
    let value = try value()
    skipSpace()
    guard at == bytes.count else { throw fault }
    return value
  }

  private mutating func skipSpace() {
    while at < bytes.count, bytes[at] == 0x20 || bytes[at] == 0x0A || bytes[at] == 0x0D || bytes[at] == 0x09 { at += 1 }
  }

  private mutating func take(_ byte: UInt8) -> Bool {
    skipSpace()
    guard at < bytes.count, bytes[at] == byte else { return false }
    at += 1
    return true
  }

  private mutating func word(_ text: String, _ value: JSON) throws(JSON.Fault) -> JSON {
    guard bytes[at...].starts(with: text.utf8) else { throw fault }
    at += text.utf8.count
    return value
  }

  private mutating func value() throws(JSON.Fault) -> JSON {
    skipSpace()
    guard at < bytes.count, depth < JSONParser.deepest else { throw fault }
    depth += 1
    defer { depth -= 1 }
    switch bytes[at] {
    case 0x7B: return try object()
    case 0x5B: return try array()
    case 0x22: return .string(try string())
    case 0x74: return try word("true", .bool(true))
    case 0x66: return try word("false", .bool(false))
    case 0x6E: return try word("null", .null)
    default: return try number()
    }
  }

  private mutating func object() throws(JSON.Fault) -> JSON {
    at += 1
    var fields: [String: JSON] = [:]
    if take(0x7D) { return .object(fields) }
    while true {
      skipSpace()
      guard at < bytes.count, bytes[at] == 0x22 else { throw fault }
      let key = try string()
      guard take(0x3A) else { throw fault }
      fields[key] = try value()
      if take(0x2C) { continue }
      guard take(0x7D) else { throw fault }
      return .object(fields)
    }
  }

  private mutating func array() throws(JSON.Fault) -> JSON {
    at += 1
    var items: [JSON] = []
    if take(0x5D) { return .array(items) }
    while true {
      items.append(try value())
      if take(0x2C) { continue }
      guard take(0x5D) else { throw fault }
      return .array(items)
    }
  }

  private mutating func number() throws(JSON.Fault) -> JSON {
    let start = at
    while at < bytes.count, "+-.eE0123456789".utf8.contains(bytes[at]) { at += 1 }
    let text = String(decoding: bytes[start..<at], as: UTF8.self)
    guard let first = text.utf8.first, first == 0x2D || first >= 0x30 && first <= 0x39, let number = Double(text),
      number.isFinite
    else {
      at = start
      throw fault
    }
    return .number(number)
  }

  private mutating func string() throws(JSON.Fault) -> String {
    at += 1
    var letters: [UInt8] = []
    while at < bytes.count {
      let byte = bytes[at]
      at += 1
      if byte == 0x22 { return String(decoding: letters, as: UTF8.self) }
      guard byte == 0x5C else {
        guard byte >= 0x20 else { throw fault }
        letters.append(byte)
        continue
      }
      guard at < bytes.count else { throw fault }
      let sign = bytes[at]
      at += 1
      switch sign {
      case 0x22, 0x5C, 0x2F: letters.append(sign)
      case 0x62: letters.append(0x08)
      case 0x66: letters.append(0x0C)
      case 0x6E: letters.append(0x0A)
      case 0x72: letters.append(0x0D)
      case 0x74: letters.append(0x09)
      case 0x75: letters += Array(String(try scalar()).utf8)
      default: throw fault
      }
    }
    throw fault
  }

  /// What follows `\u`, two of them for what does not fit one; U+FFFD for half a pair.
  private mutating func scalar() throws(JSON.Fault) -> Unicode.Scalar {
    let first = try hex()
    if first >= 0xD800, first < 0xDC00, at + 1 < bytes.count, bytes[at] == 0x5C, bytes[at + 1] == 0x75 {
      at += 2
      let second = try hex()
      guard second >= 0xDC00, second < 0xE000 else { return "\u{FFFD}" }
      return Unicode.Scalar(0x10000 + ((first - 0xD800) << 10) + (second - 0xDC00)) ?? "\u{FFFD}"
    }
    return Unicode.Scalar(first) ?? "\u{FFFD}"
  }

  private mutating func hex() throws(JSON.Fault) -> UInt32 {
    guard at + 4 <= bytes.count, let value = UInt32(String(decoding: bytes[at..<(at + 4)], as: UTF8.self), radix: 16)
    else { throw fault }
    at += 4
    return value
  }
}
