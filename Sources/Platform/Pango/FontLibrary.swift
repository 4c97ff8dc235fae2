internal import CPango
internal import Faults
package import PageModel
package import Units

/// Which font a run of text asks for.
package struct FontRequest: Hashable, Sendable {
  package var family: String
  /// The em.
  package var size: Length
  package var isBold: Bool
  package var isItalic: Bool
  /// OpenType features in Pango's form: `smcp=1,lnum=1`.
  package var features: String
  /// BCP 47 tag; decides shaping rules (Turkish has no fi ligature) and fallback.
  package var language: String
  /// Letters stand upright in a vertical line, in the forms that the font has for it.
  package var isStacked = false
  /// What stands out, in a language whose script has no italics: letters that no italic face has are bold.
  package var isStressed = false

  package init(
    family: String, size: Length, isBold: Bool = false, isItalic: Bool = false, features: String = "",
    language: String = "en"
  ) {
    self.family = family
    self.size = size
    self.isBold = isBold
    self.isItalic = isItalic
    self.features = features
    self.language = language
  }
}

/// A face that shaping chose.
package struct LoadedFont: Sendable, Equatable {
  package var key: FontKey
  package var postScriptName: String
  package var family: String
  package var isItalic: Bool
  package var isBold: Bool
  package var unitsPerEm: Int32
  /// What its maker allows (`fsType` of the table OS/2).
  package var licence: FontLicence
  /// Above and below the baseline, from the font's own horizontal metrics.
  package var ascent: Length
  package var descent: Length
  package var metrics: FontMetrics
  /// The glyph of a word space; 0 where the font has none.
  package var spaceGlyph: UInt16
  /// 1/1024 pt.
  package var spaceAdvance: Int32
}

/// One glyph as HarfBuzz placed it. Lengths are in 1/1024 pt.
package struct ShapedGlyph: Sendable, Equatable {
  package var id: UInt32
  package var advance: Int32
  package var xOffset: Int32
  package var yOffset: Int32
  /// Byte of the text, from its start, at which the glyph's cluster begins.
  package var cluster: Int32
  /// The font has no glyph for this character.
  package var isMissing: Bool

  package static let none = ShapedGlyph(
    id: 0, advance: 0, xOffset: 0, yOffset: 0, cluster: 0, isMissing: true)
}

/// Consecutive glyphs of one font and direction, in visual order.
package struct ShapedRun: Sendable, Equatable {
  /// Index into `FontLibrary.fonts`.
  package var font: Int
  /// Embedding level of UAX #9; odd is right-to-left.
  package var level: UInt8
  package var bytes: Range<Int>
  package var glyphs: Range<Int>
}

/// Shapes text with Pango: contexts of its own, for one thread.
///
/// Set as the measurements ask: 72 dpi, no hinting, glyph positions unrounded,
/// so that advances are the font's own to 1/1024 pt.
package final class FontLibrary {
  /// Of all fonts; made when text needs others than its family's.
  private var wholeContext: OpaquePointer?
  /// By name; nil for what is none.
  private var families: [String: FontFamily?] = [:]
  let configuration: FontConfiguration
  private let glyphString: UnsafeMutablePointer<PangoGlyphString>
  /// For words shaped without Pango's help.
  let buffer: OpaquePointer
  @exclusivity(unchecked) var styles: [Style] = []
  private var styleIndex: [FontRequest: Int] = [:]
  /// By style; nil for those whose marks are the Latin font's.
  @exclusivity(unchecked) var ideographFonts: [Int: IdeographFont?] = [:]
  @exclusivity(unchecked) var segmentItems: [SegmentKey: SegmentItem] = [:]
  /// Every face that shaping has used so far.
  package private(set) var fonts: [LoadedFont] = []
  /// Faces without some letters of what was to be set in them.
  package internal(set) var lacks: [FaceLack] = []
  private var fontIndex: [UnsafeMutablePointer<PangoFont>: Int] = [:]
  /// Pango's maps that know a font, beside `fonts`.
  private var maps: [Set<UnsafeMutablePointer<PangoFontMap>>] = []
  // asked for every glyph of a new word, by one thread
  @exclusivity(unchecked) var unscaled: [OpaquePointer] = []
  /// Of each font, beside `fonts`.
  @exclusivity(unchecked) private var unitsPerEm: [Int32] = []
  /// Of each font, by glyph, as far as asked for; NaN where not. Empty where no glyph has any.
  @exclusivity(unchecked) private var widthErrors: [[Double]] = []

  struct Style {
    let request: FontRequest
    var attributes: OpaquePointer
    var language: OpaquePointer?
    var family: String { request.family }
    var isStacked: Bool { request.isStacked }
    /// What letters without a mark are set in; nil where not known yet.
    var base: Int?
    let plainWords: (latin: PlainWords, cyrillic: PlainWords, greek: PlainWords)
  }

  package init(_ configuration: FontConfiguration) {
    self.configuration = configuration
    glyphString = pango_glyph_string_new()
    // hb_buffer_create never returns nil: it falls back to an empty buffer, which `shapePlain` finds out
    buffer = hb_buffer_create()
    hb_buffer_set_flags(buffer, hb_buffer_flags_t(HB_BUFFER_FLAG_BOT.rawValue | HB_BUFFER_FLAG_EOT.rawValue))
    hb_buffer_set_cluster_level(buffer, HB_BUFFER_CLUSTER_LEVEL_MONOTONE_CHARACTERS)
    hb_buffer_set_invisible_glyph(buffer, PlainWords.invisible)
  }

  private static func context(_ configuration: FontConfiguration) -> OpaquePointer {
    // made even without fonts; aborts where glib does
    let context: OpaquePointer = pango_font_map_create_context(configuration.map)
    // said of the map, it would make it list all fonts once more
    pango_cairo_context_set_resolution(context, 72)
    pango_context_set_round_glyph_positions(context, 0)
    let options = cairo_font_options_create()
    cairo_font_options_set_hint_metrics(options, CAIRO_HINT_METRICS_OFF)
    cairo_font_options_set_hint_style(options, CAIRO_HINT_STYLE_NONE)
    pango_cairo_context_set_font_options(context, options)
    cairo_font_options_destroy(options)
    return context
  }

  deinit {
    for style in styles { pango_attr_list_unref(style.attributes) }
    // their items hold fonts of the map
    styles.removeAll()
    segmentItems.removeAll()
    hb_buffer_destroy(buffer)
    for font in unscaled { hb_font_destroy(font) }
    for font in fontIndex.keys { g_object_unref(font) }
    pango_glyph_string_free(glyphString)
    families.removeAll()
    if let wholeContext { g_object_unref(UnsafeMutableRawPointer(wholeContext)) }
  }

  /// Whether a family of this name is there, generic names aside.
  package func hasFamily(_ name: String) -> Bool { configuration.hasFamily(name) }

  /// The first of a list that is there.
  package func familyName(_ asked: String) -> String? { configuration.familyName(asked) }

  /// What to do about one that is not.
  package func advice(on family: String) -> FontAdvice? { configuration.advice(on: family) }

  /// The number by which `shape` and `itemize` know a request.
  package func style(for asked: FontRequest) -> Int {
    if let known = styleIndex[asked] { return known }
    var request = asked
    request.family = configuration.familyName(asked.family) ?? asked.family
    giveLetters(to: &request)
    let description = pango_font_description_new()
    defer { pango_font_description_free(description) }
    pango_font_description_set_family(description, request.family)
    pango_font_description_set_size(description, Int32(clamping: request.size.units))
    pango_font_description_set_weight(description, request.isBold ? PANGO_WEIGHT_BOLD : PANGO_WEIGHT_NORMAL)
    pango_font_description_set_style(description, request.isItalic ? PANGO_STYLE_ITALIC : PANGO_STYLE_NORMAL)
    // said by an attribute, it is forgotten behind letters that are not upright (1.50); a font's own overrides all
    if request.isStacked { pango_font_description_set_gravity(description, PANGO_GRAVITY_EAST) }
    // pango_attr_list_new only fails where glib itself aborts
    let list: OpaquePointer = pango_attr_list_new()
    octavo_attr_everywhere(list, pango_attr_font_desc_new(description))
    let language = pango_language_from_string(request.language)
    octavo_attr_everywhere(list, pango_attr_language_new(language))
    if !request.features.isEmpty {
      octavo_attr_everywhere(list, pango_attr_font_features_new(request.features))
    }
    styles.append(
      Style(
        request: request, attributes: list, language: language,
        plainWords: (
          PlainWords(.latin, features: request.features), PlainWords(.cyrillic, features: request.features),
          PlainWords(.greek, features: request.features)
        )))
    styleIndex[asked] = styles.count - 1
    return styles.count - 1
  }

  package enum Direction: Sendable { case leftToRight, rightToLeft, neutral }

  /// Shapes a word or phrase in one style; runs come in logical order.
  package func shape(
    _ text: UnsafeBufferPointer<UInt8>, style: Int, direction: Direction = .leftToRight,
    runs: inout [ShapedRun], glyphs: inout [ShapedGlyph]
  ) {
    if direction == .leftToRight, !styles[style].isStacked, let kind = plainKind(of: text, style: style) {
      return shapePlain(text, kind, runs: &runs, glyphs: &glyphs)
    }
    let items = itemize(text, runs: CollectionOfOne((end: text.count, style: style)), direction: direction)
    for index in 0..<items.count { shape(items, item: index, runs: &runs, glyphs: &glyphs) }
  }

  /// Parts text into runs of one font, script, language and direction.
  ///
  /// `runs` covers the text: each style holds up to its `end`. The text must
  /// outlive the result.
  package func itemize(
    _ text: UnsafeBufferPointer<UInt8>, runs: some Collection<(end: Int, style: Int)>, direction: Direction
  ) -> Itemization {
    Itemization(text: text, items: items(of: text, runs: runs, direction: direction))
  }

  /// The items of `itemize`, which the caller frees.
  func items(
    of text: UnsafeBufferPointer<UInt8>, runs: some Collection<(end: Int, style: Int)>, direction: Direction
  ) -> [Itemization.Item] {
    let found = fontItems(of: text, runs: runs, direction: direction)
    guard let better = wholeWords(found, of: text, runs: runs) ?? stressed(found, of: text, runs: runs) else {
      return found
    }
    for item in found { item.free() }
    return fontItems(of: text, runs: better, direction: direction)
  }

  /// The same, with each letter in the first font that has it.
  func fontItems(
    of text: UnsafeBufferPointer<UInt8>, runs: some Collection<(end: Int, style: Int)>, direction: Direction
  ) -> [Itemization.Item] {
    guard let base = text.baseAddress, text.count > 0 else { return [] }
    let chars = UnsafeRawPointer(base).assumingMemoryBound(to: CChar.self)
    var list = styles[runs.first?.style ?? 0].attributes
    var owned: OpaquePointer?
    if runs.count > 1 {
      let joined: OpaquePointer = pango_attr_list_new()
      var start = 0
      for run in runs {
        let attributes = pango_attr_list_get_attributes(styles[run.style].attributes)
        var node = attributes
        while let current = node {
          // the list owns what it is given; g_slist_free below drops only the nodes
          let attribute = current.pointee.data.assumingMemoryBound(to: PangoAttribute.self)
          attribute.pointee.start_index = UInt32(start)
          attribute.pointee.end_index = UInt32(run.end)
          pango_attr_list_insert(joined, attribute)
          node = current.pointee.next
        }
        g_slist_free(attributes)
        start = run.end
      }
      list = joined
      owned = joined
    }
    defer { if let owned { pango_attr_list_unref(owned) } }
    let towards: PangoDirection =
      switch direction {
      case .leftToRight: PANGO_DIRECTION_LTR
      case .rightToLeft: PANGO_DIRECTION_RTL
      case .neutral: PANGO_DIRECTION_WEAK_LTR
      }
    if let family = family(of: runs), FontFamily.takes(text) {
      let items = items(
        of: pango_itemize_with_base_dir(family.context, towards, chars, 0, Int32(text.count), list, nil))
      if FontFamily.hasAll(items, of: text) { return items }
      for item in items { item.free() }
    }
    let context = wholeContext ?? FontLibrary.context(configuration)
    wholeContext = context
    var items = items(of: pango_itemize_with_base_dir(context, towards, chars, 0, Int32(text.count), list, nil))
    giveMarksToIdeographs(&items, of: text, runs: runs)
    return items
  }

  /// What all runs are of; nil where they are of several.
  private func family(of runs: some Collection<(end: Int, style: Int)>) -> FontFamily? {
    guard let name = runs.first.map({ styles[$0.style].family }),
      runs.allSatisfy({ styles[$0.style].family == name && !styles[$0.style].isStacked })
    else { return nil }
    if let known = families[name] { return known }
    let family = FontFamily(name, of: configuration, context: FontLibrary.context)
    families[name] = .some(family)
    return family
  }

  /// Takes over what Pango found.
  private func items(of found: UnsafeMutablePointer<GList>?) -> [Itemization.Item] {
    var items: [Itemization.Item] = []
    var node = found
    while let current = node {
      let item = current.pointee.data.assumingMemoryBound(to: PangoItem.self)
      let offset = Int(item.pointee.offset)
      items.append(
        Itemization.Item(
          bytes: offset..<offset + Int(item.pointee.length), level: item.pointee.analysis.level,
          font: item.pointee.analysis.font.map(index(of:)) ?? 0, pointer: OpaquePointer(item)))
      node = current.pointee.next
    }
    g_list_free(found)
    return items
  }

  /// Shapes one item, or a part of it, with the text around it as context.
  package func shape(
    _ items: borrowing Itemization, item index: Int, bytes: Range<Int>? = nil, runs: inout [ShapedRun],
    glyphs: inout [ShapedGlyph]
  ) {
    let item = items.items[index]
    shape(items.text, part: bytes ?? item.bytes, as: item, runs: &runs, glyphs: &glyphs)
  }

  private func shape(
    _ text: UnsafeBufferPointer<UInt8>, part: Range<Int>, as item: Itemization.Item, runs: inout [ShapedRun],
    glyphs: inout [ShapedGlyph]
  ) {
    guard let base = text.baseAddress, !part.isEmpty else { return }
    let chars = UnsafeRawPointer(base).assumingMemoryBound(to: CChar.self)
    let pointer = UnsafeMutablePointer<PangoItem>(item.pointer)
    pango_shape_full(
      chars + part.lowerBound, Int32(part.count), chars, Int32(text.count), &pointer.pointee.analysis, glyphString)
    let start = glyphs.count
    let count = Int(glyphString.pointee.num_glyphs)
    for i in 0..<count {
      let info = glyphString.pointee.glyphs[i]
      let cluster = Int32(part.lowerBound) + glyphString.pointee.log_clusters[i]
      let id = info.glyph
      // a joiner shows nothing either
      if id == PlainWords.invisible { continue }
      let isMissing = id & 0x1000_0000 != 0
      // Pango sets every letter as one without a glyph where HarfBuzz has no memory
      if isMissing, !FontLibrary.hasMemory { FaultGuard.endForWantOfMemory() }
      glyphs.append(
        ShapedGlyph(
          id: isMissing ? 0 : id,
          advance: isMissing ? missingAdvance(item.font) : info.geometry.width,
          xOffset: info.geometry.x_offset, yOffset: info.geometry.y_offset, cluster: cluster, isMissing: isMissing))
    }
    runs.append(ShapedRun(font: item.font, level: item.level, bytes: part, glyphs: start..<glyphs.count))
  }

  /// Whether HarfBuzz is given memory.
  private static var hasMemory: Bool {
    let buffer = hb_buffer_create()
    defer { hb_buffer_destroy(buffer) }
    return hb_buffer_pre_allocate(buffer, 64) != 0
  }

  /// Whether cairo writes the widths of glyphs into a PDF as whole thousandths of an em, as it does before 1.17.8.
  package static var cairoTruncatesWidths: Bool { cairo_version() < 11_708 }

  /// How far cairo's PDF width of a glyph falls short of the font's, in em (never positive).
  package func widthError(font: Int, glyph: UInt32) -> Double {
    guard FontLibrary.cairoTruncatesWidths else { return 0 }
    let place = Int(glyph)
    guard place < widthErrors[font].count else { return 0 }
    let known = widthErrors[font][place]
    if !known.isNaN { return known }
    let unitsPerEm = Int(unitsPerEm[font])
    let advance = Int(hb_font_get_glyph_h_advance(unscaled[font], glyph))
    let error = Double(advance * 1000 / unitsPerEm) / 1000 - Double(advance) / Double(unitsPerEm)
    widthErrors[font][place] = error
    return error
  }

  private func missingAdvance(_ font: Int) -> Int32 { Int32(clamping: fonts[font].key.size.units / 2) }

  private func index(of font: UnsafeMutablePointer<PangoFont>) -> Int {
    if let known = fontIndex[font] { return known }
    // Held for the library's life: a font freed and made anew at the same address would be taken for the old one.
    g_object_ref(font)
    let description = pango_font_describe(font)
    defer { pango_font_description_free(description) }
    let size = Length(units: Int(pango_font_description_get_size(description)))
    var file = ""
    var face: Int32 = 0
    var name = ""
    var family = ""
    var slant: Int32 = 0
    var weight: Int32 = 80
    if let pattern = octavo_font_pattern(font) {
      file = string(pattern, FC_FILE) ?? ""
      name = string(pattern, FC_POSTSCRIPT_NAME) ?? ""
      family = string(pattern, FC_FAMILY) ?? ""
      FcPatternGetInteger(pattern, FC_INDEX, 0, &face)
      FcPatternGetInteger(pattern, FC_SLANT, 0, &slant)
      FcPatternGetInteger(pattern, FC_WEIGHT, 0, &weight)
    }
    let hbFace = hb_font_get_face(pango_font_get_hb_font(font))
    let unitsPerEm = Int32(bitPattern: hb_face_get_upem(hbFace))
    // hb_font_create never returns nil: it falls back to the empty font
    let plain: OpaquePointer = hb_font_create(hbFace)
    var extents = hb_font_extents_t()
    hb_font_get_h_extents(plain, &extents)
    let em = Double(max(unitsPerEm, 1))
    var space: hb_codepoint_t = 0
    hb_font_get_nominal_glyph(plain, 0x20, &space)
    let loaded = LoadedFont(
      key: FontKey(file: file, face: face, size: size), postScriptName: name, family: family, isItalic: slant > 0,
      isBold: weight >= FC_WEIGHT_DEMIBOLD, unitsPerEm: unitsPerEm, licence: FontLicence(of: hbFace),
      ascent: size.scaled(by: Double(extents.ascender) / em),
      descent: size.scaled(by: -Double(extents.descender) / em), metrics: FontMetrics(plain, em: em),
      spaceGlyph: UInt16(clamping: space),
      spaceAdvance: Int32(clamping: size.scaled(by: Double(hb_font_get_glyph_h_advance(plain, space)) / em).units))
    // a family's map makes another object of the same face
    let map: UnsafeMutablePointer<PangoFontMap> = pango_font_get_font_map(font)
    if let known = fonts.indices.first(where: { fonts[$0] == loaded && !maps[$0].contains(map) }) {
      hb_font_destroy(plain)
      maps[known].insert(map)
      fontIndex[font] = known
      return known
    }
    fonts.append(loaded)
    maps.append([map])
    unscaled.append(plain)
    self.unitsPerEm.append(unitsPerEm)
    let isExact = unitsPerEm <= 0 || 1000 % unitsPerEm == 0
    widthErrors.append(Array(repeating: .nan, count: isExact ? 0 : Int(hb_face_get_glyph_count(hbFace))))
    fontIndex[font] = fonts.count - 1
    return fonts.count - 1
  }
}
