import LifeArguments
import LifeIO
import LifeRun

/// Inputs whose names a file lists, and the part of all inputs that a process takes, as typed.
struct InputListOptions {
  var list: Path?
  var shard: Shard?

  static var options: [Option<Self>] {
    [
      .value(
        "--files-from", metavar: "LIST", group: "Input",
        help: "Also read the files named in LIST, one per line.",
        details: "A line may also be the name of a pattern. The LIST - is standard input.",
        sets: \.list
      ).rare,
      .value(
        "--shard", metavar: "I/N", group: "Input",
        help: "Take only part I of N of the inputs, or auto/N in a job array.",
        details: """
          The parts differ by at most one input. auto/N takes I from the first of these variables \
          that is set: \(ArrayTask.variables.joined(separator: ", ")).
          """, sets: \.shard
      ).rare,
    ]
  }

  /// All inputs: the operands, then the lines of the list.
  ///
  /// - Parameter limits: the limits on the list.
  /// - Throws: ``ReadError``, and ``RunFailure`` if there are none.
  func all(_ operands: [Path], limits: Limits) throws -> [Path] {
    if let part = BatchJobs.Job.ofProcess { return [part.input] }
    guard let list else { return operands }
    let inputs = operands + (try FileList(list, limits: limits).paths())
    if inputs.isEmpty { throw RunFailure(.invalidData, "--files-from: '\(list)' names no files") }
    return inputs
  }

  /// The inputs of this process: a part of all, which may be none.
  ///
  /// - Throws: ``UsageError`` and ``RunFailure`` for a part that cannot be found out.
  func own(_ inputs: [Path], diagnostics: Diagnostics) throws -> [Path] {
    guard let shard, BatchJobs.Job.ofProcess == nil, let share = try ShardAssignment(shard)
    else { return inputs }
    let part = ArrayTask.part(share.index, of: share.count, in: 0..<inputs.count)
    diagnostics.note("\(share): \(part.count) of \(inputs.count) inputs")
    return Array(inputs[part])
  }
}
