import LifeCore
import LifeEngines
import LifeIO
import LifeRender

/// Plots population, births, deaths and size of all samples when the run is complete.
final class PlotSampleWriter: SampleWriter {
  private let format: Plot.Format
  private let output: OutputPlan
  private let input: PlannedInput
  private var series: PlotSeries
  private var changes: ChangeCounter?

  init(_ format: Plot.Format, output: OutputPlan, of plan: RunPlan) {
    self.format = format
    self.output = output
    input = plan.input
    series = PlotSeries(columns: plan.columns)
    let counts = plan.columns?.contains { $0 == .births || $0 == .deaths } ?? true
    changes = counts ? ChangeCounter(input.rule, in: input.universe) : nil
  }

  package func write(_ stepper: any Stepper, isLast: Bool, control: WritingControl) throws {
    let bounds = stepper.bounds
    let change = try changes?.count(stepper)
    series.add(
      generation: stepper.generation.double,
      [
        stepper.population.double, change.map { Double($0.births) } ?? .nan,
        change.map { Double($0.deaths) } ?? .nan, bounds?.width.double ?? 0,
        bounds?.height.double ?? 0,
      ])
  }

  package func finish() throws {
    let run = Plot.Run(name: input.patternName, series)
    if let plot = output.shared as? SharedPlot {
      return try plot.add(run, fileName: "\(input.name.fileName)")
    }
    let title = output.view.appearance.title ?? "\(run.name), \(input.rule.canonical)"
    try Plot(of: [run], title: title, size: output.view.size).write(format, to: output.target)
  }
}

/// One plot of the runs of several patterns.
package final class SharedPlot: SharedOutput {
  private let format: Plot.Format
  private let target: OutputTarget
  private let title: String?
  private let size: PixelSize?
  private var runs: [Plot.Run] = []
  private var fileNames: [String] = []

  /// The plot of a request for several patterns; nil if none is requested.
  package init?(_ request: RunRequest) {
    guard let file = request.plot, let format = Plot.Format(rawValue: file.fileExtension) else {
      return nil
    }
    self.format = format
    target = OutputTarget(
      template: file, replacement: request.output.replacement, isLiteral: true)
    title = request.view.appearance.title
    size = request.view.size
  }

  func add(_ run: Plot.Run, fileName: String) throws(RunFailure) {
    guard runs.count < Plot.maxRuns else { throw Self.tooManyRuns }
    runs.append(run)
    fileNames.append(fileName)
  }

  static let tooManyRuns = RunFailure(
    .usage, "\(.plot): one plot shows at most \(Plot.maxRuns) patterns",
    hint: "plot the others into another file")

  package func finish() throws -> WrittenOutput? {
    guard !runs.isEmpty else { return nil }
    if Set(runs.map(\.name)).count < runs.count {
      for index in runs.indices { runs[index].name = fileNames[index] }
    }
    try Plot(of: runs, title: title, size: size).write(format, to: target)
    return WrittenOutput(target)
  }
}

extension Plot {
  fileprivate func write(_ format: Format, to target: OutputTarget) throws {
    let output = try OutputFile(target, index: 0, generation: 0).writer
    try write(format, to: output)
    try output.finish()
  }
}
