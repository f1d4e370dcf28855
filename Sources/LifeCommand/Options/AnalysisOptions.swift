import LifeAnalysis
import LifeArguments
import LifeCore
import LifeRun

/// The limits of identification, as typed.
struct AnalysisOptions {
  private static let periodLimit = 1 << 40
  private static let usualTime = Duration.seconds(10)

  /// The value of `--max-period`: the generations to follow, and so the maximum period.
  var generations: Count?
  var time: TimeSpan?
  var memory: ByteCount?

  static var options: [Option<AnalysisOptions>] {
    [
      .value(
        "--max-period", metavar: "N", group: "Limits",
        help: "Follow a pattern for at most N generations (default 50000).",
        details: """
          The first 50000 generations, or fewer of a large pattern, are compared one by one. With \
          a larger N, periods up to N are then looked for in steps of many generations. Without \
          this option, that is done only if the pattern has more than a million cells and its \
          bounding box does not grow.
          """, sets: \.generations
      ).within(1...periodLimit),
      .time(
        group: "Limits",
        help: "Follow each pattern for at most TIME, such as 90s or 10m (default 10s).",
        details: """
          If a pattern is not identified by then, the measurements so far are printed.
          """, sets: \.time),
      .memory(group: "Limits", sets: \.memory),
    ]
  }

  /// An identifier with the limits from the options, else from the environment.
  func identifier(_ diagnostics: Diagnostics) throws -> PatternIdentifier {
    var selection = EngineSelection()
    selection.memoryLimit = try MemoryBudget.namedBytes(option: memory)
    var limits = AnalysisLimits(selection)
    if let generations {
      limits.generations = generations.value.int ?? .max
    } else {
      limits.maxPeriod = Self.periodLimit
    }
    return PatternIdentifier(
      limits.reporting, time: time?.duration ?? Self.usualTime, diagnostics: diagnostics)
  }
}
