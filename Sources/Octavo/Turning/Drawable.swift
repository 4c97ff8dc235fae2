internal import Cairo
internal import Drawing
package import PageModel
internal import Typesetting
public import Units

/// Anything that can be drawn on a page's place: a page of a book, two of them side by
/// side, a picture, a card of your own.
public protocol Drawable {
  var size: PageSize { get }
  /// What is printed as the page's number or name; empty for none.
  var label: String { get }
  /// Draws with the top left corner at the context's origin. Coordinates are points, y down.
  /// Whatever is thrown comes out of `Renderer` as it is, wrapped in no other error.
  func draw(in context: DrawingContext) throws
}

extension Drawable {
  public var label: String { "" }
}

/// Why something could not be drawn.
public enum RenderingError: Error, Equatable, Sendable, CustomStringConvertible {
  /// cairo's own words, such as `out of memory`.
  case cairo(String)
  case fontNotLoaded(file: String)
  case pictureNotLoaded(file: String)
  /// Dots across and down: less than one, or more than an image can hold.
  case imageSize(width: Double, height: Double)
  /// Nothing was given to draw.
  case nothingToDraw

  /// In words, lower case, without a full stop.
  public var description: String {
    switch self {
    case .cairo(let why): why
    case .fontNotLoaded(let file): "the font \"\(file)\" could not be read"
    case .pictureNotLoaded(let file): "the picture \"\(file)\" could not be read"
    case .imageSize(let width, let height): "an image of \(width) by \(height) dots cannot be made"
    case .nothingToDraw: "there is nothing to draw"
    }
  }

  init(_ error: CairoError) {
    switch error {
    case .failed(let why): self = .cairo(why)
    case .textLost: self = .cairo("the contents of a page are not what was drawn")
    case .fontNotLoaded(let file): self = .fontNotLoaded(file: file)
    case .imageNotLoaded(let file): self = .pictureNotLoaded(file: file)
    case .imageSize(let width, let height): self = .imageSize(width: width, height: height)
    }
  }
}

/// Where a `Drawable` draws: a cairo context and a few plain strokes. Lengths are points.
///
/// Valid only during the call it is handed to.
public final class DrawingContext {
  private let canvas: Canvas
  private let painter: PagePainter

  init(_ canvas: consuming Canvas, painter: PagePainter) {
    self.canvas = canvas
    self.painter = painter
    setColour(.black)
  }

  /// The `cairo_t *` itself, for all that is not here. Leave its matrix as it was.
  public var cairo: OpaquePointer { canvas.contextPointer }

  /// The colour of what is filled and stroked from here on; black at first. As the renderer's paper and ink have it.
  public func setColour(_ colour: Colour) { painter.set(colour, on: canvas) }

  /// A rectangle with its top left corner at (x, y).
  public func fillRectangle(x: Double, y: Double, width: Double, height: Double) {
    canvas.fillRectangle(x: x, y: y, width: width, height: height)
  }

  /// A disc about (x, y).
  public func fillDisc(x: Double, y: Double, radius: Double) { canvas.fillDisc(x: x, y: y, radius: radius) }

  /// A straight line with flat ends.
  public func strokeLine(x: Double, y: Double, toX: Double, toY: Double, thickness: Double) {
    canvas.strokeLine(x: x, y: y, toX: toX, toY: toY, thickness: thickness)
  }

  /// Draws something with its top left corner at (x, y), `scale` times its size.
  public func draw(_ drawable: any Drawable, x: Double = 0, y: Double = 0, scale: Double = 1) throws {
    var failure: (any Error)?
    canvas.moved(x: x, y: y) {
      canvas.scaled(by: scale) {
        do { try drawable.draw(in: self) } catch { failure = error }
      }
    }
    if let failure { throw failure }
    setColour(.black)
  }

  package func paint(_ page: Page) throws(RenderingError) {
    do { try painter.draw(page, on: canvas) } catch { throw RenderingError(error) }
  }

  func check() throws(RenderingError) {
    do { try canvas.check() } catch { throw RenderingError(error) }
  }

  // MARK: Pages of a document

  func setPageSize(_ size: PageSize) { canvas.setPageSize(size) }
  func showPage() { canvas.showPage() }
  var hiddenText: HiddenText? { canvas.hiddenText }
  func write() throws(RenderingError) {
    do { try canvas.close() } catch { throw RenderingError(error) }
  }
}

/// A page as a paginator laid it out.
public struct TypesetPage: Drawable, Sendable {
  package let page: Page
  /// Belongs on the right of an open book (on the left, where it is bound at the right).
  public let isRecto: Bool
  public var size: PageSize { page.size }
  public var label: String { page.label }

  public func draw(in context: DrawingContext) throws { try context.paint(page) }
}

/// Two pages side by side, or one in its half: what an open book shows.
public struct Spread: Drawable {
  /// Nil for an empty half.
  public var left: (any Drawable)?
  public var right: (any Drawable)?
  /// Points between the two.
  public var gap: Double
  /// `left` stands above, `right` below.
  public var isStacked: Bool

  /// - Parameters:
  ///   - left: nil for an empty half.
  ///   - right: nil for an empty half.
  ///   - gap: points between the two.
  ///   - isStacked: `left` stands above, `right` below.
  public init(left: (any Drawable)?, right: (any Drawable)?, gap: Double = 0, isStacked: Bool = false) {
    self.left = left
    self.right = right
    self.gap = gap
    self.isStacked = isStacked
  }

  /// Twice the larger page and the gap along the way they stand, the larger page across.
  public var size: PageSize {
    isStacked
      ? PageSize(width: width, height: height * 2 + Length(points: gap))
      : PageSize(width: width * 2 + Length(points: gap), height: height)
  }

  /// `2–3`, or the one page's label.
  public var label: String {
    [left?.label, right?.label].compactMap { $0 }.filter { !$0.isEmpty }.joined(separator: "–")
  }

  private var width: Length { max(left?.size.width ?? .zero, right?.size.width ?? .zero) }
  private var height: Length { max(left?.size.height ?? .zero, right?.size.height ?? .zero) }

  public func draw(in context: DrawingContext) throws {
    // both stand against the spine
    if isStacked {
      if let left { try context.draw(left, y: (height - left.size.height).points) }
      if let right { try context.draw(right, y: height.points + gap) }
    } else {
      if let left { try context.draw(left, x: (width - left.size.width).points) }
      if let right { try context.draw(right, x: width.points + gap) }
    }
  }
}
