import LifeAnalysis
import LifeArguments
import LifeCore
import LifeIO
import LifeRun
import LifeTerminal

/// The state machine of `life play`: a pure function of the model and a message.
extension PlayModel {
  /// How long a line for the user stays, unless an action follows.
  private static let noteTime = Duration.seconds(4)
  private static let errorTime = Duration.seconds(10)
  private static let backupPause = Duration.milliseconds(800)
  private static let frame = Duration.microseconds(16_667)

  /// The effects at the start.
  mutating func start() -> [PlayEffect] {
    var effects = [simulate(.show), .timer("backup", after: Self.backupPause)]
    if let greeting { effects += tell(greeting) }
    return effects + (startsWith.map { perform($0) } ?? [])
  }

  mutating func update(_ message: PlayMessage) -> [PlayEffect] {
    switch message {
    case .action(let action):
      guard overlay == nil else { return [] }
      note = nil
      return perform(action)
    case .key(let key): return handle(key)
    case .mouse(let mouse):
      if mouse.action == .press { note = nil }
      return handle(mouse)
    case .paste(let text):
      note = nil
      return paste(text)
    case .resize(let size):
      resize(size)
      return show()
    case .pictures(let cell): return usePictures(cell)
    case .timer(let name, let time): return handleTimer(name, time)
    case .snapshot(let snapshot): return receive(snapshot)
    case .saved(let saved): return receive(saved)
    case .opened(let opened): return open(opened)
    case .pickedUp(let opened): return pickUp(opened)
    case .found(let found): return receive(found)
    case .preview(let preview): return receive(preview)
    case .exported(let exported): return receive(exported)
    case .setSpeed(let speed):
      note = nil
      return setSpeed(speed)
    case .choose(let name):
      overlay = nil
      note = nil
      return attempt(.open(name, asks: true))
    }
  }

  /// A request to the simulation; it answers with a snapshot.
  mutating func simulate(_ request: SimulationRequest) -> PlayEffect {
    var new = Pending(isChange: request.isChange)
    switch request {
    case .load, .reset: new.restarts = true
    case .readClipboard: new.readsPaste = true
    default: break
    }
    pending.append(new)
    if request.isLong { hasLongStep = true }
    if request.isChange { pace = nil }
    return .request(.simulate(request, view))
  }

  /// Shows the present view, unless an answer that is under way will lead to it. A long step is
  /// interrupted, and resumed afterwards.
  mutating func show() -> [PlayEffect] {
    guard pending.isEmpty || hasLongStep else { return [] }
    hasLongStep = false
    return [simulate(.show)]
  }

  mutating func tell(_ text: String, isError: Bool = false) -> [PlayEffect] {
    note = Note(text: text, isError: isError)
    return [.timer("note", after: isError ? Self.errorTime : Self.noteTime)]
  }
}

// MARK: - Time

extension PlayModel {
  private mutating func handleTimer(_ name: String, _ time: Duration) -> [PlayEffect] {
    now = time
    switch name {
    case "note":
      note = nil
      return []
    case "backup":
      var effects: [PlayEffect] = [.timer("backup", after: Self.backupPause)]
      if isModified, snapshot.revision != backupRevision, !isBackingUp {
        backupRevision = snapshot.revision
        isBackingUp = true
        effects.append(.request(.backup))
      }
      return effects
    case "clock": return measuring()
    case "preview":
      guard case .picker(let picker) = overlay else { return [] }
      return load(picker)
    default: return isRunning ? tick() : []
    }
  }

  mutating func setRunning(_ runs: Bool) -> [PlayEffect] {
    let effects = stop() + [simulate(.pause)]
    isRunning = runs
    return effects + (runs ? [.timer("tick", after: .zero)] : [])
  }

  /// Stops before a request that ends the run itself.
  mutating func stop() -> [PlayEffect] {
    let search = search
    (isRunning, goal, pace, self.search) = (false, nil, nil, nil)
    arrival = nil
    forgetRate()
    return [.cancelTimer("tick")] + (search == nil ? [] : [.request(.cancelSearch)])
  }

  mutating func setSpeed(_ new: PlaySpeed) -> [PlayEffect] {
    speed = new
    pace = nil
    forgetRate()
    if isRunning { goal = nil }
    return isRunning ? [.timer("tick", after: .zero)] : []
  }

  /// Asks for the generations that are due. If the last ones are still computed, this frame is
  /// dropped; the generations are not.
  private mutating func tick() -> [PlayEffect] {
    switch speed {
    case .power(let exponent):
      var effects: [PlayEffect] = [.timer("tick", after: Self.frame)]
      if pending.isEmpty {
        effects.append(
          simulate(.advance(to: snapshot.generation + (1 << exponent), isBulk: exponent > 6)))
        goal = snapshot.generation + (1 << exponent)
      }
      return effects
    case .interval(let seconds):
      let pace = pace ?? (now, snapshot.generation)
      self.pace = pace
      // One more than the whole intervals since then: the first generation comes at once.
      let count = Int((now - pace.time) / .seconds(seconds)) + 1
      let due = pace.generation + count
      let next = pace.time + .seconds(seconds) * Double(count) - now
      var effects: [PlayEffect] = [.timer("tick", after: max(next, .milliseconds(1)))]
      if pending.isEmpty, due > snapshot.generation {
        effects.append(simulate(.advance(to: due, isBulk: false)))
      }
      // An engine that is more than a second late sets the pace.
      if (due - snapshot.generation).double * seconds > 1 + seconds { self.pace = nil }
      return effects
    }
  }

  private mutating func receive(_ new: SimulationSnapshot) -> [PlayEffect] {
    let request = pending.isEmpty ? Pending() : pending.removeFirst()
    if pending.isEmpty { hasLongStep = false }
    var effects: [PlayEffect] = []
    let hasStepped = new.generation != snapshot.generation
    snapshot = new
    drawnState = min(drawnState, State(new.states - 1))
    isPictureOld = new.picture == nil && new.failure == nil
    if let picture = new.picture {
      self.picture = picture
      recent.append(picture)
      if view.isFollowing { view.corner = picture.view.corner }
    }
    if request.restarts { populations = [] }
    measureRate()
    if hasStepped || populations.isEmpty {
      populations.append(new.population.double)
      if populations.count > 200 { populations.removeFirst() }
    }
    if let failure = new.failure {
      effects += setRunning(false) + tell(failure, isError: true)
      if request.readsPaste { isPasting = false }
    } else if let note = new.note {
      effects += tell(note)
    }
    if let copied = new.copied, !copied.isEmpty { effects.append(.copy(copied)) }
    if let loaded = new.loaded {
      begin(loaded)
      effects += tell("opened \(loaded.name)")
    }
    if needsFit, let bounds = new.bounds {
      needsFit = false
      fit(bounds)
    }
    return effects + continuing(new) + proceedIfAnswered()
  }

  /// Continues towards the goal, or asks for a picture of a changed view.
  private mutating func continuing(_ new: SimulationSnapshot) -> [PlayEffect] {
    guard pending.isEmpty else { return [] }
    if let target = goal {
      if new.generation < target, new.failure == nil {
        return [simulate(.advance(to: target, isBulk: true))]
      }
      let text = arrival.map { $0 + new.generation.grouped }
      goal = nil
      arrival = nil
      return (text.map { tell($0) } ?? []) + refreshed()
    }
    return refreshed()
  }

  private mutating func forgetRate() {
    rate = nil
    rateStart = nil
  }

  /// Updates the rate, in parts of at least half a second: a number that changes in every frame
  /// cannot be read.
  private mutating func measureRate() {
    guard isRunning || goal != nil, let start = rateStart,
      snapshot.generation >= start.generation
    else {
      rate = nil
      rateStart = isRunning || goal != nil ? (now, snapshot.generation) : nil
      return
    }
    let elapsed = now - start.time
    guard snapshot.generation > start.generation, elapsed >= .milliseconds(500) else { return }
    rate = (snapshot.generation - start.generation).double / (elapsed / .seconds(1))
    rateStart = (now, snapshot.generation)
  }

  /// Keeps the time while a goal is approached.
  private func measuring() -> [PlayEffect] {
    goal != nil && !isRunning ? [.timer("clock", after: .milliseconds(100))] : []
  }

  private mutating func refreshed() -> [PlayEffect] {
    guard let shown = picture?.view, !isPictureOld else { return show() }
    var wanted = view
    if view.isFollowing { wanted.corner = shown.corner }
    return shown == wanted ? [] : show()
  }

  mutating func fit(_ bounds: Bounds) {
    // Patterns of a few cells need not fill the screen.
    view.fit(bounds, nearest: nearestFit)
    fittedView = view
  }

  private mutating func receive(_ found: FoundGeneration) -> [PlayEffect] {
    guard search == found.condition else { return [] }
    search = nil
    if let failure = found.failure { return tell(failure, isError: true) }
    guard let generation = found.generation else {
      let reason = "\(found.condition.negation) within \(found.limit) generations"
      return found.isCancelled ? [] : tell(reason, isError: true)
    }
    guard generation > snapshot.generation else {
      return tell("\(found.condition) holds in this generation")
    }
    return go(to: generation, telling: "\(found.condition) at ")
  }
}
