internal import CCairo
internal import PageModel

/// How the file that cairo writes numbers the glyphs of its faces, learned from what cairo wrote.
struct TextCodes {
  struct Glyph {
    /// In `fonts`; -1 for a glyph that was not seen.
    var font: Int32 = -1
    var code: UInt16 = 0
    var hasInk = false
    /// cairo may cut off its ink (`measure`).
    var isCut = false
    /// In ems.
    var advance = 0.0
    /// The number of the letters that the font says of it; 0 where they were not seen.
    var letters: UInt64 = 0
  }

  private struct Face {
    let pointer: OpaquePointer
    /// At a size of 1, as cairo measures glyphs for the widths in the file.
    let unit: OpaquePointer
    /// How far from its place cairo takes a glyph's ink to reach, in ems.
    let reach: Double
    var glyphs: [Glyph] = []
  }

  private var faces: [Face] = []
  private(set) var fonts: [TextOperators.Font] = []
  /// Of each font, a glyph that leaves ink, all of it: its face and index.
  private(set) var inked: [(face: Int, glyph: UInt)?] = []
  /// Of each font, the first glyph that was seen.
  private(set) var first: [(face: Int, glyph: UInt)] = []
  private var numbers: [[UInt8]: Int] = [:]
  /// Letters that were said beside the font, of glyphs of which it is not known what the font says.
  private var beside: Set<Beside> = []
  private let long = LongLetters()

  private struct Beside: Hashable {
    var face: Int
    var glyph: UInt
    var letters: UInt64
  }

  /// The faces and what was opened of them go.
  mutating func close() {
    for face in faces {
      cairo_scaled_font_destroy(face.unit)
      cairo_font_face_destroy(face.pointer)
    }
    faces = []
  }

  /// The number of a font's face here; nil where its glyphs are none that can be written.
  mutating func face(of font: OpaquePointer) -> Int? {
    guard let pointer = cairo_scaled_font_get_font_face(font) else { return nil }
    if let known = faces.firstIndex(where: { $0.pointer == pointer }) { return known }
    guard KnownLetters.hasOutlines(font) else { return nil }
    var identity = cairo_matrix_t(xx: 1, yx: 0, xy: 0, yy: 1, x0: 0, y0: 0)
    let options = cairo_font_options_create()
    defer { cairo_font_options_destroy(options) }
    cairo_font_options_set_hint_style(options, CAIRO_HINT_STYLE_NONE)
    cairo_font_options_set_hint_metrics(options, CAIRO_HINT_METRICS_OFF)
    guard let unit = cairo_scaled_font_create(pointer, &identity, &identity, options) else { return nil }
    guard cairo_scaled_font_status(unit) == CAIRO_STATUS_SUCCESS else {
      cairo_scaled_font_destroy(unit)
      return nil
    }
    var extents = cairo_font_extents_t()
    cairo_scaled_font_extents(unit, &extents)
    let reach = max(extents.max_x_advance, extents.height)
    faces.append(Face(pointer: cairo_font_face_reference(pointer), unit: unit, reach: reach))
    return faces.count - 1
  }

  /// Runs `body` with what is known of a face's glyphs, by their indexes.
  func withGlyphs<R>(of face: Int, _ body: (UnsafeBufferPointer<Glyph>) -> R) -> R {
    faces[face].glyphs.withUnsafeBufferPointer(body)
  }

  func glyph(_ index: UInt, of face: Int) -> Glyph {
    index < UInt(faces[face].glyphs.count) ? faces[face].glyphs[Int(index)] : Glyph()
  }

  /// Glyphs of a font that get it into a page's resources: one, or two of which the second is the font's and has no
  /// ink, which cairo would not draw alone; nil where none is known that leaves its text object whole.
  func stub(of font: Int) -> [UInt]? {
    if let inked = inked[font] { return [inked.glyph] }
    let first = first[font]
    guard !isCut(first.glyph, of: first.face) else { return nil }
    return inked.compactMap { $0 }.first { $0.face == first.face }.map { [$0.glyph, first.glyph] }
  }

  /// Whether a glyph leaves ink.
  func hasInk(_ index: UInt, of face: Int) -> Bool {
    let known = glyph(index, of: face)
    return known.font >= 0 ? known.hasInk : measure(index, of: face).hasInk
  }

  /// Whether cairo may cut off a glyph's ink, and so part its text object from others (`measure`).
  func isCut(_ index: UInt, of face: Int) -> Bool {
    let known = glyph(index, of: face)
    return known.font >= 0 ? known.isCut : measure(index, of: face).isCut
  }

  /// Whether cairo numbers a glyph among the others of its face: it has an outline, and the font is not broken there.
  func isOutline(_ index: UInt, of face: Int) -> Bool {
    guard let open = cairo_ft_scaled_font_lock_face(faces[face].unit) else { return false }
    defer { cairo_ft_scaled_font_unlock_face(faces[face].unit) }
    let status = FT_Load_Glyph(open, FT_UInt(clamping: index), FT_Int32(FT_LOAD_NO_BITMAP | FT_LOAD_NO_HINTING))
    return status == 0 && open.pointee.glyph.pointee.format == FT_GLYPH_FORMAT_OUTLINE
  }

  /// cairo cuts the glyphs of a call off where by their font's measures no ink can be
  /// (`_cairo_scaled_font_glyph_approximate_extents`), though they have some there, as fonts' long dashes have.
  private func measure(_ index: UInt, of face: Int) -> (advance: Double, hasInk: Bool, isCut: Bool) {
    var glyph = cairo_glyph_t(index: index, x: 0, y: 0)
    var extents = cairo_text_extents_t()
    cairo_scaled_font_glyph_extents(faces[face].unit, &glyph, 1, &extents)
    let (left, top) = (extents.x_bearing, extents.y_bearing)
    let reach = max(-left, left + extents.width, -top, top + extents.height)
    return (extents.x_advance, extents.width != 0 && extents.height != 0, reach > faces[face].reach)
  }

  /// The number of a font, by its name in resources.
  mutating func font(named name: [UInt8]) -> Int {
    if let known = numbers[name] { return known }
    numbers[name] = fonts.count
    // known with the first string that is shown in it
    fonts.append(TextOperators.Font(name: name, isLatin: false))
    inked.append(nil)
    return fonts.count - 1
  }

  /// Notes how a glyph is numbered.
  /// - Returns: false where it was known otherwise.
  mutating func learn(_ index: UInt, of face: Int, font: Int, code: UInt16, isLatin: Bool) -> Bool {
    guard index <= UInt(UInt16.max) else { return false }
    let known = glyph(index, of: face)
    guard known.font < 0 else { return Int(known.font) == font && known.code == code }
    if font == first.count {
      first.append((face, index))
      fonts[font].isLatin = isLatin
    }
    guard font < first.count, fonts[font].isLatin == isLatin else { return false }
    let place = Int(index)
    if place >= faces[face].glyphs.count {
      faces[face].glyphs += Array(repeating: Glyph(), count: place + 1 - faces[face].glyphs.count)
    }
    let (advance, hasInk, isCut) = measure(index, of: face)
    faces[face].glyphs[place] = Glyph(font: Int32(font), code: code, hasInk: hasInk, isCut: isCut, advance: advance)
    if hasInk, !isCut, inked[font] == nil { inked[font] = (face, index) }
    return true
  }

  /// Notes what cairo did with the letters that were said of a glyph.
  /// - Parameter isSpan: they stand beside it, for the font says others.
  mutating func learn(letters: UInt64, of index: UInt, of face: Int, isSpan: Bool) {
    guard letters != 0, Int(index) < faces[face].glyphs.count else { return }
    if isSpan {
      guard faces[face].glyphs[Int(index)].letters == 0 else { return }
      beside.insert(Beside(face: face, glyph: index, letters: letters))
    } else {
      faces[face].glyphs[Int(index)].letters = letters
    }
  }

  /// Whether letters that are said of a glyph stand beside it, for its font says others; nil where that is not known.
  func isBeside(_ letters: UInt64, _ glyph: Glyph, _ index: UInt, of face: Int) -> Bool? {
    guard letters != 0 else { return nil }
    if glyph.letters != 0 { return glyph.letters != letters }
    return beside.contains(Beside(face: face, glyph: index, letters: letters)) ? true : nil
  }

  /// A number of letters that no others have; 0 for none, and where there is a NUL.
  func number(of text: UnsafeBufferPointer<UInt8>) -> UInt64 {
    guard !text.isEmpty, !text.contains(0) else { return 0 }
    return text.count <= 7 ? text.reduce(UInt64(text.count)) { $0 << 8 | UInt64($1) } : long.number(of: Array(text))
  }
}

/// Letters that are too long to be packed into a number.
private final class LongLetters {
  private var numbers: [[UInt8]: UInt64] = [:]

  func number(of bytes: [UInt8]) -> UInt64 {
    if let known = numbers[bytes] { return known }
    let number = UInt64.max - UInt64(numbers.count)
    numbers[bytes] = number
    return number
  }
}

extension TextCodes.Glyph {
  var shown: TextOperators.Glyph {
    TextOperators.Glyph(font: Int(font), code: code, advance: advance)
  }
}
