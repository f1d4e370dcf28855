package import CCPU

/// Advances eight rows of 64 cells by one generation of a rule that counts neighbors of up to two
/// kinds, for example the electron heads of WireWorld.
///
///      cells → weights ─ sum of the eight neighbors → its class ─┐
///      cells → start of the state's part of the table ───────────┴→ next state
///
/// Each arrow is a lookup in a register: no cell waits for another one.
package func advanceTallies(_ pointer: UnsafeMutablePointer<life_tally_band>) {
  let band = unsafe pointer.pointee
  var changed: UInt64 = 0
  for part in 0..<parts {
    let lane = part &* Wide.scalarCount
    let bits = unsafe band.wanted &>> UInt64(lane) & (1 &<< UInt64(Wide.scalarCount) &- 1)
    if bits == 0 { continue }
    let wanted = life_words_of_bits(bits)
    let column = lane &* 8
    var north = unsafe rowSum(band, line: 0, column: column)
    var middle = unsafe rowSum(band, line: 1, column: column)
    var changes = Wide()
    for row in 0..<8 {
      let south = unsafe rowSum(band, line: row &+ 2, column: column)
      let sum = life_subtract8(
        life_add8(life_add8(north.all, middle.all), south.all), middle.center)
      let line = unsafe band.source + (row &+ 1) &* band.pitch
      let states = unsafe life_load(line + (column &+ 8))
      let place = unsafe life_add8(
        life_look_up16(band.centers, states), life_look_up(band.sums, band.sum_blocks, sum))
      let next = unsafe choose(wanted, life_look_up(band.next, band.next_blocks, place), states)
      unsafe life_store(next, band.target + row &* 64 + column)
      changes = changes | (next ^ states)
      north = middle
      middle = south
    }
    changed |= life_bits_of_words(changes) &<< UInt64(lane)
  }
  unsafe pointer.pointee.changed = changed
}

/// The weights of three neighboring cells in a line, all together and the middle one.
private typealias RowSum = (all: Wide, center: Wide)

@inline(__always)
private func rowSum(_ band: life_tally_band, line: Int, column: Int) -> RowSum {
  let cells = unsafe band.source + line &* band.pitch + column
  let west = unsafe life_look_up16(band.weights, life_load(cells + 7))
  let center = unsafe life_look_up16(band.weights, life_load(cells + 8))
  let east = unsafe life_look_up16(band.weights, life_load(cells + 9))
  return (life_add8(life_add8(west, center), east), center)
}
