/// Advances rows of a B3/S23 torus by one generation, a 64-bit word at a time.
///
/// The straightforward loop: cells in the order of their columns, neighbors by shifts, no explicit
/// vectors. Measurements compare the kernels with it, and the kernels must agree with it.
///
/// - Parameters:
///   - source: `height` rows of `words` words; bit 0 of the first is the westernmost cell.
///   - target: of the same size, not overlapping the source.
package func advanceScalarTorus(
  _ source: Span<UInt64>, to target: inout MutableSpan<UInt64>, words: Int, height: Int
) {
  precondition(words > 0 && source.count == words * height && target.count == source.count)
  for y in 0..<height {
    let middle = y * words
    let north = (y == 0 ? height - 1 : y - 1) * words
    let south = (y == height - 1 ? 0 : y + 1) * words
    for index in 0..<words {
      let west = index == 0 ? words - 1 : index - 1
      let east = index == words - 1 ? 0 : index + 1
      let a = ScalarSum(source, row: north, west: west, index: index, east: east)
      let b = ScalarSum(source, row: middle, west: west, index: index, east: east)
      let c = ScalarSum(source, row: south, west: west, index: index, east: east)
      target[middle &+ index] = ScalarSum.next(north: a, middle: b, south: c)
    }
  }
}

/// The number of live cells among a cell and its neighbors in its row, as two bit-planes.
private struct ScalarSum {
  let here: UInt64
  let ones: UInt64
  let twos: UInt64

  @inline(__always)
  init(_ words: Span<UInt64>, row: Int, west: Int, index: Int, east: Int) {
    here = words[row &+ index]
    let left = here &<< 1 | words[row &+ west] &>> 63
    let right = here &>> 1 | words[row &+ east] &<< 63
    ones = left ^ here ^ right
    twos = (left & here) | (right & (left | here))
  }

  @inline(__always)
  static func next(north a: ScalarSum, middle b: ScalarSum, south c: ScalarSum) -> UInt64 {
    let ones = a.ones ^ b.ones ^ c.ones
    let carry = (a.ones & b.ones) | (c.ones & (a.ones | b.ones))
    let pairs = a.twos ^ b.twos ^ c.twos
    let quads = (a.twos & b.twos) | (c.twos & (a.twos | b.twos))
    // Three of the nine cells live, or four including the cell itself.
    let one = (pairs ^ carry) & ~quads
    let two = ~(pairs ^ carry) & (carry ^ quads)
    return (ones & one) | (~ones & two & b.here)
  }
}
