import LifeAnalysis
import LifeArguments
import LifeCore
import LifeEngines
import LifeFormats
import LifeRun

/// The limits on one soup and on the process, as typed.
struct CensusOptions {
  var engine = StepperOptions()
  var time: TimeSpan?
  /// The limits of a soup; `nil` for the plan's limits.
  var generations: Count?
  var population: Count?

  static var options: [Option<CensusOptions>] {
    [
      .value(
        "--max-generations", metavar: "N", group: "Limits",
        help: "Follow a soup for at most N generations (default 60000).", sets: \.generations
      ).within(Haul.SoupLimits.possible),
      .value(
        "--max-population", metavar: "N", group: "Limits",
        help: "Give up on a soup with more than N live cells (default 100000).",
        details: """
          A soup that is not stable within both limits is counted as PATHOLOGICAL. The limits \
          belong to the search: hauls with other limits are neither merged nor resumed.

          With more than two states, the census gives up earlier on a soup that keeps growing. Its \
          population must have grown by half or more in each of the last two doublings of its age. \
          It must also have 1500 live cells, or half a million summed over all generations. A soup \
          whose population grows by the same number in each period is counted at once, under the \
          code of its growth.

          With two states, growth by half or more in each of the last two doublings ends a soup \
          after 2400 generations or later, once its populations of all generations add up to 2^24. \
          It is counted under the code of its growth if one is found, else as PATHOLOGICAL.
          """, sets: \.population
      ).within(Haul.SoupLimits.possible),
      .time(
        group: "Limits",
        help: "Stop after TIME (90s, 10m, 2h), keep what is done, and exit with 75.",
        sets: \.time),
      .memory(group: "Limits", sets: \.engine.memory),
      StepperOptions.threadsOption.inside(\.engine),
    ]
  }

  func validate() throws(UsageError) { try engine.validate() }

  /// Applies the options to a plan.
  func apply(to plan: inout CensusPlan) throws(UsageError) {
    let selection = try engine.selection()
    plan.threads = selection.options.threads
    plan.limits.engine = selection.options
    if let limit = generations?.value.int { plan.limits.generations = limit }
    if let limit = population?.value.int { plan.limits.population = limit }
    let usual = try EnvironmentLimits.ofProcess().time
    plan.deadline = (time ?? usual).map { Interruption.began + $0.duration }
  }
}
