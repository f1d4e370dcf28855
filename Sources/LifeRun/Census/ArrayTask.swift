import LifeCore
import LifeIO

/// The number of this process among those of a job array, as schedulers pass it in environment
/// variables.
package struct ArrayTask: Hashable, Sendable {
  /// The variable with the number.
  package var variable: String
  /// The number, from 1.
  package var index: Int
  /// The number of processes; nil if the scheduler does not pass it.
  package var count: Int?
  /// Whether the processes are parts of one job. Those of GNU parallel may have nothing in common.
  package var isPartOfJob: Bool { variable != "PARALLEL_SEQ" }

  /// The variables of one scheduler: the number of the process, then those of the first and the
  /// last number, the step between numbers, and the count, as far as they exist.
  private struct Scheduler {
    var number: String
    var first: String?
    /// The first number of all arrays, if no variable has it.
    var base = 1
    var last: String?
    var step: String?
    var count: String?
  }

  private static let schedulers = [
    Scheduler(
      number: "SLURM_ARRAY_TASK_ID", first: "SLURM_ARRAY_TASK_MIN",
      step: "SLURM_ARRAY_TASK_STEP", count: "SLURM_ARRAY_TASK_COUNT"),
    Scheduler(number: "PBS_ARRAY_INDEX"),
    Scheduler(
      number: "SGE_TASK_ID", first: "SGE_TASK_FIRST", last: "SGE_TASK_LAST",
      step: "SGE_TASK_STEPSIZE"),
    Scheduler(number: "LSB_JOBINDEX", last: "LSB_JOBINDEX_END", step: "LSB_JOBINDEX_STEP"),
    Scheduler(number: "JOB_COMPLETION_INDEX", base: 0),
    Scheduler(
      number: "AWS_BATCH_JOB_ARRAY_INDEX", base: 0, count: "AWS_BATCH_JOB_ARRAY_SIZE"),
    Scheduler(number: "PARALLEL_SEQ"),
  ]

  /// The names of the variables, the first that is set counts.
  package static var variables: [String] { schedulers.map(\.number) }

  /// The task of an environment; nil if it is not of a job array.
  ///
  /// - Throws: ``RunFailure`` if the variables contradict each other.
  package init?(
    _ environment: (String) -> String? = SystemResources.environment
  ) throws(RunFailure) {
    func value(_ name: String?) -> Int? { name.flatMap { environment($0) }.flatMap { Int($0) } }
    // Outside of arrays, SGE says 'undefined' and LSF 0.
    let found = Self.schedulers.first { scheduler in
      value(scheduler.number).map { scheduler.number != "LSB_JOBINDEX" || $0 > 0 } ?? false
    }
    guard let found, let number = value(found.number) else { return nil }
    let first = value(found.first) ?? found.base
    let step = max(value(found.step) ?? 1, 1)
    variable = found.number
    let offset = number.subtractingReportingOverflow(first)
    guard !offset.overflow, offset.partialValue >= 0, offset.partialValue % step == 0 else {
      throw RunFailure(.usage, "\(found.number)=\(number) is not a number of the job array")
    }
    index = offset.partialValue / step + 1
    if let last = value(found.last), last >= first,
      !last.subtractingReportingOverflow(first).overflow
    {
      count = (last - first) / step + 1
    }
    count = value(found.count) ?? count
    if let count, index > count {
      throw RunFailure(
        .usage, "\(found.number)=\(number) is not one of \(count) numbers with the step \(step)",
        hint: "submit an array of consecutive numbers, or use --shard I/N")
    }
  }

  /// The part of a range for one process; parts differ by at most one.
  package static func part(_ index: Int, of count: Int, in range: Range<Int>) -> Range<Int> {
    let bound = { (index: Int) in
      let product = range.count.multipliedFullWidth(by: index)
      return range.lowerBound + count.dividingFullWidth(product).quotient
    }
    return bound(index - 1)..<bound(index)
  }
}
