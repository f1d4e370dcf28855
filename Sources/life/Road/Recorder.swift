import LifeCore
import LifeEngines
import LifeFormats
import LifeIO
import LifeRender

/// Writes samples of a run, one after another, to where they belong.
protocol Recorder {
  /// - Parameter isLast: whether this is the last generation of the run, however it came to be.
  mutating func record(_ stepper: any Stepper, isLast: Bool) throws
  /// Makes what was written whole.
  mutating func finish() throws
}

/// Keeps one output open for all samples, or opens one for each if the target is numbered.
struct Outlet {
  let target: Target
  private var writer: ByteWriter?
  private(set) var index = 0

  init(_ target: Target) { self.target = target }

  /// Writes one sample; `begin` comes first in every new file.
  mutating func write(
    at generation: BigInt, begin: (ByteWriter) throws -> Void,
    _ body: (ByteWriter) throws -> Void
  ) throws {
    let output: ByteWriter
    if let writer {
      output = writer
    } else {
      output = try target.open(index: index, generation: generation)
      try begin(output)
    }
    try body(output)
    index += 1
    if target.isNumbered { try output.finish() } else { writer = output }
  }

  mutating func finish() throws {
    try writer?.finish()
    writer = nil
  }

  /// Throws away what is not whole.
  mutating func abandon() {
    writer?.abandon()
    writer = nil
  }
}

/// Snapshots in a pattern format.
struct PatternRecorder: Recorder {
  let format: Format
  var outlet: Outlet

  mutating func record(_ stepper: any Stepper, isLast: Bool) throws {
    let pattern = try stepper.snapshot()
    try format.check(pattern)
    try outlet.write(at: stepper.generation, begin: { _ in }) { output in
      try format.write(pattern, to: output)
    }
  }

  mutating func finish() throws { try outlet.finish() }
}

/// A row of a table for every sample.
struct TableRecorder: Recorder {
  let kind: TableKind
  var outlet: Outlet

  mutating func record(_ stepper: any Stepper, isLast: Bool) throws {
    let sample = Sample(
      generation: stepper.generation, population: stepper.population, bounds: stepper.bounds)
    let kind = kind
    try outlet.write(
      at: stepper.generation, begin: { try kind.makeWriter(to: $0).begin() }
    ) { try kind.makeWriter(to: $0).append(sample) }
  }

  mutating func finish() throws { try outlet.finish() }
}
