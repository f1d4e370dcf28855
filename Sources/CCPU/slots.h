#ifndef LIFE_SLOTS_H
#define LIFE_SLOTS_H

// Eight slots of a hash table, compared at once.

typedef unsigned int life_four_slots __attribute__((vector_size(16)));
typedef int life_four_answers __attribute__((vector_size(16)));

static inline __attribute__((always_inline)) unsigned int life_signs(life_four_answers answers) {
#if defined(__SSE2__)
  typedef float life_four_floats __attribute__((vector_size(16)));
  return (unsigned int)__builtin_ia32_movmskps((life_four_floats)answers);
#else
  return (answers[0] & 1) | (answers[1] & 2) | (answers[2] & 4) | (answers[3] & 8);
#endif
}

// A bit for each of eight slots, aligned to 32 bytes, whose high bits are those of `mark`; `low` is
// the mask of the low bits that are ignored.
static inline __attribute__((always_inline)) unsigned int life_slots_with(
    const void *slots, unsigned int mark, unsigned int low) {
  const life_four_slots *fours = (const life_four_slots *)slots;
  life_four_slots all = {~low, ~low, ~low, ~low};
  life_four_slots wanted = {mark, mark, mark, mark};
  return life_signs((fours[0] & all) == wanted) | life_signs((fours[1] & all) == wanted) << 4;
}

#endif
