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
  /// The work of requests about the universe, in order.
  private let queue: AsyncStream<Job>.Continuation

  /// The current search of `:until` or `c`, or identification of `:identify`.
  private let search = PlaySearch()

  /// - Parameter writing: the last file being written. Other requests go on meanwhile.
  private typealias Job = @Sendable (_ writing: inout Task<SavedPattern, Never>?) async -> Void

  init(_ simulation: Simulation, model: PlayModel, board: Pattern = Pattern(cells: .none)) {
    self.simulation = simulation
    self.board = board
    initial = model
    let (stream, queue) = AsyncStream.makeStream(of: Job.self)
    self.queue = queue
    Task.detached {
      var writing: Task<SavedPattern, Never>?
      for await job in stream { await job(&writing) }
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
    case .key(let key) where model.overlay == nil:
      return PlayBinding.action(of: key, isEditing: model.editor.isEditing).map { .action($0) }
    case .mouse(let mouse) where model.overlay != nil:
      // The wheel moves through lists.
      switch mouse.action {
      case .scrollUp: return .event(.key(Key(.up)))
      case .scrollDown: return .event(.key(Key(.down)))
      default: return nil
      }
    case .mouse(let mouse):
      guard let region, region.key == "speed", [.press, .drag].contains(mouse.action) else {
        return .event(event)
      }
      let value = Slider.value(at: mouse.point.x, in: region.rect)
      return .setSpeed(PlaySpeed.nearest(to: value))
    default: return .event(event)
    }
  }

  func perform(_ request: PlayRequest, send: @escaping @Sendable (PlayMessage) -> Void) {
    switch request {
    case .simulate(let request, let view):
      if request.changesPattern { search.cancel() }
      enqueue { [simulation] _ in send(.snapshot(await simulation.answer(request, view: view))) }
    case .save(let target): write(to: target, send: send)
    case .backup: write(to: nil, send: send)
    case .discard:
      write(to: nil) { _ in
        PlayBackup.end(keepsChanges: true)
        send(.discarded)
      }
    case .find(let condition):
      beginSearch { send(.found(PlaySearch.find(condition, copy: $0, interrupt: $1))) }
    case .identify(let title):
      beginSearch { send(.identified(PlaySearch.identify(title, copy: $0, interrupt: $1))) }
    case .cancelSearch: search.cancel()
    case .open(let name): Task.detached { send(.opened(PlayFiles.open(name, on: board))) }
    case .pickUp(let name, let rule):
      Task.detached { send(.pickedUp(PlayFiles.open(name, usualRule: rule))) }
    case .preview(let name, let size):
      Task.detached { send(.preview(PlayFiles.preview(name, on: board, size: size))) }
    case .removeBackup: PlayBackup.end(keepsChanges: false)
    case .export(let recent, to: let target, last: let count):
      Task.detached { send(.exported(PlaySaving.export(recent, to: target, last: count))) }
    }
  }

  func willEnd(_ model: PlayModel) {
    guard model.hasUnsavedChanges else { return }
    let isWritten = Interrupt()
    let end = ContinuousClock.now + .seconds(3)
    write(to: nil) { _ in isWritten.raise() }
    while !isWritten.isRaised, ContinuousClock.now < end { usleep(1000) }
  }

  /// Writes a copy of the universe to a file, or to the backup if `target` is `nil`, after the
  /// files before it.
  private func write(
    to target: PlayTarget?, send: @escaping @Sendable (PlayMessage) -> Void
  ) {
    enqueue { [simulation] writing in
      let copy = await simulation.copyResult()
      writing = Task.detached { [earlier = writing] in
        let before = await earlier?.value
        let saved = PlaySaving.save(copy, to: target?.updated(after: before))
        send(.saved(saved))
        return saved
      }
    }
  }

  /// Lets a search work on a copy of the universe, while other requests go on.
  private func beginSearch(
    _ body: @escaping @Sendable (Result<SimulationCopy, any Error>, Interrupt) -> Void
  ) {
    let interrupt = search.begin()
    enqueue { [simulation] _ in
      let copy = await simulation.copyResult()
      Task.detached { body(copy, interrupt) }
    }
  }

  private func enqueue(_ job: @escaping Job) {
    simulation.announce()
    queue.yield(job)
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

  /// - Returns: what ends the new search.
  func begin() -> Interrupt {
    present.withLock {
      $0.raise()
      $0 = Interrupt()
      return $0
    }
  }

  func cancel() { present.withLock { $0.raise() } }

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

  /// - Returns: a line like those of `life identify`, or an error.
  static func identify(
    _ title: Path, copy: Result<SimulationCopy, any Error>, interrupt: Interrupt
  ) -> PlayModel.Note {
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
      return PlayModel.Note(text: result.summary(of: title, name: name))
    } catch is Stopped {
      let reason = interrupt.isRaised ? "as it changed" : "within 10 s; use 'life identify'"
      return PlayModel.Note(text: "not identified \(reason)", isError: true)
    } catch {
      return PlayModel.Note(text: PlayFiles.describe(error), isError: true)
    }
  }
}
