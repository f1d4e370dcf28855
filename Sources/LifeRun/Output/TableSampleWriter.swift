import LifeCore
import LifeEngines
import LifeFormats
import LifeIO
import LifeRender

/// Writes one row of a table per sample.
struct TableSampleWriter: SampleWriter {
  private let format: TableFormat
  private let table: ReportTable<Sample>
  private let hasDigest: Bool
  private let memoryLimit: Int
  private var output: SampleOutput
  /// Counts births and deaths if they are columns.
  private var changes: ChangeCounter?

  /// - Parameters:
  ///   - rule: the rule of the run.
  ///   - memoryLimit: the limit in bytes for computing digests.
  init(
    _ format: TableFormat, of rule: Rule, target: OutputTarget, options: TableOptions,
    memoryLimit: Int
  ) {
    self.format = format
    self.memoryLimit = memoryLimit
    table = options.table
    hasDigest = options.columns.contains(.digest)
    output = SampleOutput(target)
    let counts = options.columns.contains { $0 == .births || $0 == .deaths }
    changes = counts ? ChangeCounter(rule) : nil
  }

  mutating func write(_ stepper: any Stepper, isLast: Bool, control: WritingControl) throws {
    var sample = Sample(stepper)
    // A signal may end this sample, which is then counted again from the last one.
    var changes = changes
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
      at: sample.generation, begin: { try $0.write(table.header(as: format)) }
    ) { try $0.write(table.row(of: sample, as: format)) }
    self.changes = changes
  }

  mutating func finish() throws { try output.finish() }

  mutating func exchange(with state: inout StateExchange) throws {
    try output.exchange(with: &state)
    try changes?.exchange(with: &state)
  }
}
