#ifndef OCTAVO_CCMARK_SHIM_H
#define OCTAVO_CCMARK_SHIM_H

#include <cmark-gfm.h>
#include <cmark-gfm-extension_api.h>
#include <cmark-gfm-core-extensions.h>

/* cmark_node_get_fenced writes through its pointers even where they are NULL. */
static inline int octavo_cmark_is_fenced(cmark_node *node) {
  int length, offset;
  char character;
  return cmark_node_get_fenced(node, &length, &offset, &character);
}

#endif
