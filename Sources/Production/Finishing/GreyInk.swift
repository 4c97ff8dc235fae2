internal import QPDF
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
  private var tokens: ContentTokens
  private var colours = Colours()
  private var saved: [Colours] = []

  /// Whether `sc` and `SC` count in red, green and blue.
  private struct Colours {
    var fillIsRGB = false
    var strokeIsRGB = false
  }

  /// The stream with its greys as grey; nil where nothing changes. Linear.
  /// - Parameters:
  ///   - press: what becomes of other colours; nil where they stay.
  ///   - spot: the colour that has an ink of its own.
  ///   - usesSpot: set where that ink is named.
  static func rewritten(_ bytes: [UInt8], press: PressColours?, spot: SpotInk?, usesSpot: inout Bool) -> [UInt8]? {
    var ink = GreyInk(bytes: bytes, press: press, spot: spot)
    while let word = ink.tokens.next() { ink.operate(word) }
    if ink.usesSpot { usesSpot = true }
    guard ink.copied > 0 else { return nil }
    ink.output += bytes[ink.copied...]
    return ink.output
  }

  private let press: PressColours?
  private let spot: SpotInk?
  private var usesSpot = false
  /// What the second ink is called among a page's resources.
  static let spotName = "SpotInk"

  private init(bytes: [UInt8], press: PressColours?, spot: SpotInk?) {
    (self.bytes, self.press, self.spot) = (bytes, press, spot)
    tokens = ContentTokens(bytes)
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
      default: break
      }
    default: break
    }
  }

  private mutating func setColour(_ range: Range<Int>, isStroke: Bool, isForced: Bool) {
    guard let parts = tokens.numbers(), parts.count == 3 else { return }
    let (red, green, blue) = (parts[0], parts[1], parts[2])
    let first = tokens.operands[0].place
    // half a step of eight bits: what rounding leaves between equal parts
    if abs(red - green) < 0.002, abs(red - blue) < 0.002 {
      let level = Array(bytes[first])
      replace(first.lowerBound..<range.upperBound, with: level + Array(isStroke ? " G".utf8 : " g".utf8))
    } else if let tint = spot?.tint(of: Colour(red: red, green: green, blue: blue)) {
      usesSpot = true
      let (set, use) = isStroke ? ("CS", "SCN") : ("cs", "scn")
      replace(
        first.lowerBound..<range.upperBound,
        with: Array("/\(GreyInk.spotName) \(set) \(Length.decimal(tint)) \(use)".utf8))
    } else if let press {
      let values = press.values(of: parts)
      let text = values.map { Length.decimal($0) }.joined(separator: " ")
      let word = values.count == 1 ? (isStroke ? "G" : "g") : isStroke ? "K" : "k"
      replace(first.lowerBound..<range.upperBound, with: Array("\(text) \(word)".utf8))
    } else if isForced {
      replace(range, with: Array(isStroke ? "RG".utf8 : "rg".utf8))
    }
  }

  /// A space of red, green and blue begins black (8.6.5.1), which grey can say too.
  private mutating func setSpace(_ range: Range<Int>, grey: StaticString) -> Bool {
    guard tokens.operands.count == 1, tokens.name(0) == "/DeviceRGB" else { return false }
    replace(tokens.operands[0].place.lowerBound..<range.upperBound, with: Array(grey.description.utf8))
    return true
  }

  private mutating func replace(_ range: Range<Int>, with text: [UInt8]) {
    output += bytes[copied..<range.lowerBound]
    output += text
    copied = range.upperBound
  }
}
