import LifeCore
import LifeRender
import LifeRun
import LifeTerminal

// Edits cells by keys and by the mouse.
extension PlayModel {
  mutating func setEditing(_ edits: Bool) -> [PlayEffect] {
    editor.reset(isEditing: edits)
    guard edits else { return [] }
    camera.view.isFollowing = false
    // A click must hit one cell.
    if camera.view.zoom < camera.editingZoom { zoom(to: camera.editingZoom) }
    editor.cursor = camera.view.position(x: camera.view.width / 2, y: camera.view.height / 2)
    return show()
  }

  mutating func performEdit(_ action: PlayAction) -> [PlayEffect] {
    switch action {
    case .pan(let x, let y): return moveCursor(x: x, y: y)
    case .panFar(let x, let y): return moveCursor(x: 10 * x, y: 10 * y)
    case .toggleCell:
      if editor.isPasting { return placePaste() }
      return tellIfOutside() ?? [simulate(.toggle(editor.cursor, editor.drawnState))]
    case .draw(let state):
      guard state < session.snapshot.states else {
        return tell("the rule has states 0 to \(session.snapshot.states - 1)", isError: true)
      }
      editor.drawnState = State(state)
      return tell("draws state \(session.snapshot.nameOfState(editor.drawnState))")
    case .select:
      if editor.anchor == nil { editor.beginSelection() } else { editor.anchor = nil }
      return []
    case .selectAll:
      editor.selection = session.snapshot.bounds
      editor.anchor = nil
      return []
    case .line:
      guard let from = editor.anchor else { return tell("begin a selection with v first") }
      editor.anchor = nil
      editor.selection = nil
      return draw(from: from, to: editor.cursor, state: editor.drawnState, continues: false)
    case .paste:
      guard session.snapshot.clipboard != nil else { return tell("nothing was copied") }
      editor.isPasting = true
      return []
    case .turn(let orientation): return turn(orientation)
    case .copy, .cut, .erase, .fill, .randomize: return changeSelection(action)
    default: return performView(action)
    }
  }

  private mutating func moveCursor(x: Int, y: Int) -> [PlayEffect] {
    editor.move(to: editor.cursor.moved(byX: x, y: y))
    let before = camera.view
    camera.show(editor.cursor)
    return camera.view == before ? [] : show()
  }

  /// Tells that the cursor is outside the universe. Returns `nil` if it is inside.
  private mutating func tellIfOutside() -> [PlayEffect]? {
    let universe = session.snapshot.universe
    let cell = Bounds(from: editor.cursor, width: 1, height: 1)
    return universe.part(of: cell) == nil ? tell("outside the universe \(universe)") : nil
  }

  private mutating func placePaste() -> [PlayEffect] {
    editor.isPasting = false
    return [simulate(.paste(editor.cursor))]
  }

  private mutating func turn(_ orientation: Orientation) -> [PlayEffect] {
    if editor.isPasting { return [simulate(.turnClipboard(orientation))] }
    guard let box = editor.selection else { return tell("select something with v first") }
    let move = session.snapshot.rule.alignment(
      ofPart: box, turned: orientation, in: session.snapshot.universe)
    var turned = box.moved(by: Position(move))
    if orientation.transposes { swap(&turned.width, &turned.height) }
    editor.selection = turned
    editor.anchor = nil
    return [simulate(.turn(box, orientation))]
  }

  private mutating func changeSelection(_ action: PlayAction) -> [PlayEffect] {
    guard let box = editor.selection else {
      if action == .fill {
        return [simulate(.flood(editor.cursor, editor.drawnState, within: camera.view.box))]
      }
      return tell("select something with v or A first")
    }
    editor.anchor = nil
    switch action {
    case .copy:
      editor.selection = nil
      return [simulate(.copy(box, isCut: false))]
    case .cut: return [simulate(.copy(box, isCut: true))]
    case .erase: return [simulate(.erase(box))]
    case .fill: return [simulate(.fill(box, editor.drawnState))]
    default: return randomize(box, percent: 35)
    }
  }

  mutating func randomize(_ box: Bounds, percent: Int) -> [PlayEffect] {
    editor.randomSeed = editor.randomSeed &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
    return [simulate(.randomize(box, percent: percent, seed: editor.randomSeed))]
  }

  /// Sets the cells of a line. If it continues the last change, both are undone together.
  ///
  /// - SeeAlso: J. E. Bresenham, "Algorithm for computer control of a digital plotter" (1965).
  private mutating func draw(
    from start: Position, to end: Position, state: State, continues: Bool
  ) -> [PlayEffect] {
    guard let width = (end.x - start.x).int, let height = (end.y - start.y).int,
      width.isWithin(4096), height.isWithin(4096)
    else { return tell("the line is too long", isError: true) }
    var changes: [Position: State] = [:]
    let steps = max(abs(width), abs(height), 1)
    for step in 0...steps {
      func progress(over length: Int) -> Int {
        Int((Double(length) * Double(step) / Double(steps)).rounded())
      }
      changes[start.moved(byX: progress(over: width), y: progress(over: height))] = state
    }
    return [simulate(.set(changes, continues: continues))]
  }
}

// MARK: - Mouse

extension PlayModel {
  mutating func handle(_ mouse: Mouse) -> [PlayEffect] {
    switch mouse.action {
    case .scrollUp, .scrollDown:
      let place = camera.pixel(of: mouse.point, on: terminal.board)
      let steps = mouse.action == .scrollUp ? -1 : 1
      camera.view.isFollowing = false
      camera.zoom(to: camera.view.zoom.moved(away: steps), x: place.x, y: place.y)
      return show()
    case .press: return press(mouse)
    case .drag: return drag(mouse)
    case .release, .move:
      editor.stroke = nil
      editor.dragStart = nil
      return []
    }
  }

  private mutating func press(_ mouse: Mouse) -> [PlayEffect] {
    guard terminal.board.contains(mouse.point) else { return [] }
    editor.dragStart = mouse.point
    guard editor.isEditing, mouse.button != .middle else { return [] }
    editor.cursor = cell(at: mouse.point)
    if editor.isPasting {
      if mouse.button == .left { return placePaste() }
      editor.isPasting = false
      return []
    }
    if mouse.modifiers.contains(.shift) || mouse.modifiers.contains(.control)
      || editor.anchor != nil
    {
      editor.beginSelection()
      return []
    }
    if let outside = tellIfOutside() { return outside }
    guard mouse.button == .left else {
      editor.stroke = (editor.cursor, 0)
      return draw(from: editor.cursor, to: editor.cursor, state: 0, continues: false)
    }
    // A drag that begins here draws this cell, too, even if the click has killed it.
    editor.stroke = (editor.cursor, editor.drawnState)
    return [simulate(.toggle(editor.cursor, editor.drawnState))]
  }

  private mutating func drag(_ mouse: Mouse) -> [PlayEffect] {
    guard let start = editor.dragStart else { return [] }
    if let stroke = editor.stroke {
      let cell = cell(at: mouse.point)
      guard cell != stroke.cell else { return [] }
      editor.cursor = cell
      editor.stroke = (cell, stroke.state)
      return draw(from: stroke.cell, to: cell, state: stroke.state, continues: true)
    }
    if editor.isEditing, editor.anchor != nil, mouse.button != .middle {
      editor.move(to: cell(at: mouse.point))
      return []
    }
    let from = cell(at: start)
    let to = cell(at: mouse.point)
    guard from != to else { return [] }
    camera.view.isFollowing = false
    camera.view.corner = Position(
      x: camera.view.corner.x + from.x - to.x, y: camera.view.corner.y + from.y - to.y)
    editor.dragStart = mouse.point
    return show()
  }
}
