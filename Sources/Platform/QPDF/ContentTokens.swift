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

  /// Whether the bytes there are a word.
  package func isWord(_ range: Range<Int>, _ word: StaticString) -> Bool {
    range.count == word.utf8CodeUnitCount && word.withUTF8Buffer { bytes[range].elementsEqual($0) }
  }

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

  /// The bytes that a string means, in both ways of writing it; nil for what is none.
  package func string(_ operand: Operand) -> [UInt8]? {
    guard operand.kind == .other, let first = bytes[operand.place].first,
      first == UInt8(ascii: "(") || first == UInt8(ascii: "<") && !bytes[operand.place].starts(with: "<<".utf8)
    else { return nil }
    var found: [UInt8] = []
    addStrings(of: operand, to: &found)
    return found
  }

  /// The strings of an array, those in arrays within it left out.
  package func strings(_ operand: Operand) -> [[UInt8]] {
    guard operand.kind == .other, bytes[operand.place].first == UInt8(ascii: "["), operand.place.count > 2 else {
      return []
    }
    var inner = ContentTokens(Array(bytes[operand.place].dropFirst().dropLast()))
    _ = inner.next()
    return inner.operands.compactMap { inner.string($0) }
  }

  /// The strings of an array, each with the sum of the numbers before it, by which `TJ` moves back (9.4.3); numbers
  /// at the end come with an empty one.
  package func kerned(_ operand: Operand) -> [(text: [UInt8], shift: Double)] {
    guard operand.kind == .other, bytes[operand.place].first == UInt8(ascii: "["), operand.place.count > 2 else {
      return []
    }
    var inner = ContentTokens(Array(bytes[operand.place].dropFirst().dropLast()))
    _ = inner.next()
    var found: [(text: [UInt8], shift: Double)] = []
    var shift = 0.0
    for operand in inner.operands {
      if let value = operand.value { shift += value }
      guard let text = inner.string(operand) else { continue }
      found.append((text, shift))
      shift = 0
    }
    return shift == 0 ? found : found + [([], shift)]
  }

  /// The entries of a dictionary, by their keys with slashes; each with what reads its value.
  package func entries(_ operand: Operand) -> [String: (tokens: ContentTokens, value: Operand)] {
    guard operand.kind == .other, operand.place.count > 4, bytes[operand.place].starts(with: "<<".utf8) else {
      return [:]
    }
    var inner = ContentTokens(Array(bytes[operand.place].dropFirst(2).dropLast(2)))
    _ = inner.next()
    var found: [String: (tokens: ContentTokens, value: Operand)] = [:]
    for index in stride(from: 0, to: inner.operands.count - 1, by: 2) {
      if let key = inner.name(index) { found[key] = (inner, inner.operands[index + 1]) }
    }
    return found
  }

  /// Adds the bytes that a string means, or the strings of an array one behind the other: what `Tj` and `TJ` show.
  /// - Parameter jump: is told of numbers in the array that move text on by more than so many thousandths of its size.
  package func addStrings(
    of operand: Operand, to found: inout [UInt8], over least: Int = .max, jump: ([UInt8]) -> Void = { _ in }
  ) {
    var at = operand.place.lowerBound
    while at < operand.place.upperBound {
      switch bytes[at] {
      case UInt8(ascii: "-") where least < .max:
        at += 1
        var number = 0
        while at < operand.place.upperBound, (0x30...0x39).contains(bytes[at]), number < 1 << 30 {
          number = number * 10 + Int(bytes[at] - 0x30)
          at += 1
        }
        if number > least { jump(found) }
      case UInt8(ascii: "("): addLiteral(&at, operand.place.upperBound, &found)
      case UInt8(ascii: "<"): addHexadecimal(&at, operand.place.upperBound, &found)
      default: at += 1
      }
    }
  }

  private func addHexadecimal(_ at: inout Int, _ end: Int, _ found: inout [UInt8]) {
    var (digits, value) = (0, UInt8(0))
    at += 1
    while at < end, bytes[at] != UInt8(ascii: ">") {
      let byte = bytes[at]
      at += 1
      let digit: UInt8
      switch byte {
      case 0x30...0x39: digit = byte - 0x30
      case 0x41...0x46: digit = byte - 0x37
      case 0x61...0x66: digit = byte - 0x57
      default: continue
      }
      value = value << 4 | digit
      digits += 1
      if digits % 2 == 0 { found.append(value) }
    }
    at += 1
    // an odd digit counts as if a 0 followed
    if digits % 2 == 1 { found.append(value << 4) }
  }

  private func addLiteral(_ at: inout Int, _ end: Int, _ found: inout [UInt8]) {
    var open = 1
    at += 1
    while at < end {
      let byte = bytes[at]
      at += 1
      switch byte {
      case UInt8(ascii: "("): open += 1
      case UInt8(ascii: ")"):
        open -= 1
        if open == 0 { return }
      case UInt8(ascii: "\\"):
        addEscape(&at, end, &found)
        continue
      default: break
      }
      found.append(byte)
    }
  }

  private func addEscape(_ at: inout Int, _ end: Int, _ found: inout [UInt8]) {
    guard at < end else { return }
    let byte = bytes[at]
    at += 1
    switch byte {
    case UInt8(ascii: "n"): found.append(0x0A)
    case UInt8(ascii: "r"): found.append(0x0D)
    case UInt8(ascii: "t"): found.append(0x09)
    case UInt8(ascii: "b"): found.append(0x08)
    case UInt8(ascii: "f"): found.append(0x0C)
    case 0x0A: break
    case 0x0D: if at < end, bytes[at] == 0x0A { at += 1 }
    case 0x30...0x37:
      var value = Int(byte - 0x30)
      for _ in 0..<2 where at < end && (0x30...0x37).contains(bytes[at]) {
        value = value * 8 + Int(bytes[at] - 0x30)
        at += 1
      }
      found.append(UInt8(truncatingIfNeeded: value))
    default: found.append(byte)
    }
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
