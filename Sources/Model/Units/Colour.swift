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
