import Foundation
import LifeCore
import LifeEngines
import LifeFormats
import LifeIO
import TestSupport
import Testing

/// The fact that makes each pattern of the collection known.
@Suite struct `The catalogue` {
  struct Entry: CustomTestStringConvertible, Sendable {
    let columns: [String: String]

    subscript(name: String) -> String { columns[name] ?? "" }
    func number(_ name: String) -> Int? { Int(self[name]) }
    var testDescription: String { self["name"] }
  }

  static let entries: [Entry] = {
    let file = Project.root.appending(path: "Tests/Catalogue/catalogue.tsv")
    guard let text = try? String(contentsOf: file, encoding: .utf8) else { return [] }
    let lines = text.split(separator: "\n")
      .map { $0.split(separator: "\t", omittingEmptySubsequences: false).map(String.init) }
    return lines.dropFirst().map { fields in
      Entry(columns: Dictionary(zip(lines[0], fields)) { first, _ in first })
    }
  }()

  static func pattern(_ entry: Entry) throws -> Pattern {
    let path = Project.root.appending(path: "patterns").appending(path: entry["path"]).path()
    return try Format.read(ByteReader(opening: Path(path)), ReadOptions()).pattern
  }

  static func stepper(_ entry: Entry) throws -> BitmapStepper {
    try BitmapStepper(pattern(entry), EngineOptions())
  }

  @Test func `has at least forty patterns`() { #expect(Self.entries.count >= 40) }

  @Test(arguments: entries)
  func `names rule, size and population`(entry: Entry) throws {
    let pattern = try Self.pattern(entry)
    #expect(pattern.rule.canonical == entry["rule"])
    #expect(pattern.cells.population == entry.number("population"))
    #expect(pattern.cells.bounds?.width == entry.number("width"))
    #expect(pattern.cells.bounds?.height == entry.number("height"))
  }

  @Test(arguments: entries.filter { $0.number("dx") != nil })
  func `comes back after its period, moved by its displacement`(entry: Entry) throws {
    let period = try #require(entry.number("period"))
    let dx = try #require(entry.number("dx"))
    let dy = try #require(entry.number("dy"))
    let stepper = try Self.stepper(entry)
    let start = try stepper.snapshot()
    var returns: [Int] = []
    for generation in 1...period {
      try stepper.advance(by: 1)
      let now = try stepper.snapshot()
      guard now.cells.population == start.cells.population, let a = start.bounds,
        let b = now.bounds
      else { continue }
      var moved = start
      moved.position = start.origin.offset(
        byX: (b.x - a.x).int ?? 0, y: (b.y - a.y).int ?? 0)
      if moved.hasSameCells(as: now) { returns.append(generation) }
    }
    #expect(returns == [period])
    let end = try stepper.snapshot()
    var moved = start
    moved.position = start.origin.offset(byX: dx, y: dy)
    #expect(moved.hasSameCells(as: end))
  }

  @Test(arguments: entries.filter { $0.number("growth") != nil })
  func `grows by as much in every period`(entry: Entry) throws {
    let period = try #require(entry.number("period"))
    let growth = try #require(entry.number("growth"))
    let from = try #require(entry.number("from"))
    let stepper = try Self.stepper(entry)
    try stepper.advance(by: BigInt(from))
    for _ in 0..<2 {
      let before = stepper.population
      try stepper.advance(by: BigInt(period))
      #expect(stepper.population - before == BigInt(growth))
    }
  }

  /// On the engine that does not mind how long they take.
  @Test(arguments: entries.filter { $0.number("stable_at") != nil })
  func `has its final population when it is stable`(entry: Entry) throws {
    let stepper = try HashLifeStepper(Self.pattern(entry), EngineOptions())
    try stepper.advance(by: BigInt(try #require(entry.number("stable_at"))))
    #expect(stepper.population == BigInt(try #require(entry.number("final_population"))))
  }
}
