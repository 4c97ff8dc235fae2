#ifndef OCTAVO_CCOLOUR_SHIM_H
#define OCTAVO_CCOLOUR_SHIM_H

/* lcms2 is opened when the first colour is turned into inks: few books ask for it, and linked it
   would be loaded for all. So its few functions are declared here, as its own header (2.14) has
   them; it keeps its ABI within the number in the file's name. */

#include "../opened.h"

#include <stdint.h>
#include <stddef.h>

static inline void *octavo_colour_function(const char *name) {
  static void *library;
  if (!library) library = octavo_open_file("liblcms2.so.2", RTLD_LAZY | RTLD_LOCAL);
  return library ? dlsym(library, name) : NULL;
}

/* TYPE_RGB_8 and TYPE_CMYK_8 of lcms2.h: space, channels, bytes of a channel. */
#define OCTAVO_RGB_8 ((4u << 16) | (3u << 3) | 1u)
#define OCTAVO_CMYK_8 ((6u << 16) | (4u << 3) | 1u)
/* Relative colorimetric with black point compensation. */
#define OCTAVO_INTENT 1u
#define OCTAVO_FLAGS 0x2000u

static inline int octavo_has_colour(void) { return octavo_colour_function("cmsDoTransform") != NULL; }

/* The inks that a profile has: the signature of its space, 0 for what is no profile. */
static inline uint32_t octavo_profile_space(const unsigned char *bytes, uint32_t count) {
  void *(*open)(const void *, uint32_t) = (void *(*)(const void *, uint32_t))octavo_colour_function("cmsOpenProfileFromMem");
  uint32_t (*space)(void *) = (uint32_t (*)(void *))octavo_colour_function("cmsGetColorSpace");
  int (*end)(void *) = (int (*)(void *))octavo_colour_function("cmsCloseProfile");
  if (!open || !space || !end) return 0;
  void *profile = open(bytes, count);
  if (!profile) return 0;
  uint32_t found = space(profile);
  end(profile);
  return found;
}

/* From sRGB to the four inks of a profile; NULL where that cannot be. */
static inline void *octavo_transform(const unsigned char *bytes, uint32_t count) {
  void *(*open)(const void *, uint32_t) = (void *(*)(const void *, uint32_t))octavo_colour_function("cmsOpenProfileFromMem");
  void *(*srgb)(void) = (void *(*)(void))octavo_colour_function("cmsCreate_sRGBProfile");
  void *(*make)(void *, uint32_t, void *, uint32_t, uint32_t, uint32_t) =
      (void *(*)(void *, uint32_t, void *, uint32_t, uint32_t, uint32_t))octavo_colour_function("cmsCreateTransform");
  int (*end)(void *) = (int (*)(void *))octavo_colour_function("cmsCloseProfile");
  if (!open || !srgb || !make || !end) return NULL;
  void *to = open(bytes, count);
  void *from = to ? srgb() : NULL;
  void *transform = from ? make(from, OCTAVO_RGB_8, to, OCTAVO_CMYK_8, OCTAVO_INTENT, OCTAVO_FLAGS) : NULL;
  if (from) end(from);
  if (to) end(to);
  return transform;
}

static inline void octavo_turn(void *transform, const unsigned char *from, unsigned char *to, uint32_t pixels) {
  void (*turn)(void *, const void *, void *, uint32_t) =
      (void (*)(void *, const void *, void *, uint32_t))octavo_colour_function("cmsDoTransform");
  if (turn) turn(transform, from, to, pixels);
}

static inline void octavo_free_transform(void *transform) {
  void (*end)(void *) = (void (*)(void *))octavo_colour_function("cmsDeleteTransform");
  if (end && transform) end(transform);
}

#endif
