import LifeCore
import LifeRun
import LifeTerminal

// Editing by keys and by the mouse.
extension PlayModel {
  mutating func setEditing(_ edits: Bool) -> [PlayEffect] {
    isEditing = edits
    (selection, anchor, isPasting, stroke) = (nil, nil, false, nil)
    guard edits else { return [] }
    view.isFollowing = false
    // A click must name one cell.
    if view.zoom > editingZoom { zoom(by: editingZoom - view.zoom) }
    cursor = view.position(x: view.width / 2, y: view.height / 2)
    return show()
  }

  mutating func performEdit(_ action: PlayAction) -> [PlayEffect] {
    switch action {
    case .pan(let x, let y): return moveCursor(x, y)
    case .panFar(let x, let y): return moveCursor(10 * x, 10 * y)
    case .toggleCell:
      if isPasting { return placePaste() }
      return [simulate(.edit(.toggle(cursor, drawnState), continues: false))]
    case .draw(let state):
      guard state < snapshot.states else {
        return tell("the rule has states 0 to \(snapshot.states - 1)", isError: true)
      }
      drawnState = State(state)
      return tell("draws state \(state)")
    case .select: return select()
    case .selectAll:
      (selection, anchor) = (snapshot.bounds, nil)
      return []
    case .line:
      guard let from = anchor else { return tell("begin a selection with v first") }
      anchor = nil
      selection = nil
      return draw(from: from, to: cursor, drawnState, continues: false)
    case .paste:
      guard snapshot.clipboard != nil else { return tell("nothing was copied") }
      isPasting = true
      return []
    case .rotate, .flipX, .flipY: return turn(action)
    case .copy, .cut, .erase, .fill, .randomize: return changeSelection(action)
    default: return performView(action)
    }
  }

  private mutating func moveCursor(_ x: Int, _ y: Int) -> [PlayEffect] {
    cursor = cursor.offset(byX: x, y: y)
    if let anchor { selection = Self.box(anchor, cursor) }
    let before = view
    showCursor()
    return view == before ? [] : show()
  }

  private mutating func select() -> [PlayEffect] {
    if anchor == nil {
      anchor = cursor
      selection = Self.box(cursor, cursor)
    } else {
      anchor = nil
    }
    return []
  }

  private mutating func placePaste() -> [PlayEffect] {
    isPasting = false
    return [simulate(.paste(cursor))]
  }

  private mutating func turn(_ action: PlayAction) -> [PlayEffect] {
    let orientation: Orientation =
      action == .rotate ? .rotated90 : action == .flipX ? .mirroredX : .mirroredY
    if isPasting { return [simulate(.turnClipboard(orientation))] }
    guard let box = selection else { return tell("select something with v first") }
    if orientation.transposes {
      selection = Bounds(x: box.x, y: box.y, width: box.height, height: box.width)
    }
    anchor = nil
    return [simulate(.edit(.turn(box, orientation), continues: false))]
  }

  private mutating func changeSelection(_ action: PlayAction) -> [PlayEffect] {
    guard let box = selection else {
      if action == .fill {
        let flood = PatternEdit.flood(cursor, drawnState, within: visibleBox)
        return [simulate(.edit(flood, continues: false))]
      }
      return tell("select something with v or A first")
    }
    anchor = nil
    switch action {
    case .copy:
      selection = nil
      return [simulate(.copy(box, isCut: false))]
    case .cut: return [simulate(.copy(box, isCut: true))]
    case .erase: return [simulate(.edit(.erase(box), continues: false))]
    case .fill: return [simulate(.edit(.fill(box, drawnState), continues: false))]
    default: return randomize(box, percent: 35)
    }
  }

  mutating func randomize(_ box: Bounds, percent: Int) -> [PlayEffect] {
    randomSeed = randomSeed &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
    return [
      simulate(.edit(.randomize(box, percent: percent, seed: randomSeed), continues: false))
    ]
  }

  /// Sets the cells of a line.
  ///
  /// - SeeAlso: J. E. Bresenham, "Algorithm for computer control of a digital plotter" (1965).
  private mutating func draw(
    from start: Position, to end: Position, _ state: State, continues: Bool
  ) -> [PlayEffect] {
    guard let width = (end.x - start.x).int, let height = (end.y - start.y).int,
      width.isWithin(4096), height.isWithin(4096)
    else { return tell("the line is too long", isError: true) }
    var changes: [Position: State] = [:]
    let steps = max(abs(width), abs(height), 1)
    for step in 0...steps {
      let place = { (length: Int) in
        Int((Double(length) * Double(step) / Double(steps)).rounded())
      }
      changes[start.offset(byX: place(width), y: place(height))] = state
    }
    return [simulate(.edit(.set(changes), continues: continues))]
  }
}

// MARK: - Mouse

extension PlayModel {
  mutating func handle(_ mouse: Mouse) -> [PlayEffect] {
    switch mouse.action {
    case .scrollUp, .scrollDown:
      let pixels = pixels
      view.isFollowing = false
      zoom(
        to: view.zoom + (mouse.action == .scrollUp ? -1 : 1),
        x: (mouse.point.x - board.x) * pixels.width, y: (mouse.point.y - board.y) * pixels.height)
      return show()
    case .press: return press(mouse)
    case .drag: return drag(mouse)
    case .release, .move:
      (stroke, dragStart) = (nil, nil)
      return []
    }
  }

  private mutating func press(_ mouse: Mouse) -> [PlayEffect] {
    guard board.contains(mouse.point) else { return [] }
    dragStart = mouse.point
    guard isEditing, mouse.button != .middle else { return [] }
    cursor = cell(at: mouse.point)
    if isPasting { return mouse.button == .left ? placePaste() : cancelPaste() }
    if mouse.modifiers.contains(.shift) || mouse.modifiers.contains(.control) || anchor != nil {
      anchor = cursor
      selection = Self.box(cursor, cursor)
      return []
    }
    let state = mouse.button == .left ? drawnState : 0
    stroke = (cursor, state)
    return draw(from: cursor, to: cursor, state, continues: false)
  }

  private mutating func cancelPaste() -> [PlayEffect] {
    isPasting = false
    return []
  }

  private mutating func drag(_ mouse: Mouse) -> [PlayEffect] {
    guard let start = dragStart else { return [] }
    if let last = stroke {
      let place = cell(at: mouse.point)
      guard place != last.last else { return [] }
      (cursor, stroke) = (place, (place, last.state))
      return draw(from: last.last, to: place, last.state, continues: true)
    }
    if isEditing, let anchor, mouse.button != .middle {
      cursor = cell(at: mouse.point)
      selection = Self.box(anchor, cursor)
      return []
    }
    let (from, to) = (cell(at: start), cell(at: mouse.point))
    guard from != to else { return [] }
    view.isFollowing = false
    view.corner = Position(x: view.corner.x + from.x - to.x, y: view.corner.y + from.y - to.y)
    dragStart = mouse.point
    return show()
  }
}
