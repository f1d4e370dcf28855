import LifeArguments
import LifeCore
import LifeRender
import LifeRun
import LifeTerminal

// Carries out actions of keys and the mouse.
extension PlayModel {
  mutating func perform(_ action: PlayAction) -> [PlayEffect] {
    switch action {
    case .toggleRun:
      return setRunning(!playback.isRunning && playback.goal == nil && playback.search == nil)
    case .step: return go(to: target + 1)
    case .stepMore:
      guard case .power(let exponent) = playback.speed else { return go(to: target + 1) }
      return go(to: target + (1 << exponent))
    case .nextChange: return findChange()
    case .back: return goBack(by: 1)
    case .backMore: return goBack(by: 100)
    case .goTo: return prompt("goto ")
    case .reset:
      return stop() + [simulate(.reset)]
    case .faster: return setSpeed(playback.speed.faster)
    case .slower: return setSpeed(playback.speed.slower)
    case .edit: return setEditing(!editor.isEditing)
    case .open: return openPicker()
    case .save: return save(nil)
    case .command: return prompt("")
    case .help:
      overlay = .help(scroll: 0)
      return []
    case .quit: return attempt(.quit)
    case .suspend: return [.suspend]
    case .redraw: return [.redraw]
    case .cancel: return cancel()
    case .undo: return stop() + [simulate(.undo)]
    case .redo: return stop() + [simulate(.redo)]
    default: return editor.isEditing ? performEdit(action) : performView(action)
    }
  }

  private mutating func prompt(_ text: String) -> [PlayEffect] {
    overlay = .prompt(Field(":", text: text))
    return []
  }

  private mutating func cancel() -> [PlayEffect] {
    note = nil
    if playback.goal != nil || playback.search != nil { return setRunning(false) }
    if editor.isPasting {
      editor.isPasting = false
    } else if editor.selection != nil || editor.anchor != nil {
      editor.selection = nil
      editor.anchor = nil
    } else if editor.isEditing {
      return setEditing(false)
    }
    return []
  }

  /// The generation after all pending steps: keys may be typed faster than answers arrive.
  private var target: BigInt { playback.goal ?? session.snapshot.generation }

  /// Goes forward or back to a generation, as fast as the engine can.
  ///
  /// - Parameter arrival: a text to show there before the number, such as `stable at `.
  mutating func go(to target: BigInt, telling arrival: String? = nil) -> [PlayEffect] {
    let simulationMayBeAhead = playback.goal != nil || !session.pending.isEmpty
    let shown = session.snapshot.generation
    var effects = setRunning(false)
    if target < shown || target == shown && simulationMayBeAhead {
      effects.append(simulate(.back(to: target)))
    } else if target > shown {
      effects.append(simulate(.advance(to: target, isBulk: target - shown > 64)))
    } else {
      return effects + (arrival.map { tell($0 + target.grouped) } ?? [])
    }
    playback.goal = target
    self.playback.arrival = arrival
    return effects + [.timer("clock", after: .zero)]
  }

  private mutating func goBack(by count: Int) -> [PlayEffect] {
    let first = session.snapshot.firstGeneration
    guard target > first else { return tellFirstGeneration() }
    return go(to: max(first, target - count))
  }

  /// Says that there is no earlier generation, and which command computes them.
  mutating func tellFirstGeneration() -> [PlayEffect] {
    let isReversible = session.snapshot.rule.isReversible(in: session.snapshot.universe)
    return tell(
      "this is the first generation"
        + (isReversible ? "; 'life run -n -20' runs this rule backwards" : ""))
  }

  mutating func performView(_ action: PlayAction) -> [PlayEffect] {
    switch action {
    case .pan(let x, let y):
      camera.pan(x: x * max(1, camera.view.width / 20), y: y * max(1, camera.view.height / 20))
    case .panFar(let x, let y):
      camera.pan(x: x * camera.view.width / 2, y: y * camera.view.height / 2)
    case .zoomIn: zoom(to: camera.view.zoom.moved(away: -1))
    case .zoomOut: zoom(to: camera.view.zoom.moved(away: 1))
    case .zoomOne: zoom(to: .one)
    case .fit:
      guard let bounds = session.snapshot.boxToFit else { return tell("no live cells") }
      camera.fit(bounds)
    case .follow:
      camera.view.isFollowing.toggle()
      return tell(camera.view.isFollowing ? "following the pattern" : "not following") + show()
    case .theme:
      let all = Theme.allCases
      let next = ((all.firstIndex(of: camera.view.appearance.theme) ?? 0) + 1) % all.count
      return setTheme(all[next])
    case .ages:
      camera.view.appearance.isAged = camera.view.appearance.isAged == true ? nil : true
      return tell(camera.view.appearance.isAged == true ? "colors by age" : "colors of the theme")
        + show()
    case .grid:
      camera.view.appearance.hasGrid.toggle()
      if camera.view.appearance.hasGrid, camera.view.zoom.pixelsPerCell < 4 {
        return tell("the grid is visible from 4 pixels per cell on") + show()
      }
    case .glyphs:
      let all = PlayGlyphs.allCases.filter { $0 != .pixels || camera.pictureCell != nil }
      let next = ((all.firstIndex(of: camera.glyphs) ?? 0) + 1) % all.count
      return setGlyphs(all[next])
    case .toggleCell, .select, .selectAll, .copy, .cut, .paste, .erase, .fill, .randomize, .line,
      .turn, .draw:
      return tell("press e first: this key is for editing")
    default: break
    }
    return show()
  }

  mutating func setTheme(_ theme: Theme) -> [PlayEffect] {
    camera.chosenTheme = theme
    camera.useTheme(for: session.snapshot.rule)
    camera.view.appearance.trail = nil
    return tell("theme \(theme.rawValue): \(theme.summary)") + show()
  }

  mutating func setGlyphs(_ new: PlayGlyphs) -> [PlayEffect] {
    guard new != .pixels || camera.pictureCell != nil else {
      return tell("this terminal does not show pictures (kitty or sixel)", isError: true)
    }
    camera.prefersPictures = new == .pixels
    change(glyphs: new)
    return tell("glyphs \(new.rawValue)") + show()
  }

  /// Shows the same part of the universe in other characters. From or to a picture, the zoom
  /// changes, because pictures have smaller pixels.
  private mutating func change(glyphs new: PlayGlyphs) {
    let isFitted = camera.view == camera.fittedView
    let old = camera.pixels.width
    let hadPictures = camera.glyphs == .pixels
    camera.glyphs = new
    resize(terminal.size)
    if isFitted, let bounds = session.snapshot.boxToFit { return camera.fit(bounds) }
    guard hadPictures != (new == .pixels) else { return }
    let steps = Camera.exponent(of: old) - Camera.exponent(of: camera.pixels.width)
    zoom(to: camera.view.zoom.moved(away: steps))
  }

  /// Switches to pictures when the terminal answers that it shows them.
  mutating func usePictures(_ cell: Size) -> [PlayEffect] {
    let isKnown = camera.pictureCell == cell
    camera.pictureCell = cell
    guard !isKnown, camera.prefersPictures else { return [] }
    change(glyphs: .pixels)
    return show()
  }
}

// MARK: - Keys in overlays

extension PlayModel {
  mutating func handle(_ key: Key) -> [PlayEffect] {
    if case .overwrite(let question) = overlay {
      overlay = nil
      guard key.code == .character("y") else { return tell("'\(question.path)' was kept") }
      return overwrite(question)
    }
    if key.code == .escape || key == .control("c") {
      overlay = nil
      return []
    }
    switch overlay {
    case .prompt(let field, let next): return handle(key, in: field, then: next)
    case .picker(let picker): return handle(key, in: picker)
    case .help(let scroll): return handle(key, inHelp: scroll)
    case .unsaved(let next):
      return answerUnsaved(key, then: next)
    case .overwrite, nil: return []
    }
  }

  /// Saves or discards the changes; other keys leave the question open.
  private mutating func answerUnsaved(_ key: Key, then next: Intention) -> [PlayEffect] {
    switch key.code {
    case .character("y"):
      overlay = nil
      return save(nil, then: next)
    case .character("n"):
      overlay = nil
      if case .open(let name, _) = next { return discardAndOpen(name) }
      return proceed(next)
    default: return []
    }
  }

  /// Scrolls the help. Other keys close it, and some also act.
  private mutating func handle(_ key: Key, inHelp scroll: Int) -> [PlayEffect] {
    let most = PlayHelp.maxScroll(terminal.size)
    let page = max(1, terminal.size.height - 5)
    let lines: Int? =
      switch key.code {
      case .down, .character("j"): 1
      case .up, .character("k"): -1
      case .pageDown, .character(" "): page
      case .pageUp: -page
      case .home: -most
      case .end: most
      default: nil
      }
    if let lines, most > 0 {
      overlay = .help(scroll: max(0, min(most, min(most, scroll) + lines)))
      return []
    }
    overlay = nil
    let action = PlayBinding.action(of: key, isEditing: editor.isEditing)
    guard let action, ![.help, .cancel, .quit].contains(action), key.code != .enter else {
      return []
    }
    return perform(action)
  }

  private mutating func handle(
    _ key: Key, in field: Field, then next: Intention?
  ) -> [PlayEffect] {
    var field = field
    switch key.code {
    case .backspace where field.text.isEmpty: overlay = nil
    case .enter:
      overlay = nil
      note = nil
      return execute(field.string, then: next)
    case .tab:
      if let completed = PlayCompletion(self, line: field.string).completed {
        field.replace(with: completed)
      }
      overlay = .prompt(field, then: next)
    default:
      _ = field.handle(key)
      overlay = .prompt(field, then: next)
    }
    return []
  }

  private mutating func handle(_ key: Key, in picker: PlayPicker) -> [PlayEffect] {
    var picker = picker
    switch key.code {
    case .enter:
      return picker.choice.map { update(.choosePattern($0.name)) } ?? []
    case .up: picker.selected -= 1
    case .down, .tab: picker.selected += 1
    case .pageUp: picker.selected -= 10
    case .pageDown: picker.selected += 10
    default:
      if picker.field.handle(key) { picker.selected = 0 }
    }
    picker.selected = max(0, min(picker.selected, picker.matches.count - 1))
    overlay = .picker(picker)
    return preview(picker)
  }

  mutating func paste(_ text: String) -> [PlayEffect] {
    switch overlay {
    case .prompt(var field, let next):
      field.insert(text)
      overlay = .prompt(field, then: next)
    case .picker(var picker):
      picker.field.insert(text)
      picker.selected = 0
      overlay = .picker(picker)
      return preview(picker)
    case .help, .unsaved, .overwrite: break
    case nil:
      let effects = editor.isEditing ? [] : setEditing(true)
      editor.isPasting = true
      return effects + [simulate(.readClipboard(text))]
    }
    return []
  }
}
