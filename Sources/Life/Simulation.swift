import LifeCore
import LifeRun

/// A pattern running next to a user interface: one task advances it, others read and change its
/// cells.
///
///     let simulation = try Simulation(Pattern(named: "acorn"))
///     let run = Task { try await simulation.advance(by: 5000) }
///     try await simulation.set([Cell(x: 100, y: 0)])
///     for await status in await simulation.changes() where status.generation > 1000 {
///       run.cancel()
///       break
///     }
///     try await simulation.undo()
///
/// Calls are answered one after another. A call during a long step interrupts it at a complete
/// generation and is answered within milliseconds. The step then continues. An ``Automaton`` does
/// the same work for one task, without a history.
public actor Simulation {
  /// The numbers of a simulation at one moment. For the cells, see ``snapshot(of:)``.
  public struct Status: Hashable, Sendable {
    /// The present generation.
    public var generation: BigInt
    /// Whether all cells are the opposite of the real ones, see ``Automaton/isComplement``.
    public var isComplement: Bool
    /// The exact number of live cells in the whole universe, or of dead cells if ``isComplement``.
    public var population: BigInt
    /// The exact bounding box of the cells that ``population`` counts. `nil` if there are none.
    public var bounds: Bounds?
    /// Whether ``undo()`` has a change to take back.
    public var canUndo: Bool
    /// Whether ``redo()`` has a change to bring back.
    public var canRedo: Bool
  }

  /// The rule of the pattern.
  public nonisolated let rule: Rule
  /// The universe of the pattern.
  public nonisolated let universe: Universe
  private let simulation: LifeRun.Simulation
  private var viewers: [Int: AsyncStream<Status>.Continuation] = [:]
  private var viewerCount = 0
  /// Whether a call of ``advance(by:)-(BigInt)`` has not returned yet.
  private var isAdvancing = false
  /// The number of the last change known to viewers.
  private var revision = 0
  /// The numbers after that change.
  private var latest: Status?

  /// Makes a simulation at the generation of a pattern. The pattern stays unchanged.
  ///
  /// - Parameters:
  ///   - pattern: the cells, the rule, the universe and the generation.
  ///   - engine: the engine that advances the pattern.
  ///   - limits: ``Limits/memory`` and ``Limits/threads`` apply. The others are for reading.
  /// - Throws: ``LifeError`` of the kind ``LifeError/Kind/invalidData`` if the engine does not
  ///   support the pattern's rule or universe, ``LifeError/Kind/invalidArgument`` if a cell lies
  ///   outside the universe, or ``LifeError/Kind/overLimit`` if the cells need more memory than the
  ///   limit.
  /// - Complexity: O(*n*) for *n* words of 64 cells, or nodes of a quadtree.
  public init(
    _ pattern: Pattern, engine: Engine = .automatic, limits: Limits = Limits()
  ) throws(LifeError) {
    rule = pattern.rule
    universe = pattern.universe
    let selection = limits.selection(of: engine, interrupt: Interrupt())
    simulation = try LifeError.converting {
      try LifeRun.Simulation(pattern.valueInUniverse, selection: selection)
    }
  }

  deinit {
    for viewer in viewers.values { viewer.finish() }
  }

  /// Advances by any number of generations. Other calls are answered in between.
  ///
  /// All runs between two edits are one change for ``undo()``.
  ///
  /// - Parameter generations: 0 or more. A call during another one begins where that one ends.
  /// - Returns: the numbers at the end.
  /// - Throws: ``LifeError`` of the kind ``LifeError/Kind/invalidArgument`` if the number is
  ///   negative, ``LifeError/Kind/overLimit`` if memory runs out, or ``LifeError/Kind/cancelled``
  ///   soon after the task is cancelled, at a complete generation.
  /// - Complexity: the same as ``Automaton/advance(by:)-(BigInt)``.
  @discardableResult
  public func advance(by generations: BigInt = 1) async throws(LifeError) -> Status {
    guard generations >= 0 else {
      throw LifeError(.invalidArgument, "cannot advance by \(generations) generations")
    }
    while isAdvancing {
      do { try await Task.sleep(for: .milliseconds(1)) } catch { throw LifeError(Stopped()) }
    }
    isAdvancing = true
    defer { isAdvancing = false }
    return try await advance(to: perform(.show).generation + generations)
  }

  /// Advances by a number of generations; see ``advance(by:)-(BigInt)``.
  @discardableResult
  public func advance(
    by generations: some BinaryInteger & Sendable
  ) async throws(LifeError) -> Status {
    try await advance(by: BigInt(generations))
  }

  /// Advances to a generation, like ``advance(by:)-(BigInt)``. Does nothing if the simulation is
  /// already there or past it, for example because another task advanced it.
  @discardableResult
  public func advance(to generation: BigInt) async throws(LifeError) -> Status {
    var status = try await perform(.show)
    while status.generation < generation {
      guard !Task.isCancelled else { throw LifeError(Stopped()) }
      // Steps of many generations are slow to start, so they pay only for a long way.
      let isBulk = generation - status.generation > 64
      status = try await perform(.advance(to: generation.value, isBulk: isBulk))
    }
    return status
  }

  /// Advances to a generation; see ``advance(to:)-(BigInt)``.
  @discardableResult
  public func advance(
    to generation: some BinaryInteger & Sendable
  ) async throws(LifeError) -> Status {
    try await advance(to: BigInt(generation))
  }

  /// The present cells as a pattern. Later steps do not change it.
  ///
  /// - Parameter window: the cells to copy, in absolute coordinates. `nil` for all cells.
  /// - Returns: a pattern with the rule and the generation of the simulation. Its population and
  ///   its bounding box are those of the copied cells.
  /// - Throws: ``LifeError`` of the kind ``LifeError/Kind/overLimit`` if memory runs out.
  /// - Complexity: O(*n*) for *n* words of 64 cells of the window, or nodes of a quadtree.
  public func snapshot(of window: Window? = nil) async throws(LifeError) -> Pattern {
    simulation.announce()
    do {
      return Pattern(try await simulation.copy(of: window?.absolute).pattern)
    } catch {
      throw LifeError(error)
    }
  }

  /// The numbers now and after every change, several times a second in a long run. A slow loop
  /// skips to the latest change. It ends when its task is cancelled or the simulation is released.
  public func changes() async -> AsyncStream<Status> {
    let (stream, viewer) = AsyncStream.makeStream(
      of: Status.self, bufferingPolicy: .bufferingNewest(1))
    _ = try? await perform(.show)
    if let latest { viewer.yield(latest) }
    let index = viewerCount
    viewerCount += 1
    viewers[index] = viewer
    viewer.onTermination = { [weak self] _ in Task { await self?.remove(index) } }
    return stream
  }

  private func remove(_ index: Int) { viewers[index] = nil }
}

// MARK: - Editing

extension Simulation {
  /// Sets the states of cells, as one change. If a cell occurs twice, its last state counts. Cells
  /// outside a bounded universe are ignored.
  ///
  /// - Parameter cells: the cells with their new states. State 0 makes a cell dead.
  /// - Throws: ``LifeError`` of the kind ``LifeError/Kind/invalidArgument`` if the rule does not
  ///   have a state, or ``LifeError/Kind/overLimit`` if memory runs out. No cell has changed then.
  /// - Complexity: O(*n* log *n*) for *n* cells, for any size of the pattern.
  @discardableResult
  public func set(_ cells: some Sequence<Cell> & Sendable) async throws(LifeError) -> Status {
    try await perform(.set(rule.states(of: cells), continues: false))
  }

  /// Sets a cell to a state, or kills it if it is in that state already.
  ///
  /// - Parameter cell: the cell with the state.
  /// - Throws: ``LifeError``, like ``set(_:)``.
  /// - Complexity: O(1), for any size of the pattern.
  @discardableResult
  public func toggle(_ cell: Cell) async throws(LifeError) -> Status {
    try await perform(.toggle(cell.position, rule.state(of: cell)))
  }

  /// Takes back the last edit or run. A run in progress continues.
  ///
  /// - Throws: ``LifeError`` of the kind ``LifeError/Kind/invalidArgument`` if there is nothing to
  ///   take back; see ``Status/canUndo``.
  /// - Complexity: O(edited cells), or O(*n*) for *n* words of 64 cells after a run.
  @discardableResult
  public func undo() async throws(LifeError) -> Status { try await perform(.undo) }

  /// Brings back the change last taken back by ``undo()``.
  ///
  /// - Throws: ``LifeError``, like ``undo()``; see ``Status/canRedo``.
  /// - Complexity: the same as ``undo()``.
  @discardableResult
  public func redo() async throws(LifeError) -> Status { try await perform(.redo) }

  /// Carries out a request and shows the resulting numbers to all viewers.
  private func perform(_ request: SimulationRequest) async throws(LifeError) -> Status {
    let simulation = simulation
    let answer = await withTaskCancellationHandler {
      await simulation.perform(request, view: nil)
    } onCancel: {
      simulation.interruptStep()
    }
    let status = Status(
      generation: BigInt(answer.generation),
      isComplement: rule.value.storesComplement(at: answer.generation, in: universe.value),
      population: BigInt(answer.population), bounds: answer.bounds.map(Bounds.init),
      canUndo: answer.canUndo, canRedo: answer.canRedo)
    // Answers may arrive out of order, and an edit may leave all numbers as they were.
    if answer.revision > revision || (answer.revision == revision && status != latest) {
      revision = answer.revision
      latest = status
      for viewer in viewers.values { viewer.yield(status) }
    }
    if let failure = answer.failure { throw LifeError(failure) }
    return status
  }
}
