import LifeCore
import LifeIO
import LifeRun
import LifeTerminal

/// The state machine of `life play`: a pure function of the model and a message.
extension PlayModel {
  /// How long a line for the user stays.
  private static let noteTime = Duration.seconds(4)
  private static let backupPause = Duration.milliseconds(800)
  private static let frame = Duration.microseconds(16_667)

  /// The effects at the start.
  mutating func start() -> [PlayEffect] {
    let effects = [simulate(.show), .timer("backup", after: Self.backupPause)]
    return effects + (startsWith.map { perform($0) } ?? [])
  }

  mutating func update(_ message: PlayMessage) -> [PlayEffect] {
    switch message {
    case .action(let action): return perform(action)
    case .key(let key): return handle(key)
    case .mouse(let mouse): return handle(mouse)
    case .paste(let text): return paste(text)
    case .resize(let size):
      resize(size)
      return show()
    case .timer(let name, let time): return handleTimer(name, time)
    case .snapshot(let snapshot): return receive(snapshot)
    case .opened(let opened): return open(opened)
    case .preview(let preview):
      if case .picker(var picker) = overlay, picker.choice?.name == preview.name {
        picker.preview = preview
        overlay = .picker(picker)
      }
      return []
    case .setSpeed(let speed): return setSpeed(speed)
    case .choose(let name):
      overlay = nil
      return [.request(.open(name))]
    }
  }

  /// A request to the simulation; it answers with a snapshot.
  mutating func simulate(_ request: SimulationRequest) -> PlayEffect {
    outstanding += 1
    if request.isLong { hasLongStep = true }
    if request.isChange {
      switch request {
      case .reset: break
      // Steps are undone, too; that alone changes nothing that a file keeps.
      case .undo, .redo: isModified = isModified || hasEdits
      default: (isModified, hasEdits) = (true, true)
      }
      pace = nil
    }
    return .request(.simulate(request, view))
  }

  /// Shows the present view, unless an answer that is under way will lead to it. A long step is
  /// interrupted, and resumed afterwards.
  mutating func show() -> [PlayEffect] {
    guard outstanding == 0 || hasLongStep else { return [] }
    hasLongStep = false
    return [simulate(.show)]
  }

  mutating func tell(_ text: String, isError: Bool = false) -> [PlayEffect] {
    note = Note(text: text, isError: isError)
    return [.timer("note", after: Self.noteTime)]
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
      if isModified, snapshot.revision != backupRevision {
        backupRevision = snapshot.revision
        effects.append(simulate(.save(PlayBackup.path, isBackup: true)))
      }
      return effects
    default: return isRunning ? tick() : []
    }
  }

  mutating func setRunning(_ runs: Bool) -> [PlayEffect] {
    isRunning = runs
    goal = nil
    pace = nil
    let pause = simulate(.pause)
    return [pause, runs ? .timer("tick", after: .zero) : .cancelTimer("tick")]
  }

  mutating func setSpeed(_ new: PlaySpeed) -> [PlayEffect] {
    speed = new
    pace = nil
    return isRunning ? [.timer("tick", after: .zero)] : []
  }

  /// Asks for the generations that are due. If the last ones are still computed, this frame is
  /// dropped; the generations are not.
  private mutating func tick() -> [PlayEffect] {
    switch speed {
    case .power(let exponent):
      var effects: [PlayEffect] = [.timer("tick", after: Self.frame)]
      if outstanding == 0 {
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
      if outstanding == 0, due > snapshot.generation {
        effects.append(simulate(.advance(to: due, isBulk: false)))
      }
      // An engine that is more than a second late sets the pace.
      if (due - snapshot.generation).double * seconds > 1 + seconds { self.pace = nil }
      return effects
    }
  }

  private mutating func receive(_ new: SimulationSnapshot) -> [PlayEffect] {
    outstanding = max(0, outstanding - 1)
    if outstanding == 0 { hasLongStep = false }
    var effects: [PlayEffect] = []
    let hasStepped = new.generation != snapshot.generation
    snapshot = new
    if let picture = new.picture {
      self.picture = picture
      if view.isFollowing { view.corner = picture.view.corner }
    }
    if hasStepped, let rate = new.rate {
      self.rate = self.rate.map { $0 * 0.8 + rate * 0.2 } ?? rate
    }
    if hasStepped || populations.isEmpty {
      populations.append(new.population.double)
      if populations.count > 200 { populations.removeFirst() }
    }
    if let failure = new.failure {
      effects += setRunning(false) + tell(failure, isError: true)
      quitsAfterSave = false
    } else if let note = new.note {
      effects += tell(note)
    }
    if let copied = new.copied, !copied.isEmpty { effects.append(.copy(copied)) }
    if let saved = new.saved {
      path = saved
      title = saved.fileName.description
      isModified = false
      if quitsAfterSave { effects += [.request(.removeBackup), .quit(0)] }
    }
    if needsFit, let bounds = new.bounds {
      needsFit = false
      fit(bounds)
    }
    return effects + continuing(new)
  }

  /// What follows an answer: the rest of the way to a goal, or a picture of a changed view.
  private mutating func continuing(_ new: SimulationSnapshot) -> [PlayEffect] {
    guard outstanding == 0 else { return [] }
    if let target = goal {
      if new.generation < target, new.failure == nil {
        return [simulate(.advance(to: target, isBulk: true))]
      }
      goal = nil
    }
    return refreshed()
  }

  private mutating func refreshed() -> [PlayEffect] {
    guard let shown = picture?.view else { return show() }
    var wanted = view
    if view.isFollowing { wanted.corner = shown.corner }
    return shown == wanted ? [] : show()
  }

  mutating func fit(_ bounds: Bounds) {
    // Patterns of a few cells need not fill the screen.
    view.fit(bounds, nearest: glyphs == .ascii ? 0 : 1)
  }
}

// MARK: - Files

extension PlayModel {
  private mutating func open(_ opened: OpenedPattern) -> [PlayEffect] {
    guard let pattern = opened.pattern else {
      return tell(opened.failure ?? "cannot open \(opened.name)", isError: true)
    }
    let effects = setRunning(false) + [simulate(.load(pattern))]
    (title, path, isModified, hasEdits) = (opened.name, opened.path, false, false)
    (needsFit, isEditing, selection, anchor, isPasting) = (true, false, nil, nil, false)
    (populations, rate) = ([], nil)
    view.isFollowing = false
    return effects
  }

  mutating func save(_ name: String?) -> [PlayEffect] {
    if let name { return [simulate(.save(Path(name), isBackup: false))] }
    if let path { return [simulate(.save(path, isBackup: false))] }
    overlay = .prompt(Field(":", text: "w "))
    return []
  }

  mutating func quit() -> [PlayEffect] {
    if isModified {
      overlay = .quitting
      return []
    }
    return [.request(.removeBackup), .quit(0)]
  }
}
