package import LifeCore
package import LifeEngines
package import LifeFormats
package import LifeIO
package import LifeRender

/// Writes the samples of one output of a run.
protocol SampleWriter {
  /// Writes the stepper's current generation.
  ///
  /// - Parameters:
  ///   - isLast: whether this is the last generation of the run, however the run ended.
  ///   - control: checked while much is written.
  /// - Throws: also `Stopped`; the sample then counts as not written.
  mutating func write(_ stepper: any Stepper, isLast: Bool, control: WritingControl) throws
  /// Sees a generation that is not a sample.
  mutating func observe(_ stepper: any Stepper, control: WritingControl) throws
  /// Completes the files and gives them their final names.
  mutating func finish() throws
  /// Saves the position of this writer, after syncing all its samples to disk.
  mutating func save(to state: inout StateWriter) throws
  /// Restores a saved position in a new writer. The inverse of ``save(to:)``.
  mutating func restore(from state: inout StateReader) throws
}

extension SampleWriter {
  // Only images depend on what is between the samples.
  mutating func observe(_ stepper: any Stepper, control: WritingControl) throws {}
}

/// Keeps one file open for all samples, or opens one per sample if the target is numbered.
package struct SampleOutput {
  package let target: OutputTarget
  private var file: OutputFile?
  /// The number of samples written.
  package private(set) var index = 0

  package init(_ target: OutputTarget) { self.target = target }

  /// Writes one sample, after `begin` in every new file.
  package mutating func write(
    at generation: BigInt, begin: (ByteWriter) throws -> Void = { _ in },
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

  /// Writes a pattern as one sample.
  ///
  /// - Parameter isStoppable: whether a signal may leave the sample unwritten.
  package mutating func write(
    _ pattern: Pattern, as format: Format, isStoppable: Bool = false, control: WritingControl
  ) throws {
    let path = target.path(index: index, generation: pattern.generation)
    try write(at: pattern.generation) { writer in
      try control.watch(writer, of: path, isStoppable: isStoppable) {
        try format.writeOutput(pattern, to: writer)
      }
    }
  }

  package mutating func finish() throws {
    try file?.writer.finish()
    file = nil
  }

  /// Removes an unfinished file.
  package mutating func abandon() {
    file?.writer.abandon()
    file = nil
  }

  package func save(to state: inout StateWriter) throws {
    state.write(index)
    state.write(file != nil)
    try file?.save(to: &state)
  }

  package mutating func restore(from state: inout StateReader) throws {
    index = try state.readSampleCount()
    file = try state.readFlag() ? .restored(target, from: &state) : nil
  }
}

/// Writes snapshots in a pattern format.
struct PatternSampleWriter: SampleWriter {
  let format: Format
  var output: SampleOutput

  mutating func write(_ stepper: any Stepper, isLast: Bool, control: WritingControl) throws {
    let pattern = try stepper.snapshot()
    try format.check(pattern)
    // The checkpoint restores a sample that a signal interrupts here, so the run need not wait.
    let isStoppable = output.target.durability != .ordinary && !output.target.isKept
    try output.write(pattern, as: format, isStoppable: isStoppable, control: control)
  }

  mutating func finish() throws { try output.finish() }

  func save(to state: inout StateWriter) throws { try output.save(to: &state) }

  mutating func restore(from state: inout StateReader) throws { try output.restore(from: &state) }
}

/// Writes one row of a table per sample.
struct TableSampleWriter: SampleWriter {
  private let format: TableFormat
  private let table: ReportTable<Sample>
  private let hasDigest: Bool
  private let memoryLimit: Int
  private var output: SampleOutput
  /// Counts births and deaths if they are columns.
  private var changes: ChangeCounter?

  /// - Parameter memoryLimit: the limit in bytes for computing digests.
  init(_ format: TableFormat, target: OutputTarget, options: TableOptions, memoryLimit: Int) {
    self.format = format
    self.memoryLimit = memoryLimit
    table = options.table
    hasDigest = options.columns.contains(.digest)
    output = SampleOutput(target)
    let counts = options.columns.contains { $0 == .births || $0 == .deaths }
    changes = counts ? ChangeCounter() : nil
  }

  mutating func write(_ stepper: any Stepper, isLast: Bool, control: WritingControl) throws {
    var sample = Sample(stepper)
    if let change = try changes?.count(stepper) {
      sample.births = change.births
      sample.deaths = change.deaths
    }
    if hasDigest {
      sample.digest = try stepper.snapshot().digest(limit: memoryLimit) {
        try control.check { WritingProgress(work: "computing the digest") }
      }
    }
    let format = format
    let table = table
    try output.write(
      at: stepper.generation, begin: { try $0.write(table.header(as: format)) }
    ) { try $0.write(table.row(sample, as: format)) }
  }

  mutating func finish() throws { try output.finish() }

  func save(to state: inout StateWriter) throws {
    try output.save(to: &state)
    changes?.save(to: &state)
  }

  mutating func restore(from state: inout StateReader) throws {
    try output.restore(from: &state)
    try changes?.restore(from: &state)
  }
}

extension Sample {
  /// The population and bounds of the stepper's current generation.
  package init(_ stepper: any Stepper) {
    self.init(
      generation: stepper.generation, population: stepper.population, bounds: stepper.bounds)
  }
}
