internal import LifeCore

/// The lines of blocks of 8 × 8 cells, by their cells, which are not empty.
///
/// A soup has millions of different ones, and each look-up is a cache miss. Who knows early what
/// will be asked for calls ``expect(_:)``: 1.7 → 1.15 s for the soup of 16384 × 16384 cells.
struct BlockTable: ~Copyable {
  private var slots: Arena<Slot>
  private let logSize: Int
  private var count = 0

  private struct Slot: BitwiseCopyable {
    var block: UInt64
    /// 0 where there is none.
    var line: UInt32
  }

  /// - Parameter logSize: twice as many slots with every one.
  init(logSize: Int = 12) throws(MemoryExhausted) {
    self.logSize = logSize
    slots = try Arena(purpose: "macrocell file", capacity: 1 << logSize, inLargePages: true)
  }

  private var size: Int { 1 << logSize }

  /// The highest bits of a product, so that blocks keep their order when the table grows.
  private func home(of block: UInt64) -> Int {
    Int(truncatingIfNeeded: (block &* 0x9e37_79b9_7f4a_7c15) >> UInt64(64 - logSize))
  }

  /// Brings near what ``place(of:)`` will look at.
  func expect(_ block: UInt64) { slots.prefetch(home(of: block)) }

  /// Where a block is, or would be.
  func place(of block: UInt64) -> Int {
    let slots = unsafe slots.elements
    var place = home(of: block)
    while unsafe slots[place].block != 0, unsafe slots[place].block != block {
      place = (place + 1) & (size - 1)
    }
    return place
  }

  /// 0 where there is none.
  func line(at place: Int) -> UInt32 { unsafe slots.elements[place].line }

  /// Remembers the line of the block whose place was asked for.
  mutating func set(_ line: UInt32, at place: Int, block: UInt64) throws(MemoryExhausted) {
    unsafe slots.elements[place] = Slot(block: block, line: line)
    count += 1
    if count > size / 4 * 3 { try grow() }
  }

  private mutating func grow() throws(MemoryExhausted) {
    var larger = try BlockTable(logSize: logSize + 1)
    for index in 0..<size {
      let slot = unsafe slots.elements[index]
      guard slot.block != 0 else { continue }
      unsafe larger.slots.elements[larger.place(of: slot.block)] = slot
    }
    larger.count = count
    self = larger
  }
}
