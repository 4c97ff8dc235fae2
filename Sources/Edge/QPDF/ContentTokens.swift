/// Reads a content stream operator by operator (ISO 32000-1, 7.8.2). Damaged streams end early; nothing traps.
package struct ContentTokens {
  package struct Operand {
    package enum Kind: Equatable {
      case number(Double)
      case name
      /// Strings, arrays, dictionaries, truth.
      case other
    }

    package let kind: Kind
    /// Where it stands in the stream.
    package let place: Range<Int>

    /// Nil for what is no number.
    package var value: Double? {
      if case .number(let value) = kind { value } else { nil }
    }
  }

  private let bytes: [UInt8]
  private var place = 0
  private var depth = 0
  /// Where the outermost open array or dictionary began.
  private var opened = 0
  /// `ID` was read: data of an inline picture follow, that are no tokens.
  private var isAtPictureData = false
  package private(set) var operands: [Operand] = []
  /// Bytes of the strings among the operands: what is shown as text.
  package private(set) var stringBytes = 0

  package init(_ bytes: [UInt8]) { self.bytes = bytes }

  /// Where the next operator stands; its operands are in `operands`, those of `ID` the keys and values
  /// of an inline picture (8.9.7). Linear in what is read.
  package mutating func next() -> Range<Int>? {
    operands.removeAll(keepingCapacity: true)
    stringBytes = 0
    if isAtPictureData { skipPictureData() }
    while place < bytes.count {
      let start = place
      let byte = bytes[place]
      switch byte {
      case _ where ContentTokens.isSpace(byte): place += 1
      case UInt8(ascii: "%"): while place < bytes.count, bytes[place] != 0x0A, bytes[place] != 0x0D { place += 1 }
      case UInt8(ascii: "("):
        skipString()
        stringBytes += max(0, place - start - 2)
        add(.other, from: start)
      case UInt8(ascii: "<"): readAngle()
      case UInt8(ascii: ">"):
        place += isDoubled(byte) ? 2 : 1
        close()
      case UInt8(ascii: "["): open(by: 1)
      case UInt8(ascii: "]"):
        place += 1
        close()
      case UInt8(ascii: "/"):
        place += 1
        skipRegular()
        add(.name, from: start)
      case UInt8(ascii: ")"), UInt8(ascii: "{"), UInt8(ascii: "}"): place += 1
      default: if let word = readWord() { return word }
      }
    }
    return nil
  }

  /// The bytes there, as text.
  package func text(_ range: Range<Int>) -> String { String(decoding: bytes[range], as: UTF8.self) }

  /// All operands as numbers; nil if any is none.
  package func numbers() -> [Double]? {
    var values: [Double] = []
    for operand in operands {
      guard let value = operand.value else { return nil }
      values.append(value)
    }
    return values
  }

  /// The operand as a name with its slash.
  package func name(_ index: Int) -> String? {
    guard operands.indices.contains(index), operands[index].kind == .name else { return nil }
    return text(operands[index].place)
  }

  // MARK: Tokens (7.2)

  private mutating func add(_ kind: Operand.Kind, from start: Int) {
    if depth == 0 { operands.append(Operand(kind: kind, place: start..<place)) }
  }

  private mutating func open(by count: Int) {
    if depth == 0 { opened = place }
    place += count
    depth += 1
  }

  private mutating func close() {
    if depth == 0 { opened = place - 1 }
    depth = max(0, depth - 1)
    add(.other, from: opened)
  }

  private func isDoubled(_ byte: UInt8) -> Bool { place + 1 < bytes.count && bytes[place + 1] == byte }

  /// A dictionary's beginning, or a string in hexadecimal.
  private mutating func readAngle() {
    if isDoubled(UInt8(ascii: "<")) { return open(by: 2) }
    let start = place
    while place < bytes.count, bytes[place] != UInt8(ascii: ">") { place += 1 }
    place = min(place + 1, bytes.count)
    stringBytes += max(0, place - start - 2) / 2
    add(.other, from: start)
  }

  /// A number or a truth among the operands, else an operator.
  private mutating func readWord() -> Range<Int>? {
    let start = place
    skipRegular()
    if let value = number(start..<place) {
      add(.number(value), from: start)
      return nil
    }
    let word = bytes[start..<place]
    if word.elementsEqual("true".utf8) || word.elementsEqual("false".utf8) || word.elementsEqual("null".utf8) {
      add(.other, from: start)
      return nil
    }
    guard depth == 0 else { return nil }
    isAtPictureData = word.elementsEqual("ID".utf8)
    return start..<place
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

  /// The data end at an `EI` between spaces behind which there is text again: they may hold one by chance.
  private mutating func skipPictureData() {
    isAtPictureData = false
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
