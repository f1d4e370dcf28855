#ifndef LIFE_TILES_H
#define LIFE_TILES_H

#include "wide.h"

// Squares of 64 × 64 cells as 64 rows of one word, moved by a row through the vectors that hold them.

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

// The words of a vector, put on top of each other.
LIFE_INLINE unsigned long long life_all_words(life_wide words) {
  return __builtin_reduce_or(words);
}

#endif
