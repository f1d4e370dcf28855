internal import LifeCore

/// How long HashLife's steps took; each step is a power of two in generations.
///
/// The steps to a goal are the binary digits of the generations left, the smallest first. No step
/// is more than twice as long as the longest before it, so that each time forecasts the next.
struct StepTimings {
  /// The last time of each exponent, the largest exponent last.
  private var steps: [(exponent: Int, seconds: Double)] = []
  /// The times of shorter steps are noise.
  private static let leastExponent = 3

  private var exponent: Int { steps.last?.exponent ?? Self.leastExponent }

  /// The next step, in generations, for a number of remaining generations.
  func next(_ left: BigInt) -> BigInt {
    BigInt.powerOfTwo(min(left.trailingZeroBitCount, exponent + 1))
  }

  mutating func record(_ step: BigInt, seconds: Double) {
    let exponent = step.trailingZeroBitCount
    guard exponent >= Self.leastExponent else { return }
    // So that ratios are defined.
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

  /// How many times as long the longest step took as the next shorter one: 2 if nothing repeats, 1
  /// if everything does. A growing pattern slows every engine down, so it is a little over 2 at
  /// most.
  var growth: Double {
    guard steps.count > 1 else { return 2 }
    let last = steps[steps.count - 1].seconds
    let one = last / steps[steps.count - 2].seconds
    let two = steps.count > 2 ? (last / steps[steps.count - 3].seconds).squareRoot() : one
    return min(max(one, two, 1), 2.2)
  }

  /// The seconds per generation in the longest step.
  var secondsPerGeneration: Double { (steps.last?.seconds ?? .infinity) / longest }

  /// The forecast time of a step; 0 if none has been measured.
  func seconds(ofStep step: BigInt) -> Double {
    guard let last = steps.last else { return 0 }
    return step.trailingZeroBitCount > exponent ? last.seconds * growth : last.seconds
  }

  /// The forecast time of a number of generations, if steps keep doubling and their times growing
  /// as they did; infinite if no step has been measured.
  func seconds(for generations: Double) -> Double {
    guard let last = steps.last else { return .infinity }
    let growth = growth
    var left = min(generations, 1e100)
    var total = 0.0
    var next = last.seconds
    var step = longest
    while left > 0 {
      total += next * min(1, left / step)
      left -= step
      step *= 2
      next *= growth
    }
    return total
  }
}
