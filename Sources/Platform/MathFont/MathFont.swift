internal import CPango

/// One face with a MATH table (OpenType 1.9, MATH): glyphs, ink and the numbers that formulas are set by, in units of
/// the font. For one thread.
package final class MathFont {
  /// What the table's constants are called there, by HarfBuzz's numbers.
  package enum Constant: UInt32, CaseIterable, Sendable {
    case scriptPercentScaleDown, scriptScriptPercentScaleDown, delimitedSubFormulaMinHeight, displayOperatorMinHeight
    case mathLeading, axisHeight, accentBaseHeight, flattenedAccentBaseHeight
    case subscriptShiftDown, subscriptTopMax, subscriptBaselineDropMin
    case superscriptShiftUp, superscriptShiftUpCramped, superscriptBottomMin, superscriptBaselineDropMax
    case subSuperscriptGapMin, superscriptBottomMaxWithSubscript, spaceAfterScript
    case upperLimitGapMin, upperLimitBaselineRiseMin, lowerLimitGapMin, lowerLimitBaselineDropMin
    case stackTopShiftUp, stackTopDisplayStyleShiftUp, stackBottomShiftDown, stackBottomDisplayStyleShiftDown
    case stackGapMin, stackDisplayStyleGapMin
    case stretchStackTopShiftUp, stretchStackBottomShiftDown, stretchStackGapAboveMin, stretchStackGapBelowMin
    case fractionNumeratorShiftUp, fractionNumeratorDisplayStyleShiftUp
    case fractionDenominatorShiftDown, fractionDenominatorDisplayStyleShiftDown
    case fractionNumeratorGapMin, fractionNumDisplayStyleGapMin, fractionRuleThickness
    case fractionDenominatorGapMin, fractionDenomDisplayStyleGapMin
    case skewedFractionHorizontalGap, skewedFractionVerticalGap
    case overbarVerticalGap, overbarRuleThickness, overbarExtraAscender
    case underbarVerticalGap, underbarRuleThickness, underbarExtraDescender
    case radicalVerticalGap, radicalDisplayStyleVerticalGap, radicalRuleThickness, radicalExtraAscender
    case radicalKernBeforeDegree, radicalKernAfterDegree, radicalDegreeBottomRaisePercent
  }

  /// A glyph's advance and ink: above and below the baseline, left and right of its origin.
  package struct Glyph: Sendable {
    package var advance, height, depth, left, right: Int32
    /// By how much its ink leans past its advance.
    package var italicsCorrection: Int32
    /// Where an accent's middle stands; nil where the font does not say.
    package var topAccent: Int32?
  }

  package struct Variant: Sendable {
    package var glyph: UInt32
    /// Along the way it grows.
    package var extent: Int32
  }

  /// A part of a sign made of several glyphs, from its left or lower end on.
  package struct Part: Sendable {
    package var glyph: UInt32
    package var startConnector, endConnector, extent: Int32
    package var isExtender: Bool
  }

  package enum Direction: Sendable { case across, upright }

  package let file: String
  package let face: Int32
  package let unitsPerEm: Int32
  private let font: OpaquePointer
  private let constants: [Int32]
  /// The substitutions of the feature `ssty`: forms of letters for small sizes.
  private let scriptForms: [UInt32]
  private var nominal: [UInt32: UInt32] = [:]
  private var known: [UInt32: Glyph] = [:]
  private var variants: [Growth: [Variant]] = [:]
  private var assemblies: [Growth: [Part]] = [:]

  private struct Growth: Hashable {
    var glyph: UInt32
    var direction: Direction
  }

  /// - Returns: nil for a file that cannot be read, or that has no MATH table.
  package init?(file: String, face index: Int32) {
    guard let blob = hb_blob_create_from_file_or_fail(file) else { return nil }
    let face = hb_face_create(blob, UInt32(bitPattern: index))
    hb_blob_destroy(blob)
    // the font keeps it
    defer { hb_face_destroy(face) }
    guard hb_ot_math_has_data(face) != 0 else { return nil }
    self.file = file
    self.face = index
    // hb_font_create never returns nil: it falls back to the empty font
    font = hb_font_create(face)
    unitsPerEm = Int32(clamping: max(hb_face_get_upem(face), 1))
    constants = Constant.allCases.map { [font] in
      hb_ot_math_get_constant(font, hb_ot_math_constant_t(rawValue: $0.rawValue))
    }
    scriptForms = MathFont.lookups(of: "ssty", in: face)
  }

  deinit { hb_font_destroy(font) }

  private static func lookups(of feature: String, in face: OpaquePointer?) -> [UInt32] {
    let set = hb_set_create()
    defer { hb_set_destroy(set) }
    var features = [hb_tag_from_string(feature, -1), 0]
    hb_ot_layout_collect_lookups(face, hb_tag_from_string("GSUB", -1), nil, nil, &features, set)
    var found: [UInt32] = []
    var lookup: hb_codepoint_t = .max
    while found.count < 16, hb_set_next(set, &lookup) != 0 { found.append(lookup) }
    return found
  }

  package subscript(constant: Constant) -> Int32 { constants[Int(constant.rawValue)] }

  /// Nil where the font has none.
  package func glyph(for scalar: UInt32) -> UInt32? {
    if let glyph = nominal[scalar] { return glyph == 0 ? nil : glyph }
    var glyph: hb_codepoint_t = 0
    if hb_font_get_nominal_glyph(font, scalar, &glyph) == 0 { glyph = 0 }
    nominal[scalar] = glyph
    return glyph == 0 ? nil : glyph
  }

  /// The glyph's form for scripts (level 1) or scripts of scripts (level 2); itself where there is none.
  package func scriptForm(of glyph: UInt32, level: Int) -> UInt32 {
    guard level > 0 else { return glyph }
    let face = hb_font_get_face(font)
    for lookup in scriptForms {
      var forms: [hb_codepoint_t] = [0, 0]
      var count: UInt32 = 2
      let all = hb_ot_layout_lookup_get_glyph_alternates(face, lookup, glyph, 0, &count, &forms)
      if all > 0, count > 0 { return forms[min(level, Int(count)) - 1] }
    }
    return glyph
  }

  package func metrics(of glyph: UInt32) -> Glyph {
    if let found = known[glyph] { return found }
    var ink = hb_glyph_extents_t()
    let hasInk = hb_font_get_glyph_extents(font, glyph, &ink) != 0
    let advance = hb_font_get_glyph_h_advance(font, glyph)
    let italics = hb_ot_math_get_glyph_italics_correction(font, glyph)
    // HarfBuzz answers half of the advance for glyphs that the table does not name
    let accent = hb_ot_math_get_glyph_top_accent_attachment(font, glyph)
    let found = Glyph(
      advance: advance, height: hasInk ? ink.y_bearing : 0, depth: hasInk ? -(ink.y_bearing &+ ink.height) : 0,
      left: hasInk ? ink.x_bearing : 0, right: hasInk ? ink.x_bearing &+ ink.width : 0, italicsCorrection: italics,
      topAccent: accent == advance / 2 ? nil : accent)
    known[glyph] = found
    return found
  }

  /// Larger forms of a glyph, smallest first, itself among them.
  package func variants(of glyph: UInt32, _ direction: Direction) -> [Variant] {
    let key = Growth(glyph: glyph, direction: direction)
    if let found = variants[key] { return found }
    var list = Array(repeating: hb_ot_math_glyph_variant_t(), count: 32)
    var count = UInt32(list.count)
    hb_ot_math_get_glyph_variants(font, glyph, direction.hb, 0, &count, &list)
    let found = list.prefix(Int(count)).map { Variant(glyph: $0.glyph, extent: $0.advance) }
    variants[key] = found
    return found
  }

  /// The parts that a glyph of any extent is made of; none where the font has no such.
  package func assembly(of glyph: UInt32, _ direction: Direction) -> [Part] {
    let key = Growth(glyph: glyph, direction: direction)
    if let found = assemblies[key] { return found }
    var list = Array(repeating: hb_ot_math_glyph_part_t(), count: 32)
    var count = UInt32(list.count)
    hb_ot_math_get_glyph_assembly(font, glyph, direction.hb, 0, &count, &list, nil)
    let found = list.prefix(Int(count)).map {
      Part(
        glyph: $0.glyph, startConnector: $0.start_connector_length, endConnector: $0.end_connector_length,
        extent: $0.full_advance, isExtender: $0.flags.rawValue & HB_OT_MATH_GLYPH_PART_FLAG_EXTENDER.rawValue != 0)
    }
    assemblies[key] = found
    return found
  }

  /// How far the parts of an assembly overlap at least.
  package func minimalOverlap(_ direction: Direction) -> Int32 {
    hb_ot_math_get_min_connector_overlap(font, direction.hb)
  }
}

extension MathFont.Direction {
  fileprivate var hb: hb_direction_t { self == .across ? HB_DIRECTION_LTR : HB_DIRECTION_BTT }
}
