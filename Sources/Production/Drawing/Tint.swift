package import Units

/// Colours of a page on a screen, made of those it has on white paper.
package struct Tint: Sendable {
  let paper: Colour
  let ink: Colour
  /// How much stays of a colour that is no grey.
  private let own: Double

  package init(paper: Colour, ink: Colour) {
    self.paper = paper
    self.ink = ink
    // the weights of Rec. 709
    func lightness(_ colour: Colour) -> Double { 0.2126 * colour.red + 0.7152 * colour.green + 0.0722 * colour.blue }
    own = lightness(ink) > lightness(paper) ? 0.55 : 1
  }

  package func shown(_ colour: Colour) -> Colour {
    colour.isGrey ? Tint.mixed(paper, ink, colour.red) : Tint.mixed(colour, ink, own)
  }

  /// - Parameter share: of the first.
  static func mixed(_ first: Colour, _ second: Colour, _ share: Double) -> Colour {
    func mixed(_ a: Double, _ b: Double) -> Double { a * share + b * (1 - share) }
    return Colour(
      red: mixed(first.red, second.red), green: mixed(first.green, second.green), blue: mixed(first.blue, second.blue))
  }
}
