import LifeArguments
import LifeCore
import LifeRun

// Finds the memory budget of the process, in the options of a command or in `LIFE_LIMITS`.

extension MemoryBudget {
  /// The budget of `LIFE_LIMITS`, else the usual one.
  static func ofProcess() throws(UsageError) -> MemoryBudget {
    MemoryBudget(bytes: try namedBytes())
  }

  /// The bytes in an option, else in `LIFE_LIMITS`; `nil` if neither has any.
  static func namedBytes(option: ByteCount? = nil) throws(UsageError) -> Int? {
    if let option { return option.bytes }
    return try EnvironmentLimits.ofProcess().memory?.bytes
  }

  /// Makes allocations beyond the budget fail.
  ///
  /// Adds a sixteenth, at least a megabyte: writing results needs some memory after an engine has
  /// used all of the budget.
  ///
  /// - Parameter bytes: the typed budget; nil for that of `LIFE_LIMITS`, else the usual one.
  static func limitProcess(to bytes: Int?) {
    // An invalid LIFE_LIMITS is reported afterwards.
    let named = (try? namedBytes()) ?? nil
    let limit = MemoryBudget(bytes: bytes ?? named).bytes
    MemoryAccount.setLimit(limit + min(max(limit / 16, 1 << 20), .max - limit))
  }
}
