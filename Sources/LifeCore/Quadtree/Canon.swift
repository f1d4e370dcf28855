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
///      slot   [ what the hash adds │ number ]        32 bits, the number in as many of the low
///                                                    bits as the number of slots has
///
/// Numbers lie in an open-addressed table whose slots show some bits of the hash, so that a value
/// that is not there costs one cache line, and one that is there two. Many are looked up at once,
/// and their lines are all on the way before the first is needed.
@safe
package final class Canon<Value: Canonical> {
  package let values: Arena<Value>
  private let slots: Arena<UInt32>
  /// The number of slots is two to the power of this.
  private(set) var bits: UInt64
  /// Places that were ever used, the empty value's included.
  package private(set) var end = 1
  /// The first of the places that became free again, 0 if there is none.
  private var firstUnused: UInt32 = 0
  package private(set) var unusedCount = 0

  package init(purpose: String, bits: Int) throws(MemoryExhausted) {
    self.bits = UInt64(bits)
    slots = try Arena(purpose: purpose, capacity: 1 << bits)
    values = try Arena(purpose: purpose, capacity: 1 << (bits - 1))
  }

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
    self.bits = bits
    rebuild()
  }

  /// The place for a new value; there must be room.
  @inline(__always)
  private func takePlace() -> UInt32 {
    if firstUnused != 0 {
      let place = firstUnused
      firstUnused = unsafe values.elements[Int(place)].nextUnused
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
    unsafe withUnsafeTemporaryAllocation(of: UInt64.self, capacity: Self.atOnce) { hashes in
      var start = 0
      while start < count {
        let part = min(Self.atOnce, count &- start)
        let hashes = unsafe hashes.baseAddress.unsafelyUnwrapped
        unsafe resolve(keys + start, part, hashes, into: numbers + start)
        start &+= part
      }
    }
  }

  @inline(__always)
  private func resolve(
    _ keys: UnsafePointer<Value>, _ count: Int, _ hashes: UnsafeMutablePointer<UInt64>,
    into numbers: UnsafeMutablePointer<UInt32>
  ) {
    let slots = unsafe slots.elements
    let values = unsafe values.elements
    let shift = 64 &- bits
    for index in 0..<count {
      let hash = unsafe keys[index].hash
      unsafe hashes[index] = hash
      unsafe life_prefetch(slots + Int(truncatingIfNeeded: hash &>> shift))
    }
    for index in 0..<count {
      if unsafe keys[index].isEmpty { continue }
      let number = unsafe Self.firstCandidate(hashes[index], slots, bits)
      let value = unsafe UnsafeRawPointer(values + Int(number))
      unsafe life_prefetch(value)
      unsafe life_prefetch(value + (MemoryLayout<Value>.size &- 1))
    }
    for index in 0..<count {
      let key = unsafe keys[index]
      unsafe numbers[index] =
        key.isEmpty ? 0 : findOrAdd(key, hashes[index], slots, values)
    }
  }

  /// A number that may be that of the value, to fetch it before it is needed; 0 if none.
  @inline(__always)
  private static func firstCandidate(
    _ hash: UInt64, _ slots: UnsafeMutablePointer<UInt32>, _ bits: UInt64
  ) -> UInt32 {
    let mask = 1 &<< bits &- 1
    var index = hash &>> (64 &- bits)
    let mark = UInt32(truncatingIfNeeded: hash) &<< UInt32(bits)
    while true {
      let slot = unsafe slots[Int(truncatingIfNeeded: index)]
      if slot == 0 { return 0 }
      if (slot ^ mark) &>> UInt32(bits) == 0 { return slot & UInt32(truncatingIfNeeded: mask) }
      index = (index &+ 1) & mask
    }
  }

  @inline(__always)
  private func findOrAdd(
    _ key: Value, _ hash: UInt64, _ slots: UnsafeMutablePointer<UInt32>,
    _ values: UnsafeMutablePointer<Value>
  ) -> UInt32 {
    let mask = 1 &<< bits &- 1
    let numberMask = UInt32(truncatingIfNeeded: mask)
    var index = hash &>> (64 &- bits)
    let mark = UInt32(truncatingIfNeeded: hash) &<< UInt32(bits)
    while true {
      let slot = unsafe slots[Int(truncatingIfNeeded: index)]
      if slot == 0 { break }
      if (slot ^ mark) & ~numberMask == 0, unsafe values[Int(slot & numberMask)].means(key) {
        return slot & numberMask
      }
      index = (index &+ 1) & mask
    }
    let number = takePlace()
    unsafe values[Int(number)] = key
    unsafe slots[Int(truncatingIfNeeded: index)] = number | mark
    return number
  }
}

extension Canon {
  /// Forgets the values whose numbers are not marked; their places will be used again.
  package func sweep(keeping marks: Marks) {
    (firstUnused, unusedCount) = (0, 0)
    let values = unsafe values.elements
    // From the end, so that low places are used first.
    for number in stride(from: end - 1, to: 0, by: -1) where !marks.contains(number) {
      unsafe values[number] = .unused(next: firstUnused)
      firstUnused = UInt32(number)
      unusedCount += 1
    }
    rebuild()
  }

  /// The places that no value is in.
  private var unused: Marks {
    var marks = Marks(unusedCount == 0 ? 0 : end)
    var place = firstUnused
    while place != 0 {
      marks.insert(Int(place))
      place = unsafe values.elements[Int(place)].nextUnused
    }
    return marks
  }

  /// Makes the table anew from the values that are in use.
  private func rebuild() {
    let unused = unused
    slots.clear()
    let slots = unsafe slots.elements
    let values = unsafe values.elements
    let mask = 1 &<< bits &- 1
    for number in 1..<end where unusedCount == 0 || !unused.contains(number) {
      let hash = unsafe values[number].hash
      var index = hash &>> (64 &- bits)
      while unsafe slots[Int(truncatingIfNeeded: index)] != 0 { index = (index &+ 1) & mask }
      let mark = UInt32(truncatingIfNeeded: hash) &<< UInt32(bits)
      unsafe slots[Int(truncatingIfNeeded: index)] = UInt32(number) | mark
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
