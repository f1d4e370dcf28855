#if canImport(Darwin)
  internal import Darwin
#else
  internal import Glibc
#endif

/// The CPU time of the calling thread, so that other threads and programs do not count.
enum ThreadClock {
  /// Seconds since the thread began.
  static func seconds() -> Double {
    var time = timespec()
    unsafe clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time)
    return Double(time.tv_sec) + Double(time.tv_nsec) * 1e-9
  }
}
