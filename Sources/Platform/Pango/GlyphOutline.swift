internal import CPango

/// Points along a glyph's outline, as near to each other as an edge is to be known.
private final class OutlinePoints {
  var points: [(x: Double, y: Double)] = []
  private static let steps = 32

  private var start: (x: Double, y: Double)?

  func move(to x: Float, _ y: Float) {
    close()
    start = (Double(x), Double(y))
    points.append((Double(x), Double(y)))
  }

  /// The last side of a contour, which outlines need not draw.
  func close() {
    if let start { curve([start]) }
    start = nil
  }

  func line(to x: Float, _ y: Float) { curve([(Double(x), Double(y))]) }

  /// A Bézier curve from the last point, of any degree (de Casteljau).
  func curve(_ rest: [(x: Double, y: Double)]) {
    guard let start = points.last else { return }
    for step in 1...OutlinePoints.steps {
      let t = Double(step) / Double(OutlinePoints.steps)
      var row = [start] + rest
      while row.count > 1 {
        row = zip(row, row.dropFirst()).map { ($0.x + ($1.x - $0.x) * t, $0.y + ($1.y - $0.y) * t) }
      }
      points.append(row[0])
    }
  }

  static func from(_ data: UnsafeMutableRawPointer?) -> OutlinePoints? {
    data.map { Unmanaged<OutlinePoints>.fromOpaque($0).takeUnretainedValue() }
  }
}

extension FontLibrary {
  /// Points along a glyph's outline, in ems from its origin, y up; none for one without.
  package func outline(font: Int, glyph: UInt32) -> [(x: Double, y: Double)] {
    guard let functions = hb_draw_funcs_create() else { return [] }
    defer { hb_draw_funcs_destroy(functions) }
    hb_draw_funcs_set_move_to_func(
      functions, { _, data, _, x, y, _ in OutlinePoints.from(data)?.move(to: x, y) }, nil, nil)
    hb_draw_funcs_set_line_to_func(
      functions, { _, data, _, x, y, _ in OutlinePoints.from(data)?.line(to: x, y) }, nil, nil)
    hb_draw_funcs_set_quadratic_to_func(
      functions,
      { _, data, _, x1, y1, x, y, _ in
        OutlinePoints.from(data)?.curve([(Double(x1), Double(y1)), (Double(x), Double(y))])
      }, nil, nil)
    hb_draw_funcs_set_cubic_to_func(
      functions,
      { _, data, _, x1, y1, x2, y2, x, y, _ in
        OutlinePoints.from(data)?.curve([
          (Double(x1), Double(y1)), (Double(x2), Double(y2)), (Double(x), Double(y)),
        ])
      }, nil, nil)
    let trace = OutlinePoints()
    withExtendedLifetime(trace) {
      octavo_draw_glyph(unscaled[font], glyph, functions, Unmanaged.passUnretained(trace).toOpaque())
    }
    trace.close()
    let em = Double(max(fonts[font].unitsPerEm, 1))
    return trace.points.map { ($0.x / em, $0.y / em) }
  }
}
