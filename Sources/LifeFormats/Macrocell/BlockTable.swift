internal import LifeCore

/// A hash table from nonempty blocks of 8 × 8 cells to their lines.
///
/// A soup has millions of different blocks, and each lookup is a cache miss. The writer prefetches
/// the slots of some blocks ahead, which saves a third of the time for a soup of 16384 × 16384
/// cells.
///
/// If there is no memory to grow, the table keeps its blocks. Other blocks are written at each
/// occurrence; readers accept repeated lines. So even a tree at the memory limit can be written.
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
    slots = try Arena(purpose: "macrocell file", capacity: 1 << logSize, inHugePages: true)
  }

  private var size: Int { 1 << logSize }

  /// The highest bits of the hash, so blocks keep their order when the table grows.
  private func home(of block: UInt64) -> Int {
    Int(truncatingIfNeeded: (block &* 0x9e37_79b9_7f4a_7c15) >> UInt64(64 - logSize))
  }

  /// Loads the slot for ``place(of:)`` into the cache.
  func prefetch(_ block: UInt64) { slots.prefetch(home(of: block)) }

  /// The slot of a block, or a free slot for it.
  func place(of block: UInt64) -> Int {
    let slots = unsafe slots.elements
    var place = home(of: block)
    while unsafe slots[place].block != 0, unsafe slots[place].block != block {
      place = (place + 1) & (size - 1)
    }
    return place
  }

  /// The line of the block at a ``place(of:)``; 0 in a free slot.
  func line(at place: Int) -> UInt32 { unsafe slots.elements[place].line }

  /// Sets the line of a block at its ``place(of:)``, unless the table is full.
  mutating func set(_ line: UInt32, at place: Int, block: UInt64) {
    guard count < maxBlocks else { return }
    unsafe slots.elements[place] = Slot(block: block, line: line)
    count += 1
    if count == maxBlocks { grow() }
  }

  private var maxBlocks: Int { size / 4 * 3 }

  /// Doubles the size if there is enough memory.
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
