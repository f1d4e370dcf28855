import LifeCore
import LifeIO
import LifeRun
import LifeTerminal

// Opens and saves patterns, and quits. Unsaved changes are discarded only if the user says so.
extension PlayModel {
  /// Opens another pattern or quits. If there are unsaved changes, it asks first, or refuses.
  mutating func attempt(_ new: Intention) -> [PlayEffect] {
    files.intention = nil
    // Pending answers decide whether anything is unsaved.
    if files.saves > 0 || session.hasPendingChanges {
      files.intention = new
      return files.saves > 0 ? tell("saving…") : []
    }
    guard isModified else { return proceed(new) }
    if case .open(_, asks: false) = new {
      return tell("unsaved changes: :w saves them, :e! discards them", isError: true)
    }
    overlay = .unsaved(new)
    return []
  }

  /// Continues the waiting intention after the last pending answer.
  mutating func proceedIfAnswered() -> [PlayEffect] {
    guard let intention = files.intention, files.saves == 0, !session.hasPendingChanges else {
      return []
    }
    return attempt(intention)
  }

  /// Opens another pattern or quits, in spite of unsaved changes.
  mutating func proceed(_ new: Intention) -> [PlayEffect] {
    files.intention = nil
    switch new {
    case .quit:
      // Asking twice quits without waiting for the changes to be written.
      if files.isQuitting { return [.quit(0)] }
      guard hasUnsavedChanges else { return [.request(.removeBackup), .quit(0)] }
      files.isQuitting = true
      return [.request(.discard)]
    case .open(let name, _):
      files.editAtRequest = session.snapshot.edit
      return [.request(.open(name))]
    }
  }

  /// Opens a pattern. Unsaved changes are discarded once it is read.
  mutating func discardAndOpen(_ name: String) -> [PlayEffect] {
    files.intention = nil
    files.editAtRequest = nil
    return [.request(.open(name))]
  }

  mutating func open(_ opened: OpenedPattern) -> [PlayEffect] {
    guard let pattern = opened.pattern else {
      return tell(opened.failure ?? "cannot open \(opened.name)", isError: true)
    }
    if let edit = files.editAtRequest,
      edit != session.snapshot.edit || session.hasPendingChanges
    {
      // Cells were edited while the file was being read.
      return attempt(.open(opened.name, asks: true))
    }
    let source = SimulationSource(
      name: opened.name, path: opened.path, version: opened.version)
    let discarding: [PlayEffect] = hasUnsavedChanges ? [.request(.discard)] : []
    return stop() + discarding + [simulate(.load(pattern, source))]
  }

  /// Shows another pattern from now on.
  mutating func begin(_ source: SimulationSource) {
    session.title = source.name
    files.path = source.path
    files.version = source.version
    files.savedEdit = session.snapshot.edit
    files.leftEdit = nil
    files.openingEdit = session.snapshot.edit
    editor.reset(isEditing: false)
    camera.needsFit = true
    camera.view.isFollowing = false
  }

  /// Saves to the named file, else to the file of the pattern, else asks for a name.
  ///
  /// - Parameter isForced: whether to replace any file without asking.
  mutating func save(
    _ name: String?, then next: Intention? = nil, isForced: Bool = false
  ) -> [PlayEffect] {
    guard let target = name.map({ Path($0) }) ?? files.path else {
      overlay = .prompt(Field(":", text: isForced ? "w! " : "w "), then: next)
      return tell("type the name of the file, such as my-pattern.rle")
    }
    return save(to: target, then: next, isForced: isForced)
  }

  private mutating func save(
    to target: Path, then next: Intention?, isForced: Bool
  ) -> [PlayEffect] {
    if let next { files.intention = next }
    files.saves += 1
    let known = target == files.path ? files.version : nil
    return [.request(.save(PlayTarget(path: target, known: known, isForced: isForced)))]
      + tell("saving \(target)…")
  }

  mutating func receive(_ saved: SavedPattern) -> [PlayEffect] {
    guard let path = saved.path else {
      files.isBackingUp = false
      guard let failure = saved.failure, !files.hasToldBackupFailure else { return [] }
      files.hasToldBackupFailure = true
      return tell("unsaved changes have no backup: \(failure)", isError: true)
    }
    files.saves = max(0, files.saves - 1)
    if let conflict = saved.conflict {
      let next = files.intention
      files.intention = nil
      return ask(Overwriting(path: path, conflict: conflict, purpose: .save(then: next)))
    }
    if let failure = saved.failure {
      files.intention = nil
      return tell(failure, isError: true)
    }
    var effects = tell("saved generation \(saved.generation.grouped) as \(path)")
    // Another pattern may have been opened since.
    if saved.edit.cells >= files.openingEdit.cells {
      self.files.path = path
      files.version = saved.version
      files.savedEdit = saved.edit
      files.leftEdit = nil
      session.title = path.fileName.description
      if !isModified { effects.append(.request(.removeBackup)) }
    }
    return effects + proceedIfAnswered()
  }

  /// Asks whether to replace a file, unless another question or a prompt is open.
  private mutating func ask(_ question: Overwriting) -> [PlayEffect] {
    guard overlay == nil else {
      return tell("'\(question.path)' exists and was not replaced", isError: true)
    }
    overlay = .overwrite(question)
    note = nil
    return []
  }

  /// Replaces a file after the user's consent.
  mutating func overwrite(_ question: Overwriting) -> [PlayEffect] {
    switch question.purpose {
    case .save(let next): return save(to: question.path, then: next, isForced: true)
    case .export(let count):
      return export(to: PlayTarget(path: question.path, isForced: true), last: count)
    }
  }

  /// Writes the last pictures.
  func export(to path: Path, last count: Int) -> [PlayEffect] {
    export(to: PlayTarget(path: path, known: files.exports[path]), last: count)
  }

  private func export(to target: PlayTarget, last count: Int) -> [PlayEffect] {
    var recent = session.recent
    recent.secondsPerPicture = 1 / playback.speed.rate
    return [.request(.export(recent, to: target, last: count))]
  }

  mutating func receive(_ exported: ExportedPictures) -> [PlayEffect] {
    if let failure = exported.failure { return tell(failure, isError: true) }
    if let conflict = exported.conflict {
      let purpose = Overwriting.Purpose.export(count: exported.count)
      return ask(Overwriting(path: exported.path, conflict: conflict, purpose: purpose))
    }
    files.exports[exported.path] = exported.version
    let isStill = ["png", "svg"].contains(exported.path.fileExtension)
    var advice = ""
    if exported.count == 1, !isStill {
      advice = "; pictures begin at the last jump, zoom or change of colors"
    } else if isStill, (2..<RecentPictures.maxPictures).contains(exported.requestedCount) {
      advice = "; this format has one picture, a .gif or .mp4 has several"
    }
    let what = exported.count == 1 ? "the view of" : "\(exported.count) pictures up to"
    return tell(
      "wrote \(what) generation \(exported.generation.grouped) as \(exported.path)" + advice)
  }

  /// Puts a loaded pattern into the clipboard, to paste it.
  mutating func pickUp(_ opened: OpenedPattern) -> [PlayEffect] {
    guard let pattern = opened.pattern else {
      return tell(opened.failure ?? "cannot open \(opened.name)", isError: true)
    }
    let effects = editor.isEditing ? [] : setEditing(true)
    editor.isPasting = true
    return effects + [simulate(.pickUp(pattern))]
  }
}

// MARK: - The picker

extension PlayModel {
  private static var previewPause: Duration { .milliseconds(60) }

  mutating func openPicker() -> [PlayEffect] {
    let library = library()
    guard !library.isEmpty else {
      return tell("the pattern collection was not found; set LIFE_PATTERNS", isError: true)
    }
    let picker = PlayPicker(library)
    overlay = .picker(picker)
    return load(picker)
  }

  /// Shows the preview of the selected pattern soon: other keys may follow.
  func preview(_ picker: PlayPicker) -> [PlayEffect] {
    guard let choice = picker.choice, picker.preview?.name != choice.name else { return [] }
    return [.timer("preview", after: Self.previewPause)]
  }

  /// Reads the selected pattern for its preview; only one is read at a time.
  mutating func load(_ old: PlayPicker) -> [PlayEffect] {
    var picker = old
    guard picker.loading == nil, let choice = picker.choice, picker.preview?.name != choice.name
    else { return [] }
    picker.loading = choice.name
    overlay = .picker(picker)
    return [.request(.preview(choice.name, PlayScreen.previewSize(terminal.size)))]
  }

  mutating func receive(_ preview: PlayPicker.Preview) -> [PlayEffect] {
    guard case .picker(var picker) = overlay, picker.loading == preview.name else { return [] }
    picker.loading = nil
    if picker.choice?.name == preview.name { picker.preview = preview }
    overlay = .picker(picker)
    return load(picker)
  }
}
