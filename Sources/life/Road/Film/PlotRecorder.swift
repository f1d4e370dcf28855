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

  func record(_ stepper: any Stepper, generation: BigInt) throws {
    let bounds = stepper.bounds
    let change = try changes.count(stepper)
    series.add(
      generation: generation.double,
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

  mutating func record(_ stepper: any Stepper, generation: BigInt) throws {
    try first.record(stepper, generation: generation)
    try second.record(stepper, generation: generation)
  }

  mutating func finish() throws {
    try first.finish()
    try second.finish()
  }
}

/// A recorder that sees the last sample only.
struct LastRecorder: Recorder {
  private var recorder: any Recorder
  private let end: BigInt

  init(_ recorder: any Recorder, at end: BigInt) {
    self.recorder = recorder
    self.end = end
  }

  mutating func record(_ stepper: any Stepper, generation: BigInt) throws {
    guard generation == end || Interruption.signal != nil else { return }
    try recorder.record(stepper, generation: generation)
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
