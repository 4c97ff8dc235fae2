internal import CFontSubset

/// Fonts without what a book does not use, by HarfBuzz. All answers are nil where its library is not there, or
/// where it can't read the font: the font is then taken as it is.
package enum FontSubset {
  /// A face with the glyphs of some letters, and those that its own rules put in their place.
  /// - Parameters:
  ///   - font: a font file; or a collection of faces.
  ///   - face: the number of the face in a collection.
  ///   - letters: Unicode scalars.
  package static func face(_ face: Int, of font: [UInt8], letters: some Sequence<UInt32>) -> [UInt8]? {
    subset(font, face: UInt32(face)) { library, input in
      let wanted = library.hb_subset_input_unicode_set(input)
      for letter in letters { hb_set_add(wanted, letter) }
      // a theme, or a browser, may ask for any feature of the face
      let features = library.hb_subset_input_set(input, HB_SUBSET_SETS_LAYOUT_FEATURE_TAG)
      hb_set_clear(features)
      hb_set_invert(features)
      library.hb_subset_input_set_flags(input, HB_SUBSET_FLAGS_NOTDEF_OUTLINE.rawValue)
    }
  }

  /// A bare CFF font (Adobe Technical Note 5176) of the same glyphs in the same order, without subroutines that none
  /// of them calls. Cairo leaves all of them in where it can't follow one glyph's calls.
  package static func compact(cff: ArraySlice<UInt8>) -> [UInt8]? {
    guard let count = CFFReader(cff).glyphCount, count > 0 else { return nil }
    let font = subset(Sfnt.file(cff: cff, glyphs: count), face: 0) { library, input in
      hb_set_add_range(library.hb_subset_input_glyph_set(input), 0, UInt32(count - 1))
      let flags = [HB_SUBSET_FLAGS_NOTDEF_OUTLINE, HB_SUBSET_FLAGS_RETAIN_GIDS, HB_SUBSET_FLAGS_DESUBROUTINIZE]
      library.hb_subset_input_set_flags(input, flags.reduce(0) { $0 | $1.rawValue })
    }
    guard let font, let table = Sfnt.table("CFF ", of: font), CFFReader(table).glyphCount == count else { return nil }
    return Array(table)
  }

  private static func subset(
    _ font: [UInt8], face: UInt32, _ choose: (octavo_font_subset, OpaquePointer) -> Void
  ) -> [UInt8]? {
    guard let library = octavo_font_subset_library()?.pointee, let input = library.hb_subset_input_create_or_fail()
    else { return nil }
    defer { library.hb_subset_input_destroy(input) }
    choose(library, input)
    return font.withUnsafeBytes { bytes in
      let start = bytes.bindMemory(to: CChar.self).baseAddress
      let whole = hb_blob_create(start, UInt32(bytes.count), HB_MEMORY_MODE_READONLY, nil, nil)
      defer { hb_blob_destroy(whole) }
      let source = hb_face_create(whole, face)
      defer { hb_face_destroy(source) }
      guard hb_face_get_glyph_count(source) > 0, let made = library.hb_subset_or_fail(source, input) else { return nil }
      defer { hb_face_destroy(made) }
      let blob = hb_face_reference_blob(made)
      defer { hb_blob_destroy(blob) }
      var length: UInt32 = 0
      guard let data = hb_blob_get_data(blob, &length), length > 0 else { return nil }
      return Array(UnsafeRawBufferPointer(start: data, count: Int(length)))
    }
  }
}

/// Reads as much of a CFF font as tells how many glyphs it has.
private struct CFFReader {
  private let bytes: ArraySlice<UInt8>

  init(_ bytes: ArraySlice<UInt8>) { self.bytes = bytes }

  /// The count of its CharStrings INDEX (5176, 14); nil where the font is not whole.
  var glyphCount: Int? {
    guard let header = number(2, 1), let names = end(ofIndex: header), let top = dictionary(ofIndex: names),
      let offset = charStrings(in: top)
    else { return nil }
    return number(offset, 2)
  }

  private func number(_ place: Int, _ size: Int) -> Int? {
    guard place >= 0, place + size <= bytes.count else { return nil }
    let start = bytes.startIndex + place
    return bytes[start..<start + size].reduce(0) { $0 << 8 | Int($1) }
  }

  /// Where the data of an INDEX begins, less one, and the place of its offset of a number (5176, 5).
  private func offset(_ item: Int, ofIndex place: Int) -> Int? {
    guard let count = number(place, 2), count > 0, item <= count, let size = number(place + 2, 1),
      (1...4).contains(size),
      let offset = number(place + 3 + item * size, size)
    else { return nil }
    return place + 2 + (count + 1) * size + offset
  }

  private func end(ofIndex place: Int) -> Int? {
    guard let count = number(place, 2) else { return nil }
    return count == 0 ? place + 2 : offset(count, ofIndex: place)
  }

  private func dictionary(ofIndex place: Int) -> Range<Int>? {
    guard let start = offset(0, ofIndex: place), let end = offset(1, ofIndex: place), start <= end, end <= bytes.count
    else { return nil }
    return start..<end
  }

  /// The operand of operator 17 (5176, 4 and table 9).
  private func charStrings(in dictionary: Range<Int>) -> Int? {
    var (place, operand) = (dictionary.lowerBound, 0)
    while place < dictionary.upperBound, let byte = number(place, 1) {
      switch byte {
      case 17: return operand
      case 12: place += 2
      case 0...21: place += 1
      case 28:
        guard let value = number(place + 1, 2) else { return nil }
        operand = value
        place += 3
      case 29:
        guard let value = number(place + 1, 4) else { return nil }
        operand = value
        place += 5
      case 30:
        // a real number ends with a half byte of ones
        place += 1
        while let pair = number(place, 1), pair & 0xF != 0xF, pair >> 4 != 0xF { place += 1 }
        place += 1
      case 32...246:
        operand = byte - 139
        place += 1
      case 247...254:
        guard let low = number(place + 1, 1) else { return nil }
        operand = byte < 251 ? (byte - 247) * 256 + low + 108 : -(byte - 251) * 256 - low - 108
        place += 2
      default: return nil
      }
    }
    return nil
  }
}

/// The frame of an OpenType font (OpenType 1.9, "Organization of an OpenType font").
private enum Sfnt {
  /// A font of bare outlines, with no more around them than HarfBuzz asks for.
  static func file(cff: ArraySlice<UInt8>, glyphs: Int) -> [UInt8] {
    var (head, hhea) = ([UInt8](repeating: 0, count: 54), [UInt8](repeating: 0, count: 36))
    head[1] = 1
    head.replaceSubrange(12..<16, with: [0x5F, 0x0F, 0x3C, 0xF5])
    head.replaceSubrange(18..<20, with: [0x03, 0xE8])
    // one width for all: PDF has them elsewhere
    (hhea[1], hhea[35]) = (1, 1)
    let tables: [(String, [UInt8])] = [
      ("CFF ", Array(cff)), ("head", head), ("hhea", hhea), ("hmtx", [UInt8](repeating: 0, count: 2 + 2 * glyphs)),
      ("maxp", [0, 0, 0x50, 0, UInt8(glyphs >> 8), UInt8(glyphs & 0xFF)]),
    ]
    var font = Array("OTTO".utf8) + [0, UInt8(tables.count), 0, 64, 0, 2, 0, 16]
    var place = font.count + 16 * tables.count
    for (name, bytes) in tables {
      font += name.utf8
      for value in [0, place, bytes.count] { font += (0..<4).map { UInt8(value >> (24 - 8 * $0) & 0xFF) } }
      place += (bytes.count + 3) / 4 * 4
    }
    for (_, bytes) in tables { font += bytes + [UInt8](repeating: 0, count: (4 - bytes.count % 4) % 4) }
    return font
  }

  static func table(_ name: String, of font: [UInt8]) -> ArraySlice<UInt8>? {
    func number(_ place: Int, _ size: Int) -> Int { font[place..<place + size].reduce(0) { $0 << 8 | Int($1) } }
    guard font.count >= 12, font.count >= 12 + 16 * number(4, 2) else { return nil }
    for entry in stride(from: 12, to: 12 + 16 * number(4, 2), by: 16)
    where font[entry..<entry + 4].elementsEqual(name.utf8) {
      let (start, length) = (number(entry + 8, 4), number(entry + 12, 4))
      return start + length <= font.count ? font[start..<start + length] : nil
    }
    return nil
  }
}
