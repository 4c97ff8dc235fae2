#ifndef OCTAVO_CARCHIVE_SHIM_H
#define OCTAVO_CARCHIVE_SHIM_H

#include <archive.h>
#include <archive_entry.h>
#include <locale.h>

/* In the C locale libarchive gives NULL for names that are not ASCII; a locale of the thread
   alone changes nothing for anybody else. */
static inline locale_t octavo_enter_utf8(void) {
  locale_t wanted = newlocale(LC_CTYPE_MASK, "C.UTF-8", (locale_t)0);
  return wanted ? uselocale(wanted) : (locale_t)0;
}

static inline void octavo_leave_utf8(locale_t before) {
  if (!before) return;
  locale_t used = uselocale(before);
  if (used != before && used != LC_GLOBAL_LOCALE) freelocale(used);
}

#endif
