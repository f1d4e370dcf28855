import LifeCore
import LifeEngines
import LifeFormats
import LifeIO

// Carries out each kind of request.
extension Simulation {
  func carryOut(_ request: SimulationRequest, answer: inout SimulationSnapshot) throws {
    switch request {
    case .show: break
    case .pause: isRunning = false
    case .rename(let name):
      write(Pattern.Note(.name, text: Array(name.utf8)))
      answer.note = name.isEmpty ? "no name" : "named '\(name)'"
    case .comment(let text):
      write(Pattern.Note(.comment, text: Array(text.utf8)))
      answer.note = text.isEmpty ? "no comments" : "comment added"
    case .advance(let target, let isBulk): try run(to: target, isBulk: isBulk)
    case .back(let target): try goBack(to: target)
    case .reset:
      interrupt.lower()
      let before = try changeRestoringPresent()
      try restore(history.first)
      remember(before)
      history.end(with: history.first)
    case .load(let pattern, let source):
      try load(pattern)
      answer.loaded = source
    case .set, .toggle, .clear, .erase, .fill, .flood, .randomize: try edit(request)
    case .turn: answer.note = warning(aboutCellsOutside: try edit(request))
    case .setRule(let text):
      answer.note = try changeRule(text)
    case .undo: try exchange(&undoStack, to: &redoStack, refusal: "nothing to undo")
    case .redo: try exchange(&redoStack, to: &undoStack, refusal: "nothing to redo")
    case .copy(let box, let isCut):
      let copied = try part(in: box)
      clipboard = copied.cropped()
      let isShort = copied.population <= 1 << 20
      answer.copied = isShort ? String(decoding: try copied.rle, as: UTF8.self) : ""
      answer.note = "\(isCut ? "cut" : "copied") \(copied.population) cells"
      if isCut { try edit(.erase(box)) }
    case .paste(let corner): answer.note = warning(aboutCellsOutside: try paste(at: corner))
    case .turnClipboard(let orientation):
      guard let clip = clipboard else { throw RunFailure(.usage, "nothing was copied") }
      clipboard = try clip.oriented(orientation, limit: memoryLimit).croppedByParity
    case .readClipboard(let text):
      let input = try ByteReader(Array(text.utf8), name: "pasted text")
      do {
        var options = ReadOptions(findingRulesIn: [], Diagnostics())
        options.acceptsUnknownRules = true
        options.usualRule = metadata.rule
        let isBody = PatternLoader.isRLE(Path(text.filter { !$0.isWhitespace }))
        try pickUp(Format.read(input, as: isBody ? .rle : nil, options: options).pattern)
      } catch let error as ParseError {
        // One line without the excerpt, and without advice about options of commands.
        let place = error.place.map { ":\($0.line):\($0.column)" } ?? ""
        throw RunFailure(.invalidData, "pasted text\(place): \(error.message.description)")
      }
    case .pickUp(let pattern): try pickUp(pattern)
    }
  }

  private func load(_ pattern: Pattern) throws {
    stepper = try selection.makeStepper(pattern)
    metadata = pattern.withoutCells
    undoStack = UndoStack(limit: history.limit)
    redoStack = UndoStack(limit: history.limit)
    editCount += 1
    lastEdits = EditNumbers(cells: editCount, notes: editCount)
    history = SimulationHistory(SimulationState(pattern, edit: editCount), limit: history.limit)
    renderer = SimulationRenderer()
    revision += 1
  }

  /// The cells in a box as a pattern of their own.
  func part(in box: Bounds) throws -> Pattern {
    interrupt.lower()
    let part = try stepper.part(in: box, limit: memoryLimit)
    var result = metadata
    result.universe = .plane
    result.cells = part.cells
    result.statedPosition = part.origin
    result.generation = stepper.generation
    return result
  }

  private func pickUp(_ pattern: Pattern) throws {
    clipboard = try pattern.inRows(limit: memoryLimit).cropped()
  }

  /// - Returns: the number of cells outside the universe.
  private func paste(at corner: Position) throws -> Int {
    guard let clip = clipboard, !clip.cells.isEmpty else {
      throw RunFailure(.usage, "nothing was copied")
    }
    interrupt.lower()
    return try set([CellStates(pasting: clip, at: corner, metadata.rule, limit: memoryLimit)])
  }

  private func warning(aboutCellsOutside count: Int) -> String? {
    count == 0 ? nil : metadata.universe.warning(aboutCellsOutside: BigInt(count))
  }

  /// - Returns: the number of cells outside the universe.
  @discardableResult
  private func edit(_ request: SimulationRequest) throws -> Int {
    interrupt.lower()
    if request.clears(stepper.bounds) {
      let before = try present()
      var after = before.pattern.withoutCells
      if request == .clear { after.generation = 0 }
      try replace(before, with: after)
      if request == .clear {
        metadata.notes = []
        renderer = SimulationRenderer()
      }
      return 0
    }
    let changes = try request.changes(of: stepper, metadata.rule, limit: memoryLimit)
    guard case .set(_, continues: true) = request else { return try set(changes) }
    return try set(changes, continues: true)
  }

  /// Changes cells in place, as one undoable change or as a part of the last one.
  ///
  /// - Returns: the number of cells outside the universe, which are left out.
  private func set(_ changes: [CellStates], continues: Bool = false) throws -> Int {
    let former = try apply(changes)
    if continues, undoStack.addToLast(former) {
      redoStack = UndoStack(limit: history.limit)
    } else {
      remember(change(.cells(former)))
    }
    editCount += 1
    lastEdits.cells = editCount
    history.truncate(from: stepper.generation)
    return try changes.reduce(0) {
      try $0 + $1.cellCount - $1.inside(metadata.universe).cellCount
    }
  }

  /// Carries out changes one after another.
  ///
  /// - Returns: the changes that undo them, in order.
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

  private func write(_ note: Pattern.Note) {
    remember(change(.notes))
    metadata.write(note)
    editCount += 1
    lastEdits.notes = editCount
    revision += 1
  }

  /// Replaces the universe as one undoable change.
  private func replace(_ before: SimulationState, with pattern: Pattern) throws {
    let undoing = change(.universe(before))
    let after = SimulationState(pattern, edit: editCount + 1)
    try restore(after)
    editCount += 1
    remember(undoing)
    history.end(with: after)
  }

  func restore(_ state: SimulationState) throws {
    stepper = try selection.makeStepper(state.pattern)
    let notes = metadata.notes
    metadata = state.pattern.withoutCells
    metadata.notes = notes
    lastEdits.cells = state.edit
    revision += 1
  }

  /// The present state, from the history if possible, else a copy. The history keeps the copy if no
  /// earlier state leads to it.
  private func present() throws -> SimulationState {
    if let state = history.present(at: stepper.generation, edit: lastEdits.cells) { return state }
    let state = SimulationState(try universe(), edit: lastEdits.cells)
    if history.lacksPresent { history.add(state) }
    return state
  }

  /// The change that brings the present state back. Adds that state to a history that lacks it.
  func changeRestoringPresent() throws -> UndoStack.UndoableChange {
    change(.universe(try present()))
  }

  /// A change from the present notes, edit and history.
  private func change(_ restoration: UndoStack.Restoration) -> UndoStack.UndoableChange {
    UndoStack.UndoableChange(
      restoration: restoration, notes: metadata.notes, edit: lastEdits, history: history)
  }

  private func exchange(
    _ from: inout UndoStack, to: inout UndoStack, refusal: String
  ) throws {
    guard let change = from.last else {
      let reason = ": older changes were dropped to stay within \(from.limit >> 20) MB"
      throw RunFailure(.usage, Message(from.hasDroppedChanges ? refusal + reason : refusal))
    }
    interrupt.lower()
    let lastEdits = lastEdits
    let before: UndoStack.Restoration
    switch change.restoration {
    case .cells(let cells): before = .cells(try apply(cells))
    case .universe(let state):
      before = .universe(try present())
      try restore(state)
    case .notes:
      before = .notes
      revision += 1
    }
    from.removeLast()
    to.append(
      UndoStack.UndoableChange(
        restoration: before, notes: metadata.notes, edit: lastEdits, history: history))
    self.lastEdits = change.edit
    metadata.notes = change.notes
    history = change.history
  }

  func remember(_ change: UndoStack.UndoableChange) {
    redoStack = UndoStack(limit: history.limit)
    undoStack.append(change)
  }

  /// - Returns: a note: what happened to the cells, or else the new rule.
  private func changeRule(_ rule: String) throws -> String {
    interrupt.lower()
    let before = try present()
    var notes: [String] = []
    let diagnostics = Diagnostics { message, _ in notes.append("\(message)") }
    let after = try before.pattern.changingRule(rule, limit: memoryLimit, diagnostics)
    try replace(before, with: after)
    if notes.isEmpty { return "rule \(metadata.rulestring)" }
    return notes.joined(separator: "; ") + "; undo takes this back"
  }
}
