internal import LifeCore

/// The powers of two by which a tree leaps: the digits of what is left, smallest first, but none
/// more than twice the one before, so that each shows what the next will cost.
struct Leaps {
  /// That of the longest leap so far; before it as if there had been one.
  private var exponent = shortest
  /// The seconds of the last leap of each exponent.
  private var seconds: [Int: Double] = [:]

  /// Shorter leaps say little.
  private static let shortest = 4

  func next(_ left: BigInt) -> BigInt {
    BigInt.powerOfTwo(min(left.trailingZeroBitCount, exponent + 1))
  }

  mutating func note(_ leap: BigInt, _ time: Double) {
    guard leap.trailingZeroBitCount >= Self.shortest else { return }
    exponent = max(exponent, leap.trailingZeroBitCount)
    seconds[leap.trailingZeroBitCount] = time
  }

  /// How many leaps of different lengths were made.
  var count: Int { seconds.count }

  /// How much longer the last leap took than the one half as long: twice as long if nothing comes
  /// back, hardly longer if all does.
  var growth: Double {
    guard let last = seconds[exponent] else { return 2 }
    let one = seconds[exponent - 1].map { last / $0 } ?? 2
    let two = seconds[exponent - 2].map { (last / $0).squareRoot() } ?? one
    return min(max(one, two, 1), 4)
  }

  /// The seconds of a generation in the longest leap.
  var secondsPerGeneration: Double {
    (seconds[exponent] ?? .infinity) / BigInt.powerOfTwo(exponent).double
  }

  /// What so many generations will take, if leaps go on becoming longer as they did.
  func seconds(for generations: Double) -> Double {
    guard let last = seconds[exponent] else { return .infinity }
    let growth = growth
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

/// A tree that runs beside the tiles for a part of the time, until it is clear who will be done
/// first.
final class Rival {
  let stepper: HashLifeStepper
  private(set) var leaps = Leaps()
  /// Seconds so far.
  private(set) var spent = 0.0

  enum Verdict {
    case ahead
    case open
    /// So slow that there is no use in going on.
    case hopeless
  }

  init(_ pattern: @autoclosure () throws -> Pattern, _ options: EngineOptions) throws {
    var options = options
    options.memoryLimit /= 2
    var tree: HashLifeStepper?
    spent = try Clock.seconds { tree = try HashLifeStepper(pattern(), options) }
    guard let tree else { throw MemoryExhausted(purpose: "quadtree", bytes: 0) }
    stepper = tree
  }

  /// Leaps towards `goal` until it is there, the time is up, or it is clear who wins. Who is ahead
  /// is no longer behind `present`.
  ///
  /// - Parameters:
  ///   - present: the generation that the other has reached.
  ///   - left: generations from there to the end of the run.
  ///   - pace: the other's.
  func run(
    for budget: Double, from present: BigInt, to goal: BigInt, _ left: Double, against pace: Pace
  ) throws -> Verdict {
    let end = spent + budget
    var isAhead = false
    while stepper.generation < goal {
      if isAhead, stepper.generation >= present { return .ahead }
      let leap = leaps.next(goal - stepper.generation)
      let seconds = try Clock.seconds { try stepper.advance(by: leap) }
      spent += seconds
      leaps.note(leap, seconds)
      let remaining = left - (stepper.generation - present).double
      switch verdict(remaining, left, pace, isLate: spent > end) {
      case .ahead: isAhead = true
      case .hopeless: return .hopeless
      case .open where spent > end: return .open
      case .open: break
      }
    }
    return .ahead
  }

  /// Who will be done first.
  ///
  /// - Parameters:
  ///   - mine: generations that are left for the tree.
  ///   - other: those for the other.
  ///   - isLate: whether the time is up.
  private func verdict(_ mine: Double, _ other: Double, _ pace: Pace, isLate: Bool) -> Verdict {
    let (rate, rival) = (leaps.secondsPerGeneration, pace.secondsPerGeneration)
    if leaps.count > 0, rate > 8 * rival { return .hopeless }
    let (own, their) = (leaps.seconds(for: mine), pace.seconds(for: other))
    // Leaps of few lengths say nothing of how much longer the next will take.
    if leaps.count >= 3 {
      if rate < rival, own < their { return .ahead }
      if leaps.growth < 1.5, own < 0.5 * their { return .ahead }
    }
    guard isLate else { return .open }
    return own > 6 * their ? .hopeless : own < 0.7 * their ? .ahead : .open
  }
}
