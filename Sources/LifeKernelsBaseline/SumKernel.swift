package import CCPU

/// Advances rows `first..<end` of a board by one generation of a Larger than Life rule.
///
/// Rows of bits become rows of bytes as soon as the row being made needs them. They are kept in a
/// ring, with copies of the opposite ends beside them if the board wraps.
///
///      y + rows_south  ▒▒▒▒▒▒▒▒   1. spread (SumSpread): bits → bytes
///                      ▒▒▒▒▒▒▒▒
///      y               ▓▓▓▓▓▓▓▓   2. sum (SumRows): differences → sums
///                      ▒▒▒▒▒▒▒▒   3. decide (SumTransition): sums and states → states → bits
///      y − rows_north  ▒▒▒▒▒▒▒▒
///
/// Only this ring holds bytes, and it stays in the cache: at range 500, a torus of 10⁸ cells takes
/// 58 MB.
package func advanceSums(_ band: UnsafePointer<life_sum_band>) {
  if unsafe band.pointee.lane_bits == 16 {
    unsafe advance(band, lanes: Lanes16.self)
  } else {
    unsafe advance(band, lanes: Lanes32.self)
  }
}

typealias SumBand = UnsafePointer<life_sum_band>

@inline(__always)
private func advance<L: Lanes>(_ band: SumBand, lanes: L.Type) {
  let first = unsafe band.pointee.first
  let south = unsafe band.pointee.rows_south
  let accumulates = unsafe band.pointee.accumulates
  var row = unsafe firstRow(of: band)
  if accumulates { unsafe clearSums(of: band, lanes: lanes) }
  while unsafe row.y < band.pointee.end {
    unsafe spread(band, y: row.y &+ south, row: row)
    for which in unsafe 0..<band.pointee.neighborhoods {
      if accumulates || row.y >= first {
        unsafe sum(band, row: row, which: which, lanes: lanes)
      }
      if row.y >= first { unsafe decide(band, row: row, which: which, lanes: lanes) }
    }
    unsafe moveSouth(&row, in: band)
  }
}

/// The first row to be summed. Sums that accumulate from row to row start where no live cell is in
/// reach: all are 0.
@inline(__always)
private func firstRow(of band: SumBand) -> RowPlace {
  let first = unsafe band.pointee.first
  let south = unsafe band.pointee.rows_south
  var y = unsafe first &- band.pointee.rows_north &- south
  if unsafe !band.pointee.wraps && y < band.pointee.top &- south {
    y = unsafe band.pointee.top &- south
  }
  if y > first { y = first }
  return (y, y &+ south, 0)
}

@inline(__always)
private func moveSouth(_ row: inout RowPlace, in band: SumBand) {
  let last = unsafe band.pointee.rows_north &+ band.pointee.rows_south
  row.y &+= 1
  row.newest = row.newest == last ? 0 : row.newest &+ 1
}

/// The row that is made, the first row that was spread, and the place in the ring of the
/// southernmost row in reach.
typealias RowPlace = (y: Int, low: Int, newest: Int)

// MARK: Memory

/// Bytes of a vector.
@inline(__always) var vectorBytes: Int { Wide.scalarCount &* 8 }

/// Whether a row is in the ring; all others are dead, or out of reach.
@inline(__always)
func isInRing(_ band: SumBand, y: Int, row: RowPlace) -> Bool {
  if y < row.low { return false }
  return unsafe band.pointee.wraps || (y >= band.pointee.top && y < band.pointee.bottom)
}

/// Column 0 of a row in the ring.
@inline(__always)
func ringRow(of band: SumBand, y: Int, row: RowPlace) -> UnsafeMutablePointer<UInt8> {
  let north = unsafe band.pointee.rows_north
  let south = unsafe band.pointee.rows_south
  var place = row.newest &+ y &- row.y &- south
  if place < 0 { place &+= north &+ south &+ 1 }
  return unsafe band.pointee.ring + place &* band.pointee.row_bytes + band.pointee.front
}

/// Column 0 of a row that is in the ring or dead.
@inline(__always)
func cells(of band: SumBand, y: Int, row: RowPlace) -> UnsafeMutablePointer<UInt8> {
  unsafe isInRing(band, y: y, row: row) ? ringRow(of: band, y: y, row: row) : bytes(of: band, at: 1)
}

/// Column 0 of a row of sums of a neighborhood, at most four bytes a sum: row 0 accumulates from
/// row to row, row 1 has the sums of the present row.
@inline(__always)
func sums<L: Lanes>(
  of band: SumBand, which: Int, index: Int, lanes: L.Type
) -> UnsafeMutablePointer<UInt8> {
  unsafe band.pointee.accumulators + (2 &* which &+ index) &* 4 &* band.pointee.row_bytes
    + band.pointee.front &* L.size
}

/// Column 0 of one of the two rows of bytes after them: 0 for the states of the row that is made, 1
/// for a dead row.
@inline(__always)
func bytes(of band: SumBand, at index: Int) -> UnsafeMutablePointer<UInt8> {
  unsafe band.pointee.accumulators + (16 &+ index) &* band.pointee.row_bytes
    + band.pointee.front
}

/// Makes all sums 0, as they are where no live cell is in reach.
@inline(__always)
private func clearSums<L: Lanes>(of band: SumBand, lanes: L.Type) {
  for which in unsafe 0..<2 &* band.pointee.neighborhoods {
    let row =
      unsafe sums(of: band, which: 0, index: which, lanes: lanes) - band.pointee.front &* L.size
    var at = 0
    while unsafe at < band.pointee.row_bytes &* L.size {
      unsafe life_store(Wide(), row + at)
      at &+= vectorBytes
    }
  }
}
