internal import CCPU

/// Hash tables of numbers, one for each shelf, that grow one by one.
///
///      slot     [ mark │ number ]     32 bits; the number has as many of the low ones as the
///                                     largest takes, the rest are bits of the hash, the first 1
///      bucket   [ slot ][ slot ] …    eight, filled from the left, compared at once; what finds it
///                                     full goes to the next, after the last to the first
///      shelf    [ bucket ][ bucket ]  a power of two of them, at most three quarters full
///
/// The values of a shelf are of one time and place, so a few shelves are in use at a time, and
/// those are in the cache; a single table of all numbers would be touched all over.
@safe
final class Shelves {
  private let slots: Arena<UInt32>
  private let shelves: Arena<Shelf>
  /// Buckets that were ever used. The first is always empty: it stands for shelves without any.
  private var end = 1
  /// Behind a pointer, as an ``Arena``'s variables are.
  private let mask: UnsafeMutablePointer<UInt32>
  /// For each size, the buckets where shelves were that had to move.
  private var unused: [[UInt32]] = Array(repeating: [], count: 32)

  /// The logarithm of the number of buckets of a new shelf.
  private static let firstSize = 8
  /// What is needed for a number, on the average.
  static let bytesPerNumber = 8

  init(purpose: String) throws(MemoryExhausted) {
    slots = try Arena(purpose: purpose, capacity: 1 << 14, inLargePages: true)
    shelves = try Arena(purpose: purpose, capacity: 1 << 10)
    unsafe mask = .allocate(capacity: 1)
    unsafe mask.initialize(to: 1 << 16 - 1)
  }

  deinit { unsafe mask.deallocate() }

  /// The bits of a slot that the number has.
  private var numberMask: UInt32 {
    get { unsafe mask.pointee }
    set { unsafe mask.pointee = newValue }
  }

  var byteCount: Int { end * 32 + shelves.byteCount }

  /// The slots, until there is room for more.
  var table: Table {
    unsafe Table(slots: slots.elements, shelves: shelves.elements, numberMask: numberMask)
  }

  /// The most slots that numbers up to `end` can take: a shelf that was enlarged is more than three
  /// eighths full, and leaves behind it as much again, however unlucky it all goes.
  private static func slots(for end: Int, on count: Int) -> Int {
    8 + 2 * (count << (firstSize + 3)) + 6 * end
  }

  /// Makes room for numbers below `end` on so many shelves.
  func makeRoom(for end: Int, on count: Int) throws(MemoryExhausted) {
    guard end < 1 << 30 else { throw MemoryExhausted(purpose: "quadtree", bytes: .max) }
    // Untouched, it takes no memory.
    try shelves.grow(to: count)
    try slots.grow(to: Self.slots(for: end, on: count))
    while end > Int(numberMask) { lengthenNumbers() }
  }

  /// Takes the lowest bit of the marks for the numbers.
  private func lengthenNumbers() {
    let (old, new) = (numberMask, numberMask << 1 | 1)
    let slots = unsafe slots.elements
    for index in 0..<8 * end {
      let slot = unsafe slots[index]
      unsafe slots[index] = slot & (old | ~new) | (slot == 0 ? 0 : new &+ 1)
    }
    numberMask = new
  }

  /// Whether a shelf must be enlarged before another number is put there.
  @inline(__always)
  func isFull(_ shelf: Int) -> Bool {
    let shelf = unsafe shelves.elements[shelf]
    return shelf.count >= shelf.capacity
  }

  /// Gives a shelf twice the room, all empty.
  ///
  /// - Returns: the buckets with its numbers.
  func enlarge(_ shelf: Int) -> Shelf {
    let old = unsafe shelves.elements[shelf]
    let size = old.first == 0 ? Self.firstSize : old.size + 1
    let first: UInt32
    if let known = unused[size].popLast() {
      first = known
    } else {
      first = UInt32(end)
      end += 1 << size
    }
    unsafe shelves.elements[shelf] = Shelf(first: first, size: size)
    return old
  }

  func free(_ shelf: Shelf) {
    guard shelf.first != 0 else { return }
    unsafe (slots.elements + shelf.slots.lowerBound).update(
      repeating: 0, count: shelf.slots.count)
    unused[shelf.size].append(shelf.first)
  }

  /// Takes all numbers away.
  func clear() {
    unsafe slots.elements.update(repeating: 0, count: 8 * end)
    shelves.clear()
    end = 1
    for size in unused.indices { unused[size] = [] }
  }
}

/// Where the numbers of a shelf are.
@safe
struct Shelf: BitwiseCopyable {
  /// The first of its buckets; 0 if it has none.
  var first: UInt32
  /// The logarithm of the number of buckets in the upper five bits, numbers on it in the rest.
  private var load: UInt32

  init(first: UInt32, size: Int) {
    self.first = first
    load = UInt32(size) << 27
  }

  @inline(__always)
  var size: Int { Int(load &>> 27) }
  @inline(__always)
  var count: Int { Int(load & (1 << 27 - 1)) }
  /// How many numbers it may have.
  @inline(__always)
  var capacity: Int { first == 0 ? 0 : 6 &<< size }
  var slots: Range<Int> {
    let start = 8 * Int(first)
    return start..<(first == 0 ? start : start + 8 << size)
  }

  @inline(__always)
  mutating func countOne() { load &+= 1 }
}

/// Where to look for a value.
struct Slot: BitwiseCopyable {
  /// The bucket in which its number may be.
  var bucket: UInt32
  /// What its slot has above the number; never 0, as that is how empty slots look: the lowest bit
  /// is set.
  var mark: UInt32

  @inline(__always)
  var first: Int { Int(bucket) &* 8 }
}

/// The slots of ``Shelves``, until there is room for more.
@safe
struct Table {
  let slots: UnsafeMutablePointer<UInt32>
  let shelves: UnsafeMutablePointer<Shelf>
  let numberMask: UInt32

  @inline(__always)
  func slot(_ hash: UInt64, _ shelf: Int) -> Slot {
    let shelf = unsafe shelves[shelf]
    let bucket = UInt32(truncatingIfNeeded: (hash &>> 1) &>> (63 &- UInt64(shelf.size)))
    let mark = UInt32(truncatingIfNeeded: hash &>> 24) & ~numberMask
    return Slot(bucket: shelf.first &+ bucket, mark: mark | (numberMask &+ 1))
  }

  /// Whether the slot is on the shelf, which may have moved.
  @inline(__always)
  func holds(_ slot: Slot, _ shelf: Int) -> Bool {
    let shelf = unsafe shelves[shelf]
    return (slot.bucket &- shelf.first) &>> UInt32(shelf.size) == 0
  }

  /// The same in the bucket behind.
  @inline(__always)
  func next(_ slot: Slot, _ shelf: Int) -> Slot {
    let shelf = unsafe shelves[shelf]
    let index = (slot.bucket &- shelf.first &+ 1) & (1 &<< UInt32(shelf.size) &- 1)
    return Slot(bucket: shelf.first &+ index, mark: slot.mark)
  }

  /// A bit for each slot of the bucket that has the mark.
  @inline(__always)
  func matches(_ slot: Slot) -> UInt32 {
    unsafe life_slots_with(slots + slot.first, slot.mark, numberMask)
  }

  /// The number of the first of the matches.
  @inline(__always)
  func number(_ slot: Slot, _ matches: UInt32) -> UInt32 {
    unsafe slots[slot.first &+ matches.trailingZeroBitCount & 7] & numberMask
  }

  /// The number of the first value that may be the one; if none in its bucket may, as a rule 0.
  @inline(__always)
  func candidate(_ slot: Slot) -> UInt32 {
    // Without a match the last slot, which has none unless the bucket is full.
    number(slot, matches(slot) | 0x80)
  }

  @inline(__always)
  func isFull(_ slot: Slot) -> Bool { unsafe slots[slot.first &+ 7] != 0 }

  /// Adds a number that is not there to a shelf that is not full.
  @inline(__always)
  func put(_ number: UInt32, _ hash: UInt64, _ shelf: Int) {
    var slot = slot(hash, shelf)
    while isFull(slot) { slot = next(slot, shelf) }
    put(number, slot, shelf)
  }

  /// Adds a number to a bucket that is not full.
  @inline(__always)
  func put(_ number: UInt32, _ slot: Slot, _ shelf: Int) {
    let empty = unsafe life_slots_with(slots + slot.first, 0, 0).trailingZeroBitCount & 7
    unsafe slots[slot.first &+ empty] = number | slot.mark
    unsafe shelves[shelf].countOne()
  }
}
