import LifeAnalysis

/// A condition that ends a run; see ``Automaton/advance(until:atMost:)``.
public struct Condition: Hashable, Sendable {
  let value: StopCondition

  /// All that remains is still lifes, oscillators and spaceships that never meet again. It is
  /// proved, so a pattern that is chaotic for long and stable later is found to be stable later.
  public static let stable = Condition(value: .stable)
  /// The pattern has completed its first period, moved or not.
  public static let period = Condition(value: .period)
  /// A spaceship is outside of the bounding box of all other cells, and moves away.
  public static let escape = Condition(value: .escape)
  /// All cells are dead.
  public static let empty = Condition(value: .empty)

  /// The number of live cells is above a bound.
  public static func population(above bound: Int) -> Condition {
    Condition(value: .population(.above, bound))
  }

  /// The number of live cells is below a bound.
  public static func population(below bound: Int) -> Condition {
    Condition(value: .population(.below, bound))
  }

  /// The longer side of the bounding box has more cells than a bound.
  public static func side(above bound: Int) -> Condition { Condition(value: .box(.above, bound)) }

  /// The longer side of the bounding box has fewer cells than a bound.
  public static func side(below bound: Int) -> Condition { Condition(value: .box(.below, bound)) }
}

extension Condition: CustomStringConvertible {
  /// The condition as the command line has it, such as `stable` or `pop>100`.
  public var description: String { value.description }
}
