internal import CCPU

/// A value of which a ``Canon`` keeps one copy.
package protocol Canonical: BitwiseCopyable {
  /// All bits well mixed.
  var hash: UInt64 { get }
  /// The shelf of the value's number: what is looked for together should be near.
  var shelf: Int { get }
  /// 0 if this means the same, which leaves out what is only remembered beside it.
  func difference(from other: Self) -> UInt64
  /// 0 if it is the empty one.
  var content: UInt64 { get }
  /// Links an unused place to the next one.
  static func unused(next: UInt32) -> Self
  var nextUnused: UInt32 { get }
}

/// Values of one kind, each kept once and known by its number; 0 is the empty one.
///
/// Many are looked up together, and the cache lines of all are on the way before the first is
/// needed. A value that is not there costs the line of its ``Shelves``, and one that is there its
/// own, too.
@safe
package final class Canon<Value: Canonical> {
  package let values: Arena<Value>
  private let shelves: Shelves
  /// Behind a pointer, as an ``Arena``'s are.
  private let state: UnsafeMutablePointer<Places>
  /// Where the look-ups of the keys go that are looked up together.
  private let slots: Arena<Slot>

  package init(purpose: String) throws(MemoryExhausted) {
    values = try Arena(purpose: purpose, capacity: 1 << 11)
    shelves = try Shelves(purpose: purpose)
    slots = try Arena(purpose: purpose, capacity: Self.atOnce)
    unsafe state = .allocate(capacity: 1)
    unsafe state.initialize(to: Places())
  }

  deinit { unsafe state.deallocate() }

  private var places: Places {
    get { unsafe state.pointee }
    set { unsafe state.pointee = newValue }
  }

  /// Places that were ever used, the empty value's included.
  package var end: Int { places.end }

  private var unusedCount: Int { places.unusedCount }

  /// How many different values there are, the empty one included.
  package var count: Int { end - unusedCount }

  package var byteCount: Int { values.byteCount + shelves.byteCount }

  /// Whether there is room for `extra` values.
  @inline(__always)
  func hasRoom(for extra: Int) -> Bool { end &+ extra &- unusedCount <= places.capacity }

  /// How many bytes would be added to make room for `extra` more values.
  func growth(for extra: Int) -> Int {
    let pages = max(0, Arena<Value>.pages(end + extra - unusedCount) - values.byteCount)
    return pages + extra * Shelves.bytesPerNumber
  }

  /// Makes room for `extra` more values.
  ///
  /// - Parameter generous: takes some more than that, so that it need not grow again soon.
  func reserve(_ extra: Int, generous: Bool) throws(MemoryExhausted) {
    let needed = end + max(0, extra - unusedCount)
    if needed > values.capacity {
      try values.grow(to: generous ? max(needed, values.capacity + values.capacity / 8) : needed)
    }
  }

  /// Lets the values that there are pages for be used, on so many shelves.
  func open(shelves count: Int) throws(MemoryExhausted) {
    try shelves.makeRoom(for: values.capacity, on: count)
    places.capacity = values.capacity
  }
}

/// Which places are in use.
private struct Places {
  var end = 1
  /// The first of the places that became free again, 0 if there is none.
  var firstUnused: UInt32 = 0
  var unusedCount = 0
  /// How many there is room for.
  var capacity = 0

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
  private static var atOnce: Int { 512 }

  /// The numbers of `keys`, new ones where they were not known; there must be room for all.
  package func resolve(
    _ keys: UnsafePointer<Value>, _ count: Int, into numbers: UnsafeMutablePointer<UInt32>
  ) {
    // A copy, to be kept in registers.
    var places = places
    defer { self.places = places }
    var start = 0
    while start < count {
      let part = min(Self.atOnce, count &- start)
      unsafe resolve(keys + start, part, into: numbers + start, &places)
      start &+= part
    }
  }

  @inline(__always)
  private func resolve(
    _ keys: UnsafePointer<Value>, _ count: Int, into numbers: UnsafeMutablePointer<UInt32>,
    _ places: inout Places
  ) {
    let table = shelves.table
    let (values, slots) = unsafe (values.elements, slots.elements)
    for index in 0..<count {
      let key = unsafe keys + index
      let slot = unsafe table.slot(key.pointee.hash, key.pointee.shelf)
      unsafe slots[index] = slot
      unsafe life_prefetch(table.slots + slot.first)
    }
    // Nearly always the first value with the right mark is the right one, or there is none. An
    // empty key finds none, and 0 is right.
    for index in 0..<count {
      let number = unsafe table.candidate(slots[index])
      unsafe numbers[index] = number
      unsafe life_prefetch(values + Int(number))
    }
    for index in 0..<count {
      let key = unsafe keys + index
      if unsafe values[Int(numbers[index])].difference(from: key.pointee) != 0 {
        unsafe numbers[index] = findOrAdd(key.pointee, slots[index], values, &places)
      }
    }
  }

  @inline(never)
  private func findOrAdd(
    _ key: Value, _ slot: Slot, _ values: UnsafeMutablePointer<Value>, _ places: inout Places
  ) -> UInt32 {
    if key.content == 0 { return 0 }
    let table = shelves.table
    let shelf = key.shelf
    var slot = slot
    if !table.holds(slot, shelf) { slot = table.slot(key.hash, shelf) }
    while true {
      var matches = table.matches(slot)
      while matches != 0 {
        let number = table.number(slot, matches)
        if unsafe values[Int(number)].difference(from: key) == 0 { return number }
        matches &= matches &- 1
      }
      if !table.isFull(slot) { break }
      slot = table.next(slot, shelf)
    }
    let number = unsafe places.take(from: values)
    unsafe values[Int(number)] = key
    if shelves.isFull(shelf) {
      enlarge(shelf)
      table.put(number, key.hash, shelf)
    } else {
      table.put(number, slot, shelf)
    }
    return number
  }

  /// Moves the numbers of a shelf to one of twice the size.
  @inline(never)
  private func enlarge(_ shelf: Int) {
    let values = unsafe values.elements
    let table = shelves.table
    let old = shelves.enlarge(shelf)
    let ahead = 24
    for index in old.slots {
      if index &+ ahead < old.slots.upperBound {
        unsafe life_prefetch(values + Int(table.slots[index &+ ahead] & table.numberMask))
      }
      let number = unsafe table.slots[index] & table.numberMask
      if number != 0 { unsafe table.put(number, values[Int(number)].hash, shelf) }
    }
    shelves.free(old)
  }
}

extension Canon {
  /// Forgets the values whose numbers are not marked; their places will be used again.
  func sweep(keeping marks: Marks) {
    (places.firstUnused, places.unusedCount) = (0, 0)
    let values = unsafe values.elements
    // From the end, so that low places are used first.
    for number in stride(from: end - 1, to: 0, by: -1) where !marks.contains(number) {
      unsafe values[number] = .unused(next: places.firstUnused)
      places.firstUnused = UInt32(number)
      places.unusedCount += 1
    }
    shelves.clear()
    let table = shelves.table
    for number in 1..<end where marks.contains(number) {
      let shelf = unsafe values[number].shelf
      if shelves.isFull(shelf) { enlarge(shelf) }
      unsafe table.put(UInt32(truncatingIfNeeded: number), values[number].hash, shelf)
    }
  }
}
