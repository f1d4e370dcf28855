import LifeCore
import LifeEngines
import LifeFormats
import LifeIO
import TestSupport
import Testing

@testable import LifeRun

/// A stepper with an error: from some generation on it has one cell more or less.
private struct WrongStepper: Stepper {
  private var right: ReferenceStepper
  private let start: Pattern
  var wrongFrom: BigInt = 3
  var change = Position.origin
  /// Whether the population stays correct.
  var countsRight = false

  init(_ pattern: Pattern, options: EngineOptions) throws {
    right = try ReferenceStepper(pattern, options: options)
    start = pattern
  }

  mutating func advance(by count: BigInt) throws { try right.advance(by: count) }

  var generation: BigInt { right.generation }
  var planes: Int { right.planes }
  var population: BigInt { right.population + (isWrong && !countsRight ? 1 : 0) }
  var bounds: Bounds? { right.bounds }

  mutating func set(_ cells: CellStates) throws -> CellStates { try right.set(cells) }

  func checkInvariants() { right.checkInvariants() }

  private var isWrong: Bool { generation >= wrongFrom }

  func forEachRow(
    in window: Bounds, _ body: (Int, Int, Span<UInt64>) throws -> Void
  ) rethrows {
    try right.forEachRow(in: window, body)
  }

  func snapshot() throws -> Pattern {
    let pattern = try right.snapshot()
    guard isWrong else { return pattern }
    let cell = Art.pattern("O", at: change)
    let isThere = try pattern.pasting(cell, limit: .max).population == pattern.population
    return isThere ? try start.pasting(cell, limit: .max) : try pattern.pasting(cell, limit: .max)
  }
}

/// The reports of `life check` and `--verify` on different results of engines.
@Suite struct EngineComparisonTests {
  private func comparison(
    of pattern: Pattern, engines: [Engine] = [.tiles, .hashlife]
  ) throws -> EngineComparison {
    try EngineComparison(
      engines.map { EngineSelection(engine: $0) }, pattern: pattern, generations: 9)
  }

  private func glider() -> Pattern {
    let pattern = Art.pattern(".O.\n..O\nOOO", at: .origin)
    return pattern
  }

  private func complaint(
    by comparison: inout EngineComparison, about stepper: WrongStepper
  ) -> (kind: FailureKind?, words: String) {
    do {
      let difference = try comparison.difference(from: stepper, named: "wrong")
      return (difference == nil ? nil : .difference, difference?.description ?? "")
    } catch {
      return (nil, "\(error)")
    }
  }

  @Test func `the first difference of two engines is reported with a drawing`() throws {
    var stepper = try WrongStepper(glider(), options: EngineOptions())
    stepper.change = Position(x: 1, y: 5)
    var comparison = try comparison(of: glider())
    for _ in 0..<2 {
      try stepper.advance(by: 1)
      #expect(complaint(by: &comparison, about: stepper).kind == nil)
    }
    try stepper.advance(by: 1)
    let (kind, words) = complaint(by: &comparison, about: stepper)
    #expect(kind == .difference)
    #expect(
      words == """
        wrong and tiles differ at generation 3, first in the cell (1, 5)
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

  @Test func `different populations of two engines are reported`() throws {
    var stepper = try WrongStepper(glider(), options: EngineOptions())
    stepper.change = Position(x: 2, y: 3)
    var comparison = try comparison(of: glider(), engines: [.hashlife])
    try stepper.advance(by: 4)
    let (kind, words) = complaint(by: &comparison, about: stepper)
    #expect(kind == .difference && words.contains("wrong and hashlife differ at generation 4"))
  }

  @Test func `a difference of two engines at any distance is reported`() throws {
    var stepper = try WrongStepper(glider(), options: EngineOptions())
    stepper.change = Position(x: .powerOfTwo(80), y: 0)
    stepper.wrongFrom = 0
    var comparison = try comparison(of: glider(), engines: [.hashlife])
    let words = complaint(by: &comparison, about: stepper).words
    #expect(words.contains("differ") || words.contains("MemoryExhausted"), "\(words)")
  }
}
