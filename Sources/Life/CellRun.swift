import LifeCore

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
