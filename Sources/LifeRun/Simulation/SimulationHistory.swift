import LifeCore
import LifeEngines

/// Earlier states of a universe within a memory limit: old states are kept at larger distances.
///
/// The first state after an edit is kept as long as the states before it, because it does not
/// follow from them. It is added only when the universe leaves it, as most edits are followed by
/// others.
struct SimulationHistory {
  let limit: Int
  private(set) var states: [SimulationState]
  /// Whether the present state was edited and does not follow from the others.
  private(set) var lacksPresent = false
  private var last = ContinuousClock.now

  /// The most states that are kept.
  static let mostStates = 512
  /// The size from which on a state takes so long to copy that it is added seldom, in bytes.
  private static let largeState = 1 << 20

  init(_ state: SimulationState, limit: Int) {
    self.limit = limit
    states = [state]
  }

  /// - Precondition: there are states, as after every step.
  var first: SimulationState { states[0] }

  /// The present state of a universe, if it is the latest one.
  ///
  /// - Parameter edit: the number of the last edit that the cells contain.
  func present(at generation: BigInt, edit: Int) -> SimulationState? {
    guard !lacksPresent, let latest = states.last, latest.generation == generation,
      latest.edit == edit
    else { return nil }
    return latest
  }

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
    lacksPresent = false
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
    var owners: Set = [states[states.count - 1].storage.owner]
    var bytes: Int = 0
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

  /// Removes all states of a generation, which has been edited, and of later ones.
  mutating func truncate(from generation: BigInt) {
    while let last = states.last, last.generation >= generation { states.removeLast() }
    lacksPresent = true
  }

  /// Adds a state in place of all states of its generation and of later ones.
  mutating func truncate(to state: SimulationState) {
    truncate(from: state.generation)
    add(state)
  }
}
