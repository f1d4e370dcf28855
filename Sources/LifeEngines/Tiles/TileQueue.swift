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

  func removeAll(where isUnwanted: (UInt32) -> Bool) {
    var kept = 0
    for index in 0..<count where unsafe !isUnwanted(base[index]) {
      unsafe base[kept] = base[index]
      kept += 1
    }
    count = kept
  }

  /// Calls a tile and some of its neighbours, those that are not called yet.
  ///
  /// - Parameter near: a bit for each direction.
  @inline(__always)
  func call(
    _ number: UInt32, andNear near: UInt8, for step: Int, in field: TileField
  ) throws(MemoryExhausted) {
    try call(number, for: step, in: field)
    var near = near
    while near != 0 {
      let direction = near.trailingZeroBitCount
      near &= near &- 1
      var other = field.neighbour(number, direction)
      if other == 0 { other = try field.makeNeighbour(number, direction) }
      try call(other, for: step, in: field)
    }
  }

  @inline(__always)
  private func call(
    _ number: UInt32, for step: Int, in field: TileField
  ) throws(MemoryExhausted) {
    let header = unsafe field.header(number)
    if unsafe header.pointee.step == step { return }
    unsafe header.pointee.step = step
    try append(number)
  }

  @inline(__always)
  private func append(_ number: UInt32) throws(MemoryExhausted) {
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
