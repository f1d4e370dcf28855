internal import LifeCore

/// The tiles that are called for one step, and what the kernel said of each.
@safe
final class TileQueue {
  private let numbers: Arena<UInt32>
  private let answers: Arena<UInt32>
  private var base: UnsafeMutablePointer<UInt32>
  private var capacity: Int
  private(set) var count = 0

  /// What two queues keep for every tile there is.
  static let bytesPerTile = 16

  init() throws(MemoryExhausted) {
    numbers = try Arena(purpose: "tiles", capacity: 1024)
    answers = try Arena(purpose: "tiles", capacity: 1024)
    unsafe base = numbers.elements
    capacity = min(numbers.capacity, answers.capacity)
  }

  func removeAll() { count = 0 }

  @inline(__always)
  func append(_ number: UInt32) throws(MemoryExhausted) {
    if count == capacity { try grow() }
    unsafe base[count] = number
    count &+= 1
  }

  private func grow() throws(MemoryExhausted) {
    try numbers.grow(to: 2 * capacity)
    try answers.grow(to: 2 * capacity)
    unsafe base = numbers.elements
    capacity = min(numbers.capacity, answers.capacity)
  }

  /// The numbers of the tiles, until there is room for more.
  var list: UnsafePointer<UInt32> { unsafe UnsafePointer(numbers.elements) }
  /// A place for the kernel's word on each, until there is room for more.
  var results: UnsafeMutablePointer<UInt32> { unsafe answers.elements }
}
