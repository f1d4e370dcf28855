import LifeCore
import LifeIO
import LifeRun

/// The inputs of a command: the operands and the lines of a list. In a job array, each process
/// takes its part of them.
struct InputList {
  var list: Path?
  var shard: Shard?

  /// The inputs of this process; possibly none.
  ///
  /// - Throws: ``ReadError``, and ``RunFailure`` if the list names no files.
  func ownInputs(of operands: [Path], for loader: PatternLoader) throws -> [Path] {
    let all = try allInputs(operands, limits: loader.limits)
    return ownInputs(among: all, areSplit: loader.isSplit, diagnostics: loader.diagnostics)
  }

  /// All inputs of the command: the operands, then the lines of the list. For a job of
  /// ``BatchJobs``, only its input.
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

  /// The inputs of this process. If they are split, each process reads all of them, and ``Batch``
  /// takes its part of the patterns.
  func ownInputs(among all: [Path], areSplit: Bool, diagnostics: Diagnostics) -> [Path] {
    guard let shard, !areSplit, BatchJobs.Job.ofProcess == nil else { return all }
    let part = shard.part(of: 0..<all.count)
    diagnostics.note("\(shard): \(part.count) of \(all.count) inputs")
    return Array(all[part])
  }
}
