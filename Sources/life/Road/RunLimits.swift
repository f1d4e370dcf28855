import LifeCore

/// When a run is to end before its time.
struct RunLimits {
  var time: TimeSpan?
  var frames: Count?

  static var options: [Option<RunLimits>] {
    [
      .value(
        "--max-time", metavar: "TIME", group: "Run",
        help: "Stop after 90s, 10m, 2h: what was written is whole, the exit code 75.",
        sets: \.time),
      .value(
        "--max-frames", metavar: "N", group: "Run",
        help: "Stop after N samples, with exit code 75.", sets: \.frames),
    ]
  }

  mutating func validate() throws(UsageError) {
    let usual = try EnvironmentLimits.ofProcess()
    time = time ?? usual.time
    frames = frames ?? usual.frames
    if frames?.value == 0 { throw UsageError("--max-frames: expected a number of at least 1") }
  }

  /// When the time is up; counted from when the process began.
  var deadline: ContinuousClock.Instant? { time.map { Interruption.began + $0.duration } }

  var isTimeUp: Bool { deadline.map { Interruption.clock.now >= $0 } ?? false }

  /// Whether so many samples are all there may be.
  func isReached(bySamples count: Int) -> Bool { frames.map { BigInt(count) >= $0.value } ?? false }
}
