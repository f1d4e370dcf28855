import LifeCore
import LifeIO
import LifeRun

/// The maximum resources for reading and running a pattern.
public struct Limits: Hashable, Sendable {
  /// The memory for cells, in bytes. The cells of a file may take half of it, because an engine
  /// takes as much. The default is three quarters of the memory of the machine, the container or
  /// the job.
  public var memory: Int
  /// The maximum size of a file after decompression, in bytes. The default is 64 GiB.
  public var expandedBytes: Int
  /// The maximum number of states of a rule read with a pattern, at most 256.
  public var states: Int
  /// The number of threads of an engine. `nil` means all cores available to the process.
  public var threads: Int?

  /// Limits with the given values and defaults for all others.
  public init(
    memory: Int? = nil, expandedBytes: Int? = nil, states: Int = 256, threads: Int? = nil
  ) {
    self.memory = memory ?? SystemResources.usualMemoryLimit
    self.expandedBytes = expandedBytes ?? LifeIO.Limits().expandedBytes
    self.states = states
    self.threads = threads
  }

  var reading: LifeIO.Limits {
    var limits = LifeIO.Limits()
    limits.expandedBytes = expandedBytes
    limits.states = states
    limits.cellBytes = min(limits.cellBytes, MemoryBudget(bytes: memory).forPattern)
    return limits
  }

  /// An engine within the limits. It ends its work when `interrupt` is raised.
  ///
  /// - Parameter usualThreads: the default number of threads. `nil` means all cores.
  func selection(
    of engine: Engine = .automatic, usualThreads: Int? = nil, interrupt: Interrupt
  ) -> EngineSelection {
    var selection = EngineSelection(engine: engine.value)
    selection.threads = threads ?? usualThreads
    selection.memoryLimit = memory
    selection.interrupt = interrupt
    return selection
  }
}
