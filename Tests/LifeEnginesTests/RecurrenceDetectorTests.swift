import LifeCore
import Testing

@testable import LifeEngines

/// A sequence with a period, and with a signature that may collide.
private struct Sequence: RecurrenceSubject {
  var value: Int
  var collisions = Int.max

  var signature: Int { value % collisions }
  func snapshot() -> Int? { value }
  func displacement(since earlier: Int) -> Position? { value == earlier ? .origin : nil }
}

@Suite struct RecurrenceDetectorTests {
  /// Observes a sequence with a period after a preperiod. Returns the generation of the report, and
  /// the period.
  private func detect(
    preperiod: Int, period: Int, collisions: Int = .max, phases: Int = 1,
    every stride: Int = 1, limit: Int
  ) throws -> (at: Int, period: Int)? {
    var detector = RecurrenceDetector<Sequence>(phases: phases)
    for generation in Swift.stride(from: stride, through: limit, by: stride) {
      let value =
        generation < preperiod ? generation : preperiod + (generation - preperiod) % period
      let subject = Sequence(value: value, collisions: collisions)
      let found = try detector.observe(subject, at: generation)
      detector.checkInvariants()
      if let found {
        #expect(found.displacement == .origin)
        return (generation, found.generations)
      }
    }
    return nil
  }

  @Test(arguments: [0, 1, 7, 100], [1, 2, 3, 30, 64, 65])
  func `every period is found within a few times its length`(preperiod: Int, period: Int) throws {
    for collisions in [Int.max, 10, 1] {
      let limit = 6 * (preperiod + period) + 6
      // A constant signature makes every generation a candidate.
      let found = try #require(
        try detect(
          preperiod: preperiod, period: period, collisions: collisions, limit: 4 * limit))
      #expect(found.period % period == 0)
      if collisions == .max {
        #expect(found.period == period)
        #expect(found.at <= limit, "\(preperiod) \(period)")
      }
    }
  }

  @Test func `the periods of rules that take turns are whole cycles`() throws {
    let found = try #require(try detect(preperiod: 5, period: 3, phases: 4, limit: 200))
    #expect(found.period == 12)
  }

  @Test func `periods count generations and not observations`() throws {
    let found = try #require(
      try detect(preperiod: 50, period: 6, every: 4, limit: 2000))
    #expect(found.period == 12)
  }

  @Test func `no period is reported of what does not repeat`() throws {
    #expect(try detect(preperiod: 5000, period: 1, collisions: 7, limit: 4999) == nil)
  }

  @Test func `a restarted detector forgets its observations`() throws {
    var detector = RecurrenceDetector<Sequence>(phases: 1)
    #expect(try detector.observe(Sequence(value: 1), at: 1) == nil)
    detector.restart()
    #expect(try detector.observe(Sequence(value: 1), at: 2) == nil)
    #expect(try detector.observe(Sequence(value: 1), at: 3) == nil)
    #expect(try detector.observe(Sequence(value: 1), at: 4)?.generations == 1)
  }
}
