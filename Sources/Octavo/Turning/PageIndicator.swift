public import Units

/// Shows which page of how many is open: in words or as a row of dots.
public struct PageIndicator: Sendable {
  /// Words or dots.
  public enum Form: Equatable, Sendable {
    /// `{page}` and `{pages}` stand for the page, counted from 1, and the count.
    case text(String)
    /// A dot a page, the open one in another colour. Of more pages than dots those about the open one are shown.
    case dots
  }

  public var form: Form
  /// Nothing is drawn.
  public var isHidden = false
  /// Of the text, and of the open page's dot.
  public var colour = Colour(grey: 0.15)
  /// Of the other dots.
  public var otherColour = Colour(grey: 0.75)
  /// Points across a dot; the space between dots is as wide.
  public var dotSize = 4.0
  /// Of a row, however many pages there are; at least 1.
  public var mostDots = 20

  /// An indicator that is shown, in greys.
  public init(_ form: Form = .dots) { self.form = form }

  /// The indicator as something to draw; nil where it is hidden, where there is no count,
  /// or where the index is outside it.
  /// - Parameters:
  ///   - index: the open page, from 0.
  ///   - count: all pages.
  ///   - labels: sets the text; not needed for dots.
  public func drawing(index: Int?, count: Int?, labels: Labels? = nil) -> (any Drawable)? {
    guard !isHidden, let index, let count, (0..<count).contains(index) else { return nil }
    switch form {
    case .text(let template):
      let text = template.replacing("{pages}", with: String(count)).replacing("{page}", with: String(index + 1))
      return labels?.label(text, colour: colour)
    case .dots:
      let shown = min(count, max(mostDots, 1))
      let first = min(max(index - shown / 2, 0), count - shown)
      return Dots(
        count: shown, open: index - first, dot: dotSize, colour: colour, otherColour: otherColour,
        label: "\(index + 1)/\(count)")
    }
  }

  /// For what a controller shows.
  public func drawing(for controller: BookController, labels: Labels? = nil) -> (any Drawable)? {
    guard let page = controller.currentPages.first else { return nil }
    return drawing(
      index: controller.source.indicatorIndex(of: page), count: controller.source.indicatorCount, labels: labels)
  }

  private struct Dots: Drawable {
    var count: Int
    var open: Int
    var dot: Double
    var colour: Colour
    var otherColour: Colour
    var label: String

    var size: PageSize {
      PageSize(width: Length(points: dot * Double(2 * count - 1)), height: Length(points: dot))
    }

    func draw(in context: DrawingContext) throws {
      for index in 0..<count {
        context.setColour(index == open ? colour : otherColour)
        context.fillDisc(x: dot * (2 * Double(index) + 0.5), y: dot / 2, radius: dot / 2)
      }
    }
  }
}
