/// A colour; components 0...1.
public struct Colour: Hashable, Sendable {
  public var red, green, blue: Double

  public init(red: Double, green: Double, blue: Double) {
    self.red = red
    self.green = green
    self.blue = blue
  }

  public static let black = Colour(grey: 0)
  package static let white = Colour(grey: 1)

  /// - Parameter grey: 0 black, 1 white.
  package init(grey: Double) { self.init(red: grey, green: grey, blue: grey) }

  /// - Parameter hex: `0x7A1F1F`
  package init(hex: Int) {
    func part(_ shift: Int) -> Double { Double(hex >> shift & 0xFF) / 255 }
    self.init(red: part(16), green: part(8), blue: part(0))
  }

  /// - Parameter text: `#7A1F1F`; nil for anything else.
  package init?(parsing text: String) {
    let digits = text.dropFirst()
    guard text.first == "#", digits.utf8.count == 6, digits.allSatisfy(\.isHexDigit), let hex = Int(digits, radix: 16)
    else { return nil }
    self.init(hex: hex)
  }

  /// `#7A1F1F`
  package var written: String {
    "#"
      + [red, green, blue].map { part in
        let part = Int((min(max(part, 0), 1) * 255).rounded())
        return (part < 16 ? "0" : "") + String(part, radix: 16, uppercase: true)
      }.joined()
  }

  package var isGrey: Bool { red == green && green == blue }
}

/// A second ink of a press: words and ornaments of its colour are printed with it alone, light ones as tints of it.
public struct SpotInk: Hashable, Sendable {
  /// As the maker of inks calls it: `PANTONE 186 C`.
  public var name: String
  /// What it looks like.
  public var colour: Colour

  public init(name: String, colour: Colour) {
    self.name = name
    self.colour = colour
  }

  /// How much of it makes a colour, 0 to 1; nil where white paper and this ink alone do not.
  package func tint(of other: Colour) -> Double? {
    let (own, parts) = ([colour.red, colour.green, colour.blue], [other.red, other.green, other.blue])
    guard let darkest = own.indices.min(by: { own[$0] < own[$1] }), own[darkest] < 1 else { return nil }
    let tint = (1 - parts[darkest]) / (1 - own[darkest])
    // a step and a half of eight bits
    guard tint > 0, tint < 1.006, own.indices.allSatisfy({ abs(1 - parts[$0] - tint * (1 - own[$0])) < 0.006 }) else {
      return nil
    }
    return min(tint, 1)
  }
}
