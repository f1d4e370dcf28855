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

  /// Copies the rows inside a window, of cells of two states, to `words`, which are 0 and as many
  /// for each row as its width takes. A row with live cells gets a mark that is not 0.
  ///
  /// - Returns: false if that would not be faster than to visit the rows; nothing is copied then.
  func copyRows(
    in window: Bounds, to words: inout MutableSpan<UInt64>,
    marks: inout MutableSpan<UInt64>
  ) -> Bool

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

extension Stepper {
  package func copyRows(
    in window: Bounds, to words: inout MutableSpan<UInt64>,
    marks: inout MutableSpan<UInt64>
  ) -> Bool { false }
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
    let moved = window.moved(byX: offset.x, y: offset.y)
    guard moved.x.isWithin(most), moved.y.isWithin(most), moved.width < most, moved.height < most
    else { throw .tooFar }
    return moved
  }
}

extension CellStates {
  /// Exchanges the states of all cells.
  ///
  /// - Parameter exchange: gives the cell in a column and row a state and returns the former one;
  ///   nil for a cell that has no place and stays dead. After an error it is called for the same
  ///   cells again, with the states that they had.
  /// - Returns: the former states of the cells that have a place.
  /// - Throws: ``MemoryExhausted``; no cell has changed then.
  @inline(__always)
  func exchanged(
    _ exchange: (_ x: Int, _ y: Int, _ state: State) throws(MemoryExhausted) -> State?
  ) throws(MemoryExhausted) -> CellStates {
    var former = CellStates(from: origin, planes: planes)
    try former.reserve(count)
    do throws(MemoryExhausted) {
      for index in 0..<count { try former.append(exchangingWord: index, of: self, exchange) }
    } catch {
      for index in 0..<former.count {
        var lost = CellStates(from: origin, planes: planes)
        try lost.append(exchangingWord: index, of: former, exchange)
      }
      throw error
    }
    return former
  }

  /// Exchanges the states of a word's cells, and adds the former ones.
  private mutating func append(
    exchangingWord index: Int, of cells: CellStates,
    _ exchange: (_ x: Int, _ y: Int, _ state: State) throws(MemoryExhausted) -> State?
  ) throws(MemoryExhausted) {
    let word = cells[index]
    let states = cells.states(ofWord: index)
    var former = InlineArray<8, UInt64>(repeating: 0)
    var mask: UInt64 = 0
    var left = word.mask
    var failure: MemoryExhausted?
    while left != 0 {
      let bit = left.trailingZeroBitCount
      left &= left &- 1
      var state: State = 0
      for plane in 0..<planes {
        state |= State(truncatingIfNeeded: states[plane] >> UInt64(bit) & 1) << State(plane)
      }
      do throws(MemoryExhausted) {
        guard let old = try exchange(word.x + bit, word.y, state) else { continue }
        mask |= 1 << UInt64(bit)
        for plane in 0..<planes { former[plane] |= UInt64(old >> State(plane) & 1) << UInt64(bit) }
      } catch {
        failure = error
        break
      }
    }
    try append(y: word.y, x: word.x, mask: mask, states: former.span.extracting(0..<planes))
    if let failure { throw failure }
  }
}
