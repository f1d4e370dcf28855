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
    private let results: Mutex<(results: [Int: HaulTable], failure: (any Error)?)>

    init(_ batches: [Range<Int>]) {
      self.batches = batches
      results = Mutex(([:], nil))
    }

    func takeBatch() -> Int? {
      let index = next.add(1, ordering: .relaxed).oldValue
      return index < batches.count ? index : nil
    }

    func finish(_ batch: Int, _ result: HaulTable) {
      results.withLock { $0.results[batch] = result }
    }

    /// Lets no more batches begin.
    func fail(_ error: any Error) {
      next.store(batches.count, ordering: .relaxed)
      results.withLock { $0.failure = $0.failure ?? error }
    }

    /// The results of the first batches that are complete.
    func takeResults() throws -> [HaulTable] {
      try results.withLock { state in
        if let failure = state.failure { throw failure }
        var first: [HaulTable] = []
        while let result = state.results[first.count] { first.append(result) }
        return first
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

  /// The tables of some batches of soups, in their order.
  ///
  /// - Returns: the tables of the first batches that are complete; fewer than all batches after an
  ///   interrupt only.
  /// - Throws: ``MemoryExhausted``, ``UnsupportedPattern``.
  func tables(_ batches: [Range<Int>]) throws -> [HaulTable] {
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
    return try round.takeResults()
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
