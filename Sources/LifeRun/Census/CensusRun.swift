import LifeCore
package import LifeFormats
package import LifeIO
package import LifeAnalysis

/// A census as a value: what it searches, which soups, and where its haul is kept.
package struct CensusPlan {
  package var search: CensusSearch
  /// The soups of the complete census.
  package var soups: Range<Int>
  /// The soups and objects of an interrupted census, a prefix of ``soups``.
  package var start: Haul
  /// The file of the haul, which is replaced at each checkpoint; nil for none.
  package var file: OwnedFile?
  package var checkpointInterval: Duration = CheckpointRequest.usualInterval
  package var threads = 1
  package var limits = CensusLimits()
  /// The time when the census stops.
  package var deadline: ContinuousClock.Instant?

  package init(_ search: CensusSearch, soups: Range<Int>, start: Haul) {
    (self.search, self.soups, self.start) = (search, soups, start)
  }
}

/// A haul, and why the census stopped before its last soup, if it did.
package struct CensusResult {
  package var haul: Haul
  package var stopReason: StopReason?
  package var seconds: Double
}

/// Takes a census, with checkpoints.
///
/// The soups are divided into rounds of about half a second. After each round the haul is that of a
/// prefix of the range, whatever thread has done which soup, so it can be written as a checkpoint.
package struct CensusRun {
  private let plan: CensusPlan
  private weak var observer: (any RunObserver)?
  private let began = Interruption.clock.now

  /// The soups that one thread takes at once.
  private static let batch = 32
  private static let mostBatches = 1 << 14
  private static let roundLength = 0.5

  package init(_ plan: CensusPlan, _ observer: (any RunObserver)? = nil) {
    (self.plan, self.observer) = (plan, observer)
  }

  /// - Throws: ``FileFailure``, ``MemoryExhausted``, ``UnsupportedPattern``.
  package func run() throws -> CensusResult {
    guard let file = plan.file else { return try countSoups() }
    // A haul without soups takes the name, and shows early that the file can be written.
    var isOnlyStart = file.isRegular && !file.exists
    if isOnlyStart { try plan.start.write(to: file) }
    do {
      let result = try countSoups { haul in
        guard file.isRegular else { return }
        try haul.write(to: file)
        isOnlyStart = false
      }
      try result.haul.write(to: file)
      return result
    } catch {
      if isOnlyStart { file.remove() }
      throw error
    }
  }

  /// - Parameter save: writes a checkpoint.
  private func countSoups(_ save: ((Haul) throws -> Void)? = nil) throws -> CensusResult {
    let workers = CensusWorkers(
      plan.search, plan.limits, threads: plan.threads, interrupt: Interruption.interrupt)
    var haul = plan.start
    var next = plan.soups.lowerBound + haul.soups.count
    var batches = 2 * plan.threads
    var checkpoint = began + plan.checkpointInterval
    Interruption.raiseInterrupt(at: plan.deadline)
    while next < plan.soups.upperBound {
      let start = Interruption.clock.now
      let round = self.batches(from: next, count: batches)
      for (soups, table) in zip(round, try workers.tables(round)) {
        try haul.add(soups, table)
        next = soups.upperBound
      }
      let seconds = max((Interruption.clock.now - start).inSeconds, 1e-6)
      batches = min(
        max(Int(Double(batches) * min(Self.roundLength / seconds, 4)), 2 * plan.threads),
        Self.mostBatches)
      report(haul, next)
      if next < plan.soups.upperBound, let reason = stopReason() { return result(haul, reason) }
      if let save, Interruption.clock.now >= checkpoint, next < plan.soups.upperBound {
        try save(haul)
        checkpoint = Interruption.clock.now + plan.checkpointInterval
      }
    }
    return result(haul, nil)
  }

  private func batches(from first: Int, count: Int) -> [Range<Int>] {
    let end = first + min(count * Self.batch, plan.soups.upperBound - first)
    return stride(from: first, to: end, by: Self.batch).map { $0..<min($0 + Self.batch, end) }
  }

  private func result(_ haul: Haul, _ reason: StopReason?) -> CensusResult {
    observer?.clear()
    return CensusResult(
      haul: haul, stopReason: reason, seconds: (Interruption.clock.now - began).inSeconds)
  }

  /// Why the interrupt was raised, if that ends the census.
  private func stopReason() -> StopReason? {
    guard Interruption.interrupt.isRaised else { return nil }
    if let signal = Interruption.signal { return .signal(signal) }
    if let deadline = plan.deadline, Interruption.clock.now >= deadline { return .time }
    Interruption.interrupt.lower()
    return nil
  }

  private func report(_ haul: Haul, _ next: Int) {
    guard let observer else { return }
    let isAsked = Interruption.takeStatusRequest()
    guard isAsked || observer.showsProgress else { return }
    let progress = CensusProgress(
      done: next - plan.soups.lowerBound, total: plan.soups.count,
      new: haul.soups.count - plan.start.soups.count,
      seconds: (Interruption.clock.now - began).inSeconds, haul: haul)
    if isAsked { observer.answer(progress, about: "\(plan.search.root)\(next)") }
    observer.show(progress)
  }
}

/// How far a census is: its rate, the remaining time and the rarest objects so far.
package struct CensusProgress: CustomStringConvertible {
  let done: Int
  let total: Int
  /// The soups of this process.
  let new: Int
  let seconds: Double
  let haul: Haul

  package var description: String {
    let rate = Double(new) / max(seconds, 1e-6)
    let left = Double(total - done) / max(rate, 1e-9)
    let time = left < 360_000 ? ", \(RunProgress.clockTime(Int(left))) left" : ""
    let rarest = haul.rarest(3).map { $0.code.count > 30 ? $0.code.prefix(29) + "…" : $0.code[...] }
    return "\(done) of \(total) soups (\(Int(Double(done) / Double(max(total, 1)) * 100)) %), "
      + "\(rate.threeDigits) soups/s\(time); rarest: \(rarest.joined(separator: ", "))"
  }
}

extension CensusLimits {
  /// The limits as a haul states them.
  package var haulLimits: Haul.SoupLimits {
    Haul.SoupLimits(generations: generations, population: population)
  }
}

extension Haul {
  /// The codes that were found least often, the rarest first.
  package func rarest(_ count: Int) -> [(code: String, entry: HaulTable.Entry)] {
    Array(table.sorted.suffix(count).reversed())
  }

  /// Adds new soups of the same search.
  mutating func add(_ soups: Range<Int>, _ table: HaulTable) throws {
    try self.table.add(table)
    self.soups.insert(soups)
  }

  /// Writes the file atomically, so that it is always a complete haul.
  ///
  /// - Throws: ``FileFailure``.
  package func write(to path: Path, _ replacement: Replacement = .always) throws {
    try write(to: openOutput(path, replacement, durable: !path.isStandardStream))
  }

  /// Replaces the haul of a census that goes on.
  package func write(to file: OwnedFile) throws {
    try file.replace { try write(to: ByteWriter($0)) }
  }

  private func write(to output: ByteWriter) throws {
    try output.write(bytes)
    try output.finish()
  }

  /// Whether a file begins as hauls do.
  package static func isHaul(_ path: Path) -> Bool {
    guard isRegularFile(path), let input = try? ByteReader(opening: path) else { return false }
    let start = Array("@VERSION ".utf8)
    while input.available.count < start.count, (try? input.fill()) == true {}
    return unsafe input.available.withUnsafeBufferPointer { unsafe $0.starts(with: start) }
  }
}
