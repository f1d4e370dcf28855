import LifeCore
import LifeEngines
import LifeFormats
import LifeIO
import LifeRender

/// Writes one row of a table per sample.
struct TableSampleWriter: SampleWriter {
  private let file: TableFile
  private let isShared: Bool
  private let input: PlannedInput
  private let options: TableOptions
  /// The limit in bytes for computing digests.
  private let memoryLimit: Int
  /// For each phase of the rule, whether its dead cells are counted.
  private let complements: [Bool]
  /// Counts births and deaths if they are columns.
  private var changes: ChangeCounter?

  /// - Parameter isShared: whether the table is of several patterns.
  /// - Throws: ``RunFailure`` if a shared table lacks a column.
  init(of plan: RunPlan, to file: TableFile, isShared: Bool) throws(RunFailure) {
    input = plan.input
    memoryLimit = plan.engine.options.memoryLimit
    self.file = file
    self.isShared = isShared
    var options = plan.table
    if isShared, !options.columns.contains(.pattern) { options.columns.insert(.pattern, at: 0) }
    // If nearly all cells of the plane are alive, the dead ones are counted, and the column
    // `complement` says so.
    complements = (0..<input.rule.phaseCount).map { [input] in
      input.storesComplement(at: BigInt($0))
    }
    if complements.contains(true), !options.columns.contains(.complement) {
      options.columns.append(.complement)
    }
    options.states = input.rule.liveStateNames
    self.options = try file.columns(of: input, options)
    let counts = options.columns.contains { $0 == .births || $0 == .deaths }
    changes = counts ? ChangeCounter(input.rule, in: input.universe) : nil
  }

  mutating func write(_ stepper: any Stepper, isLast: Bool, control: WritingControl) throws {
    var sample = Sample(stepper)
    if options.columns.contains(.pattern) {
      sample.pattern = String(decoding: input.title.bytes, as: UTF8.self)
    }
    let phase = sample.generation.floorDivided(by: complements.count).remainder
    sample.isComplement = complements[phase]
    // A signal may interrupt this sample; `self.changes` then still counts from the one before.
    var changes = changes
    if let change = try changes?.count(stepper) {
      sample.births = change.births
      sample.deaths = change.deaths
    }
    if options.columns.contains(.states) {
      sample.states = try stepper.statePopulations(of: input.rule, control)
    }
    if options.columns.contains(.digest) {
      sample.digest = try stepper.snapshot().digest(limit: memoryLimit) {
        try control.check { "computing the digest" }
      }
    }
    try file.write(sample, options)
    self.changes = changes
  }

  mutating func synchronize() throws -> OutputPosition? { try file.synchronize() }

  mutating func finish() throws { if !isShared { _ = try file.finish() } }
}

extension Stepper {
  /// The number of cells of each state from 1 on. Row by row, because a snapshot may be a copy.
  fileprivate func statePopulations(of rule: Rule, _ control: WritingControl) throws -> [BigInt] {
    if rule.states == 2 { return [population] }
    var counts = [BigInt](repeating: 0, count: rule.states)
    if let bounds {
      guard max(bounds.width, bounds.height) <= 1 << 60 else {
        throw RunFailure(.overLimit, "a pattern wider than 2^60 cells has no count of its states")
      }
      try forEachRow(in: bounds) { y, x, words in
        try control.check { "counting the states" }
        let row = Cells.Builder(planes: planes)
        try row.append(y: y, x: x, words: words)
        row.finish().forEachRun { counts[Int($0.state)] += $0.length }
      }
    }
    return Array(counts.dropFirst())
  }
}

/// The file of a table, of one run or of several patterns: a header, then the rows of each run as
/// it goes on.
package final class TableFile: SharedOutput {
  private let format: TableFormat
  private var output: SampleOutput
  /// The columns of the header, from the first run.
  private var header: TableOptions?

  init(_ format: TableFormat, _ target: OutputTarget) throws {
    self.format = format
    output = try SampleOutput(target)
  }

  /// The table of a request for several patterns; `nil` without a table, or if each pattern has its
  /// own.
  convenience init?(_ request: RunRequest) throws {
    let output = request.output
    guard case .table(let format)? = output.resultFormat, output.folder == nil, !output.isNumbered
    else { return nil }
    try self.init(format, output.target(for: "table", .table(format)))
  }

  /// The options for the rows of a run. A later run gets the columns of the first one, unless each
  /// row names its columns (NDJSON).
  func columns(of input: PlannedInput, _ options: TableOptions) throws(RunFailure) -> TableOptions {
    guard let header, format != .ndjson else {
      header = options
      return options
    }
    if options.columns.contains(.complement), !header.columns.contains(.complement) {
      throw RunFailure(
        .invalidData,
        "\(input.title): under \(input.rule.canonical), rows that count dead cells need a column "
          + "that the table does not have",
        hint: "add complement to \(.columns)")
    }
    if header.columns.contains(.states), header.states != options.states {
      throw RunFailure(
        .invalidData, "\(input.title): \(input.rule.canonical) has other states than the table",
        hint: "leave states out of \(.columns), or write ndjson")
    }
    return header
  }

  func write(_ sample: Sample, _ options: TableOptions) throws {
    try output.write(
      at: sample.generation, begin: { try $0.write(options.header(as: format)) }
    ) { try $0.write(options.row(sample, as: format)) }
  }

  /// Writes the header alone if no run has begun the table: then it is a valid file, too.
  package func beginIfEmpty(_ request: RunRequest) throws {
    if header != nil { return }
    var options = request.output.tableOptions
    if !options.columns.contains(.pattern) { options.columns.insert(.pattern, at: 0) }
    try output.write(at: 0, begin: { try $0.write(options.header(as: format)) }) { _ in }
  }

  func synchronize() throws -> OutputPosition? { try output.synchronize() }

  package func finish() throws -> WrittenOutput? {
    try output.finish()
    return output.index > 0 ? WrittenOutput(output.target) : nil
  }
}
