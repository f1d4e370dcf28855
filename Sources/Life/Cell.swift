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

/// Live cells side by side in one row, all in the same state.
public struct CellRun: Hashable, Sendable {
  /// The column of the westmost cell.
  public var x: Int
  /// The row.
  public var y: Int
  /// The number of cells, at least 1.
  public var length: Int
  /// From 1 to ``Rule/states`` - 1.
  public var state: Int

  /// The cells, west to east.
  var cells: some Sequence<Cell> {
    (x..<x + length).lazy.map { Cell(x: $0, y: y, state: state) }
  }
}
