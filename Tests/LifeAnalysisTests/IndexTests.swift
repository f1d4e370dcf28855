import Foundation
import LifeAnalysis
import LifeCore
import TestSupport
import Testing

/// The table of the pattern collection and its facts must equal the identifications. `make index`
/// rewrites the table.
@Suite(.needsOptimization) struct IndexTests {
  private static let file = Project.root.appending(path: "patterns/INDEX.md")
  private static let isUpdate = ProcessInfo.processInfo.environment["LIFE_INDEX"] == "update"

  @Test(.takesLong) func `the index and the catalogue agree with identification`() throws {
    let text = try String(contentsOf: Self.file, encoding: .utf8)
    var entries: [String: CatalogueEntry] = [:]
    for entry in CatalogueEntry.all { entries[entry.name] = entry }
    var columns: [String] = []
    var lines: [String] = []
    var count = 0
    for line in text.split(separator: "\n", omittingEmptySubsequences: false).map(String.init) {
      let fields = line.split(separator: "|").map { $0.trimmingCharacters(in: .whitespaces) }
      if fields.contains("Fact") {
        columns = fields
        lines.append(Self.row(Self.header(columns)))
      } else if line.hasPrefix("|---"), columns.contains("Fact") {
        lines.append("|" + Self.header(columns).map { _ in "---|" }.joined())
      } else if line.hasPrefix("| `"), columns.contains("Fact"), fields.count == columns.count {
        let values = Dictionary(zip(columns, fields)) { first, _ in first }
        let name = fields[0].replacingOccurrences(of: "`", with: "")
        let entry = try #require(entries[name], "\(name) is not in the catalogue")
        lines.append(Self.row(try Self.values(entry, old: values, header: Self.header(columns))))
        count += 1
      } else {
        if line.hasPrefix("#") { columns = [] }
        lines.append(line)
      }
    }
    #expect(count == entries.count)
    let expected = lines.joined(separator: "\n")
    if Self.isUpdate {
      try expected.write(to: Self.file, atomically: true, encoding: .utf8)
    } else {
      for (found, line) in zip(text.split(separator: "\n"), expected.split(separator: "\n")) {
        #expect(found == line)
      }
      #expect(text.count == expected.count)
    }
  }

  private static let computed = ["Symmetry", "Heat", "Apgcode", "Fact"]

  private static func header(_ columns: [String]) -> [String] {
    columns.filter { !computed.contains($0) } + computed
  }

  private static func row(_ fields: [String]) -> String {
    "| " + fields.joined(separator: " | ") + " |"
  }

  /// The fields of a row: from the table, and from the identification.
  private static func values(
    _ entry: CatalogueEntry, old: [String: String], header: [String]
  ) throws -> [String] {
    let pattern = try entry.pattern()
    let box = pattern.cells.bounds
    #expect(box?.width == entry.number("width") && box?.height == entry.number("height"))
    #expect(pattern.cells.population == entry.number("population"), "\(entry.name)")
    #expect(pattern.rule.canonical == entry["rule"], "\(entry.name)")
    var limits = AnalysisLimits()
    // Their populations are known even without a proof.
    if entry.fact.hasPrefix("quadratic") || entry.name == "puffer-2" { limits.generations = 500 }
    let rule = AnalysisRule(pattern.rule)
    let result = try Identifier(rule, limits: limits).identify(pattern)
    let fact = try entry.fact(of: result, pattern: pattern, rule: rule)
    #expect(fact == entry.fact, "\(entry.name)")
    let measures = result.lifespan == 0 ? result.measures : nil
    let symmetry = measures?.symmetry ?? StaticSymmetry(of: pattern)
    let code = result.code.flatMap { $0.isOfObject && $0 != .empty ? $0.description : nil }
    return header.map { column in
      switch column {
      case "Symmetry": symmetry?.rawValue ?? "–"
      case "Heat": measures.map { String(format: "%.1f", $0.heat.mean) } ?? "–"
      case "Apgcode": code.map { "`\($0.count > 40 ? $0.prefix(39) + "…" : $0[...])`" } ?? "–"
      case "Fact": fact
      default: old[column] ?? ""
      }
    }
  }
}

extension CatalogueEntry {
  func pattern() throws -> Pattern { try read(String(contentsOfFile: path, encoding: .utf8)) }

  /// An identification in the catalogue's words.
  func fact(
    of result: Identification, pattern: Pattern, rule: AnalysisRule
  ) throws -> String {
    if let conduit = Conduit.all.first(where: { $0.name == name }) { return conduit.fact }
    let period = result.period ?? 0
    switch result.kind {
    case .stillLife: return "still life of \(pattern.population) cells"
    case .oscillator: return "oscillator of period \(period)"
    case .spaceship:
      let speed = try #require(result.velocity)
      let direction = speed.slope == nil ? speed.direction + "ly" : "obliquely"
      return "moves at \(speed.reduced) \(direction)"
        + " with period \(period)"
    case .gun where result.emitted.allSatisfy { $0.code.description == "xq4_153" }:
      let count = result.emitted.reduce(0) { $0 + $1.count }
      return "emits \(count == 1 ? "one glider" : "\(Self.word(count)) gliders") every \(period) "
        + "generations"
    case .diehard: return "dies at generation \(result.lifespan)"
    case .methuselah: return try settled(result, of: pattern, rule: rule)
    case .replicator where period == 8:
      return "\(Self.word(result.copies ?? 0)) copies at generations 8, 16, 32 and 64"
    case .replicator:
      return "\(Self.word(result.copies ?? 0)) copies after \(period) generations"
    case .unknown:
      return try population(of: pattern, rule: rule)
    default:
      let growth = try #require(result.growth)
      // The differences of the population may repeat within a part of the period.
      let listed = number("period") ?? period
      let isPart =
        period.isMultiple(of: listed) && listed.isMultiple(of: growth.populationPeriod)
      let shown = isPart ? listed : period
      let count = growth.perPeriod * shown / period
      return "grows by \(count == 1 ? "1 cell" : "\(count) cells") every \(shown) generations"
        + (growth.start == 0 ? "" : " from generation \(growth.start)")
    }
  }

  private static func word(_ count: Int) -> String { count == 2 ? "two" : "eight" }

  private func settled(
    _ result: Identification, of pattern: Pattern, rule: AnalysisRule
  ) throws -> String {
    var evolution = try Evolution(pattern, rule: rule, options: AnalysisLimits().engine)
    try evolution.advance(by: result.lifespan)
    let first = evolution.population
    #expect(first == result.finalPopulation)
    try evolution.advance(by: 1)
    let cells = Set([first, evolution.population]).sorted()
    let gliders = result.parts.filter { $0.code.description == "xq4_153" }
      .reduce(0) { $0 + $1.count }
    return "stable at generation \(result.lifespan) with "
      + cells.map(String.init).joined(separator: " and ") + " cells"
      + (cells.count == 2 ? " alternately" : "")
      + (gliders == 0 ? "" : ", including \(gliders) glider\(gliders == 1 ? "" : "s")")
  }

  /// The population of an unproved pattern in the generation of the fact.
  private func population(of pattern: Pattern, rule: AnalysisRule) throws -> String {
    if let period = number("period") {
      let start = number("from") ?? 0
      var evolution = try Evolution(pattern, rule: rule, options: AnalysisLimits().engine)
      try evolution.advance(by: start)
      let before = evolution.population
      try evolution.advance(by: period)
      let count = evolution.population - before
      return "grows by \(count == 1 ? "1 cell" : "\(count) cells") every \(period) generations"
        + (start == 0 ? "" : " from generation \(start)")
    }
    let generation = fact.split(separator: " ").last.flatMap { Int($0) } ?? 0
    var evolution = try Evolution(pattern, rule: rule, options: AnalysisLimits().engine)
    try evolution.advance(by: generation)
    return "quadratic growth, \(evolution.population) cells at generation \(generation)"
  }
}
