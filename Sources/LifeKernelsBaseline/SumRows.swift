internal import CCPU

// The second step of a Larger than Life generation: the weights at the places of the differences
// are added up, and the scheme integrates them to sums.

/// Computes the sums of a row for neighborhood `which`.
@inline(__always)
func sum<L: Lanes, S: SumScheme>(
  _ band: SumBand, row: RowPlace, which: Int, lanes: L.Type, scheme: S.Type
) {
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
  let rows: SumRows = unsafe (
    sums(of: band, which: which, index: 0, lanes: lanes),
    sums(of: band, which: which, index: 1, lanes: lanes),
    sums(of: band, which: which, index: 2 &+ ~row.y & 1, lanes: lanes),
    sums(of: band, which: which, index: 2 &+ row.y & 1, lanes: lanes)
  )
  var carry: Carry = (Wide(), Wide())
  var x = unsafe 0 &- band.pointee.lead
  let end = unsafe 64 &* band.pointee.groups &+ (S.looksEast ? band.pointee.lead : 0)
  if pluses == 2 && minuses == 4 && all == 4 {
    // A square neighborhood: without the inner loops it takes an eighth less time.
    let a = unsafe from[0]
    let b = unsafe from[1]
    let c = unsafe from[2]
    let d = unsafe from[3]
    while x < end {
      let sum = unsafe L.subtract(
        L.add(L.weights(a + x), L.weights(b + x)), L.add(L.weights(c + x), L.weights(d + x)))
      let here = unsafe S.sums(of: sum, rows: rows, at: x &* L.size, carry: &carry, lanes: lanes)
      unsafe life_store(here, rows.here + x &* L.size)
      x &+= L.cells
    }
  }
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
    let here = unsafe S.sums(of: sum, rows: rows, at: x &* L.size, carry: &carry, lanes: lanes)
    unsafe life_store(here, rows.here + x &* L.size)
    x &+= L.cells
  }
}
