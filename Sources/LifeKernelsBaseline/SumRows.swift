internal import CCPU

// The second step of a Larger than Life generation: sums of weights over neighborhoods, at a cost
// that grows slowly with the range.
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
// At any range a square has four differences of the second kind, which are also integrated from row
// to row, and a disc two per row of the first.

/// Computes the sums of a row for neighborhood `which`.
@inline(__always)
func sum<L: Lanes>(_ band: SumBand, row: RowPlace, which: Int, lanes: L.Type) {
  let counts = unsafe band.pointee.term_counts + 3 &* which
  let skipped = unsafe which == 0 ? 0 : counts[-3] &+ counts[-2] &+ counts[-1]
  let terms = unsafe band.pointee.terms + 3 &* skipped
  let pluses = unsafe counts[0]
  let minuses = unsafe pluses &+ counts[1]
  let all = unsafe minuses &+ counts[2]
  let from = unsafe band.pointee.pointers
  for term in 0..<all {
    let dx = unsafe Int(terms[3 &* term])
    let dy = unsafe Int(terms[3 &* term &+ 1])
    unsafe from[term] = UnsafePointer(cells(of: band, y: row.y &+ dy, row: row) + dx)
  }
  let accumulated = unsafe sums(of: band, which: which, index: 0, lanes: lanes)
  let here = unsafe sums(of: band, which: which, index: 1, lanes: lanes)
  let accumulates = unsafe band.pointee.accumulates
  var carry = Wide()
  var x = unsafe 0 &- band.pointee.lead
  let end = unsafe 64 &* band.pointee.groups
  while x < end {
    var sum = Wide()
    var term = 0
    while term < pluses {
      sum = unsafe L.add(sum, L.weights(from[term] + x))
      term &+= 1
    }
    while term < minuses {
      sum = unsafe L.subtract(sum, L.weights(from[term] + x))
      term &+= 1
    }
    while term < all {
      let factor = unsafe L.splat(terms[3 &* term &+ 2])
      sum = unsafe L.add(sum, L.multiply(L.weights(from[term] + x), factor))
      term &+= 1
    }
    if accumulates {
      sum = unsafe L.add(life_load(accumulated + x &* L.size), sum)
      unsafe life_store(sum, accumulated + x &* L.size)
    }
    let running = L.running(sum)
    unsafe life_store(L.add(running, carry), here + x &* L.size)
    carry = L.add(carry, L.last(running))
    x &+= L.cells
  }
}
