#ifndef OCTAVO_CHYPHEN_SHIM_H
#define OCTAVO_CHYPHEN_SHIM_H

#include <hyphen.h>
#include <stdlib.h>

/* Marks the hyphenation points of a word that is in lower case, in the
   dictionary's charset and ends in NUL. `marks` takes size + 5 bytes and then
   holds one digit a character (not a byte), odd where a hyphen may follow.

   Points at which the spelling changes ("Schiffahrt" to "Schiff-fahrt") come
   back as '0': the arrays that describe them are freed here. They must be
   passed all the same, for libhyphen 2.8.8 reads through the pointers to them
   unasked. Returns 0, or what libhyphen returns. */
static inline int octavo_hyphen_marks(HyphenDict *dict, const char *word, int size, char *marks) {
  char **rep = NULL;
  int *pos = NULL, *cut = NULL;
  int result = hnj_hyphen_hyphenate2(dict, word, size, marks, NULL, &rep, &pos, &cut);
  if (rep) {
    for (int i = 0; i < size; i++) {
      if (rep[i]) {
        marks[i] = '0';
        free(rep[i]);
      }
    }
  }
  free(rep);
  free(pos);
  free(cut);
  return result;
}

#endif
