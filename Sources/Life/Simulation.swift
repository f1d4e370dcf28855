import LifeCore
import LifeRun

/// A pattern that runs beside a user interface: one task advances it, others look at it and change
/// its cells.
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
/// Calls are answered one after another. A call that arrives during a long step interrupts it at a
/// complete generation and is answered within milliseconds; the step then goes on. An
/// ``Automaton`` does the same work for one task, and has no history.
public actor Simulation {
  /// The numbers of a simulation at one moment. ``snapshot(of:)`` has the cells.
  public struct Status: Hashable, Sendable {
    /// The present generation.
    public var generation: BigInt
    /// The number of live cells of the whole universe, exact.
    public var population: BigInt
    /// The bounding box of the live cells, exact; nil if all cells are dead.
    public var bounds: Bounds?
    /// Whether there is a change that ``undo()`` takes back.
    public var canUndo: Bool
    /// Whether there is a change that ``redo()`` brings back.
    public var canRedo: Bool
  }

  /// The rule of the pattern.
  public nonisolated let rule: Rule
  private let simulation: LifeRun.Simulation
  private var viewers: [Int: AsyncStream<Status>.Continuation] = [:]
  private var viewerCount = 0
  /// The number of the last change that viewers know.
  private var revision = 0

  /// Makes a simulation at the generation of a pattern, which stays as it is.
  ///
  /// - Parameters:
  ///   - pattern: the cells, the rule, the universe and the generation.
  ///   - engine: the engine that advances the pattern.
  ///   - limits: ``Limits/memory`` and ``Limits/threads`` apply; the others concern reading.
  /// - Throws: ``LifeError`` if the engine does not serve the pattern's rule or universe, or of the
  ///   kind ``LifeError/Kind/overLimit`` if the cells need more memory than the limit.
  /// - Complexity: O(*n*) for *n* words of 64 cells, or nodes of a quadtree.
  public init(
    _ pattern: Pattern, engine: Engine = .automatic, limits: Limits = Limits()
  ) throws(LifeError) {
    rule = pattern.rule
    let selection = limits.selection(of: engine, interrupt: Interrupt())
    simulation = try LifeError.converting {
      try LifeRun.Simulation(pattern.value, selection: selection)
    }
  }

  /// Advances by any number of generations, and lets other calls in between.
  ///
  /// The runs between two edits are one change for ``undo()``.
  ///
  /// - Parameter generations: 0 or more, counted from the generation at the time of the call.
  /// - Returns: the numbers at the end.
  /// - Throws: ``LifeError`` of the kind ``LifeError/Kind/invalidArgument`` if the number is
  ///   negative, ``LifeError/Kind/overLimit`` if memory runs out, or ``LifeError/Kind/cancelled``
  ///   soon after the task is cancelled, at a complete generation.
  /// - Complexity: that of ``Automaton/advance(by:)-(BigInt)``.
  @discardableResult
  public func advance(by generations: BigInt = 1) async throws(LifeError) -> Status {
    guard generations >= 0 else {
      throw LifeError(.invalidArgument, "cannot advance by \(generations) generations")
    }
    var status = try await perform(.show)
    let target = status.generation + generations
    while status.generation < target {
      guard !Task.isCancelled else { throw LifeError(Stopped()) }
      // Engines that make many generations in one step need time to begin one.
      let isBulk = target - status.generation > 64
      status = try await perform(.advance(to: target.value, isBulk: isBulk))
    }
    return status
  }

  /// The present cells as a pattern that later steps do not change.
  ///
  /// - Parameter window: the cells to copy, in absolute coordinates; nil for all cells.
  /// - Returns: a pattern with the rule and the generation of the simulation. Its population and
  ///   its bounding box are those of the cells that were copied.
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

  /// The numbers now, and after every change; several times a second in a long run. A loop that is
  /// slower than the changes gets the latest one. It ends when its task is cancelled.
  public func changes() async -> AsyncStream<Status> {
    let (stream, viewer) = AsyncStream.makeStream(
      of: Status.self, bufferingPolicy: .bufferingNewest(1))
    let index = viewerCount
    viewerCount += 1
    viewers[index] = viewer
    viewer.onTermination = { [weak self] _ in Task { await self?.remove(index) } }
    _ = try? await perform(.show)
    return stream
  }

  private func remove(_ index: Int) { viewers[index] = nil }
}

// MARK: - Editing

extension Simulation {
  /// Gives cells other states, as one change. Where a cell is named twice, the last state counts;
  /// cells outside of a bounded universe are left out.
  ///
  /// - Parameter cells: the cells with their new states; state 0 makes a cell dead.
  /// - Throws: ``LifeError`` of the kind ``LifeError/Kind/invalidArgument`` if the rule does not
  ///   have a state, or ``LifeError/Kind/overLimit`` if memory runs out; no cell has changed then.
  /// - Complexity: O(*n* log *n*) for *n* named cells, whatever the size of the pattern.
  @discardableResult
  public func set(_ cells: some Sequence<Cell> & Sendable) async throws(LifeError) -> Status {
    try await perform(.set(rule.states(of: cells), continues: false))
  }

  /// Kills a live cell, or gives a dead one a state.
  ///
  /// - Parameter cell: the cell, with the state that it gets if it is dead.
  /// - Throws: ``LifeError``, as ``set(_:)`` does.
  /// - Complexity: O(1), whatever the size of the pattern.
  @discardableResult
  public func toggle(_ cell: Cell) async throws(LifeError) -> Status {
    try await perform(.toggle(cell.position, rule.state(of: cell)))
  }

  /// Takes back the last edit or run. A run that is still under way goes on.
  ///
  /// - Throws: ``LifeError`` of the kind ``LifeError/Kind/invalidArgument`` if there is nothing to
  ///   take back; see ``Status/canUndo``.
  /// - Complexity: O(cells that were edited), or O(*n*) for *n* words of 64 cells after a run.
  @discardableResult
  public func undo() async throws(LifeError) -> Status { try await perform(.undo) }

  /// Brings back what ``undo()`` took back last.
  ///
  /// - Throws: ``LifeError``, as ``undo()`` does; see ``Status/canRedo``.
  /// - Complexity: that of ``undo()``.
  @discardableResult
  public func redo() async throws(LifeError) -> Status { try await perform(.redo) }

  /// Carries out a request, and shows the numbers after it to all viewers.
  private func perform(_ request: SimulationRequest) async throws(LifeError) -> Status {
    let simulation = simulation
    let answer = await withTaskCancellationHandler {
      await simulation.perform(request, view: nil)
    } onCancel: {
      simulation.interruptStep()
    }
    let status = Status(
      generation: BigInt(answer.generation), population: BigInt(answer.population),
      bounds: answer.bounds.map(Bounds.init), canUndo: answer.canUndo, canRedo: answer.canRedo)
    // Answers may arrive in another order than they were given.
    if answer.revision >= revision {
      revision = answer.revision
      for viewer in viewers.values { viewer.yield(status) }
    }
    if let failure = answer.failure { throw LifeError(failure) }
    return status
  }
}
