internal import LifeCore

/// The positions of the blocks of a ``BlockPlane`` and their neighbors.
///
/// Block 0 has no position. It stands for a missing neighbor.
struct BlockMap: Sendable {
  /// The position of a block: (0, 1) is the block with columns 64 to 127 of rows 0 to 15.
  struct Position: Hashable, Comparable {
    var row: Int
    var column: Int

    /// The plane's row and column of the block's north-western cell.
    var y: Int { row * BlockPlane.height }
    var x: Int { column * BlockPlane.width }

    /// The position on a side of this one.
    func neighbor(on side: Int) -> Position {
      let step = BlockMap.steps[side]
      return Position(row: row + step.rows, column: column + step.columns)
    }

    static func < (one: Self, other: Self) -> Bool {
      (one.row, one.column) < (other.row, other.column)
    }
  }

  /// The steps to the eight blocks around a block, numbered like the bits of ``BlockEdges``. Sides
  /// *n* and 7 − *n* are opposite.
  private static let steps: [(columns: Int, rows: Int)] = [
    (-1, -1), (0, -1), (1, -1), (-1, 0), (1, 0), (-1, 1), (0, 1), (1, 1),
  ]
  /// The number of sides and corners of a block.
  static let sides = steps.count

  private(set) var positions = [Position(row: .max, column: .max)]
  /// The blocks from north to south and west to east.
  private(set) var sorted: [Int] = []
  /// The eight blocks around each block, in the order of the sides; 0 where there is none.
  private(set) var neighbors = [Int](repeating: 0, count: sides)
  private var indices: [Position: Int] = [:]

  /// The number of blocks, including block 0.
  var count: Int { positions.count }

  /// The block at a position. `nil` if there is none.
  subscript(position: Position) -> Int? { indices[position] }

  /// The block on a side of another one; 0 if there is none.
  @inline(__always)
  func neighbor(of block: Int, on side: Int) -> Int { neighbors[block * Self.sides + side] }

  /// Adds a block at an empty position and returns its number.
  ///
  /// - Complexity: O(number of blocks), to keep them sorted.
  mutating func add(at position: Position) -> Int {
    let block = positions.count
    positions.append(position)
    for side in 0..<Self.sides {
      let other = indices[position.neighbor(on: side)] ?? 0
      neighbors.append(other)
      if other > 0 { neighbors[other * Self.sides + Self.sides - 1 - side] = block }
    }
    indices[position] = block
    sorted.insert(block, at: rank(of: position))
    return block
  }

  /// The number of blocks before a position, north to south and west to east.
  private func rank(of position: Position) -> Int {
    sorted.indices.partitioningIndex { positions[sorted[$0]] >= position }
  }
}

/// The sides and corners of a block that have a cell at them. Such a cell touches the block beyond.
///
///     bit   0 1 2     north-west   north   north-east
///           3   4     west                 east
///           5 6 7     south-west   south   south-east
struct BlockEdges {
  let bits: UInt8

  init(bits: UInt8) { self.bits = bits }

  /// - Parameter rows: the cells of a block, from north to south.
  init(of rows: [UInt64]) {
    let north = Self.threeSides(of: rows[0])
    let south = Self.threeSides(of: rows[rows.count - 1])
    let all = rows.reduce(0, |)
    bits = north | UInt8(all & 1) << 3 | UInt8(all >> 63) << 4 | south << 5
  }

  /// The bits of the western corner, the side and the eastern corner for an outermost row.
  private static func threeSides(of row: UInt64) -> UInt8 {
    row == 0 ? 0 : UInt8(row & 1) | 2 | UInt8(row >> 63) << 2
  }

  /// Visits the numbers of these sides and corners.
  @inline(__always)
  func forEachSide(_ body: (_ side: Int) -> Void) {
    var rest = bits
    while rest != 0 {
      body(rest.trailingZeroBitCount)
      rest &= rest - 1
    }
  }
}
