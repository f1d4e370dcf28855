package import LifeAnalysis
package import LifeCore
package import LifeIO
import LifeRender

/// The options of a run as values, independent of the pattern.
///
/// A request has no effect; ``RunPlan`` resolves it for one pattern.
package struct RunRequest {
  /// How long the run is.
  package enum Length: Hashable, Sendable {
    /// Generations after the pattern's own.
    case generations(BigInt)
    /// The last generation.
    case until(BigInt)
    /// Until a condition holds, which is searched for in `most` generations; nil for the usual
    /// number.
    case condition(StopCondition, most: Int? = nil)
    /// One turn of what recurs: the frame after the last one would be the first.
    case loop
  }

  package var length: Length
  /// Generations between samples; nil for the default of each output.
  package var interval: BigInt?
  /// Whether a second engine runs beside the first and every sample is compared.
  package var isVerified = false
  package var engine = EngineSelection()
  package var limits = RunLimits()
  package var checkpoint: CheckpointRequest?
  package var output = OutputRequest()
  package var view = ViewOptions()
  /// The file for curves of population, births and deaths, and size.
  package var plot: Path?
  /// The page that holds the results of several patterns.
  package var page: RecordingPage?

  package init(length: Length) { self.length = length }
}

/// Where and how often a run writes checkpoints.
package struct CheckpointRequest {
  package var file: Path
  package var interval: Duration
  /// The command line of the run, which `life resume` parses again.
  package var commandLine: [[UInt8]]

  package static let usualInterval = Duration.seconds(600)

  package init(
    file: Path, interval: Duration = Self.usualInterval, commandLine: [[UInt8]] = []
  ) {
    (self.file, self.interval, self.commandLine) = (file, interval, commandLine)
  }
}

// MARK: - Combinations that cannot be carried out

extension RunRequest {
  /// Refuses a request that cannot be carried out for any pattern.
  ///
  /// - Parameter patterns: the number of patterns that the request is for.
  /// - Throws: ``RunFailure`` of kind `usage`.
  package func check(patterns: Int = 1) throws(RunFailure) {
    if interval == 0 { throw Self.refused("--every: expected a number of at least 1") }
    if checkpoint != nil, patterns != 1 {
      throw Self.refused("--checkpoint requires a run of a single pattern")
    }
    if let file = checkpoint?.file, file.isStandardStream {
      throw Self.refused("--checkpoint: expected a file, found '-'")
    }
    if length == .loop { try checkLoop() }
    try view.check()
    try output.check(patterns: patterns)
    try output.check(interval: interval)
    if view.isEmbedded, output.namedFormat != .image(.html) {
      throw Self.refused("--embed requires -o x.html or --to html")
    }
    if let plot, Plot.Format(named: plot) == nil || patterns > 1 {
      throw Self.refused(
        "--plot: expected one pattern and a file ending in .svg or .png, found '\(plot)'")
    }
    if !view.isDefault, !output.isImage {
      throw RunFailure(
        .usage, "--view, --theme and similar options require an image or animation",
        hint: "add -o x.gif")
    }
  }

  private func checkLoop() throws(RunFailure) {
    guard case .image(let format)? = output.resultFormat, !format.isStill else {
      throw RunFailure(.usage, "--loop requires an animation", hint: "add -o x.gif")
    }
    if checkpoint != nil { throw Self.refused("--checkpoint cannot be combined with --loop") }
  }

  static func refused(_ message: String) -> RunFailure { RunFailure(.usage, message) }
}

extension ViewOptions {
  /// Refuses combinations that cannot be carried out.
  package func check() throws(RunFailure) {
    if let trail = appearance.trail, !(0...1000).contains(trail) {
      throw RunRequest.refused("--trail: expected a number from 0 to 1000, found \(trail)")
    }
    if track != nil, view == .auto || view == .fit {
      throw RunRequest.refused("--track cannot be combined with --view auto or --view fit")
    }
  }
}
