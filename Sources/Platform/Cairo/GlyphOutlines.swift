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

  /// A glyph's outline, to be put behind the path that moves to its place.
  package func shape(of glyph: UInt, font: FontKey) throws(CairoError) -> String {
    let path = try path(of: [PlacedGlyph(index: glyph, x: 0, y: 0)], font: font)
    return path.isEmpty ? "" : "m" + path.dropFirst()
  }

  /// The outlines at their places: each point but the first counts from the one before it. Numbers have two decimals.
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
    // in hundredths, so that nothing is lost on the way
    var (here, start) = ((x: 0, y: 0), (x: 0, y: 0))
    var index = 0
    let count = Int(path.pointee.num_data)
    guard let data = path.pointee.data else { return "" }
    while index < count {
      let header = data[index].header
      var (last, numbers) = (here, "")
      for offset in 1..<max(Int(header.length), 1) {
        let point = data[index + offset].point
        last = (Int((point.x * 100).rounded()), Int((point.y * 100).rounded()))
        for number in [last.x - here.x, last.y - here.y] {
          // a sign parts numbers as well as a space
          if number >= 0, !numbers.isEmpty { numbers += " " }
          numbers += GlyphOutlines.short(number)
        }
      }
      switch header.type {
      case CAIRO_PATH_MOVE_TO:
        text += (text.isEmpty ? "M" : "m") + numbers
        start = last
      case CAIRO_PATH_LINE_TO: text += "l" + numbers
      case CAIRO_PATH_CURVE_TO: text += "c" + numbers
      default:
        text += "z"
        last = start
      }
      here = last
      index += max(Int(header.length), 1)
    }
    return text
  }

  private static func short(_ hundredths: Int) -> String {
    let (whole, rest) = hundredths.magnitude.quotientAndRemainder(dividingBy: 100)
    let decimals = rest == 0 ? "" : rest % 10 == 0 ? ".\(rest / 10)" : rest < 10 ? ".0\(rest)" : ".\(rest)"
    return (hundredths < 0 ? "-" : "") + (whole == 0 && rest > 0 ? "" : "\(whole)") + decimals
  }
}
