#ifndef OCTAVO_CPNG_SHIM_H
#define OCTAVO_CPNG_SHIM_H

#include <png.h>

/// The most bytes that a picture takes as a file: a macro there.
static inline size_t octavo_png_bound(const png_image *_Nonnull image) {
  return PNG_IMAGE_PNG_SIZE_MAX(*image);
}

#endif
