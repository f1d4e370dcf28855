// The nodes and the leaves of quadtrees lie in two tables of the same kind. A table stores every
// key once, so equal nodes have equal IDs.
//
//      entry         a key and what is kept beside it: a node and its memo, or a leaf alone
//      ID            the index of an entry, typed; 0 is the empty entry, which has no slot
//      key           unique for each entry: four quadrants, or the cells of a leaf
//      shard         a small hash table of its own for all entries with the same shard number
//      bucket        eight slots of a shard; one cache line holds two
//      slot          32 bits: an ID and a fingerprint; 0 if free
//      fingerprint   bits of the key's hash that distinguish most keys without reading entries
//
// Memory layout of a table:
//
//      entries   [ empty ][ 1 ][ 2 ][ 3 ] …                    an arena, indexed by ID
//                                 └── freed entries are linked through `nextUnused`
//
//      shards    [ first bucket, log size │ count ] …          an arena, indexed by shard number
//                        │
//                        ▼
//      slots     [ empty ][ b ][ b ][ b ][ b ][   ][   ] …     an arena of buckets; a shard has
//                        └────── a shard ─────┘                2^(log size) in a row
//
//      bucket    [ slot ] × 8                                  filled from the left
//      slot      [ fingerprint │ ID ]                          the ID has the 16 lowest bits, more
//                                                              if a larger table needs them; the
//                                                              lowest bit above is always 1
//
// A lookup computes the shard and the hash of a key, takes the bucket named by the highest bits of
// the hash, and compares all eight slots with the fingerprint at once. If the bucket is full, it
// continues with the next bucket of the shard, after the last with the first.
//
// Why shards: keys looked up together were made together, and so were their quadrants. Entries
// share a shard if their youngest quadrants lie in the same block of 1 024 IDs. The few shards in
// use stay in the cache, and growing one rehashes hundreds of entries instead of all. Compared with
// one table, gotts-dots to generation 2^40 takes 21 % less time.

/// A key of a ``NodeTable``, unique for each entry.
package protocol TableKey: BitwiseCopyable {
  /// A hash; only the upper half needs to be well mixed, because the table uses no other bits.
  var hash: UInt64 { get }
  /// The shard for this key: the same for keys often looked up together.
  var shard: Int { get }
  /// 0 if both are equal.
  func difference(from other: Self) -> UInt64
  /// Whether this is the key of the entry 0.
  var isEmpty: Bool { get }
}

/// A key, with what is kept beside it.
package protocol TableEntry: BitwiseCopyable {
  associatedtype Key: TableKey
  associatedtype ID: TableID

  init(_ key: Key)
  var key: Key { get }

  /// An entry without a key, in the list of reusable entries.
  static func unused(next: ID) -> Self
  var nextUnused: ID { get }
}

/// The index of an entry, typed by its table.
package protocol TableID: Hashable, BitwiseCopyable {
  init(rawValue: UInt32)
  var rawValue: UInt32 { get }
}

/// A table that stores every key once and finds its ID. The memory layout is drawn above.
@safe
package final class NodeTable<Entry: TableEntry> {
  package typealias Key = Entry.Key
  package typealias ID = Entry.ID

  let entries: Arena<Entry>
  let slots: Arena<UInt32>
  let shards: Arena<BucketShard>
  /// The probes of the keys looked up together.
  let probes: Arena<Probe>
  /// Exclusivity is not checked, as in ``Arena``.
  @safe @exclusivity(unchecked) var usage = Usage()
  /// The bits of a slot that hold the ID.
  @safe @exclusivity(unchecked) var idMask: UInt32 = 1 << 16 - 1
  /// The index behind the last bucket ever used.
  @safe @exclusivity(unchecked) var bucketEnd = NodeTable.firstBucket
  /// The number of buckets counted in ``MemoryAccount``. More are mapped, but not yet touched.
  var countedBuckets = 0
  /// The places that enlarged shards have left: element *n* has the first bucket of each place of
  /// 2^*n* buckets.
  var unusedBuckets: [[UInt32]] = Array(repeating: [], count: 32)

  package init(purpose: String) throws(MemoryExhausted) {
    entries = try Arena(purpose: purpose, capacity: 1 << 11)
    slots = try Arena(
      purpose: purpose, capacity: 1 << 14, inHugePages: true, isCounted: false)
    shards = try Arena(purpose: purpose, capacity: 1 << 10)
    probes = try Arena(purpose: purpose, capacity: Self.batch)
  }

  deinit { MemoryAccount.give(countedBuckets * Self.bytesPerBucket) }

  /// The number of keys looked up together.
  static var batch: Int { 512 }
}

/// The entries of a table in use.
struct Usage {
  /// The index behind the last entry ever used.
  var end = 1
  /// The first freed entry; 0 if there is none.
  var firstUnused: UInt32 = 0
  var unusedCount = 0
  /// The number of entries with pages and slots.
  var capacity = 0

  /// Takes an unused entry. There must be room for one.
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
  /// The index behind the last entry ever used.
  var end: Int { usage.end }

  /// The number of different keys, the empty one included.
  var count: Int { end - usage.unusedCount }

  var byteCount: Int {
    entries.byteCount + (bucketEnd - Self.firstBucket) * Self.bytesPerBucket + shards.byteCount
  }

  /// Whether there is room for `extra` more entries.
  @inline(__always)
  func hasRoom(for extra: Int) -> Bool {
    usage.end &+ extra &- usage.unusedCount <= usage.capacity
  }

  /// The number of bytes for `extra` more entries, beyond those in use now.
  func growth(for extra: Int) -> Int {
    let needed = Arena<Entry>.byteCount(forCapacity: end + extra - usage.unusedCount)
    return max(0, needed - entries.byteCount) + extra * Self.bytesOfSlotsPerEntry
  }

  /// The bytes of slots for an entry, on average: two slots of 4 bytes.
  private static var bytesOfSlotsPerEntry: Int { 8 }

  /// Maps pages for `extra` more entries.
  ///
  /// - Parameter isGenerous: adds an eighth, to postpone the next growth.
  func reserve(_ extra: Int, isGenerous: Bool) throws(MemoryExhausted) {
    let needed = end + max(0, extra - usage.unusedCount)
    guard needed > entries.capacity else { return }
    let capacity = isGenerous ? max(needed, entries.capacity + entries.capacity / 8) : needed
    try entries.grow(to: capacity)
  }

  /// Makes the mapped entries usable, in `count` shards.
  func open(shards count: Int) throws(MemoryExhausted) {
    let capacity = entries.capacity
    // IDs have at most 30 bits: a slot needs one more above its ID, and a `NodeID` needs bit 31.
    guard capacity < 1 << 30 else { throw MemoryExhausted(purpose: "quadtree", bytes: .max) }
    // Untouched pages take no memory.
    try shards.grow(to: count)
    try slots.grow(to: Self.slotCount(entries: capacity, shards: count))
    while capacity > Int(idMask) { lengthenIDs() }
    usage.capacity = capacity
    checkCounts()
  }

  /// The maximum number of slots for some entries. An enlarged shard is more than three eighths
  /// full, and the places it has left together have fewer buckets than it has now.
  private static func slotCount(entries: Int, shards: Int) -> Int {
    slotsPerBucket * (firstBucket + 2 * (shards << logFirstShard)) + 6 * entries
  }
}
