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
    let output = try target.open(index: 0, generation: 0)
    try Plot(title: title, series).write(kind, to: output)
    try output.finish()
  }
}

/// Two recorders that see the same samples.
struct PairRecorder: Recorder {
  var first: any Recorder
  var second: any Recorder

  mutating func record(_ stepper: any Stepper, isLast: Bool) throws {
    try first.record(stepper, isLast: isLast)
    try second.record(stepper, isLast: isLast)
  }

  mutating func finish() throws {
    try first.finish()
    try second.finish()
  }
}

/// A recorder that sees no generation twice, though a run may end where it was last looked at.
struct DistinctRecorder: Recorder {
  var recorder: any Recorder
  private var last: BigInt?

  init(_ recorder: any Recorder) { self.recorder = recorder }

  mutating func record(_ stepper: any Stepper, isLast: Bool) throws {
    guard last != stepper.generation else { return }
    try recorder.record(stepper, isLast: isLast)
    last = stepper.generation
  }

  mutating func finish() throws { try recorder.finish() }
}

/// A recorder that sees the last sample only.
struct LastRecorder: Recorder {
  var recorder: any Recorder

  mutating func record(_ stepper: any Stepper, isLast: Bool) throws {
    if isLast { try recorder.record(stepper, isLast: true) }
  }

  mutating func finish() throws { try recorder.finish() }
}

extension Plot.Kind {
  /// What a file name's ending says; nil if it is no plot's.
  init?(named path: Path) {
    guard let kind = Plot.Kind(rawValue: "\(path.fileExtension)") else { return nil }
    self = kind
  }
}
