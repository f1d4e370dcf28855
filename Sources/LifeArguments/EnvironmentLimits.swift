package import LifeCore
package import LifeIO

/// The limits of `LIFE_LIMITS`, for services that limit all commands, for example
/// `memory=2G,time=10m,frames=10000,expanded=1G`.
package struct EnvironmentLimits {
  /// The limits on input files, as given.
  package var inputSettings: [LimitSetting] = []
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
    let name = parts[0]
    let examples = ["memory": "2G", "time": "10m", "frames": "1000"]
    if parts.count == 1, let example = examples["\(name)"] {
      throw ValueError("expected \(name)=AMOUNT, such as \(name)=\(example)")
    }
    let value = Argument(String(parts.last ?? ""))
    switch name {
    case "memory": memory = try ByteCount(argument: value)
    case "time": time = try TimeSpan(argument: value)
    case "frames": frames = try Count(argument: value)
    case let name where !Limits.all.contains { $0.name == name }:
      let names = ["memory", "time", "frames"] + Limits.all.map(\.name)
      throw ValueError("expected \(names.listed(with: "or")), found '\(Argument(String(name)))'")
    default: inputSettings.append(try LimitSetting(argument: Argument(String(word))))
    }
  }

  /// The limits on input files.
  package var readingLimits: Limits {
    var limits = Limits()
    for setting in inputSettings { limits[keyPath: setting.limit.path] = setting.value }
    return limits
  }

  package static func ofProcess() throws(UsageError) -> EnvironmentLimits {
    try processLimits.get()
  }

  private static let processLimits: Result<EnvironmentLimits, UsageError> = Result {
    () throws(UsageError) in try EnvironmentLimits(Console.ofProcess.environment("LIFE_LIMITS"))
  }
}

/// A limit and its value: `cells=1G`, `states=8`.
package struct LimitSetting {
  package let limit: Limits.Named
  package let value: Int
}

extension LimitSetting: ValueParsable {
  package init(argument: Argument) throws(ValueError) {
    let parts = argument.bytes.split(
      separator: UInt8(ascii: "="), maxSplits: 1, omittingEmptySubsequences: false)
    let name = String(decoding: parts[0], as: UTF8.self)
    guard let limit = Limits.all.first(where: { $0.name == name }) else {
      let names = Limits.all.map(\.name).listed(with: "or")
      throw ValueError("expected \(names), found '\(Argument(name))'", at: 0..<parts[0].count)
    }
    guard parts.count == 2 else { throw ValueError("expected \(name)=AMOUNT, such as \(name)=1G") }
    self.limit = limit
    let amount = Argument(bytes: Array(parts[1]))
    if let bytes = try? ByteCount(argument: amount) {
      value = bytes.bytes
    } else {
      value = try Count(argument: amount).value.int ?? .max
    }
  }
}
