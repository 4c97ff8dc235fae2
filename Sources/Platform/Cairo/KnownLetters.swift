internal import CCairo
internal import PageModel

/// Where cairo certainly draws; glyphs past the page or the clip it leaves out.
package struct InkBounds {
  var left = 0.0
  var top = 0.0
  var right = 0.0
  var bottom = 0.0

  func contains(_ glyph: PlacedGlyph) -> Bool {
    glyph.x >= left && glyph.x <= right && glyph.y >= top && glyph.y <= bottom
  }
}

/// The letters that cairo's PDF has for the glyphs of its faces.
///
/// cairo takes a glyph's character from the first call that draws it and writes it once a
/// face (`_cairo_sub_font_map_glyph` in 1.16). A run whose glyphs are all known by its own
/// characters may leave these out: `cairo_show_glyphs` gives the same bytes, and spares cairo
/// to check, copy and compare the letters of each glyph, a twentieth of its time.
final class KnownLetters {
  private struct Face {
    let pointer: OpaquePointer
    /// By glyph: the bytes of a character's UTF-8, the last one lowest, or `undrawn` or `uncertain`.
    var letters: [UInt32] = []
  }

  /// No character: cairo has another one, or none.
  private static let uncertain = UInt32.max
  /// No character: cairo has not seen the glyph.
  private static let undrawn = UInt32.max - 1

  @exclusivity(unchecked) private var faces: [Face] = []
  /// The face that text is set in; nil where its letters cannot be known.
  @exclusivity(unchecked) private var current: Int?

  init() {}

  deinit {
    for face in faces { cairo_font_face_destroy(face.pointer) }
  }

  /// Text is to be set in this font, until the next call.
  func use(_ font: OpaquePointer) {
    guard let face = cairo_scaled_font_get_font_face(font) else {
      current = nil
      return
    }
    if let known = faces.firstIndex(where: { $0.pointer == face }) {
      current = known
    } else if KnownLetters.hasOutlines(font) {
      faces.append(Face(pointer: cairo_font_face_reference(face)))
      current = faces.count - 1
    } else {
      current = nil
    }
  }

  /// Dots and coloured glyphs are kept by size, their letters too.
  static func hasOutlines(_ font: OpaquePointer) -> Bool {
    guard let face = cairo_ft_scaled_font_lock_face(font) else { return false }
    defer { cairo_ft_scaled_font_unlock_face(font) }
    let flags = face.pointee.face_flags
    return flags & FT_Long(FT_FACE_FLAG_SCALABLE) != 0 && flags & FT_Long(FT_FACE_FLAG_COLOR) == 0
  }

  /// Whether cairo would say these letters without being told. If not, it is to be told now.
  func holds(
    _ text: UnsafeBufferPointer<UInt8>, glyphs: UnsafeBufferPointer<PlacedGlyph>,
    clusters: UnsafeBufferPointer<GlyphCluster>, isBackward: Bool, within bounds: InkBounds
  ) -> Bool {
    guard let current else { return false }
    if isKnown(text, glyphs, clusters, isBackward, faces[current].letters, bounds) { return true }
    learn(text, glyphs, clusters, isBackward, &faces[current].letters, bounds)
    return false
  }

  private func isKnown(
    _ text: UnsafeBufferPointer<UInt8>, _ glyphs: UnsafeBufferPointer<PlacedGlyph>,
    _ clusters: UnsafeBufferPointer<GlyphCluster>, _ isBackward: Bool, _ letters: [UInt32], _ bounds: InkBounds
  ) -> Bool {
    guard clusters.count == glyphs.count, !letters.isEmpty else { return false }
    return letters.withUnsafeBufferPointer { letters in
      let last = UInt(letters.count - 1)
      var byte = 0
      // most stand at one height
      var height = Double.nan
      // what speaks against a glyph is noted, and asked once: nearly always nothing does
      var strays: UInt32 = 0
      var index = 0
      var place = isBackward ? glyphs.count - 1 : 0
      let step = isBackward ? -1 : 1
      while index < glyphs.count {
        let glyph = glyphs[place]
        if glyph.y != height {
          guard bounds.contains(glyph) else { return false }
          height = glyph.y
        }
        guard glyph.index <= last, glyph.x >= bounds.left, glyph.x <= bounds.right, byte < text.count else {
          return false
        }
        let cluster = clusters[index]
        var letter = UInt32(text[byte])
        if cluster.bytes == 2, letter &- 0xC0 < 0x20, byte &+ 1 < text.count {
          letter = letter << 8 | UInt32(text[byte &+ 1])
        } else if cluster.bytes != 1 {
          guard let packed = KnownLetters.pack(text, byte, Int(cluster.bytes)) else { return false }
          letter = packed
        }
        strays |= (letters[Int(bitPattern: glyph.index)] ^ letter) | (UInt32(bitPattern: cluster.glyphs) ^ 1)
        byte &+= Int(cluster.bytes)
        index &+= 1
        place &+= step
      }
      return strays == 0 && byte == text.count
    }
  }

  /// Notes what cairo takes from a call: a glyph keeps the first letters it is drawn with.
  private func learn(
    _ text: UnsafeBufferPointer<UInt8>, _ glyphs: UnsafeBufferPointer<PlacedGlyph>,
    _ clusters: UnsafeBufferPointer<GlyphCluster>, _ isBackward: Bool, _ letters: inout [UInt32], _ bounds: InkBounds
  ) {
    var byte = 0
    var next = isBackward ? glyphs.count - 1 : 0
    for cluster in clusters {
      let said = cluster.glyphs == 1 ? KnownLetters.pack(text, byte, Int(cluster.bytes)) : nil
      for _ in 0..<max(0, Int(cluster.glyphs)) where glyphs.indices.contains(next) {
        let glyph = glyphs[next]
        next += isBackward ? -1 : 1
        // glyphs of OpenType faces are numbered in 16 bits
        guard glyph.index <= UInt(UInt16.max) else { continue }
        let place = Int(glyph.index)
        if place >= letters.count {
          letters.append(contentsOf: repeatElement(KnownLetters.undrawn, count: place + 1 - letters.count))
        }
        if letters[place] == KnownLetters.undrawn {
          letters[place] = bounds.contains(glyph) ? said ?? KnownLetters.uncertain : KnownLetters.uncertain
        }
      }
      byte += Int(cluster.bytes)
    }
  }

  /// A character as a number that no other has; nil for none, for NUL, which cairo does not take from a call, and
  /// for several: of a ligature that has a character of its own in the font cairo says that one.
  private static func pack(_ text: UnsafeBufferPointer<UInt8>, _ start: Int, _ count: Int) -> UInt32? {
    guard count > 0, start + count <= text.count, text[start] != 0 else { return nil }
    // the first byte of UTF-8 tells how many there are
    let first = text[start]
    if first &- 0xC0 < 0x20 { return count == 2 ? UInt32(first) << 8 | UInt32(text[start + 1]) : nil }
    guard count == (first < 0x80 ? 1 : first < 0xE0 ? 2 : first < 0xF0 ? 3 : 4) else { return nil }
    return text[start..<start + count].reduce(0) { $0 << 8 | UInt32($1) }
  }
}
