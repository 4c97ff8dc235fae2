#ifndef OCTAVO_OPENED_H
#define OCTAVO_OPENED_H

/* Libraries that are opened when they are first needed: linked, they and all that they need would be loaded for
   every book, which for a short one takes longer than the book. Types, constants and what functions look like are
   their own headers'; they keep their ABI within the number in the file's name. */

#include <dlfcn.h>
#include <pthread.h>
#include <stddef.h>

#define OCTAVO_FIELD(name) __typeof__(name) *_Nonnull name;
#define OCTAVO_FIND(name) \
  if (!(found->name = (__typeof__(name) *)dlsym(library, #name))) return;

/* `struct octavo_NAME` of the functions that LIST names, and `octavo_NAME_library`, which opens FILE for them: NULL
   where it, or one of them, is not there. What is found is kept within a function, as Swift makes none of a header's
   own variables. */
#define OCTAVO_OPENED(NAME, FILE, LIST) \
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
    void *library = dlopen(FILE, RTLD_LAZY | RTLD_LOCAL); \
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
