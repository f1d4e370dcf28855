/// What the padding beside the first and last column holds.
///
/// Only these two cells of the padding are ever neighbours of a real one, so the rest may hold
/// whatever the rule makes of it.
package struct Edges: Sendable {
  /// One bit of a row.
  private struct Place {
    var word: Int
    var mask: UInt64

    init(column: Int, on board: Board) {
      let lane = column / board.vectors
      word = column % board.vectors * 8 + lane >> 6
      mask = 1 << UInt64(lane & 63)
    }
  }

  private let first: Place
  private let last: Place
  private let beyondLast: Place
  private let beforeFirst: Place
  private let isTorus: Bool

  /// Nil if all columns of bits are equally long: then the kernels wrap around by themselves, or do
  /// not.
  package init?(_ board: Board, isTorus: Bool) {
    guard !board.width.isMultiple(of: board.vectors) else { return nil }
    self.isTorus = isTorus
    first = Place(column: 0, on: board)
    last = Place(column: board.width - 1, on: board)
    beyondLast = Place(column: board.width, on: board)
    beforeFirst = Place(column: board.vectors * 512 - 1, on: board)
  }

  /// The same for the kernels: word and mask of the first column, the last, the cell east of the
  /// last and the one west of the first; then all ones on a torus, else 0.
  package var kernelPlaces: [UInt64] {
    [first, last, beyondLast, beforeFirst].flatMap { [UInt64($0.word), $0.mask] }
      + [isTorus ? .max : 0]
  }

  /// Mends the padding of some rows: copies of the far ends, or dead. Only the first plane has
  /// neighbours.
  package func mend(_ board: Board, rows: Range<Int>) {
    for y in rows {
      let row = unsafe board.words(ofRow: y)
      let east = unsafe isTorus && row[first.word] & first.mask != 0
      let west = unsafe isTorus && row[last.word] & last.mask != 0
      unsafe set(row, beyondLast, east)
      unsafe set(row, beforeFirst, west)
    }
  }

  private func set(_ row: UnsafeMutablePointer<UInt64>, _ place: Place, _ alive: Bool) {
    let word = unsafe row[place.word]
    unsafe row[place.word] = alive ? word | place.mask : word & ~place.mask
  }
}
