internal import LifeCore

/// The times of HashLife's steps, each a power of two in generations.
///
/// The steps to a goal are the binary digits of the generations left, the smallest first. No step
/// is more than twice as long as the longest before it, so each time forecasts the next.
struct StepTimings {
  /// The latest time of each exponent, the largest exponent last.
  private var steps: [(exponent: Int, seconds: Double)] = []
  /// The generations of an advance, which no step can exceed.
  var maxStep = Double.infinity
  /// The times of steps below this exponent are noise.
  private static let minExponent = 3

  private var exponent: Int { steps.last?.exponent ?? Self.minExponent }

  /// The next step, in generations, if `left` remain.
  func next(_ left: BigInt) -> BigInt {
    let isLongest = 2 * longest > maxStep
    return BigInt.powerOfTwo(min(left.trailingZeroBitCount, isLongest ? exponent : exponent + 1))
  }

  mutating func record(_ step: BigInt, seconds: Double) {
    let exponent = step.trailingZeroBitCount
    guard exponent >= Self.minExponent else { return }
    // Keeps ratios defined.
    let seconds = max(seconds, 1e-9)
    let place = steps.firstIndex { $0.exponent >= exponent } ?? steps.count
    if place < steps.count, steps[place].exponent == exponent {
      steps[place].seconds = seconds
    } else {
      steps.insert((exponent, seconds), at: place)
    }
  }

  /// The longest step, in generations.
  var longest: Double { BigInt.powerOfTwo(exponent).double }

  /// The number of different step lengths so far.
  var count: Int { steps.count }

  /// The time of the longest step divided by that of the next shorter one: 2 if nothing repeats, 1
  /// if everything does. A growing pattern slows every engine down, so the ratio counts as 2.2
  /// at most.
  var growth: Double {
    guard steps.count > 1 else { return 2 }
    let last = steps[steps.count - 1].seconds
    let one = last / steps[steps.count - 2].seconds
    let two = steps.count > 2 ? (last / steps[steps.count - 3].seconds).squareRoot() : one
    return min(max(one, two, 1), 2.2)
  }

  /// The seconds per generation in the longest step.
  var secondsPerGeneration: Double { (steps.last?.seconds ?? .infinity) / longest }

  /// The forecast time of a step; 0 without a measurement.
  func seconds(ofStep step: BigInt) -> Double {
    guard let last = steps.last else { return 0 }
    return step.trailingZeroBitCount > exponent ? last.seconds * growth : last.seconds
  }

  /// The forecast time of a number of generations, if steps keep doubling up to the longest and
  /// their times keep growing at the same rate; infinite without a measurement.
  func seconds(for generations: Double) -> Double {
    guard let last = steps.last else { return .infinity }
    let growth = growth
    var left = min(generations, 1e100)
    var total = 0.0
    var next = last.seconds
    var step = longest
    while left > 0 {
      if 2 * step > maxStep { return total + next * left / step }
      total += next * min(1, left / step)
      left -= step
      step *= 2
      next *= growth
    }
    return total
  }
}
