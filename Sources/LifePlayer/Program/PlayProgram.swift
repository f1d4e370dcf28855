import LifeAnalysis
import LifeArguments
import LifeCore
import LifeIO
import LifeReport
import LifeRun
import LifeSystem
import LifeTerminal
import Synchronization

/// `life play` as a terminal program: turns events into messages and carries out requests.
///
/// The actor ``Simulation`` owns the stepper and answers each request with an immutable snapshot. A
/// request interrupts the step before it, so it waits for milliseconds, not for the whole step.
/// Afterwards the model requests the rest of that step. If the engine is slow, frames are dropped,
/// but never generations. Every snapshot has the number of its last edit; the session has unsaved
/// changes if the saved file has another number. Files are written from a copy, while the
/// simulation goes on.
struct PlayProgram: TerminalProgram {
  private let simulation: Simulation
  private let initial: PlayModel
  /// The empty board. Patterns opened later take its rule and universe.
  private let board: Pattern
  /// Requests about the universe, in order, each with a function for the answer.
  private let queue: AsyncStream<(PlayRequest, @Sendable (PlayMessage) -> Void)>.Continuation

  /// The current search of `:until` or `c`, or identification of `:identify`.
  private let search = PlaySearch()

  init(_ simulation: Simulation, model: PlayModel, board: Pattern = Pattern(cells: .none)) {
    self.simulation = simulation
    self.board = board
    initial = model
    let (stream, queue) = AsyncStream.makeStream(
      of: (PlayRequest, @Sendable (PlayMessage) -> Void).self)
    self.queue = queue
    Task.detached { [search] in
      // Files are written one after another, while other requests go on.
      var writing: Task<SavedPattern, Never>?
      for await (request, send) in stream {
        switch request {
        case .simulate(let request, let view):
          send(.snapshot(await simulation.answer(request, view: view)))
        case .find(let condition):
          let copy = await simulation.copyResult()
          Task.detached { [interrupt = search.interrupt] in
            send(.found(PlaySearch.find(condition, copy: copy, interrupt: interrupt)))
          }
        case .identify(let title):
          let copy = await simulation.copyResult()
          Task.detached { [interrupt = search.interrupt] in
            send(.identified(PlaySearch.identify(title, copy: copy, interrupt: interrupt)))
          }
        case .save(let target):
          let copy = await simulation.copyResult()
          writing = PlaySaving.begin(copy, to: target, after: writing, send: send)
        case .backup:
          let copy = await simulation.copyResult()
          writing = PlaySaving.begin(copy, to: nil, after: writing, send: send)
        case .discard:
          let copy = await simulation.copyResult()
          writing = PlaySaving.begin(copy, to: nil, after: writing) { _ in
            PlayBackup.discard()
            send(.discarded)
          }
        // Never in the queue: ``perform(_:send:)`` carries these out at once.
        case .removeBackup, .open, .pickUp, .preview, .export, .cancelSearch: break
        }
      }
    }
  }

  func start(_ size: Size) -> (PlayModel, [PlayEffect]) {
    var model = initial
    model.resize(size)
    let effects = model.start()
    return (model, effects)
  }

  func update(_ model: inout PlayModel, with message: PlayMessage) -> [PlayEffect] {
    model.update(message)
  }

  func view(_ model: PlayModel) -> PlayScreen.PlayView { PlayScreen(model).view }

  func message(
    for event: TerminalEvent, at region: Rendering<PlayMessage>.Region?, _ model: PlayModel
  ) -> PlayMessage? {
    switch event {
    case .key(let key):
      if model.overlay != nil { return .key(key) }
      return PlayBinding.action(of: key, isEditing: model.editor.isEditing).map { .action($0) }
    case .mouse(let mouse):
      guard model.overlay == nil else { return mouseInOverlay(mouse, model: model) }
      if let region, region.key == "speed", [.press, .drag].contains(mouse.action) {
        let value = Slider.value(at: mouse.point.x, in: region.rect)
        return .setSpeed(PlaySpeed.nearest(to: value))
      }
      return .mouse(mouse)
    case .paste(let text): return .paste(text)
    case .resize(let size): return .resize(size)
    case .timer(let name, let time): return .timer(name, at: time)
    case .pictures(let cell): return .pictures(cell: cell)
    case .answer: return nil
    }
  }

  /// The wheel moves through lists.
  private func mouseInOverlay(_ mouse: Mouse, model: PlayModel) -> PlayMessage? {
    switch mouse.action {
    case .scrollUp: return .key(Key(.up))
    case .scrollDown: return .key(Key(.down))
    default: return nil
    }
  }

  func perform(_ request: PlayRequest, send: @escaping @Sendable (PlayMessage) -> Void) {
    switch request {
    case .simulate, .save, .backup, .discard: enqueue(request, send)
    case .find, .identify:
      search.begin()
      enqueue(request, send)
    case .cancelSearch: search.cancel()
    case .open(let name): Task.detached { send(.opened(PlayFiles.open(name, on: board))) }
    case .pickUp(let name): Task.detached { send(.pickedUp(PlayFiles.open(name))) }
    case .preview(let name, let size):
      Task.detached { send(.preview(PlayFiles.preview(name, on: board, size: size))) }
    case .removeBackup: PlayBackup.remove()
    case .export(let recent, to: let target, last: let count):
      Task.detached { send(.exported(PlaySaving.export(recent, to: target, last: count))) }
    }
  }

  func willEnd(_ model: PlayModel) {
    guard model.hasUnsavedChanges else { return }
    let isWritten = Interrupt()
    let end = ContinuousClock.now + .seconds(3)
    enqueue(.backup) { _ in isWritten.raise() }
    while !isWritten.isRaised, ContinuousClock.now < end { usleep(1000) }
  }

  private func enqueue(
    _ request: PlayRequest, _ send: @escaping @Sendable (PlayMessage) -> Void
  ) {
    simulation.announce()
    queue.yield((request, send))
  }
}

extension Simulation {
  fileprivate func copyResult() -> Result<SimulationCopy, any Error> {
    Result { try copy() }
  }
}

/// Searches for the first generation with a condition, or identifies a pattern. A new search
/// cancels the last.
final class PlaySearch: Sendable {
  private let present = Mutex(Interrupt())

  var interrupt: Interrupt { present.withLock { $0 } }

  func begin() {
    present.withLock {
      $0.raise()
      $0 = Interrupt()
    }
  }

  func cancel() { interrupt.raise() }

  static func find(
    _ condition: StopCondition, copy: Result<SimulationCopy, any Error>, interrupt: Interrupt
  ) -> FoundGeneration {
    var found = FoundGeneration(condition: condition)
    do {
      let pattern = try copy.get().pattern
      var selection = EngineSelection()
      selection.interrupt = interrupt
      let end = try EndSearch(pattern, engine: selection).end(when: condition)
      found.searchedGenerations = end.generations
      if end.isMet { found.generation = pattern.generation + BigInt(end.generations) }
    } catch is Stopped {
      found.isCancelled = true
    } catch {
      found.failure = PlayFiles.describe(error)
    }
    return found
  }

  private static let maxIdentificationTime = Duration.seconds(10)

  static func identify(
    _ title: Path, copy: Result<SimulationCopy, any Error>, interrupt: Interrupt
  ) -> IdentifiedPattern {
    let end = ContinuousClock.now + maxIdentificationTime
    var selection = EngineSelection()
    selection.interrupt = Interrupt(orWhen: { interrupt.isRaised || ContinuousClock.now >= end })
    do {
      let pattern = try copy.get().pattern
      let identifier = Identifier(AnalysisRule(pattern.rule), limits: AnalysisLimits(selection))
      let result = try identifier.identifyCompletely(pattern)
      let name = result.namedCode.flatMap {
        ObjectNames.name(of: $0, under: identifier.rule.rule)
      }
      return IdentifiedPattern(text: "\(IdentificationSummary(of: title, result, name: name))")
    } catch is Stopped {
      if interrupt.isRaised { return IdentifiedPattern() }
      return IdentifiedPattern(failure: "not identified within 10 s; use 'life identify'")
    } catch {
      return IdentifiedPattern(failure: PlayFiles.describe(error))
    }
  }
}
