import LifeCore
import LifeEngines
import LifeFormats
import LifeIO
import TestSupport
import Testing

@testable import life

/// A stepper that is right until a generation, and then has one cell too many, or one too few.
private struct WrongStepper: Stepper {
  private var right: ReferenceStepper
  private let start: Pattern
  var wrongFrom: BigInt = 3
  var change = Position.origin
  /// Whether it also miscounts, or nothing else.
  var countsRight = false

  init(_ pattern: Pattern, _ options: EngineOptions) throws {
    right = try ReferenceStepper(pattern, options)
    start = pattern
  }

  mutating func advance(by count: BigInt) throws { try right.advance(by: count) }

  var generation: BigInt { right.generation }
  var planes: Int { right.planes }
  var population: BigInt { right.population + (isWrong && !countsRight ? 1 : 0) }
  var bounds: Bounds? { right.bounds }

  private var isWrong: Bool { generation >= wrongFrom }

  func forEachRow(
    in window: AbsoluteWindow, _ body: (Int, Int, Span<UInt64>) throws -> Void
  ) rethrows {
    try right.forEachRow(in: window, body)
  }

  func snapshot() throws -> Pattern {
    let pattern = try right.snapshot()
    guard isWrong else { return pattern }
    var cell = Art.pattern("O")
    cell.position = change
    let isThere = try pattern.pasting(cell, limit: .max).population == pattern.population
    return isThere ? try start.pasting(cell, limit: .max) : try pattern.pasting(cell, limit: .max)
  }
}

/// What `life check` and `--verify` find where engines do not agree.
@Suite struct `Engines that disagree` {
  private func comparison(
    _ pattern: Pattern, _ engines: [Engine] = [.tiles, .hashlife]
  ) throws -> Comparison {
    try Comparison(
      engines.map { EngineChoice(engine: $0) }, pattern, EngineOptions(), generations: 9)
  }

  private func glider() -> Pattern {
    var pattern = Art.pattern(".O.\n..O\nOOO")
    pattern.position = .origin
    return pattern
  }

  private func complaint(
    _ comparison: inout Comparison, _ stepper: WrongStepper
  ) -> (code: ExitCode?, words: String) {
    do {
      try comparison.check(stepper, named: "wrong")
      return (nil, "")
    } catch let failed as Failed {
      return (failed.exitCode, failed.description)
    } catch {
      return (nil, "\(error)")
    }
  }

  @Test func `are found where they begin to, and shown`() throws {
    var stepper = try WrongStepper(glider(), EngineOptions())
    stepper.change = Position(x: 1, y: 5)
    var comparison = try comparison(glider())
    for _ in 0..<2 {
      try stepper.advance(by: 1)
      #expect(complaint(&comparison, stepper).code == nil)
    }
    try stepper.advance(by: 1)
    let (code, words) = complaint(&comparison, stepper)
    #expect(code == .no)
    #expect(
      words == """
        life: wrong and tiles differ at generation 3, first in the cell (1, 5)
          wrong     tiles
          ....OO.   ....OO.
          ...OO..   ...OO..
          .......   .......
          ...@...   ...+...
          .......   .......
          .......   .......
          .......   .......

        """, "\(words)")
  }

  @Test func `are found by their populations, too`() throws {
    var stepper = try WrongStepper(glider(), EngineOptions())
    stepper.change = Position(x: 2, y: 3)
    var comparison = try comparison(glider(), [.hashlife])
    try stepper.advance(by: 4)
    let (code, words) = complaint(&comparison, stepper)
    #expect(code == .no && words.contains("wrong and hashlife differ at generation 4"))
  }

  @Test func `are found however far away`() throws {
    var stepper = try WrongStepper(glider(), EngineOptions())
    stepper.change = Position(x: .powerOfTwo(80), y: 0)
    stepper.wrongFrom = 0
    var comparison = try comparison(glider(), [.hashlife])
    let words = complaint(&comparison, stepper).words
    #expect(words.contains("differ") || words.contains("MemoryExhausted"), "\(words)")
  }
}
