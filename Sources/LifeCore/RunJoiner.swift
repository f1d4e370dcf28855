/// Makes runs of live cells from words of 64 cells, which come in reading order: a run may go on in
/// the next word of its row.
package struct RunJoiner {
  /// The last run, which may go on in the next word; of length 0 before the first one.
  private var last = CellRun(y: 0, x: 0, length: 0)

  package init() {}

  /// Adds 64 cells of a row, bit 0 in column `x`.
  ///
  /// - Parameter body: gets the runs that are complete.
  @inline(__always)
  package mutating func add(
    _ word: UInt64, y: Int, x: Int, body: (CellRun) throws -> Void
  ) rethrows {
    var rest = word
    while rest != 0 {
      let start = rest.trailingZeroBitCount
      let length = (~(rest >> UInt64(start))).trailingZeroBitCount
      if last.length > 0, last.x + last.length == x + start, last.y == y {
        last.length += length
      } else {
        try finish(body)
        last = CellRun(y: y, x: x + start, length: length)
      }
      // Adding one at the lowest bit carries through the run.
      rest &= rest &+ (1 << UInt64(start))
    }
  }

  /// Hands over the last run.
  @inline(__always)
  package mutating func finish(_ body: (CellRun) throws -> Void) rethrows {
    if last.length > 0 { try body(last) }
    last.length = 0
  }
}
