import LifeAnalysis
import LifeCore
import LifeRun
import Synchronization

/// Searches for the generation at which a condition holds, until it is cancelled.
final class PlaySearch: Sendable {
  private let present = Mutex(Interrupt())

  /// What ends the present search.
  var interrupt: Interrupt { present.withLock { $0 } }

  func begin() {
    present.withLock {
      $0.raise()
      $0 = Interrupt()
    }
  }

  func cancel() { interrupt.raise() }

  static func find(
    _ condition: StopCondition, copy: Result<SimulationCopy, any Error>, interrupt: Interrupt
  ) -> FoundGeneration {
    var found = FoundGeneration(condition: condition)
    do {
      let pattern = try copy.get().pattern
      var selection = EngineSelection()
      selection.interrupt = interrupt
      let end = try EndSearch(pattern, engine: selection).end(when: condition)
      found.limit = end.generations
      if end.isMet { found.generation = pattern.generation + BigInt(end.generations) }
    } catch is Stopped {
      found.isCancelled = true
    } catch {
      found.failure = PlayFiles.describe(error)
    }
    return found
  }
}
