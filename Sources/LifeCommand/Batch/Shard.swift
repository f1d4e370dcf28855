import LifeArguments
import LifeCore
import LifeRun

/// One process's part of the work: `3/10`, or `auto/10` with the number of this process in a job
/// array.
struct Shard: Hashable {
  /// The number of the part, from 1.
  let index: Int
  let count: Int
  /// The variable of a job array with the index; `nil` if the index was typed.
  private let variable: String?

  /// The variables in which schedulers pass the number of a process, each with the number of the
  /// first process. The first variable that holds a number is used.
  private static let schedulers = [
    ("SLURM_ARRAY_TASK_ID", first: 1), ("PBS_ARRAY_INDEX", first: 1), ("SGE_TASK_ID", first: 1),
    ("LSB_JOBINDEX", first: 1), ("JOB_COMPLETION_INDEX", first: 0),
    ("AWS_BATCH_JOB_ARRAY_INDEX", first: 0), ("PARALLEL_SEQ", first: 1),
  ]

  /// The names of the variables, for the help.
  static var variables: String { schedulers.map(\.0).joined(separator: ", ") }

  /// - Parameter environment: the value of an environment variable.
  init(
    _ typed: Argument, environment: (String) -> String? = SystemResources.environment
  ) throws(ValueError) {
    let parts = typed.text.split(separator: "/", omittingEmptySubsequences: false)
    guard parts.count == 2, let count = Int(parts[1]), (1...1 << 32).contains(count),
      parts[0] == "auto" || Int(parts[0]).map({ (1...count).contains($0) }) == true
    else {
      throw ValueError(
        "expected a part such as 3/10 (any of 1/10 to 10/10) or auto/10, found '\(typed)'")
    }
    self.count = count
    if let index = Int(parts[0]) {
      self.index = index
      variable = nil
      return
    }
    var found: (name: String, number: Int, first: Int)?
    for (name, first) in Self.schedulers where found == nil {
      found = environment(name).flatMap { Int($0) }.map { (name, $0, first) }
    }
    guard let (name, number, first) = found else {
      throw ValueError("no variable of a job array is set to a number; write I/\(count)")
    }
    guard (first..<first + count).contains(number) else {
      throw ValueError(
        "\(name) is \(number); submit an array from \(first) to \(first + count - 1), or write "
          + "I/\(count)")
    }
    index = number - first + 1
    variable = name
  }

  /// This part of a range. The lengths of the parts differ by at most one.
  func part(of range: Range<Int>) -> Range<Int> {
    let bound = { (index: Int) in
      let product = range.count.multipliedFullWidth(by: index)
      return range.lowerBound + count.dividingFullWidth(product).quotient
    }
    return bound(index - 1)..<bound(index)
  }

  /// Whether this part has the element of this index, if elements are dealt out one by one.
  func contains(_ element: Int) -> Bool { element % count == index - 1 }
}

extension Shard: ValueParsable, CustomStringConvertible {
  init(argument: Argument) throws(ValueError) { try self.init(argument) }

  var description: String {
    "part \(index) of \(count)" + (variable.map { " (\($0))" } ?? "")
  }
}
