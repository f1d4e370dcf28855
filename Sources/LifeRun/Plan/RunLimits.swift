package import LifeCore

/// The limits that end a run before its last generation.
package struct RunLimits: Sendable {
  /// Wall-clock time since the process began.
  package var time: Duration?
  /// The number of samples.
  package var samples: BigInt?

  package init(time: Duration? = nil, samples: BigInt? = nil) {
    self.time = time
    self.samples = samples
  }

  package var deadline: ContinuousClock.Instant? { time.map { Interruption.began + $0 } }

  /// When the search for the view of an animation ends: half of the time is left for the run.
  var scanningDeadline: ContinuousClock.Instant? {
    deadline.map { deadline in
      let now = Interruption.clock.now
      return now + (deadline - now) / 2
    }
  }

  /// When the writing of results ends: it may take as long again as the run, so that a run that
  /// stops at its time limit can write its result.
  var writingDeadline: ContinuousClock.Instant? { time.map { Interruption.began + $0 * 2 } }

  package var isTimeUp: Bool { deadline.map { Interruption.clock.now >= $0 } ?? false }

  /// Whether no more than `count` samples may be written.
  func isReached(bySamples count: Int) -> Bool {
    samples.map { BigInt(count) >= $0 } ?? false
  }

  /// The limits as text for a plan; nil if there are none.
  package var summary: String? {
    let words = [
      time.map { "after \($0.components.seconds) s" }, samples.map { "after \($0) samples" },
    ].compactMap { $0 }
    return words.isEmpty ? nil : words.joined(separator: " or ")
  }
}
