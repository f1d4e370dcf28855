#ifndef LIFE_SUMS_H
#define LIFE_SUMS_H

#include "wide.h"

#if defined(__aarch64__)
#include <arm_neon.h>
#endif

// Vectors of integers of 8, 16 or 32 bits, one per cell, whose arithmetic wraps around; rows of
// cells as bytes; and conversion between bytes and bits.

#define LIFE_BYTES (sizeof(life_wide))

typedef unsigned char life_u8 __attribute__((ext_vector_type(LIFE_BYTES)));
typedef unsigned short life_u16 __attribute__((ext_vector_type(LIFE_BYTES / 2)));
typedef unsigned int life_u32 __attribute__((ext_vector_type(LIFE_BYTES / 4)));
typedef signed char life_half_s8 __attribute__((ext_vector_type(LIFE_BYTES / 2)));
typedef signed char life_quarter_s8 __attribute__((ext_vector_type(LIFE_BYTES / 4)));
typedef unsigned char life_half_u8 __attribute__((ext_vector_type(LIFE_BYTES / 2)));
typedef unsigned char life_quarter_u8 __attribute__((ext_vector_type(LIFE_BYTES / 4)));
typedef short life_s16 __attribute__((ext_vector_type(LIFE_BYTES / 2)));
typedef int life_s32 __attribute__((ext_vector_type(LIFE_BYTES / 4)));
typedef _Bool life_flags __attribute__((ext_vector_type(LIFE_BYTES)));
typedef _Bool life_half_flags __attribute__((ext_vector_type(LIFE_BYTES / 2)));
typedef _Bool life_quarter_flags __attribute__((ext_vector_type(LIFE_BYTES / 4)));

typedef unsigned long long life_sixteen __attribute__((ext_vector_type(2)));

LIFE_INLINE life_sixteen life_load_sixteen(const void *from) {
  life_sixteen value;
  __builtin_memcpy(&value, from, sizeof value);
  return value;
}

LIFE_INLINE life_wide life_load(const void *from) {
  life_wide value;
  __builtin_memcpy(&value, from, sizeof value);
  return value;
}

LIFE_INLINE void life_store(life_wide value, void *to) {
  __builtin_memcpy(to, &value, sizeof value);
}

// MARK: Cells as bytes, read as signed weights or as states.

LIFE_INLINE life_wide life_weights8(const void *cells) { return life_load(cells); }

LIFE_INLINE life_wide life_weights16(const void *cells) {
  life_half_s8 bytes;
  __builtin_memcpy(&bytes, cells, sizeof bytes);
  return (life_wide)__builtin_convertvector(bytes, life_s16);
}

LIFE_INLINE life_wide life_weights32(const void *cells) {
  life_quarter_s8 bytes;
  __builtin_memcpy(&bytes, cells, sizeof bytes);
  return (life_wide)__builtin_convertvector(bytes, life_s32);
}

LIFE_INLINE life_wide life_states16(const void *cells) {
  life_half_u8 bytes;
  __builtin_memcpy(&bytes, cells, sizeof bytes);
  return (life_wide)__builtin_convertvector(bytes, life_u16);
}

LIFE_INLINE life_wide life_states32(const void *cells) {
  life_quarter_u8 bytes;
  __builtin_memcpy(&bytes, cells, sizeof bytes);
  return (life_wide)__builtin_convertvector(bytes, life_u32);
}

// MARK: Arithmetic and comparisons; what is true is all ones.

#define LIFE_LANES(BITS, LANES, LANE)                                                             \
  LIFE_INLINE life_wide life_splat##BITS(int value) {                                             \
    return (life_wide)((LANES)(LANE)value);                                                       \
  }                                                                                               \
  LIFE_INLINE life_wide life_add##BITS(life_wide a, life_wide b) {                                \
    return (life_wide)((LANES)a + (LANES)b);                                                      \
  }                                                                                               \
  LIFE_INLINE life_wide life_subtract##BITS(life_wide a, life_wide b) {                           \
    return (life_wide)((LANES)a - (LANES)b);                                                      \
  }                                                                                               \
  LIFE_INLINE life_wide life_multiply##BITS(life_wide a, life_wide b) {                           \
    return (life_wide)((LANES)a * (LANES)b);                                                      \
  }                                                                                               \
  LIFE_INLINE life_wide life_equal##BITS(life_wide a, life_wide b) {                              \
    return (life_wide)((LANES)a == (LANES)b);                                                     \
  }                                                                                               \
  LIFE_INLINE life_wide life_at_most##BITS(life_wide a, life_wide b) {                            \
    return (life_wide)((LANES)a <= (LANES)b);                                                     \
  }

LIFE_LANES(8, life_u8, unsigned char)
LIFE_LANES(16, life_u16, unsigned short)
LIFE_LANES(32, life_u32, unsigned int)

// MARK: Look-ups.

// For each byte, which is below 16, the entry of a table of 16 bytes.
LIFE_INLINE life_wide life_look_up16(const unsigned char *_Nonnull table, life_wide index) {
#if defined(__AVX512BW__)
  typedef char lanes __attribute__((vector_size(64)));
  life_sixteen entries = life_load_sixteen(table);
  life_wide all = __builtin_shufflevector(entries, entries, 0, 1, 0, 1, 0, 1, 0, 1);
  return (life_wide)__builtin_ia32_pshufb512((lanes)all, (lanes)index);
#elif defined(__AVX2__)
  typedef char lanes __attribute__((vector_size(32)));
  life_sixteen entries = life_load_sixteen(table);
  life_wide all = __builtin_shufflevector(entries, entries, 0, 1, 0, 1);
  return (life_wide)__builtin_ia32_pshufb256((lanes)all, (lanes)index);
#elif defined(__aarch64__)
  return (life_wide)vqtbl1q_u8(vld1q_u8(table), (uint8x16_t)index);
#else
  life_u8 result = (life_u8)index;
  for (int byte = 0; byte < (int)LIFE_BYTES; byte++) result[byte] = table[result[byte]];
  return (life_wide)result;
#endif
}

// The same with a table of 16 bytes for each block, and every byte below 16 times their number.
LIFE_INLINE life_wide life_look_up(
    const unsigned char *_Nonnull table, long blocks, life_wide index) {
  life_wide low = (life_wide)((life_u8)index & 15);
  life_wide result = life_look_up16(table, low);
  for (long block = 1; block < blocks; block++) {
    life_wide isHere = (life_wide)((life_u8)index >> 4 == (unsigned char)block);
    result = life_choose(isHere, life_look_up16(table + 16 * block, low), result);
  }
  return result;
}

// MARK: Words and bits.

typedef _Bool life_word_flags __attribute__((ext_vector_type(LIFE_BYTES / 8)));

// All ones in the words whose bit is set, the first word for the lowest bit.
LIFE_INLINE life_wide life_words_of_bits(unsigned long long bits) {
#if defined(__AVX512F__)
  life_wide own = {1, 2, 4, 8, 16, 32, 64, 128};
#elif defined(__AVX2__)
  life_wide own = {1, 2, 4, 8};
#else
  life_wide own = {1, 2};
#endif
  return (life_wide)((own & bits) != 0);
}

// A bit for each word that is not 0.
LIFE_INLINE unsigned long long life_bits_of_words(life_wide words) {
  life_word_flags flags = __builtin_convertvector(words != 0, life_word_flags);
  unsigned char bits;
  __builtin_memcpy(&bits, &flags, sizeof bits);
  return bits & (unsigned char)((1 << LIFE_BYTES / 8) - 1);
}

// MARK: Running sums.

// In each lane the sum of the words in the lanes before it.
LIFE_INLINE life_wide life_words_before(life_wide a) {
  life_wide none = {0};
#if defined(__AVX512F__)
  a = __builtin_shufflevector(none, a, 0, 8, 9, 10, 11, 12, 13, 14);
  a += __builtin_shufflevector(none, a, 0, 8, 9, 10, 11, 12, 13, 14);
  a += __builtin_shufflevector(none, a, 0, 1, 8, 9, 10, 11, 12, 13);
  return a + __builtin_shufflevector(none, a, 0, 1, 2, 3, 8, 9, 10, 11);
#elif defined(__AVX2__)
  a = __builtin_shufflevector(none, a, 0, 4, 5, 6);
  a += __builtin_shufflevector(none, a, 0, 4, 5, 6);
  return a + __builtin_shufflevector(none, a, 0, 1, 4, 5);
#else
  return __builtin_shufflevector(none, a, 0, 2);
#endif
}

// The last lane in every lane.
LIFE_INLINE life_wide life_last_word(life_wide a) {
  return (life_wide)a[sizeof(life_wide) / 8 - 1];
}

// The running sums of a vector's numbers, west to east: first in each word by shifts, then from
// word to word.
LIFE_INLINE life_wide life_running8(life_wide a) {
  a = life_add8(a, a << 8);
  a = life_add8(a, a << 16);
  a = life_add8(a, a << 32);
  life_wide before = life_words_before(a >> 56) & 0xff;
  before |= before << 8;
  before |= before << 16;
  return life_add8(a, before | before << 32);
}

LIFE_INLINE life_wide life_running16(life_wide a) {
  a = life_add16(a, a << 16);
  a = life_add16(a, a << 32);
  life_wide before = life_words_before(a >> 48) & 0xffff;
  before |= before << 16;
  return life_add16(a, before | before << 32);
}

LIFE_INLINE life_wide life_running32(life_wide a) {
  a = life_add32(a, a << 32);
  life_wide before = life_words_before(a >> 32) & 0xffffffff;
  return life_add32(a, before | before << 32);
}

// The last of a vector's numbers, everywhere.
LIFE_INLINE life_wide life_last8(life_wide a) {
  return (life_wide)((life_u8)(unsigned char)(life_last_word(a)[0] >> 56));
}

LIFE_INLINE life_wide life_last16(life_wide a) {
  return (life_wide)((life_u16)(unsigned short)(life_last_word(a)[0] >> 48));
}

LIFE_INLINE life_wide life_last32(life_wide a) {
  return (life_wide)((life_u32)(unsigned int)(life_last_word(a)[0] >> 32));
}

// MARK: Bits.

#if defined(__AVX512F__)
typedef unsigned long long life_bits;
#elif defined(__AVX2__)
typedef unsigned int life_bits;
#else
typedef unsigned short life_bits;
#endif

// All ones in the bytes whose bits are set, for the bits of a word that make up vector `part`.
LIFE_INLINE life_wide life_spread(unsigned long long word, int part) {
  life_bits bits = (life_bits)(word >> (part * (int)LIFE_BYTES % 64));
  life_flags flags;
  __builtin_memcpy(&flags, &bits, sizeof bits);
  return (life_wide)(-__builtin_convertvector(flags, life_u8));
}

// The inverse, for numbers of any width: bits of a word where the numbers of vector `part` are not
// zero.
LIFE_INLINE unsigned long long life_gather8(life_wide numbers, int part) {
  life_flags flags = __builtin_convertvector((life_u8)numbers != 0, life_flags);
  life_bits bits;
  __builtin_memcpy(&bits, &flags, sizeof bits);
  return (unsigned long long)bits << (part * (int)LIFE_BYTES % 64);
}

LIFE_INLINE unsigned long long life_gather16(life_wide numbers, int part) {
  life_half_flags flags = __builtin_convertvector((life_u16)numbers != 0, life_half_flags);
  unsigned int bits = 0;
  __builtin_memcpy(&bits, &flags, sizeof flags);
  return (unsigned long long)bits << (part * (int)LIFE_BYTES / 2 % 64);
}

LIFE_INLINE unsigned long long life_gather32(life_wide numbers, int part) {
  life_s32 isSet = (life_u32)numbers != 0;
#if defined(__AVX512F__) || defined(__AVX2__)
  life_quarter_flags flags = __builtin_convertvector(isSet, life_quarter_flags);
  unsigned int bits = 0;
  __builtin_memcpy(&bits, &flags, sizeof flags);
#else
  // Fewer flags than a byte holds would leave its other bits open.
  unsigned int bits = isSet[0] & 1 | isSet[1] & 2 | isSet[2] & 4 | isSet[3] & 8;
#endif
  return (unsigned long long)bits << (part * (int)LIFE_BYTES / 4 % 64);
}

#endif
