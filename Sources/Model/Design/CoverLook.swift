public import Units

/// How a cover looks around its words.
public struct CoverLook: Sendable, Equatable {
  /// What stands on the front.
  public enum Layout: String, Sendable, CaseIterable {
    /// Words on the ground.
    case plain
    /// The title on a band of the accent's colour, the author below it.
    case band
    /// The title above, the author on the accent's colour below.
    case block
    /// A framed label on a ground of the accent's colour.
    case panel
    /// A double rule about all, an ornament between title and author.
    case frame
    /// The label on a paper patterned with the ornament.
    case pattern
  }

  public var layout = Layout.plain
  public var paper = Colour.white
  public var ink = Colour.black
  public var accent = Colour(hex: 0x26303A)
  /// Of the frame and the pattern.
  public var ornament = "❦"
}

extension Colour {
  /// How light it is to the eye, from 0 to 1 (WCAG 2.2, relative luminance).
  package var luminance: Double {
    // sRGB's curve to within a five-hundredth
    func linear(_ part: Double) -> Double { part * (part * (part * 0.305306011 + 0.682171111) + 0.012522878) }
    return 0.2126 * linear(red) + 0.7152 * linear(green) + 0.0722 * linear(blue)
  }

  /// How far two colours are apart to the eye, from 1 to 21 (WCAG 2.2, contrast ratio).
  package func contrast(to other: Colour) -> Double {
    let (one, two) = (luminance + 0.05, other.luminance + 0.05)
    return max(one, two) / min(one, two)
  }

  /// A step from one colour to another.
  package func mixed(_ share: Double, of other: Colour) -> Colour {
    Colour(
      red: red + (other.red - red) * share, green: green + (other.green - green) * share,
      blue: blue + (other.blue - blue) * share)
  }

  /// The one of some colours that is read best on this one.
  package func bestInk(of inks: [Colour]) -> Colour {
    inks.max { contrast(to: $0) < contrast(to: $1) } ?? .black
  }
}
