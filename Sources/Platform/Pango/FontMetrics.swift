internal import CPango

/// Where a face wants its rules, and how tall its letters are, in ems of the font.
package struct FontMetrics: Sendable, Equatable {
  /// Below the baseline, to the rule's top.
  package var underlinePosition = 0.1
  package var underlineThickness = 0.05
  /// Above the baseline, to the rule's top.
  package var strikePosition = 0.25
  package var strikeThickness = 0.05
  package var capHeight = 0.66
  package var xHeight = 0.43

  package init() {}

  /// What a font at its design size says of itself; what it does not say stays usual.
  init(_ font: OpaquePointer, em: Double) {
    func metric(_ tag: hb_ot_metrics_tag_t) -> Double? {
      var position: hb_position_t = 0
      guard hb_ot_metrics_get_position(font, tag, &position) != 0 else { return nil }
      return Double(position) / em
    }
    func height(of scalar: UInt32) -> Double? {
      var glyph: hb_codepoint_t = 0
      var extents = hb_glyph_extents_t()
      guard hb_font_get_nominal_glyph(font, scalar, &glyph) != 0,
        hb_font_get_glyph_extents(font, glyph, &extents) != 0, extents.y_bearing > 0
      else { return nil }
      return Double(extents.y_bearing) / em
    }
    // a share of the em that no sane font leaves; the tables of some are nonsense
    func kept(_ value: Double?, _ range: ClosedRange<Double>, else usual: Double) -> Double {
      value.flatMap { range.contains($0) ? $0 : nil } ?? usual
    }
    underlineThickness = kept(metric(HB_OT_METRICS_TAG_UNDERLINE_SIZE), 0.01...0.2, else: underlineThickness)
    underlinePosition = kept(metric(HB_OT_METRICS_TAG_UNDERLINE_OFFSET).map(-), 0.02...0.4, else: underlinePosition)
    strikeThickness = kept(metric(HB_OT_METRICS_TAG_STRIKEOUT_SIZE), 0.01...0.2, else: underlineThickness)
    strikePosition = kept(metric(HB_OT_METRICS_TAG_STRIKEOUT_OFFSET), 0.1...0.6, else: strikePosition)
    // the letters themselves: OS/2 has them wrong in more than one face
    capHeight = kept(height(of: 0x48), 0.3...1.2, else: capHeight)
    xHeight = kept(height(of: 0x78), 0.2...0.9, else: xHeight)
  }
}

/// The ink of one glyph in ems of its font: left and right of its origin, above and below the baseline.
package struct GlyphInk: Sendable, Equatable {
  package var left, right, top, bottom: Double

  package init(left: Double, right: Double, top: Double, bottom: Double) {
    (self.left, self.right, self.top, self.bottom) = (left, right, top, bottom)
  }
}
