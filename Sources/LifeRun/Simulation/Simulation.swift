package import LifeCore
import LifeEngines
import LifeFormats
import LifeIO
import LifeRender
import Synchronization

/// A universe that is stepped, edited and shown on request: the only owner of its stepper.
///
/// Requests are carried out one after another. A request that arrives during a long step raises the
/// interrupt, the step ends at a complete generation, and the request is answered within
/// milliseconds, however long the rest of the step would take.
package actor Simulation {
  private nonisolated let interrupt = Interrupt()
  /// The requests that have arrived and have not begun.
  private nonisolated let waiting = Atomic<Int>(0)
  private let selection: EngineSelection
  /// The memory limit of histories and of patterns as rows, in bytes.
  private let memoryLimit: Int

  private var stepper: any Stepper
  private var rule: Rule
  private var universe: Universe
  private var history: SimulationHistory
  private var undoStack: UndoStack
  private var redoStack: UndoStack
  /// The number of the last edit that the cells contain, and the number of edits so far.
  private var (edit, edits) = (0, 0)
  private var clipboard: Pattern?
  private var renderer = SimulationRenderer()
  /// Counts the changes of cells, rule and generation.
  private var revision = 0
  private var snapshots = 0
  private var memory: Int?
  /// Whether the last request stepped: a run is one entry of the undo stack.
  private var isRunning = false

  /// - Throws: ``UnsupportedPattern``, ``MemoryExhausted``.
  package init(_ pattern: Pattern, _ selection: EngineSelection) throws {
    var selection = selection
    selection.interrupt = interrupt
    self.selection = selection
    memoryLimit = (selection.memoryLimit ?? SystemResources.usualMemoryLimit) / 4
    (rule, universe) = (pattern.rule, pattern.universe)
    stepper = try Self.makeStepper(pattern, selection)
    let limit = min(memoryLimit, Self.mostHistory / 2)
    history = SimulationHistory(SimulationState(pattern, edit: 0), limit: limit)
    undoStack = UndoStack(limit: limit)
    redoStack = UndoStack(limit: limit)
  }

  /// The memory for earlier states, in bytes: half of it for steps back, half for undo.
  package static let mostHistory = 1 << 27

  private static func makeStepper(
    _ pattern: Pattern, _ selection: EngineSelection
  ) throws -> any Stepper {
    if let engine = selection.engine {
      return try engine.makeStepper(pattern, selection.options)
    }
    return try AutoStepper(pattern, selection.options)
  }

  /// Carries out a request and returns the universe as it then is.
  package nonisolated func perform(
    _ request: SimulationRequest, _ view: SimulationView?
  ) async -> SimulationSnapshot {
    announce()
    return await answer(request, view)
  }

  /// Ends the present step soon, because a request will follow. The caller then calls
  /// ``answer(_:_:)`` for each request, in its order.
  package nonisolated func announce() {
    waiting.add(1, ordering: .sequentiallyConsistent)
    interrupt.raise()
  }

  /// Carries out a request that was announced.
  package func answer(
    _ request: SimulationRequest, _ view: SimulationView?
  ) -> SimulationSnapshot {
    waiting.subtract(1, ordering: .sequentiallyConsistent)
    lowerInterrupt()
    var result = Answer()
    do {
      try carryOut(request, &result)
    } catch is Stopped {
      // A newer request waits.
    } catch {
      result.failure = Self.describe(error)
    }
    if request.endsRun { isRunning = false }
    return snapshot(view, result)
  }

  /// Lets engines work, unless another request waits.
  private func lowerInterrupt() {
    interrupt.lower()
    // A request may have arrived between the check and the change.
    if waiting.load(ordering: .sequentiallyConsistent) > 0 { interrupt.raise() }
  }

  private static func describe(_ error: any Error) -> String {
    if let error = error as? RuleError { return error.message }
    return RunFailure(describing: error)?.message ?? "\(error)"
  }

  /// What a request gives beside the universe.
  private struct Answer {
    var note: String?
    var failure: String?
    var copied: String?
    var loaded: SimulationSource?
  }

  /// The universe as a pattern that another thread may use; a request that was announced.
  ///
  /// - Throws: ``MemoryExhausted``.
  package func copy() throws -> SimulationCopy {
    waiting.subtract(1, ordering: .sequentiallyConsistent)
    defer { lowerInterrupt() }
    var pattern = try current()
    if let tree = pattern.tree {
      // A store is used by one thread at a time.
      let store = try QuadStore(memoryLimit: tree.store.memoryLimit, states: tree.store.states)
      let (origin, generation) = (pattern.origin, pattern.generation)
      var result = Pattern(tree: try pattern.copied(to: store, center: origin), center: origin)
      (result.statedRule, result.universe) = (pattern.statedRule, pattern.universe)
      (result.generation, result.notes) = (generation, pattern.notes)
      pattern = result
    }
    return SimulationCopy(pattern: pattern, edit: edit)
  }
}

// MARK: - Requests

extension Simulation {
  private func carryOut(_ request: SimulationRequest, _ answer: inout Answer) throws {
    switch request {
    case .show: break
    case .pause: isRunning = false
    case .rename(let name):
      try change { old in
        var pattern = old
        pattern.notes.removeAll { $0.kind == .name }
        if !name.isEmpty { pattern.notes.insert(.init(.name, Array(name.utf8)), at: 0) }
        return pattern
      }
      answer.note = name.isEmpty ? "no name" : "named '\(name)'"
    case .comment(let text):
      try change { old in
        var pattern = old
        if text.isEmpty { pattern.notes.removeAll { $0.kind == .comment } }
        if !text.isEmpty { pattern.notes.append(.init(.comment, Array(text.utf8))) }
        return pattern
      }
      answer.note = text.isEmpty ? "no comments" : "comment added"
    case .advance(let target, let isBulk): try run(to: target, isBulk: isBulk)
    case .back(let target): try goBack(to: target)
    case .reset:
      interrupt.lower()
      let before = try entry()
      try restore(history.first)
      remember(before)
      history.truncate(to: history.first)
    case .load(let pattern, let source):
      try load(pattern)
      answer.loaded = source
    case .edit(let edit, let continues):
      try change(continues: continues) { try edit.apply(to: $0, limit: self.memoryLimit) }
    case .setRule(let text):
      try change { try $0.changingRule(text, limit: self.memoryLimit) }
      answer.note = "rule \(rule.canonical + universe.suffix)"
    case .undo: try exchange(&undoStack, &redoStack, "nothing to undo")
    case .redo: try exchange(&redoStack, &undoStack, "nothing to redo")
    case .copy(let box, let isCut):
      let copied = try current().extracted(box, limit: memoryLimit)
      clipboard = copied
      answer.copied = try copied.rleText
      answer.note = "\(isCut ? "cut" : "copied") \(copied.population) cells"
      if isCut { try carryOut(.edit(.erase(box), continues: false), &answer) }
    case .paste(let corner): try paste(at: corner)
    case .turnClipboard(let orientation):
      guard let clip = clipboard else { throw RunFailure(.usage, "nothing was copied") }
      clipboard = try clip.oriented(orientation, limit: memoryLimit).cropped()
    case .readClipboard(let text):
      let input = try ByteReader(Array(text.utf8), name: "pasted text")
      clipboard = try Format.read(input, ReadOptions()).pattern.cropped()
    case .pickUp(let pattern): clipboard = try pattern.inRows(limit: memoryLimit).cropped()
    }
  }

  private func load(_ pattern: Pattern) throws {
    try place(pattern)
    (undoStack, redoStack) = (UndoStack(limit: history.limit), UndoStack(limit: history.limit))
    edits += 1
    edit = edits
    history = SimulationHistory(SimulationState(pattern, edit: edit), limit: history.limit)
    revision += 1
  }

  /// The universe as a pattern. The interrupt must not stop an edit.
  private func current() throws -> Pattern {
    interrupt.lower()
    return try stepper.snapshot()
  }

  private func paste(at corner: Position) throws {
    guard let clip = clipboard, let box = clip.bounds else {
      throw RunFailure(.usage, "nothing was copied")
    }
    try change { old in
      let placed = clip.shifted(byX: corner.x - box.x, y: corner.y - box.y)
      return try old.pasting(placed, limit: self.memoryLimit)
        .packedForRule(limit: self.memoryLimit)
    }
  }

  /// Replaces the universe as one entry of the undo stack, or as a part of the last entry.
  private func change(continues: Bool = false, _ make: (Pattern) throws -> Pattern) throws {
    interrupt.lower()
    let before = try entry()
    let after = try make(before.state.pattern)
    try place(after)
    if continues { redoStack = UndoStack(limit: history.limit) } else { remember(before) }
    edits += 1
    edit = edits
    history.truncate(to: SimulationState(after, edit: edit))
    revision += 1
  }

  private func place(_ pattern: Pattern) throws {
    stepper = try Self.makeStepper(pattern, selection)
    (rule, universe) = (pattern.rule, pattern.universe)
  }

  private func restore(_ state: SimulationState) throws {
    try place(state.pattern)
    edit = state.edit
    revision += 1
  }

  /// The present state as an entry of the undo stack.
  private func entry() throws -> UndoStack.Entry {
    UndoStack.Entry(
      state: SimulationState(try stepper.snapshot(), edit: edit), history: history)
  }

  private func exchange(
    _ from: inout UndoStack, _ to: inout UndoStack, _ refusal: String
  ) throws {
    guard let entry = from.last else {
      let limit = from.isCut ? ": older changes take more than \(from.limit >> 20) MB" : ""
      throw RunFailure(.usage, refusal + limit)
    }
    interrupt.lower()
    let before = try self.entry()
    try restore(entry.state)
    from.removeLast()
    to.append(before)
    history = entry.history
  }

  private func remember(_ entry: UndoStack.Entry) {
    redoStack = UndoStack(limit: history.limit)
    undoStack.append(entry)
  }
}

// MARK: - Steps

extension Simulation {
  /// The time of one request's steps. Longer runs take several requests, and the display follows.
  private static var budget: Duration { .milliseconds(25) }
  /// The same for steps of many generations, in which engines may change.
  private static var bulkBudget: Duration { .milliseconds(250) }

  private func run(to target: BigInt, isBulk: Bool) throws {
    guard target > stepper.generation else { return }
    if !isRunning { remember(try entry()) }
    isRunning = true
    try history.addIfDue(stepper, edit: edit)
    try advance(to: target, isBulk: isBulk)
  }

  /// Advances until the target, the end of the budget or a request that waits.
  private func advance(to target: BigInt, isBulk: Bool) throws {
    let (clock, first) = (ContinuousClock(), stepper.generation)
    defer {
      if stepper.generation > first { revision += 1 }
    }
    let end = clock.now + (isBulk ? Self.bulkBudget : Self.budget)
    let interrupt = interrupt
    let reporting = stepper as? any EngineReporting
    reporting?.onProgress = isBulk ? { _, _ in if clock.now > end { interrupt.raise() } } : nil
    // An engine may report no progress for long, as when gliders that took no time meet.
    let timeLimit = isBulk ? RequestTimeLimit(Self.bulkBudget * 2, interrupt) : nil
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
  private func goBack(to target: BigInt) throws {
    guard target >= history.first.generation else {
      throw RunFailure(.usage, "the first generation is \(history.first.generation)")
    }
    interrupt.lower()
    let before = isRunning ? nil : try entry()
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
  private func snapshot(_ view: SimulationView?, _ answer: Answer) -> SimulationSnapshot {
    let span = selection.spans(of: stepper, since: 0).last
    var failure = answer.failure
    var picture: SimulationPicture?
    if let view {
      // An edit may have lowered the interrupt of a request that waits.
      lowerInterrupt()
      do {
        picture = try renderer.draw(stepper, rule, view) { [interrupt] in try interrupt.check() }
      } catch is Stopped {
        // The newer request draws.
      } catch {
        failure = failure ?? Self.describe(error)
      }
    }
    var result = SimulationSnapshot()
    (result.generation, result.population) = (stepper.generation, stepper.population)
    result.bounds = stepper.bounds
    result.engine = span?.engine.rawValue ?? selection.name
    result.reason = span?.reason ?? ""
    result.rulestring = rule.canonical + universe.suffix
    (result.states, result.firstGeneration) = (rule.states, history.first.generation)
    (result.picture, result.revision) = (picture, revision)
    (result.canUndo, result.canRedo) = (undoStack.last != nil, redoStack.last != nil)
    result.edit = edit
    result.clipboard = clipboard?.boxSize
    if snapshots.isMultiple(of: 16) { memory = SystemResources.residentMemory }
    snapshots += 1
    result.memory = memory
    (result.note, result.failure) = (answer.note, failure)
    (result.copied, result.loaded) = (answer.copied, answer.loaded)
    return result
  }
}
