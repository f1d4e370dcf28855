import LifeCore
import Testing

@testable import LifeEngines

/// The forecasts, and relations that the tuned numbers must keep whatever they are tuned to.
@Suite struct CostModelTests {
  let model = CostModel.measured

  @Test func `every measured number of the cost model is positive`() {
    var count = 0
    for (name, value) in Mirror(reflecting: model).children {
      count += 1
      let number = (value as? Double) ?? (value as? Int).map(Double.init)
      #expect((number ?? 0) > 0, "\(name ?? "")")
    }
    #expect(count > 40)
  }

  @Test func `shares and gains of the cost model are parts of a whole`() {
    let parts = [
      model.pieceShare, model.leastTrialShare, model.trialShare, model.stepShareInBudget,
      model.trialMemoryShare, model.clearGain, model.regularGain, model.doubtfulGain,
      model.spentBeforeReturn, model.directGain, model.denseShare,
    ]
    #expect(parts.allSatisfy { $0 < 1 })
  }

  @Test func `the more regular a pattern, the smaller the gain that HashLife must show`() {
    #expect(1 < model.regularGrowth && model.regularGrowth < model.doubtfulGrowth)
    #expect(model.doubtfulGrowth < model.usualGrowth)
    #expect(model.usualGrowth <= model.largestGrowth)
    #expect(model.regularGain < model.doubtfulGain && model.doubtfulGain < model.clearGain)
  }

  /// Or the two engines would replace each other in turn.
  @Test func `HashLife is left for a larger gain than it was selected for`() {
    #expect(1 / model.returnRatio < model.clearGain)
    #expect(model.nextTurn > 1 && model.pauseAfterFailure > model.nextTurn)
  }

  @Test func `generation times are forecast with a limited slowdown`() {
    var timings = GenerationTimings()
    #expect(timings.seconds(for: 1000, by: model) == 0)
    timings.record(100, seconds: 0.1)
    #expect(abs(timings.seconds(for: 1000, by: model) - 1) < 1e-9)
    // Twice as slow after 100 generations: at most another doubling is expected, evenly spread.
    timings.record(100, seconds: 0.2)
    #expect(timings.secondsPerGeneration == 0.002)
    #expect(abs(timings.seconds(for: 1000, by: model) - 1000 * 0.003) < 1e-9)
    // An engine that becomes faster is expected to stay as it is.
    timings.record(100, seconds: 0.1)
    #expect(abs(timings.seconds(for: 1000, by: model) - 1) < 1e-9)
    #expect(timings.seconds(for: .infinity, by: model).isFinite)
  }

  @Test func `steps are digits of what is left, each at most twice the longest before it`() {
    var steps = StepTimings(model)
    var left = BigInt(1000)
    var made: [BigInt] = []
    while left > 0 {
      let step = steps.next(left)
      made.append(step)
      left -= step
      steps.record(step, seconds: 1e-3)
    }
    #expect(made == [8, 16, 16, 32, 32, 64, 64, 128, 128, 256, 256])
  }

  @Test func `growth is the ratio of step times within limits`() {
    var steps = StepTimings(model)
    #expect(steps.growth == 2)
    #expect(steps.seconds(for: 100) == .infinity)
    steps.record(8, seconds: 1)
    #expect(steps.growth == 2)
    steps.record(16, seconds: 1.25)
    #expect(steps.growth == 1.25)
    steps.record(32, seconds: 10)
    #expect(steps.growth == 2.2)
    steps.record(32, seconds: 0.5)
    #expect(steps.growth == 1)
    #expect(steps.count == 3)
    #expect(steps.longest == 32)
    #expect(steps.secondsPerGeneration == 0.5 / 32)
  }

  @Test func `step times are forecast by their growth`() {
    var steps = StepTimings(model)
    steps.record(8, seconds: 1)
    steps.record(16, seconds: 1.5)
    #expect(steps.seconds(ofStep: 16) == 1.5)
    #expect(steps.seconds(ofStep: 32) == 2.25)
    // 16 generations, then 32, then half of 64.
    #expect(abs(steps.seconds(for: 80) - (1.5 + 2.25 + 3.375 / 2)) < 1e-9)
  }

  @Test func `steps too short to be measured are not recorded`() {
    var steps = StepTimings(model)
    for exponent in 0..<3 { steps.record(BigInt.powerOfTwo(exponent), seconds: 1) }
    #expect(steps.count == 0)
    #expect(steps.seconds(ofStep: 8) == 0)
  }
}
