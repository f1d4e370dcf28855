internal import LifeCore

/// The times of a direct engine, one that steps every generation: the last measurement, and how
/// it differs from the one before.
struct GenerationTimings {
  /// 0 until there is a measurement.
  private(set) var secondsPerGeneration = 0.0
  /// The increase of `secondsPerGeneration` in each generation.
  private var slope = 0.0
  private var lastGenerations = 0.0

  mutating func record(_ generations: Double, seconds: Double) {
    guard generations > 0 else { return }
    let now = seconds / generations
    if lastGenerations > 0 {
      slope = (now - secondsPerGeneration) / ((generations + lastGenerations) / 2)
    }
    secondsPerGeneration = now
    lastGenerations = generations
  }

  /// The forecast time of a number of generations, in seconds, if the engine slows down further as
  /// it did, within the model's limit.
  func seconds(for generations: Double, by model: CostModel) -> Double {
    let generations = min(generations, model.mostGenerations)
    let slowdown = min(
      max(0, slope) * generations, model.largestSlowdown * secondsPerGeneration)
    return generations * (secondsPerGeneration + slowdown / 2)
  }
}

/// How long HashLife's steps took; each step is a power of two in generations.
///
/// The steps to a goal are the binary digits of the generations left, the smallest first. No step
/// is more than twice as long as the longest before it, so that each time forecasts the next.
struct StepTimings {
  /// The last time of each exponent, the largest exponent last.
  private var steps: [(exponent: Int, seconds: Double)] = []
  private let model: CostModel

  init(_ model: CostModel) { self.model = model }

  private var exponent: Int { steps.last?.exponent ?? model.leastStepExponent }

  /// The next step, in generations, for a number of remaining generations.
  func next(_ left: BigInt) -> BigInt {
    BigInt.powerOfTwo(min(left.trailingZeroBitCount, exponent + 1))
  }

  mutating func record(_ step: BigInt, seconds: Double) {
    let exponent = step.trailingZeroBitCount
    guard exponent >= model.leastStepExponent else { return }
    let seconds = max(seconds, model.leastStepSeconds)
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
  /// if everything does.
  var growth: Double {
    guard steps.count > 1 else { return model.usualGrowth }
    let last = steps[steps.count - 1].seconds
    let one = last / steps[steps.count - 2].seconds
    let two = steps.count > 2 ? (last / steps[steps.count - 3].seconds).squareRoot() : one
    return min(max(one, two, 1), model.largestGrowth)
  }

  /// The seconds per generation in the longest step.
  var secondsPerGeneration: Double {
    (steps.last?.seconds ?? .infinity) / longest
  }

  /// The forecast time of a step; 0 if none has been measured.
  func seconds(ofStep step: BigInt) -> Double {
    guard let last = steps.last else { return 0 }
    let more = step.trailingZeroBitCount - exponent
    return more > 0 ? last.seconds * growth : last.seconds
  }

  /// The forecast time of a number of generations, if steps keep doubling and their times growing
  /// as they did; infinite if no step has been measured.
  func seconds(for generations: Double) -> Double {
    guard let last = steps.last else { return .infinity }
    let growth = growth
    var left = min(generations, model.mostGenerations)
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
