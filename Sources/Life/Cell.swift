import LifeCore

/// A cell in absolute coordinates: `x` grows to the east, `y` to the south.
public struct Cell: Hashable, Codable, Sendable {
  /// The column.
  public var x: Int
  /// The row.
  public var y: Int
  /// 1 in rules of two states, otherwise from 1 to ``Rule/states`` - 1. State 0 is a dead cell.
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

extension Cell {
  var position: Position { Position(x: LifeCore.BigInt(x), y: LifeCore.BigInt(y)) }
}

extension Rule {
  /// The state of a cell in the form of lower layers.
  ///
  /// - Throws: ``LifeError`` of the kind ``LifeError/Kind/invalidArgument`` if the rule does not
  ///   have this state.
  func state(of cell: Cell) throws(LifeError) -> State {
    guard (0..<states).contains(cell.state) else {
      throw LifeError(.invalidArgument, "\(self) has no state \(cell.state)")
    }
    return State(cell.state)
  }

  /// The states of cells by position. If a cell occurs twice, its last state counts.
  func states(of cells: some Sequence<Cell>) throws(LifeError) -> [Position: State] {
    var states: [Position: State] = [:]
    for cell in cells { states[cell.position] = try state(of: cell) }
    return states
  }
}
