/// Reads a content stream operator by operator (ISO 32000-1, 7.8.2). Damaged streams end early; nothing traps.
struct ContentTokens {
  enum Operand {
    case number(Double)
    case name(Range<Int>)
    /// Strings, arrays, dictionaries.
    case other
  }

  private let bytes: [UInt8]
  private var place = 0
  private var depth = 0
  private(set) var operands: [Operand] = []
  /// Bytes of the strings among the operands: what is shown as text.
  private(set) var stringBytes = 0

  init(_ bytes: [UInt8]) { self.bytes = bytes }

  /// The next operator; its operands are in `operands`.
  mutating func next() -> ArraySlice<UInt8>? {
    operands.removeAll(keepingCapacity: true)
    stringBytes = 0
    while place < bytes.count {
      let start = place
      let byte = bytes[place]
      switch byte {
      case _ where ContentTokens.isSpace(byte): place += 1
      case UInt8(ascii: "%"): while place < bytes.count, bytes[place] != 0x0A, bytes[place] != 0x0D { place += 1 }
      case UInt8(ascii: "("):
        skipString()
        stringBytes += max(0, place - start - 2)
        add(.other)
      case UInt8(ascii: "<"):
        if place + 1 < bytes.count, bytes[place + 1] == byte {
          place += 2
          depth += 1
        } else {
          while place < bytes.count, bytes[place] != UInt8(ascii: ">") { place += 1 }
          place = min(place + 1, bytes.count)
          stringBytes += max(0, place - start - 2) / 2
          add(.other)
        }
      case UInt8(ascii: ">"):
        place += place + 1 < bytes.count && bytes[place + 1] == byte ? 2 : 1
        close()
      case UInt8(ascii: "["):
        place += 1
        depth += 1
      case UInt8(ascii: "]"):
        place += 1
        close()
      case UInt8(ascii: "/"):
        place += 1
        skipRegular()
        add(.name(start..<place))
      case UInt8(ascii: ")"), UInt8(ascii: "{"), UInt8(ascii: "}"): place += 1
      default:
        skipRegular()
        if let value = number(start..<place) {
          add(.number(value))
        } else if depth == 0 {
          return bytes[start..<place]
        }
      }
    }
    return nil
  }

  private mutating func add(_ operand: Operand) { if depth == 0 { operands.append(operand) } }

  private mutating func close() {
    depth = max(0, depth - 1)
    add(.other)
  }

  /// All operands as numbers; nil if any is none.
  func numbers() -> [Double]? {
    var values: [Double] = []
    for operand in operands {
      guard case .number(let value) = operand else { return nil }
      values.append(value)
    }
    return values
  }

  /// The operand as a name with its slash.
  func name(_ index: Int) -> String? {
    guard operands.indices.contains(index), case .name(let range) = operands[index] else { return nil }
    return String(decoding: bytes[range], as: UTF8.self)
  }

  /// What an inline image says of itself (8.9.7): its keys and values up to `ID`, as words.
  mutating func inlineImage() -> [String: String] {
    var words: [String] = []
    while place < bytes.count {
      if ContentTokens.isSpace(bytes[place]) {
        place += 1
        continue
      }
      let start = place
      if bytes[place] == UInt8(ascii: "/") { place += 1 }
      skipRegular()
      if place == start { place += 1 }
      let word = String(decoding: bytes[start..<place], as: UTF8.self)
      if word == "ID" { break }
      words.append(word)
    }
    skipImageData()
    var values: [String: String] = [:]
    for index in stride(from: 0, to: words.count - 1, by: 2) { values[words[index]] = words[index + 1] }
    return values
  }

  /// The data end at an `EI` between spaces behind which there is text again: they may hold one by chance.
  private mutating func skipImageData() {
    place += 1
    while place + 1 < bytes.count {
      if bytes[place] == UInt8(ascii: "E"), bytes[place + 1] == UInt8(ascii: "I"),
        ContentTokens.isSpace(bytes[place - 1])
      {
        let after = bytes[(place + 2)...].prefix(16)
        let isText = after.allSatisfy { ContentTokens.isSpace($0) && $0 != 0 || (0x20...0x7E).contains($0) }
        if isText, after.first.map(ContentTokens.isSpace) ?? true {
          place += 2
          return
        }
      }
      place += 1
    }
    place = bytes.count
  }

  private mutating func skipRegular() {
    while place < bytes.count, !ContentTokens.isSpace(bytes[place]), !ContentTokens.isDelimiter(bytes[place]) {
      place += 1
    }
  }

  private mutating func skipString() {
    var open = 0
    while place < bytes.count {
      let byte = bytes[place]
      place += 1
      if byte == UInt8(ascii: "\\") {
        place += 1
      } else if byte == UInt8(ascii: "(") {
        open += 1
      } else if byte == UInt8(ascii: ")") {
        open -= 1
        if open == 0 { break }
      }
    }
    place = min(place, bytes.count)
  }

  private static func isSpace(_ byte: UInt8) -> Bool {
    byte == 0x20 || (0x09...0x0D).contains(byte) && byte != 0x0B || byte == 0
  }

  private static func isDelimiter(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "("), UInt8(ascii: ")"), UInt8(ascii: "<"), UInt8(ascii: ">"), UInt8(ascii: "["),
      UInt8(ascii: "]"), UInt8(ascii: "{"), UInt8(ascii: "}"), UInt8(ascii: "/"), UInt8(ascii: "%"):
      true
    default: false
    }
  }

  /// A number as PDF writes them, without an exponent; nil if it is none.
  private func number(_ range: Range<Int>) -> Double? {
    var (value, unit, isFraction, isNegative, hasDigits) = (0.0, 1.0, false, false, false)
    for (index, byte) in bytes[range].enumerated() {
      switch byte {
      case UInt8(ascii: "-") where index == 0: isNegative = true
      case UInt8(ascii: "+") where index == 0: break
      case UInt8(ascii: ".") where !isFraction: isFraction = true
      case 0x30...0x39:
        hasDigits = true
        if isFraction {
          unit /= 10
          value += Double(byte - 0x30) * unit
        } else {
          value = value * 10 + Double(byte - 0x30)
        }
      default: return nil
      }
    }
    return hasDigits ? (isNegative ? -value : value) : nil
  }
}
