import LifeArguments
import LifeIO
import LifeRun

struct CheckpointOptions {
  var file: Path?
  var interval: TimeSpan?

  static var options: [Option<CheckpointOptions>] {
    [
      .value(
        "--checkpoint", metavar: "FILE", group: "Run",
        help: "Write checkpoints; 'life resume FILE' resumes the run.",
        details: """
          The file is written when the run begins, then every ten minutes or at the interval of \
          --checkpoint-every, and when a limit or one of the signals TERM, INT, HUP, USR2 and XCPU \
          ends the run. It is removed when the run is complete. Until then, the unfinished output \
          stays next to its final name as .NAME.kept.

          A run with a checkpoint can have these outputs: a single result, a table, raw frames \
          such as y4m, or numbered files. Tables then have no births and deaths, and an output of \
          several samples is not compressed (.gz).
          """, sets: \.file
      ).rare,
      .value(
        "--checkpoint-every", metavar: "TIME", group: "Run",
        help: "Interval between checkpoints: 30s, 10m, 1h (default 10m).", sets: \.interval
      ).rare,
    ]
  }

  func validate() throws(UsageError) {
    if interval != nil, file == nil {
      throw UsageError("--checkpoint-every requires --checkpoint FILE")
    }
  }

  /// - Parameter words: the command line without the command, for `life resume` to parse again.
  func request(_ words: [Argument]) -> CheckpointRequest? {
    file.map {
      CheckpointRequest(
        file: $0, interval: interval?.duration ?? CheckpointRequest.usualInterval,
        commandLine: words.map(\.bytes))
    }
  }
}
