import TestSupport
import Testing

@testable import LifeAnalysis

/// The partitions of islands into parts of an object.
@Suite struct PartitionTests {
  /// All partitions of some items into at most `size` sets, as the number of each item's set.
  private func allPartitions(of count: Int, size: Int) -> [[Int]] {
    guard count > 0 else { return [[]] }
    return allPartitions(of: count - 1, size: size).flatMap { start in
      (0...min((start.max() ?? -1) + 1, size - 1)).map { start + [$0] }
    }
  }

  @Test(arguments: 2...8)
  func `the first partition is the first of all whose sets are of the family`(count: Int) {
    var random = Seeded(count)
    for size in 2...4 where size <= count {
      let all = allPartitions(of: count, size: size).filter { Set($0).count == size }
      for _ in 0..<60 {
        // Few families of random sets have a partition, so start with the sets of one.
        let partition = all.randomElement(using: &random) ?? []
        var family = Set(Self.sets(of: partition, size: size))
        if Bool.random(using: &random) { family.remove(family.first ?? 0) }
        for _ in 0..<Int.random(in: 0...count * 4, using: &random) {
          family.insert(Int.random(in: 1..<1 << count, using: &random))
        }
        let expected = all.map { Self.sets(of: $0, size: size) }
          .first { $0.allSatisfy(family.contains) }
        #expect(Partitions(of: count, into: Array(family)).first(ofSize: size) == expected)
      }
    }
  }

  private static func sets(of partition: [Int], size: Int) -> [Int] {
    (0..<size).map { set in
      partition.indices.reduce(0) { $0 | (partition[$1] == set ? 1 << $1 : 0) }
    }
  }
}
