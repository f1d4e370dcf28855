internal import CCPU

// Finds and adds many nodes at once.
extension NodeTable {
  /// Finds the IDs of `keys`, and adds new ones. There must be room for all.
  ///
  /// Keys are looked up by the hundreds in three loops: the first prefetches the buckets of all
  /// keys, the second their candidate entries, the third compares. So the cache misses of many
  /// lookups overlap. A new key costs one miss, for its bucket, and a known key two, the second for
  /// its entry. More than half of the time goes to issuing the prefetches, because no more misses
  /// fit in flight: batches of 64 to 256 keys, or one loop with prefetches 16 to 64 keys ahead, are
  /// no faster (0.87 to 1.04 times as fast on six patterns).
  package func resolve(
    _ keys: UnsafePointer<Key>, count: Int, into ids: UnsafeMutablePointer<ID>
  ) {
    assert(count == 0 || hasRoom(for: count))
    // A copy, to keep it in registers.
    var usage = usage
    defer {
      self.usage = usage
      checkCounts()
    }
    var start = 0
    while start < count {
      let part = min(Self.batch, count &- start)
      unsafe resolve(keys + start, count: part, into: ids + start, usage: &usage)
      start &+= part
    }
  }

  @inline(__always)
  private func resolve(
    _ keys: UnsafePointer<Key>, count: Int, into ids: UnsafeMutablePointer<ID>,
    usage: inout Usage
  ) {
    let buckets = buckets
    let entries = unsafe entries.elements
    let probes = unsafe probes.elements
    for index in 0..<count {
      let key = unsafe keys + index
      let probe = unsafe buckets.probe(for: key.pointee.hash, shard: key.pointee.shard)
      unsafe probes[index] = probe
      unsafe life_prefetch(buckets.slots + probe.firstSlot)
    }
    // Nearly always the first entry with the fingerprint is the right one, or there is none.
    for index in 0..<count {
      let id = unsafe buckets.candidate(probes[index])
      unsafe ids[index] = ID(rawValue: id)
      unsafe life_prefetch(entries + Int(id))
    }
    // The empty key usually finds no candidate, so it gets the entry 0, which has this key.
    // Otherwise `findOrAdd` returns 0.
    for index in 0..<count {
      let key = unsafe keys + index
      let candidate = unsafe Int(ids[index].rawValue)
      if unsafe entries[candidate].key.difference(from: key.pointee) != 0 {
        unsafe ids[index] = findOrAdd(key.pointee, at: probes[index], in: entries, usage: &usage)
      }
    }
  }

  @inline(never)
  private func findOrAdd(
    _ key: Key, at probe: Probe, in entries: UnsafeMutablePointer<Entry>, usage: inout Usage
  ) -> ID {
    if key.isEmpty { return ID(rawValue: 0) }
    let buckets = buckets
    let shard = key.shard
    var probe = probe
    // An earlier key of the batch may have moved the shard.
    if !buckets.holds(probe, shard: shard) { probe = buckets.probe(for: key.hash, shard: shard) }
    if let known = unsafe find(key, from: &probe, in: entries) { return ID(rawValue: known) }
    let id = unsafe usage.take(from: entries)
    unsafe entries[Int(id.rawValue)] = Entry(key)
    if isFull(shard) {
      enlarge(shard)
      buckets.insert(id.rawValue, hash: key.hash, shard: shard)
    } else {
      buckets.insert(id.rawValue, at: probe, shard: shard)
    }
    return id
  }
}

// MARK: - Garbage collection

extension NodeTable {
  /// Frees the entries with unmarked indices. Their IDs will be used again.
  func sweep(keeping marks: Bitset) {
    usage.firstUnused = 0
    usage.unusedCount = 0
    let entries = unsafe entries.elements
    // From the end, so low indices are used first.
    for index in stride(from: end - 1, to: 0, by: -1) where !marks.contains(index) {
      unsafe entries[index] = .unused(next: ID(rawValue: usage.firstUnused))
      usage.firstUnused = UInt32(index)
      usage.unusedCount += 1
    }
    clearBuckets()
    let buckets = buckets
    for index in 1..<end where marks.contains(index) {
      let key = unsafe entries[index].key
      if isFull(key.shard) { enlarge(key.shard) }
      buckets.insert(UInt32(truncatingIfNeeded: index), hash: key.hash, shard: key.shard)
    }
    checkCounts()
  }
}

// MARK: - Invariants

extension NodeTable {
  /// The part of ``checkInvariants()`` that takes constant time. In debug builds every change of
  /// the table ends with it.
  @inline(__always)
  func checkCounts() {
    assert(usage.end >= 1 && usage.unusedCount < usage.end)
    assert((usage.firstUnused == 0) == (usage.unusedCount == 0))
    assert(Int(usage.firstUnused) < usage.end && usage.capacity <= entries.capacity)
    assert(usage.capacity <= Int(idMask) && idMask & (idMask &+ 1) == 0)
    assert(bucketEnd * Self.slotsPerBucket <= slots.capacity)
    assert(unsafe entries.elements[0].key.isEmpty)
  }

  /// Traps unless every entry is either unused or found under its own key.
  ///
  /// - Returns: the indices of unused entries.
  /// - Complexity: O(entries).
  @discardableResult
  func checkInvariants() -> Set<UInt32> {
    checkCounts()
    let entries = unsafe entries.elements
    let buckets = buckets
    var unused: Set<UInt32> = []
    var next = usage.firstUnused
    while next != 0 {
      precondition(Int(next) < end && unused.insert(next).inserted, "a cycle of unused entries")
      next = unsafe entries[Int(next)].nextUnused.rawValue
    }
    precondition(unused.count == usage.unusedCount, "a wrong count of unused entries")
    for index in 1..<end where !unused.contains(UInt32(index)) {
      let key = unsafe entries[index].key
      precondition(!key.isEmpty, "an entry without a key")
      var probe = buckets.probe(for: key.hash, shard: key.shard)
      precondition(
        unsafe find(key, from: &probe, in: entries) == UInt32(index), "an entry that is not found")
    }
    var stored = 0
    for index in 0..<shards.capacity {
      let shard = unsafe shards.elements[index]
      precondition(shard.count <= shard.capacity, "a shard that is too full")
      let inUse = shard.slots.count { unsafe buckets.slots[$0] != 0 }
      precondition(inUse == shard.count, "a wrong count of a shard's slots")
      stored += inUse
    }
    precondition(stored == count - 1, "slots that name no entry")
    return unused
  }

  /// The ID of a key, not the empty one. Returns `nil` if it is not in the table.
  ///
  /// - Parameter probe: moves on to the key's bucket, or to the first one with a free slot.
  @inline(__always)
  private func find(
    _ key: Key, from probe: inout Probe, in entries: UnsafeMutablePointer<Entry>
  ) -> UInt32? {
    let buckets = buckets
    while true {
      var matches = buckets.matches(probe)
      while matches != 0 {
        let id = buckets.id(at: probe, matching: matches)
        if unsafe entries[Int(id)].key.difference(from: key) == 0 { return id }
        matches &= matches &- 1
      }
      if !buckets.isFull(probe) { return nil }
      probe = buckets.next(after: probe, shard: key.shard)
    }
  }
}
