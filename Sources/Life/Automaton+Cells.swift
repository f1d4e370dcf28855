import LifeCore
import LifeEngines
import LifeRun

// Reading and changing cells.
extension Automaton {
  /// Visits the live cells of a window as horizontal runs, north to south and west to east.
  ///
  /// Each live cell belongs to exactly one run. Neighboring runs may have the same state.
  ///
  /// - Parameters:
  ///   - window: the cells to visit, in absolute coordinates.
  ///   - body: receives each run.
  /// - Throws: the error of `body`. It ends the visit.
  /// - Complexity: O(*n*) for *n* nonempty words of 64 cells, plus the rows of the window.
  public func forEachRun(in window: Window, _ body: (CellRun) throws -> Void) rethrows {
    let planes = stepper.planes
    try stepper.forEachRow(in: window.absolute) { y, x, words in
      var run: CellRun?
      for index in 0..<words.count / planes {
        let isEmpty = (0..<planes).allSatisfy { words[index * planes + $0] == 0 }
        if isEmpty, run == nil { continue }
        for bit in 0..<64 {
          let state = (0..<planes).reduce(0) {
            $0 | Int(words[index * planes + $1] >> UInt64(bit) & 1) << $1
          }
          let column = window.x + x + index * 64 + bit
          if let open = run, open.state == state {
            run!.length += 1
          } else {
            if let open = run { try body(open) }
            run = state == 0 ? nil : CellRun(x: column, y: window.y + y, length: 1, state: state)
          }
        }
      }
      if let run { try body(run) }
    }
  }

  /// The live cells of a window, or all live cells, north to south and west to east.
  ///
  /// - Parameter window: `nil` for the bounding box.
  /// - Throws: ``LifeError`` of the kind ``LifeError/Kind/overLimit`` if no window is given and the
  ///   bounding box is too far from the origin for one; see ``Window/init(_:)``.
  /// - Complexity: the same as ``forEachRun(in:_:)``, plus 24 bytes for each cell.
  public func liveCells(in window: Window? = nil) throws(LifeError) -> [Cell] {
    var cells: [Cell] = []
    guard let bounds else { return cells }
    guard let window = window ?? Window(bounds) else {
      throw LifeError(.overLimit, "the bounding box is too far from the origin; specify a window")
    }
    forEachRun(in: window) { run in cells.append(contentsOf: run.cells) }
    return cells
  }

  /// The state of the cell in column `x` and row `y`, or 0 if it is dead; the opposite if
  /// ``isComplement``.
  ///
  /// - Precondition: the coordinates are from -2⁵⁹ to 2⁵⁹.
  /// - Complexity: O(1) for boards and tiles, O(levels) for quadtrees.
  public subscript(x: Int, y: Int) -> Int {
    var state = 0
    forEachRun(in: Window(x: x, y: y, width: 1, height: 1)) { state = $0.state }
    return state
  }
}

// MARK: - Editing

extension Automaton {
  /// Sets the states of cells in the present generation. If a cell occurs twice, its last state
  /// counts. Cells outside a bounded universe are ignored.
  ///
  ///     try gun.set([Cell(x: 0, y: 0), Cell(x: 1, y: 0, state: 0)])
  ///
  /// - Parameter cells: the cells with their new states. State 0 makes a cell dead, or alive if
  ///   ``isComplement``.
  /// - Throws: ``LifeError`` of the kind ``LifeError/Kind/invalidArgument`` if the rule does not
  ///   have a state, or ``LifeError/Kind/overLimit`` if memory runs out or the cells are too far
  ///   from the others for the engine. No cell has changed then.
  /// - Complexity: O(*n* log *n*) for *n* cells, plus at most the words of the board in an engine
  ///   for many states.
  public func set(_ cells: some Sequence<Cell>) throws(LifeError) {
    let states = try rule.states(of: cells)
    guard !states.isEmpty else { return }
    try cancellation.watching {
      let change = try CellStates(states, planes: stepper.planes, limit: .max)
      try stepper.set(change)
    }
  }
}
