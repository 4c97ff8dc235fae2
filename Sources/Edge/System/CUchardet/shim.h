#ifndef OCTAVO_CUCHARDET_SHIM_H
#define OCTAVO_CUCHARDET_SHIM_H

#include <iconv.h>
#include <uchardet/uchardet.h>

/* iconv_open reports failure as (iconv_t)-1, a cast that does not reach Swift. */
static inline iconv_t octavo_iconv_open(const char *to, const char *from) {
  iconv_t descriptor = iconv_open(to, from);
  return descriptor == (iconv_t)-1 ? NULL : descriptor;
}

#endif
