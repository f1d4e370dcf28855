package import CCPU

/// Makes the next four planes of a row. In each column four particles *a*, *b*, *c*, *d* meet, one
/// of each plane; a table of 16 numbers maps their arrangement to the new particles.
///
///      index     a + 2 · b + 4 · c + 8 · d     a leaf is one of the 16 functions of a and b, and
///      next a    leaf 0, 1, 2, 3               c and d choose one of the four leaves. So a table
///      next b    leaf 4, 5, 6, 7               is 16 leaves of four bits: one word
///      …
///
/// Planes are written after they were read, so the four results may replace the four inputs.
package func advanceParticles(_ row: UnsafePointer<life_particle_row>) {
  let row = unsafe row.pointee
  let leaves: TableLeaves = unsafe (row.table, row.scratch)
  unsafe store(Wide(), at: row.scratch)
  unsafe store(~Wide(), at: row.scratch + 15 &* 8)
  var word = 0
  while unsafe word < row.words {
    let c = unsafe load(row.c + word)
    let d = unsafe load(row.d + word)
    unsafe storeFunctions(of: load(row.a + word), and: load(row.b + word), in: row.scratch)
    unsafe store(next(leaves, from: 0, c: c, d: d), at: row.next_a + word)
    unsafe store(next(leaves, from: 4, c: c, d: d), at: row.next_b + word)
    unsafe store(next(leaves, from: 8, c: c, d: d), at: row.next_c + word)
    unsafe store(next(leaves, from: 12, c: c, d: d), at: row.next_d + word)
    word &+= Wide.scalarCount
  }
}

/// The leaves, and the scratch with the values of the 16 functions.
private typealias TableLeaves = (numbers: UInt64, scratch: Scratch)

/// The next plane of one particle, whose leaves begin at `first`.
@inline(__always)
private func next(_ leaves: TableLeaves, from first: UInt64, c: Wide, d: Wide) -> Wide {
  let low = unsafe choose(c, leaf(leaves, first &+ 1), leaf(leaves, first))
  let high = unsafe choose(c, leaf(leaves, first &+ 3), leaf(leaves, first &+ 2))
  return choose(d, high, low)
}

@inline(__always)
private func leaf(_ leaves: TableLeaves, _ index: UInt64) -> Wide {
  let number = unsafe leaves.numbers &>> (4 &* index) & 15
  return unsafe load(leaves.scratch + Int(truncatingIfNeeded: number) &* 8)
}
