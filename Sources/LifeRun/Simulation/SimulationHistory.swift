import LifeCore
import LifeEngines

/// A state of a universe, which histories and undo entries share.
final class SimulationState: Sendable {
  let pattern: Pattern
  /// The number of the last edit that the cells contain.
  let edit: Int

  init(_ pattern: Pattern, edit: Int) { (self.pattern, self.edit) = (pattern, edit) }

  var generation: BigInt { pattern.generation }

  /// The object that holds the memory of the cells, and its bytes. The trees of a store share it.
  var storage: (owner: ObjectIdentifier, bytes: Int) {
    guard let tree = pattern.tree else {
      return (ObjectIdentifier(self), pattern.cells.byteCount + 256)
    }
    return (ObjectIdentifier(tree.store), tree.store.byteCount)
  }
}

/// Earlier states of a universe within a memory limit: old states are kept at larger distances.
///
/// The first state after an edit is kept as long as the states before it, because it does not
/// follow from them.
struct SimulationHistory {
  let limit: Int
  private(set) var states: [SimulationState]
  private var last = ContinuousClock.now

  /// More states are thinned out.
  static let mostStates = 512
  /// A state of more than this takes time to copy.
  private static let largeState = 1 << 20

  init(_ state: SimulationState, limit: Int) {
    self.limit = limit
    states = [state]
  }

  var first: SimulationState { states[0] }

  /// Adds the state of a stepper, unless it is large and another was added just before.
  mutating func addIfDue(_ stepper: any Stepper, edit: Int) throws {
    let latest = states[states.count - 1]
    guard stepper.generation > latest.generation else { return }
    let isLarge = latest.pattern.tree == nil && latest.storage.bytes > Self.largeState
    guard ContinuousClock.now - last > (isLarge ? .seconds(2) : .milliseconds(50)) else { return }
    add(SimulationState(try stepper.snapshot(), edit: edit))
    last = .now
  }

  /// Adds a state of a later generation than the others.
  mutating func add(_ state: SimulationState) {
    states.append(state)
    thinOut()
  }

  /// Drops every second of the older states while there are too many or they take too much.
  private mutating func thinOut() {
    while states.count > 2, states.count > Self.mostStates || memory > limit {
      let latest = states.count - 1
      let kept = states.indices.filter {
        $0 == latest || $0.isMultiple(of: 2) || states[$0].edit != states[$0 - 1].edit
      }
      if kept.count < states.count {
        states = kept.map { states[$0] }
      } else {
        states.removeFirst()
      }
    }
  }

  /// The bytes of all states but the latest, whose memory the stepper uses as well.
  private var memory: Int {
    var (owners, bytes): (Set, Int) = ([states[states.count - 1].storage.owner], 0)
    for state in states {
      let storage = state.storage
      if owners.insert(storage.owner).inserted { bytes += storage.bytes }
    }
    return bytes
  }

  /// The latest state that is not after a generation, or else the first one.
  func latest(at generation: BigInt) -> SimulationState {
    states.last { $0.generation <= generation } ?? first
  }

  /// Adds a state in place of all states of its generation and of later ones.
  mutating func truncate(to state: SimulationState) {
    while let last = states.last, last.generation >= state.generation { states.removeLast() }
    add(state)
  }
}

/// States to which undo or redo returns, each with the history that it had.
struct UndoStack {
  struct Entry {
    var state: SimulationState
    var history: SimulationHistory
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
    count(entry, 1)
    // The memory of the newest entry is usually that of the stepper, too.
    while memory - entry.state.storage.bytes > limit, entries.count > 1 {
      count(entries.removeFirst(), -1)
      isCut = true
    }
  }

  mutating func removeLast() {
    if let entry = entries.popLast() { count(entry, -1) }
  }

  private mutating func count(_ entry: Entry, _ change: Int) {
    memory += change * entry.history.states.count * MemoryLayout<SimulationState>.stride
    for state in entry.history.states + [entry.state] {
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
