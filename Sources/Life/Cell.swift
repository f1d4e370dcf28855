import LifeCore

/// A cell in absolute coordinates: `x` grows to the east, `y` to the south.
public struct Cell: Hashable, Codable, Sendable {
  /// The column.
  public var x: Int
  /// The row.
  public var y: Int
  /// 1 in rules of two states, else from 1 to ``Rule/states`` - 1. State 0 is a dead cell.
  public var state: Int

  /// A cell in column `x` and row `y`.
  public init(x: Int, y: Int, state: Int = 1) {
    self.x = x
    self.y = y
    self.state = state
  }
}
