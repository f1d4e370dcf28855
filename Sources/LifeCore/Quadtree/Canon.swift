internal import CCPU

/// A value of which a ``Canon`` keeps one copy.
package protocol Canonical: BitwiseCopyable {
  /// All bits well mixed.
  var hash: UInt64 { get }
  /// Whether this means the same, which leaves out what is only remembered beside it.
  func means(_ other: Self) -> Bool
  var isEmpty: Bool { get }
  /// Links an unused place to the next one.
  static func unused(next: UInt32) -> Self
  var nextUnused: UInt32 { get }
}

/// Values of one kind, each kept once and known by its number; 0 is the empty one.
///
///      slot     [ mark │ number ]     32 bits; the number has as many of the low ones as it takes
///                                     to count the slots, the rest are those bits of the hash that
///                                     follow the bucket's, not all 0
///      bucket   [ slot ][ slot ] …    eight, filled from the left; what finds it full goes to the
///                                     next
///
/// The slots of a bucket are compared at once. A value that is not there costs one cache line, and
/// one that is there two. Many are looked up together, and their lines are all on the way before
/// the first is needed.
@safe
package final class Canon<Value: Canonical> {
  package let values: Arena<Value>
  private let slots: Arena<UInt32>
  /// The number of slots is two to the power of this.
  private(set) var bits: UInt64
  private var places = Places()

  package init(purpose: String, bits: Int) throws(MemoryExhausted) {
    self.bits = UInt64(bits)
    slots = try Arena(purpose: purpose, capacity: 1 << bits)
    values = try Arena(purpose: purpose, capacity: 1 << (bits - 1))
  }

  /// Places that were ever used, the empty value's included.
  package var end: Int { places.end }

  private var unusedCount: Int { places.unusedCount }

  /// How many different values there are, the empty one included.
  package var count: Int { end - unusedCount }

  package var byteCount: Int { values.byteCount + slots.byteCount }

  /// Values come to no more than this share of the slots, in eighths, and if memory is short, of
  /// this one.
  private static var usualLoad: Int { 5 }
  private static var highestLoad: Int { 7 }

  private func fits(_ count: Int, load: Int) -> Bool { count <= (1 << Int(bits)) / 8 * load }

  /// How many bytes would be added to make room for `extra` more values.
  package func growth(for extra: Int) -> Int {
    let needed = end + max(0, extra - unusedCount)
    let table = fits(needed, load: Self.usualLoad) ? 0 : slots.byteCount
    return table + max(0, Arena<Value>.pages(needed) - values.byteCount)
  }

  /// Whether there is room for `extra` values, if need be in a crowded table.
  package func hasRoom(for extra: Int) -> Bool {
    let needed = end + max(0, extra - unusedCount)
    return needed <= values.capacity && fits(needed, load: Self.highestLoad)
  }

  /// Makes room for `extra` more values.
  ///
  /// - Parameter generous: takes some more than that, so that it need not grow again soon.
  package func reserve(_ extra: Int, generous: Bool) throws(MemoryExhausted) {
    let needed = end + max(0, extra - unusedCount)
    if needed > values.capacity {
      try values.grow(to: generous ? max(needed, values.capacity + values.capacity / 8) : needed)
    }
    guard !fits(needed, load: Self.usualLoad) else { return }
    var bits = bits
    while (1 << Int(bits)) / 8 * Self.usualLoad < needed { bits += 1 }
    guard bits < 31 else { throw MemoryExhausted(purpose: "quadtree", bytes: .max) }
    try slots.grow(to: 1 << Int(bits))
    while self.bits < bits { double() }
  }
}

/// Which places are in use.
private struct Places {
  var end = 1
  /// The first of the places that became free again, 0 if there is none.
  var firstUnused: UInt32 = 0
  var unusedCount = 0

  /// The place for a new value; there must be room.
  @inline(__always)
  mutating func take<Value: Canonical>(from values: UnsafeMutablePointer<Value>) -> UInt32 {
    if firstUnused != 0 {
      let place = firstUnused
      firstUnused = unsafe values[Int(place)].nextUnused
      unusedCount &-= 1
      return place
    }
    end &+= 1
    return UInt32(truncatingIfNeeded: end &- 1)
  }
}

extension Canon {
  /// How many look-ups are on the way together.
  private static var atOnce: Int { 64 }

  /// The numbers of `keys`, new ones where they were not known; there must be room for all.
  package func resolve(
    _ keys: UnsafePointer<Value>, _ count: Int, into numbers: UnsafeMutablePointer<UInt32>
  ) {
    // A copy, because every look at a property of a class is guarded.
    var places = places
    defer { self.places = places }
    unsafe withUnsafeTemporaryAllocation(of: UInt64.self, capacity: Self.atOnce) { hashes in
      var start = 0
      while start < count {
        let part = min(Self.atOnce, count &- start)
        let hashes = unsafe hashes.baseAddress.unsafelyUnwrapped
        unsafe resolve(keys + start, part, hashes, into: numbers + start, &places)
        start &+= part
      }
    }
  }

  @inline(__always)
  private func resolve(
    _ keys: UnsafePointer<Value>, _ count: Int, _ hashes: UnsafeMutablePointer<UInt64>,
    into numbers: UnsafeMutablePointer<UInt32>, _ places: inout Places
  ) {
    let table = table
    let values = unsafe values.elements
    for index in 0..<count {
      let hash = unsafe keys[index].hash
      unsafe hashes[index] = hash
      unsafe life_prefetch(table.bucket(hash))
    }
    // Nearly always the first value with the right mark is the right one, or there is none.
    for index in 0..<count {
      let number = unsafe table.candidate(hashes[index])
      unsafe numbers[index] = number
      let value = unsafe UnsafeRawPointer(values + Int(number))
      unsafe life_prefetch(value)
      unsafe life_prefetch(value + (MemoryLayout<Value>.size &- 1))
    }
    for index in 0..<count {
      let key = unsafe keys[index]
      if unsafe values[Int(numbers[index])].means(key) { continue }
      unsafe numbers[index] =
        key.isEmpty ? 0 : Self.findOrAdd(key, hashes[index], table, values, &places)
    }
  }

  private var table: Table { unsafe Table(slots: slots.elements, bits: UInt32(bits)) }

  @inline(never)
  private static func findOrAdd(
    _ key: Value, _ hash: UInt64, _ table: Table, _ values: UnsafeMutablePointer<Value>,
    _ places: inout Places
  ) -> UInt32 {
    var bucket = unsafe table.bucket(hash)
    while true {
      var matches = unsafe table.matches(bucket, hash)
      while matches != 0 {
        let number = unsafe bucket[matches.trailingZeroBitCount] & table.numberMask
        if unsafe values[Int(number)].means(key) { return number }
        matches &= matches &- 1
      }
      if unsafe bucket[7] == 0 { break }
      unsafe bucket = table.next(bucket)
    }
    let number = unsafe places.take(from: values)
    unsafe values[Int(number)] = key
    unsafe Table.put(number | table.mark(hash), in: bucket)
    return number
  }
}

/// The slots of a ``Canon``, for as long as there are no more of them.
@safe
private struct Table {
  let slots: UnsafeMutablePointer<UInt32>
  let numberMask: UInt32
  private let bits: UInt32
  private let shift: UInt64

  init(slots: UnsafeMutablePointer<UInt32>, bits: UInt32) {
    unsafe self.slots = slots
    self.bits = bits
    numberMask = 1 &<< bits &- 1
    shift = 64 &- UInt64(bits) &+ 3
  }

  /// The first bucket in which a value may be.
  @inline(__always)
  func bucket(_ hash: UInt64) -> UnsafeMutablePointer<UInt32> {
    unsafe slots + Int(truncatingIfNeeded: hash &>> shift) &* 8
  }

  @inline(__always)
  func next(_ bucket: UnsafeMutablePointer<UInt32>) -> UnsafeMutablePointer<UInt32> {
    let index = unsafe (bucket - slots) &+ 8
    return unsafe slots + index & Int(numberMask)
  }

  /// What the slot of a value has above the number; never 0, as that is how empty slots look.
  @inline(__always)
  func mark(_ hash: UInt64) -> UInt32 {
    let mark = UInt32(truncatingIfNeeded: (hash &<< (UInt64(bits) &- 3)) &>> 32) & ~numberMask
    return mark == 0 ? 1 &<< bits : mark
  }

  /// A bit for each slot of a bucket that has a value's mark.
  @inline(__always)
  func matches(_ bucket: UnsafeMutablePointer<UInt32>, _ hash: UInt64) -> UInt32 {
    unsafe life_slots_with(bucket, mark(hash), numberMask)
  }

  /// The number of the first value that may be the one; 0 if none in its bucket.
  @inline(__always)
  func candidate(_ hash: UInt64) -> UInt32 {
    let bucket = unsafe bucket(hash)
    let matches = unsafe matches(bucket, hash)
    let slot = unsafe bucket[matches.trailingZeroBitCount & 7]
    return matches == 0 ? 0 : slot & numberMask
  }

  /// Puts a slot's content in a bucket that is not full.
  @inline(__always)
  static func put(_ slot: UInt32, in bucket: UnsafeMutablePointer<UInt32>) {
    unsafe bucket[life_slots_with(bucket, 0, 0).trailingZeroBitCount & 7] = slot
  }

  /// Moves the slots of a table of half the size, which begins where this one does.
  ///
  ///      old   mark │ number        the mark's highest bit chooses between the two new buckets,
  ///      new    mark │ number       the others stay; the number has a bit more
  ///
  /// - Returns: the numbers that were not in their own bucket, and are in none now.
  func spread<Value: Canonical>(
    from old: Table, _ values: UnsafeMutablePointer<Value>
  ) -> [UInt32] {
    var strays: [UInt32] = []
    let count = (Int(old.numberMask) &+ 1) / 8
    // From the end, as the new buckets of one lie where it is or behind.
    for index in stride(from: count &- 1, through: 0, by: -1) {
      let bucket = unsafe slots + 8 &* index
      let before = unsafe slots + 8 &* (index == 0 ? count &- 1 : index &- 1)
      // Only behind a full bucket can there be slots that belong elsewhere. That of the first one
      // has been spread already; what it was does not show any more.
      let isMixed = unsafe index == 0 || before[7] != 0
      let all = unsafe (
        bucket[0], bucket[1], bucket[2], bucket[3], bucket[4], bucket[5], bucket[6], bucket[7]
      )
      let target = unsafe slots + 16 &* index
      unsafe target.update(repeating: 0, count: 16)
      var fill = (0, 8)
      for slot in [all.0, all.1, all.2, all.3, all.4, all.5, all.6, all.7] where slot != 0 {
        let number = slot & old.numberMask
        if isMixed, unsafe old.bucket(values[Int(number)].hash) != bucket {
          strays.append(number)
          continue
        }
        let moved = (slot &- number) &<< 1 | number
        if slot &>> 31 == 0 {
          unsafe target[fill.0] = moved
          fill.0 &+= 1
        } else {
          unsafe target[fill.1] = moved
          fill.1 &+= 1
        }
      }
    }
    return strays
  }

  /// Adds a value that is not there.
  @inline(__always)
  func add(_ number: UInt32, _ hash: UInt64) {
    var bucket = unsafe bucket(hash)
    while unsafe bucket[7] != 0 { unsafe bucket = next(bucket) }
    unsafe Self.put(number | mark(hash), in: bucket)
  }
}

extension Canon {
  /// Forgets the values whose numbers are not marked; their places will be used again.
  package func sweep(keeping marks: Marks) {
    (places.firstUnused, places.unusedCount) = (0, 0)
    let values = unsafe values.elements
    // From the end, so that low places are used first.
    for number in stride(from: end - 1, to: 0, by: -1) where !marks.contains(number) {
      unsafe values[number] = .unused(next: places.firstUnused)
      places.firstUnused = UInt32(number)
      places.unusedCount += 1
    }
    slots.clear()
    rebuild()
  }

  /// The places that no value is in.
  private var unused: Marks {
    var marks = Marks(unusedCount == 0 ? 0 : end)
    var place = places.firstUnused
    while place != 0 {
      marks.insert(Int(place))
      place = unsafe values.elements[Int(place)].nextUnused
    }
    return marks
  }

  /// Spreads the table over twice as many slots.
  ///
  /// As buckets are in the order of their values' hashes, each becomes two that lie side by side:
  /// the slots move in one sweep, whereas building the table anew would jump about for each value.
  private func double() {
    let old = table
    bits += 1
    let new = table
    let strays = unsafe new.spread(from: old, values.elements)
    for number in strays { new.add(number, unsafe values.elements[Int(number)].hash) }
  }

  /// Fills the empty table with the values that are in use.
  private func rebuild() {
    let unused = unused
    let table = table
    let values = unsafe values.elements
    let (end, isFull) = (end, unusedCount == 0)
    // The line for a value is sent for some time before it is written to.
    let ahead = 24
    for number in 1..<end {
      if number &+ ahead < end {
        unsafe life_prefetch(table.bucket(values[number &+ ahead].hash))
      }
      if isFull || !unused.contains(number) {
        table.add(UInt32(truncatingIfNeeded: number), unsafe values[number].hash)
      }
    }
  }
}

/// A set of small numbers, a bit each.
package struct Marks: Sendable {
  private var words: [UInt64]

  package init(_ count: Int) { words = [UInt64](repeating: 0, count: (count + 63) / 64) }

  package func contains(_ number: Int) -> Bool {
    words[number >> 6] >> UInt64(number & 63) & 1 == 1
  }

  /// Whether the number was not in the set yet.
  @discardableResult
  package mutating func insert(_ number: Int) -> Bool {
    let bit: UInt64 = 1 << UInt64(number & 63)
    if words[number >> 6] & bit != 0 { return false }
    words[number >> 6] |= bit
    return true
  }
}
