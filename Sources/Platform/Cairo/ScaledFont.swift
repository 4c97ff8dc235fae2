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
    let width = size * Double(key.expansion) / 1000
    if key.stance == .turned {
      // the letter's right is down, its top at the right
      cairo_matrix_init(&matrix, 0, width, -size, 0, 0, 0)
    } else {
      cairo_matrix_init_scale(&matrix, width, size)
    }
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
    let place: Place
    init(_ font: consuming ScaledFont, at place: Place) {
      self.font = font
      self.place = place
    }
  }

  private struct Place: Hashable {
    var key: FontKey
    var factor: Double
  }

  private var faces: [FaceKey: OpaquePointer] = [:]
  private var fonts: [Place: Entry] = [:]
  /// The last font of each remainder of expansions, files apart that a line is set in by turns: asked for with every
  /// line, most are found without a hash.
  @exclusivity(unchecked) private var recent: [Entry?] = Array(repeating: nil, count: 64)

  package init() {}

  deinit {
    recent.removeAll()
    fonts.removeAll()
    for face in faces.values { cairo_font_face_destroy(face) }
  }

  /// Runs `body` with the font opened, once per key and factor.
  /// - Parameter factor: as `Canvas.placed` was given it.
  package func withFont(
    _ key: FontKey, factor: Double = 1, _ body: (borrowing ScaledFont) throws(CairoError) -> Void
  ) throws(CairoError) {
    let slot = (Int(key.expansion >> 2) &+ 7 &* key.file.utf8.count) & (recent.count - 1)
    if let entry = recent[slot], entry.place.factor == factor, entry.place.key == key { return try body(entry.font) }
    let place = Place(key: key, factor: factor)
    if let known = fonts[place] {
      recent[slot] = known
      try body(known.font)
      return
    }
    let face = try self.face(FaceKey(file: key.file, face: key.face))
    let entry = Entry(try ScaledFont(face: face, key: key, factor: factor), at: place)
    fonts[place] = entry
    recent[slot] = entry
    try body(entry.font)
  }

  private func face(_ key: FaceKey) throws(CairoError) -> OpaquePointer {
    if let known = faces[key] { return known }
    let face = try openFace(key.file, index: key.face)
    faces[key] = face
    return face
  }
}

/// A face with a FreeType library of its own.
///
/// For faces that it opens itself cairo 1.16 keeps one library in the process, opens
/// files in it without a lock and closes the oldest past ten, in use or not
/// (`_cairo_ft_unscaled_font_lock_face`): two threads that draw then crash now and then.
/// A face that it is given is neither shared nor closed.
private func openFace(_ file: String, index: Int32) throws(CairoError) -> OpaquePointer {
  var library: FT_Library?
  guard FT_Init_FreeType(&library) == 0, let library else { throw .failed("out of memory") }
  var opened: FT_Face?
  guard FT_New_Face(library, file, FT_Long(index), &opened) == 0, let opened,
    let face = cairo_ft_font_face_create_for_ft_face(opened, 0)
  else {
    FT_Done_FreeType(library)
    throw .fontNotLoaded(file: file)
  }
  // cairo's memory of fonts outlives the cache: the last to let go closes the face.
  // Its address is a key that nothing else has.
  let key = UnsafeRawPointer(opened).assumingMemoryBound(to: cairo_user_data_key_t.self)
  let kept = cairo_font_face_set_user_data(face, key, UnsafeMutableRawPointer(library)) { library in
    FT_Done_FreeType(library.map(OpaquePointer.init))
  }
  guard kept == CAIRO_STATUS_SUCCESS, cairo_font_face_status(face) == CAIRO_STATUS_SUCCESS else {
    cairo_font_face_destroy(face)
    if kept != CAIRO_STATUS_SUCCESS { FT_Done_FreeType(library) }
    throw .fontNotLoaded(file: file)
  }
  return face
}
