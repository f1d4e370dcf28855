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

/// A rectangle of cells in local coordinates, those of one board or pattern; may be empty.
package struct Window: Hashable, Sendable {
  package var x: Int
  package var y: Int
  package var width: Int
  package var height: Int

  package init(x: Int, y: Int, width: Int, height: Int) {
    precondition(width >= 0 && height >= 0)
    self.x = x
    self.y = y
    self.width = width
    self.height = height
  }

  /// One past the easternmost column.
  package var endX: Int { x + width }
  /// One past the southernmost row.
  package var endY: Int { y + height }

  package func contains(_ cell: Cell) -> Bool {
    cell.x >= x && cell.x < endX && cell.y >= y && cell.y < endY
  }

  /// The smallest window that contains both.
  package func union(_ other: Window) -> Window {
    let left = min(x, other.x)
    let top = min(y, other.y)
    return Window(
      x: left, y: top,
      width: max(endX, other.endX) - left, height: max(endY, other.endY) - top)
  }
}

extension Int {
  /// Whether the absolute value is at most `limit`. `abs` would trap for `Int.min`.
  package func isWithin(_ limit: Int) -> Bool { -limit <= self && self <= limit }
}

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

  package static func + (left: Position, right: Position) -> Position {
    Position(x: left.x + right.x, y: left.y + right.y)
  }

  package static func - (left: Position, right: Position) -> Position {
    Position(x: left.x - right.x, y: left.y - right.y)
  }
}

/// A bounding box in absolute coordinates, exact at any size; not empty.
package struct Bounds: Hashable, Sendable {
  package var x: BigInt
  package var y: BigInt
  package var width: BigInt
  package var height: BigInt

  package init(x: BigInt, y: BigInt, width: BigInt, height: BigInt) {
    self.x = x
    self.y = y
    self.width = width
    self.height = height
  }

  /// The box of a local window whose coordinates are relative to `origin`.
  package init(_ window: Window, from origin: Position) {
    self.init(
      x: origin.x + BigInt(window.x), y: origin.y + BigInt(window.y),
      width: BigInt(window.width), height: BigInt(window.height))
  }
  package func moved(by offset: Position) -> Bounds {
    Bounds(x: x + offset.x, y: y + offset.y, width: width, height: height)
  }
}
