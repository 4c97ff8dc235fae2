/// Colours of a page on a screen, made of those it has on white paper.
package struct Tint: Sendable {
  package typealias RGB = (red: Double, green: Double, blue: Double)
  let paper: RGB
  let ink: RGB
  /// How much stays of a colour that is no grey.
  private let own: Double

  package init(paper: RGB, ink: RGB) {
    self.paper = paper
    self.ink = ink
    // the weights of Rec. 709
    func lightness(_ colour: RGB) -> Double { 0.2126 * colour.red + 0.7152 * colour.green + 0.0722 * colour.blue }
    own = lightness(ink) > lightness(paper) ? 0.55 : 1
  }

  package func shown(_ colour: RGB) -> RGB {
    let isGrey = colour.red == colour.green && colour.green == colour.blue
    return isGrey ? Tint.mixed(paper, ink, colour.red) : Tint.mixed(colour, ink, own)
  }

  /// - Parameter share: of the first.
  static func mixed(_ first: RGB, _ second: RGB, _ share: Double) -> RGB {
    func mixed(_ a: Double, _ b: Double) -> Double { a * share + b * (1 - share) }
    return (mixed(first.red, second.red), mixed(first.green, second.green), mixed(first.blue, second.blue))
  }
}
