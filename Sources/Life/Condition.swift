import LifeAnalysis
import LifeCore

/// A condition that ends a run; see ``Automaton/advance(until:atMost:)``.
public struct Condition: Hashable, Sendable {
  let value: StopCondition

  /// Only still lifes, oscillators and spaceships remain, and they never meet. This is proved
  /// instead of guessed from repeating populations, so it never holds too early.
  public static let stable = Condition(value: .stable)
  /// The pattern has completed its first period: all cells equal an earlier generation, possibly in
  /// another place.
  public static let period = Condition(value: .period)
  /// A spaceship has left the bounding box of all other cells and moves away from it. A
  /// lone spaceship never does.
  public static let escape = Condition(value: .escape)
  /// All cells are dead.
  public static let empty = Condition(value: .empty)

  /// The number of live cells is above a bound.
  public static func population(above bound: Int) -> Condition {
    Condition(value: .population(.above, LifeCore.BigInt(bound)))
  }

  /// The number of live cells is below a bound.
  public static func population(below bound: Int) -> Condition {
    Condition(value: .population(.below, LifeCore.BigInt(bound)))
  }

  /// The longer side of the bounding box has more cells than a bound.
  public static func side(above bound: Int) -> Condition {
    Condition(value: .box(.above, LifeCore.BigInt(bound)))
  }

  /// The longer side of the bounding box has fewer cells than a bound.
  public static func side(below bound: Int) -> Condition {
    Condition(value: .box(.below, LifeCore.BigInt(bound)))
  }
}

extension Condition: CustomStringConvertible {
  /// The condition as an argument of `life run --until`, for example `stable` or `pop>100`.
  public var description: String { value.description }
}
