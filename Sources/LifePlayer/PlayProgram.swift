import LifeAnalysis
import LifeArguments
import LifeCore
import LifeIO
import LifeRun
import LifeTerminal
import Synchronization

#if canImport(Darwin)
  import Darwin
#else
  import Glibc
#endif

/// `life play` as a program of the terminal: events become messages, requests are carried out.
///
/// The actor ``Simulation`` owns the stepper and answers each request with an immutable snapshot. A
/// request raises the interrupt of the step before it, so it waits for milliseconds, not for the
/// step; the next request resumes that step. Frames are dropped if the engine is slow, generations
/// never. Every snapshot has the number of the last edit that its cells contain; the session is
/// unsaved if that of the saved file differs. Files are written beside the simulation, from a copy.
struct PlayProgram: TerminalProgram {
  private let simulation: Simulation
  private let initial: PlayModel
  /// Requests in their order, with the function that receives the answer.
  private let orders: AsyncStream<Order>.Continuation

  /// The search for the end of `:until`.
  private let search = PlaySearch()

  private struct Order: Sendable {
    enum Work {
      case answer(SimulationRequest, SimulationView?)
      /// To a file; nil for the backup.
      case save(PlayTarget?)
      case find(StopCondition, Interrupt)
    }

    var work: Work
    var send: @Sendable (PlayMessage) -> Void
  }

  init(_ simulation: Simulation, _ model: PlayModel) {
    self.simulation = simulation
    initial = model
    let (stream, orders) = AsyncStream.makeStream(of: Order.self)
    self.orders = orders
    Task.detached {
      // Files are written one after another, beside the other requests.
      var writing: Task<SavedPattern, Never>?
      for await order in stream {
        switch order.work {
        case .answer(let request, let view):
          order.send(.snapshot(await simulation.answer(request, view)))
        case .save(let target):
          let copy = await simulation.copyResult()
          writing = Task.detached { [writing] in
            let before = await writing?.value
            let saved = PlaySaving.save(copy, to: target?.known(after: before))
            order.send(.saved(saved))
            return saved
          }
        case .find(let condition, let interrupt):
          let copy = await simulation.copyResult()
          Task.detached { order.send(.found(PlaySearch.find(condition, copy, interrupt))) }
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
      return PlayBinding.action(of: key, isEditing: model.isEditing).map { .action($0) }
    case .mouse(let mouse):
      guard model.overlay == nil else { return mouseInOverlay(mouse, model) }
      if let region, region.key == "speed", [.press, .drag].contains(mouse.action) {
        let value = Slider.value(at: mouse.point.x, in: region.rect)
        return .setSpeed(PlaySpeed.nearest(to: value))
      }
      return .mouse(mouse)
    case .paste(let text): return .paste(text)
    case .resize(let size): return .resize(size)
    case .timer(let name, let time): return .timer(name, time)
    case .pictures(let cell): return .pictures(cell: cell)
    case .focus, .answer: return nil
    }
  }

  /// The wheel moves through lists.
  private func mouseInOverlay(_ mouse: Mouse, _ model: PlayModel) -> PlayMessage? {
    switch mouse.action {
    case .scrollUp: return .key(Key(.up))
    case .scrollDown: return .key(Key(.down))
    default: return nil
    }
  }

  func perform(_ request: PlayRequest, send: @escaping @Sendable (PlayMessage) -> Void) {
    switch request {
    case .simulate(let request, let view): order(.answer(request, view), send)
    case .save(let target): order(.save(target), send)
    case .backup: order(.save(nil), send)
    case .find(let condition): order(.find(condition, search.begin()), send)
    case .cancelSearch: search.cancel()
    case .open(let name): Task.detached { send(.opened(PlayFiles.open(name))) }
    case .pickUp(let name): Task.detached { send(.pickedUp(PlayFiles.open(name))) }
    case .preview(let name, let size):
      Task.detached { send(.preview(PlayFiles.preview(name, size))) }
    case .removeBackup: PlayBackup.remove()
    case .export(let recent, let target, let count):
      Task.detached { send(.exported(PlaySaving.export(recent, to: target, last: count))) }
    }
  }

  func willEnd(_ model: PlayModel) {
    guard model.hasUnsavedChanges else { return }
    let isWritten = Flag()
    let end = ContinuousClock.now + .seconds(3)
    order(.save(nil)) { _ in isWritten.raise() }
    while !isWritten.isRaised, ContinuousClock.now < end { usleep(1000) }
  }

  private func order(_ work: Order.Work, _ send: @escaping @Sendable (PlayMessage) -> Void) {
    simulation.announce()
    orders.yield(Order(work: work, send: send))
  }
}

/// What one thread tells another.
private final class Flag: Sendable {
  private let state = Atomic<Bool>(false)

  var isRaised: Bool { state.load(ordering: .acquiring) }

  func raise() { state.store(true, ordering: .releasing) }
}

extension Simulation {
  fileprivate func copyResult() -> Result<SimulationCopy, any Error> { Result { try copy() } }
}

/// Writes the files of a session.
enum PlaySaving {
  /// Writes to a file, or to the backup if `target` is nil.
  static func save(
    _ copy: Result<SimulationCopy, any Error>, to target: PlayTarget?
  ) -> SavedPattern {
    var saved = SavedPattern(path: target?.path, edit: 0)
    do {
      let copy = try copy.get()
      saved.edit = copy.edit
      guard let target else {
        try PlayBackup.write(copy)
        return saved
      }
      saved.conflict = target.conflict
      guard saved.conflict == nil else { return saved }
      try copy.save(to: target.path) {
        // Large files take long to write.
        saved.conflict = target.conflict
        return saved.conflict == nil
      }
      saved.version = FileVersion(target.path)
    } catch {
      saved.failure = PlayFiles.describe(error)
    }
    return saved
  }

  /// Writes the last pictures, `count` at most.
  static func export(
    _ recent: RecentPictures, to target: PlayTarget, last count: Int
  ) -> ExportedPictures {
    var exported = ExportedPictures(path: target.path, count: count)
    do {
      try RecentPictures.check(target.path)
      exported.conflict = target.conflict
      guard exported.conflict == nil else { return exported }
      exported.count = try recent.write(to: target.path, last: count)
      exported.version = FileVersion(target.path)
    } catch {
      exported.failure = PlayFiles.describe(error)
    }
    return exported
  }
}

/// Searches for the generation at which a condition holds, until it is cancelled.
final class PlaySearch: Sendable {
  private let present = Mutex<Interrupt?>(nil)

  func begin() -> Interrupt {
    let interrupt = Interrupt()
    present.withLock {
      $0?.raise()
      $0 = interrupt
    }
    return interrupt
  }

  func cancel() { present.withLock { $0?.raise() } }

  static func find(
    _ condition: StopCondition, _ copy: Result<SimulationCopy, any Error>, _ interrupt: Interrupt
  ) -> FoundGeneration {
    var found = FoundGeneration(condition: condition)
    do {
      let pattern = try copy.get().pattern
      var selection = EngineSelection()
      selection.interrupt = interrupt
      let end = try EndSearch(pattern, selection).end(when: condition)
      found.limit = end.generations
      if end.isMet { found.generation = pattern.generation + BigInt(end.generations) }
    } catch is Stopped {
      found.isCancelled = true
    } catch {
      found.failure = PlayFiles.describe(error)
    }
    return found
  }
}
