import LifeKernels

#if canImport(Darwin)
  import Darwin
#else
  import Glibc
#endif

/// Measures the plain loop.
enum ScalarRun {
  static func gigacells() -> Double {
    let (words, height) = (2048 / 64, 2048)
    var board = (0..<words * height).map { UInt64($0) &* 0x9e37_79b9_7f4a_7c15 }
    var next = [UInt64](repeating: 0, count: words * height)
    let steps = 32
    return best(cells: Double(steps * words * 64 * height)) {
      for _ in 0..<steps {
        var target = next.mutableSpan
        advanceScalarTorus(board.span, to: &target, words: words, height: height)
        swap(&board, &next)
      }
    }
  }

  /// Billions of cells per second in the fastest of seven runs of `work`. A single thread is
  /// measured in CPU time, so that other processes do not affect the result.
  static func best(
    cells: Double, threads: Int = 1, _ work: () throws -> Void
  ) rethrows -> Double {
    let wall = ContinuousClock()
    var best = 0.0
    for _ in 0..<7 {
      let ticks = clock()
      let time = try wall.measure(work)
      let seconds =
        threads == 1
        ? Double(clock() - ticks) / Double(CLOCKS_PER_SEC)
        : Double(time.components.seconds) + Double(time.components.attoseconds) * 1e-18
      best = max(best, cells / seconds / 1e9)
    }
    return best
  }
}
