#ifndef LIFE_TILES_H
#define LIFE_TILES_H

#include "wide.h"

// Windows of 64 × 64 cells as 64 rows of one word: shifts by a row through the vectors that hold
// them, and transposition.

#if defined(__AVX512F__)
#define LIFE_LAST_WORD_AND_FIRST 7, 8, 9, 10, 11, 12, 13, 14
#define LIFE_ALL_BUT_FIRST_WORD 1, 2, 3, 4, 5, 6, 7, 8
#elif defined(__AVX2__)
#define LIFE_LAST_WORD_AND_FIRST 3, 4, 5, 6
#define LIFE_ALL_BUT_FIRST_WORD 1, 2, 3, 4
#else
#define LIFE_LAST_WORD_AND_FIRST 1, 2
#define LIFE_ALL_BUT_FIRST_WORD 1, 2
#endif

// The rows north of those in `here`; `before` holds the rows that lie just north of them.
LIFE_INLINE life_wide life_words_north(life_wide before, life_wide here) {
  return __builtin_shufflevector(before, here, LIFE_LAST_WORD_AND_FIRST);
}

// The rows south of those in `here`; `after` holds the rows that lie just south of them.
LIFE_INLINE life_wide life_words_south(life_wide here, life_wide after) {
  return __builtin_shufflevector(here, after, LIFE_ALL_BUT_FIRST_WORD);
}

typedef unsigned long long life_eight __attribute__((vector_size(64)));

// Transposes 8 × 8 words: word `stride` · i + j goes to `to_stride` · j + i.
LIFE_INLINE void life_transpose_words(
    const unsigned long long *from, long stride, unsigned long long *to, long to_stride) {
  life_eight a[8], b[8];
  for (int i = 0; i < 8; i++) __builtin_memcpy(&a[i], from + stride * i, sizeof a[i]);
  // Exchange single words, then pairs, then groups of four.
  for (int i = 0; i < 8; i += 2) {
    b[i] = __builtin_shufflevector(a[i], a[i + 1], 0, 8, 2, 10, 4, 12, 6, 14);
    b[i + 1] = __builtin_shufflevector(a[i], a[i + 1], 1, 9, 3, 11, 5, 13, 7, 15);
  }
  for (int i = 0; i < 8; i++) {
    if (i & 2) continue;
    a[i] = __builtin_shufflevector(b[i], b[i + 2], 0, 1, 8, 9, 4, 5, 12, 13);
    a[i + 2] = __builtin_shufflevector(b[i], b[i + 2], 2, 3, 10, 11, 6, 7, 14, 15);
  }
  for (int i = 0; i < 4; i++) {
    b[i] = __builtin_shufflevector(a[i], a[i + 4], 0, 1, 2, 3, 8, 9, 10, 11);
    b[i + 4] = __builtin_shufflevector(a[i], a[i + 4], 4, 5, 6, 7, 12, 13, 14, 15);
  }
  for (int i = 0; i < 8; i++) __builtin_memcpy(to + to_stride * i, &b[i], sizeof b[i]);
}

// Adds a mark to those words of `marks` whose place in `words` has a bit of a mask.
LIFE_INLINE life_wide life_mark_words(
    life_wide marks, life_wide words, unsigned long long mask, unsigned long long mark) {
  return marks | ((life_wide)((words & mask) != 0) & mark);
}

// The union of the words of a vector.
LIFE_INLINE unsigned long long life_all_words(life_wide words) {
  return __builtin_reduce_or(words);
}

#endif
