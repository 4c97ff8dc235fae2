#ifndef OCTAVO_CPANGO_SHIM_H
#define OCTAVO_CPANGO_SHIM_H

#include <pango/pangocairo.h>
#include <pango/pangofc-font.h>
#include <pango/pangofc-fontmap.h>
#include <fontconfig/fontconfig.h>
#include <hb.h>
#include <hb-ot.h>

/* Casts that are macros in C and so do not reach Swift. */
static inline FcPattern *octavo_font_pattern(PangoFont *font) {
  return PANGO_IS_FC_FONT(font) ? pango_fc_font_get_pattern((PangoFcFont *)font) : NULL;
}
static inline PangoFontMap *octavo_font_map_new(FcConfig *config) {
  PangoFontMap *map = pango_cairo_font_map_new();
  pango_fc_font_map_set_config((PangoFcFontMap *)map, config);
  return map;
}
/* One log attribute as bits: 1 line break, 2 mandatory break, 4 char break,
   8 white, 16 cursor position. The bit field's layout is the compiler's own affair. */
static inline unsigned octavo_log_attr(const PangoLogAttr *attrs, int i) {
  return (attrs[i].is_line_break ? 1u : 0u) | (attrs[i].is_mandatory_break ? 2u : 0u) |
         (attrs[i].is_char_break ? 4u : 0u) | (attrs[i].is_white ? 8u : 0u) |
         (attrs[i].is_cursor_position ? 16u : 0u);
}
static inline void octavo_attr_everywhere(PangoAttrList *list, PangoAttribute *attr) {
  attr->start_index = PANGO_ATTR_INDEX_FROM_TEXT_BEGINNING;
  attr->end_index = PANGO_ATTR_INDEX_TO_TEXT_END;
  pango_attr_list_insert(list, attr);
}
/* As pango_shape_full names a script to HarfBuzz. */
static inline hb_script_t octavo_script(guint8 script) {
  return (hb_script_t)g_unicode_script_to_iso15924((GUnicodeScript)script);
}
/* A glyph's outline; the name is another since HarfBuzz 7. */
static inline void octavo_draw_glyph(hb_font_t *font, hb_codepoint_t glyph, hb_draw_funcs_t *funcs, void *data) {
#if HB_VERSION_ATLEAST(7, 0, 0)
  hb_font_draw_glyph(font, glyph, funcs, data);
#else
  hb_font_get_glyph_shape(font, glyph, funcs, data);
#endif
}
static inline unsigned octavo_glyph_id(const PangoGlyphString *s, int i) { return s->glyphs[i].glyph; }

#endif
