import Testing

@testable import LifeCore

@Suite struct BucketShardTests {
  /// All leaves are in one shard: 2^27 of them, in 4 GiB, are possible.
  @Test func `a shard counts more than 2^27 IDs`() {
    var shard = BucketShard(first: 1 << 30, logSize: 25)
    var left = 1 << 27
    while left > 0 {
      shard.countOne()
      left -= 1
    }
    #expect(shard.count == 1 << 27)
    #expect(shard.first == 1 << 30 && shard.logSize == 25)
    #expect(shard.capacity == 6 << 25)
  }
}
