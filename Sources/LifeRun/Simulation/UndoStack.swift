import LifeCore
import LifeEngines

/// Changes that undo or redo takes back, each with the history that the universe had before.
struct UndoStack {
  /// What brings the universe back.
  enum Former {
    /// The states that edited cells had, those of the last edit first.
    case cells([CellStates])
    /// The universe, before generations or changes of everything.
    case universe(SimulationState)
    /// What was written about the pattern.
    case notes([Pattern.Note])
  }

  struct Entry {
    fileprivate(set) var former: Former
    /// The numbers of the last edits before the change.
    let edit: EditNumbers
    let history: SimulationHistory

    init(_ former: Former, edit: EditNumbers, history: SimulationHistory) {
      self.former = former
      self.edit = edit
      self.history = history
    }

    /// The states that the entry keeps.
    fileprivate var states: [SimulationState] {
      if case .universe(let state) = former { history.states + [state] } else { history.states }
    }
  }

  let limit: Int
  private(set) var entries: [Entry] = []
  /// How many entries use an object that holds memory, and its bytes.
  private var uses: [ObjectIdentifier: (count: Int, bytes: Int)] = [:]
  private(set) var memory = 0
  /// Whether the oldest entries were dropped.
  private(set) var isCut = false

  init(limit: Int) { self.limit = limit }

  var last: Entry? { entries.last }

  /// Adds an entry; the oldest entries are dropped if they take too much memory.
  mutating func append(_ entry: Entry) {
    entries.append(entry)
    count(entry, change: 1)
    dropOldest()
  }

  /// Adds an edit to the last entry, which restores its cells as well from now on.
  mutating func addToLast(_ cells: [CellStates]) {
    // An entry that restores the universe restores these cells anyway.
    guard let last = entries.indices.last, case .cells(let later) = entries[last].former else {
      return
    }
    entries[last].former = .cells(cells + later)
    memory += Self.bytes(of: cells)
    dropOldest()
  }

  mutating func removeLast() {
    if let entry = entries.popLast() { count(entry, change: -1) }
  }

  private mutating func dropOldest() {
    // The memory of the newest universe is usually that of the stepper, too.
    var shared = 0
    if case .universe(let state) = entries.last?.former { shared = state.storage.bytes }
    while memory - shared > limit, entries.count > 1 {
      count(entries.removeFirst(), change: -1)
      isCut = true
    }
  }

  private static func bytes(of cells: [CellStates]) -> Int {
    cells.reduce(0) { $0 + $1.byteCount + MemoryLayout<CellStates>.stride }
  }

  private mutating func count(_ entry: Entry, change: Int) {
    memory += change * entry.history.states.count * MemoryLayout<SimulationState>.stride
    if case .cells(let cells) = entry.former { memory += change * Self.bytes(of: cells) }
    for state in entry.states {
      let storage = state.storage
      var use = uses[storage.owner] ?? (0, 0)
      // A store may have grown since it was counted.
      memory += storage.bytes - use.bytes
      use = (use.count + change, storage.bytes)
      if use.count == 0 { memory -= use.bytes }
      uses[storage.owner] = use.count == 0 ? nil : use
    }
  }
}
