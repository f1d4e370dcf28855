import LifeCore

/// Changes that undo or redo takes back, each with the history that the universe had before.
struct UndoStack {
  /// What brings the universe back.
  enum Restoration {
    /// The states that edited cells had, those of the last edit first.
    case cells([CellStates])
    /// The universe, before generations or changes of everything.
    case universe(SimulationState)
    /// What was written about the pattern.
    case notes([Pattern.Note])
  }

  /// A change, and what takes it back.
  struct UndoableChange {
    fileprivate(set) var restoration: Restoration
    /// The numbers of the last edits before the change.
    let edit: EditNumbers
    let history: SimulationHistory

    init(_ restoration: Restoration, edit: EditNumbers, history: SimulationHistory) {
      self.restoration = restoration
      self.edit = edit
      self.history = history
    }

    /// The states that the change keeps.
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
  /// How many changes use an object that holds memory, and its bytes.
  private var uses: [ObjectIdentifier: (count: Int, bytes: Int)] = [:]
  private(set) var memory = 0
  /// Whether the oldest changes were dropped.
  private(set) var isCut = false

  init(limit: Int) { self.limit = limit }

  var last: UndoableChange? { changes.last }

  /// Adds a change; the oldest changes are dropped if they take too much memory.
  mutating func append(_ change: UndoableChange) {
    changes.append(change)
    count(change, weight: 1)
    dropOldest()
  }

  /// Adds an edit to the last change, which restores its cells as well from now on.
  mutating func addToLast(_ cells: [CellStates]) {
    // A change that restores the universe restores these cells anyway.
    guard let last = changes.indices.last, case .cells(let later) = changes[last].restoration else {
      return
    }
    changes[last].restoration = .cells(cells + later)
    memory += Self.bytes(of: cells)
    dropOldest()
  }

  mutating func removeLast() {
    if let change = changes.popLast() { count(change, weight: -1) }
  }

  private mutating func dropOldest() {
    // The memory of the newest universe is usually that of the stepper, too.
    var shared = 0
    if case .universe(let state) = changes.last?.restoration { shared = state.storage.bytes }
    while memory - shared > limit, changes.count > 1 {
      count(changes.removeFirst(), weight: -1)
      isCut = true
    }
  }

  private static func bytes(of cells: [CellStates]) -> Int {
    cells.reduce(0) { $0 + $1.byteCount + MemoryLayout<CellStates>.stride }
  }

  /// - Parameter weight: 1 for a change that is added, -1 for one that is removed.
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
