#ifndef OCTAVO_OPENED_H
#define OCTAVO_OPENED_H

/* Libraries that are opened when they are first needed: linked, they and all that they need would be loaded for
   every book, which for a short one takes longer than the book. Types, constants and what functions look like are
   their own headers'; they keep their ABI within the number in the file's name. A library whose number differs from
   one system to the next has all names under which its functions are the same. */

#include <dlfcn.h>
#include <pthread.h>
#include <stddef.h>
#include <stdio.h>
#include <string.h>

/* A library by the name of its file, `libNAME.so.N`; that is `libNAME.N.dylib` on macOS. */
static inline void *_Nullable octavo_open_file(const char *_Nonnull name, int flags) {
#ifdef __APPLE__
  const char *mark = strstr(name, ".so");
  char own[64];
  if (mark && snprintf(own, sizeof own, "%.*s%s.dylib", (int)(mark - name), name, mark + 3) < (int)sizeof own) name = own;
#endif
  return dlopen(name, flags);
}

/* The first library there is of several names, of which NULL is the last. */
static inline void *_Nullable octavo_open(const char *_Nullable const *_Nonnull names, int flags) {
  void *library = NULL;
  for (; !library && *names; names++) library = octavo_open_file(*names, flags);
  return library;
}

#define OCTAVO_FIELD(name) __typeof__(name) *_Nonnull name;
#define OCTAVO_FIND(name) \
  if (!(found->name = (__typeof__(name) *)dlsym(library, #name))) return;

/* `struct octavo_NAME` of the functions that LIST names, and `octavo_NAME_library`, which opens for them the first
   of the files that there is: NULL where none, or not one of them, is there. What is found is kept within a function, as Swift makes none of a header's
   own variables. */
#define OCTAVO_OPENED(NAME, LIST, ...) \
  struct octavo_##NAME { \
    LIST(OCTAVO_FIELD) \
    int is_whole; \
  }; \
  static inline struct octavo_##NAME *_Nonnull octavo_##NAME##_kept(void) { \
    static struct octavo_##NAME found; \
    return &found; \
  } \
  static inline void octavo_find_##NAME(void) { \
    struct octavo_##NAME *found = octavo_##NAME##_kept(); \
    static const char *const names[] = {__VA_ARGS__, NULL}; \
    void *library = octavo_open(names, RTLD_LAZY | RTLD_LOCAL); \
    if (!library) return; \
    LIST(OCTAVO_FIND) \
    found->is_whole = 1; \
  } \
  static inline const struct octavo_##NAME *_Nullable octavo_##NAME##_library(void) { \
    static pthread_once_t once = PTHREAD_ONCE_INIT; \
    pthread_once(&once, octavo_find_##NAME); \
    return octavo_##NAME##_kept()->is_whole ? octavo_##NAME##_kept() : NULL; \
  }

#endif
