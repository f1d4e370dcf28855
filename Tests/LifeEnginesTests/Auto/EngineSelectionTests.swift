import Foundation
import LifeCore
import TestSupport
import Testing

@testable import LifeEngines

/// Decisions of the engine selection from made-up times; nothing is stepped and no clock is read.
@Suite struct EngineSelectionTests {
  private static func remaining(
    _ toEnd: Double, toReturn: Double? = nil
  ) -> SelectionPolicy.Remaining {
    SelectionPolicy.Remaining(toEnd: toEnd, toReturn: toReturn ?? toEnd)
  }

  /// What a policy does if HashLife can run the pattern, and perhaps another direct engine.
  private static func action(
    of policy: SelectionPolicy, before end: Double = 1e9, hasDirect: Bool = false
  ) -> SelectionPolicy.Action {
    policy.action(remaining: remaining(end), hasTree: true, hasDirect: hasDirect)
  }

  /// A policy after its present engine took `seconds` for each of `generations`.
  private static func measured(
    _ engine: Engine, seconds: Double, generations: Int = 1000
  ) -> SelectionPolicy {
    var policy = SelectionPolicy()
    policy.begin(engine)
    for _ in 0..<2 {
      policy.record(BigInt(generations / 2), seconds: seconds * Double(generations / 2))
    }
    return policy
  }

  /// The first step of many gliders takes nearly all of the time.
  @Test func `a slow first piece leads to no trial`() {
    var policy = SelectionPolicy()
    policy.begin(.tiles)
    policy.record(24, seconds: 1)
    #expect(Self.action(of: policy, before: 1e4) == .keep)
    policy.record(24, seconds: 1e-6)
    #expect(Self.action(of: policy, before: 1e4) == .keep)
    policy.record(24, seconds: 1)
    policy.record(24, seconds: 1)
    #expect(Self.action(of: policy, before: 1e4) == .tryTree)
  }

  /// A run in which tiles take 10 µs for a generation.
  struct Race: Sendable {
    let generations: Int
    /// Seconds of a step of HashLife.
    let tree: @Sendable (_ step: Double) -> Double
    let engines: [Engine]
    /// The limits of all seconds and of those of trials.
    var maxSeconds = Double.infinity
    var maxTrial = Double.infinity
  }

  static let races = [
    // Step times hardly grow.
    Race(
      generations: 1 << 20, tree: { 1e-4 + $0 * 1e-9 }, engines: [.tiles, .hashlife],
      maxSeconds: 0.1),
    // A soup: every step takes twice as long as one of half its length, and longer than tiles.
    Race(generations: 100_000, tree: { $0 * 5e-5 }, engines: [.tiles], maxTrial: 0.25),
    Race(generations: 100_000, tree: { $0 * 1e-3 }, engines: [.tiles], maxTrial: 0.2),
    // The period is 4096 generations: shorter steps show nothing of it.
    Race(
      generations: 1 << 22, tree: { min($0, 4096) * 2e-5 + 1e-5 }, engines: [.tiles, .hashlife],
      maxSeconds: 0.1 * 1e-5 * Double(1 << 22)),
  ]

  @Test(arguments: races)
  func `HashLife replaces tiles where its steps repeat, and a trial costs little`(race: Race) {
    var run = SimulatedRun(race.generations) { _ in
      1e-5
    } tree: { step, _ in
      race.tree(step)
    }
    run.run()
    #expect(run.engines == race.engines)
    #expect(run.seconds < race.maxSeconds)
    #expect(run.trialSeconds > 0 && run.trialSeconds < race.maxTrial)
  }

  @Test func `HashLife is left again where the pattern becomes irregular`() {
    var run = SimulatedRun(1 << 20) { _ in
      1e-5
    } tree: { step, generation in
      generation < 100_000 ? 1e-4 : step * 1e-4
    }
    run.run()
    #expect(run.engines.prefix(3) == [.tiles, .hashlife, .tiles])
  }

  /// Random engines, HashLife up to thirty times as slow as tiles. The first steps of a tree have
  /// no forecast, so a trial may cost more than its budget; beyond 20 ms it must not matter much.
  @Test func `the loss by trials is bounded`() async throws {
    try await forEachCase(of: 0..<200) { seed in
      var random = Seeded(seed)
      let tilesRate = pow(10.0, Double.random(in: -7 ... -3, using: &random))
      let treeRate = tilesRate * pow(10.0, Double.random(in: -1...1.5, using: &random))
      let power = Double.random(in: 0.6...1, using: &random)
      let end = Int(pow(10.0, Double.random(in: 2...6, using: &random)))
      var run = SimulatedRun(end) { _ in
        tilesRate
      } tree: { step, _ in
        treeRate * pow(step, power)
      }
      run.run()
      let alone = tilesRate * Double(end)
      #expect(run.seconds < 2.5 * alone + 0.02, "\(run.engines), \(alone) s in tiles")
    }
  }

  @Test func `no other engine is tried in a run that ends soon`() {
    let policy = Self.measured(.tiles, seconds: 1e-5)
    #expect(Self.action(of: policy, before: 190, hasDirect: true) == .keep)
    #expect(Self.action(of: policy, before: 210) == .tryTree)
    let slow = Self.measured(.tiles, seconds: 1e-3)
    #expect(Self.action(of: slow, before: 63) == .keep)
    #expect(Self.action(of: slow, before: 64) == .tryTree)
  }

  @Test func `HashLife is tried between samples that are at least 32 generations apart`() {
    var policy = Self.measured(.tiles, seconds: 1e-5)
    let remaining = Self.remaining(1e9, toReturn: 0)
    for (step, action) in [(31, SelectionPolicy.Action.keep), (32, .tryTree)] {
      policy.maxStep = Double(step)
      #expect(policy.action(remaining: remaining, hasTree: true, hasDirect: false) == action)
    }
  }

  @Test func `trials wait for their time`() {
    let early = Self.measured(.tiles, seconds: 1e-6, generations: 400)
    #expect(Self.action(of: early, hasDirect: true) == .keep)
    var later = Self.measured(.tiles, seconds: 1e-6, generations: 1000)
    #expect(Self.action(of: later, hasDirect: true) == .tryTree)
    later.continueTreeTrialLater()
    #expect(Self.action(of: later, hasDirect: true) == .keep)
    later.record(1000, seconds: 0.001)
    #expect(Self.action(of: later) == .tryTree)
    later.postponeTreeTrial()
    later.record(10_000, seconds: 0.01)
    #expect(Self.action(of: later) == .keep)
    later.record(10_000, seconds: 0.01)
    #expect(Self.action(of: later) == .tryTree)
  }

  @Test func `engines that cannot run the pattern are not tried`() {
    let policy = Self.measured(.bitmap, seconds: 1e-3)
    #expect(
      policy.action(remaining: Self.remaining(1e9), hasTree: false, hasDirect: false) == .keep)
    #expect(Self.action(of: policy, hasDirect: true) == .tryDirect)
  }

  @Test func `a direct trial needs generations to pay off`() throws {
    let policy = Self.measured(.bytes, seconds: 1e-3)
    #expect(policy.directTrialLimit(Self.remaining(1000, toReturn: 47)) == nil)
    #expect(policy.directTrialLimit(Self.remaining(479)) == nil)
    let limit = try #require(policy.directTrialLimit(Self.remaining(480)))
    #expect(abs(limit - 0.8e-3) < 1e-9)
  }

  @Test func `pieces of a run double while short and halve when long`() {
    var policy = SelectionPolicy()
    policy.begin(.tiles)
    #expect(policy.piece(of: 1_000_000) == 24)
    #expect(policy.piece(of: 7) == 7)
    policy.record(24, seconds: 1e-6)
    #expect(policy.piece(of: 1_000_000) == 48)
    policy.record(48, seconds: 2)
    #expect(policy.piece(of: 1_000_000) == 24)
    policy.shortenPieces()
    #expect(policy.piece(of: 1_000_000) == 12)
    policy.begin(.bytes)
    #expect(policy.piece(of: 1_000_000) == 1)
  }

  @Test func `pieces that a goal cuts short do not double`() {
    var policy = SelectionPolicy()
    policy.begin(.tiles)
    for _ in 0..<100 { policy.record(20, seconds: 1e-6) }
    #expect(policy.piece(of: 1_000_000) == 24)
  }

  @Test func `an interrupted step of a trial counts with all of its time`() {
    var trial = TreeTrial()
    trial.recordInterruption(seconds: 2)
    trial.record(16, seconds: 1)
    #expect(trial.spent == 3)
    #expect(trial.steps.seconds(ofStep: 16) == 3)
    trial.record(32, seconds: 4)
    #expect(trial.steps.seconds(ofStep: 32) == 4)
  }

  @Test func `the time of a direct engine grows with the population`() {
    var policy = Self.measured(.tiles, seconds: 1e-5)
    let before = policy.secondsPerGeneration
    policy.begin(.hashlife)
    policy.measureSteps(from: StepTimings(), population: 100)
    let isAdapted = [120, 240].map { policy.adaptDirect(to: $0) }
    #expect(isAdapted == [false, true])
    #expect(abs(policy.secondsPerGeneration - 2.4 * before) < 1e-12)
  }

  @Test func `HashLife runs in one piece unless it is measured`() {
    var policy = SelectionPolicy()
    policy.begin(.hashlife)
    #expect(policy.piece(of: 1_000_000) == 1_000_000)
    policy.measureSteps(from: StepTimings())
    #expect(policy.piece(of: 1_000_000) == 16)
  }

  @Test func `a tree behind the present engine is not adopted`() {
    var trial = TreeTrial()
    for exponent in 3...6 { trial.record(BigInt.powerOfTwo(exponent), seconds: 1e-6) }
    let decision = { (isBehind: Bool) in
      trial.decision(
        before: 128, end: 1, isBehind: isBehind, left: 1e30, present: (0.01, 1e28))
    }
    #expect(decision(false) == .adopt)
    #expect(decision(true) == .step)
  }
}
