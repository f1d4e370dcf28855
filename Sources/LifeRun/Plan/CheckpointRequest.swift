package import LifeIO

/// Where and how often a run writes checkpoints.
package struct CheckpointRequest {
  package var file: Path
  package var interval: Duration
  /// The command line of the run, which `life resume` parses again.
  package var commandLine: [[UInt8]]
  /// Whether a new run replaces the checkpoint of another one.
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
