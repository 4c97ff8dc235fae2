internal import Drawing
public import Units

/// The colours of paper and ink on a screen, in which a `Renderer` draws whatever it draws.
///
/// Black is the ink, white the paper, greys are mixtures of both. Other colours stay, but nearer to the ink where
/// that is lighter than the paper, as they were chosen for white. Pictures stay as they are.
public struct PageColours: Sendable, Equatable {
  public var paper: Colour
  public var ink: Colour
  public init(paper: Colour, ink: Colour) {
    self.paper = paper
    self.ink = ink
  }

  /// Those of `octavo read`.
  public static let light = PageColours(paper: Colour(hex: 0xFDFBF5), ink: Colour(hex: 0x1A1713))
  public static let sepia = PageColours(paper: Colour(hex: 0xF5E8CD), ink: Colour(hex: 0x3A2A17))
  public static let dark = PageColours(paper: Colour(hex: 0x22201C), ink: Colour(hex: 0xD8D1C2))

  /// What a colour of the book becomes.
  public func shown(_ colour: Colour) -> Colour { tint.shown(colour) }

  var tint: Tint { Tint(paper: paper, ink: ink) }
}
