import LifeIO

/// Where and how often a run writes down how far it is.
struct CheckpointOptions {
  var file: Path?
  var interval: TimeSpan?

  static var options: [Option<CheckpointOptions>] {
    [
      .value(
        "--checkpoint", metavar: "FILE", group: "Run",
        help: "Write down how far the run is, for 'life resume FILE'.",
        details: """
          The file is written when the run begins, every ten minutes or as --checkpoint-every \
          says, and when a signal or a limit ends the run; it is removed when the run is done. \
          Films and tables that are not done stay beside their places as .NAME.part until then.
          """, sets: \.file),
      .value(
        "--checkpoint-every", metavar: "TIME", group: "Run",
        help: "Write it as often as this: 30s, 10m, 1h (default 10m).", sets: \.interval),
    ]
  }

  func validate() throws(UsageError) {
    if interval != nil, file == nil {
      throw UsageError("--checkpoint-every needs --checkpoint FILE")
    }
    if file?.isStandardStream == true {
      throw UsageError("--checkpoint: expected a file, found '-'")
    }
  }

  static let usualInterval = Duration.seconds(600)
}
