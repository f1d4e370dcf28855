import LifeCore
import LifeRender
import LifeRun
import LifeTerminal

// What keys and the mouse do.
extension PlayModel {
  mutating func perform(_ action: PlayAction) -> [PlayEffect] {
    switch action {
    case .toggleRun: return setRunning(!isRunning && goal == nil)
    case .step: return go(to: target + 1)
    case .stepMore:
      guard case .power(let exponent) = speed else { return go(to: target + 1) }
      return go(to: target + (1 << exponent))
    case .back: return goBack(by: 1)
    case .backMore: return goBack(by: 100)
    case .goTo: return prompt("goto ")
    case .reset:
      (populations, rate) = ([], nil)
      return setRunning(false) + [simulate(.reset)]
    case .faster: return setSpeed(speed.faster)
    case .slower: return setSpeed(speed.slower)
    case .edit: return setEditing(!isEditing)
    case .open: return openPicker()
    case .save: return save(nil)
    case .command: return prompt("")
    case .help:
      overlay = .help(scroll: 0)
      return []
    case .quit: return quit()
    case .suspend: return [.suspend]
    case .redraw: return [.redraw]
    case .cancel: return cancel()
    case .undo: return setRunning(false) + [simulate(.undo)]
    case .redo: return setRunning(false) + [simulate(.redo)]
    default: return isEditing ? performEdit(action) : performView(action)
    }
  }

  private mutating func prompt(_ text: String) -> [PlayEffect] {
    overlay = .prompt(Field(":", text: text))
    return []
  }

  private mutating func cancel() -> [PlayEffect] {
    note = nil
    if goal != nil { return setRunning(false) }
    if isPasting {
      isPasting = false
    } else if selection != nil || anchor != nil {
      (selection, anchor) = (nil, nil)
    } else if isEditing {
      return setEditing(false)
    }
    return []
  }

  /// The generation that will be reached: keys may be typed faster than answers arrive.
  private var target: BigInt { goal ?? snapshot.generation }

  /// Steps to a generation at any speed.
  mutating func go(to target: BigInt) -> [PlayEffect] {
    let isAhead = goal != nil || outstanding > 0
    var effects = setRunning(false)
    if target < snapshot.generation || target == snapshot.generation && isAhead {
      effects.append(simulate(.back(to: target)))
    } else if target > snapshot.generation {
      let isBulk = target - snapshot.generation > 64
      effects.append(simulate(.advance(to: target, isBulk: isBulk)))
    } else {
      return effects
    }
    goal = target
    return effects
  }

  private mutating func goBack(by count: Int) -> [PlayEffect] {
    guard target > 0 else { return tell("this is the first generation") }
    return go(to: max(0, target - count))
  }

  /// Actions on the view.
  mutating func performView(_ action: PlayAction) -> [PlayEffect] {
    switch action {
    case .pan(let x, let y): pan(x * max(1, view.width / 20), y * max(1, view.height / 20))
    case .panFar(let x, let y): pan(x * view.width / 2, y * view.height / 2)
    case .zoomIn: zoom(by: -1)
    case .zoomOut: zoom(by: 1)
    case .zoomOne: zoom(by: -view.zoom)
    case .fit:
      guard let bounds = snapshot.bounds else { return tell("no live cells") }
      fit(bounds)
    case .follow:
      view.isFollowing.toggle()
      return tell(view.isFollowing ? "following the pattern" : "not following") + show()
    case .theme:
      let all = Theme.allCases
      let next = ((all.firstIndex(of: view.appearance.theme) ?? 0) + 1) % all.count
      return setTheme(all[next])
    case .ages:
      view.appearance.isAged = view.appearance.isAged == true ? nil : true
      return tell(view.appearance.isAged == true ? "colors by age" : "colors of the theme") + show()
    case .grid:
      view.appearance.hasGrid.toggle()
      if view.appearance.hasGrid, view.zoom > -2 {
        return tell("the grid is visible from 4 pixels per cell on") + show()
      }
    case .glyphs:
      let all = PlayGlyphs.allCases
      let next = ((all.firstIndex(of: glyphs) ?? 0) + 1) % all.count
      return setGlyphs(all[next])
    default: break
    }
    return show()
  }

  /// Moves the view by pixels.
  private mutating func pan(_ x: Int, _ y: Int) {
    let cells = { (pixels: Int, zoom: Int) -> BigInt in
      zoom >= 0 ? BigInt(pixels) << zoom : BigInt(pixels / (1 << -zoom))
    }
    view.isFollowing = false
    view.corner.x += cells(x, view.zoom)
    view.corner.y += cells(y, view.zoom)
  }

  mutating func setTheme(_ theme: Theme) -> [PlayEffect] {
    view.appearance.theme = theme
    view.appearance.trail = nil
    return tell("theme \(theme.rawValue): \(theme.summary)") + show()
  }

  mutating func setGlyphs(_ new: PlayGlyphs) -> [PlayEffect] {
    glyphs = new
    resize(size)
    return show()
  }

  private mutating func openPicker() -> [PlayEffect] {
    guard !library.isEmpty else {
      return tell("the pattern collection was not found; set LIFE_PATTERNS", isError: true)
    }
    let picker = PlayPicker(library)
    overlay = .picker(picker)
    return preview(picker)
  }

  private func preview(_ picker: PlayPicker) -> [PlayEffect] {
    guard let choice = picker.choice, picker.preview?.name != choice.name else { return [] }
    return [.request(.preview(choice.name, PlayScreen.previewSize(size)))]
  }
}

// MARK: - Keys of what is open

extension PlayModel {
  mutating func handle(_ key: Key) -> [PlayEffect] {
    switch overlay {
    case .prompt(let field): return handle(key, in: field)
    case .picker(let picker): return handle(key, in: picker)
    case .help(let scroll):
      switch key.code {
      case .down, .pageDown, .character("j"), .character(" "): overlay = .help(scroll: scroll + 1)
      case .up, .pageUp, .character("k"): overlay = .help(scroll: max(0, scroll - 1))
      default: overlay = nil
      }
    case .quitting:
      overlay = nil
      switch key.code {
      case .character("y"), .character("s"), .character("w"):
        quitsAfterSave = path != nil
        return save(nil)
      case .character("n"), .character("d"): return [.request(.removeBackup), .quit(0)]
      default: break
      }
    case nil: break
    }
    return []
  }

  private mutating func handle(_ key: Key, in field: Field) -> [PlayEffect] {
    var field = field
    switch key.code {
    case .escape: overlay = nil
    case .character("c") where key.modifiers == .control: overlay = nil
    case .backspace where field.text.isEmpty: overlay = nil
    case .enter:
      overlay = nil
      return execute(field.string)
    case .tab:
      if let completed = PlayCompletion(self, field.string).completed {
        field.replace(with: completed)
      }
      overlay = .prompt(field)
    default:
      _ = field.handle(key)
      overlay = .prompt(field)
    }
    return []
  }

  private mutating func handle(_ key: Key, in picker: PlayPicker) -> [PlayEffect] {
    var picker = picker
    let count = picker.matches.count
    switch key.code {
    case .escape:
      overlay = nil
      return []
    case .character("c") where key.modifiers == .control:
      overlay = nil
      return []
    case .enter:
      guard let choice = picker.choice else { return [] }
      overlay = nil
      return [.request(.open(choice.name))]
    case .up: picker.selected -= 1
    case .down, .tab: picker.selected += 1
    case .pageUp: picker.selected -= 10
    case .pageDown: picker.selected += 10
    default:
      if picker.field.handle(key) { picker.selected = 0 }
    }
    picker.selected = max(0, min(picker.selected, max(count, picker.matches.count) - 1))
    picker.selected = max(0, min(picker.selected, picker.matches.count - 1))
    overlay = .picker(picker)
    return preview(picker)
  }

  mutating func paste(_ text: String) -> [PlayEffect] {
    switch overlay {
    case .prompt(var field):
      field.insert(text)
      overlay = .prompt(field)
    case .picker(var picker):
      picker.field.insert(text)
      picker.selected = 0
      overlay = .picker(picker)
      return preview(picker)
    case .help, .quitting: break
    case nil:
      let effects = setEditing(true)
      isPasting = true
      return effects + [simulate(.readClipboard(text))]
    }
    return []
  }
}
