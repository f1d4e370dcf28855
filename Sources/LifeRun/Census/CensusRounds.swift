import LifeCore
package import LifeFormats

/// Runs the rounds of a census, one after another, and keeps its haul.
package final class CensusRounds {
  private let plan: CensusPlan
  private let observer: (any RunObserver)?
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
    _ plan: CensusPlan, observer: (any RunObserver)? = nil,
    began: ContinuousClock.Instant = Interruption.clock.now
  ) {
    self.plan = plan
    self.observer = observer
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
    report()
    guard next < plan.soups.upperBound else { return nil }
    if let reason = try stopReason() { return reason }
    if let save, Interruption.clock.now >= checkpoint {
      try save(haul)
      checkpoint = Interruption.clock.now + plan.checkpointInterval
    }
    return nil
  }

  /// Why the interrupt was raised, if that ends the census.
  func stopReason() throws(Stopped) -> StopReason? {
    guard plan.interrupt.isRaised else { return nil }
    guard plan.interrupt === Interruption.interrupt else { throw Stopped() }
    if let signal = Interruption.signal { return .signal(signal) }
    if let deadline = plan.deadline, Interruption.clock.now >= deadline { return .time }
    Interruption.interrupt.lower()
    return nil
  }

  private func report() {
    guard let observer else { return }
    let isAsked = Interruption.takeStatusRequest()
    guard isAsked || observer.showsProgress else { return }
    let progress = CensusProgress(
      done: next - plan.soups.lowerBound,
      total: plan.soups.upperBound == .max ? nil : plan.soups.count,
      new: haul.soups.count - plan.start.soups.count,
      seconds: (Interruption.clock.now - began).inSeconds, haul: haul)
    if isAsked { observer.answer(progress, about: "\(plan.search.root)\(next)") }
    observer.show(progress)
  }
}

/// How far a census is: its rate, the remaining time and the rarest objects so far.
package struct CensusProgress: CustomStringConvertible {
  let done: Int
  /// The number of all soups; nil for a stream whose end is not known.
  let total: Int?
  /// The soups of this process.
  let new: Int
  let seconds: Double
  let haul: Haul

  package var description: String {
    let rate = Double(new) / max(seconds, 1e-6)
    let rarest = haul.rarest(3).map { $0.code.count > 30 ? $0.code.prefix(29) + "…" : $0.code[...] }
    return "\(part), \(rate.threeDigits) soups/s\(timeLeft(at: rate)); rarest: "
      + rarest.joined(separator: ", ")
  }

  private var part: String {
    RunProgress.part(done, of: total, unit: total == nil ? "patterns" : "soups")
  }

  private func timeLeft(at rate: Double) -> String {
    total.map { RunProgress.left(Double($0 - done) / max(rate, 1e-9)) } ?? ""
  }
}
