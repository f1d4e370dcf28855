package import LifeCore
import LifeEngines
import LifeIO
import LifeRender
import LifeSystem
import Synchronization

/// A universe to step, edit and show on request: the only owner of its stepper.
///
/// Requests are carried out one after another. If one arrives during a long step, it raises the
/// interrupt, and the step ends early at a complete generation. So an answer takes milliseconds,
/// even during a step of 2^30 generations.
package actor Simulation {
  nonisolated let interrupt = Interrupt()
  /// The number of requests waiting to begin.
  private nonisolated let waiting = Atomic<Int>(0)
  let selection: EngineSelection
  /// The memory limit in bytes of an edit or a copy of cells; that of a history may be lower.
  let memoryLimit: Int

  var stepper: any Stepper
  /// The rule, universe and notes, as a pattern without cells. Stepping does not change them.
  var metadata: Pattern
  var history: SimulationHistory
  var undoStack: UndoStack
  var redoStack: UndoStack
  var lastEdits = EditNumbers()
  var editCount = 0
  /// Its corner is at (0, 0). Turned blocks and triangles may be a cell farther east or south.
  var clipboard: Pattern?
  var renderer = SimulationRenderer()
  /// Counts the changes of cells, rule, generation and notes.
  var revision = 0
  private var snapshots = 0
  private var memory: Int?
  /// Whether the next steps continue a run. A run is one undoable change.
  var isRunning = false

  /// - Throws: ``UnsupportedPattern``, ``MemoryExhausted``.
  package init(_ pattern: Pattern, selection: EngineSelection) throws {
    var selection = selection
    selection.interrupt = interrupt
    self.selection = selection
    memoryLimit = selection.memory.forCopy
    metadata = pattern.withoutCells
    stepper = try selection.makeStepper(pattern)
    let limit = min(memoryLimit, Self.maxHistoryBytes / 2)
    history = SimulationHistory(SimulationState(pattern, edit: 0), limit: limit)
    undoStack = UndoStack(limit: limit)
    redoStack = UndoStack(limit: limit)
  }

  /// The memory for earlier states, in bytes: half of it for steps back, half for undo.
  package static let maxHistoryBytes = 1 << 27

  /// Carries out a request and returns a snapshot of the universe.
  package nonisolated func perform(
    _ request: SimulationRequest, view: SimulationView?
  ) async -> SimulationSnapshot {
    announce()
    return await answer(request, view: view)
  }

  /// Ends the present step soon, because a request will follow. The caller then calls
  /// ``answer(_:view:)`` for each announced request, in order.
  package nonisolated func announce() {
    waiting.add(1, ordering: .sequentiallyConsistent)
    interrupt.raise()
  }

  /// Carries out an announced request.
  package func answer(
    _ request: SimulationRequest, view: SimulationView?
  ) -> SimulationSnapshot {
    waiting.subtract(1, ordering: .sequentiallyConsistent)
    lowerInterrupt()
    var result = SimulationSnapshot()
    do {
      try carryOut(request, answer: &result)
    } catch is Stopped {
      // A newer request waits and will answer.
    } catch {
      result.failure = Self.describe(error)
    }
    if request.endsRun { isRunning = false }
    complete(&result, view: view)
    return result
  }

  /// Lets engines work, unless another request waits.
  private func lowerInterrupt() {
    interrupt.lower()
    // Lowering also removes the interrupt of a waiting request.
    if waiting.load(ordering: .sequentiallyConsistent) > 0 { interrupt.raise() }
  }

  private static func describe(_ error: any Error) -> RunFailure {
    RunFailure(describing: error) ?? RunFailure(.invalidData, "\(error)")
  }

  /// Ends the present step soon, because its task was cancelled.
  package nonisolated func interruptStep() { interrupt.raise() }

  /// The universe, or the cells of a box, as a pattern for another thread. Must be announced like a
  /// request.
  ///
  /// - Throws: ``MemoryExhausted``; ``RunFailure`` if the box has too many cells.
  package func copy(of box: Bounds? = nil) throws -> SimulationCopy {
    waiting.subtract(1, ordering: .sequentiallyConsistent)
    defer { lowerInterrupt() }
    // The interrupt must not stop the copy.
    interrupt.lower()
    let pattern = try box.map { try part(in: $0) } ?? independentUniverse()
    return SimulationCopy(pattern: pattern, edit: lastEdits)
  }
}

// MARK: - The universe

extension Simulation {
  /// The universe as a pattern.
  func universe() throws -> Pattern {
    var pattern = try stepper.snapshot()
    pattern.notes = metadata.notes
    return pattern
  }

  /// The universe as a pattern for another thread.
  private func independentUniverse() throws -> Pattern {
    let pattern = try universe()
    guard let tree = pattern.tree else { return pattern }
    // A store is used by one thread at a time.
    let store = try QuadStore(memoryLimit: tree.store.memoryLimit, states: tree.store.states)
    let copied = try pattern.copied(to: store, center: pattern.origin)
    var result = Pattern(tree: copied, center: pattern.origin)
    result.statedRule = pattern.statedRule
    result.universe = pattern.universe
    result.generation = pattern.generation
    result.notes = pattern.notes
    return result
  }
}

// MARK: - Steps

extension Simulation {
  /// The time of one request's steps. Longer runs take several requests, so that the display
  /// follows.
  private static var budget: Duration { .milliseconds(25) }
  /// The same for steps of many generations each, long enough for ``AutoStepper`` to change
  /// engines.
  private static var bulkBudget: Duration { .milliseconds(250) }

  func run(to target: BigInt, isBulk: Bool) throws {
    guard target > stepper.generation else { return }
    if !isRunning || history.lacksPresent {
      let before = try changeRestoringPresent()
      if !isRunning { remember(before) }
    }
    isRunning = true
    try history.addIfDue(stepper, edit: lastEdits.cells)
    try advance(to: target, isBulk: isBulk)
  }

  /// Advances until the target, the end of the budget or a waiting request.
  private func advance(to target: BigInt, isBulk: Bool) throws {
    let clock = ContinuousClock()
    let first = stepper.generation
    defer {
      if stepper.generation > first { revision += 1 }
    }
    let end = clock.now + (isBulk ? Self.bulkBudget : Self.budget)
    let interrupt = interrupt
    let reporting = stepper as? AutoStepper
    reporting?.onProgress = isBulk ? { _, _ in if clock.now > end { interrupt.raise() } } : nil
    // An engine may report no progress for a long time, for example when distant gliders meet.
    let timeLimit = isBulk ? RequestTimeLimit(Self.bulkBudget * 2, interrupt: interrupt) : nil
    defer {
      timeLimit?.end()
      reporting?.onProgress = nil
      lowerInterrupt()
    }
    var piece: BigInt = isBulk ? target - first : 1
    while stepper.generation < target, !interrupt.isRaised, clock.now < end {
      try stepper.advance(by: min(piece, target - stepper.generation))
      piece = piece + piece
    }
  }

  /// Restores the latest state in the history up to `target` and advances from it.
  func goBack(to target: BigInt) throws {
    guard target >= firstGeneration else {
      throw RunFailure(.usage, "the first generation is \(firstGeneration)")
    }
    interrupt.lower()
    var before: UndoStack.UndoableChange?
    if !isRunning || history.lacksPresent {
      let present = try changeRestoringPresent()
      if !isRunning { before = present }
    }
    let state = history.latest(at: target)
    try restore(state)
    if let before { remember(before) }
    history.end(with: state)
    isRunning = true
    try advance(to: target, isBulk: true)
  }
}

// MARK: - Snapshots

extension Simulation {
  /// The earliest generation to go back to.
  private var firstGeneration: BigInt { history.states.first?.generation ?? stepper.generation }

  /// Adds the universe to the answer of a request.
  private func complete(_ result: inout SimulationSnapshot, view: SimulationView?) {
    let span = selection.spans(of: stepper, since: 0).last
    if let view {
      // An edit may have lowered the interrupt of a waiting request.
      lowerInterrupt()
      do {
        result.picture = try renderer.draw(stepper, rule: metadata.rule, wanted: view) {
          [interrupt] in
          try interrupt.check()
        }
      } catch is Stopped {
        // The newer request draws the picture.
      } catch {
        result.failure = result.failure ?? Self.describe(error)
      }
    }
    result.generation = stepper.generation
    result.population = stepper.population
    result.bounds = stepper.bounds
    result.engine = span?.engine.rawValue ?? selection.name
    result.reason = span?.reason ?? ""
    result.rulestring = metadata.rulestring
    result.rule = metadata.rule
    result.universe = metadata.universe
    result.firstGeneration = firstGeneration
    result.revision = revision
    result.canUndo = undoStack.last != nil
    result.canRedo = redoStack.last != nil
    result.edit = lastEdits
    result.clipboard = clipboard?.cells.isEmpty == false ? clipboard : nil
    if snapshots.isMultiple(of: 16) { memory = SystemResources.residentMemory }
    snapshots += 1
    result.memory = memory
  }
}

/// Raises an interrupt when the time of a request is up, unless the request has ended.
final class RequestTimeLimit: Sendable {
  private let hasEnded = Mutex(false)

  init(_ time: Duration, interrupt: Interrupt) {
    let end = ContinuousClock.now + time
    // A task would wait for a thread while steps occupy all of them. Without this thread, only the
    // progress of an engine ends its step.
    _ = startThread {
      while ContinuousClock.now < end {
        if self.hasEnded.withLock(\.self) { return }
        usleep(10_000)
      }
      // A later interrupt would stop the next request.
      self.hasEnded.withLock { if !$0 { interrupt.raise() } }
    }
  }

  /// Marks the end of the request: the interrupt is not raised anymore.
  func end() { hasEnded.withLock { $0 = true } }
}

/// A state of a universe, shared by histories and undoable changes.
final class SimulationState: Sendable {
  let pattern: Pattern
  /// The number of the last edit of the cells.
  let edit: Int

  init(_ pattern: Pattern, edit: Int) {
    self.pattern = pattern
    self.edit = edit
  }

  var generation: BigInt { pattern.generation }

  /// The object that holds the memory of the cells, and its bytes. All trees of a ``QuadStore``
  /// share one.
  var storage: (owner: ObjectIdentifier, bytes: Int) {
    guard let tree = pattern.tree else {
      return (ObjectIdentifier(self), pattern.cells.byteCount + 256)
    }
    return (ObjectIdentifier(tree.store), tree.store.byteCount)
  }
}
