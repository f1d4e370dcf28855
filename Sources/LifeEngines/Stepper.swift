package import LifeCore
package import LifeKernels

/// Advances one universe by whole generations.
package protocol Stepper {
  /// - Throws: ``UnsupportedPattern`` if this engine cannot serve the pattern's rule or universe,
  ///   ``MemoryExhausted`` if there is no room.
  init(_ pattern: Pattern, _ options: EngineOptions) throws

  /// Advances by `count` generations.
  ///
  /// - Throws: ``MemoryExhausted``, ``Stopped``; the universe is then at the last generation that
  ///   was reached whole.
  mutating func advance(by count: BigInt) throws

  var generation: BigInt { get }
  /// The bits of a state, and so the words for each 64 cells of a row.
  var planes: Int { get }
  /// The number of live cells, exact.
  var population: BigInt { get }
  /// The bounding box, exact; nil if no cell lives.
  var bounds: Bounds? { get }

  /// Visits the rows inside a window as packed words, north to south and west to east.
  ///
  /// `y` and `x` count from the window's corner; bit 0 of the first word is the cell in column `x`,
  /// a multiple of 64, and no bit outside the window is set; each 64 cells are ``planes`` words,
  /// that of the states' lowest bits first. All-dead stretches may be left out.
  func forEachRow(
    in window: AbsoluteWindow,
    _ body: (_ y: Int, _ x: Int, _ words: Span<UInt64>) throws -> Void
  ) rethrows

  /// The universe as a pattern that later steps don't change; its notes are the original's.
  ///
  /// - Throws: ``MemoryExhausted``.
  func snapshot() throws -> Pattern
}

extension Pattern {
  /// The same pattern later: other cells, which count from `corner`.
  func later(_ generation: BigInt, _ cells: Cells, from corner: Position) -> Pattern {
    var result = self
    result.cells = cells
    result.position = corner
    result.generation = generation
    return result
  }
}

/// A stepper that takes many generations in one leap, so that dividing them makes it slower.
package protocol LeapingStepper: Stepper {}

/// A stepper that knows how much lives in many squares without looking at each cell.
package protocol DensityStepper: Stepper {
  /// Counts the living cells in each square of `side` × `side` of a grid, whose north-western cell
  /// is at `corner`; row by row, each count at most the largest `UInt64`.
  func density(from corner: Position, side: Int, columns: Int, rows: Int) -> [UInt64]
}

/// A rectangle anywhere in the universe.
package struct AbsoluteWindow: Hashable, Sendable {
  package var corner: Position
  package var width: Int
  package var height: Int

  package init(corner: Position, width: Int, height: Int) {
    precondition(width >= 0 && height >= 0)
    self.corner = corner
    self.width = width
    self.height = height
  }
}

/// What an engine may use.
package struct EngineOptions: Sendable {
  /// Threads to step with.
  package var threads = 1
  /// What the kernels may assume of the CPU; the best that it has unless somebody says otherwise.
  package var cpu = CPULevel.best
  /// Bytes that the engine's cells may take.
  package var memoryLimit = Int.max
  /// Asked now and then whether to stop.
  package var interrupt: Interrupt?

  package init() {}
}

/// A rule, universe or pattern that an engine cannot serve, and why.
package struct UnsupportedPattern: Error, Equatable {
  package var engine: String
  package var reason: String

  package init(engine: String, reason: String) {
    self.engine = engine
    self.reason = reason
  }
}
