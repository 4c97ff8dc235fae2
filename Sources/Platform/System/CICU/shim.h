#ifndef OCTAVO_CICU_SHIM_H
#define OCTAVO_CICU_SHIM_H

/* Opened for the first index that is made. ICU's functions have its version in their names, as its file has, and its
   headers name but one: so these are written down as its reference has them (ucol.h, stable since ICU 2.0). */

#include "../opened.h"

#include <stdint.h>

typedef struct UCollator UCollator;

struct octavo_icu {
  UCollator *_Nullable (*_Nonnull open)(const char *_Nonnull locale, int *_Nonnull status);
  void (*_Nonnull close)(UCollator *_Nonnull collator);
  void (*_Nonnull set)(UCollator *_Nonnull collator, int attribute, int value, int *_Nonnull status);
  int32_t (*_Nonnull key)(const UCollator *_Nonnull collator, const uint16_t *_Nonnull text, int32_t length,
                          uint8_t *_Nullable key, int32_t room);
  int version;
};

/* UColAttribute and UColAttributeValue. */
enum { OCTAVO_UCOL_ALTERNATE = 1, OCTAVO_UCOL_STRENGTH = 5, OCTAVO_UCOL_SHIFTED = 20, OCTAVO_UCOL_PRIMARY = 0 };

static inline struct octavo_icu *_Nonnull octavo_icu_kept(void) {
  static struct octavo_icu found;
  return &found;
}

static inline void octavo_find_icu(void) {
  struct octavo_icu *found = octavo_icu_kept();
  /* Debian 12 has 72, Ubuntu 24.04 74, Debian 13 76 */
  for (int version = 99; version >= 60; version--) {
    char name[64];
    snprintf(name, sizeof name, "libicui18n.so.%d", version);
    void *library = octavo_open_file(name, RTLD_LAZY | RTLD_LOCAL);
    if (!library) continue;
#define OCTAVO_ICU_FIND(field, function) \
    snprintf(name, sizeof name, #function "_%d", version); \
    *(void **)&found->field = dlsym(library, name); \
    if (!found->field) return;
    OCTAVO_ICU_FIND(open, ucol_open)
    OCTAVO_ICU_FIND(close, ucol_close)
    OCTAVO_ICU_FIND(set, ucol_setAttribute)
    OCTAVO_ICU_FIND(key, ucol_getSortKey)
#undef OCTAVO_ICU_FIND
    found->version = version;
    return;
  }
}

static inline const struct octavo_icu *_Nullable octavo_icu_library(void) {
  static pthread_once_t once = PTHREAD_ONCE_INIT;
  pthread_once(&once, octavo_find_icu);
  return octavo_icu_kept()->version ? octavo_icu_kept() : NULL;
}

#endif
