package import LifeCore

/// The generations of a run with samples, for example every tenth from 0 to 100.
package struct Schedule: Hashable {
  package let start: BigInt
  package let end: BigInt
  /// Generations between samples; nil for the last generation only.
  package let every: BigInt?
  /// The generation at which sampling starts. Not used if only the last generation has a sample.
  package let samplingStart: BigInt

  /// - Parameter samplingStart: nil for the start of the run.
  package init(start: BigInt, end: BigInt, every: BigInt?, samplingStart: BigInt? = nil) {
    self.start = start
    self.end = end
    self.every = every
    self.samplingStart = samplingStart ?? start
  }

  /// The number of samples, at most the largest `Int`.
  package var samples: Int {
    guard let every else { return 1 }
    let intervals = (end - samplingStart).quotientAndRemainder(dividingBy: every)
    // The last generation is a sample even if it does not end a whole interval.
    let count = intervals.quotient + (intervals.remainder.isZero ? 1 : 2)
    return count.int ?? .max
  }

  /// Whether a generation has a sample.
  package func contains(_ generation: BigInt) -> Bool {
    guard generation != end, let every else { return generation == end }
    return generation >= samplingStart
      && (generation - samplingStart).quotientAndRemainder(dividingBy: every).remainder.isZero
  }

  /// The same run with a sample of every generation, starting with the first sample.
  package var ofEveryGeneration: Schedule {
    Schedule(start: start, end: end, every: 1, samplingStart: samplingStart)
  }

  /// The same run with a sample of every generation from its start, even before ``samplingStart``.
  package var ofWholeRun: Schedule { Schedule(start: start, end: end, every: 1) }

  /// The same run with a sample of the last generation.
  var ofLastGeneration: Schedule { Schedule(start: start, end: end, every: nil) }

  /// The same samples up to `length` generations after the first.
  func ending(after length: BigInt) -> Schedule {
    Schedule(start: start, end: samplingStart + length, every: every, samplingStart: samplingStart)
  }

  /// Whether the run is so short that it may run twice, first to find the view.
  package func isShort(for pattern: Pattern) -> Bool {
    let generations = (end - start).double
    return generations <= 20_000 && generations * pattern.population.double <= 1e9
  }

  /// The generation of the first sample, even if it is the last generation.
  package var first: BigInt { every == nil ? end : samplingStart }

  /// The generation of the next sample; nil at the end.
  package func next(after generation: BigInt) -> BigInt? {
    guard generation < end else { return nil }
    guard let every else { return end }
    return min(generation + every, end)
  }
}
