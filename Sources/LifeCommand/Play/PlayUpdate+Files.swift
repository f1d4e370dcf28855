import LifeIO
import LifeRun
import LifeTerminal

// Opening, saving and quitting. Unsaved changes are lost only when the user says so.
extension PlayModel {
  /// Does something that discards the present pattern, unless there are unsaved changes.
  mutating func attempt(_ new: Intention) -> [PlayEffect] {
    intention = nil
    // The answers tell whether anything is unsaved.
    if saves > 0 || pending.contains(where: \.isChange) {
      intention = new
      return saves > 0 ? tell("saving…") : []
    }
    guard isModified else { return proceed(new) }
    if case .open(_, asks: false) = new {
      return tell("unsaved changes: :w saves them, :e! discards them", isError: true)
    }
    overlay = .unsaved(new)
    return []
  }

  /// Proceeds with what waits for answers, if this was the last one.
  mutating func proceedIfAnswered() -> [PlayEffect] {
    guard let intention, saves == 0, !pending.contains(where: \.isChange) else { return [] }
    return attempt(intention)
  }

  /// Does something in spite of unsaved changes.
  mutating func proceed(_ new: Intention) -> [PlayEffect] {
    intention = nil
    switch new {
    case .quit: return [.request(.removeBackup), .quit(0)]
    case .open(let name, _):
      editBeforeOpening = snapshot.edit
      return [.request(.open(name))]
    }
  }

  /// Opens a pattern in place of unsaved changes.
  mutating func discardAndOpen(_ name: String) -> [PlayEffect] {
    (intention, editBeforeOpening) = (nil, nil)
    return [.request(.open(name))]
  }

  mutating func open(_ opened: OpenedPattern) -> [PlayEffect] {
    guard let pattern = opened.pattern else {
      return tell(opened.failure ?? "cannot open \(opened.name)", isError: true)
    }
    if let edit = editBeforeOpening,
      edit != snapshot.edit || pending.contains(where: \.isChange)
    {
      // Cells were edited while the file was read.
      return attempt(.open(opened.name, asks: true))
    }
    let source = SimulationSource(name: opened.name, path: opened.path)
    return stop() + [simulate(.load(pattern, source))]
  }

  /// Shows another pattern from now on.
  mutating func begin(_ source: SimulationSource) {
    (title, path) = (source.name, source.path)
    (savedEdit, firstEdit) = (snapshot.edit, snapshot.edit)
    (isEditing, selection, anchor, stroke) = (false, nil, nil, nil)
    (isPasting, needsFit) = (false, true)
    view.isFollowing = false
  }

  /// Saves to a file, or to that of the pattern, or else asks for a name.
  mutating func save(_ name: String?, then next: Intention? = nil) -> [PlayEffect] {
    guard let path = name.map({ Path($0) }) ?? path else {
      overlay = .prompt(Field(":", text: "w "), then: next)
      return []
    }
    if let next { intention = next }
    saves += 1
    return [.request(.save(path))]
  }

  mutating func receive(_ saved: SavedPattern) -> [PlayEffect] {
    guard let path = saved.path else {
      isBackingUp = false
      guard let failure = saved.failure, !hasToldBackupFailure else { return [] }
      hasToldBackupFailure = true
      return tell("unsaved changes have no backup: \(failure)", isError: true)
    }
    saves = max(0, saves - 1)
    if let failure = saved.failure {
      intention = nil
      return tell(failure, isError: true)
    }
    var effects = tell("saved as \(path)")
    // Another pattern may have been opened since.
    if saved.edit >= firstEdit {
      (self.path, title, savedEdit) = (path, path.fileName.description, saved.edit)
      if !isModified { effects.append(.request(.removeBackup)) }
    }
    return effects + proceedIfAnswered()
  }

  /// Takes a pattern that was read, to paste it.
  mutating func pickUp(_ opened: OpenedPattern) -> [PlayEffect] {
    guard let pattern = opened.pattern else {
      return tell(opened.failure ?? "cannot open \(opened.name)", isError: true)
    }
    let effects = isEditing ? [] : setEditing(true)
    isPasting = true
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

  /// Reads the selected pattern for its preview, one at a time.
  mutating func load(_ old: PlayPicker) -> [PlayEffect] {
    var picker = old
    guard picker.loading == nil, let choice = picker.choice, picker.preview?.name != choice.name
    else { return [] }
    picker.loading = choice.name
    overlay = .picker(picker)
    return [.request(.preview(choice.name, PlayScreen.previewSize(size)))]
  }

  mutating func receive(_ preview: PlayPicker.Preview) -> [PlayEffect] {
    guard case .picker(var picker) = overlay, picker.loading == preview.name else { return [] }
    picker.loading = nil
    if picker.choice?.name == preview.name { picker.preview = preview }
    overlay = .picker(picker)
    return load(picker)
  }
}
