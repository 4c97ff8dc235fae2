internal import CPango
internal import PageModel
internal import Units

/// What faces have.
extension FontLibrary {
  /// Where a glyph has ink; nil for one without.
  package func ink(font: Int, glyph: UInt32) -> GlyphInk? {
    let em = Double(max(fonts[font].unitsPerEm, 1))
    var extents = hb_glyph_extents_t()
    guard hb_font_get_glyph_extents(unscaled[font], glyph, &extents) != 0, extents.width != 0 else { return nil }
    return GlyphInk(
      left: Double(extents.x_bearing) / em, right: Double(extents.x_bearing + extents.width) / em,
      top: Double(extents.y_bearing) / em, bottom: -Double(extents.y_bearing + extents.height) / em)
  }

  /// Whether a face knows an OpenType feature such as `smcp`, of substitution or of position.
  package func hasFeature(_ tag: String, font: Int) -> Bool {
    let wanted = tag.utf8.prefix(4).reduce(UInt32(0)) { $0 << 8 | UInt32($1) }
    let face = hb_font_get_face(unscaled[font])
    var tags = [hb_tag_t](repeating: 0, count: 64)
    let tables: [hb_tag_t] = [0x4753_5542, 0x4750_4F53]  // GSUB, GPOS
    for table in tables {
      var start: UInt32 = 0
      while true {
        var count = UInt32(tags.count)
        let total = hb_ot_layout_table_get_feature_tags(face, table, start, &count, &tags)
        if tags.prefix(Int(count)).contains(wanted) { return true }
        start += count
        if count == 0 || start >= total { break }
      }
    }
    return false
  }
}
