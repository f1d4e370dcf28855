internal import CCPU

// Rules that count as far as they like, at a cost that hardly depends on how far.
//
// What a cell counts is the sum of its neighbours' weights. From one cell to the next most of them
// stay; only where the neighbourhood begins or ends does the sum change. So the neighbourhood's
// differences are summed, which are few, and then the sums are summed up along the row:
//
//     neighbourhood      its differences west to east     those of them north to south
//       # # # # #              + . . . . -                     + . . . . -
//       # # # # #              + . . . . -                     . . . . . .
//       # # # # #              + . . . . -                     . . . . . .
//                                                              - . . . . +
//
// A square has four differences of the second kind at any range, a disc two a row of the first.
// A diamond has eight if they are taken along both diagonals, and a pyramid of weights nine if each
// is taken twice.

/// How the differences of a neighbourhood become counts.
protocol Summation {
  /// Whether the rows between are needed to make a row.
  static var accumulates: Bool { get }
  /// Whether counts east of the row matter, too.
  static var looksEast: Bool { get }
  /// The counts of the cells at byte `at` of the rows of numbers, from the differences there.
  static func counts<L: Lanes>(
    _ differences: Wide, _ rows: NumberRows, _ at: Int, _ carry: inout Carry, _ lanes: L.Type
  ) -> Wide
}

/// Rows of numbers, each from its column 0 on: two that go from row to row, the counts of the row
/// to the north and those of this row.
typealias NumberRows = (
  first: UnsafeMutablePointer<UInt8>, second: UnsafeMutablePointer<UInt8>,
  north: UnsafeMutablePointer<UInt8>, here: UnsafeMutablePointer<UInt8>
)

/// What the cells to the west add up to, once and twice.
typealias Carry = (first: Wide, second: Wide)

/// Differences from west to east only: few where a row of the neighbourhood is one run.
enum AlongRows: Summation {
  @inline(__always) static var accumulates: Bool { false }
  @inline(__always) static var looksEast: Bool { false }

  @inline(__always)
  static func counts<L: Lanes>(
    _ differences: Wide, _ rows: NumberRows, _ at: Int, _ carry: inout Carry, _ lanes: L.Type
  ) -> Wide {
    sumUp(differences, &carry.first, lanes)
  }
}

/// Differences from west to east and from north to south.
enum Boxes: Summation {
  @inline(__always) static var accumulates: Bool { true }
  @inline(__always) static var looksEast: Bool { false }

  @inline(__always)
  static func counts<L: Lanes>(
    _ differences: Wide, _ rows: NumberRows, _ at: Int, _ carry: inout Carry, _ lanes: L.Type
  ) -> Wide {
    sumUp(unsafe accumulate(differences, rows.first + at, lanes), &carry.first, lanes)
  }
}

/// Both differences twice.
enum Pyramids: Summation {
  @inline(__always) static var accumulates: Bool { true }
  @inline(__always) static var looksEast: Bool { false }

  @inline(__always)
  static func counts<L: Lanes>(
    _ differences: Wide, _ rows: NumberRows, _ at: Int, _ carry: inout Carry, _ lanes: L.Type
  ) -> Wide {
    let once = unsafe accumulate(differences, rows.first + at, lanes)
    let twice = unsafe accumulate(once, rows.second + at, lanes)
    return sumUp(sumUp(twice, &carry.first, lanes), &carry.second, lanes)
  }
}

/// Differences along both diagonals: from the cell to the north-east and from that to the
/// north-west.
enum Diagonals: Summation {
  @inline(__always) static var accumulates: Bool { true }
  @inline(__always) static var looksEast: Bool { true }

  @inline(__always)
  static func counts<L: Lanes>(
    _ differences: Wide, _ rows: NumberRows, _ at: Int, _ carry: inout Carry, _ lanes: L.Type
  ) -> Wide {
    // In place: what is read east of here has not been written yet.
    let northEast = unsafe life_load(rows.first + at + L.size)
    let once = L.add(northEast, differences)
    unsafe life_store(once, rows.first + at)
    return L.add(unsafe life_load(rows.north + at - L.size), once)
  }
}

@inline(__always)
func sumUp<L: Lanes>(_ numbers: Wide, _ carry: inout Wide, _ lanes: L.Type) -> Wide {
  let sums = L.running(numbers)
  let all = L.add(sums, carry)
  carry = L.add(carry, L.last(sums))
  return all
}

@inline(__always)
func accumulate<L: Lanes>(
  _ numbers: Wide, _ row: UnsafeMutablePointer<UInt8>, _ lanes: L.Type
) -> Wide {
  let sums = L.add(unsafe life_load(row), numbers)
  unsafe life_store(sums, row)
  return sums
}
