internal import LifeCore

/// The powers of two by which a tree leaps: the digits of what is left, smallest first, but none more
/// than twice the one before, so that each shows what the next will cost.
struct Leaps {
  private var exponent = 3
  /// The seconds of the last leap of each exponent.
  private var seconds: [Int: Double] = [:]

  func next(_ left: BigInt) -> BigInt {
    BigInt.powerOfTwo(min(left.trailingZeroBitCount, exponent + 1))
  }

  mutating func note(_ leap: BigInt, _ time: Double) {
    exponent = max(exponent, leap.trailingZeroBitCount)
    seconds[leap.trailingZeroBitCount] = time
  }

  /// How many leaps of different lengths were made.
  var count: Int { seconds.count }

  /// What so many generations will take, if leaps go on becoming longer as they did.
  func seconds(for generations: Double) -> Double {
    guard let last = seconds[exponent] else { return .infinity }
    let growth = seconds[exponent - 2].map { min(max((last / $0).squareRoot(), 1), 4) } ?? 2
    var (left, total, next) = (min(generations, 1e100), 0.0, last)
    var leap = BigInt.powerOfTwo(exponent).double
    while left > 0 {
      total += next * min(1, left / leap)
      left -= leap
      leap *= 2
      next *= growth
    }
    return total
  }
}

/// A tree that tries how far it comes in a limited time.
struct Trial {
  let budget: Double
  private(set) var stepper: HashLifeStepper?
  private(set) var leaps = Leaps()
  private(set) var spent = 0.0
  /// Whether it was so slow that there is no use in trying again soon.
  private(set) var isHopeless = false

  init(budget: Double) { self.budget = budget }

  /// Leaps from a pattern towards `goal` until it is there, the time is up, or it is clear who wins.
  ///
  /// - Parameters:
  ///   - left: generations to the end of the run.
  ///   - pace: the other's.
  /// - Returns: whether the tree shall go on.
  mutating func run(
    _ pattern: @autoclosure () throws -> Pattern, _ options: EngineOptions, to goal: BigInt,
    _ left: Double, against pace: Pace
  ) throws -> Bool {
    var tree: HashLifeStepper?
    spent = try Clock.seconds { tree = try HashLifeStepper(pattern(), options) }
    guard let tree else { return false }
    stepper = tree
    let start = tree.generation
    while tree.generation < goal {
      if spent > budget { break }
      let leap = leaps.next(goal - tree.generation)
      let seconds = try Clock.seconds { try tree.advance(by: leap) }
      spent += seconds
      leaps.note(leap, seconds)
      if isClear(left - (tree.generation - start).double, pace) { return true }
    }
    let remaining = left - (tree.generation - start).double
    let (mine, other) = (leaps.seconds(for: remaining), pace.seconds(for: remaining))
    isHopeless = mine > 8 * other
    return tree.generation >= goal || mine < 0.8 * other
  }

  /// Whether after some leaps the tree will surely win.
  private func isClear(_ left: Double, _ pace: Pace) -> Bool {
    leaps.count >= 4 && leaps.seconds(for: left) < 0.25 * pace.seconds(for: left)
  }
}
