internal import LifeCore

/// The live cells of consecutive generations on the plane, those of each in one sorted array, as
/// seen from a center.
struct CellHistory {
  /// The generation of the first array.
  private(set) var first: Int
  private var generations: [[CellKey]] = []
  private let center: Offset
  private let range: Int

  var last: Int { first + generations.count - 1 }

  /// The cells of the present generation and of as many later ones; nil if they may be too far from
  /// the center.
  ///
  /// - Parameters:
  ///   - evolution: is stepped to the last generation.
  ///   - first: the present generation.
  ///   - range: the most columns or rows by which cells spread in a generation.
  init?(
    _ evolution: inout Evolution, from first: Int, count: Int, around center: Offset, range: Int
  ) throws {
    self.first = first
    self.center = center
    self.range = range
    guard hasRoom(for: evolution, count: count) else { return nil }
    append(evolution)
    try follow(&evolution, for: count)
  }

  /// As many generations, some generations later; nil if cells may be too far then.
  ///
  /// - Parameter evolution: the last generation.
  func later(by count: Int, following evolution: inout Evolution) throws -> CellHistory? {
    guard hasRoom(for: evolution, count: count) else { return nil }
    var later = self
    later.generations.removeFirst(min(count, generations.count))
    later.first = last + 1 - later.generations.count
    try later.follow(&evolution, for: count)
    return later
  }

  /// Whether cells will be near enough, also when they are moved by as much as they spread.
  private func hasRoom(for evolution: Evolution, count: Int) -> Bool {
    guard let box = evolution.box else { return false }
    let sides = [box.x - center.x, box.endX - center.x, box.y - center.y, box.endY - center.y]
    return sides.allSatisfy { abs($0) + 2 * count * range < CellKey.farthest }
  }

  private mutating func follow(_ evolution: inout Evolution, for count: Int) throws {
    for _ in 0..<count {
      try evolution.advance(by: 1)
      append(evolution)
    }
  }

  private mutating func append(_ evolution: Evolution) {
    let population = evolution.population
    var isSorted = true
    // Keys are counted once, and not as each is appended: with the coordinates of a fan computed at
    // once, a breeder takes 2.6 s in place of 3.3.
    var keys = unsafe [CellKey](unsafeUninitializedCapacity: population) { keys, count in
      evolution.forEachAliveWord { y, x, word in
        let first = CellKey(x: x - center.x, y: y - center.y)
        if count > 0, unsafe first < keys[count - 1] { isSorted = false }
        var rest = word
        while rest != 0, count < population {
          unsafe keys[count] = first.moved(byColumns: rest.trailingZeroBitCount)
          count += 1
          rest &= rest - 1
        }
      }
    }
    if !isSorted { keys.sort() }
    generations.append(keys)
  }

  subscript(generation: Int) -> [CellKey] { generations[generation - first] }

  func contains(_ key: CellKey, at generation: Int) -> Bool {
    let keys = self[generation]
    let index = keys.firstIndex(atLeast: key)
    return index < keys.count && keys[index] == key
  }

  /// The cells that are alive in a generation or in an earlier one, moved, but not in both.
  func differences(at generation: Int, motion: PeriodicMotion) -> [CellKey] {
    let here = self[generation]
    let before = self[generation - motion.period]
    let offset = motion.displacement
    var found: [CellKey] = []
    var index = 0
    for key in before {
      let moved = key.moved(by: offset)
      while index < here.count, here[index] < moved {
        found.append(here[index])
        index += 1
      }
      if index < here.count, here[index] == moved {
        index += 1
      } else {
        found.append(moved)
      }
    }
    found += here[index...]
    return found
  }

  /// Visits the cells of a generation in a window.
  func forEach(in window: Window, at generation: Int, _ body: (CellKey) -> Void) {
    let keys = self[generation]
    for y in window.y..<window.endY {
      var index = keys.firstIndex(atLeast: CellKey(x: window.x, y: y))
      let end = CellKey(x: window.endX, y: y)
      while index < keys.count, keys[index] < end {
        body(keys[index])
        index += 1
      }
    }
  }
}

/// The place of a cell in one number, in reading order.
struct CellKey: Hashable, Comparable {
  private var value: Int32

  /// Columns and rows are less than this.
  static let farthest = 1 << 15

  init(x: Int, y: Int) { value = Int32(truncatingIfNeeded: y << 16 + x) }

  var y: Int { (Int(value) + 1 << 15) >> 16 }
  var x: Int { Int(value) - y << 16 }

  func moved(by offset: Offset) -> CellKey {
    var key = self
    key.value &+= Int32(truncatingIfNeeded: offset.y << 16 + offset.x)
    return key
  }

  func moved(byColumns count: Int) -> CellKey { moved(by: Offset(x: count, y: 0)) }

  static func < (one: CellKey, other: CellKey) -> Bool { one.value < other.value }
}

extension Window {
  /// The square around a cell.
  init(around key: CellKey, radius: Int) {
    self.init(x: key.x - radius, y: key.y - radius, width: 2 * radius + 1, height: 2 * radius + 1)
  }
}

extension [CellKey] {
  /// The index of the first key of a sorted array that is not less than another one.
  func firstIndex(atLeast key: CellKey) -> Int {
    var low = 0
    var high = count
    while low < high {
      let middle = (low + high) / 2
      if self[middle] < key { low = middle + 1 } else { high = middle }
    }
    return low
  }
}
