/// A rectangle on a page or sheet: points from its top left corner, y down.
public struct PageArea: Sendable, Equatable {
  public var x, y, width, height: Double

  public init(x: Double = 0, y: Double = 0, width: Double = 0, height: Double = 0) {
    self.x = x
    self.y = y
    self.width = width
    self.height = height
  }

  package var right: Double { x + width }
  package var bottom: Double { y + height }

  /// Whether a point is within it.
  public func contains(x: Double, y: Double) -> Bool {
    x >= self.x && x < right && y >= self.y && y < bottom
  }

  package func inset(_ dx: Double, _ dy: Double) -> PageArea {
    PageArea(x: x + dx, y: y + dy, width: width - 2 * dx, height: height - 2 * dy)
  }
}

/// What stands in a rectangle of its own on a page.
package protocol OnPage {
  var x: Double { get set }
  var y: Double { get set }
  var width: Double { get set }
  var height: Double { get set }
}

extension OnPage {
  package var area: PageArea {
    get { PageArea(x: x, y: y, width: width, height: height) }
    set { (x, y, width, height) = (newValue.x, newValue.y, newValue.width, newValue.height) }
  }
}
