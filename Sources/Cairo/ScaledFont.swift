internal import CCairo
package import PageModel

/// A face at a size and an expansion, as cairo draws it.
package struct ScaledFont: ~Copyable {
  let pointer: OpaquePointer

  /// - Parameter factor: scale of the space it is drawn in; negative for one turned by 180°.
  fileprivate init(face: OpaquePointer, key: FontKey, factor: Double) throws(CairoError) {
    var matrix = cairo_matrix_t()
    // Expansion is the x scale of the font matrix: one subset stays one subset (DESIGN.md 3.3).
    let size = key.size.points
    cairo_matrix_init_scale(&matrix, size * Double(key.expansion) / 1000, size)
    // cairo takes a font set twice running for the right one without a look at its space:
    // one made for upright pages would stand on its feet on a turned one.
    var space = cairo_matrix_t()
    cairo_matrix_init_scale(&space, factor, factor)
    let options = cairo_font_options_create()
    defer { cairo_font_options_destroy(options) }
    cairo_font_options_set_hint_style(options, CAIRO_HINT_STYLE_NONE)
    cairo_font_options_set_hint_metrics(options, CAIRO_HINT_METRICS_OFF)
    guard let font = cairo_scaled_font_create(face, &matrix, &space, options) else {
      throw .fontNotLoaded(file: key.file)
    }
    guard cairo_scaled_font_status(font) == CAIRO_STATUS_SUCCESS else {
      cairo_scaled_font_destroy(font)
      throw .fontNotLoaded(file: key.file)
    }
    pointer = font
  }

  deinit { cairo_scaled_font_destroy(pointer) }
}

/// Opens faces by file and keeps them: the same face for all sizes and
/// expansions, so that the PDF embeds one subset of each.
package final class FontCache {
  private struct FaceKey: Hashable {
    var file: String
    var face: Int32
  }
  private final class Entry {
    let font: ScaledFont
    init(_ font: consuming ScaledFont) { self.font = font }
  }

  private struct Place: Hashable {
    var key: FontKey
    var factor: Double
  }

  private var faces: [FaceKey: OpaquePointer] = [:]
  private var fonts: [Place: Entry] = [:]

  package init() {}

  deinit {
    fonts.removeAll()
    for face in faces.values { cairo_font_face_destroy(face) }
  }

  /// Runs `body` with the font opened, once per key and factor.
  /// - Parameter factor: as `Canvas.placed` was given it.
  package func withFont(
    _ key: FontKey, factor: Double = 1, _ body: (borrowing ScaledFont) throws(CairoError) -> Void
  ) throws(CairoError) {
    let place = Place(key: key, factor: factor)
    if let known = fonts[place] {
      try body(known.font)
      return
    }
    let face = try self.face(FaceKey(file: key.file, face: key.face))
    let entry = Entry(try ScaledFont(face: face, key: key, factor: factor))
    fonts[place] = entry
    try body(entry.font)
  }

  private func face(_ key: FaceKey) throws(CairoError) -> OpaquePointer {
    if let known = faces[key] { return known }
    guard let pattern = FcPatternCreate() else { throw .failed("out of memory") }
    defer { FcPatternDestroy(pattern) }
    _ = key.file.withCString {
      FcPatternAddString(pattern, FC_FILE, UnsafeRawPointer($0).assumingMemoryBound(to: FcChar8.self))
    }
    FcPatternAddInteger(pattern, FC_INDEX, key.face)
    guard let face = cairo_ft_font_face_create_for_pattern(pattern),
      cairo_font_face_status(face) == CAIRO_STATUS_SUCCESS
    else { throw .fontNotLoaded(file: key.file) }
    faces[key] = face
    return face
  }
}
