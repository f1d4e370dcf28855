internal import LifeCore

/// The powers of two by which a tree leaps: the digits of what is left, smallest first, but none
/// more than twice the one before, so that each shows what the next will cost.
struct Leaps {
  /// The last leap of each exponent, the longest last.
  private var known: [(exponent: Int, seconds: Double)] = []

  /// Shorter leaps say little.
  private static let shortest = 3

  private var exponent: Int { known.last?.exponent ?? Self.shortest }

  func next(_ left: BigInt) -> BigInt {
    BigInt.powerOfTwo(min(left.trailingZeroBitCount, exponent + 1))
  }

  mutating func note(_ leap: BigInt, _ time: Double) {
    let exponent = leap.trailingZeroBitCount
    guard exponent >= Self.shortest else { return }
    let time = max(time, 1e-9)
    let place = known.firstIndex { $0.exponent >= exponent } ?? known.count
    if place < known.count, known[place].exponent == exponent {
      known[place].seconds = time
    } else {
      known.insert((exponent, time), at: place)
    }
  }

  /// The longest leap, in generations.
  var longest: Double { BigInt.powerOfTwo(exponent).double }

  /// How many leaps of different lengths were made.
  var count: Int { known.count }

  /// How much longer the last leap took than one half as long: twice as long if nothing comes
  /// back, hardly longer if all does. A little more than twice if the pattern grows meanwhile, as
  /// it does for any engine.
  var growth: Double {
    guard known.count > 1 else { return 2 }
    let last = known[known.count - 1].seconds
    let one = last / known[known.count - 2].seconds
    let two = known.count > 2 ? (last / known[known.count - 3].seconds).squareRoot() : one
    return min(max(one, two, 1), 2.2)
  }

  /// The seconds of a generation in the longest leap.
  var secondsPerGeneration: Double {
    (known.last?.seconds ?? .infinity) / longest
  }

  /// What a leap will take; nothing if nobody knows.
  func seconds(ofLeap leap: BigInt) -> Double {
    guard let last = known.last else { return 0 }
    let more = leap.trailingZeroBitCount - exponent
    return more > 0 ? last.seconds * growth : last.seconds
  }

  /// What so many generations will take, if leaps go on becoming longer as they did.
  func seconds(for generations: Double) -> Double {
    guard let last = known.last else { return .infinity }
    let growth = growth
    var (left, total, next) = (min(generations, 1e100), 0.0, last.seconds)
    var leap = longest
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

  init(_ pattern: Pattern, _ options: EngineOptions) throws {
    var half = options
    half.memoryLimit /= 2
    let start = Clock.now
    stepper = try HashLifeStepper(pattern.packedForRule(limit: half.memoryLimit), half)
    spent = Clock.now - start
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
    while stepper.generation < goal {
      let leap = leaps.next(goal - stepper.generation)
      // A leap that is begun is made; half of it at least must be paid for.
      let isLate = spent + 0.5 * leaps.seconds(ofLeap: leap) > end
      let remaining = left - (stepper.generation - present).double
      switch judge(remaining, left, pace, isLate: isLate) {
      case .hopeless: return .hopeless
      case .ahead where stepper.generation >= present: return .ahead
      case .open where isLate: return .open
      case .ahead, .open: break
      }
      let seconds = try Clock.seconds { try stepper.advance(by: leap) }
      spent += seconds
      leaps.note(leap, seconds)
    }
    return .ahead
  }

  /// Who will be done first.
  ///
  /// - Parameters:
  ///   - mine: generations that are left for the tree.
  ///   - other: those for the other.
  ///   - isLate: whether the time is up.
  private func judge(_ mine: Double, _ other: Double, _ pace: Pace, isLate: Bool) -> Verdict {
    // Leaps of few lengths say nothing of how much longer the next will take.
    guard leaps.count >= 3 else { return .open }
    let (rate, rival) = (leaps.secondsPerGeneration, pace.secondsPerGeneration)
    let (own, their) = (leaps.seconds(for: mine), pace.seconds(for: other))
    if rate < rival, own < 0.8 * their { return .ahead }
    if leaps.growth < 1.5, own < 0.5 * their { return .ahead }
    // What is regular takes twice as long in every leap, too, until one is as long as its period.
    if rate > 30 * rival { return .hopeless }
    // Where little can be gained, what has not come back by then is taken for a soup: methuselahs
    // took 1.4 times as long as in tiles, and take 1.15 times.
    if their < 0.03, rate > rival, leaps.growth > 1.9, leaps.longest >= 512 { return .hopeless }
    return isLate && leaps.growth < 1.9 && own < 0.7 * their ? .ahead : .open
  }
}
