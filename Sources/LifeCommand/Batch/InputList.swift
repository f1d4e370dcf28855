import LifeCore
import LifeIO
import LifeRun

/// The inputs of a command: operands, the lines of a list, and this process's part of them in a job
/// array.
struct InputList {
  var list: Path?
  var shard: Shard?

  init() {}

  /// The inputs of this process; possibly none.
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

  /// The inputs of this process; all of them exist.
  ///
  /// - Throws: ``RunFailure``.
  func inputsOfShard(
    among all: [Path], loader: PatternLoader, diagnostics: Diagnostics
  ) throws -> [Path] {
    var own = all
    if let shard, BatchJobs.Job.ofProcess == nil {
      let part = shard.part(of: 0..<all.count)
      diagnostics.note("\(shard): \(part.count) of \(all.count) inputs")
      own = Array(all[part])
    }
    if own.count > 1 { try loader.refuseMissing(own) }
    return own
  }
}
