/* torus-kernel SIZE GENERATIONS STAGES
 *
 * What a processor with AVX-512 can do: a torus of SIZE x SIZE random cells of Conway's Life in C by
 * hand, with the layout and the circuit of life's own boards. Bit k of vector j is the cell in
 * column k * vectors + j; four rows are made at a time, and STAGES generations in each pass over
 * memory. SIZE is a multiple of 512. Prints the rate and the final population. */
#include <immintrin.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

typedef __m512i V;
typedef struct { V ones, twos, alive; } Row;

static int vectors;

static inline V parity(V a, V b, V c) { return _mm512_ternarylogic_epi64(a, b, c, 0x96); }
static inline V majority(V a, V b, V c) { return _mm512_ternarylogic_epi64(a, b, c, 0xe8); }
static inline V mixed(V a, V b, V c) { return _mm512_ternarylogic_epi64(a, b, c, 0x7e); }

/* All 512 bits shifted around by one, towards the higher or the lower ones. */
static inline V up(V v) {
  return _mm512_or_si512(
      _mm512_slli_epi64(v, 1), _mm512_srli_epi64(_mm512_alignr_epi64(v, v, 7), 63));
}
static inline V down(V v) {
  return _mm512_or_si512(
      _mm512_srli_epi64(v, 1), _mm512_slli_epi64(_mm512_alignr_epi64(v, v, 1), 63));
}

/* B3/S23 from the sums of three rows; see CountingRules.swift. */
static inline V decide(Row north, Row middle, Row south, V ones, V odd) {
  V mix = mixed(north.ones, middle.ones, south.ones);
  V high = majority(north.twos, middle.twos, south.twos);
  /* high ^ (ones | mix) */
  V count = _mm512_ternarylogic_epi64(high, ones, mix, 0x1e);
  /* count & (ones | alive) */
  V fits = _mm512_ternarylogic_epi64(count, ones, middle.alive, 0xe0);
  /* fits & ~(odd ^ mix) */
  return _mm512_ternarylogic_epi64(fits, odd, mix, 0x90);
}

/* Makes four rows from the six around them. */
static inline void four(const V *restrict const *from, V *restrict const *to) {
  V west[6], here[6];
  for (int i = 0; i < 6; i++) {
    west[i] = up(from[i][vectors - 1]);
    here[i] = from[i][0];
  }
  for (int j = 0; j < vectors; j++) {
    Row row[6];
    for (int i = 0; i < 6; i++) {
      V east = j + 1 < vectors ? from[i][j + 1] : down(from[i][0]);
      row[i].ones = parity(west[i], here[i], east);
      row[i].twos = majority(west[i], here[i], east);
      row[i].alive = here[i];
      west[i] = here[i];
      here[i] = east;
    }
    for (int i = 0; i < 4; i += 2) {
      V ones = row[i + 1].ones ^ row[i + 2].ones, twos = row[i + 1].twos ^ row[i + 2].twos;
      to[i][j] = decide(row[i], row[i + 1], row[i + 2], row[i].ones ^ ones, row[i].twos ^ twos);
      to[i + 1][j] =
          decide(row[i + 1], row[i + 2], row[i + 3], ones ^ row[i + 3].ones, twos ^ row[i + 3].twos);
    }
  }
}

/* One pass of `stages` generations. A ring of eight rows for each stage but the last stays in the
 * cache. The rows before the first and after the last are computed twice. */
static void pass(const V *source, V *target, V *rings, int size, int stages) {
  int first = -(stages + 3) / 4 * 4, end = size + stages;
  V *sink = rings + (size_t)stages * 8 * vectors;
  for (int block = first; block < end; block += 4)
    for (int stage = 1; stage <= stages; stage++) {
      int y = block - stage;
      const V *from[6];
      V *to[4];
      for (int i = 0; i < 6; i++) {
        int row = y - 1 + i;
        from[i] = stage == 1 ? source + (size_t)((row + size) % size) * vectors
                             : rings + ((size_t)(stage - 1) * 8 + (row & 7)) * vectors;
      }
      for (int i = 0; i < 4; i++) {
        int row = y + i;
        to[i] = stage < stages ? rings + ((size_t)stage * 8 + (row & 7)) * vectors
                : row < 0 || row >= size ? sink
                                         : target + (size_t)row * vectors;
      }
      four(from, to);
    }
}

int main(int count, char **arguments) {
  if (count != 4) return 64;
  int size = atoi(arguments[1]);
  long generations = atol(arguments[2]);
  int stages = atoi(arguments[3]);
  vectors = size / 512;
  size_t bytes = (size_t)size * size / 8;
  V *a = aligned_alloc(64, bytes), *b = aligned_alloc(64, bytes);
  V *rings = aligned_alloc(64, (size_t)(stages + 1) * 8 * vectors * 64);
  memset(rings, 0, (size_t)(stages + 1) * 8 * vectors * 64);
  uint64_t state = 88172645463325252u;
  for (size_t i = 0; i < bytes / 8; i++) {
    state ^= state << 13, state ^= state >> 7, state ^= state << 17;
    ((uint64_t *)a)[i] = state;
  }
  memset(b, 0, bytes);
  clock_t start = clock();
  for (long left = generations; left > 0;) {
    int now = left < stages ? (int)left : stages;
    pass(a, b, rings, size, now);
    V *made = b;
    b = a, a = made;
    left -= now;
  }
  double seconds = (double)(clock() - start) / CLOCKS_PER_SEC;
  long population = 0;
  for (size_t i = 0; i < bytes / 8; i++) population += __builtin_popcountll(((uint64_t *)a)[i]);
  printf("%.3f s, %.1f Gcell/s, population %ld\n", seconds,
         (double)size * size * generations / seconds / 1e9, population);
}
