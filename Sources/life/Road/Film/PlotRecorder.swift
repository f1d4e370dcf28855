import LifeCore
import LifeEngines
import LifeIO
import LifeRender

/// Curves of all samples, drawn when the run is over.
final class PlotRecorder: Recorder {
  private let kind: Plot.Kind
  private let target: Target
  private let title: String
  private var series = PlotSeries()
  private var changes = ChangeCounter()

  init(_ kind: Plot.Kind, _ target: Target, title: String) {
    self.kind = kind
    self.target = target
    self.title = title
  }

  func record(_ stepper: any Stepper, isLast: Bool) throws {
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

  func finish() throws {
    let output = try OutputFile(target, index: 0, generation: 0).writer
    try Plot(title: title, series).write(kind, to: output)
    try output.finish()
  }

  func save(to state: inout StateWriter) {
    series.save(to: &state)
    changes.save(to: &state)
  }

  func restore(from state: inout StateReader) throws {
    try series.restore(from: &state)
    try changes.restore(from: &state)
  }
}

extension Plot.Kind {
  /// What a file name's ending says; nil if it is no plot's.
  init?(named path: Path) {
    guard let kind = Plot.Kind(rawValue: "\(path.fileExtension)") else { return nil }
    self = kind
  }
}
