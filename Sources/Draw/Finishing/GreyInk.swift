internal import Units

/// Rewrites the colours of a content stream (ISO 32000-1, 8.6.8): what is grey in
/// red, green and blue becomes one grey. All else keeps its bytes.
///
/// A press given black as three colours prints it in four inks, and small type
/// shows their misregister. A form that sets three numbers without naming a space
/// of its own is read in the space it was called in, which is not followed here.
struct GreyInk {
  private let bytes: [UInt8]
  private var output: [UInt8] = []
  /// What stands before this in `bytes` is in `output` already.
  private var copied = 0
  private var place = 0
  /// Operands since the last operator; nil values are no numbers.
  private var operands: [(start: Int, end: Int, value: Double?)] = []
  private var depth = 0
  private var colours = Colours()
  private var saved: [Colours] = []

  /// Whether `sc` and `SC` count in red, green and blue.
  private struct Colours {
    var fillIsRGB = false
    var strokeIsRGB = false
  }

  /// The stream with its greys as grey; nil where nothing changes. Linear.
  /// - Parameter press: what becomes of other colours; nil where they stay.
  static func rewritten(_ bytes: [UInt8], press: PressColours? = nil) -> [UInt8]? {
    var ink = GreyInk(bytes: bytes, press: press)
    ink.run()
    guard ink.copied > 0 else { return nil }
    ink.output += bytes[ink.copied...]
    return ink.output
  }

  private let press: PressColours?

  private init(bytes: [UInt8], press: PressColours?) { (self.bytes, self.press) = (bytes, press) }

  // MARK: Tokens (7.2)

  private mutating func run() {
    while place < bytes.count {
      let start = place
      let byte = bytes[place]
      switch byte {
      case _ where GreyInk.isSpace(byte): place += 1
      case UInt8(ascii: "%"): skipComment()
      case UInt8(ascii: "("):
        skipString()
        operand(from: start)
      case UInt8(ascii: "<"):
        if place + 1 < bytes.count, bytes[place + 1] == byte {
          place += 2
          depth += 1
        } else {
          skipHexString()
          operand(from: start)
        }
      case UInt8(ascii: ">"):
        place += place + 1 < bytes.count && bytes[place + 1] == byte ? 2 : 1
        close(from: start)
      case UInt8(ascii: "["):
        place += 1
        depth += 1
      case UInt8(ascii: "]"):
        place += 1
        close(from: start)
      case UInt8(ascii: "/"):
        place += 1
        skipRegular()
        operand(from: start)
      case UInt8(ascii: ")"), UInt8(ascii: "{"), UInt8(ascii: "}"): place += 1
      default:
        skipRegular()
        word(from: start)
      }
    }
  }

  private mutating func close(from start: Int) {
    depth = max(0, depth - 1)
    operand(from: start)
  }

  private mutating func operand(from start: Int, value: Double? = nil) {
    guard depth == 0 else { return }
    operands.append((start, place, value))
  }

  private mutating func word(from start: Int) {
    let first = bytes[start]
    if (0x30...0x39).contains(first) || first == UInt8(ascii: "-") || first == UInt8(ascii: "+")
      || first == UInt8(ascii: ".")
    {
      operand(from: start, value: number(start..<place))
    } else if depth == 0 {
      operate(start..<place)
      operands.removeAll(keepingCapacity: true)
    }
  }

  private mutating func skipRegular() {
    while place < bytes.count, !GreyInk.isSpace(bytes[place]), !GreyInk.isDelimiter(bytes[place]) { place += 1 }
  }

  private mutating func skipComment() {
    while place < bytes.count, bytes[place] != 0x0A, bytes[place] != 0x0D { place += 1 }
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

  private mutating func skipHexString() {
    while place < bytes.count, bytes[place] != UInt8(ascii: ">") { place += 1 }
    place = min(place + 1, bytes.count)
  }

  /// Past the data of an inline image (8.9.7), `ID` just read. They end at an `EI`
  /// between spaces behind which there is text again: the data may hold one by chance.
  private mutating func skipImageData() {
    place += 1
    while place + 1 < bytes.count {
      if bytes[place] == UInt8(ascii: "E"), bytes[place + 1] == UInt8(ascii: "I"), GreyInk.isSpace(bytes[place - 1]) {
        let after = bytes[(place + 2)...].prefix(16)
        let isText = after.allSatisfy { GreyInk.isSpace($0) && $0 != 0 || (0x20...0x7E).contains($0) }
        if isText, after.first.map(GreyInk.isSpace) ?? true {
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
      UInt8(ascii: "]"),
      UInt8(ascii: "{"), UInt8(ascii: "}"), UInt8(ascii: "/"), UInt8(ascii: "%"):
      true
    default: false
    }
  }

  /// A number as PDF writes them, without an exponent; nil if it is none.
  private func number(_ range: Range<Int>) -> Double? {
    var (value, place, isFraction, isNegative) = (0.0, 1.0, false, false)
    for (index, byte) in bytes[range].enumerated() {
      switch byte {
      case UInt8(ascii: "-") where index == 0: isNegative = true
      case UInt8(ascii: "+") where index == 0: break
      case UInt8(ascii: ".") where !isFraction: isFraction = true
      case 0x30...0x39:
        if isFraction {
          place /= 10
          value += Double(byte - 0x30) * place
        } else {
          value = value * 10 + Double(byte - 0x30)
        }
      default: return nil
      }
    }
    return isNegative ? -value : value
  }

  // MARK: Operators

  private mutating func operate(_ range: Range<Int>) {
    switch range.count {
    case 1:
      switch bytes[range.lowerBound] {
      case UInt8(ascii: "q"): saved.append(colours)
      case UInt8(ascii: "Q"): colours = saved.popLast() ?? Colours()
      case UInt8(ascii: "g"), UInt8(ascii: "k"): colours.fillIsRGB = false
      case UInt8(ascii: "G"), UInt8(ascii: "K"): colours.strokeIsRGB = false
      default: break
      }
    case 2, 3:
      switch String(decoding: bytes[range], as: UTF8.self) {
      case "rg":
        colours.fillIsRGB = true
        setColour(range, isStroke: false, isForced: false)
      case "RG":
        colours.strokeIsRGB = true
        setColour(range, isStroke: true, isForced: false)
      // the space may be grey by now, so three numbers must say again that they are three
      case "sc", "scn": if colours.fillIsRGB { setColour(range, isStroke: false, isForced: true) }
      case "SC", "SCN": if colours.strokeIsRGB { setColour(range, isStroke: true, isForced: true) }
      case "cs": colours.fillIsRGB = setSpace(range, grey: "0 g")
      case "CS": colours.strokeIsRGB = setSpace(range, grey: "0 G")
      case "ID": skipImageData()
      default: break
      }
    default: break
    }
  }

  private mutating func setColour(_ range: Range<Int>, isStroke: Bool, isForced: Bool) {
    guard operands.count == 3, let red = operands[0].value, let green = operands[1].value, let blue = operands[2].value
    else { return }
    // half a step of eight bits: what rounding leaves between equal parts
    if abs(red - green) < 0.002, abs(red - blue) < 0.002 {
      let level = Array(bytes[operands[0].start..<operands[0].end])
      replace(operands[0].start..<range.upperBound, with: level + Array(isStroke ? " G".utf8 : " g".utf8))
    } else if let press {
      let values = press.values(of: [red, green, blue])
      let text = values.map { Length.decimal($0) }.joined(separator: " ")
      let word = values.count == 1 ? (isStroke ? "G" : "g") : isStroke ? "K" : "k"
      replace(operands[0].start..<range.upperBound, with: Array("\(text) \(word)".utf8))
    } else if isForced {
      replace(range, with: Array(isStroke ? "RG".utf8 : "rg".utf8))
    }
  }

  /// A space of red, green and blue begins black (8.6.5.1), which grey can say too.
  private mutating func setSpace(_ range: Range<Int>, grey: StaticString) -> Bool {
    guard operands.count == 1, bytes[operands[0].start..<operands[0].end].elementsEqual("/DeviceRGB".utf8) else {
      return false
    }
    replace(operands[0].start..<range.upperBound, with: Array(grey.description.utf8))
    return true
  }

  private mutating func replace(_ range: Range<Int>, with text: [UInt8]) {
    output += bytes[copied..<range.lowerBound]
    output += text
    copied = range.upperBound
  }
}
