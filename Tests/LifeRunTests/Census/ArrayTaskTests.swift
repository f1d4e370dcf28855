import LifeRun
import TestSupport
import Testing

/// The numbers of the processes of job arrays.
@Suite struct ArrayTaskTests {
  private static func task(_ variables: [String: String]) throws -> ArrayTask? {
    try ArrayTask { variables[$0] }
  }

  @Test(
    arguments: [
      (
        [
          "SLURM_ARRAY_TASK_ID": "7", "SLURM_ARRAY_TASK_MIN": "3", "SLURM_ARRAY_TASK_STEP": "2",
          "SLURM_ARRAY_TASK_COUNT": "5",
        ], 3, 5
      ),
      (
        ["SLURM_ARRAY_TASK_ID": "0", "SLURM_ARRAY_TASK_MIN": "0", "SLURM_ARRAY_TASK_COUNT": "2"], 1,
        2
      ),
      (["PBS_ARRAY_INDEX": "4"], 4, nil),
      (
        [
          "SGE_TASK_ID": "10", "SGE_TASK_FIRST": "2", "SGE_TASK_LAST": "20",
          "SGE_TASK_STEPSIZE": "4",
        ], 3, 5
      ),
      (["LSB_JOBINDEX": "2", "LSB_JOBINDEX_END": "6", "LSB_JOBINDEX_STEP": "1"], 2, 6),
      (["JOB_COMPLETION_INDEX": "0"], 1, nil),
      (["AWS_BATCH_JOB_ARRAY_INDEX": "3", "AWS_BATCH_JOB_ARRAY_SIZE": "9"], 4, 9),
      (["PARALLEL_SEQ": "12"], 12, nil),
    ] as [([String: String], Int, Int?)])
  func `the numbers of an array task are read from each scheduler`(
    variables: [String: String], index: Int, count: Int?
  ) throws {
    let task = try #require(try Self.task(variables))
    #expect(task.index == index && task.count == count)
    #expect(ArrayTask.variables.contains(task.variable))
  }

  @Test(arguments: [["SGE_TASK_ID": "undefined"], ["LSB_JOBINDEX": "0"], [:]])
  func `outside of an array there is no task`(variables: [String: String]) throws {
    #expect(try Self.task(variables) == nil)
  }

  @Test(arguments: [
    ["SLURM_ARRAY_TASK_ID": "7", "SLURM_ARRAY_TASK_MIN": "1", "SLURM_ARRAY_TASK_COUNT": "3"],
    ["AWS_BATCH_JOB_ARRAY_INDEX": "-1"], ["PBS_ARRAY_INDEX": "\(Int.min)"],
  ])
  func `array tasks with numbers outside of the array are refused`(variables: [String: String]) {
    #expect(throws: RunFailure.self) { try Self.task(variables) }
  }

  @Test(arguments: [(0..<100, 7), (5..<6, 3), (10..<13, 3), (0..<1 << 62, 1_000_003)])
  func `parts of an array cover a range without overlap`(range: Range<Int>, count: Int) {
    let indices =
      count > 100 ? [1, 2, count / 2, count / 2 + 1, count - 1, count] : Array(1...count)
    let parts = indices.map { ArrayTask.part($0, of: count, in: range) }
    #expect(parts.first?.lowerBound == range.lowerBound)
    #expect(parts.last?.upperBound == range.upperBound)
    for (index, next) in zip(indices.indices, indices.indices.dropFirst())
    where indices[next] == indices[index] + 1 {
      #expect(parts[index].upperBound == parts[next].lowerBound)
    }
    let lengths = parts.map(\.count)
    #expect((lengths.max() ?? 0) - (lengths.min() ?? 0) <= 1)
  }
}
