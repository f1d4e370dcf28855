import LifeCore
import LifeIO
import LifeRun

/// The resources that reading and running a pattern may use.
public struct Limits: Hashable, Sendable {
  /// The memory for cells, in bytes; by default three quarters of that of the machine, the
  /// container or the job.
  public var memory: Int
  /// The largest size of a file after decompression, in bytes; by default 64 GiB.
  public var expandedBytes: Int
  /// The largest number of states of a rule that is read with a pattern, at most 256.
  public var states: Int
  /// The number of threads of an engine; nil for the number of cores that the process may use.
  public var threads: Int?

  /// Limits with the given values, and the default for all others.
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

  /// An engine within the limits, which ends its work when `interrupt` is raised.
  ///
  /// - Parameter usualThreads: the number of threads if the limits name none; nil for all cores.
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
