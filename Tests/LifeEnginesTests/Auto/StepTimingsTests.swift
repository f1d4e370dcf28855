import LifeCore
import Testing

@testable import LifeEngines

/// The forecasts of the times of HashLife.
@Suite struct StepTimingsTests {
  @Test func `steps are digits of what is left, each at most twice the longest before it`() {
    var steps = StepTimings()
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
    var steps = StepTimings()
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
    var steps = StepTimings()
    steps.record(8, seconds: 1)
    steps.record(16, seconds: 1.5)
    #expect(steps.seconds(ofStep: 16) == 1.5)
    #expect(steps.seconds(ofStep: 32) == 2.25)
    // 16 generations, then 32, then half of 64.
    #expect(abs(steps.seconds(for: 80) - (1.5 + 2.25 + 3.375 / 2)) < 1e-9)
  }

  @Test func `no step is longer than an advance`() {
    var steps = StepTimings()
    steps.maxStep = 20
    steps.record(8, seconds: 1)
    #expect(steps.next(1024) == 16)
    steps.record(16, seconds: 1.5)
    #expect(steps.next(1024) == 16)
    #expect(steps.seconds(for: 160) == 15)
  }

  @Test func `steps too short to be measured are not recorded`() {
    var steps = StepTimings()
    for exponent in 0..<3 { steps.record(BigInt.powerOfTwo(exponent), seconds: 1) }
    #expect(steps.count == 0)
    #expect(steps.seconds(ofStep: 8) == 0)
  }
}
