import LifeCore
package import LifeFormats
package import LifeIO

/// A haul, and why the census stopped before its last soup, if it did.
package struct CensusResult {
  package var haul: Haul
  package var stopReason: StopReason?
  /// The error that ended the census: in a stream, or for want of memory. The haul has the soups or
  /// patterns before it.
  package var damage: RunFailure?
  package var seconds: Double
}

/// Takes a census, with checkpoints.
///
/// The soups are divided into rounds of about half a second. After each round the haul holds a
/// prefix of the range, for any number of threads, and can be written as a checkpoint.
package final class CensusRun {
  let plan: CensusPlan
  private let control: WritingControl
  private let began = Interruption.clock.now
  let workers: CensusWorkers
  package private(set) var haul: Haul
  /// The number of the first soup that has not been counted.
  package var next: Int { plan.soups.lowerBound + haul.soups.count }
  /// The number of batches in a round of about ``roundLength``.
  private var batchCount: Int
  private var checkpointTime: ContinuousClock.Instant
  /// Whether this census created the file of the haul and has not added soups to it yet. After an
  /// error, such a file is removed.
  private var fileIsNew = false
  /// The error that ended the census, if the haul has what came before it.
  var damage: RunFailure?

  /// The maximum number of soups that a thread takes at once.
  static let batchSize = 32
  /// The present number: few at first and while soups take seconds, because only complete batches
  /// are counted.
  private var soupsPerBatch = 1
  private static let maxBatches = 1 << 14
  /// The intended duration of a round, in seconds.
  private static let roundLength = 0.5

  /// - Parameter isQuiet: whether no progress is shown.
  package init(_ plan: CensusPlan, isQuiet: Bool = true) {
    self.plan = plan
    control = WritingControl(isQuiet: isQuiet, title: "\(plan.search.root)")
    workers = CensusWorkers(
      plan.search.rule, limits: plan.limits,
      threads: min(plan.threads, max(1, plan.soups.count)), interrupt: plan.interrupt)
    haul = plan.start
    batchCount = 2 * plan.threads
    checkpointTime = began + plan.checkpointInterval
  }

  /// The number of soups in the next round.
  var roundSize: Int { batchCount * soupsPerBatch }

  /// The next soups of the plan's search.
  package func batchesOfSoups() -> [CensusBatch] {
    let end = next + min(roundSize, plan.soups.upperBound - next)
    return stride(from: next, to: end, by: soupsPerBatch).map {
      .soups(plan.search, $0..<min($0 + soupsPerBatch, end))
    }
  }

  /// Counts the objects of the next soups and adds them to the haul.
  ///
  /// - Parameter addRow: takes the numbers and the objects of each complete batch.
  /// - Returns: why the census must stop now; nil if it goes on.
  /// - Throws: ``Stopped`` after an interrupt by the caller of the library.
  package func countRound(
    _ batches: [CensusBatch], addRow: (Range<Int>, HaulTable) throws -> Void = { _, _ in }
  ) throws -> StopReason? {
    let start = Interruption.clock.now
    let (tables, failure) = workers.tables(batches)
    for (batch, table) in zip(batches, tables) {
      try haul.add(batch.numbers, table: table)
      try addRow(batch.numbers, table)
    }
    if let failure { throw failure }
    let seconds = max((Interruption.clock.now - start).inSeconds, 1e-6)
    let wanted = Double(batchCount) * min(Self.roundLength / seconds, 4)
    batchCount = min(max(Int(wanted), 2 * plan.threads), Self.maxBatches)
    if seconds < Self.roundLength {
      soupsPerBatch = min(soupsPerBatch * 4, Self.batchSize)
    } else if seconds > 4 * Self.roundLength, batchCount == 2 * plan.threads {
      soupsPerBatch = max(soupsPerBatch / 4, 1)
    }
    control.report { status }
    guard next < plan.soups.upperBound else { return nil }
    if let reason = try stopReason() { return reason }
    if let file = plan.file, file.isRegular, Interruption.clock.now >= checkpointTime {
      try haul.write(to: file)
      fileIsNew = false
      checkpointTime = Interruption.clock.now + plan.checkpointInterval
    }
    return nil
  }

  /// Why the census must stop now; nil if it goes on.
  func stopReason() throws(Stopped) -> StopReason? {
    guard plan.interrupt.isRaised else { return nil }
    guard plan.interrupt === Interruption.stop else { throw Stopped() }
    return Interruption.stopReason
  }

  /// The progress of the census: its rate, the remaining time and the rarest objects so far.
  private var status: String {
    let isEndless = plan.soups.upperBound == .max
    let seconds = max((Interruption.clock.now - began).inSeconds, 1e-6)
    let rate = Double(haul.soups.count - plan.start.soups.count) / seconds
    let unit = "\(haul.unit)s"
    let part = Activity.part(
      next - plan.soups.lowerBound, of: isEndless ? nil : plan.soups.count, unit: unit)
    let left =
      isEndless ? "" : Activity.left(Double(plan.soups.upperBound - next) / max(rate, 1e-9))
    let rarest = haul.rarest(3).map { $0.code.count > 30 ? $0.code.prefix(29) + "…" : $0.code[...] }
    return "\(part), \(rate.threeDigits) \(unit)/s\(left); rarest: "
      + rarest.joined(separator: ", ")
  }
}

// MARK: - All rounds

extension CensusRun {
  /// Counts the objects of the soups of the plan.
  ///
  /// - Throws: ``FileFailure``, ``MemoryExhausted``, ``UnsupportedPattern``.
  package func run() throws -> CensusResult {
    try keepingHaul {
      while next < plan.soups.upperBound {
        if let reason = try countRound(batchesOfSoups()) { return reason }
      }
      return nil
    }
  }

  /// Counts the objects of a stream's patterns. Skips patterns whose numbers are not in the plan.
  ///
  /// - Parameters:
  ///   - read: passes each pattern of the stream to its argument.
  ///   - addRow: takes each counted pattern, in order, with its objects; `nil` for none.
  /// - Throws: ``FileFailure``, ``MemoryExhausted``, ``UnsupportedPattern``, the errors of `read`.
  package func run(
    reading read: ((StreamPattern) throws -> Void) throws -> Void,
    addRow: ((StreamPattern, HaulTable) throws -> Void)? = nil
  ) throws -> CensusResult {
    try keepingHaul { try StreamCensus(self, addRow: addRow).run(reading: read) }
  }

  /// Keeps the file of the haul complete during a census.
  ///
  /// - Parameter work: runs the rounds, and returns why it stopped before the end, if it did.
  private func keepingHaul(_ work: () throws -> StopReason?) throws -> CensusResult {
    Interruption.raiseStop(at: plan.deadline)
    defer { Interruption.raiseStop(at: nil) }
    // Fails now, not after hours, if the file cannot be written.
    if let file = plan.file, file.isRegular, !file.exists {
      fileIsNew = true
      try plan.start.write(to: file)
    }
    do {
      let reason = try Activity.yieldingStatusLine {
        do {
          return try work()
        } catch let error as MemoryExhausted where haul.soups.count > 0 {
          damage = RunFailure(describing: error)
          return nil
        }
      }
      if let file = plan.file { try haul.write(to: file) }
      return CensusResult(
        haul: haul, stopReason: reason, damage: damage,
        seconds: (Interruption.clock.now - began).inSeconds)
    } catch {
      if fileIsNew { plan.file?.remove() }
      throw error
    }
  }
}

extension Haul {
  /// What the haul counts: soups, or the patterns of a stream.
  package var unit: String { symmetry == CensusSearch.streamName ? "pattern" : "soup" }

  /// The codes with the lowest counts, the rarest first.
  package func rarest(_ count: Int) -> [(code: String, entry: HaulTable.Entry)] {
    Array(table.sorted.suffix(count).reversed())
  }

  /// Adds new soups of the same search.
  mutating func add(_ soups: Range<Int>, table: HaulTable) throws {
    try self.table.add(table)
    self.soups.insert(soups)
  }

  /// Writes the file atomically, so that it is always a complete haul.
  ///
  /// - Throws: ``FileFailure``.
  package func write(to path: Path, _ replacement: Replacement = .unprotected) throws {
    try write(
      to: openOutput(
        path, replacement: replacement, compressed: path.isGzipName,
        durable: !path.isStandardStream))
  }

  /// Replaces the haul of an unfinished census.
  package func write(to file: OwnedFile) throws {
    try file.replace { sink in
      let isCompressed = file.path.isGzipName
      try write(to: ByteWriter(isCompressed ? GzipSink(sink) : sink))
    }
  }

  private func write(to output: ByteWriter) throws {
    try output.write(bytes)
    try output.finish()
  }
}
