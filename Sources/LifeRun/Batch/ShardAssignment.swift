import LifeArguments

/// The part of the work that one process does.
package struct ShardAssignment: CustomStringConvertible {
  package let index: Int
  package let count: Int
  /// The variable of a job array that has the index; nil if the index was typed.
  package let variable: String?

  /// The part of `--shard`, or that of the job array that this process belongs to.
  ///
  /// - Parameter shard: nil if it was not typed.
  /// - Returns: nil if the process does all the work.
  /// - Throws: ``UsageError``, and ``RunFailure`` for variables that contradict each other.
  package init?(_ shard: Shard?) throws {
    if let shard, let index = shard.index {
      self.index = index
      count = shard.count
      variable = nil
      return
    }
    guard let task = try ArrayTask(), shard != nil || task.isPartOfJob else {
      guard shard == nil else {
        throw UsageError(
          "--shard auto: no variable of a job array is set to a number", hint: "write I/N")
      }
      return nil
    }
    guard let count = shard?.count ?? task.count else {
      throw UsageError(
        "\(task.variable) is set, but not the number of tasks",
        hint: "write '--shard auto/N', or '--shard 1/1' for all")
    }
    guard task.index <= count else {
      throw UsageError(
        "\(task.variable) is that of task \(task.index), beyond the \(count) parts")
    }
    index = task.index
    self.count = count
    variable = task.variable
  }

  package var description: String {
    "part \(index) of \(count)" + (variable.map { " (\($0); '--shard 1/1' takes all)" } ?? "")
  }
}
