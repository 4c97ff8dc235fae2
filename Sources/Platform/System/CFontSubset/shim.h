#ifndef OCTAVO_CFONTSUBSET_SHIM_H
#define OCTAVO_CFONTSUBSET_SHIM_H

/* Opened for the first font that is worth it: few books have one. */

#include "../opened.h"

#include <hb.h>
#include <hb-subset.h>

#define OCTAVO_FONT_SUBSET(F) \
  F(hb_subset_input_create_or_fail) F(hb_subset_input_destroy) F(hb_subset_input_glyph_set) \
  F(hb_subset_input_unicode_set) F(hb_subset_input_set) F(hb_subset_input_set_flags) F(hb_subset_or_fail)
OCTAVO_OPENED(font_subset, OCTAVO_FONT_SUBSET, "libharfbuzz-subset.so.0")

#endif
