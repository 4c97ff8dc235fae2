public import BookModel
internal import Drawing

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
  public static let light = PageColours(paper: 0xFDFBF5, ink: 0x1A1713)
  public static let sepia = PageColours(paper: 0xF5E8CD, ink: 0x3A2A17)
  public static let dark = PageColours(paper: 0x22201C, ink: 0xD8D1C2)

  private init(paper: Int, ink: Int) {
    func colour(_ hex: Int) -> Colour {
      Colour(red: Double(hex >> 16) / 255, green: Double(hex >> 8 & 255) / 255, blue: Double(hex & 255) / 255)
    }
    self.init(paper: colour(paper), ink: colour(ink))
  }

  /// What a colour of the book becomes.
  public func shown(_ colour: Colour) -> Colour {
    let made = tint.shown((colour.red, colour.green, colour.blue))
    return Colour(red: made.red, green: made.green, blue: made.blue)
  }

  var tint: Tint {
    Tint(paper: (paper.red, paper.green, paper.blue), ink: (ink.red, ink.green, ink.blue))
  }
}
