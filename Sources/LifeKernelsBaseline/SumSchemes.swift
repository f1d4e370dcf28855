internal import CCPU

// Sums of weights over neighborhoods of any range, at a cost that hardly depends on the range.
//
// From one cell to the next the sum changes only by the cells at the edges of the neighborhood. So
// the kernel adds up these differences, which are few, and then integrates along the row:
//
//     neighborhood      its differences west to east     those of them north to south
//       # # # # #              + . . . . -                     + . . . . -
//       # # # # #              + . . . . -                     . . . . . .
//       # # # # #              + . . . . -                     . . . . . .
//                                                              - . . . . +
//
// At any range a square has four differences of the second kind, and a disc two per row of the
// first. A diamond has eight if they are taken along both diagonals, and a pyramid of weights nine
// if each difference is taken twice. The engine tries all schemes when it compiles a rule.

/// A way of integrating differences to sums.
protocol SumScheme {
  /// Whether a row depends on the rows before it, so that none may be skipped.
  static var accumulates: Bool { get }
  /// Whether sums east of the last column are needed.
  static var looksEast: Bool { get }
  /// The sums of the cells at byte `at` of the rows of sums, from the differences there.
  static func sums<L: Lanes>(
    of differences: Wide, rows: SumRows, at: Int, carry: inout Carry, lanes: L.Type
  ) -> Wide
}

/// Column 0 of four rows: two that accumulate from row to row, the sums of the row to the north,
/// and those of this row.
typealias SumRows = (
  first: UnsafeMutablePointer<UInt8>, second: UnsafeMutablePointer<UInt8>,
  north: UnsafeMutablePointer<UInt8>, here: UnsafeMutablePointer<UInt8>
)

/// The totals of the differences to the west, integrated once and twice.
typealias Carry = (first: Wide, second: Wide)

/// Differences from west to east only: few if each row of the neighborhood is one run.
enum RowSums: SumScheme {
  @inline(__always) static var accumulates: Bool { false }
  @inline(__always) static var looksEast: Bool { false }

  @inline(__always)
  static func sums<L: Lanes>(
    of differences: Wide, rows: SumRows, at: Int, carry: inout Carry, lanes: L.Type
  ) -> Wide {
    integrate(differences, carry: &carry.first, lanes: lanes)
  }
}

/// Differences from west to east and from north to south.
enum BoxSums: SumScheme {
  @inline(__always) static var accumulates: Bool { true }
  @inline(__always) static var looksEast: Bool { false }

  @inline(__always)
  static func sums<L: Lanes>(
    of differences: Wide, rows: SumRows, at: Int, carry: inout Carry, lanes: L.Type
  ) -> Wide {
    integrate(
      unsafe accumulate(differences, onto: rows.first + at, lanes: lanes), carry: &carry.first,
      lanes: lanes)
  }
}

/// Differences from west to east and from north to south, each taken twice.
enum PyramidSums: SumScheme {
  @inline(__always) static var accumulates: Bool { true }
  @inline(__always) static var looksEast: Bool { false }

  @inline(__always)
  static func sums<L: Lanes>(
    of differences: Wide, rows: SumRows, at: Int, carry: inout Carry, lanes: L.Type
  ) -> Wide {
    let once = unsafe accumulate(differences, onto: rows.first + at, lanes: lanes)
    let twice = unsafe accumulate(once, onto: rows.second + at, lanes: lanes)
    return integrate(
      integrate(twice, carry: &carry.first, lanes: lanes), carry: &carry.second, lanes: lanes)
  }
}

/// Differences along both diagonals: from the cell to the north-east and from that to the
/// north-west.
enum DiagonalSums: SumScheme {
  @inline(__always) static var accumulates: Bool { true }
  @inline(__always) static var looksEast: Bool { true }

  @inline(__always)
  static func sums<L: Lanes>(
    of differences: Wide, rows: SumRows, at: Int, carry: inout Carry, lanes: L.Type
  ) -> Wide {
    // In place: the number east of here, which is read, has not been overwritten yet.
    let northEast = unsafe life_load(rows.first + at + L.size)
    let once = L.add(northEast, differences)
    unsafe life_store(once, rows.first + at)
    return L.add(unsafe life_load(rows.north + at - L.size), once)
  }
}

/// Running sums along a row.
@inline(__always)
func integrate<L: Lanes>(_ numbers: Wide, carry: inout Wide, lanes: L.Type) -> Wide {
  let sums = L.running(numbers)
  let all = L.add(sums, carry)
  carry = L.add(carry, L.last(sums))
  return all
}

/// Running sums from row to row.
@inline(__always)
func accumulate<L: Lanes>(
  _ numbers: Wide, onto row: UnsafeMutablePointer<UInt8>, lanes: L.Type
) -> Wide {
  let sums = L.add(unsafe life_load(row), numbers)
  unsafe life_store(sums, row)
  return sums
}
