#ifndef LIFE_ALLOCATOR_H
#define LIFE_ALLOCATOR_H

#if defined(__linux__)
#include <malloc.h>
#endif

// Allocations of 4 MB and more are returned to the system when they are freed. By default, glibc
// raises its limit up to 32 MB and keeps such memory: 21 MB after reading 10^6 isolated cells.
static inline void life_return_large_allocations(void) {
#if defined(M_MMAP_THRESHOLD) && defined(M_TRIM_THRESHOLD)
  mallopt(M_MMAP_THRESHOLD, 4 << 20);
  mallopt(M_TRIM_THRESHOLD, 4 << 20);
#endif
}

#endif
