import LifeCore
import LifeEngines
import LifeIO
import LifeRender

/// Plots population, births, deaths and size of all samples when the run is complete.
final class PlotSampleWriter: SampleWriter {
  private let format: Plot.Format
  private let target: OutputTarget
  private let title: String
  private var series = PlotSeries()
  private var changes: ChangeCounter

  init(_ format: Plot.Format, output: OutputPlan, of input: PlannedInput) {
    self.format = format
    target = output.target
    title = "\(input.name.fileName), \(input.rule.canonical)"
    changes = ChangeCounter(input.rule, in: input.universe)
  }

  package func write(_ stepper: any Stepper, isLast: Bool, control: WritingControl) throws {
    let bounds = stepper.bounds
    let change = try changes.count(stepper)
    series.add(
      generation: stepper.generation.double,
      [
        stepper.population.double, change.map { Double($0.births) } ?? .nan,
        change.map { Double($0.deaths) } ?? .nan, bounds?.width.double ?? 0,
        bounds?.height.double ?? 0,
      ])
  }

  package func finish() throws {
    let output = try OutputFile(target, index: 0, generation: 0).writer
    try Plot(title: title, series).write(format, to: output)
    try output.finish()
  }
}
