package import LifeCore
import LifeEngines
import LifeIO
import LifeRender
import Synchronization

/// A universe that is stepped, edited and shown on request: the only owner of its stepper.
///
/// Requests are carried out one after another. A request that arrives during a long step raises the
/// interrupt, the step ends at a complete generation, and the request is answered within
/// milliseconds, however long the rest of the step would take.
package actor Simulation {
  nonisolated let interrupt = Interrupt()
  /// The requests that have arrived and have not begun.
  private nonisolated let waiting = Atomic<Int>(0)
  let selection: EngineSelection
  /// The memory limit of histories and of patterns as rows, in bytes.
  let memoryLimit: Int

  var stepper: any EditableStepper
  /// The rule, the universe and the notes, which stepping does not change: a pattern without cells.
  var metadata: Pattern
  var history: SimulationHistory
  var undoStack: UndoStack
  var redoStack: UndoStack
  var edit = EditNumbers()
  var editCount = 0
  var clipboard: Pattern?
  private var renderer = SimulationRenderer()
  /// Counts the changes of cells, rule, generation and notes.
  var revision = 0
  private var snapshots = 0
  private var memory: Int?
  /// Whether the last request stepped: a run is one undoable change.
  var isRunning = false

  /// - Throws: ``UnsupportedPattern``, ``MemoryExhausted``.
  package init(_ pattern: Pattern, selection: EngineSelection) throws {
    var selection = selection
    selection.interrupt = interrupt
    self.selection = selection
    memoryLimit = selection.memory.forCopy
    metadata = pattern.withoutCells
    stepper = try selection.makeStepper(pattern)
    let limit = min(memoryLimit, Self.mostHistory / 2)
    history = SimulationHistory(SimulationState(pattern, edit: 0), limit: limit)
    undoStack = UndoStack(limit: limit)
    redoStack = UndoStack(limit: limit)
  }

  /// The memory for earlier states, in bytes: half of it for steps back, half for undo.
  package static let mostHistory = 1 << 27

  /// Carries out a request and returns the universe as it then is.
  package nonisolated func perform(
    _ request: SimulationRequest, view: SimulationView?
  ) async -> SimulationSnapshot {
    announce()
    return await answer(request, view: view)
  }

  /// Ends the present step soon, because a request will follow. The caller then calls
  /// ``answer(_:_:)`` for each request, in its order.
  package nonisolated func announce() {
    waiting.add(1, ordering: .sequentiallyConsistent)
    interrupt.raise()
  }

  /// Carries out a request that was announced.
  package func answer(
    _ request: SimulationRequest, view: SimulationView?
  ) -> SimulationSnapshot {
    waiting.subtract(1, ordering: .sequentiallyConsistent)
    lowerInterrupt()
    var result = SimulationSnapshot()
    do {
      try carryOut(request, answer: &result)
    } catch is Stopped {
      // A newer request waits, and answers instead.
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
    // A request may have arrived between the check and the change.
    if waiting.load(ordering: .sequentiallyConsistent) > 0 { interrupt.raise() }
  }

  private static func describe(_ error: any Error) -> Message {
    if let error = error as? RuleError { return error.message }
    return RunFailure(describing: error)?.message ?? "\(error)"
  }

  /// The universe as a pattern that another thread may use; a request that was announced.
  ///
  /// - Throws: ``MemoryExhausted``.
  package func copy() throws -> SimulationCopy {
    waiting.subtract(1, ordering: .sequentiallyConsistent)
    defer { lowerInterrupt() }
    // The interrupt must not stop it.
    interrupt.lower()
    return SimulationCopy(pattern: try independentUniverse(), edit: edit)
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

  /// The universe as a pattern that another thread may use.
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

  private var span: EngineSpan? { selection.spans(of: stepper, since: 0).last }
}

// MARK: - Steps

extension Simulation {
  /// The time of one request's steps. Longer runs take several requests, and the display follows.
  private static var budget: Duration { .milliseconds(25) }
  /// The time of one request's steps of many generations each, during which engines may change.
  private static var bulkBudget: Duration { .milliseconds(250) }

  func run(to target: BigInt, isBulk: Bool) throws {
    guard target > stepper.generation else { return }
    if !isRunning || history.lacksPresent {
      let before = try returnToPresent()
      if !isRunning { remember(before) }
    }
    isRunning = true
    try history.addIfDue(stepper, edit: edit.cells)
    try advance(to: target, isBulk: isBulk)
  }

  /// Advances until the target, the end of the budget or a request that waits.
  private func advance(to target: BigInt, isBulk: Bool) throws {
    let clock = ContinuousClock()
    let first = stepper.generation
    defer {
      if stepper.generation > first { revision += 1 }
    }
    let end = clock.now + (isBulk ? Self.bulkBudget : Self.budget)
    let interrupt = interrupt
    let reporting = stepper as? any EngineReporting
    reporting?.onProgress = isBulk ? { _, _ in if clock.now > end { interrupt.raise() } } : nil
    // An engine may report no progress for long, as when gliders that took no time meet.
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

  /// Restores the latest state of the history that is not after `target`, and advances from it.
  func goBack(to target: BigInt) throws {
    guard target >= firstGeneration else {
      throw RunFailure(.usage, "the first generation is \(firstGeneration)")
    }
    interrupt.lower()
    var before: UndoStack.UndoableChange?
    if !isRunning || history.lacksPresent { before = try returnToPresent() }
    if isRunning { before = nil }
    let state = history.latest(at: target)
    try restore(state)
    if let before { remember(before) }
    history.truncate(to: state)
    isRunning = true
    try advance(to: target, isBulk: true)
  }
}

// MARK: - Snapshots

extension Simulation {
  /// The earliest generation that can be restored.
  private var firstGeneration: BigInt { history.states.first?.generation ?? stepper.generation }

  /// Adds the universe to the answer of a request.
  private func complete(_ result: inout SimulationSnapshot, view: SimulationView?) {
    let span = span
    if let view {
      // An edit may have lowered the interrupt of a request that waits.
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
    result.states = metadata.rule.states
    result.firstGeneration = firstGeneration
    result.revision = revision
    result.canUndo = undoStack.last != nil
    result.canRedo = redoStack.last != nil
    result.edit = edit
    result.clipboard = clipboard?.boxSize
    if snapshots.isMultiple(of: 16) { memory = SystemResources.residentMemory }
    snapshots += 1
    result.memory = memory
  }
}

/// Raises an interrupt when the time of a request is up, unless the request has ended by then.
final class RequestTimeLimit: Sendable {
  private let hasEnded = Mutex(false)

  init(_ time: Duration, interrupt: Interrupt) {
    Task.detached {
      try? await Task.sleep(for: time)
      // Raised later, the interrupt would stop the next request.
      self.hasEnded.withLock { if !$0 { interrupt.raise() } }
    }
  }

  /// The request has ended: the interrupt is not raised from now on.
  func end() { hasEnded.withLock { $0 = true } }
}

/// A state of a universe, which histories and undoable changes share.
final class SimulationState: Sendable {
  let pattern: Pattern
  /// The number of the last edit that the cells contain.
  let edit: Int

  init(_ pattern: Pattern, edit: Int) {
    self.pattern = pattern
    self.edit = edit
  }

  var generation: BigInt { pattern.generation }

  /// The object that holds the memory of the cells, and its bytes. The trees of a store share it.
  var storage: (owner: ObjectIdentifier, bytes: Int) {
    guard let tree = pattern.tree else {
      return (ObjectIdentifier(self), pattern.cells.byteCount + 256)
    }
    return (ObjectIdentifier(tree.store), tree.store.byteCount)
  }
}
