import LifeAnalysis
import LifeCore
import LifeFormats
import LifeIO
import LifeRun
import TestSupport
import Testing

/// Runs of reversible rules from a pattern back to earlier ones.
@Suite struct BackwardsTests {
  private func pattern(_ rule: String) throws -> Pattern {
    try Pattern(
      cells: Soup.cells(3, width: 12, height: 10), at: Position(x: -5, y: -4), under: rule
    ).packedForRule()
  }

  /// The pattern after some generations, which may be negative.
  private func run(_ pattern: Pattern, _ generations: BigInt) throws -> Pattern {
    if generations < 0 {
      let loaded = LoadedPattern(name: "in", format: .rle, pattern: pattern)
      _ = try RunRequest(length: .generations(generations)).goingBack(loaded)
      return loaded.pattern
    }
    var stepper = try EngineSelection().makeStepper(pattern)
    try stepper.advance(by: generations)
    return try stepper.snapshot()
  }

  @Test(arguments: [
    "BBM", "Critters", "HPP_Gas:T20,16", "StringThing:T14,18", "Tron:T26,20", "RotationsIV",
    "PCA_2", "Model_2:T13,17", "PCA_12:T16+3,12", "BBM|StringThing", "Critters|BBM|Tron:T20,16",
    "PCA_2|PCA_12", "PCA_2|PCA_12|Model_2:T13,17", "Critters|Tron|Rotations",
  ])
  func `a run forwards and backwards comes to its start`(rule: String) throws {
    var start = try pattern(rule)
    for generation in [0, 1] {
      start.generation = BigInt(generation)
      for count in [1, 2, 7, 100] as [BigInt] {
        let end = try run(run(start, count), -count)
        #expect(end == start, "\(generation) \(count)")
        let other = try run(run(start, -count), count)
        #expect(try other.hasSameCells(as: start), "\(generation) -\(count)")
      }
    }
  }

  @Test(arguments: [
    ("Critters", "2bo$o$o$2bo!", true), ("BBM", "o!", true), ("PCA_2", "A!", true),
    ("BBM|StringThing", "o!", true), ("Critters:P20,20", "5$10b2o$10b2o!", false),
    ("Sand", "2o$2o!", false), ("B3/S23", "bo$2bo$3o!", false),
  ])
  func `a pattern that recurs under a reversible rule recurs backwards, too`(
    rule: String, rle: String, isReversible: Bool
  ) throws {
    let text = "x = 0, y = 0, rule = \(rule)\n\(rle)\n"
    let start = try RLE.read(ByteReader(Array(text.utf8), name: "in"), options: ReadOptions())
      .packedForRule()
    let result = try Identifier(AnalysisRule(start.rule)).identify(start)
    #expect(result.isReversible == isReversible, "\(result)")
    guard isReversible else { return }
    let period = try #require(result.period)
    let before = try run(start, BigInt(-period))
    let from = try #require(before.bounds)
    let to = try #require(start.bounds)
    #expect(before.population == start.population)
    #expect(to.x - from.x == BigInt(result.displacement.x))
    #expect(to.y - from.y == BigInt(result.displacement.y))
    #expect(try run(before, BigInt(period)).hasSameCells(as: start))
  }

  @Test func `billiard balls keep their number for a million generations`() throws {
    let balls = "x = 24, y = 20, rule = BBM:T40,40\n4bo$$o7bo$$$6bo$$$12bo5bo$$$$o9bo!"
    let start = try RLE.read(ByteReader(Array(balls.utf8), name: "in"), options: ReadOptions())
    let later = try run(start, 1_000_000)
    #expect(later.population == start.population)
    #expect(try run(later, -1_000_000).hasSameCells(as: start))
  }

  @Test(arguments: [
    "Sand", "PCA_11", "BBM|Sand",
    "BBM|M1,0,2,3,4,5,6,7,8,9,10,11,12,13,14,15:T16,16", "B3/S23", "BBM:P12,12",
  ])
  func `other rules do not run backwards`(rule: String) throws {
    let start = try pattern(rule)
    #expect(throws: RunFailure.self) { try run(start, -1) }
  }
}
