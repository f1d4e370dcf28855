package import LifeCore
package import LifeIO

/// The limits that end a run before its last generation.
package struct RunLimits: Sendable {
  /// Wall-clock time since the process began.
  package var time: Duration?
  package var samples: BigInt?

  package init(time: Duration? = nil, samples: BigInt? = nil) {
    self.time = time
    self.samples = samples
  }

  package var deadline: ContinuousClock.Instant? { time.map { Interruption.began + $0 } }

  /// The end of the search for the view of an animation; it leaves half of the time for the run.
  var scanningDeadline: ContinuousClock.Instant? {
    deadline.map { deadline in
      let now = Interruption.clock.now
      return now + (deadline - now) / 2
    }
  }

  /// The latest end of writing. Writing may take as long as the run, so that a run stopped by its
  /// time limit can write its result.
  var writingDeadline: ContinuousClock.Instant? { time.map { Interruption.began + $0 * 2 } }

  package var isTimeUp: Bool { deadline.map { Interruption.clock.now >= $0 } ?? false }

  /// Whether `count` samples are the maximum.
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

/// Where and how often a run writes checkpoints.
package struct CheckpointRequest {
  package var file: Path
  package var interval: Duration
  /// The command line of the run, which `life resume` parses again.
  package var commandLine: [[UInt8]]
  /// Whether a new run replaces another run's checkpoint.
  package var replacesOther = false

  package static let usualInterval = Duration.seconds(600)

  package init(
    file: Path, interval: Duration = Self.usualInterval, commandLine: [[UInt8]] = []
  ) {
    self.file = file
    self.interval = interval
    self.commandLine = commandLine
  }
}
