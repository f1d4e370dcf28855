import LifeAnalysis
import LifeArguments
import LifeCore
import LifeIO
import LifeRun
import LifeTerminal

/// Updates the model: a pure function of the model and a message.
extension PlayModel {
  /// The time until a notice disappears, unless an action comes first.
  private static let noteTime = Duration.seconds(4)
  private static let backupPause = Duration.milliseconds(800)
  private static let frame = Duration.microseconds(16_667)

  /// The effects at the start.
  mutating func start() -> [PlayEffect] {
    var effects = [simulate(.show), .timer("backup", after: Self.backupPause)]
    if let greeting = files.greeting { effects += tell(greeting) }
    return effects + (session.firstAction.map { perform($0) } ?? [])
  }

  mutating func update(_ message: PlayMessage) -> [PlayEffect] {
    switch message {
    case .action(let action):
      guard overlay == nil else { return [] }
      note = nil
      return perform(action)
    case .event(let event): return handle(event)
    case .snapshot(let snapshot): return receive(snapshot)
    case .saved(let saved): return receive(saved)
    case .discarded: return files.isQuitting ? [.quit(0)] : []
    case .opened(let opened): return open(opened)
    case .pickedUp(let opened): return pickUp(opened)
    case .found(let found): return receive(found)
    case .identified(let answer):
      return tell(answer.text, isError: answer.isError, isAnswer: true)
    case .preview(let preview): return receive(preview)
    case .exported(let exported): return receive(exported)
    case .setSpeed(let speed):
      note = nil
      return setSpeed(speed)
    case .choosePattern(let name):
      overlay = nil
      note = nil
      return attempt(.open(name, asks: true))
    }
  }

  private mutating func handle(_ event: TerminalEvent) -> [PlayEffect] {
    switch event {
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
    case .pictures(let size): return usePictures(size)
    case .timer(let name, let time): return handleTimer(name, time: time)
    case .answer: return []
    }
  }

  /// A request to the simulation; it answers with a snapshot.
  mutating func simulate(_ request: SimulationRequest) -> PlayEffect {
    var new = Pending(isChange: request.isChange)
    switch request {
    case .load, .reset, .clear: new.restarts = true
    case .readClipboard: new.readsPaste = true
    default: break
    }
    session.pending.append(new)
    if request.isLong { session.hasLongStep = true }
    if request.isChange { playback.paceStart = nil }
    // The answer of a search is about the pattern before the change.
    if request.changesPattern { playback.search = nil }
    return .request(.simulate(request, camera.view))
  }

  /// Requests a picture of the present view. If requests are pending, the last answer will do that:
  /// see ``showIfOutdated()``. But a long step is interrupted, and resumed afterwards.
  mutating func show() -> [PlayEffect] {
    guard session.pending.isEmpty || session.hasLongStep else { return [] }
    session.hasLongStep = false
    return [simulate(.show)]
  }

  /// Shows a note. Errors and answers to questions stay until the next action.
  mutating func tell(
    _ text: String, isError: Bool = false, isAnswer: Bool = false
  ) -> [PlayEffect] {
    note = Note(text: text, isError: isError)
    return [isError || isAnswer ? .cancelTimer("note") : .timer("note", after: Self.noteTime)]
  }
}

// MARK: - Time

extension PlayModel {
  private mutating func handleTimer(_ name: String, time: Duration) -> [PlayEffect] {
    playback.now = time
    switch name {
    case "note":
      note = nil
      return []
    case "backup":
      var effects: [PlayEffect] = [.timer("backup", after: Self.backupPause)]
      if isModified, session.snapshot.revision != files.backupRevision, !files.isBackingUp {
        files.backupRevision = session.snapshot.revision
        files.isBackingUp = true
        effects.append(.request(.backup))
      }
      return effects
    case "clock":
      // ``PlayModel/Playback/now`` stays current on the way to a goal.
      guard playback.goal != nil, !playback.isRunning else { return [] }
      return [.timer("clock", after: .milliseconds(100))]
    case "preview":
      guard case .picker(let picker) = overlay else { return [] }
      return load(picker)
    default: return playback.isRunning ? tick() : []
    }
  }

  mutating func setRunning(_ runs: Bool) -> [PlayEffect] {
    let effects = stop() + [simulate(.pause)]
    playback.isRunning = runs
    return effects + (runs ? [.timer("tick", after: .zero)] : [])
  }

  /// Stops the run without a pause request, because the next request ends it too.
  mutating func stop() -> [PlayEffect] {
    let hasSearch = playback.search != nil
    playback.stop()
    return [.cancelTimer("tick")] + (hasSearch ? [.request(.cancelSearch)] : [])
  }

  mutating func setSpeed(_ new: PlaySpeed) -> [PlayEffect] {
    playback.speed = new
    playback.paceStart = nil
    playback.forgetRate()
    if playback.isRunning { playback.goal = nil }
    return playback.isRunning ? [.timer("tick", after: .zero)] : []
  }

  /// Requests the due generations. If the last ones are still being computed, this frame is
  /// dropped, but no generation is.
  private mutating func tick() -> [PlayEffect] {
    switch playback.speed {
    case .power(let exponent):
      var effects: [PlayEffect] = [.timer("tick", after: Self.frame)]
      if session.pending.isEmpty {
        effects.append(
          simulate(
            .advance(to: session.snapshot.generation + (1 << exponent), isBulk: exponent > 6)))
        playback.goal = session.snapshot.generation + (1 << exponent)
      }
      return effects
    case .interval(let seconds):
      let start = playback.paceStart ?? (playback.now, session.snapshot.generation)
      playback.paceStart = start
      // One more than the complete intervals so far: the first generation comes at once.
      let count = Int((playback.now - start.time) / .seconds(seconds)) + 1
      let due = start.generation + count
      var next = start.time + .seconds(seconds) * Double(count) - playback.now
      // A due generation waits for the answer of another request, not for the next interval.
      if !session.pending.isEmpty { next = min(next, Self.frame) }
      var effects: [PlayEffect] = [.timer("tick", after: max(next, .milliseconds(1)))]
      if session.pending.isEmpty, due > session.snapshot.generation {
        effects.append(simulate(.advance(to: due, isBulk: false)))
      }
      // If the engine is more than a second late, the schedule starts again from where it is.
      if (due - session.snapshot.generation).double * seconds > 1 + seconds {
        self.playback.paceStart = nil
      }
      return effects
    }
  }

  private mutating func receive(_ new: SimulationSnapshot) -> [PlayEffect] {
    let request = session.pending.isEmpty ? Pending() : session.pending.removeFirst()
    if session.pending.isEmpty { session.hasLongStep = false }
    var effects: [PlayEffect] = []
    let hasStepped = new.generation != session.snapshot.generation
    let isBack = new.generation < session.snapshot.generation
    // An animation shows a run, without an edit or a jump in it.
    if request.restarts || isBack || changesPicture(request, new) || playback.arrival != nil {
      session.recent = RecentPictures()
    }
    let losesEdit =
      isBack && (request.restarts || !request.isChange)
      && new.edit.cells < session.snapshot.edit.cells
    if losesEdit, isModified {
      files.leftEdit = files.leftEdit ?? session.snapshot.edit
    } else if new.edit.cells == files.leftEdit?.cells {
      files.leftEdit = nil
    }
    session.snapshot = new
    camera.useTheme(for: new.rule)
    editor.drawnState = min(editor.drawnState, State(new.states - 1))
    session.isPictureOld = new.picture == nil && new.failure == nil
    if let picture = new.picture {
      self.session.picture = picture
      if camera.view.isFollowing { camera.view.corner = picture.view.corner }
    }
    if request.restarts { session.populations = [] }
    playback.measureRate(at: new.generation)
    if hasStepped || session.populations.isEmpty {
      session.populations.append(new.population.double)
      if session.populations.count > 200 { session.populations.removeFirst() }
    }
    if let failure = new.failure {
      effects += setRunning(false) + tell(failure.fullMessage.withOptions, isError: true)
      if request.readsPaste { editor.isPasting = false }
    } else if let note = new.note {
      effects += tell(note)
    } else if losesEdit {
      playback.arrival = nil
      effects += tell("before your last change; u returns to it")
    }
    if let copied = new.copied, !copied.isEmpty { effects.append(.copy(copied)) }
    if let loaded = new.loaded {
      begin(loaded)
      effects += tell("opened \(loaded.name)")
    }
    if camera.needsFit, let bounds = new.boxToFit {
      camera.needsFit = false
      camera.fit(bounds)
    }
    // A picture of another view, such as one before the fit, is drawn again.
    if let picture = new.picture, picture.view == camera.view {
      session.recent.append(picture, at: new.generation)
    }
    return effects + continueToGoal(after: new) + proceedIfAnswered()
  }

  /// Whether a request has changed the cells or the rule. Names and comments are not seen.
  private func changesPicture(_ request: Pending, _ new: SimulationSnapshot) -> Bool {
    request.isChange && new.failure == nil && new.edit.notes == session.snapshot.edit.notes
  }

  /// Continues towards the goal, or requests a picture of a changed view.
  private mutating func continueToGoal(after new: SimulationSnapshot) -> [PlayEffect] {
    guard session.pending.isEmpty else { return [] }
    if let target = playback.goal {
      if new.generation < target, new.failure == nil {
        return [simulate(.advance(to: target, isBulk: true))]
      }
      let text = playback.arrival.map { $0 + new.generation.grouped }
      playback.goal = nil
      playback.arrival = nil
      return (text.map { tell($0) } ?? []) + showIfOutdated()
    }
    return showIfOutdated()
  }

  /// Requests a picture if the view or the cells have changed since the last one.
  private mutating func showIfOutdated() -> [PlayEffect] {
    guard let shown = session.picture?.view, !session.isPictureOld else { return show() }
    var wanted = camera.view
    if camera.view.isFollowing { wanted.corner = shown.corner }
    return shown == wanted ? [] : show()
  }

  private mutating func receive(_ found: FoundGeneration) -> [PlayEffect] {
    guard playback.search == found.condition, !found.isCancelled else { return [] }
    playback.search = nil
    if let failure = found.failure { return tell(failure, isError: true) }
    guard let generation = found.generation else {
      let searched = found.searchedGenerations.counted("generation")
      return tell("\(found.condition.negation) within \(searched)", isError: true)
    }
    guard generation > session.snapshot.generation else {
      return tell("\(found.condition) holds in this generation")
    }
    return go(to: generation, telling: "\(found.condition) at ")
  }
}
