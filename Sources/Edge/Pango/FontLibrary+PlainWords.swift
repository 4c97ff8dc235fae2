internal import CPango
internal import Faults

/// What the words of Latin letters and points have in common in a style.
///
/// To itemize a word costs more than to shape it, and Pango would find the same font, script
/// and direction for each of these. It parts text where one of them changes, and between
/// characters that it does not part from Latin letters one by one none does, as long as
/// there is a letter to give the word its script.
final class PlainWords {
  /// An item that many words share, and what HarfBuzz is told of them.
  final class Kind {
    fileprivate let item: Itemization.Item
    /// Index into `FontLibrary.fonts`.
    var fontIndex: Int { item.font }
    /// Pango's; lives as long as the item.
    let font: OpaquePointer
    let script: hb_script_t
    let language: hb_language_t?
    /// The font's own, then those of the request.
    let features: [hb_feature_t]
    /// What HarfBuzz makes of all these: found anew for each word, it would cost a tenth of the shaping.
    let plan: OpaquePointer

    /// Takes the item over.
    fileprivate init(_ item: Itemization.Item, features asked: [hb_feature_t]) {
      let analysis = UnsafePointer<PangoItem>(item.pointer).pointee.analysis
      self.item = item
      // never nil: Pango falls back to HarfBuzz's empty font
      font = pango_font_get_hb_font(analysis.font)
      script = octavo_script(analysis.script)
      language = hb_language_from_string(pango_language_to_string(analysis.language), -1)
      var own = [hb_feature_t](repeating: hb_feature_t(), count: 16)
      var count: UInt32 = 0
      pango_font_get_features(analysis.font, &own, UInt32(own.count), &count)
      features = own.prefix(Int(count)) + asked
      var properties = hb_segment_properties_t()
      properties.direction = HB_DIRECTION_LTR
      properties.script = script
      properties.language = language
      var coordinates: UInt32 = 0
      let place = hb_font_get_var_coords_normalized(font, &coordinates)
      plan = hb_shape_plan_create_cached2(
        hb_font_get_face(font), &properties, features, UInt32(features.count), place, coordinates, nil)
    }

    deinit {
      hb_shape_plan_destroy(plan)
      item.free()
    }

    func hasGlyph(_ scalar: UInt32) -> Bool {
      var glyph: hb_codepoint_t = 0
      return hb_font_get_nominal_glyph(font, scalar, &glyph) != 0 && glyph != 0
    }
  }

  // as in Shaper: one thread, and no closure outlives a call
  /// That of every such word; nil before the first, or where the style has none.
  @exclusivity(unchecked) private var words: Kind?
  /// That of every word of digits alone, which are of no script.
  @exclusivity(unchecked) private var numbers: Kind?
  @exclusivity(unchecked) private var isSampled = false
  /// Whether a character does not part Latin letters and has a glyph; by its place in `slot(of:)`.
  @exclusivity(unchecked) private var isPlain: [Bool?] = []
  /// Those of the request, as HarfBuzz takes them.
  private let features: [hb_feature_t]

  /// - Parameter features: in Pango's form, `smcp=1,lnum=1`.
  init(features names: String) {
    features = names.split(separator: ",").compactMap { name in
      var feature = hb_feature_t()
      return hb_feature_from_string(String(name), -1, &feature) != 0 ? feature : nil
    }
  }

  /// Letters of Latin-1 and Latin Extended-A and -B, then dashes, quotes and points from U+2010 on:
  /// what stands in words of Latin letters, and nothing that joins, marks directions or chooses emoji.
  private static let letters: ClosedRange<UInt32> = 0xA1...0x24F
  private static let points: ClosedRange<UInt32> = 0x2010...0x2027
  /// PANGO_GLYPH_EMPTY: a soft hyphen that shows nothing.
  static let invisible: UInt32 = 0x0FFF_FFFF

  /// The scalar of two or three bytes that stands at a byte; nil for one of others.
  static func scalar(_ text: UnsafeBufferPointer<UInt8>, _ at: Int) -> (UInt32, length: Int)? {
    let byte = text[at]
    guard byte >= 0xC0 else { return nil }
    if byte < 0xE0, at + 1 < text.count { return (UInt32(byte & 0x1F) << 6 | UInt32(text[at + 1] & 0x3F), 2) }
    guard byte < 0xF0, at + 2 < text.count else { return nil }
    return (UInt32(byte & 0x0F) << 12 | UInt32(text[at + 1] & 0x3F) << 6 | UInt32(text[at + 2] & 0x3F), 3)
  }

  static func slot(of scalar: UInt32) -> Int? {
    if letters.contains(scalar) { return Int(scalar - letters.lowerBound) }
    if points.contains(scalar) { return letters.count + Int(scalar - points.lowerBound) }
    return nil
  }

  /// The kind of a left-to-right word, where it is one of these.
  /// - Parameter itemize: asks Pango for a text's item, nil where it has several; `free` ends those kept.
  func kind(
    of text: UnsafeBufferPointer<UInt8>, itemize: (UnsafeBufferPointer<UInt8>) -> Itemization.Item?
  ) -> Kind? {
    var hasLetter = false
    var isNumber = true
    var i = 0
    while i < text.count {
      let byte = text[i]
      if byte < 0x80 {
        guard byte > 0x20, byte < 0x7F else { return nil }
        if (byte | 0x20) &- 0x61 < 26 { hasLetter = true }
        if byte &- 0x30 > 9 { isNumber = false }
        i += 1
        continue
      }
      isNumber = false
      guard let (scalar, length) = PlainWords.scalar(text, i), let slot = PlainWords.slot(of: scalar) else {
        return nil
      }
      if !isSampled { sample(itemize) }
      guard let words, slot < isPlain.count else { return nil }
      let known = isPlain[slot] ?? (words.hasGlyph(scalar) && joins(text[i..<i + length], itemize))
      isPlain[slot] = known
      guard known else { return nil }
      i += length
    }
    guard hasLetter || isNumber else { return nil }
    if !isSampled { sample(itemize) }
    return hasLetter ? words : numbers
  }

  /// Asks for the item of all of ASCII: where there is one, any word of ASCII with a letter has it.
  private func sample(_ itemize: (UnsafeBufferPointer<UInt8>) -> Itemization.Item?) {
    isSampled = true
    numbers = kind(of: Array(0x30...0x39), itemize)
    words = kind(of: [0x61] + Array(0x21...0x7E) + [0x61], itemize)
    if words != nil { isPlain = Array(repeating: nil, count: PlainWords.letters.count + PlainWords.points.count) }
  }

  private func kind(of ascii: [UInt8], _ itemize: (UnsafeBufferPointer<UInt8>) -> Itemization.Item?) -> Kind? {
    guard let item = ascii.withUnsafeBufferPointer(itemize) else { return nil }
    let kind = Kind(item, features: features)
    return kind.item.level == 0 && ascii.allSatisfy { kind.hasGlyph(UInt32($0)) } ? kind : nil
  }

  /// Whether a character between Latin letters has their item.
  private func joins(
    _ character: Slice<UnsafeBufferPointer<UInt8>>, _ itemize: (UnsafeBufferPointer<UInt8>) -> Itemization.Item?
  ) -> Bool {
    guard let words, let found = ([0x61] + Array(character) + [0x61]).withUnsafeBufferPointer(itemize) else {
      return false
    }
    defer { found.free() }
    return found.font == words.item.font && found.level == words.item.level
  }
}

extension FontLibrary {
  /// What a left-to-right word of Latin letters and points shares with others of its style.
  func plainKind(of text: UnsafeBufferPointer<UInt8>, style: Int) -> PlainWords.Kind? {
    styles[style].plainWords.kind(of: text) {
      let items = items(of: $0, runs: CollectionOfOne((end: $0.count, style: style)), direction: .leftToRight)
      if items.count == 1 { return items.first }
      for item in items { item.free() }
      return nil
    }
  }

  /// Shapes such a word as `pango_shape_full` does, with the same font, features and flags, but
  /// without what Pango does anew for each word: it makes a font that stands in for characters
  /// without glyphs, of which there are none here, and asks of every glyph whether it has colours.
  func shapePlain(
    _ text: UnsafeBufferPointer<UInt8>, _ kind: PlainWords.Kind, runs: inout [ShapedRun], glyphs: inout [ShapedGlyph]
  ) {
    guard let base = text.baseAddress, text.count > 0 else { return }
    hb_buffer_clear_contents(buffer)
    hb_buffer_set_direction(buffer, HB_DIRECTION_LTR)
    hb_buffer_set_script(buffer, kind.script)
    hb_buffer_set_language(buffer, kind.language)
    let chars = UnsafeRawPointer(base).assumingMemoryBound(to: CChar.self)
    hb_buffer_add_utf8(buffer, chars, Int32(text.count), 0, Int32(text.count))
    hb_shape_plan_execute(kind.plan, kind.font, buffer, kind.features, UInt32(kind.features.count))
    // without memory its words would be empty, and nobody told
    guard hb_buffer_allocation_successful(buffer) != 0 else { FaultGuard.endForWantOfMemory() }
    var count: UInt32 = 0
    guard let infos = hb_buffer_get_glyph_infos(buffer, &count),
      let positions = hb_buffer_get_glyph_positions(buffer, nil)
    else { return }
    let start = glyphs.count
    glyphs.append(addingCapacity: Int(count)) { glyphs in
      for i in 0..<Int(count) where infos[i].codepoint != PlainWords.invisible {
        let position = positions[i]
        glyphs.append(
          ShapedGlyph(
            id: infos[i].codepoint, advance: position.x_advance, xOffset: position.x_offset,
            yOffset: -position.y_offset,
            cluster: Int32(bitPattern: infos[i].cluster), isMissing: false))
      }
    }
    runs.append(ShapedRun(font: kind.fontIndex, level: 0, bytes: 0..<text.count, glyphs: start..<glyphs.count))
  }
}
