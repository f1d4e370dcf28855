package import LifeCore
package import LifeIO

/// A request to a ``Simulation``.
package enum SimulationRequest: Sendable, Equatable {
  /// Only shows the universe.
  case show
  /// Ends a run: the next steps are an undoable change of their own.
  case pause
  /// Steps towards a generation for about 25 ms: 1 generation, then 2, 4 and so on. `isBulk` asks
  /// the engine for all of them in one step, for about 250 ms.
  case advance(to: BigInt, isBulk: Bool)
  /// Restores the latest known state up to a generation, then advances towards it for about 250 ms.
  case back(to: BigInt)
  /// Restores the first state.
  case reset
  /// Replaces the universe and clears the undo stack. The answer returns the source.
  case load(Pattern, SimulationSource)
  case undo
  case redo
  /// Sets the name of the pattern, which is saved with it.
  case rename(String)
  /// Adds a comment, which is saved with the pattern; an empty text removes all.
  case comment(String)
  /// Converts the cells to another rule, and to its universe if it names one.
  case setRule(String)

  // Cells

  /// Sets the states of single cells near each other. A request that continues the last one is
  /// undone together with it, for example a stroke of the mouse.
  case set([Position: State], continues: Bool)
  /// Kills a cell in a state, and sets any other cell to that state.
  case toggle(Position, State)
  /// Begins a new pattern: no cells, no notes, generation 0.
  case clear
  /// Kills all cells in a box.
  case erase(Bounds)
  /// Sets all cells in a box to a state.
  case fill(Bounds, State)
  /// Sets the connected cells of equal state around a cell, inside a box.
  case flood(Position, State, within: Bounds)
  /// Sets each cell in a box to a random state: alive with a probability in percent.
  case randomize(Bounds, percent: Int, seed: UInt64)
  /// Rotates or reflects the cells in a box; its north-western corner stays, except that blocks and
  /// triangles are aligned.
  case turn(Bounds, Orientation)

  // The clipboard

  case copy(Bounds, isCut: Bool)
  /// Pastes the clipboard, with its (0, 0) at a position.
  case paste(Position)
  case turnClipboard(Orientation)
  /// Reads text in any pattern format into the clipboard.
  case readClipboard(String)
  /// Puts a pattern into the clipboard.
  case pickUp(Pattern)

  /// Whether the request may take long.
  package var isLong: Bool {
    switch self {
    case .advance(_, let isBulk): isBulk
    case .back: true
    default: false
    }
  }

  /// Whether the universe changes by something other than steps.
  package var isChange: Bool {
    switch self {
    case .show, .pause, .advance, .back, .turnClipboard, .readClipboard, .pickUp: false
    case .copy(_, let isCut): isCut
    default: true
    }
  }

  /// Whether the cells or the rule change by something other than steps.
  package var changesPattern: Bool {
    switch self {
    case .rename, .comment: false
    default: isChange
    }
  }

  /// Whether the run ends after the request: after each change except a `set` that continues the
  /// last one. ``pause`` is no change: `carryOut` itself ends the run.
  var endsRun: Bool {
    if case .set(_, continues: true) = self { false } else { isChange }
  }
}

/// The name of a pattern and its file for saving.
package struct SimulationSource: Sendable, Equatable {
  package var name: String
  /// The file of the pattern; `nil` if there is none, or if saving would change more than the
  /// pattern, for example other members of an archive.
  package var path: Path?
  /// The version of the file when it was read.
  package var version: FileVersion?

  package init(name: String, path: Path?, version: FileVersion? = nil) {
    self.name = name
    self.path = path
    self.version = version
  }
}
