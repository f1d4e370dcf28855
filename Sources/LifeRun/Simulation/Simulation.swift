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
  private var undoStack: [Pattern] = []
  private var redoStack: [Pattern] = []
  private var clipboard: Pattern?
  private var renderer = SimulationRenderer()
  /// Counts the changes of cells, rule and generation.
  private var revision = 0
  private var snapshots = 0
  private var memory: Int?
  /// Whether the last request stepped: a run is one entry of the undo stack.
  private var isRunning = false
  /// Generations per second of the last step.
  private var rate: Double?

  /// - Throws: ``UnsupportedPattern``, ``MemoryExhausted``.
  package init(_ pattern: Pattern, _ selection: EngineSelection) throws {
    var selection = selection
    selection.interrupt = interrupt
    self.selection = selection
    memoryLimit = (selection.memoryLimit ?? SystemResources.usualMemoryLimit) / 4
    (rule, universe) = (pattern.rule, pattern.universe)
    stepper = try Self.makeStepper(pattern, selection)
    history = SimulationHistory(pattern, limit: min(memoryLimit, 1 << 28))
  }

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
    if request.isChange { isRunning = false }
    return snapshot(view, result)
  }

  /// Lets engines work, unless another request waits.
  private func lowerInterrupt() {
    interrupt.lower()
    // A request may have arrived between the look and the change.
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
    var saved: Path?
  }
}

// MARK: - Requests

extension Simulation {
  private func carryOut(_ request: SimulationRequest, _ answer: inout Answer) throws {
    switch request {
    case .show: break
    case .pause: isRunning = false
    case .rename(let name):
      try change {
        var pattern = try self.current()
        pattern.notes.removeAll { $0.kind == .name }
        if !name.isEmpty { pattern.notes.insert(.init(.name, Array(name.utf8)), at: 0) }
        return pattern
      }
    case .advance(let target, let isBulk): try run(to: target, isBulk: isBulk)
    case .back(let target): try goBack(to: target)
    case .reset: try change { self.history.first }
    case .load(let pattern):
      try change { pattern }
      history = SimulationHistory(pattern, limit: history.limit)
    case .edit(let edit, let continues):
      try change(continues: continues) {
        try edit.apply(to: self.current(), limit: self.memoryLimit)
      }
    case .setRule(let text):
      try change { try self.current().changingRule(text, limit: self.memoryLimit) }
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
    case .save(let path, let isBackup):
      try current().save(to: path, isBackup: isBackup)
      answer.saved = isBackup ? nil : path
      if !isBackup { answer.note = "saved as \(path)" }
    }
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
    try change {
      let placed = clip.shifted(byX: corner.x - box.x, y: corner.y - box.y)
      return try self.current().pasting(placed, limit: self.memoryLimit)
        .packedForRule(limit: self.memoryLimit)
    }
  }

  /// Replaces the universe as one entry of the undo stack, or as a part of the last entry.
  private func change(continues: Bool = false, _ make: () throws -> Pattern) throws {
    interrupt.lower()
    let before = try stepper.snapshot()
    let after = try make()
    try place(after)
    if !continues { remember(before) }
    history.truncate(to: after)
    revision += 1
  }

  private func place(_ pattern: Pattern) throws {
    stepper = try Self.makeStepper(pattern, selection)
    (rule, universe) = (pattern.rule, pattern.universe)
  }

  private func exchange(
    _ from: inout [Pattern], _ to: inout [Pattern], _ refusal: String
  ) throws {
    guard let pattern = from.last else { throw RunFailure(.usage, refusal) }
    interrupt.lower()
    let before = try stepper.snapshot()
    try place(pattern)
    from.removeLast()
    to.append(before)
    history.truncate(to: pattern)
    revision += 1
  }

  /// Adds an entry to the undo stack; the oldest entries go if they take too much memory.
  private func remember(_ pattern: Pattern) {
    redoStack = []
    undoStack.append(pattern)
    var total = undoStack.reduce(0) { $0 + $1.memory }
    while total > history.limit, undoStack.count > 1 { total -= undoStack.removeFirst().memory }
  }
}

// MARK: - Steps

extension Simulation {
  /// The time of one request's steps. A longer way is made by several requests, and the display
  /// follows.
  private static var budget: Duration { .milliseconds(25) }
  /// The same for steps of many generations, in which engines may change.
  private static var bulkBudget: Duration { .milliseconds(250) }

  private func run(to target: BigInt, isBulk: Bool) throws {
    guard target > stepper.generation else { return }
    if !isRunning { remember(try stepper.snapshot()) }
    isRunning = true
    try history.addIfDue(stepper)
    try advance(to: target, isBulk: isBulk)
  }

  /// Advances until the target, the end of the budget or a request that waits.
  private func advance(to target: BigInt, isBulk: Bool) throws {
    let (clock, first) = (ContinuousClock(), stepper.generation)
    let began = clock.now
    defer {
      let elapsed = clock.now - began
      let count = (stepper.generation - first).double
      if count > 0 {
        rate = count / max(1e-9, elapsed / .seconds(1))
        revision += 1
      }
    }
    let end = began + (isBulk ? Self.bulkBudget : Self.budget)
    let interrupt = interrupt
    let reporting = stepper as? any EngineReporting
    reporting?.onProgress = isBulk ? { _, _ in if clock.now > end { interrupt.raise() } } : nil
    defer {
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
    interrupt.lower()
    let before = isRunning ? nil : try stepper.snapshot()
    try place(history.goBack(to: target))
    if let before { remember(before) }
    isRunning = true
    revision += 1
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
      do {
        picture = try renderer.draw(stepper, rule, view)
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
    (result.states, result.isPlane) = (rule.states, universe.isUnbounded)
    (result.picture, result.rate, result.revision) = (picture, rate, revision)
    (result.canUndo, result.canRedo) = (!undoStack.isEmpty, !redoStack.isEmpty)
    result.clipboard = clipboard?.boxSize
    if snapshots.isMultiple(of: 16) { memory = SystemResources.residentMemory }
    snapshots += 1
    result.memory = memory
    (result.note, result.failure) = (answer.note, failure)
    (result.copied, result.saved) = (answer.copied, answer.saved)
    return result
  }
}
