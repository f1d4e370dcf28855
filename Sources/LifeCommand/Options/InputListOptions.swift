import LifeArguments
import LifeIO
import LifeRun

/// The options that list the inputs in a file, and that share them among the tasks of a job array.
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

  /// The inputs of this process: a part of all, which may be none.
  ///
  /// - Throws: ``ReadError``, ``UsageError`` and ``RunFailure``, also if one of them is missing.
  func inputsOfShard(
    of operands: [Path], loader: PatternLoader, diagnostics: Diagnostics
  ) throws -> [Path] {
    let all = try allInputs(operands, limits: loader.limits)
    return try inputsOfShard(among: all, loader: loader, diagnostics: diagnostics)
  }

  /// The inputs of the whole job: the operands, then the lines of the list.
  ///
  /// - Parameter limits: the limits on the list.
  /// - Throws: ``ReadError``, and ``RunFailure`` if there are none.
  func allInputs(_ operands: [Path], limits: Limits) throws -> [Path] {
    if let job = BatchJobs.Job.ofProcess { return [job.input] }
    guard let list else { return operands }
    let inputs = operands + (try FileList(list, limits: limits).paths())
    if inputs.isEmpty { throw RunFailure(.invalidData, "--files-from: '\(list)' names no files") }
    return inputs
  }

  /// The inputs of this process, none of which is missing.
  ///
  /// - Throws: ``UsageError`` and ``RunFailure`` for a part that cannot be found out.
  func inputsOfShard(
    among all: [Path], loader: PatternLoader, diagnostics: Diagnostics
  ) throws -> [Path] {
    var own = all
    if let shard, BatchJobs.Job.ofProcess == nil, let share = try ShardAssignment(shard) {
      let part = ArrayTask.part(share.index, of: share.count, in: 0..<all.count)
      diagnostics.note("\(share): \(part.count) of \(all.count) inputs")
      own = Array(all[part])
    }
    try loader.refuseMissing(own)
    return own
  }
}
