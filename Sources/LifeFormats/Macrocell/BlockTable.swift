internal import LifeCore

/// A hash table of the lines of blocks of 8 × 8 cells, which are not empty.
///
/// A soup has millions of different blocks, and each lookup is a cache miss. The writer prefetches
/// the slots of some blocks ahead: 1.7 → 1.15 s for the soup of 16384 × 16384 cells.
///
/// A table that finds no memory to grow keeps the blocks that it has. All others are written again
/// when they recur, which readers accept: a tree that has reached the memory limit can be written.
struct BlockTable: ~Copyable {
  private var slots: Arena<Slot>
  private let logSize: Int
  private var count = 0

  private struct Slot: BitwiseCopyable {
    var block: UInt64
    /// 0 in a free slot.
    var line: UInt32
  }

  /// - Parameter logSize: the logarithm of the number of slots.
  init(logSize: Int = 12) throws(MemoryExhausted) {
    self.logSize = logSize
    slots = try Arena(purpose: "macrocell file", capacity: 1 << logSize, inLargePages: true)
  }

  private var size: Int { 1 << logSize }

  /// The highest bits of the hash, so that blocks keep their order when the table grows.
  private func home(of block: UInt64) -> Int {
    Int(truncatingIfNeeded: (block &* 0x9e37_79b9_7f4a_7c15) >> UInt64(64 - logSize))
  }

  /// Loads the slot into the cache that ``place(of:)`` reads.
  func prefetch(_ block: UInt64) { slots.prefetch(home(of: block)) }

  /// The slot of a block, or the free slot for it.
  func place(of block: UInt64) -> Int {
    let slots = unsafe slots.elements
    var place = home(of: block)
    while unsafe slots[place].block != 0, unsafe slots[place].block != block {
      place = (place + 1) & (size - 1)
    }
    return place
  }

  /// 0 in a free slot.
  func line(at place: Int) -> UInt32 { unsafe slots.elements[place].line }

  /// Sets the line of a block at the place that ``place(of:)`` returned, unless the table is full.
  mutating func set(_ line: UInt32, at place: Int, block: UInt64) {
    guard count < mostBlocks else { return }
    unsafe slots.elements[place] = Slot(block: block, line: line)
    count += 1
    if count == mostBlocks { grow() }
  }

  private var mostBlocks: Int { size / 4 * 3 }

  /// Doubles the size if there is memory for it.
  private mutating func grow() {
    guard var larger = try? BlockTable(logSize: logSize + 1) else { return }
    for index in 0..<size {
      let slot = unsafe slots.elements[index]
      guard slot.block != 0 else { continue }
      unsafe larger.slots.elements[larger.place(of: slot.block)] = slot
    }
    larger.count = count
    self = larger
  }
}
