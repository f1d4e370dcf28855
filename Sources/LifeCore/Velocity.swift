/// A displacement per number of generations, for example of a spaceship: (1, 1) in 4 is `c/4d`.
package struct Velocity: Hashable, Sendable {
  package let displacement: Offset
  package let period: Int

  package static let zero = Velocity(.zero, period: 1)

  package init(_ displacement: Offset, period: Int) {
    self.displacement = displacement
    self.period = period
  }

  private var longer: Int { max(abs(displacement.x), abs(displacement.y)) }
  private var shorter: Int { min(abs(displacement.x), abs(displacement.y)) }

  /// The direction in words.
  package var direction: String {
    if shorter == 0 { return "orthogonal" }
    if shorter == longer { return "diagonal" }
    return longer == 2 * shorter ? "knightwise" : "oblique"
  }

  /// The compass point of the direction, for example `northeast`. Returns `nil` if it is oblique,
  /// or if nothing moves.
  package var heading: String? {
    guard longer != 0, shorter == 0 || shorter == longer else { return nil }
    let x = displacement.x
    let y = displacement.y
    let rows = ["north", "", "south"][y.signum() + 1]
    let columns = ["west", "", "east"][x.signum() + 1]
    return rows + columns
  }

  /// The speed reduced to lowest terms: `c/4`, `2c/5`, `(2,1)c/6`.
  package var reduced: String {
    let divisor = greatestCommonDivisor(greatestCommonDivisor(longer, shorter), period)
    return text(dividedBy: divisor)
  }

  /// The speed with the displacement and the period of the spaceship.
  package var unreduced: String { text(dividedBy: 1) }

  /// `o` or `d` after the number, for orthogonal and diagonal.
  package var suffix: String {
    if shorter == 0 { return "o" }
    return shorter == longer ? "d" : ""
  }

  /// The reduced slope of an oblique path. Returns `nil` if it is orthogonal or diagonal.
  package var slope: String? {
    guard shorter != 0, shorter != longer else { return nil }
    let divisor = greatestCommonDivisor(longer, shorter)
    return "\(longer / divisor):\(shorter / divisor)"
  }

  private func text(dividedBy divisor: Int) -> String {
    let a = longer / divisor
    let b = shorter / divisor
    let p = period / divisor
    let time = p == 1 ? "" : "/\(p)"
    if b != 0, a != b { return "(\(a),\(b))c\(time)" }
    return "\(a == 1 ? "" : "\(a)")c\(time)"
  }
}
