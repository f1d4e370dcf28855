import LifeArguments
package import LifeCore
package import LifeIO
package import LifeRender

/// What a ``Simulation`` does next.
package enum SimulationRequest: Sendable, Equatable {
  /// Only shows the universe.
  case show
  /// Ends a run: the next steps are another undoable change.
  case pause
  /// Steps towards a generation, for a few milliseconds. `isBulk` lets engines make many
  /// generations in one step.
  case advance(to: BigInt, isBulk: Bool)
  /// Restores the latest known state before a generation, then advances to it.
  case back(to: BigInt)
  /// Restores the first state.
  case reset
  /// Replaces the universe and forgets what could be undone. The answer returns the source.
  case load(Pattern, SimulationSource)
  case undo
  case redo
  /// Sets the name of the pattern, which files keep.
  case rename(String)
  /// Adds a comment, which files keep; without text removes all.
  case comment(String)
  /// Converts the cells to another rule, and to its universe if it names one.
  /// ``Simulation/prepareRule(_:)`` does most of it beforehand.
  case setRule(String)

  // Cells

  /// Sets the states of single cells, which are near each other. What continues the last request is
  /// undone together with it.
  case set([Position: State], continues: Bool)
  /// Sets a dead cell to a state and kills a live one.
  case toggle(Position, State)
  case clear
  /// Kills all cells in a box.
  case erase(Bounds)
  /// Sets all cells in a box to a state.
  case fill(Bounds, State)
  /// Sets the connected cells of equal state around a cell, inside a box.
  case flood(Position, State, within: Bounds)
  /// Sets each cell in a box to a random state: alive with a probability in percent.
  case randomize(Bounds, percent: Int, seed: UInt64)
  /// Rotates or reflects the cells in a box; its north-western corner stays.
  case turn(Bounds, Orientation)

  // What was copied

  case copy(Bounds, isCut: Bool)
  /// Pastes what was copied, with its north-western corner at a position.
  case paste(Position)
  case turnClipboard(Orientation)
  /// Reads text in any pattern format in place of what was copied.
  case readClipboard(String)
  /// Takes a pattern in place of what was copied.
  case pickUp(Pattern)

  /// Whether steps may take long.
  package var isLong: Bool {
    switch self {
    case .advance(_, let isBulk): isBulk
    case .back: true
    default: false
    }
  }

  /// Whether the universe changes other than by steps.
  package var isChange: Bool {
    switch self {
    case .show, .pause, .advance, .back, .turnClipboard, .readClipboard, .pickUp: false
    case .copy(_, let isCut): isCut
    default: true
    }
  }

  /// Whether the next steps are another undoable change.
  var endsRun: Bool {
    if case .set(_, continues: true) = self { false } else { isChange }
  }
}

/// The name of a pattern, and the file that it is saved to.
package struct SimulationSource: Sendable, Equatable {
  package var name: String
  /// Nil if there is none, or if writing to it would change more than the pattern.
  package var path: Path?
  /// The file as it was when it was read.
  package var version: FileVersion?

  package init(name: String, path: Path?, version: FileVersion? = nil) {
    self.name = name
    self.path = path
    self.version = version
  }
}

/// The numbers of the last edits that a universe contains. Edits are counted, so later ones have
/// higher numbers.
package struct EditNumbers: Hashable, Sendable {
  package var cells = 0
  /// Steps back do not take back what was written about a pattern.
  package var notes = 0

  package init(cells: Int = 0, notes: Int = 0) {
    self.cells = cells
    self.notes = notes
  }
}

/// The part of the universe that a snapshot shows.
package struct SimulationView: Hashable, Sendable {
  package var corner: Position
  /// The scale: 2^zoom cells along the side of a pixel, or 2^−zoom pixels along that of a cell.
  package var zoom: Int
  /// The size in pixels.
  package var width: Int
  package var height: Int
  /// Whether the middle of the live cells is kept in the middle, in place of `corner`.
  package var isFollowing = false
  package var appearance = Appearance()

  package init(corner: Position, zoom: Int, width: Int, height: Int) {
    self.corner = corner
    self.zoom = zoom
    self.width = width
    self.height = height
  }

  /// The most cells along a pixel, as a power of two.
  package static let farthest = 60
  /// The most pixels along a cell, as a power of two.
  package static let nearest = 5

  /// The cells along `pixels` pixels, at least one.
  package func cells(_ pixels: Int) -> BigInt {
    zoom >= 0 ? BigInt(pixels) << zoom : BigInt(max(1, (pixels + (1 << -zoom) - 1) >> -zoom))
  }

  /// The cell at a pixel.
  package func position(x: Int, y: Int) -> Position {
    zoom >= 0
      ? Position(x: corner.x + (BigInt(x) << zoom), y: corner.y + (BigInt(y) << zoom))
      : corner.offset(byX: x >> -zoom, y: y >> -zoom)
  }

  /// The pixel of a cell, which may be outside of the picture; nil if it is far away.
  package func pixel(of cell: Position) -> (x: Int, y: Int)? {
    let scaled = { (distance: BigInt) in zoom >= 0 ? distance >> zoom : distance << -zoom }
    guard let x = scaled(cell.x - corner.x).int, let y = scaled(cell.y - corner.y).int,
      x.isWithin(1 << 40), y.isWithin(1 << 40)
    else { return nil }
    return (x, y)
  }
}

/// Pixels as indices into a palette; index 0 is the background.
package struct SimulationPicture: Sendable, Equatable {
  /// The view that was drawn, with the corner that it had.
  package var view: SimulationView
  /// Row by row.
  package var indices: [UInt8]
  package var palette: [Color]
}

/// A universe at one generation, as the user sees it; immutable.
package struct SimulationSnapshot: Sendable, Equatable {
  package var generation: BigInt = 0
  package var population: BigInt = 0
  package var bounds: Bounds?
  package var engine = ""
  /// Why the engine was selected.
  package var reason = ""
  package var rulestring = ""
  package var states = 2
  /// The earliest generation that can be restored.
  package var firstGeneration: BigInt = 0
  /// Nil if none was wanted, or if a newer request interrupted the drawing.
  package var picture: SimulationPicture?
  /// The memory of the process, in bytes; nil if the system does not report it.
  package var memory: Int?
  /// Increases with every change of the universe.
  package var revision = 0
  /// Snapshots with equal numbers differ only by steps.
  package var edit = EditNumbers()
  package var canUndo = false
  package var canRedo = false
  /// The size of what was copied; nil if it is empty or nothing was.
  package var clipboard: ClipboardSize?
  /// What the request did, in a few words.
  package var note: String?
  /// Why the request failed.
  package var failure: String?
  /// What was copied, as RLE.
  package var copied: String?
  package var loaded: SimulationSource?

  package struct ClipboardSize: Sendable, Equatable {
    package var width: Int
    package var height: Int
  }

  package init() {}
}
