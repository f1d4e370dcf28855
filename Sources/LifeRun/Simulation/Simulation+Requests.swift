import LifeCore
import LifeEngines
import LifeFormats
import LifeIO

extension Simulation {
  func carryOut(_ request: SimulationRequest, _ answer: inout Answer) throws {
    switch request {
    case .show: break
    case .pause: isRunning = false
    case .rename(let name):
      try change { old in
        var pattern = old
        pattern.notes.removeAll { $0.kind == .name }
        if !name.isEmpty { pattern.notes.insert(.init(.name, text: Array(name.utf8)), at: 0) }
        return pattern
      }
      answer.note = name.isEmpty ? "no name" : "named '\(name)'"
    case .comment(let text):
      try change { old in
        var pattern = old
        if text.isEmpty { pattern.notes.removeAll { $0.kind == .comment } }
        if !text.isEmpty { pattern.notes.append(.init(.comment, text: Array(text.utf8))) }
        return pattern
      }
      answer.note = text.isEmpty ? "no comments" : "comment added"
    case .advance(let target, let isBulk): try run(to: target, isBulk: isBulk)
    case .back(let target): try goBack(to: target)
    case .reset:
      interrupt.lower()
      let before = try entry()
      try restore(history.first)
      remember(before)
      history.truncate(to: history.first)
    case .load(let pattern, let source):
      try load(pattern)
      answer.loaded = source
    case .edit(let edit, let continues):
      interrupt.lower()
      if edit.clears(stepper.bounds) { return try change { $0.withoutCells } }
      let changes = try edit.changes(of: stepper, frame.rule, limit: memoryLimit)
      try set(changes, continues: continues)
    case .setRule(let text):
      try change { try $0.changingRule(text, limit: self.memoryLimit) }
      answer.note = "rule \(frame.rulestring)"
    case .undo: try exchange(&undoStack, &redoStack, "nothing to undo")
    case .redo: try exchange(&redoStack, &undoStack, "nothing to redo")
    case .copy(let box, let isCut):
      let copied = try part(in: box)
      clipboard = copied
      answer.copied = try copied.rleText
      answer.note = "\(isCut ? "cut" : "copied") \(copied.population) cells"
      if isCut { try carryOut(.edit(.erase(box), continues: false), &answer) }
    case .paste(let corner): try paste(at: corner)
    case .turnClipboard(let orientation):
      guard let clip = clipboard else { throw RunFailure(.usage, "nothing was copied") }
      clipboard = try clip.oriented(orientation, limit: memoryLimit).cropped()
    case .readClipboard(let text):
      let input = try ByteReader(Array(text.utf8), name: "pasted text")
      clipboard = try Format.read(input, options: ReadOptions()).pattern.cropped()
    case .pickUp(let pattern): clipboard = try pattern.inRows(limit: memoryLimit).cropped()
    }
  }

  private func load(_ pattern: Pattern) throws {
    try place(pattern)
    (undoStack, redoStack) = (UndoStack(limit: history.limit), UndoStack(limit: history.limit))
    edits += 1
    edit = edits
    history = SimulationHistory(SimulationState(pattern, edit: edit), limit: history.limit)
    revision += 1
  }

  /// The cells in a box as a pattern of their own.
  private func part(in box: Bounds) throws -> Pattern {
    interrupt.lower()
    let part = try stepper.part(in: box, limit: memoryLimit)
    var result = frame
    result.universe = .plane
    result.cells = part.cells
    result.position = part.origin
    result.generation = stepper.generation
    return result
  }

  private func paste(at corner: Position) throws {
    guard let clip = clipboard, !clip.cells.isEmpty else {
      throw RunFailure(.usage, "nothing was copied")
    }
    interrupt.lower()
    try set([CellStates(pasting: clip, at: corner, frame.rule, limit: memoryLimit)])
  }

  /// Changes cells in place, as one entry of the undo stack or as a part of the last entry.
  private func set(_ changes: [CellStates], continues: Bool = false) throws {
    let former = try apply(changes)
    if continues {
      redoStack = UndoStack(limit: history.limit)
      undoStack.addToLast(former)
    } else {
      remember(UndoStack.Entry(cells: former, edit: edit, history: history))
    }
    edits += 1
    edit = edits
    history.truncate(from: stepper.generation)
  }

  /// Carries out changes one after another.
  ///
  /// - Returns: what undoes them, in its order.
  private func apply(_ changes: [CellStates]) throws -> [CellStates] {
    var former: [CellStates] = []
    do {
      for change in changes { former.insert(try stepper.set(change), at: 0) }
    } catch {
      for change in former { try stepper.set(change) }
      throw error
    }
    revision += 1
    return former
  }

  /// Replaces the universe as one entry of the undo stack.
  private func change(_ make: (Pattern) throws -> Pattern) throws {
    interrupt.lower()
    let before = try keptState()
    let after = try make(before.pattern)
    let entry = UndoStack.Entry(state: before, history: history)
    try place(after)
    remember(entry)
    edits += 1
    edit = edits
    history.truncate(to: SimulationState(after, edit: edit))
    revision += 1
  }

  private func place(_ pattern: Pattern) throws {
    stepper = try Self.makeStepper(pattern, selection)
    frame = pattern.withoutCells
  }

  func restore(_ state: SimulationState) throws {
    try place(state.pattern)
    edit = state.edit
    revision += 1
  }

  /// The present state, which the history keeps if it does not follow from earlier ones.
  private func keptState() throws -> SimulationState {
    let state = SimulationState(try stepper.snapshot(), edit: edit)
    if history.lacksPresent { history.add(state) }
    return state
  }

  /// The present state as an entry of the undo stack.
  func entry() throws -> UndoStack.Entry {
    let state = try keptState()
    return UndoStack.Entry(state: state, history: history)
  }

  private func exchange(
    _ from: inout UndoStack, _ to: inout UndoStack, _ refusal: String
  ) throws {
    guard let entry = from.last else {
      let limit = from.isCut ? ": older changes take more than \(from.limit >> 20) MB" : ""
      throw RunFailure(.usage, refusal + limit)
    }
    interrupt.lower()
    let before: UndoStack.Entry
    switch entry.former {
    case .cells(let cells):
      before = UndoStack.Entry(cells: try apply(cells), edit: edit, history: history)
      edit = entry.edit
    case .universe(let state):
      before = try self.entry()
      try restore(state)
    }
    from.removeLast()
    to.append(before)
    history = entry.history
  }

  func remember(_ entry: UndoStack.Entry) {
    redoStack = UndoStack(limit: history.limit)
    undoStack.append(entry)
  }
}
