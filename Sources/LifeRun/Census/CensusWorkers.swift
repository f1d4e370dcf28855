import LifeAnalysis
import LifeCore
import LifeEngines
import LifeFormats
import Synchronization

/// The threads of a census, each with its own engines and tables of objects.
final class CensusWorkers: Sendable {
  /// The censuses of a thread: the complete one, and the fast one if the rule has one.
  private struct Worker {
    var census: SoupCensus
    var fast: FastCensus?
  }

  private final class LockedWorker: Sendable {
    let value: Mutex<Worker>

    init(_ make: () -> sending Worker) { value = Mutex(make()) }
  }

  /// The work of one round: batches of soups, which the workers take in order.
  private final class Round: Sendable {
    let batches: [CensusBatch]
    private let next = Atomic<Int>(0)
    private let results: Mutex<(results: [Int: HaulTable], failure: (any Error)?)>

    init(_ batches: [CensusBatch]) {
      self.batches = batches
      results = Mutex(([:], nil))
    }

    func takeBatch() -> Int? {
      let index = next.add(1, ordering: .relaxed).oldValue
      return index < batches.count ? index : nil
    }

    func finish(_ batch: Int, result: HaulTable) {
      results.withLock { $0.results[batch] = result }
    }

    /// Ends the round with an error: no more batches begin.
    func fail(_ error: any Error) {
      next.store(batches.count, ordering: .relaxed)
      results.withLock { $0.failure = $0.failure ?? error }
    }

    /// The results of the first batches that are complete, and the error that ended the round.
    func takeResults() -> (tables: [HaulTable], failure: (any Error)?) {
      results.withLock { state in
        var first: [HaulTable] = []
        while let result = state.results[first.count] { first.append(result) }
        return (first, state.failure)
      }
    }
  }

  private let pool: WorkerPool
  private let workers: [LockedWorker]
  private let interrupt: Interrupt

  init(_ rule: Rule, limits: AnalysisLimits, threads: Int, interrupt: Interrupt) {
    self.interrupt = interrupt
    pool = WorkerPool(threads: threads, idle: .sleeping)
    var limits = limits
    limits.engine.interrupt = interrupt
    limits.engine.threads = 1
    let rule = AnalysisRule(rule)
    let census = SoupCensus(rule, limits: limits)
    workers = (0..<pool.count).map { _ in
      LockedWorker { Worker(census: census, fast: FastCensus(rule, limits: limits)) }
    }
  }

  /// Counts the objects of each batch.
  ///
  /// - Returns: a table for each batch, in order; after an interrupt or an error, only for the
  ///   first batches that are complete. Errors are ``MemoryExhausted`` and ``UnsupportedPattern``.
  func tables(_ batches: [CensusBatch]) -> (tables: [HaulTable], failure: (any Error)?) {
    let round = Round(batches)
    let workers = workers
    let interrupt = interrupt
    pool.run { worker, _ in
      workers[worker].value.withLock { census in
        while !interrupt.isRaised, let index = round.takeBatch() {
          Activity.report(index)
          do {
            round.finish(index, result: try Self.table(round.batches[index], worker: &census))
          } catch is Stopped {
            return
          } catch {
            round.fail(error)
            return
          }
        }
      }
    }
    return round.takeResults()
  }

  private static func table(
    _ batch: CensusBatch, worker: inout Worker
  ) throws -> HaulTable {
    var table = HaulTable()
    // Indexed by the number of a code: faster than a dictionary of texts.
    var entries: [HaulTable.Entry] = []
    for number in batch.numbers {
      let counts: [ObjectCode: Int]?
      do {
        switch batch {
        case .soups(let search, _):
          let soup = search.soup(number)
          let isFound = worker.fast?.findObjects(of: soup) ?? false
          counts = isFound ? nil : try worker.census.counts(of: soup)
        case .patterns(let first, let patterns):
          let cells = patterns[number - first]
          let isFound = worker.fast?.findObjects(of: cells) ?? false
          counts = isFound ? nil : try worker.census.counts(of: cells)
        }
      } catch var error as MemoryExhausted {
        error.purpose += " of \(batch.unit) \(number)"
        throw error
      }
      if let counts {
        for (code, count) in counts { table.add("\(code)", count: count, soup: number) }
      } else if let fast = worker.fast {
        for code in fast.objects { add(Int(code), soup: number, to: &entries) }
      }
    }
    guard let fast = worker.fast else { return table }
    try table.add(HaulTable(named(entries, codes: fast.codes)))
    return table
  }

  /// Adds one object of a soup. The numbers of soups must not descend.
  private static func add(_ code: Int, soup: Int, to entries: inout [HaulTable.Entry]) {
    while entries.count <= code { entries.append(HaulTable.Entry(count: 0, samples: [])) }
    entries[code].count += 1
    if entries[code].samples.count < HaulTable.maxSamples, entries[code].samples.last != soup {
      entries[code].samples.append(soup)
    }
  }

  private static func named(
    _ entries: [HaulTable.Entry], codes: [ObjectCode]
  ) -> [String: HaulTable.Entry] {
    var named: [String: HaulTable.Entry] = [:]
    for (number, entry) in entries.enumerated() where entry.count > 0 {
      named[codes[number].description] = entry
    }
    return named
  }
}
