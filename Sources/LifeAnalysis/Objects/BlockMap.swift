/// Where the blocks of a ``BlockPlane`` are, and which of them are next to each other.
///
/// Block 0 has no place, and is the neighbor where there is no block.
struct BlockMap: Sendable {
  struct Position: Hashable, Comparable {
    var row: Int
    var column: Int

    static func < (one: Self, other: Self) -> Bool {
      (one.row, one.column) < (other.row, other.column)
    }
  }

  /// The eight blocks around a block, by the steps in columns and rows that lead there.
  private static let steps = [
    (-1, -1), (0, -1), (1, -1), (-1, 0), (1, 0), (-1, 1), (0, 1), (1, 1),
  ]
  /// The number of them.
  static let sides = steps.count

  private(set) var positions = [Position(row: .max, column: .max)]
  /// The blocks from north to south and west to east.
  private(set) var sorted: [Int] = []
  /// The blocks around each block, north-western first.
  private(set) var neighbors = [Int](repeating: 0, count: sides)
  private var indices: [Position: Int] = [:]

  /// The number of blocks, with block 0.
  var count: Int { positions.count }

  /// The block at a place; nil if there is none.
  subscript(position: Position) -> Int? { indices[position] }

  /// The block on a side of another one; 0 if there is none.
  @inline(__always)
  func neighbor(of block: Int, on side: Int) -> Int { neighbors[block * Self.sides + side] }

  /// The place beside a block.
  func position(beside block: Int, on side: Int) -> Position {
    Self.position(beside: positions[block], on: side)
  }

  private static func position(beside position: Position, on side: Int) -> Position {
    Position(row: position.row + steps[side].1, column: position.column + steps[side].0)
  }

  /// Adds a block where there is none.
  mutating func add(at position: Position) -> Int {
    let block = positions.count
    positions.append(position)
    for side in 0..<Self.sides {
      let other = indices[Self.position(beside: position, on: side)] ?? 0
      neighbors.append(other)
      if other > 0 { neighbors[other * Self.sides + Self.sides - 1 - side] = block }
    }
    indices[position] = block
    sorted.insert(block, at: place(of: position))
    return block
  }

  /// Where a block is among the sorted ones.
  private func place(of position: Position) -> Int {
    var low = 0
    var high = sorted.count
    while low < high {
      let middle = (low + high) / 2
      if positions[sorted[middle]] < position { low = middle + 1 } else { high = middle }
    }
    return low
  }
}
