import LifeCore
import LifeEngines
import LifeFormats
import TestSupport
import Testing

/// Generations too far away for single steps: regular growth is a polynomial of time.
@Suite struct ClosedFormTests {
  /// The population and the bounding box.
  private struct Measures: Equatable {
    var numbers: [BigInt]

    init(_ stepper: HashLifeStepper) throws {
      let bounds = try #require(stepper.bounds)
      numbers = [stepper.population, bounds.x, bounds.y, bounds.width, bounds.height]
    }

    /// The element at `place` of the quadratic sequence beginning with these three.
    init(_ first: [Measures], at place: BigInt) {
      let pairs = (place * (place - 1)).quotientAndRemainder(dividingBy: 2).quotient
      numbers = first[0].numbers.indices.map { index in
        let a = first[0].numbers[index]
        let b = first[1].numbers[index]
        let c = first[2].numbers[index]
        return a + (b - a) * place + (c - b * 2 + a) * pairs
      }
    }
  }

  @Test(arguments: [
    ("glider", 4, BigInt(4)), ("glider", 4, 8), ("glider", 4, 16), ("glider", 4, 512),
    ("glider", 4, BigInt.powerOfTwo(65)), ("glider", 4, BigInt.powerOfTwo(66)),
    ("glider", 4, BigInt.powerOfTwo(67)), ("glider", 4, BigInt.powerOfTwo(1002)),
    ("glider", 4, BigInt.powerOfTwo(200)),
    ("glider", 4, BigInt.powerOfTwo(200) + 3),
    ("gosper-gun", 60, BigInt.powerOfTwo(64) + 1),
    ("spacefiller", 4, BigInt(1_000_000_000_000_000_000)),
    ("switch-engine-breeder", 10080, BigInt(1_000_000_000_000_000_000)),
    ("switch-engine-breeder", 10080, BigInt(1_000_000_000_000_000_001)),
  ])
  func `population and bounds follow the polynomial at any generation`(
    name: String, period: Int, generation: BigInt
  ) throws {
    let pattern = try HashLifeTests.named(name)
    let (place, phase) = generation.quotientAndRemainder(dividingBy: period)
    // The growth of all these patterns is regular after two periods.
    let early = try HashLifeStepper(pattern, options: EngineOptions())
    try early.advance(by: BigInt(phase + 2 * period))
    var samples = [try Measures(early)]
    for _ in 1..<6 {
      try early.advance(by: BigInt(period))
      samples.append(try Measures(early))
    }
    for later in 3..<6 { #expect(samples[later] == Measures(samples, at: BigInt(later))) }
    let stepper = try HashLifeStepper(pattern, options: EngineOptions())
    try stepper.advance(by: generation)
    #expect(try Measures(stepper) == Measures(samples, at: place - 2))
    #expect(stepper.generation == generation)
    #expect(try stepper.snapshot().bounds == stepper.bounds)
  }
}
