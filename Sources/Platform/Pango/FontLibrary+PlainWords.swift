internal import CPango
internal import Faults

/// What the words of Latin letters and points have in common in a style, or those of Cyrillic or Greek ones.
///
/// To itemize a word costs more than to shape it, and Pango would find the same font, script
/// and direction for each of these. It parts text where one of them changes, and between
/// characters that it does not part from the script's letters one by one none does, as long as
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

  /// A script whose words are written one letter after the other.
  enum Alphabet: CaseIterable {
    case latin, cyrillic, greek

    /// In UTF-8.
    fileprivate var sample: [UInt8] {
      switch self {
      case .latin: [0x61]
      case .cyrillic: [0xD0, 0xB0]
      case .greek: [0xCE, 0xB1]
      }
    }

    /// Letters, then dashes, quotes and points from U+2010 on: what stands in words of these letters, and nothing
    /// that joins, marks directions or chooses emoji. Latin-1 and Latin Extended-A and -B; signs of Latin-1 and
    /// the blocks of the others, without what is combined.
    fileprivate var blocks: [ClosedRange<UInt32>] {
      switch self {
      case .latin: [0xA1...0x24F, 0x2010...0x2027]
      case .cyrillic: [0xA1...0xBF, 0x400...0x482, 0x48A...0x52F, 0x2010...0x2027]
      case .greek: [0xA1...0xBF, 0x370...0x3FF, 0x1F00...0x1FFF, 0x2010...0x2027]
      }
    }

    /// Whether one of its letters gives a word its script: of Latin ones only those of ASCII are asked.
    @inline(__always)
    fileprivate func isLetter(_ scalar: UInt32) -> Bool {
      switch self {
      case .latin: false
      case .cyrillic: 0x400...0x481 ~= scalar || 0x48A...0x52F ~= scalar
      case .greek: 0x388...0x3CE ~= scalar || 0x1F00...0x1FBC ~= scalar
      }
    }
  }

  private let alphabet: Alphabet
  private let blocks: [ClosedRange<UInt32>]
  // as in Shaper: one thread, and no closure outlives a call
  /// That of every such word; nil before the first, or where the style has none.
  @exclusivity(unchecked) private var words: Kind?
  /// That of every word of digits alone, which are of no script.
  @exclusivity(unchecked) private var numbers: Kind?
  @exclusivity(unchecked) private var isSampled = false
  /// Whether a character does not part its letters and has a glyph; by its place in `slot(of:)`.
  @exclusivity(unchecked) private var isPlain: [Bool?] = []
  /// Those of the request, as HarfBuzz takes them.
  private let features: [hb_feature_t]

  /// - Parameter features: in Pango's form, `smcp=1,lnum=1`.
  init(_ alphabet: Alphabet, features names: String) {
    self.alphabet = alphabet
    blocks = alphabet.blocks
    features = names.split(separator: ",").compactMap { name in
      var feature = hb_feature_t()
      return hb_feature_from_string(String(name), -1, &feature) != 0 ? feature : nil
    }
  }

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

  /// Whether it is a letter or a point of Latin words, beyond ASCII.
  static func isLatin(_ scalar: UInt32) -> Bool { 0xA1...0x24F ~= scalar || 0x2010...0x2027 ~= scalar }

  private func slot(of scalar: UInt32) -> Int? {
    var start = 0
    for block in blocks {
      if block.contains(scalar) { return start + Int(scalar - block.lowerBound) }
      start += block.count
    }
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
        if (byte | 0x20) &- 0x61 < 26 {
          guard alphabet == .latin else { return nil }
          hasLetter = true
        }
        if byte &- 0x30 > 9 { isNumber = false }
        i += 1
        continue
      }
      isNumber = false
      guard let (scalar, length) = PlainWords.scalar(text, i), let slot = slot(of: scalar) else { return nil }
      if !isSampled { sample(itemize) }
      guard let words, slot < isPlain.count else { return nil }
      let known = isPlain[slot] ?? (words.hasGlyph(scalar) && joins(text[i..<i + length], itemize))
      isPlain[slot] = known
      guard known else { return nil }
      if alphabet.isLetter(scalar) { hasLetter = true }
      i += length
    }
    guard hasLetter || isNumber else { return nil }
    if !isSampled { sample(itemize) }
    return hasLetter ? words : numbers
  }

  /// Asks for the item of a letter with all of ASCII but for the letters of another script: where there is one, any word
  /// of these with a letter has it.
  private func sample(_ itemize: (UnsafeBufferPointer<UInt8>) -> Itemization.Item?) {
    isSampled = true
    numbers = kind(of: Array(0x30...0x39), itemize)
    let signs = (UInt8(0x21)...0x7E).filter { alphabet == .latin || ($0 | 0x20) &- 0x61 >= 26 }
    words = kind(of: alphabet.sample + signs + alphabet.sample, itemize)
    if words != nil { isPlain = Array(repeating: nil, count: blocks.reduce(0) { $0 + $1.count }) }
  }

  private func kind(of text: [UInt8], _ itemize: (UnsafeBufferPointer<UInt8>) -> Itemization.Item?) -> Kind? {
    guard let item = text.withUnsafeBufferPointer(itemize) else { return nil }
    let kind = Kind(item, features: features)
    let scalars = String(decoding: text, as: UTF8.self).unicodeScalars
    return kind.item.level == 0 && scalars.allSatisfy { kind.hasGlyph($0.value) } ? kind : nil
  }

  /// Whether a character between its letters has their item.
  private func joins(
    _ character: Slice<UnsafeBufferPointer<UInt8>>, _ itemize: (UnsafeBufferPointer<UInt8>) -> Itemization.Item?
  ) -> Bool {
    let sample = alphabet.sample
    guard let words, let found = (sample + Array(character) + sample).withUnsafeBufferPointer(itemize) else {
      return false
    }
    defer { found.free() }
    return found.font == words.item.font && found.level == words.item.level
  }
}

extension FontLibrary {
  /// What a left-to-right word of Latin, Cyrillic or Greek letters and points shares with others of its style.
  func plainKind(of text: UnsafeBufferPointer<UInt8>, style: Int) -> PlainWords.Kind? {
    let words = styles[style].plainWords
    func item(_ text: UnsafeBufferPointer<UInt8>) -> Itemization.Item? {
      let items = items(of: text, runs: CollectionOfOne((end: text.count, style: style)), direction: .leftToRight)
      if items.count == 1 { return items.first }
      for item in items { item.free() }
      return nil
    }
    if let kind = words.latin.kind(of: text, itemize: item) { return kind }
    // U+0400 to U+053F, U+0340 to U+03FF and U+1000 to U+1FFF begin with these
    for byte in text where byte >= 0xCD && byte <= 0xE1 {
      if byte <= 0xCF || byte == 0xE1 { return words.greek.kind(of: text, itemize: item) }
      return byte <= 0xD4 ? words.cyrillic.kind(of: text, itemize: item) : nil
    }
    return nil
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
