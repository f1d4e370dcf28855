/// The position of one cell: `x` grows east and `y` grows south.
package struct Cell: Hashable, Sendable {
  package var x: Int
  package var y: Int

  package init(x: Int, y: Int) {
    self.x = x
    self.y = y
  }
}

/// The state of one cell; 0 is dead.
package typealias State = UInt8

/// A run of `length` cells of one state in one row; its west end is at `(x, y)`.
package struct CellRun: Hashable, Sendable, BitwiseCopyable {
  package var y: Int
  package var x: Int
  package var length: Int
  package var state: State

  package init(y: Int, x: Int, length: Int, state: State = 1) {
    self.y = y
    self.x = x
    self.length = length
    self.state = state
  }
}

/// A number of columns to the east and rows to the south.
package struct Offset: Hashable, Sendable {
  package var x: Int
  package var y: Int

  package static let zero = Offset(x: 0, y: 0)

  package init(x: Int, y: Int) {
    self.x = x
    self.y = y
  }

  package static func * (offset: Offset, times: Int) -> Offset {
    Offset(x: offset.x * times, y: offset.y * times)
  }
}

/// A position at any distance from the origin, or the displacement between two such positions.
package struct Position: Hashable, Sendable {
  package var x: BigInt
  package var y: BigInt

  package static let origin = Position(x: 0, y: 0)

  package init(x: BigInt, y: BigInt) {
    self.x = x
    self.y = y
  }

  package init(_ offset: Offset) { self.init(x: BigInt(offset.x), y: BigInt(offset.y)) }

  /// The position `dx` cells to the east and `dy` cells to the south.
  package func moved(byX dx: Int, y dy: Int) -> Position {
    Position(x: x + BigInt(dx), y: y + BigInt(dy))
  }

  /// The offset of this position from another. Returns `nil` beyond `limit` columns or rows.
  package func offset(from other: Position, atMost limit: Int = .max) -> Offset? {
    guard let dx = (x - other.x).int, let dy = (y - other.y).int, dx.isWithin(limit),
      dy.isWithin(limit)
    else { return nil }
    return Offset(x: dx, y: dy)
  }

  /// 1 for an odd column or row, 0 for an even one.
  package var parity: Offset {
    Offset(
      x: x.isOdd ? 1 : 0,
      y: y.isOdd ? 1 : 0)
  }

  package static func + (left: Position, right: Position) -> Position {
    Position(x: left.x + right.x, y: left.y + right.y)
  }

  package static func - (left: Position, right: Position) -> Position {
    Position(x: left.x - right.x, y: left.y - right.y)
  }
}

/// Makes runs of live cells from words of 64 cells in reading order. A run may continue in the next
/// word of its row.
package struct RunJoiner {
  /// The last run, perhaps continued in the next word; of length 0 before the first one.
  private var last = CellRun(y: 0, x: 0, length: 0)

  package init() {}

  /// Adds 64 cells of a row, bit 0 in column `x`.
  ///
  /// - Parameter body: gets the complete runs.
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
