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
