import LifeIO

/// What `LIFE_LIMITS` says, for services that set limits once for all they run:
/// `memory=2G,time=10m,frames=10000,expanded=1G`.
struct EnvironmentLimits {
  var reading: [LimitSetting] = []
  var memory: ByteCount?
  var time: TimeSpan?
  var frames: Count?

  init(_ text: String?) throws(UsageError) {
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
      throw ValueError("expected \(names.listed(with: "or")), found '\(name)'")
    default: reading.append(try LimitSetting(argument: Argument(String(word))))
    }
  }

  static func ofProcess() throws(UsageError) -> EnvironmentLimits {
    try EnvironmentLimits(Console.ofProcess.environment("LIFE_LIMITS"))
  }
}
