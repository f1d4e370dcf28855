package import LifeCore
package import LifeKernels

/// Advances one universe by whole generations.
package protocol Stepper {
  /// Advances by `count` generations.
  ///
  /// - Throws: ``MemoryExhausted``, ``Stopped``. The universe is then at the last complete
  ///   generation.
  mutating func advance(by count: BigInt) throws

  var generation: BigInt { get }
  /// Bits of a state: the number of words for 64 cells of a row.
  var planes: Int { get }
  /// The number of live cells, exact.
  var population: BigInt { get }
  /// The bounding box, exact; `nil` if no cell is alive.
  var bounds: Bounds? { get }

  /// The generations after which the cells are known to repeat, in place or displaced. Whole
  /// periods then need no stepping.
  var period: Int? { get }

  /// Visits the rows inside a window as packed words, north to south and west to east.
  ///
  /// `y` and `x` count from the window's corner. Bit 0 of the first word is the cell in column `x`,
  /// a multiple of 64, and no bit outside the window is set. Each 64 cells are ``planes`` words,
  /// the lowest bits of the states first. Stretches without live cells may be left out.
  func forEachRow(
    in window: Bounds,
    _ body: (_ y: Int, _ x: Int, _ words: Span<UInt64>) throws -> Void
  ) rethrows

  /// A copy of the universe as a pattern, with the notes of the original. Later steps don't change
  /// it.
  ///
  /// - Throws: ``MemoryExhausted``.
  func snapshot() throws -> Pattern

  /// Sets some cells in the present generation, in place: the cost depends on the change, not on
  /// the pattern. Cells outside a bounded universe are ignored.
  ///
  /// - Parameter cells: states of the rule, with as many bit-planes as ``planes``.
  /// - Returns: the former states, to undo the change.
  /// - Throws: ``MemoryExhausted`` if memory runs out, or if the cells are too far from the others
  ///   for this engine. No cell has changed then.
  @discardableResult
  mutating func set(_ cells: CellStates) throws -> CellStates

  /// Traps if an assumption of the next step is false. Debug builds check after every step, and the
  /// laws of the tests after every comparison.
  ///
  /// - Complexity: O(*n*) in the memory of the universe.
  func checkInvariants()
}

extension Stepper {
  package var period: Int? { nil }

  /// Checks the invariants, after a change: in debug builds only.
  ///
  /// - Parameter isSmall: whether the check takes no longer than the change.
  @inline(__always)
  func checkInDebugBuilds(if isSmall: @autoclosure () -> Bool = true) {
    #if DEBUG
      if isSmall() { checkInvariants() }
    #endif
  }
}

extension Pattern {
  /// The same pattern at another generation. The coordinates of `cells` count from `corner`.
  func later(generation: BigInt, cells: Cells, from corner: Position) -> Pattern {
    var result = self
    result.cells = cells
    result.statedPosition = corner
    result.generation = generation
    return result
  }
}

/// A stepper with long steps, for example HashLife: one call of ``Stepper/advance(by:)`` with a
/// large `count` is faster than several calls for the same generations.
package protocol BulkStepper: Stepper {}

/// A stepper that counts the live cells of large squares without visiting each cell.
package protocol DensityStepper: Stepper {
  /// The number of live cells in each square of `side` × `side` cells of a grid with its
  /// north-western cell at `corner`, row by row. Counts above `UInt64.max` become `UInt64.max`.
  ///
  /// Returns `nil` if the present engine has no faster way than visiting every row.
  ///
  /// - Parameter check: called now and then; its errors end the count.
  func density(
    from corner: Position, side: Int, columns: Int, rows: Int, check: () throws -> Void
  ) rethrows -> [UInt64]?
}

/// A stepper that copies all rows of a window in one call, for example from tiles.
package protocol RowCopyingStepper: Stepper {
  /// Copies the rows inside a window to `words`, for cells of two states. `words` must be 0 and has
  /// (width + 63) / 64 words for each row. `marks` has a word for each row; it becomes nonzero if a
  /// cell of the row is alive.
  ///
  /// - Returns: false, with nothing copied, if the present engine has no faster way than visiting
  ///   every row.
  func copyRows(
    in window: Bounds, to words: inout MutableSpan<UInt64>,
    marks: inout MutableSpan<UInt64>
  ) -> Bool
}

/// The resources of an engine: threads, memory and CPU level, and the flag to stop it.
package struct EngineOptions: Sendable {
  /// The number of threads.
  package var threads = 1
  /// The CPU level of the kernels; by default the best one of this CPU.
  package var cpu = CPULevel.best
  /// The memory limit of the engine's cells, in bytes.
  package var memoryLimit = Int.max
  /// Whether the cells are written when memory runs out.
  package var writesCells = false
  /// Polled while stepping; stops the engine when raised.
  package var interrupt: Interrupt?
  /// The absolute position of cell (0, 0) of HashLife's tree. Runs use that of macrocell files,
  /// so writing one need not rebuild the tree.
  package var treeCenter = Position.origin

  package init() {}

  /// The bytes for tiles. If their cells are written, a third is for a copy of them: rows of
  /// scattered cells take nearly half as much as their tiles.
  var memoryForTiles: Int { writesCells ? memoryLimit / 3 * 2 : memoryLimit }
}

/// An engine cannot serve a rule, universe or pattern, for example HashLife a torus.
package struct UnsupportedPattern: Error, Equatable {
  package var engine: String
  package var reason: String
}
