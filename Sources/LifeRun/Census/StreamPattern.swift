package import LifeAnalysis
package import LifeCore
import LifeIO

/// A pattern of a stream whose ash is counted.
package struct StreamPattern: Sendable {
  package let cells: Cells
  /// The name that its file gives it; empty for none.
  package let name: String
  /// The number of the pattern, counted from 0 over all files of the stream.
  package internal(set) var number = 0

  package init(cells: Cells, name: String) {
    self.cells = cells
    self.name = name
  }

  /// - Throws: ``RunFailure`` if the pattern has another rule or a bounded universe;
  ///   ``MemoryExhausted``.
  package init(_ loaded: LoadedPattern, under rule: AnalysisRule) throws {
    // Marks do not count.
    let pattern = loaded.pattern.withoutMarks
    guard pattern.rule == rule.rule else {
      throw RunFailure(
        .invalidData,
        "\(loaded.title): its rule is \(pattern.rule.canonical), not \(rule.rule.canonical)",
        hint: "select the rule of the census with --rule")
    }
    guard pattern.universe.isUnbounded else {
      throw RunFailure(
        .invalidData,
        "\(loaded.title): its universe is \(pattern.universe), not the unbounded plane")
    }
    cells = try rule.atEvenGeneration(pattern)
      .inRows(limit: MemoryBudget().forPattern).cells
    name = pattern.notes(.name).first.map { String(decoding: $0, as: UTF8.self) } ?? ""
  }
}
