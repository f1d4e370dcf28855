import Foundation
import LifeCore
import LifeEngines
import LifeFormats
import LifeIO
import TestSupport
import Testing

/// Random soups under rules of every family and in universes of every topology, with what another
/// program (bgolly) made of them.
@Suite struct `Answers that others gave` {
  struct Soup: CustomTestStringConvertible, Sendable {
    let number: String
    let name: String
    let rule: String
    let width: Int
    let height: Int
    let cells: String

    var testDescription: String { "\(number) \(rule)" }

    func pattern() throws -> Pattern {
      let text = "x = \(width), y = \(height), rule = \(rule)\n\(cells)\n"
      var options = ReadOptions()
      options.findRule = Self.rule
      return try RLE.read(ByteReader(Array(text.utf8), name: "in"), options)
    }

    private static func rule(_ name: [UInt8]) throws -> RuleSearch {
      let name = String(decoding: name, as: UTF8.self)
      let file = Project.root.appending(path: "Tests/Answers/rules/\(name).rule")
      let input = try ByteReader(opening: Path(file.path()))
      return .found(try RuleFile.read(input, name: name).table)
    }
  }

  struct Answer: Sendable {
    let generation: BigInt
    let population: BigInt
    /// West, north, east and south; empty if nothing lives.
    let box: [BigInt]
    let digest: String
  }

  private static func table(_ name: String) -> [[String]] {
    let file = Project.root.appending(path: "Tests/Answers/\(name).tsv")
    guard let text = try? String(contentsOf: file, encoding: .utf8) else { return [] }
    return text.split(separator: "\n").dropFirst().map { line in
      line.split(separator: "\t", omittingEmptySubsequences: false).map(String.init)
    }
  }

  static let soups: [Soup] = table("soups").map {
    Soup(
      number: $0[0], name: $0[1], rule: $0[2], width: Int($0[3]) ?? 0, height: Int($0[4]) ?? 0,
      cells: $0[5])
  }

  static let answers: [String: [Answer]] = Dictionary(
    grouping: table("answers"), by: { $0[0] }
  ).mapValues { rows in
    rows.map { row in
      Answer(
        generation: BigInt(Int(row[1]) ?? 0),
        population: BigInt(Int(row[2]) ?? -1),
        box: row[3...6].map { BigInt(Int($0) ?? 0) }, digest: row[7])
    }
  }

  @Test func `are many`() {
    #expect(Self.soups.count == 168)
    #expect(Self.answers.values.map(\.count).reduce(0, +) == 896)
  }

  @Test(arguments: soups, Engine.allCases)
  func `are those of every engine`(soup: Soup, engine: Engine) throws {
    let pattern = try soup.pattern()
    guard var stepper = try Self.stepper(engine, pattern) else { return }
    for answer in try #require(Self.answers[soup.number]) {
      try stepper.advance(by: answer.generation - stepper.generation)
      #expect(stepper.population == answer.population, "generation \(answer.generation)")
      #expect(Self.box(stepper.bounds) == answer.box || answer.population == 0)
      #expect(try stepper.snapshot().digest() == answer.digest)
    }
  }

  /// Nil if the engine does not serve the rule or the universe, which the reference always does.
  private static func stepper(_ engine: Engine, _ pattern: Pattern) throws -> (any Stepper)? {
    do {
      return try engine.makeStepper(pattern, EngineOptions())
    } catch let error as UnsupportedPattern {
      if engine == .reference { throw error }
      return nil
    }
  }

  private static func box(_ bounds: Bounds?) -> [BigInt] {
    guard let bounds else { return [] }
    return [
      bounds.x, bounds.y, bounds.x + bounds.width - 1, bounds.y + bounds.height - 1,
    ]
  }
}
