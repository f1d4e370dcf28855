package import LifeCore

/// A stepper whose cells can be changed in place between two generations, at a cost that depends on
/// the change and not on the pattern.
package protocol EditableStepper: Stepper {
  /// Gives some cells other states in the present generation. Cells outside a bounded universe are
  /// left out.
  ///
  /// - Parameter cells: states that the rule has, with as many bit-planes as ``Stepper/planes``.
  /// - Returns: the states that the cells had, which undo the change.
  /// - Throws: ``MemoryExhausted`` without memory, or if the cells are too far from the others for
  ///   this engine; no cell has changed then.
  @discardableResult
  mutating func set(_ cells: CellStates) throws -> CellStates
}

extension MemoryExhausted {
  /// Cells that an engine cannot reach with its coordinates.
  static let tooFar = MemoryExhausted(purpose: "pattern", bytes: .max)
}

extension CellStates {
  /// The window around the cells, in columns and rows of a board; nil if there are none.
  ///
  /// - Parameter corner: the position of the board's north-western cell.
  /// - Throws: ``MemoryExhausted`` if no board can be so large.
  func boardWindow(from corner: Position) throws(MemoryExhausted) -> Window? {
    guard let window else { return nil }
    // No board comes near this size, and sums of such numbers fit an `Int`.
    let most = 1 << 40
    guard let offset = offset(from: corner) else { throw .tooFar }
    let moved = Window(
      x: window.x + offset.x, y: window.y + offset.y, width: window.width, height: window.height)
    guard moved.x.isWithin(most), moved.y.isWithin(most), moved.width < most, moved.height < most
    else { throw .tooFar }
    return moved
  }
}
