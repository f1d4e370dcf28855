#ifndef LIFE_NODES_H
#define LIFE_NODES_H

#include "wide.h"

// Nodes of 32 × 32 cells as 32 rows of 32 bits: shifts by a row through the vectors that hold them,
// and conversion from and to blocks of 8 × 8 cells, a byte a row.

#if defined(__AVX512F__)
typedef unsigned int life_row_lanes __attribute__((ext_vector_type(16)));
#define LIFE_LAST_AND_FIRST 15, 16, 17, 18, 19, 20, 21, 22, 23, 24, 25, 26, 27, 28, 29, 30
#define LIFE_ALL_BUT_FIRST 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16
#elif defined(__AVX2__)
typedef unsigned int life_row_lanes __attribute__((ext_vector_type(8)));
#define LIFE_LAST_AND_FIRST 7, 8, 9, 10, 11, 12, 13, 14
#define LIFE_ALL_BUT_FIRST 1, 2, 3, 4, 5, 6, 7, 8
#else
typedef unsigned int life_row_lanes __attribute__((ext_vector_type(4)));
#define LIFE_LAST_AND_FIRST 3, 4, 5, 6
#define LIFE_ALL_BUT_FIRST 1, 2, 3, 4
#endif

// The rows north of those in `here`; `before` holds the rows that lie just north of them.
LIFE_INLINE life_wide life_rows_north(life_wide before, life_wide here) {
  return (life_wide)__builtin_shufflevector(
      (life_row_lanes)before, (life_row_lanes)here, LIFE_LAST_AND_FIRST);
}

// The rows south of those in `here`; `after` holds the rows that lie just south of them.
LIFE_INLINE life_wide life_rows_south(life_wide here, life_wide after) {
  return (life_wide)__builtin_shufflevector(
      (life_row_lanes)here, (life_row_lanes)after, LIFE_ALL_BUT_FIRST);
}

typedef unsigned char life_block __attribute__((vector_size(8)));
typedef unsigned char life_two_blocks __attribute__((vector_size(16)));
typedef unsigned char life_four_blocks __attribute__((vector_size(32)));

// Unpacks four blocks side by side, west to east, as eight rows of 32 bits: byte r of each block
// becomes one byte of row r.
LIFE_INLINE void life_unpack_blocks(
    unsigned long long a, unsigned long long b, unsigned long long c, unsigned long long d,
    void *rows) {
  life_two_blocks west = __builtin_shufflevector(
      (life_block)a, (life_block)b, 0, 8, 1, 9, 2, 10, 3, 11, 4, 12, 5, 13, 6, 14, 7, 15);
  life_two_blocks east = __builtin_shufflevector(
      (life_block)c, (life_block)d, 0, 8, 1, 9, 2, 10, 3, 11, 4, 12, 5, 13, 6, 14, 7, 15);
  life_four_blocks all = __builtin_shufflevector(
      west, east, 0, 1, 16, 17, 2, 3, 18, 19, 4, 5, 20, 21, 6, 7, 22, 23, 8, 9, 24, 25, 10, 11,
      26, 27, 12, 13, 28, 29, 14, 15, 30, 31);
  __builtin_memcpy(rows, &all, sizeof all);
}

// The block in columns 8 to 15 of eight rows of 32 bits.
LIFE_INLINE unsigned long long life_second_block(const void *rows) {
  life_four_blocks all;
  __builtin_memcpy(&all, rows, sizeof all);
  return (unsigned long long)__builtin_shufflevector(all, all, 1, 5, 9, 13, 17, 21, 25, 29);
}

// The block in columns 16 to 23 of eight rows of 32 bits.
LIFE_INLINE unsigned long long life_third_block(const void *rows) {
  life_four_blocks all;
  __builtin_memcpy(&all, rows, sizeof all);
  return (unsigned long long)__builtin_shufflevector(all, all, 2, 6, 10, 14, 18, 22, 26, 30);
}

#endif
