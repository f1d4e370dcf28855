#ifndef LIFE_CPU_H
#define LIFE_CPU_H

// CPU detection, including whether the operating system saves the wide registers. Swift cannot call
// these compiler builtins; a header can.

#if defined(__x86_64__)
static inline int life_cpu_has_v3(void) {
  __builtin_cpu_init();
  return __builtin_cpu_supports("avx2") && __builtin_cpu_supports("bmi")
      && __builtin_cpu_supports("bmi2") && __builtin_cpu_supports("fma");
}

static inline int life_cpu_has_v4(void) {
  __builtin_cpu_init();
  return life_cpu_has_v3() && __builtin_cpu_supports("avx512f") &&
         __builtin_cpu_supports("avx512bw")
      && __builtin_cpu_supports("avx512cd") && __builtin_cpu_supports("avx512dq")
      && __builtin_cpu_supports("avx512vl");
}
#else
static inline int life_cpu_has_v3(void) { return 0; }
static inline int life_cpu_has_v4(void) { return 0; }
#endif

// The number of CPUs that this process may run on; 0 if the system cannot tell.
static inline int life_cpu_count(void) {
#if defined(__linux__)
  extern int sched_getaffinity(int, unsigned long, void *);
  unsigned long set[128] = {0};
  if (sched_getaffinity(0, sizeof set, set) != 0) return 0;
  int count = 0;
  for (int i = 0; i < 128; i++) count += __builtin_popcountl(set[i]);
  return count;
#else
  return 0;
#endif
}

#endif
