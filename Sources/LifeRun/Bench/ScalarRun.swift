import LifeKernels

/// Measures the plain loop.
package enum ScalarRun {
  package static func gigacells(within time: Duration) -> Double {
    let words = 2048 / 64
    let height = 2048
    var board = (0..<words * height).map { UInt64($0) &* 0x9e37_79b9_7f4a_7c15 }
    var next = [UInt64](repeating: 0, count: words * height)
    let steps = 32
    return BestRate(time).measure(count: Double(steps * words * 64 * height) / 1e9) {
      for _ in 0..<steps {
        var target = next.mutableSpan
        advanceScalarTorus(board.span, to: &target, words: words, height: height)
        swap(&board, &next)
      }
    }
  }
}
