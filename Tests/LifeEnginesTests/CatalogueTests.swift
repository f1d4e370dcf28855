import Foundation
import LifeCore
import LifeEngines
import LifeFormats
import LifeIO
import TestSupport
import Testing

/// The known facts of the collection's patterns, on every engine.
@Suite struct CatalogueTests {
  static func pattern(_ entry: CatalogueEntry) throws -> Pattern {
    try Format.read(ByteReader(opening: Path(entry.path)), options: ReadOptions()).pattern
  }

  /// A fact to show on one engine.
  struct Case: CustomTestStringConvertible, Sendable {
    let entry: CatalogueEntry
    let engine: Engine

    var testDescription: String { "\(entry["name"]) \(engine)" }

    func stepper() throws -> any Stepper {
      try engine.makeStepper(for: CatalogueTests.pattern(entry), options: EngineOptions())
    }
  }

  /// The facts of a kind, on every engine fast enough for them.
  private static func cases(
    having column: String, generations: (CatalogueEntry) -> Int?
  ) -> [Case] {
    CatalogueEntry.all.filter { $0.number(column) != nil }.flatMap { entry in
      Engine.allCases
        .filter { (generations(entry) ?? 0) <= $0.maxGenerations }
        .map { Case(entry: entry, engine: $0) }
    }
  }

  static let growths = cases(having: "growth") { entry in
    entry.number("period").map { 2 * $0 + (entry.number("from") ?? 0) }
  }
  static let stabilizations = cases(having: "stable_at") { $0.number("stable_at") }

  @Test func `every engine has its share of the catalogue's facts`() {
    let counts = { (cases: [Case]) in
      Engine.allCases.map { engine in cases.count { $0.engine == engine } }
    }
    for cases in [Self.growths, Self.stabilizations] {
      #expect(counts(cases).allSatisfy { $0 > 10 })
    }
  }

  @Test(.needsOptimization, arguments: Engine.allCases)
  func `a gun of the catalogue grows by the same number in every period`(engine: Engine)
    async throws
  {
    let facts = Self.growths.filter { $0.engine == engine }
    try await forEachCase(of: facts) { fact in
      let entry = fact.entry
      let period = try #require(entry.number("period"))
      let growth = try #require(entry.number("growth"))
      let from = try #require(entry.number("from"))
      var stepper = try fact.stepper()
      try stepper.advance(by: BigInt(from))
      for _ in 0..<2 {
        let before = stepper.population
        try stepper.advance(by: BigInt(period))
        #expect(stepper.population - before == BigInt(growth))
      }
    }
  }

  @Test(.needsOptimization, arguments: Engine.allCases)
  func `a methuselah has its final population at its listed lifespan`(engine: Engine) async throws {
    let facts = Self.stabilizations.filter { $0.engine == engine }
    try await forEachCase(of: facts) { fact in
      let entry = fact.entry
      var stepper = try fact.stepper()
      try stepper.advance(by: BigInt(try #require(entry.number("stable_at"))))
      #expect(stepper.population == BigInt(try #require(entry.number("final_population"))))
    }
  }
}

extension Engine {
  /// The generations of a methuselah or puffer in about a second of an engine without optimization:
  /// the reference steps single cells, boards and bytes grow with the gliders.
  fileprivate var maxGenerations: Int {
    switch self {
    case .reference: 1200
    case .bitmap, .bytes: 6500
    case .tiles, .hashlife: .max
    }
  }
}
