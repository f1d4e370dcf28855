import LifeCore
import LifeEngines
import LifeFormats
import LifeIO
import LifeRender

/// Writes samples of a run, one after another, to where they belong.
protocol Recorder {
  /// - Parameter isLast: whether this is the last generation of the run, however it came to be.
  /// - Throws: also `Stopped`, as if the sample had not been shown.
  mutating func record(_ stepper: any Stepper, isLast: Bool) throws
  /// Makes what was written whole.
  mutating func finish() throws
  /// Writes down where it is, after all that it was shown is on the disk.
  mutating func save(to state: inout StateWriter) throws
  /// Brings a fresh recorder to where the saved one was.
  mutating func restore(from state: inout StateReader) throws
}

/// Keeps one output open for all samples, or opens one for each if the target is numbered.
struct Outlet {
  let target: Target
  private var file: OutputFile?
  private(set) var index = 0

  init(_ target: Target) { self.target = target }

  /// Writes one sample; `begin` comes first in every new file.
  mutating func write(
    at generation: BigInt, begin: (ByteWriter) throws -> Void,
    _ body: (ByteWriter) throws -> Void
  ) throws {
    let output: OutputFile
    if let file {
      output = file
    } else {
      output = try OutputFile(target, index: index, generation: generation)
      try begin(output.writer)
    }
    try body(output.writer)
    index += 1
    if target.isNumbered { try output.writer.finish() } else { file = output }
  }

  mutating func finish() throws {
    try file?.writer.finish()
    file = nil
  }

  /// Throws away what is not whole.
  mutating func abandon() {
    file?.writer.abandon()
    file = nil
  }

  func save(to state: inout StateWriter) throws {
    state.write(index)
    state.write(file != nil)
    try file?.save(to: &state)
  }

  mutating func restore(from state: inout StateReader) throws {
    index = try state.readInt()
    file = try state.readFlag() ? .restored(target, from: &state) : nil
  }
}

/// Snapshots in a pattern format.
struct PatternRecorder: Recorder {
  let format: Format
  var outlet: Outlet

  mutating func record(_ stepper: any Stepper, isLast: Bool) throws {
    let pattern = try stepper.snapshot()
    try format.check(pattern)
    let target = outlet.target
    // What a checkpoint can bring again need not be finished when a signal has come.
    let isStoppable = target.isDurable && (target.isNumbered || !target.isKept)
    try outlet.write(at: stepper.generation, begin: { _ in }) { output in
      if isStoppable { output.beforeBlock = Interruption.stopBySignal }
      try format.write(pattern, to: output)
      output.beforeBlock = nil
    }
  }

  mutating func finish() throws { try outlet.finish() }

  func save(to state: inout StateWriter) throws { try outlet.save(to: &state) }

  mutating func restore(from state: inout StateReader) throws {
    try outlet.restore(from: &state)
  }
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

  func save(to state: inout StateWriter) throws { try outlet.save(to: &state) }

  mutating func restore(from state: inout StateReader) throws {
    try outlet.restore(from: &state)
  }
}
