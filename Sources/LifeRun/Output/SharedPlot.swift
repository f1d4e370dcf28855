import LifeCore
import LifeIO
import LifeRender

/// One plot of the runs of several patterns.
package final class SharedPlot {
  private let format: Plot.Format
  private let target: OutputTarget
  private var runs: [Plot.Run] = []

  /// The plot of a request for several patterns; nil if none is requested.
  package init?(_ request: RunRequest) {
    guard let file = request.plot, let format = Plot.Format(named: file) else { return nil }
    self.format = format
    target = OutputTarget(
      template: file, replacement: request.output.replacement, isLiteral: true,
      durability: .ordinary)
  }

  func add(_ run: Plot.Run) throws(RunFailure) {
    guard runs.count < Plot.mostRuns else { throw Self.tooManyRuns }
    runs.append(run)
  }

  static let tooManyRuns = RunFailure(
    .usage, "--plot: one plot shows at most \(Plot.mostRuns) patterns",
    hint: "plot the others into another file")

  /// Writes the plot, unless it has no runs.
  ///
  /// - Throws: ``FileFailure``.
  package func finish() throws {
    guard !runs.isEmpty else { return }
    let output = try OutputFile(target, index: 0, generation: 0).writer
    try Plot(of: runs).write(format, to: output)
    try output.finish()
  }
}
