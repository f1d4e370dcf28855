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

  /// The westmost cell.
  var start: Cell { Cell(x: x, y: y) }
}
