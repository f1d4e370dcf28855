package import LifeAnalysis
package import LifeCore
import LifeFormats
import LifeIO

/// The census of a stream: collects enough patterns for a round, then counts their objects.
///
/// Memory does not grow with the length of the stream.
///
/// A resumed census checks that it reads the same stream again. The haul names samples for each
/// object, for example the first ten patterns that left a pulsar. These patterns are counted again
/// and must leave the same objects.
final class StreamCensus {
  private let census: CensusRun
  private var plan: CensusPlan { census.plan }
  private let addRow: ((StreamPattern, HaulTable) throws -> Void)?
  /// The patterns of the next round, and the bytes of their cells.
  private var waiting: [StreamPattern] = []
  private var bytes = 0
  /// The number of the next pattern of the stream.
  private var number = 0
  /// The numbers of the patterns to count again.
  private let samples: Set<Int>
  /// Patterns of the resumed haul, to be counted again and compared with it.
  private var known: [StreamPattern] = []

  /// The maximum bytes of cells that wait for a round.
  private static let maxBytes = 1 << 26
  private static let maxWaiting = 1 << 14
  /// The maximum number of patterns to count again, spread over all samples.
  private static let maxSamples = 1 << 10

  /// Ends the reading of a stream.
  private struct End: Error {
    var reason: StopReason?
  }

  init(_ census: CensusRun, addRow: ((StreamPattern, HaulTable) throws -> Void)?) {
    self.census = census
    self.addRow = addRow
    let all = Set(census.plan.start.table.entries.values.flatMap(\.samples)).sorted()
    let step = all.count / Self.maxSamples + 1
    samples = Set(stride(from: 0, to: all.count, by: step).map { all[$0] })
  }

  /// - Returns: why the census stopped before the end of the stream, if it did.
  func run(reading read: ((StreamPattern) throws -> Void) throws -> Void) throws -> StopReason? {
    var isReading = true
    do {
      do {
        try read {
          isReading = false
          try take($0)
          isReading = true
        }
      } catch let error where isReading {
        // The work on the patterns before a damaged one is kept.
        guard try census.stopReason() == nil,
          !waiting.isEmpty || census.haul.soups.count > plan.start.soups.count,
          let damage = RunFailure(describing: error), damage.kind == .invalidData
        else { throw error }
        census.damage = damage
      }
      try compareKnown()
      if number < census.next, plan.start.soups.count > 0 {
        throw otherStream(
          "the stream has \(number) patterns, and the haul has counted \(census.next)")
      }
      try count()
      return nil
    } catch let end as End {
      return end.reason
    } catch {
      // A signal also ends a waiting read.
      guard let reason = try census.stopReason() else { throw error }
      return reason
    }
  }

  private func take(_ pattern: StreamPattern) throws {
    defer { number += 1 }
    var pattern = pattern
    pattern.number = number
    if number < census.next {
      if samples.contains(number) { known.append(pattern) }
      if known.count == CensusRun.batchSize { try compareKnown() }
    } else {
      if waiting.isEmpty { try compareKnown() }
      if number < plan.soups.upperBound {
        waiting.append(pattern)
        bytes += pattern.cells.byteCount
      }
    }
    if let reason = try census.stopReason() { throw End(reason: reason) }
    let isLast = number + 1 >= plan.soups.upperBound
    let most = min(census.roundSize, Self.maxWaiting)
    if waiting.count >= most || bytes >= Self.maxBytes || isLast { try count() }
    if isLast { throw End() }
  }

  /// Counts the known patterns again and compares their objects with the haul.
  private func compareKnown() throws {
    guard !known.isEmpty else { return }
    let patterns = known
    known.removeAll()
    let (tables, failure) = census.workers.tables(
      patterns.map { .patterns(first: $0.number, [$0.cells]) })
    if let failure { throw failure }
    for (pattern, table) in zip(patterns, tables)
    where !plan.start.differences(of: pattern.number, objects: table).isEmpty {
      throw otherStream(
        "pattern \(pattern.number) of the stream does not leave the objects that the haul has")
    }
  }

  private func otherStream(_ message: Message) -> RunFailure {
    RunFailure(
      .invalidData, (plan.file.map { "\($0.path): " } ?? "") + message,
      hint: "continue with the same stream, or write to another file")
  }

  /// Counts the objects of the waiting patterns.
  private func count() throws {
    guard !waiting.isEmpty else { return }
    let patterns = waiting
    waiting.removeAll()
    bytes = 0
    // Each row is about one pattern.
    let size = addRow == nil ? CensusRun.batchSize : 1
    let batches: [CensusBatch] = stride(from: 0, to: patterns.count, by: size).map { first in
      let part = patterns[first..<min(first + size, patterns.count)]
      return .patterns(first: patterns[first].number, part.map(\.cells))
    }
    let reason = try census.countRound(batches) { numbers, table in
      try addRow?(patterns[numbers.lowerBound - patterns[0].number], table)
    }
    if let reason { throw End(reason: reason) }
  }
}

/// A pattern of a stream. The census counts the objects in its ash.
package struct StreamPattern: Sendable {
  package let cells: Cells
  /// The name in its file; empty for none.
  package let name: String
  /// The number of the pattern, counted from 0 over all files of the stream.
  package internal(set) var number = 0
}

extension StreamPattern {
  /// - Throws: ``RunFailure`` if the pattern has another rule or a bounded universe;
  ///   ``MemoryExhausted``.
  package init(_ loaded: LoadedPattern, under rule: AnalysisRule) throws {
    // Marks of cells, for example of LifeHistory, do not count.
    let pattern = loaded.pattern.withoutMarks
    guard pattern.rule == rule.rule else {
      throw RunFailure(
        .invalidData,
        "\(loaded.title): its rule is \(pattern.rule.canonical), not \(rule.rule.canonical)",
        hint: "select the rule of the census with \(.rule)")
    }
    guard pattern.universe.isUnbounded else {
      throw RunFailure(
        .invalidData,
        "\(loaded.title): its universe is \(pattern.universe), not the unbounded plane")
    }
    let limit = MemoryBudget().forPattern
    cells = try rule.aligned(rule.atFirstPhase(pattern).inRows(limit: limit), limit: limit).cells
    name = pattern.notes(.name).first.map { String(decoding: $0, as: UTF8.self) } ?? ""
  }
}

/// The patterns that a thread takes at once, with their numbers.
package enum CensusBatch: Sendable {
  case soups(CensusSearch, Range<Int>)
  case patterns(first: Int, [Cells])

  /// What the batch has.
  var unit: String { if case .soups = self { "soup" } else { "pattern" } }

  package var numbers: Range<Int> {
    switch self {
    case .soups(_, let range): range
    case .patterns(let first, let patterns): first..<first + patterns.count
    }
  }
}
