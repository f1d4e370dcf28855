import LifeAnalysis
import LifeCore
import LifeEngines
import LifeFormats
import Synchronization

/// The threads of a census, each with its own engines and tables of objects.
final class CensusWorkers: Sendable {
  /// A census whose objects a thread keeps from one round to the next.
  private final class Worker: Sendable {
    let census: Mutex<SoupCensus>

    init(_ census: SoupCensus) { self.census = Mutex(census) }
  }

  /// The work of one round: batches of soups, which the workers take in order.
  private final class Round: Sendable {
    let batches: [Range<Int>]
    private let next = Atomic<Int>(0)
    private let results: Mutex<(tables: [Int: HaulTable], failure: (any Error)?)>

    init(_ batches: [Range<Int>]) {
      self.batches = batches
      results = Mutex(([:], nil))
    }

    func takeBatch() -> Int? {
      let index = next.add(1, ordering: .relaxed).oldValue
      return index < batches.count ? index : nil
    }

    /// Lets no more batches begin.
    func stop() { next.store(batches.count, ordering: .relaxed) }

    func finish(_ batch: Int, _ table: HaulTable) { results.withLock { $0.tables[batch] = table } }

    func fail(_ error: any Error) {
      stop()
      results.withLock { $0.failure = $0.failure ?? error }
    }

    func takeResults() throws -> [Int: HaulTable] {
      try results.withLock {
        if let failure = $0.failure { throw failure }
        return $0.tables
      }
    }
  }

  private let search: CensusSearch
  private let pool: WorkerPool
  private let workers: [Worker]
  private let interrupt: Interrupt

  init(_ search: CensusSearch, _ limits: CensusLimits, threads: Int, interrupt: Interrupt) {
    self.search = search
    self.interrupt = interrupt
    pool = WorkerPool(threads: threads, idle: .sleeping)
    var limits = limits
    limits.engine.interrupt = interrupt
    limits.engine.threads = 1
    let census = SoupCensus(AnalysisRule(search.rule), limits)
    workers = (0..<pool.count).map { _ in Worker(census) }
  }

  /// Takes the census of some batches of soups.
  ///
  /// - Returns: the soups of the first batches that are complete, and their objects; fewer than all
  ///   batches after an interrupt only.
  /// - Throws: ``MemoryExhausted``, ``UnsupportedPattern``.
  func census(_ batches: [Range<Int>]) throws -> (count: Int, table: HaulTable) {
    let round = Round(batches)
    let (search, workers, interrupt) = (search, workers, interrupt)
    pool.run { worker, _ in
      workers[worker].census.withLock { census in
        while !interrupt.isRaised, let index = round.takeBatch() {
          do {
            round.finish(index, try Self.table(round.batches[index], search, &census))
          } catch is Stopped {
            return
          } catch {
            round.fail(error)
            return
          }
        }
      }
    }
    let tables = try round.takeResults()
    var total = HaulTable()
    var count = 0
    while let table = tables[count] {
      try total.add(table)
      count += 1
    }
    return (count, total)
  }

  private static func table(
    _ soups: Range<Int>, _ search: CensusSearch, _ census: inout SoupCensus
  ) throws -> HaulTable {
    var table = HaulTable()
    for number in soups {
      for (code, count) in try census.counts(of: search.soup(number)) {
        table.add(code.description, count: count, soup: number)
      }
    }
    return table
  }
}
