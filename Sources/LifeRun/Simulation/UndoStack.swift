import LifeCore

/// Changes for undo or redo, each with the universe's history before it.
struct UndoStack {
  /// The data to restore the universe.
  enum Restoration {
    /// The former states of edited cells, the last edit first.
    case cells([CellStates])
    /// The universe before steps, or before it was replaced.
    case universe(SimulationState)
    /// Nothing but the notes, which each change has.
    case notes
  }

  /// A change with the data to undo it.
  struct UndoableChange {
    fileprivate(set) var restoration: Restoration
    /// The notes about the pattern before the change.
    let notes: [Pattern.Note]
    /// The numbers of the last edits before the change.
    let edit: EditNumbers
    let history: SimulationHistory

    /// The states in memory for this change.
    fileprivate var states: [SimulationState] {
      if case .universe(let state) = restoration {
        history.states + [state]
      } else {
        history.states
      }
    }
  }

  let limit: Int
  private(set) var changes: [UndoableChange] = []
  /// For each object that holds cells: how many states of the changes use it, and its bytes.
  private var uses: [ObjectIdentifier: (count: Int, bytes: Int)] = [:]
  private(set) var memory = 0
  /// Whether the oldest changes were dropped.
  private(set) var hasDroppedChanges = false

  init(limit: Int) { self.limit = limit }

  var last: UndoableChange? { changes.last }

  /// Adds a change. Drops the oldest changes if all take too much memory.
  mutating func append(_ change: UndoableChange) {
    changes.append(change)
    count(change, weight: 1)
    dropOldest()
  }

  /// Adds the former states of an edit to the last change, so that both are undone together.
  /// Returns false if the last change is of no cells, such as a new name.
  mutating func addToLast(_ cells: [CellStates]) -> Bool {
    switch changes.last?.restoration {
    case .cells(let older):
      changes[changes.count - 1].restoration = .cells(cells + older)
      memory += Self.bytes(of: cells)
      dropOldest()
      return true
    // Restoring the universe restores these cells anyway.
    case .universe: return true
    case .notes, nil: return false
    }
  }

  mutating func removeLast() {
    if let change = changes.popLast() { count(change, weight: -1) }
  }

  private mutating func dropOldest() {
    // The newest universe, if it is a tree, usually shares its memory with the stepper.
    var shared = 0
    if case .universe(let state) = changes.last?.restoration { shared = state.storage.bytes }
    while memory - shared > limit, changes.count > 1 {
      count(changes.removeFirst(), weight: -1)
      hasDroppedChanges = true
    }
  }

  private static func bytes(of cells: [CellStates]) -> Int {
    cells.reduce(0) { $0 + $1.byteCount + MemoryLayout<CellStates>.stride }
  }

  /// - Parameter weight: 1 for an added change, -1 for a removed one.
  private mutating func count(_ change: UndoableChange, weight: Int) {
    memory += weight * change.history.states.count * MemoryLayout<SimulationState>.stride
    if case .cells(let cells) = change.restoration { memory += weight * Self.bytes(of: cells) }
    for state in change.states {
      let storage = state.storage
      var use = uses[storage.owner] ?? (0, 0)
      // A store may have grown since it was counted.
      memory += storage.bytes - use.bytes
      use = (use.count + weight, storage.bytes)
      if use.count == 0 { memory -= use.bytes }
      uses[storage.owner] = use.count == 0 ? nil : use
    }
  }
}
