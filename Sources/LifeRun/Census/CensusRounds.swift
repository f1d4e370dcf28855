import LifeCore
package import LifeFormats

/// Runs the rounds of a census, one after another, and keeps its haul.
package final class CensusRounds {
  private let plan: CensusPlan
  private let control: WritingControl
  private let began: ContinuousClock.Instant
  private let workers: CensusWorkers
  package private(set) var haul: Haul
  /// The number of the first soup that has not been counted.
  package private(set) var next: Int
  /// How many batches take about ``roundLength``.
  private var batchCount: Int
  private var checkpoint: ContinuousClock.Instant
  /// Writes a checkpoint; nil for none.
  var save: ((Haul) throws -> Void)?

  /// The soups that one thread takes at once.
  static let batch = 32
  private static let mostBatches = 1 << 14
  /// The time that a round should take, in seconds.
  private static let roundLength = 0.5

  package init(
    _ plan: CensusPlan, isQuiet: Bool = true,
    began: ContinuousClock.Instant = Interruption.clock.now
  ) {
    self.plan = plan
    control = WritingControl(isQuiet: isQuiet, title: "\(plan.search.root)")
    self.began = began
    workers = CensusWorkers(
      plan.search.rule, limits: plan.limits,
      threads: min(plan.threads, max(1, plan.soups.count)), interrupt: plan.interrupt)
    haul = plan.start
    next = plan.soups.lowerBound + plan.start.soups.count
    batchCount = 2 * plan.threads
    checkpoint = began + plan.checkpointInterval
  }

  /// The number of soups of the next round.
  var soupsOfRound: Int { batchCount * Self.batch }

  /// The next soups of the plan's search.
  package func batchesOfSoups() -> [CensusBatch] {
    let end = next + min(soupsOfRound, plan.soups.upperBound - next)
    return stride(from: next, to: end, by: Self.batch).map {
      .soups(plan.search, $0..<min($0 + Self.batch, end))
    }
  }

  /// The objects of each batch, which are not added to the haul; of the first ones after an
  /// interrupt.
  func tables(of batches: [CensusBatch]) throws -> [HaulTable] {
    batches.isEmpty ? [] : try workers.tables(batches)
  }

  /// Counts the objects of the next soups.
  ///
  /// - Parameter addRow: takes the numbers and the objects of each batch that is complete.
  /// - Returns: why the census must stop now; nil if it goes on.
  /// - Throws: ``Stopped`` after an interrupt that is not that of the process.
  package func run(
    _ batches: [CensusBatch], addRow: (Range<Int>, HaulTable) throws -> Void = { _, _ in }
  ) throws -> StopReason? {
    let start = Interruption.clock.now
    for (batch, table) in zip(batches, try workers.tables(batches)) {
      try haul.add(batch.numbers, table: table)
      try addRow(batch.numbers, table)
      next = batch.numbers.upperBound
    }
    let seconds = max((Interruption.clock.now - start).inSeconds, 1e-6)
    let wanted = Double(batchCount) * min(Self.roundLength / seconds, 4)
    batchCount = min(max(Int(wanted), 2 * plan.threads), Self.mostBatches)
    control.report { status }
    guard next < plan.soups.upperBound else { return nil }
    if let reason = try stopReason() { return reason }
    if let save, Interruption.clock.now >= checkpoint {
      try save(haul)
      checkpoint = Interruption.clock.now + plan.checkpointInterval
    }
    return nil
  }

  /// Why the census must stop now; nil if it goes on.
  func stopReason() throws(Stopped) -> StopReason? {
    guard plan.interrupt.isRaised else { return nil }
    guard plan.interrupt === Interruption.stop else { throw Stopped() }
    return Interruption.stopReason
  }

  /// How far the census is: its rate, the remaining time and the rarest objects so far.
  private var status: String {
    let isEndless = plan.soups.upperBound == .max
    let seconds = max((Interruption.clock.now - began).inSeconds, 1e-6)
    let rate = Double(haul.soups.count - plan.start.soups.count) / seconds
    let part = Activity.part(
      next - plan.soups.lowerBound, of: isEndless ? nil : plan.soups.count,
      unit: isEndless ? "patterns" : "soups")
    let left =
      isEndless ? "" : Activity.left(Double(plan.soups.upperBound - next) / max(rate, 1e-9))
    let rarest = haul.rarest(3).map { $0.code.count > 30 ? $0.code.prefix(29) + "…" : $0.code[...] }
    return "\(part), \(rate.threeDigits) soups/s\(left); rarest: "
      + rarest.joined(separator: ", ")
  }
}
