import LifeArguments
import LifeCore
import Testing

@testable import LifeCommand

/// The parts of the processes of job arrays.
@Suite struct ShardTests {
  private static func shard(_ text: String, _ variables: [String: String] = [:]) throws -> Shard {
    try Shard(Argument(text)) { variables[$0] }
  }

  @Test(
    arguments: [
      (["SLURM_ARRAY_TASK_ID": "7", "SLURM_ARRAY_TASK_MIN": "7"], 7),
      (["PBS_ARRAY_INDEX": "4"], 4), (["SGE_TASK_ID": "10"], 10), (["LSB_JOBINDEX": "2"], 2),
      (["JOB_COMPLETION_INDEX": "0"], 1), (["AWS_BATCH_JOB_ARRAY_INDEX": "3"], 4),
      (["SGE_TASK_ID": "undefined", "PARALLEL_SEQ": "12"], 12),
    ] as [([String: String], Int)])
  func `auto takes the number from each scheduler`(variables: [String: String], index: Int) throws {
    let shard = try Self.shard("auto/12", variables)
    #expect(shard.index == index && shard.count == 12)
    #expect(try Self.shard("3/12", variables).index == 3)
  }

  @Test(arguments: [
    [:], ["SGE_TASK_ID": "undefined"], ["LSB_JOBINDEX": "0"], ["SLURM_ARRAY_TASK_ID": "13"],
    ["AWS_BATCH_JOB_ARRAY_INDEX": "-1"], ["PBS_ARRAY_INDEX": "\(Int.min)"],
  ])
  func `auto is refused outside of an array of the size`(variables: [String: String]) {
    #expect(throws: ValueError.self) { try Self.shard("auto/12", variables) }
  }

  @Test(arguments: [(0..<100, 7), (5..<6, 3), (10..<13, 3), (0..<1 << 62, 1_000_003)])
  func `parts cover a range without overlap`(range: Range<Int>, count: Int) throws {
    let indices =
      count > 100 ? [1, 2, count / 2, count / 2 + 1, count - 1, count] : Array(1...count)
    let parts = try indices.map { try Self.shard("\($0)/\(count)").part(of: range) }
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
