#ifndef OCTAVO_CARCHIVE_SHIM_H
#define OCTAVO_CARCHIVE_SHIM_H

/* libarchive is opened when the first archive is read: with libxml2, ICU and six more that it brings
   it would otherwise be loaded for every novel. Types and constants are its own header's; it keeps
   its ABI within the number in the file's name. */

#include <archive.h>
#include <archive_entry.h>
#include <dlfcn.h>
#include <locale.h>
#include <pthread.h>
#include <stddef.h>

#pragma clang assume_nonnull begin
/* The functions that reading and writing take. */
struct octavo_archive {
  __typeof__(archive_read_new) *read_new;
  __typeof__(archive_read_free) *read_free;
  __typeof__(archive_read_support_format_zip) *read_support_format_zip;
  __typeof__(archive_read_open_memory) *read_open_memory;
  __typeof__(archive_read_next_header) *read_next_header;
  __typeof__(archive_read_data_block) *read_data_block;
  __typeof__(archive_error_string) *error_string;
  __typeof__(archive_entry_pathname) *entry_pathname;
  __typeof__(archive_entry_pathname_utf8) *entry_pathname_utf8;
  __typeof__(archive_entry_is_data_encrypted) *entry_is_data_encrypted;
  __typeof__(archive_write_new) *write_new;
  __typeof__(archive_write_free) *write_free;
  __typeof__(archive_write_close) *write_close;
  __typeof__(archive_write_set_format_zip) *write_set_format_zip;
  __typeof__(archive_write_zip_set_compression_store) *write_zip_set_compression_store;
  __typeof__(archive_write_open_memory) *write_open_memory;
  __typeof__(archive_write_header) *write_header;
  __typeof__(archive_write_data) *write_data;
  __typeof__(archive_entry_new) *entry_new;
  __typeof__(archive_entry_free) *entry_free;
  __typeof__(archive_entry_set_pathname_utf8) *entry_set_pathname_utf8;
  __typeof__(archive_entry_set_size) *entry_set_size;
  __typeof__(archive_entry_set_filetype) *entry_set_filetype;
  __typeof__(archive_entry_set_perm) *entry_set_perm;
};
#pragma clang assume_nonnull end

/* Where they are kept; within a function, as Swift makes none of a header's own variables. */
static inline struct octavo_archive *octavo_archive_kept(void) {
  static struct octavo_archive found;
  return &found;
}

static inline void octavo_find_archive(void) {
  struct octavo_archive *found = octavo_archive_kept();
  void *library = dlopen("libarchive.so.13", RTLD_LAZY | RTLD_LOCAL);
  if (!library) return;
#define OCTAVO_FIND(name) \
  if (!(found->name = (__typeof__(found->name))dlsym(library, "archive_" #name))) return;
  OCTAVO_FIND(read_free)
  OCTAVO_FIND(read_support_format_zip)
  OCTAVO_FIND(read_open_memory)
  OCTAVO_FIND(read_next_header)
  OCTAVO_FIND(read_data_block)
  OCTAVO_FIND(error_string)
  OCTAVO_FIND(entry_pathname)
  OCTAVO_FIND(entry_pathname_utf8)
  OCTAVO_FIND(entry_is_data_encrypted)
  OCTAVO_FIND(write_new)
  OCTAVO_FIND(write_free)
  OCTAVO_FIND(write_close)
  OCTAVO_FIND(write_set_format_zip)
  OCTAVO_FIND(write_zip_set_compression_store)
  OCTAVO_FIND(write_open_memory)
  OCTAVO_FIND(write_header)
  OCTAVO_FIND(write_data)
  OCTAVO_FIND(entry_new)
  OCTAVO_FIND(entry_free)
  OCTAVO_FIND(entry_set_pathname_utf8)
  OCTAVO_FIND(entry_set_size)
  OCTAVO_FIND(entry_set_filetype)
  OCTAVO_FIND(entry_set_perm)
  /* last: with it all are there */
  OCTAVO_FIND(read_new)
#undef OCTAVO_FIND
}

/* NULL where the library, or one of them, is not there. */
static inline const struct octavo_archive *_Nullable octavo_archive_library(void) {
  static pthread_once_t once = PTHREAD_ONCE_INIT;
  pthread_once(&once, octavo_find_archive);
  const struct octavo_archive *found = octavo_archive_kept();
  return (void *)found->read_new ? found : NULL;
}

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
