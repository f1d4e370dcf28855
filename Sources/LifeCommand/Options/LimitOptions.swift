import LifeArguments
import LifeCore
import LifeRun

/// The options for ending a run early, as typed.
struct LimitOptions {
  var time: TimeSpan?
  var frames: Count?

  static var options: [Option<LimitOptions>] {
    [
      .time(
        group: "Run",
        help: "Stop after TIME (90s, 10m, 2h) and exit with 75.",
        details: """
          The results so far are still written; writing them may take up to TIME more. --until and \
          --loop first search for the end of the run; if the time is up before it is found, \
          nothing is written.
          """, sets: \.time),
      .value(
        "--max-frames", metavar: "N", group: "Run",
        help: "Stop after N samples and exit with 75.", sets: \.frames
      ).within(1...(.max)).rare,
    ]
  }

  /// The limits from the options, else from the environment.
  func limits() throws(UsageError) -> RunLimits {
    let usual = try EnvironmentLimits.ofProcess()
    return RunLimits(
      time: (time ?? usual.time)?.duration, samples: (frames ?? usual.frames)?.value)
  }
}
