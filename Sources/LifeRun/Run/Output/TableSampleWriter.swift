import LifeCore
import LifeEngines
import LifeFormats
import LifeIO
import LifeRender

/// Writes one row of a table per sample.
struct TableSampleWriter: SampleWriter {
  private let format: TableFormat
  private let input: PlannedInput
  private let table: TableOptions
  private let memoryLimit: Int
  private var output: SampleOutput
  /// Counts births and deaths if they are columns.
  private var changes: ChangeCounter?

  /// - Parameters:
  ///   - input: the pattern of the run.
  ///   - memoryLimit: the limit in bytes for computing digests.
  init(
    _ format: TableFormat, of input: PlannedInput, target: OutputTarget, options: TableOptions,
    memoryLimit: Int
  ) throws {
    self.format = format
    self.memoryLimit = memoryLimit
    self.input = input
    var table = options
    // On the plane nearly all cells can be alive: the dead ones are counted, and marked as such.
    if input.storesComplement(atOdd: true), !table.columns.contains(.complement) {
      table.columns.append(.complement)
    }
    self.table = table
    output = try SampleOutput(target)
    let counts = table.columns.contains { $0 == .births || $0 == .deaths }
    changes = counts ? ChangeCounter(input.rule, in: input.universe) : nil
  }

  mutating func write(_ stepper: any Stepper, isLast: Bool, control: WritingControl) throws {
    var sample = Sample(stepper)
    sample.isComplement = input.storesComplement(atOdd: sample.generation.isOdd)
    // A signal may end this sample, which is then counted again from the last one.
    var changes = changes
    if let change = try changes?.count(stepper) {
      sample.births = change.births
      sample.deaths = change.deaths
    }
    if table.columns.contains(.digest) {
      sample.digest = try stepper.snapshot().digest(limit: memoryLimit) {
        try control.check { "computing the digest" }
      }
    }
    let format = format
    let table = table
    try output.write(
      at: sample.generation, begin: { try $0.write(table.header(as: format)) }
    ) { try $0.write(table.row(sample, as: format)) }
    self.changes = changes
  }

  mutating func synchronize() throws -> OutputPosition? { try output.synchronize() }

  mutating func finish() throws { try output.finish() }
}
