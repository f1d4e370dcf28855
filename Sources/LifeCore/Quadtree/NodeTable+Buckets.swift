internal import CCPU

/// The position of a shard's slots, and the number in use.
@safe
struct BucketShard: BitwiseCopyable {
  /// The first of its buckets, a multiple of 2^8, plus the logarithm of their number; 0 if it has
  /// none. In one word, because every lookup reads both.
  private var place: UInt32
  private var idCount: UInt32 = 0

  init(first: UInt32, logSize: Int) {
    place = first | UInt32(logSize)
    assert(self.first == first && self.logSize == logSize)
  }

  /// The first of its buckets; 0 if it has none.
  @inline(__always)
  var first: UInt32 { place & ~0xff }
  /// The logarithm of the number of buckets.
  @inline(__always)
  var logSize: Int { Int(place & 0xff) }
  /// The number of IDs.
  @inline(__always)
  var count: Int { Int(idCount) }
  /// The maximum number of IDs: three quarters of the slots.
  @inline(__always)
  var capacity: Int { place == 0 ? 0 : 6 &<< logSize }
  var slots: Range<Int> {
    let start = 8 * Int(first)
    return start..<(first == 0 ? start : start + 8 << logSize)
  }

  @inline(__always)
  mutating func countOne() { idCount &+= 1 }
}

/// The place to look for a key: a bucket, and the fingerprint to look for in its slots.
struct Probe: BitwiseCopyable {
  var bucket: UInt32
  /// The bits of a slot above the ID. The lowest of them is set, so no slot in use is 0.
  var fingerprint: UInt32

  @inline(__always)
  var firstSlot: Int { Int(bucket) &* 8 }
}

/// The slots and shards of a ``NodeTable``; the pointers are valid until it grows.
@safe
struct Buckets {
  let slots: UnsafeMutablePointer<UInt32>
  let shards: UnsafeMutablePointer<BucketShard>
  let idMask: UInt32

  @inline(__always)
  func probe(for hash: UInt64, shard: Int) -> Probe {
    let shard = unsafe shards[shard]
    let bucket = UInt32(truncatingIfNeeded: (hash &>> 1) &>> (63 &- UInt64(shard.logSize)))
    let fingerprint = UInt32(truncatingIfNeeded: hash &>> 24) & ~idMask
    return Probe(bucket: shard.first &+ bucket, fingerprint: fingerprint | (idMask &+ 1))
  }

  /// Whether the bucket still belongs to the shard; the shard may have moved.
  @inline(__always)
  func holds(_ probe: Probe, shard: Int) -> Bool {
    let shard = unsafe shards[shard]
    return (probe.bucket &- shard.first) &>> UInt32(shard.logSize) == 0
  }

  /// The probe for the same key in the next bucket of the shard.
  @inline(__always)
  func next(after probe: Probe, shard: Int) -> Probe {
    let shard = unsafe shards[shard]
    let index = (probe.bucket &- shard.first &+ 1) & ((1 &<< UInt32(shard.logSize)) &- 1)
    return Probe(bucket: shard.first &+ index, fingerprint: probe.fingerprint)
  }

  /// A mask of the slots of the bucket that have the fingerprint.
  @inline(__always)
  func matches(_ probe: Probe) -> UInt32 {
    unsafe life_slots_with(slots + probe.firstSlot, probe.fingerprint, idMask)
  }

  /// The ID in the first of the matching slots.
  @inline(__always)
  func id(at probe: Probe, matching matches: UInt32) -> UInt32 {
    unsafe slots[probe.firstSlot &+ matches.trailingZeroBitCount & 7] & idMask
  }

  /// The ID in the first slot with the fingerprint; usually 0 without such a slot.
  @inline(__always)
  func candidate(_ probe: Probe) -> UInt32 {
    // Without a match this is the last slot, which is free unless the bucket is full.
    id(at: probe, matching: matches(probe) | 0x80)
  }

  @inline(__always)
  func isFull(_ probe: Probe) -> Bool { unsafe slots[probe.firstSlot &+ 7] != 0 }

  /// Adds a new ID to a shard with room.
  @inline(__always)
  func insert(_ id: UInt32, hash: UInt64, shard: Int) {
    var probe = probe(for: hash, shard: shard)
    while isFull(probe) { probe = next(after: probe, shard: shard) }
    insert(id, at: probe, shard: shard)
  }

  /// Adds an ID to a bucket with room.
  @inline(__always)
  func insert(_ id: UInt32, at probe: Probe, shard: Int) {
    let free = unsafe life_slots_with(slots + probe.firstSlot, 0, 0).trailingZeroBitCount & 7
    unsafe slots[probe.firstSlot &+ free] = id | probe.fingerprint
    unsafe shards[shard].countOne()
  }
}

extension NodeTable {
  static var slotsPerBucket: Int { 8 }
  static var bytesPerBucket: Int { 32 }
  /// The logarithm of the number of buckets of a new shard.
  static var logFirstShard: Int { 8 }
  /// The first bucket of the first shard, so that every shard begins at a multiple of 2^8. Bucket 0
  /// is always empty: it stands for all buckets of an empty shard. Those between are not used.
  static var firstBucket: Int { 1 << logFirstShard }

  /// The slots. The pointer is valid until the table grows.
  var buckets: Buckets {
    unsafe Buckets(slots: slots.elements, shards: shards.elements, idMask: idMask)
  }

  /// Whether a shard must be enlarged before another ID is added.
  @inline(__always)
  func isFull(_ shard: Int) -> Bool {
    let shard = unsafe shards.elements[shard]
    return shard.count >= shard.capacity
  }

  /// Moves the IDs of a shard to twice as many buckets.
  @inline(never)
  func enlarge(_ shard: Int) {
    let old = unsafe shards.elements[shard]
    let logSize = old.first == 0 ? Self.logFirstShard : old.logSize + 1
    unsafe shards.elements[shard] = BucketShard(first: takeBuckets(logSize), logSize: logSize)
    let entries = unsafe entries.elements
    let buckets = buckets
    for index in old.slots {
      let id = unsafe buckets.slots[index] & buckets.idMask
      if id != 0 { unsafe buckets.insert(id, hash: entries[Int(id)].key.hash, shard: shard) }
    }
    freeBuckets(of: old)
  }

  /// Takes 2^`logCount` empty buckets in a row, and returns the first.
  private func takeBuckets(_ logCount: Int) -> UInt32 {
    if let known = unusedBuckets[logCount].popLast() { return known }
    let first = bucketEnd
    bucketEnd += 1 << logCount
    if bucketEnd > countedBuckets { countBuckets() }
    return UInt32(first)
  }

  /// Counts the buckets in use; if they fill a huge page, also the rest of the last one.
  private func countBuckets() {
    let grain = Pages.hugeSize / Self.bytesPerBucket
    let end = bucketEnd < grain ? bucketEnd : (bucketEnd + grain - 1) / grain * grain
    MemoryAccount.add((end - countedBuckets) * Self.bytesPerBucket)
    countedBuckets = end
  }

  private func freeBuckets(of shard: BucketShard) {
    guard shard.first != 0 else { return }
    let range = shard.slots
    unsafe (slots.elements + range.lowerBound).update(repeating: 0, count: range.count)
    unusedBuckets[shard.logSize].append(shard.first)
  }

  /// Makes the IDs in slots one bit longer, and the fingerprints one bit shorter.
  func lengthenIDs() {
    let old = idMask
    let new = idMask << 1 | 1
    let slots = unsafe slots.elements
    for index in Self.slotsPerBucket * Self.firstBucket..<Self.slotsPerBucket * bucketEnd {
      let slot = unsafe slots[index]
      unsafe slots[index] = slot & (old | ~new) | (slot == 0 ? 0 : new &+ 1)
    }
    idMask = new
  }

  /// Removes all IDs.
  func clearBuckets() {
    slots.release()
    shards.release()
    bucketEnd = Self.firstBucket
    MemoryAccount.give(countedBuckets * Self.bytesPerBucket)
    countedBuckets = 0
    for logSize in unusedBuckets.indices { unusedBuckets[logSize] = [] }
  }
}
