import LifeCore
import LifeEngines

/// Earlier states of a universe within a memory limit: old states are kept at larger distances.
struct SimulationHistory {
  let limit: Int
  private var states: [Pattern]
  private var last = ContinuousClock.now

  /// More states are thinned out.
  private static let mostStates = 512
  /// A state of more than this takes time to copy.
  private static let largeState = 1 << 20

  init(_ pattern: Pattern, limit: Int) {
    self.limit = limit
    states = [pattern]
  }

  var first: Pattern { states[0] }

  /// Adds the state of a stepper, unless it is large and another was added just before.
  mutating func addIfDue(_ stepper: any Stepper) throws {
    let latest = states[states.count - 1]
    guard stepper.generation > latest.generation else { return }
    let pause: Duration = latest.memory > Self.largeState ? .seconds(2) : .milliseconds(50)
    guard ContinuousClock.now - last > pause else { return }
    states.append(try stepper.snapshot())
    last = .now
    thinOut()
  }

  /// Drops every second of the older states while there are too many or they take too much.
  private mutating func thinOut() {
    while states.count > 2,
      states.count > Self.mostStates || states.reduce(0, { $0 + $1.memory }) > limit
    {
      let latest = states[states.count - 1]
      states = states.dropLast().enumerated().filter { $0.offset.isMultiple(of: 2) }.map(\.element)
      states.append(latest)
    }
  }

  /// The latest state that is not after a generation; later states are dropped.
  mutating func goBack(to generation: BigInt) -> Pattern {
    while states.count > 1, states[states.count - 1].generation > generation {
      states.removeLast()
    }
    return states[states.count - 1]
  }

  /// Drops the states after a pattern, and adds it.
  mutating func truncate(to pattern: Pattern) {
    while states.count > 1, states[states.count - 1].generation > pattern.generation {
      states.removeLast()
    }
    states.append(pattern)
    thinOut()
  }
}

extension Pattern {
  /// The memory of the cells, in bytes. Trees share their nodes, so that only a share counts.
  var memory: Int { tree == nil ? cells.byteCount : 1 << 16 }
}
