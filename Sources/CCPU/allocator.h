#ifndef LIFE_ALLOCATOR_H
#define LIFE_ALLOCATOR_H

#if defined(__linux__)
#include <malloc.h>
#include <sys/resource.h>
#endif

// Allocations of 4 MB and more are returned to the system when they are freed. By default, glibc
// raises its limit up to 32 MB and keeps such memory: 21 MB after reading 10^6 isolated cells.
//
// Also by default, glibc reserves up to 64 MB of addresses for each thread. Under a limit of them
// (`ulimit -v`), a process of many threads would run out of addresses without using the memory.
static inline void life_set_up_allocator(void) {
#if defined(M_MMAP_THRESHOLD) && defined(M_TRIM_THRESHOLD) && defined(M_ARENA_MAX)
  mallopt(M_MMAP_THRESHOLD, 4 << 20);
  mallopt(M_TRIM_THRESHOLD, 4 << 20);
  struct rlimit addresses;
  if (getrlimit(RLIMIT_AS, &addresses) == 0 && addresses.rlim_cur != RLIM_INFINITY) {
    unsigned long long arenas = 1 + (addresses.rlim_cur >> 31);
    mallopt(M_ARENA_MAX, arenas < 256 ? (int)arenas : 256);
  }
#endif
}

#endif
