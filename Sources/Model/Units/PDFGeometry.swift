/// A change of coordinates (ISO 32000-1, 8.3.3): takes (x, y) to (a x + c y + e, b x + d y + f).
package struct PDFMatrix: Sendable, Equatable {
  package var a, b, c, d, e, f: Double

  package init(a: Double = 1, b: Double = 0, c: Double = 0, d: Double = 1, e: Double = 0, f: Double = 0) {
    (self.a, self.b, self.c, self.d, self.e, self.f) = (a, b, c, d, e, f)
  }

  /// Nil for more than six numbers, or fewer.
  package init?(_ values: [Double]) {
    guard values.count == 6 else { return nil }
    self.init(a: values[0], b: values[1], c: values[2], d: values[3], e: values[4], f: values[5])
  }

  package func apply(_ x: Double, _ y: Double) -> (x: Double, y: Double) { (a * x + c * y + e, b * x + d * y + f) }

  /// First this one, then the other.
  package func then(_ next: PDFMatrix) -> PDFMatrix {
    PDFMatrix(
      a: a * next.a + b * next.c, b: a * next.b + b * next.d, c: c * next.a + d * next.c, d: c * next.b + d * next.d,
      e: e * next.a + f * next.c + next.e, f: e * next.b + f * next.d + next.f)
  }
}

/// A rectangle in PDF coordinates: points from the page's bottom left, y up.
package struct PDFRectangle: Sendable, Equatable {
  package var left, bottom, right, top: Double

  package init(left: Double, bottom: Double, right: Double, top: Double) {
    (self.left, self.bottom, self.right, self.top) = (left, bottom, right, top)
  }

  /// Four numbers, whichever corners they name; nil for more or fewer.
  package init?(corners values: [Double]) {
    guard values.count == 4 else { return nil }
    self.init(
      left: min(values[0], values[2]), bottom: min(values[1], values[3]), right: max(values[0], values[2]),
      top: max(values[1], values[3]))
  }

  /// What readers take for a page that names no size.
  package static let letter = PDFRectangle(left: 0, bottom: 0, right: 612, top: 792)

  package func common(with other: PDFRectangle) -> PDFRectangle {
    PDFRectangle(
      left: max(left, other.left), bottom: max(bottom, other.bottom), right: min(right, other.right),
      top: min(top, other.top))
  }
}
