package import CCPU

/// The two cells of a row's padding next to real ones: east of the last column and west of the
/// first.
///
/// They must be equal to the opposite ends of the row on a torus, and dead on a plane. The rest of
/// the padding has no real neighbor and may hold anything.
package struct Edges: Sendable {
  /// The places of these two cells and of the row's ends, for the kernels.
  package let places: life_board_edges
  private let isTorus: Bool

  /// Returns `nil` if the width is a multiple of the number of vectors: the kernels find the ends
  /// of such rows themselves.
  package init?(_ board: Board, isTorus: Bool) {
    guard !board.width.isMultiple(of: board.vectors) else { return nil }
    self.isTorus = isTorus
    places = life_board_edges(
      first_column: board.bit(column: 0), last_column: board.bit(column: board.width - 1),
      east_of_last: board.bit(column: board.width),
      west_of_first: board.bit(column: board.vectors * 512 - 1))
  }

  /// Sets the two cells in some rows.
  ///
  /// - Parameter planes: how many planes to set, from plane 0: those where a rule counts neighbors.
  package func mend(_ board: Board, rows: Range<Int>, planes: Int = 1) {
    for y in rows {
      for plane in 0..<planes {
        let row = unsafe board.words(ofRow: y, plane: plane)
        let (east, west) = unsafe expected(row)
        unsafe set(in: row, at: places.east_of_last, to: east)
        unsafe set(in: row, at: places.west_of_first, to: west)
      }
    }
  }

  /// Traps if the two cells are wrong in plane 0 of any row.
  package func checkInvariants(_ board: Board) {
    for y in 0..<board.height {
      let row = unsafe board.words(ofRow: y)
      let (east, west) = unsafe expected(row)
      precondition(unsafe isSet(in: row, at: places.east_of_last) == east, "east of row \(y)")
      precondition(unsafe isSet(in: row, at: places.west_of_first) == west, "west of row \(y)")
    }
  }

  /// The cells east of the last column and west of the first.
  private func expected(_ row: UnsafeMutablePointer<UInt64>) -> (east: Bool, west: Bool) {
    unsafe (
      isTorus && isSet(in: row, at: places.first_column),
      isTorus && isSet(in: row, at: places.last_column)
    )
  }

  private func isSet(in row: UnsafeMutablePointer<UInt64>, at bit: life_board_bit) -> Bool {
    unsafe row[bit.word] & bit.mask != 0
  }

  private func set(
    in row: UnsafeMutablePointer<UInt64>, at bit: life_board_bit, to isAlive: Bool
  ) {
    let word = unsafe row[bit.word]
    unsafe row[bit.word] = isAlive ? word | bit.mask : word & ~bit.mask
  }
}

extension Board {
  /// The place of a column in a plane of a row.
  func bit(column: Int) -> life_board_bit {
    let (bit, vector) = column.quotientAndRemainder(dividingBy: vectors)
    return life_board_bit(word: vector * 8 + bit >> 6, mask: 1 << UInt64(bit & 63))
  }
}
