// The nodes and the leaves of quadtrees lie in two tables of the same kind. In a table every key is
// stored once, so that equal nodes have equal IDs.
//
//      entry         a key and what is stored beside it: a node with its memo, or a leaf
//      ID            the index of an entry, typed; 0 is the empty entry, which is never looked up
//      key           what makes an entry unique: four quadrants, or the cells of a leaf
//      shard         a small hash table of its own for the entries that have the same shard number
//      bucket        eight slots of a shard; one cache line holds two
//      slot          32 bits: an ID and a fingerprint; 0 if free
//      fingerprint   bits of the key's hash that tell most keys apart without reading their entries
//
// Memory layout of a table:
//
//      entries   [ empty ][ 1 ][ 2 ][ 3 ] …                    an arena, indexed by ID
//                                 └── freed entries are linked through `nextUnused`
//
//      shards    [ first bucket │ log size, count ] …          an arena, indexed by shard number
//                        │
//                        ▼
//      slots     [ empty ][ b ][ b ][ b ][ b ][   ][   ] …     an arena of buckets; a shard has
//                        └────── a shard ─────┘                2^(log size) in a row
//
//      bucket    [ slot ] × 8                                  filled from the left
//      slot      [ fingerprint │ ID ]                          the ID has as many low bits as the
//                                                              largest ID of the table takes; the
//                                                              lowest bit above is always 1
//
// A lookup computes the shard and the hash of a key, takes the bucket that the highest bits of the
// hash name, and compares all eight slots with the fingerprint at once. If the bucket is full, it
// continues with the next bucket of the shard, after the last with the first.
//
// Why shards: keys that are looked up together were made together, and so were their quadrants.
// Entries whose youngest quadrants lie in the same block of 1 024 IDs share a shard; the few shards
// in use stay in the cache, and growing one rehashes hundreds of entries instead of all. Instead of
// one table: 0.71 → 0.56 s (gotts-dots to generation 2^40).

/// What makes an entry of a ``NodeTable`` unique.
package protocol TableKey: BitwiseCopyable {
  /// A hash whose bits are all well mixed.
  var hash: UInt64 { get }
  /// The shard for this key: the same for keys that are likely to be looked up together.
  var shard: Int { get }
  /// 0 if both are equal.
  func difference(from other: Self) -> UInt64
  /// Whether this is the key of the entry 0.
  var isEmpty: Bool { get }
}

/// A key and what is stored beside it.
package protocol TableEntry: BitwiseCopyable {
  associatedtype Key: TableKey
  associatedtype ID: TableID

  init(_ key: Key)
  var key: Key { get }

  /// An entry without a key, in the list of entries that can be used again.
  static func unused(next: ID) -> Self
  var nextUnused: ID { get }
}

/// The index of an entry, typed by its table.
package protocol TableID: Hashable, BitwiseCopyable {
  init(rawValue: UInt32)
  var rawValue: UInt32 { get }
}

/// A table that stores every key once and finds its ID; the memory layout is drawn above.
@safe
package final class NodeTable<Entry: TableEntry> {
  package typealias Key = Entry.Key
  package typealias ID = Entry.ID

  let entries: Arena<Entry>
  let slots: Arena<UInt32>
  let shards: Arena<BucketShard>
  /// Where the keys are probed that are looked up together.
  let probes: Arena<Probe>
  /// Behind a pointer, as the variables of an ``Arena`` are.
  let state: UnsafeMutablePointer<Occupancy>
  /// The number of buckets that are counted as used memory. There are pages for three times as many
  /// as are used.
  var countedBuckets = 0
  /// For each logarithm of a number of buckets, the first buckets of shards of this size that had
  /// to move.
  var unusedBuckets: [[UInt32]] = Array(repeating: [], count: 32)

  struct Occupancy {
    var usage = Usage()
    /// The bits of a slot that hold the ID.
    var idMask: UInt32 = 1 << 16 - 1
    /// The number of buckets that were ever used. Bucket 0 is always empty: it stands for all
    /// buckets of a shard that has none.
    var bucketEnd = 1
  }

  package init(purpose: String) throws(MemoryExhausted) {
    entries = try Arena(purpose: purpose, capacity: 1 << 11)
    slots = try Arena(
      purpose: purpose, capacity: 1 << 14, inLargePages: true, isCounted: false)
    shards = try Arena(purpose: purpose, capacity: 1 << 10)
    probes = try Arena(purpose: purpose, capacity: Self.batch)
    unsafe state = .allocate(capacity: 1)
    unsafe state.initialize(to: Occupancy())
  }

  deinit {
    unsafe state.deallocate()
    MemoryAccount.give(countedBuckets * Self.bytesPerBucket)
  }

  /// The number of keys that are looked up together.
  static var batch: Int { 512 }
}

/// Which entries of a table are in use.
struct Usage {
  /// The index behind the last entry that was ever used.
  var end = 1
  /// The first of the entries that were freed, 0 if there is none.
  var firstUnused: UInt32 = 0
  var unusedCount = 0
  /// The number of entries for which there are pages and slots.
  var capacity = 0

  /// Takes an entry that is not in use; there must be room for one.
  @inline(__always)
  mutating func take<Entry: TableEntry>(
    from entries: UnsafeMutablePointer<Entry>
  ) -> Entry.ID {
    if firstUnused != 0 {
      let id = Entry.ID(rawValue: firstUnused)
      firstUnused = unsafe entries[Int(firstUnused)].nextUnused.rawValue
      unusedCount &-= 1
      return id
    }
    end &+= 1
    return Entry.ID(rawValue: UInt32(truncatingIfNeeded: end &- 1))
  }
}

// MARK: - Size

extension NodeTable {
  var usage: Usage {
    get { unsafe state.pointee.usage }
    set { unsafe state.pointee.usage = newValue }
  }

  /// The index behind the last entry that was ever used.
  var end: Int { usage.end }

  /// The number of different keys, the empty one included.
  var count: Int { end - usage.unusedCount }

  var byteCount: Int { entries.byteCount + bucketEnd * Self.bytesPerBucket + shards.byteCount }

  /// Whether there is room for `extra` more entries.
  @inline(__always)
  func hasRoom(for extra: Int) -> Bool {
    usage.end &+ extra &- usage.unusedCount <= usage.capacity
  }

  /// The number of bytes that room for `extra` more entries takes, beyond those in use now.
  func growth(for extra: Int) -> Int {
    let needed = Arena<Entry>.byteCount(forCapacity: end + extra - usage.unusedCount)
    return max(0, needed - entries.byteCount) + extra * Self.bytesOfSlotsPerEntry
  }

  /// Slots of 4 bytes per entry, on average.
  private static var bytesOfSlotsPerEntry: Int { 8 }

  /// Maps pages for `extra` more entries.
  ///
  /// - Parameter isGenerous: adds an eighth, so that the next growth is not soon.
  func reserve(_ extra: Int, isGenerous: Bool) throws(MemoryExhausted) {
    let needed = end + max(0, extra - usage.unusedCount)
    guard needed > entries.capacity else { return }
    let capacity = isGenerous ? max(needed, entries.capacity + entries.capacity / 8) : needed
    try entries.grow(to: capacity)
  }

  /// Makes the mapped entries usable, in `count` shards.
  func open(shards count: Int) throws(MemoryExhausted) {
    let capacity = entries.capacity
    // A slot needs a bit beside those of the ID, and so does a `NodeID`.
    guard capacity < 1 << 30 else { throw MemoryExhausted(purpose: "quadtree", bytes: .max) }
    // Pages that are never touched take no memory.
    try shards.grow(to: count)
    try slots.grow(to: Self.slotCount(entries: capacity, shards: count))
    while capacity > Int(idMask) { lengthenIDs() }
    usage.capacity = capacity
    checkCounts()
  }

  /// The most slots that entries can take: a shard that was enlarged is more than three eighths
  /// full, and leaves unused buckets of at most the same number behind.
  private static func slotCount(entries: Int, shards: Int) -> Int {
    slotsPerBucket + 2 * (shards << logFirstShard) * slotsPerBucket + 6 * entries
  }
}
