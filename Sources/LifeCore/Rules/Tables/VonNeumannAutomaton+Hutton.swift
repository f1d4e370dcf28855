/// Hutton's automaton. Constructed cells are oriented relative to the constructing signal, so
/// machines can be rotated. The end of a wire changes while it constructs.
extension VonNeumannAutomaton {
  /// The next state.
  ///
  /// - Parameter around: the neighbors to the east, north, west and south.
  static func hutton(_ state: State, around: [Neighbor]) -> State {
    switch state {
    case 0...8: return construct(state, reachedBy: HuttonSignal(around))
    case 9...24:
      if state < 17 {
        if around.contains(where: \.excitesSpecial) { return 0 }
      } else if state < 21, around.contains(where: \.excitesOrdinary) {
        return 0
      }
      let near = WireSurroundings(around, facing: Direction(of: state))
      let direction = (state - 9) & 3
      switch state {
      case 9...12: return near.next(quiescentOrdinary: direction)
      case 13...16: return near.next(excitedOrdinary: direction)
      case 17...20: return direction + (near.hasSpecialSignal || near.emits ? 21 : 17)
      default: return near.next(excitedSpecial: direction)
      }
    default: return huttonConfluent(state, around: around)
    }
  }

  private static func huttonConfluent(_ state: State, around: [Neighbor]) -> State {
    if around.contains(where: \.excitesSpecial) { return 0 }
    let crosses =
      around.count(where: \.pointsHere) == 2 && around.count(where: \.pointsElsewhere) == 2
    return state > 28 || state == 25 && crosses ? crossed(around) : shifted(state, around: around)
  }

  /// Advances a ground or sensitised cell. Directions are relative to the signal's. The remainder
  /// of a negative number is negative, as in Golly, whose implementation defines the automaton.
  private static func construct(_ state: State, reachedBy signal: HuttonSignal) -> State {
    let flow = signal.flow
    func turned(_ first: Int, by quarters: Int) -> State {
      State(first + (flow + quarters) % 4)
    }
    switch (state, signal.isOrdinary) {
    case (0, false): return flow < 0 ? 0 : turned(9, by: 0)
    case (0, true): return 1
    case (1...3, let isOrdinary): return 2 * state + (isOrdinary ? 1 : 0)
    case (4, false): return 8
    case (4, true): return turned(9, by: 2)
    case (5, false): return turned(9, by: -1)
    case (5, true): return State(17 + flow)
    case (6, false): return turned(17, by: 1)
    case (6, true): return turned(17, by: 2)
    case (7, false): return turned(17, by: -1)
    case (7, true): return 25
    case (_, false): return turned(9, by: 0)
    case (_, true): return turned(9, by: 1)
    }
  }
}

/// The signal at a cell under construction.
private struct HuttonSignal {
  /// The direction of flow in the order of transmission states; plus 8 for a special signal; -1 for
  /// none. Only one of several signals counts: from the west, otherwise south, east, north.
  private(set) var flow = -1
  /// Whether any signal is ordinary.
  private(set) var isOrdinary = false

  init(_ around: [VonNeumannAutomaton.Neighbor]) {
    for side in [VonNeumannAutomaton.Direction.north, .east, .south, .west] {
      let neighbor = around[Int(side.rawValue)]
      guard neighbor.pointsHere, neighbor.isExcited else { continue }
      flow = Int(side.opposite.rawValue) + (neighbor.isSpecial ? 8 : 0)
      if !neighbor.isSpecial { isOrdinary = true }
    }
  }
}

/// A transmission cell's target ahead, and its inputs: from other sides or, if stated, from any.
private struct WireSurroundings {
  let target: VonNeumannAutomaton.Neighbor.Target
  /// Whether an ordinary cell on any side, also ahead, points at it, excited or not.
  let hasOrdinaryCell: Bool
  let hasOrdinarySignalFromAnySide: Bool
  let hasOrdinarySignal: Bool
  let hasSpecialSignal: Bool
  let emits: Bool

  init(
    _ around: [VonNeumannAutomaton.Neighbor], facing direction: VonNeumannAutomaton.Direction
  ) {
    target = around[Int(direction.rawValue)].target
    hasOrdinaryCell = around.contains { $0.pointsHere && !$0.isSpecial }
    hasOrdinarySignalFromAnySide = around.contains(where: \.excitesOrdinary)
    var behind = around
    behind[Int(direction.rawValue)] = .init()
    hasOrdinarySignal = behind.contains(where: \.excitesOrdinary)
    hasSpecialSignal = behind.contains(where: \.excitesSpecial)
    emits = behind.contains(where: \.emits)
  }

  func next(quiescentOrdinary direction: State) -> State {
    guard hasOrdinarySignal || emits else { return 9 + direction }
    switch target {
    case .sensitised(5), .sensitised(8), .quiescentSpecial: return 0
    default: return 13 + direction
    }
  }

  func next(excitedOrdinary direction: State) -> State {
    if hasOrdinarySignal || emits {
      switch target {
      case .sensitised(4), .sensitised(8), .quiescentSpecial: return 0
      case .sensitised(7): return 1
      default: return 13 + direction
      }
    }
    switch target {
    case .ground, .sensitised(1...3): return 21 + direction
    case .sensitised(7): return 0
    default: return 9 + direction
    }
  }

  func next(excitedSpecial direction: State) -> State {
    let stays = 21 + direction
    let calms = 17 + direction
    switch target {
    case .ground: return hasSpecialSignal ? stays : calms
    case .sensitised(let state):
      if hasOrdinarySignal { return state <= 4 ? 13 + direction : 0 }
      if hasOrdinaryCell, state > 4 { return 9 + direction }
      return hasOrdinaryCell || hasSpecialSignal || emits ? stays : calms
    default:
      if hasOrdinarySignalFromAnySide { return 0 }
      return hasSpecialSignal || emits ? stays : calms
    }
  }
}

extension VonNeumannAutomaton {
  /// The names of the states, and their colors in Golly.
  var legend: Legend {
    var legend = Legend()
    for state in 0..<states {
      legend.names[State(state)] = Self.names[state]
      legend.colors[State(state)] = Self.colors[state]
    }
    return legend
  }

  private static let names: [String] = {
    let directions = ["east", "north", "west", "south"]
    let sensitised = ["", "0", "1", "00", "01", "10", "11", "000"].map { "sensitised S\($0)" }
    let lines = ["ordinary transmission", "special transmission"].flatMap { kind in
      ["", ", excited"].flatMap { mark in directions.map { "\(kind) \($0)\(mark)" } }
    }
    let confluent = ["00", "01", "10", "11"].map { "confluent C\($0)" }
    let crossings = ["east–west", "north–south", "both ways"].map { "crossing, signal \($0)" }
    return ["ground"] + sensitised + lines + confluent + crossings
  }()

  private static let colors: [UInt32] = [
    // Ground and sensitised.
    0x303030, 0xff0000, 0xff7d00, 0xff9619, 0xffaf32, 0xffc84b, 0xffe164, 0xfffa7d, 0xfbff00,
    // Transmission: ordinary, ordinary and excited, special, special and excited.
    0x5959ff, 0x6a6aff, 0x7a7aff, 0x8b8bff, 0x1bb01b, 0x24c824, 0x49ff49, 0x6aff6a,
    0xeb2424, 0xff3838, 0xff4949, 0xff5959, 0xb938ff, 0xbf49ff, 0xc559ff, 0xcb6aff,
    // Confluent and crossings.
    0x00ff80, 0xff8040, 0xffff80, 0x21d7d7, 0x1bb0b0, 0x189c9c, 0x158989,
  ]
}
