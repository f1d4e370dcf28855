import LifeCore
import LifeFormats
import LifeIO

/// The census of a stream: collects patterns until there are enough for a round, and counts them.
///
/// So memory does not grow with the length of the stream.
final class StreamCensus {
  private let plan: CensusPlan
  private let rounds: CensusRounds
  private let addRow: ((StreamPattern, HaulTable) throws -> Void)?
  /// The patterns of the next round, and the bytes of their cells.
  private var waiting: [StreamPattern] = []
  private var bytes = 0
  /// The number of the next pattern of the stream.
  private var number = 0
  /// Compares the stream with the haul of an interrupted census.
  private let check: StreamCheck
  /// Patterns that the haul has counted, which are counted again to compare them.
  private var known: [StreamPattern] = []

  /// The most bytes of cells that wait for a round.
  private static let mostBytes = 1 << 26
  private static let mostWaiting = 1 << 14

  /// Ends the reading of a stream.
  private struct End: Error {
    var reason: StopReason?
  }

  init(
    _ plan: CensusPlan, rounds: CensusRounds,
    addRow: ((StreamPattern, HaulTable) throws -> Void)?
  ) {
    self.plan = plan
    self.rounds = rounds
    self.addRow = addRow
    check = StreamCheck(plan.start, in: plan.file?.path)
  }

  /// - Returns: why the census stopped before the end of the stream, if it did.
  func run(reading read: ((StreamPattern) throws -> Void) throws -> Void) throws -> StopReason? {
    do {
      try read(take)
      try compareKnown()
      try check.checkEnd(after: number, counted: plan.start.soups.count > 0 ? rounds.next : 0)
      try count()
      return nil
    } catch let end as End {
      return end.reason
    } catch {
      // A signal also ends a read that waits.
      guard let reason = try rounds.stopReason() else { throw error }
      return reason
    }
  }

  private func take(_ pattern: StreamPattern) throws {
    defer { number += 1 }
    var pattern = pattern
    pattern.number = number
    if number < rounds.next {
      if check.includes(number) { known.append(pattern) }
      if known.count == CensusRounds.batch { try compareKnown() }
    } else {
      if waiting.isEmpty { try compareKnown() }
      if number < plan.soups.upperBound {
        waiting.append(pattern)
        bytes += pattern.cells.byteCount
      }
    }
    if let reason = try rounds.stopReason() { throw End(reason: reason) }
    let isLast = number + 1 >= plan.soups.upperBound
    let most = min(rounds.soupsOfRound, Self.mostWaiting)
    if waiting.count >= most || bytes >= Self.mostBytes || isLast { try count() }
    if isLast { throw End() }
  }

  /// Counts patterns again that the haul has counted, and compares their objects.
  private func compareKnown() throws {
    let patterns = known
    known.removeAll()
    let tables = try rounds.tables(
      of: patterns.map { .patterns(first: $0.number, [$0.cells]) })
    for (pattern, table) in zip(patterns, tables) {
      try check.check(pattern.number, leaving: table)
    }
  }

  /// Counts the objects of the patterns that wait.
  private func count() throws {
    guard !waiting.isEmpty else { return }
    let patterns = waiting
    waiting.removeAll()
    bytes = 0
    // A row needs the objects of one pattern.
    let size = addRow == nil ? CensusRounds.batch : 1
    let batches: [CensusBatch] = stride(from: 0, to: patterns.count, by: size).map { first in
      let part = patterns[first..<min(first + size, patterns.count)]
      return .patterns(first: patterns[first].number, part.map(\.cells))
    }
    let reason = try rounds.run(batches) { numbers, table in
      try addRow?(patterns[numbers.lowerBound - patterns[0].number], table)
    }
    if let reason { throw End(reason: reason) }
  }
}
