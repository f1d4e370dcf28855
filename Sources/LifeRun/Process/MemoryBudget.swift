internal import LifeCore
package import LifeArguments

/// The memory that the process may use, and how it is shared.
package struct MemoryBudget: Sendable {
  package let bytes: Int

  /// - Parameter bytes: nil for three quarters of the memory of the machine, the container or the
  ///   job.
  package init(bytes: Int? = nil) { self.bytes = bytes ?? SystemResources.usualMemoryLimit }

  /// The budget of `LIFE_LIMITS`, else the usual one.
  package static func ofProcess() throws(UsageError) -> MemoryBudget {
    MemoryBudget(bytes: try namedBytes())
  }

  /// The bytes that an option names, else those of `LIFE_LIMITS`; nil if neither does.
  package static func namedBytes(option: ByteCount? = nil) throws(UsageError) -> Int? {
    if let option { return option.bytes }
    return try EnvironmentLimits.ofProcess().memory?.bytes
  }

  /// The bytes for reading and editing patterns: no more than there are, whatever was named.
  package var available: Int { min(bytes, SystemResources.usualMemoryLimit) }

  /// The bytes for the cells of a pattern: half of all, because an engine takes as much.
  package var forPattern: Int { available / 2 }

  /// The bytes for a copy of a pattern beside the pattern and its engine.
  package var forCopy: Int { available / 4 }

  /// Makes allocations fail that would exceed the budget.
  ///
  /// A sixteenth, at least a megabyte, is added for results that are written after an engine has
  /// used all of the budget.
  ///
  /// - Parameter bytes: nil for the budget of `LIFE_LIMITS`, else the usual one.
  package static func limitProcess(to bytes: Int?) {
    // A command that uses the environment's limits reports that they are invalid.
    let named = (try? namedBytes()) ?? nil
    let limit = MemoryBudget(bytes: bytes ?? named).bytes
    MemoryAccount.setLimit(limit + min(max(limit / 16, 1 << 20), .max - limit))
  }

  /// The budget of each of several processes that work at the same time.
  package func divided(among processes: Int) -> MemoryBudget {
    MemoryBudget(bytes: bytes / processes)
  }
}
