import LifeCore
import LifeEngines

/// Earlier states of a universe within a memory limit: the older, the sparser.
///
/// Thinning out keeps the first state after an edit, because stepping an earlier state doesn't lead
/// to it. Edits in place add no state: what follows, mostly a step, adds one for all of them.
struct SimulationHistory {
  let limit: Int
  private(set) var states: [SimulationState]
  /// Whether the present state was edited: stepping the other states doesn't lead to it.
  private(set) var lacksPresent = false
  private var lastAdded = ContinuousClock.now

  /// The maximum number of states.
  static let maxStates = 512
  /// Larger states, in bytes, take long to copy and are added rarely.
  private static let largeState = 1 << 20

  init(_ state: SimulationState, limit: Int) {
    self.limit = limit
    states = [state]
  }

  /// - Precondition: there are states. After an edit there may be none until the next step.
  var first: SimulationState { states[0] }

  /// The present state of a universe, if it is the latest one.
  ///
  /// - Parameter edit: the number of the last edit of the cells.
  func present(at generation: BigInt, edit: Int) -> SimulationState? {
    guard !lacksPresent, let latest = states.last, latest.generation == generation,
      latest.edit == edit
    else { return nil }
    return latest
  }

  /// Adds the state of a stepper, unless the last one is recent. Large states are added less often.
  mutating func addIfDue(_ stepper: any Stepper, edit: Int) throws {
    let latest = states[states.count - 1]
    guard stepper.generation > latest.generation else { return }
    let isLarge = latest.pattern.tree == nil && latest.storage.bytes > Self.largeState
    guard lastAdded.duration(to: .now) > (isLarge ? .seconds(2) : .milliseconds(50)) else { return }
    add(SimulationState(try stepper.snapshot(), edit: edit))
    lastAdded = .now
  }

  /// Adds a state. Its generation must be later than the others.
  mutating func add(_ state: SimulationState) {
    states.append(state)
    lacksPresent = false
    thinOut()
  }

  /// While a limit is exceeded, drops every second older state; if edits keep all, drops the first.
  private mutating func thinOut() {
    while states.count > 2, states.count > Self.maxStates || memory > limit {
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

  /// The bytes of the states, except the latest one's storage: a tree shares it with the stepper.
  private var memory: Int {
    var owners: Set = [states[states.count - 1].storage.owner]
    var bytes: Int = 0
    for state in states {
      let storage = state.storage
      if owners.insert(storage.owner).inserted { bytes += storage.bytes }
    }
    return bytes
  }

  /// The latest state up to a generation, else the first one.
  func latest(at generation: BigInt) -> SimulationState {
    states.last { $0.generation <= generation } ?? first
  }

  /// Removes the states of an edited generation and of later ones.
  mutating func truncate(from generation: BigInt) {
    while let last = states.last, last.generation >= generation { states.removeLast() }
    lacksPresent = true
  }

  /// Removes all states from the generation of `state` on, then adds `state`.
  mutating func end(with state: SimulationState) {
    truncate(from: state.generation)
    add(state)
  }
}
