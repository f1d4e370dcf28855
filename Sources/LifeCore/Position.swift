/// An absolute position, exact at any distance from the origin.
package struct Position: Hashable, Sendable {
  package var x: BigInt
  package var y: BigInt

  package static let origin = Position(x: 0, y: 0)

  package init(x: BigInt, y: BigInt) {
    self.x = x
    self.y = y
  }

  /// The position `dx` cells to the east and `dy` cells to the south.
  package func offset(byX dx: Int, y dy: Int) -> Position {
    Position(x: x + BigInt(dx), y: y + BigInt(dy))
  }

  /// How far this position lies east and south of another; nil if it is more than `limit` columns
  /// or rows away.
  package func offset(from other: Position, atMost limit: Int = .max) -> (x: Int, y: Int)? {
    guard let dx = (x - other.x).int, let dy = (y - other.y).int, dx.isWithin(limit),
      dy.isWithin(limit)
    else { return nil }
    return (dx, dy)
  }

  package static func + (left: Position, right: Position) -> Position {
    Position(x: left.x + right.x, y: left.y + right.y)
  }

  package static func - (left: Position, right: Position) -> Position {
    Position(x: left.x - right.x, y: left.y - right.y)
  }
}
