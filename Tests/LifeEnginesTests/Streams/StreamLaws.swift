import LifeCore
import LifeEngines
import TestSupport
import Testing

/// Steps with streams of gliders apart give the same cells as other steps.
@Suite struct StreamLaws {
  private typealias Part = (drawing: String, x: Int, y: Int)

  /// Gliders to the south-east, south-west, north-east and north-west.
  private static let gliders = [".O.\n..O\nOOO", ".O.\nO..\nOOO", "OOO\n..O\n.O.", "OOO\nO..\n.O."]

  private static func number(_ range: Range<Int>, _ random: inout Seeded) -> Int {
    Int.random(in: range, using: &random)
  }

  /// Two tapes of gliders passing each other.
  ///
  /// - Parameter distance: between the lanes, along a row.
  private static func tapes(
    _ seed: Int, count: Int, distance: Int, isRising: Bool, gap: Range<Int> = 6..<30
  ) -> [Part] {
    var random = Seeded(seed)
    var parts: [Part] = []
    for isBack in [false, true] {
      var place = 0
      for _ in 0..<count {
        let drawing = gliders[isRising ? (isBack ? 1 : 2) : (isBack ? 3 : 0)]
        let x = (isRising ? -place : place) + (isBack ? distance : 0)
        parts.append((drawing, x, place))
        place += number(gap, &random)
      }
    }
    return parts
  }

  /// Expects the same as from tiles, in steps of 2^10 generations and longer.
  private static func expectExact(
    _ pattern: Pattern, steps: [Int], comment: Comment,
    sourceLocation: SourceLocation = #_sourceLocation
  ) throws {
    let apart = try HashLifeStepper(pattern, options: EngineOptions())
    apart.choice = .always
    try EngineLaws.expectSame(
      apart, as: TilesStepper(pattern, options: EngineOptions()), inStepsOf: steps,
      comment: comment, sourceLocation: sourceLocation)
    #expect(apart.choice.isStreaming, comment, sourceLocation: sourceLocation)
  }

  @Test func `tapes in lanes at every distance pass or meet as they do`() async throws {
    try await forEachCase(of: -24...24) { distance in
      for isRising in [false, true] {
        let parts = Self.tapes(distance, count: 30, distance: distance, isRising: isRising)
        try Self.expectExact(
          TilesStepperTests.scene(parts), steps: [1024, 2048], comment: "rising \(isRising)")
      }
    }
  }

  /// Gliders so close that they are not alone, or touch, in any phase against each other.
  @Test func `tapes of gliders that touch are the same`() throws {
    for seed in Effort.cases(12, long: 300) {
      var random = Seeded(seed)
      var parts = Self.tapes(
        seed, count: 20, distance: Self.number(4..<12, &random), isRising: seed & 1 == 0,
        gap: 3..<9)
      for index in parts.indices { parts[index].x += Self.number(0..<3, &random) }
      try Self.expectExact(
        TilesStepperTests.scene(parts), steps: [1024], comment: "seed \(seed)")
    }
  }

  @Test func `tapes that cross in all directions between ash are the same`() throws {
    for seed in Effort.cases(6, long: 200) {
      var random = Seeded(seed)
      var parts: [Part] = []
      for index in 0..<4 {
        let tapes = Self.tapes(
          4 * seed + index, count: 12, distance: Self.number(5..<60, &random),
          isRising: index & 1 == 0)
        let x = Self.number(-200..<200, &random)
        let y = Self.number(-200..<200, &random)
        parts += tapes.map { ($0.drawing, $0.x + x, $0.y + y) }
      }
      for _ in 0..<12 {
        let drawing = ["OO\nOO", "OOO", ".OO\nOO.\n.O."][Self.number(0..<3, &random)]
        parts.append((drawing, Self.number(-400..<400, &random), Self.number(-100..<500, &random)))
      }
      try Self.expectExact(
        TilesStepperTests.scene(parts), steps: [1024, 4096, 1024], comment: "seed \(seed)")
    }
  }

  /// In most of these rules gliders do something else.
  @Test(arguments: [
    "B36/S23", "B38/S23", "B3/S238", "B37/S23", "B3678/S34678", "B36/S125", "B34/S34",
    "B3/S012345678", "B2/S", "B1357/S1357", "B012345678/S", "B0123478/S01234678",
  ])
  func `other rules are the same`(rule: String) throws {
    for seed in Effort.cases(2, long: 30) {
      let tapes = Self.tapes(seed, count: 6, distance: 20 + seed, isRising: seed & 1 == 0)
      var pattern = TilesStepperTests.scene(tapes)
      pattern.statedRule = try Rule(parsing: rule)
      let apart = try HashLifeStepper(pattern, options: EngineOptions())
      apart.choice = .always
      try EngineLaws.expectSame(
        apart, as: HashLifeStepper(pattern, options: EngineOptions()), inStepsOf: [1024],
        comment: "seed \(seed)")
    }
  }

  /// Plain steps make a node for every meeting of a part of one tape with a part of the other.
  @Test func `long tapes take far fewer nodes apart`() throws {
    let parts = Self.tapes(1, count: 400, distance: 30, isRising: true)
    let pattern = TilesStepperTests.scene(parts)
    let apart = try HashLifeStepper(pattern, options: EngineOptions())
    apart.choice = .always
    let plain = try HashLifeStepper(pattern, options: EngineOptions())
    try apart.advance(by: 1 << 14)
    try plain.advance(by: 1 << 14)
    try EngineLaws.expectSame(apart, as: plain, comment: "")
    #expect(apart.choice.isStreaming)
    #expect(apart.bytesUsed < plain.bytesUsed / 3)
  }

  /// Several tapes in each direction: squares have lanes of many, and some are joined.
  private static func tapes(gap: Range<Int>) -> Pattern {
    let parts = (0..<4).flatMap { lane in
      tapes(lane, count: 300, distance: 29, isRising: false, gap: gap)
        .map { ($0.drawing, $0.x + 61 * lane, $0.y) }
    }
    return TilesStepperTests.scene(parts)
  }

  @Test func `irregular tapes are stepped apart from the first long step on`() throws {
    let pattern = Self.tapes(gap: 6..<24)
    let apart = try HashLifeStepper(pattern, options: EngineOptions())
    apart.choice = StreamChoice(testingFrom: 1 << 10, maxWorkOfStep: 1 << 4)
    let plain = try HashLifeStepper(pattern, options: EngineOptions())
    try apart.advance(by: 1 << 14)
    try plain.advance(by: 1 << 14)
    #expect(apart.choice.isStreaming)
    #expect(apart.choice.maxExponent < 14)
    #expect(!plain.choice.isStreaming)
    try EngineLaws.expectSame(apart, as: plain, comment: "")
  }

  @Test func `tapes that repeat themselves are not stepped apart`() throws {
    let stepper = try HashLifeStepper(Self.tapes(gap: 14..<15), options: EngineOptions())
    stepper.choice = StreamChoice(testingFrom: 1, maxWorkOfStep: 1 << 4)
    try stepper.advance(by: 1 << 14)
    #expect(!stepper.choice.isStreaming)
  }

  @Test func `a soup is not stepped apart`() throws {
    let pattern = Pattern(cells: Soup.cells(3, width: 100, height: 100), at: .origin)
    let stepper = try HashLifeStepper(pattern, options: EngineOptions())
    stepper.choice = StreamChoice(testingFrom: 1)
    let tiles = try TilesStepper(pattern, options: EngineOptions())
    try stepper.advance(by: 1 << 14)
    try tiles.advance(by: 1 << 14)
    try EngineLaws.expectSame(stepper, as: tiles, comment: "")
    #expect(!stepper.choice.isStreaming)
  }

  @Test func `streams under a memory limit are the same`() throws {
    let pattern = TilesStepperTests.scene(
      Self.tapes(5, count: 200, distance: 25, isRising: true))
    let free = try HashLifeStepper(pattern, options: EngineOptions())
    try free.advance(by: 1 << 15)
    for limit in [700 << 10, 1 << 20, 3 << 20] {
      let options = EngineLaws.options(memory: limit)
      let capped = try HashLifeStepper(pattern, options: options)
      capped.choice = .always
      try capped.advance(by: 1 << 15)
      try EngineLaws.expectSame(capped, as: free, comment: "limit \(limit)")
    }
  }

  @Test func `an interrupt stops a step with streams, and it can continue`() throws {
    let pattern = TilesStepperTests.scene(
      Self.tapes(6, count: 100, distance: 25, isRising: true))
    let interrupt = Interrupt()
    let options = EngineLaws.options(interrupt: interrupt)
    let stepper = try HashLifeStepper(pattern, options: options)
    stepper.choice = .always
    interrupt.raise()
    #expect(throws: Stopped.self) { try stepper.advance(by: 8192) }
    interrupt.lower()
    try stepper.advance(by: 8192 - stepper.generation)
    let plain = try HashLifeStepper(pattern, options: EngineOptions())
    try plain.advance(by: 8192)
    try EngineLaws.expectSame(stepper, as: plain, comment: "")
  }
}
