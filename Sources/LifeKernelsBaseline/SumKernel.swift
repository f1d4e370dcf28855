package import CCPU

/// Advances rows `first..<end` of a board by one generation of a Larger than Life rule. For each
/// row, it sums the weights of the neighborhoods (``sum(_:y:neighborhood:lanes:)``), and then
/// decides the next states (``decide(_:y:neighborhood:lanes:)``).
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
  for y in unsafe band.pointee.first..<band.pointee.end {
    for neighborhood in unsafe 0..<band.pointee.neighborhoods {
      unsafe sum(band, y: y, neighborhood: neighborhood, lanes: lanes)
      unsafe decide(band, y: y, neighborhood: neighborhood, lanes: lanes)
    }
  }
}

/// Column 0 of one of the two rows of numbers for a neighborhood. Row 1 has the sums for the
/// present board row. Row 0 has the differences between sums of adjacent cells in it (see below);
/// those for the next board row are computed from them.
@inline(__always)
func sums<L: Lanes>(
  of band: SumBand, neighborhood: Int, row: Int, lanes: L.Type
) -> UnsafeMutablePointer<UInt8> {
  let lead = unsafe band.pointee.lead
  let rowBytes = unsafe (lead &+ 64 &* band.pointee.groups) &* 4
  return unsafe band.pointee.sums + (2 &* neighborhood &+ row) &* rowBytes + lead &* L.size
}

// Sums of weights over neighborhoods, at a cost growing slowly with the range.
//
// From one cell to the next, the sum changes only by the cells at the edges of the neighborhood. So
// the kernel adds up these few differences, and then integrates along the row:
//
//     neighborhood      its differences west to east     their differences north to south
//                                                              + . . . . -
//       # # # # #            - . . . . +                       . . . . . .
//       # # # # #            - . . . . +                       . . . . . .
//       # # # # #            - . . . . +                       - . . . . +
//
// At any range, a square has four differences of the second kind, integrated from row to row as
// well. A disc has two differences of the first kind per row.

/// Computes the sums of a row for a neighborhood.
@inline(__always)
private func sum<L: Lanes>(_ band: SumBand, y: Int, neighborhood: Int, lanes: L.Type) {
  // The first row has no differences to the north to start from.
  let accumulates = unsafe band.pointee.accumulates
  let isFromNorth = unsafe accumulates && y > band.pointee.first
  let places = unsafe band.pointee.places + 4 &* (2 &* neighborhood &+ (isFromNorth ? 1 : 0))
  let pluses = unsafe places[0]..<places[1]
  let minuses = unsafe places[1]..<places[2]
  let others = unsafe places[2]..<places[3]
  let offsets = unsafe band.pointee.offsets
  let factors = unsafe band.pointee.factors
  let cells = unsafe band.pointee.weights + y &* band.pointee.stride
  let accumulated = unsafe sums(of: band, neighborhood: neighborhood, row: 0, lanes: lanes)
  let here = unsafe sums(of: band, neighborhood: neighborhood, row: 1, lanes: lanes)
  var carry = Wide()
  var x = unsafe 0 &- band.pointee.lead
  let end = unsafe 64 &* band.pointee.groups
  while x < end {
    var sum = isFromNorth ? unsafe life_load(accumulated + x &* L.size) : Wide()
    let west = unsafe cells + x
    for term in pluses { sum = unsafe L.add(sum, L.weights(west + offsets[term])) }
    for term in minuses {
      sum = unsafe L.subtract(sum, L.weights(west + offsets[term]))
    }
    for term in others {
      let weights = unsafe L.weights(west + offsets[term])
      sum = unsafe L.add(sum, L.multiply(weights, L.splat(factors[term])))
    }
    if accumulates { unsafe life_store(sum, accumulated + x &* L.size) }
    let running = L.running(sum)
    unsafe life_store(L.add(running, carry), here + x &* L.size)
    carry = L.add(carry, L.last(running))
    x &+= L.cells
  }
}
