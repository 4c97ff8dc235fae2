#ifndef OCTAVO_CARCHIVE_SHIM_H
#define OCTAVO_CARCHIVE_SHIM_H

/* Opened when the first archive is read: it brings libxml2, ICU and six more. */

#include "../opened.h"

#include <archive.h>
#include <archive_entry.h>
#include <locale.h>

/* The functions that reading takes. */
#define OCTAVO_ARCHIVE(F) \
  F(archive_read_new) F(archive_read_free) F(archive_read_support_format_zip) F(archive_read_open_memory) \
  F(archive_read_next_header) F(archive_read_data_block) F(archive_error_string) F(archive_entry_pathname) \
  F(archive_entry_pathname_utf8) F(archive_entry_is_data_encrypted)
OCTAVO_OPENED(archive, OCTAVO_ARCHIVE, "libarchive.so.13")

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
