/// Decides by its population when a soup is taken to be stable, as apgsearch does: when it has been
/// the same after 15 to 30 turns in a row.
///
/// A turn is 12 or 8 generations, alternating whenever the population has changed, and longer for
/// soups that live long. Spaceships that have not yet met something are objects, then, as if they
/// never did: one of 10 000 soups with the symmetry C4_1 ends with 108 objects in place of 773.
struct ConstantPopulation {
  /// The generations to the next call of ``isConstant(_:)``.
  private(set) var turn = 12
  private var turns = 0
  private var equalTurns = 0
  private var population = 0

  /// The fewest generations that a population must be constant from generation `start` on.
  static func fewestGenerations(from start: Int) -> Int {
    let first = 8 * neededTurns(after: 0)
    // As many turns as there have been at least.
    return 8 * neededTurns(after: (start + first) / 12)
  }

  private static func neededTurns(after turns: Int) -> Int {
    turns < 40 ? 15 : turns < 60 ? 20 : turns < 80 ? 25 : 30
  }

  /// After this many turns, the population does not decide any more.
  private static let mostTurns = 1_000

  var isUndecided: Bool { turns < Self.mostTurns }

  /// Adds the population after a turn; whether it has been constant for long enough.
  mutating func isConstant(_ next: Int) -> Bool {
    if next == population {
      equalTurns += 1
    } else {
      equalTurns = 0
      if turns < 400 { turn = turn == 12 ? 8 : 12 }
    }
    population = next
    let needed = Self.neededTurns(after: turns)
    turns += 1
    switch turns {
    case 400: turn = 18
    case 500: turn = 24
    case 600: turn = 30
    default: break
    }
    return equalTurns >= needed
  }
}

/// How long the population has been constant, as far as it is known from the ends of rounds.
struct QuietTime {
  /// The end of the last round with another population.
  private var start = 0
  private var population: Int?
  /// The first and the last end of a round with this population.
  private var (first, last) = (0, 0)
  /// Whether the population was constant for so long, and then changed, that
  /// ``ConstantPopulation`` may have decided.
  private(set) var mayHaveDecided = false

  /// Adds the end of a round.
  ///
  /// - Parameter next: nil if too much is active for a constant population.
  mutating func add(_ generation: Int, _ next: Int?) {
    if let population {
      if next == population { return last = generation }
      let longest = generation - start - 2
      if longest >= ConstantPopulation.fewestGenerations(from: start) { mayHaveDecided = true }
      start = last
    }
    if next == nil { start = generation }
    (population, first, last) = (next, generation, generation)
  }

  /// The longest round of one window: short while it matters how long the population is constant,
  /// and then a multiple of the periods of nearly all oscillators, which do not change the
  /// population, then.
  var longestRound: Int {
    if population == nil { return 60 }
    return (48..<108).contains(last - first) ? 12 : 48
  }
}
