/// The sides and corners of a block at which there are cells: which of the eight blocks around it
/// they touch.
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

  /// The western corner, the side and the eastern corner that the cells of an outermost row touch.
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
