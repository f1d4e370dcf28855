package import LifeArguments
internal import LifeCore
package import LifeIO

/// The limits of `LIFE_LIMITS`, for services that limit all commands:
/// `memory=2G,time=10m,frames=10000,expanded=1G`.
package struct EnvironmentLimits {
  package var reading: [LimitSetting] = []
  package var memory: ByteCount?
  package var time: TimeSpan?
  package var frames: Count?

  package init(_ text: String?) throws(UsageError) {
    for word in (text ?? "").split(separator: ",") {
      do {
        try set(word)
      } catch {
        throw UsageError("LIFE_LIMITS: \(error.message)")
      }
    }
  }

  private mutating func set(_ word: Substring) throws(ValueError) {
    let parts = word.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
    let value = Argument(parts.count == 2 ? String(parts[1]) : "")
    switch parts[0] {
    case "memory": memory = try ByteCount(argument: value)
    case "time": time = try TimeSpan(argument: value)
    case "frames": frames = try Count(argument: value)
    case let name where !Limits.all.contains { $0.name == name }:
      let names = ["memory", "time", "frames"] + Limits.all.map(\.name)
      throw ValueError("expected \(names.listed(with: "or")), found '\(Argument(String(name)))'")
    default: reading.append(try LimitSetting(argument: Argument(String(word))))
    }
  }

  /// The limits on files that are read.
  package var readingLimits: Limits {
    var limits = Limits()
    for setting in reading { limits[keyPath: setting.limit.path] = setting.value }
    return limits
  }

  package static func ofProcess() throws(UsageError) -> EnvironmentLimits {
    try processLimits.get()
  }

  private static let processLimits: Result<EnvironmentLimits, UsageError> = Result {
    () throws(UsageError) in try EnvironmentLimits(SystemResources.environment("LIFE_LIMITS"))
  }

  /// The memory limit of the environment in bytes; nil if it has none.
  package static func memoryLimit() throws(UsageError) -> Int? { try ofProcess().memory?.bytes }

  /// Limits the memory of the process, by default to that of the environment or the machine.
  ///
  /// A sixteenth, at least a megabyte, is added for results that are written after an engine has
  /// reached the limit.
  package static func limitMemory(to bytes: Int?) {
    // A command that uses the limits reports that they are invalid.
    let limit = bytes ?? (try? memoryLimit()) ?? SystemResources.usualMemoryLimit
    MemoryAccount.setLimit(limit + min(max(limit / 16, 1 << 20), .max - limit))
  }

  /// The memory limit in bytes for reading and editing patterns: the smaller of the environment's
  /// and the machine's.
  package static func workingMemory() throws(UsageError) -> Int {
    min(try memoryLimit() ?? .max, SystemResources.usualMemoryLimit)
  }
}
