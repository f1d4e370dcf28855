package import LifeCore
package import LifeKernels

/// Advances one universe by whole generations.
package protocol Stepper {
  /// - Throws: ``UnsupportedPattern`` if this engine cannot serve the pattern's rule or universe,
  ///   ``MemoryExhausted`` if memory runs out.
  init(_ pattern: Pattern, options: EngineOptions) throws

  /// Advances by `count` generations.
  ///
  /// - Throws: ``MemoryExhausted``, ``Stopped``; the universe is then at the last generation that
  ///   was completed.
  mutating func advance(by count: BigInt) throws

  var generation: BigInt { get }
  /// The number of bits of a state, and so of words that hold 64 cells of a row.
  var planes: Int { get }
  /// The number of live cells, exact.
  var population: BigInt { get }
  /// The bounding box, exact; nil if no cell is live.
  var bounds: Bounds? { get }

  /// Visits the rows inside a window as packed words, north to south and west to east.
  ///
  /// `y` and `x` count from the window's corner; bit 0 of the first word is the cell in column `x`,
  /// a multiple of 64, and no bit outside the window is set; each 64 cells are ``planes`` words,
  /// the lowest bits of the states first. Stretches without live cells may be left out.
  func forEachRow(
    in window: Bounds,
    _ body: (_ y: Int, _ x: Int, _ words: Span<UInt64>) throws -> Void
  ) rethrows

  /// The universe as a pattern that later steps do not change, with the notes of the original.
  ///
  /// - Throws: ``MemoryExhausted``.
  func snapshot() throws -> Pattern

  /// Traps unless everything that the next step relies on is true. Debug builds check it after
  /// every step, and the laws of the tests after every comparison.
  ///
  /// - Complexity: O(*n*) in the memory of the universe.
  func checkInvariants()
}

extension Pattern {
  /// The same pattern at another generation: `cells`, whose coordinates count from `corner`.
  func later(generation: BigInt, cells: Cells, from corner: Position) -> Pattern {
    var result = self
    result.cells = cells
    result.position = corner
    result.generation = generation
    return result
  }
}

/// A stepper that makes many generations in one step: a large `count` in one call of
/// ``Stepper/advance(by:)`` takes less time than the same generations in several calls.
package protocol BulkStepper: Stepper {}

/// A stepper that can count the live cells of large squares without visiting each cell.
package protocol DensityStepper: Stepper {
  /// The number of live cells in each square of `side` × `side` cells of a grid, whose
  /// north-western cell is at `corner`; row by row, each count at most the largest `UInt64`.
  ///
  /// Nil if the present engine has no faster way than visiting every row.
  ///
  /// - Parameter check: called now and then; what it throws ends the count.
  func density(
    from corner: Position, side: Int, columns: Int, rows: Int, check: () throws -> Void
  ) rethrows -> [UInt64]?
}

/// A stepper that can copy all rows of a window in one call.
package protocol RowCopyingStepper: Stepper {
  /// Copies the rows inside a window, of cells of two states, to `words`, which are 0 and as many
  /// for each row as its width takes. A row with live cells gets a mark that is not 0.
  ///
  /// - Returns: false if the present engine has no faster way than visiting every row; nothing is
  ///   copied then.
  func copyRows(
    in window: Bounds, to words: inout MutableSpan<UInt64>,
    marks: inout MutableSpan<UInt64>
  ) -> Bool
}

/// The threads, memory and CPU level that an engine may use, and the flag that stops it.
package struct EngineOptions: Sendable {
  /// The number of threads.
  package var threads = 1
  /// The CPU level of the kernels; the best that this CPU has, if not set.
  package var cpu = CPULevel.best
  /// The memory limit of the engine's cells, in bytes.
  package var memoryLimit = Int.max
  /// Polled while stepping; stops the engine when it is raised.
  package var interrupt: Interrupt?
  /// The absolute position of the (0, 0) of a quadtree that an engine builds. A format that stores
  /// trees has its own convention, and need not rebuild a tree that follows it.
  package var treeCenter = Position.origin

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

extension EngineOptions {
  /// Whether the engine is to stop at the generation where it is.
  var isToStop: Bool { interrupt?.isRaised ?? false }

  func stopIfAsked() throws(Stopped) {
    if isToStop { throw Stopped() }
  }
}
