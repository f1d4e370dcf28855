/// Rows of 64 cells in blocks of 16, stored as bit-planes of states.
///
///      block    16 rows of the lowest bits of the states, then those of the next bits, …;
///               bit 0 of a word is the westmost cell
///      block 0  has no live cells, and stands for missing blocks
///
/// Only cells in state 1 count as neighbors; they are called "counted" here. Under a two-state rule
/// these are all live cells. The dying cells of a Generations rule are not counted.
struct StateRows: Sendable {
  /// The number of rows of a block.
  static let height = 16

  /// The number of bit-planes that hold a state.
  let planes: Int
  /// One block after the other.
  var words: [UInt64] = []

  /// Blocks without live cells.
  init(planes: Int, blocks: Int) {
    self.planes = planes
    words = Array(repeating: 0, count: blocks * blockSize)
  }

  /// The number of words of a block.
  @inline(__always)
  var blockSize: Int { planes * Self.height }

  /// Adds a block without live cells.
  mutating func appendBlock() { words += repeatElement(0, count: blockSize) }

  /// The 64 cells of a row in one plane. Row 16 is the first row of block 1.
  @inline(__always)
  subscript(row: Int, plane plane: Int) -> UInt64 {
    get { words[place(of: row) + plane * Self.height] }
    set { words[place(of: row) + plane * Self.height] = newValue }
  }

  /// The index of a row's first plane.
  @inline(__always)
  private func place(of row: Int) -> Int {
    planes == 1 ? row : (row >> 4) * blockSize + row & 15
  }

  /// The live cells of a row, in any state but 0.
  @inline(__always)
  func alive(inRow row: Int) -> UInt64 {
    (1..<planes).reduce(self[row, plane: 0]) { $0 | self[row, plane: $1] }
  }

  /// The cells of a row in state 1.
  func counted(inRow row: Int) -> UInt64 {
    (1..<planes).reduce(self[row, plane: 0]) { $0 & ~self[row, plane: $1] }
  }
}
