import LifeArguments
import LifeCore
import LifeRun

// The memory budget that the options of a command and `LIFE_LIMITS` give the process.

extension MemoryBudget {
  /// The budget of `LIFE_LIMITS`, else the usual one.
  static func ofProcess() throws(UsageError) -> MemoryBudget {
    MemoryBudget(bytes: try namedBytes())
  }

  /// The bytes that an option names, else those of `LIFE_LIMITS`; nil if neither does.
  static func namedBytes(option: ByteCount? = nil) throws(UsageError) -> Int? {
    if let option { return option.bytes }
    return try EnvironmentLimits.ofProcess().memory?.bytes
  }

  /// Makes allocations fail that would exceed the budget.
  ///
  /// A sixteenth, at least a megabyte, is added for results that are written after an engine has
  /// used all of the budget.
  ///
  /// - Parameter bytes: nil for the budget of `LIFE_LIMITS`, else the usual one.
  static func limitProcess(to bytes: Int?) {
    // A command that uses the environment's limits reports that they are invalid.
    let named = (try? namedBytes()) ?? nil
    let limit = MemoryBudget(bytes: bytes ?? named).bytes
    MemoryAccount.setLimit(limit + min(max(limit / 16, 1 << 20), .max - limit))
  }
}
