package import LifeFormats
package import LifeIO
package import LifeAnalysis

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
  private let isQuiet: Bool
  private let began = Interruption.clock.now

  /// - Parameter isQuiet: whether no progress is shown.
  package init(_ plan: CensusPlan, isQuiet: Bool = true) {
    self.plan = plan
    self.isQuiet = isQuiet
  }

  /// Counts the objects of the soups of the plan.
  ///
  /// - Throws: ``FileFailure``, ``MemoryExhausted``, ``UnsupportedPattern``.
  package func run() throws -> CensusResult {
    try keepingHaul { rounds in
      while rounds.next < plan.soups.upperBound {
        if let reason = try rounds.run(rounds.batchesOfSoups()) { return reason }
      }
      return nil
    }
  }

  /// Counts the objects of the patterns of a stream, as far as their numbers are in the plan.
  ///
  /// - Parameters:
  ///   - read: passes each pattern of the stream to its argument.
  ///   - addRow: takes each pattern that was counted, in order, with its objects; nil for none.
  /// - Throws: ``FileFailure``, ``MemoryExhausted``, ``UnsupportedPattern``, the errors of `read`.
  package func run(
    reading read: ((StreamPattern) throws -> Void) throws -> Void,
    addRow: ((StreamPattern, HaulTable) throws -> Void)? = nil
  ) throws -> CensusResult {
    try keepingHaul { try StreamCensus(plan, rounds: $0, addRow: addRow).run(reading: read) }
  }

  /// Keeps the file of the haul complete during a census.
  ///
  /// - Parameter work: runs the rounds, and returns why it stopped before the end, if it did.
  private func keepingHaul(
    _ work: (CensusRounds) throws -> StopReason?
  ) throws -> CensusResult {
    let rounds = CensusRounds(plan, isQuiet: isQuiet, began: began)
    Interruption.stop(at: plan.deadline)
    defer { Interruption.stop(at: nil) }
    guard let file = plan.file else {
      return result(rounds, reason: try Activity.leavingLine { try work(rounds) })
    }
    // A haul without soups takes the name, and shows early that the file can be written.
    var isOnlyStart = file.isRegular && !file.exists
    if isOnlyStart { try plan.start.write(to: file) }
    rounds.save = { haul in
      guard file.isRegular else { return }
      try haul.write(to: file)
      isOnlyStart = false
    }
    do {
      let reason = try Activity.leavingLine { try work(rounds) }
      try rounds.haul.write(to: file)
      return result(rounds, reason: reason)
    } catch {
      if isOnlyStart { file.remove() }
      throw error
    }
  }

  private func result(_ rounds: CensusRounds, reason: StopReason?) -> CensusResult {
    return CensusResult(
      haul: rounds.haul, stopReason: reason, seconds: (Interruption.clock.now - began).inSeconds)
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
  mutating func add(_ soups: Range<Int>, table: HaulTable) throws {
    try self.table.add(table)
    self.soups.insert(soups)
  }

  /// Writes the file atomically, so that it is always a complete haul.
  ///
  /// - Throws: ``FileFailure``.
  package func write(to path: Path, _ replacement: Replacement = .always) throws {
    try write(
      to: openOutput(
        path, replacement: replacement, compressed: path.isGzipName,
        durable: !path.isStandardStream))
  }

  /// Replaces the haul of a census that goes on.
  package func write(to file: OwnedFile) throws {
    try file.replace { sink in
      let isCompressed = file.path.isGzipName
      try write(to: ByteWriter(isCompressed ? try GzipSink(sink, path: file.path) : sink))
    }
  }

  private func write(to output: ByteWriter) throws {
    try output.write(bytes)
    try output.finish()
  }
}
