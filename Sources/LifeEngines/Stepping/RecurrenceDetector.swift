internal import LifeCore

/// The cells of one generation, as a ``RecurrenceDetector`` observes them.
protocol RecurrenceSubject {
  /// A cheap summary: equal for equal cells, rarely equal for others.
  associatedtype Signature: Equatable
  /// Enough to compare the cells themselves later.
  associatedtype Snapshot

  var signature: Signature { get }
  /// Returns `nil` if memory is short. The only loss is that this recurrence is missed.
  func snapshot() throws -> Snapshot?
  /// The distance of the cells from those of a snapshot. Returns `nil` if their shapes differ.
  func displacement(since earlier: Snapshot) throws -> Position?
}

/// A period: after these generations the same cells are alive again, displaced.
struct Recurrence: Equatable {
  var generations: Int
  var displacement: Position
}

/// Detects repeating cells of an engine, for example a pulsar's after 3 generations. Whole periods
/// then need no stepping.
///
/// Brent's algorithm compares each observed generation with one earlier generation, the mark. The
/// mark is replaced when the number of observations has doubled, so every period is found within a
/// few times its length, with memory for one generation.
///
///      observation   1 2   4       8               16                              32
///      mark          ▲─▲───▲───────▲───────────────▲───────────────────────────────▲──
///                                  ╰──── p ────╯ found if p ≤ 8 and the cycle has begun
///
/// Equal signatures are only a candidate for a period; cells decide. When a signature repeats, its
/// generation becomes the mark, with its cells. The period is confirmed if the cells come back as
/// well. Such a mark is not replaced before the candidate period is over.
///
/// - SeeAlso: R. P. Brent, "An improved Monte Carlo factorization algorithm" (1980).
struct RecurrenceDetector<Subject: RecurrenceSubject> {
  private struct MarkedGeneration {
    var generation: Int
    var signature: Subject.Signature
    var snapshot: Subject.Snapshot?
    /// The mark is not replaced before this generation.
    var keptUntil = 0
  }

  private let phases: Int
  /// The period, once it is confirmed.
  private(set) var period: Recurrence?
  private var mark: MarkedGeneration?
  private var observations = 0
  private var nextMark = 1

  /// - Parameter phases: the number of phases of the rule, see ``Rule/phases``. Periods are
  ///   multiples of it.
  init(phases: Int) { self.phases = phases }

  /// Forgets all observations, and the period.
  mutating func restart() { self = RecurrenceDetector(phases: phases) }

  /// Observes a generation. Returns the period if it is confirmed now, otherwise `nil`.
  ///
  /// - Parameter generation: counts stepped generations, from any start; it grows with each
  ///   observation.
  mutating func observe(_ subject: Subject, at generation: Int) throws -> Recurrence? {
    if period != nil { return nil }
    observations += 1
    if let mark, (generation - mark.generation).isMultiple(of: phases),
      subject.signature == mark.signature
    {
      let period = generation - mark.generation
      guard let snapshot = mark.snapshot else {
        try keep(subject, at: generation, until: generation + period)
        return nil
      }
      if let displacement = try subject.displacement(since: snapshot) {
        self.period = Recurrence(generations: period, displacement: displacement)
        return self.period
      }
    }
    if observations >= nextMark, generation >= mark?.keptUntil ?? 0 {
      nextMark = 2 * observations
      mark = MarkedGeneration(generation: generation, signature: subject.signature)
    }
    return nil
  }

  /// Skips whole periods up to `end`, if a period is confirmed.
  ///
  /// - Returns: the displacement of the cells by the skipped periods.
  @discardableResult
  func skipPeriods(from generation: inout BigInt, upTo end: BigInt) -> Position {
    guard let period else { return .origin }
    let (times, rest) = (end - generation)
      .quotientAndRemainder(dividingBy: BigInt(period.generations))
    generation = end - rest
    let one = period.displacement
    return Position(x: times * one.x, y: times * one.y)
  }

  /// Traps unless the mark is replaced whenever the number of observations has doubled.
  func checkInvariants() {
    precondition(nextMark <= max(1, 2 * observations), "the next mark is too late")
    guard let mark else { return }
    precondition(observations > 0, "a mark without an observation")
    precondition(observations <= nextMark || mark.keptUntil > mark.generation, "an old mark")
  }

  /// Makes the generation of a repeated signature the mark, with its cells.
  private mutating func keep(_ subject: Subject, at generation: Int, until end: Int) throws {
    mark?.generation = generation
    mark?.snapshot = try subject.snapshot()
    mark?.keptUntil = end
  }
}
