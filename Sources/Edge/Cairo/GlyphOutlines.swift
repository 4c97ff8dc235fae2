internal import CCairo
package import PageModel

/// Outlines of glyphs as the path language of SVG: for those that no text of a font can show.
package final class GlyphOutlines {
  private let fonts = FontCache()
  private let surface: OpaquePointer
  private let context: OpaquePointer

  package init() {
    // cairo never returns nil here: a surface in error takes calls and does nothing
    // one without bounds: on others cairo leaves out glyphs that lie more than ten ems outside
    surface = cairo_recording_surface_create(CAIRO_CONTENT_ALPHA, nil)
    context = cairo_create(surface)
  }

  deinit {
    cairo_destroy(context)
    cairo_surface_destroy(surface)
  }

  /// The outlines at their places; each number has two decimals.
  package func path(of glyphs: ArraySlice<PlacedGlyph>, font: FontKey) throws(CairoError) -> String {
    try fonts.withFont(font) { cairo_set_scaled_font(context, $0.pointer) }
    cairo_new_path(context)
    glyphs.withUnsafeBufferPointer { glyphs in
      guard let first = glyphs.baseAddress else { return }
      // PlacedGlyph has the layout of cairo's own struct; a test holds it
      cairo_glyph_path(
        context, UnsafeRawPointer(first).assumingMemoryBound(to: cairo_glyph_t.self), Int32(glyphs.count))
    }
    let status = cairo_status(context)
    guard status == CAIRO_STATUS_SUCCESS else { throw CairoError(status) }
    guard let path = cairo_copy_path(context) else { return "" }
    defer { cairo_path_destroy(path) }
    var text = ""
    var index = 0
    let count = Int(path.pointee.num_data)
    guard let data = path.pointee.data else { return "" }
    while index < count {
      let header = data[index].header
      var points: [String] = []
      for offset in 1..<max(Int(header.length), 1) {
        let point = data[index + offset].point
        points.append("\(GlyphOutlines.short(point.x)) \(GlyphOutlines.short(point.y))")
      }
      switch header.type {
      case CAIRO_PATH_MOVE_TO: text += "M" + points.joined(separator: " ")
      case CAIRO_PATH_LINE_TO: text += "L" + points.joined(separator: " ")
      case CAIRO_PATH_CURVE_TO: text += "C" + points.joined(separator: " ")
      default: text += "Z"
      }
      index += max(Int(header.length), 1)
    }
    return text
  }

  private static func short(_ number: Double) -> String {
    let hundredths = Int((number * 100).rounded())
    if hundredths % 100 == 0 { return String(hundredths / 100) }
    return String(Double(hundredths) / 100)
  }
}
