#ifndef OCTAVO_CUCHARDET_SHIM_H
#define OCTAVO_CUCHARDET_SHIM_H

/* Opened for the first text that does not say how it is encoded. */

#include "../opened.h"

#include <iconv.h>
#include <uchardet/uchardet.h>

#define OCTAVO_UCHARDET(F) \
  F(uchardet_new) F(uchardet_delete) F(uchardet_handle_data) F(uchardet_data_end) F(uchardet_get_charset)
OCTAVO_OPENED(uchardet, OCTAVO_UCHARDET, "libuchardet.so.0")

/* iconv_open reports failure as (iconv_t)-1, a cast that does not reach Swift. */
static inline iconv_t octavo_iconv_open(const char *to, const char *from) {
  iconv_t descriptor = iconv_open(to, from);
  return descriptor == (iconv_t)-1 ? NULL : descriptor;
}

#endif
