import LifeAnalysis
import LifeArguments
import LifeCore
import LifeEngines
import LifeFormats
import LifeIO
import LifeReport
import LifeRun

/// `life collide`: writes all collisions of two objects.
struct CollideCommand: Command {
  static let name = "collide"
  static let summary = "Write all ways in which two objects meet."
  static let discussion = """
    A and B are still lifes, oscillators or spaceships, and at least one of them moves. Writes one \
    pattern for each way in which they can meet: each relative position, orientation and phase. \
    Ways that are rotations or reflections of each other, or different moments of the same \
    encounter, count once. Two gliders can meet in 71 ways.

    'life census --from -' counts the objects that the collisions leave; --key lists them for each \
    collision.
    """
  static let examples = [
    Example("life collide glider glider -o gliders.rle", "The collisions of two gliders:"),
    Example(
      "life collide glider xs6_696 | life census --from - --key k.csv -o b.haul",
      "What is left when a glider meets a beehive:"),
  ]
  static var operands: Operands<Self> {
    .one("A", help: "An object: a file, a name or an apgcode.", completes: .pattern, sets: \.first)
      .then(
        .one("B", help: "The other object.", completes: .pattern, sets: \.second))
  }
  static var options: [Option<Self>] {
    [
      .rule(
        group: "Objects", help: "Rule of both objects, instead of A's.", sets: \.input.rule),
      .ruleFolders(group: "Objects", appends: \.input.reading.ruleFolders),
      .value(
        "--max-distance", metavar: "N", group: "Output",
        help: "Begin with at most N columns or rows between the objects (default 5).",
        details: """
          If the objects change each other at a larger distance, the pattern is their last \
          generation before that.
          """, sets: \.distance
      ).within(0...1000),
      .time(
        group: "Limits", help: "Stop after TIME (90s, 10m, 2h), and exit with 75.", sets: \.time),
      .value(
        "-o", "--output", metavar: "DEST", group: "Output",
        help: "Write to DEST; with %d in DEST, a file for each collision.", sets: \.output),
    ] + Option.replacement(\.replacement) + [.quiet(\.diagnostics.isQuiet)]
  }

  var first = Path.standardStream
  var second = Path.standardStream
  var input = InputOptions()
  var distance: Count?
  var time: TimeSpan?
  var output = Path.standardStream
  var replacement = Replacement.unprotected
  var diagnostics = Diagnostics.ofProcess()

  private static let usualDistance = 5

  func run() throws -> ExitCode {
    if let time { Interruption.endProcess(after: time.duration) }
    let target = OutputTarget(template: output, replacement: replacement, isLiteral: false)
    var files = CommandFiles(reading: [first, second])
    try files.addOutput(target, as: .output)
    let collisions = try collisions()
    let activity = Activity(
      "colliding \(first) and \(second)", unit: "orientations", total: collisions.approachCount)
    let found = try activity.during(isQuiet: diagnostics.isQuiet) {
      try collisions.all(onApproach: Activity.report)
    }
    try SampleOutput.write(to: target) { output in
      for (index, collision) in found.enumerated() {
        let pattern = try pattern(collision, number: index, rule: collisions.rule.rule)
        try output.write(pattern, as: .rle, control: WritingControl())
      }
    }
    diagnostics.note(found.count.counted("collision"))
    return .ok
  }

  /// The search for collisions of the typed objects.
  private func collisions() throws -> Collisions {
    let one = try load(first)
    let other = try load(second)
    let rule = AnalysisRule(one.rule)
    guard other.rule == rule.rule else {
      throw RunFailure(
        .invalidData,
        "the rule of '\(second)' is \(other.rule.canonical), not \(rule.rule.canonical)",
        hint: "specify one with --rule")
    }
    guard Collisions.supports(rule) else {
      throw RunFailure(
        .invalidData,
        "collisions are not found under rules that take turns, have blocks, triangles or a range "
          + "above 1, or have B0 without S8; the rule is \(rule.rule.canonical)")
    }
    var limits = AnalysisLimits()
    limits.engine.threads = 1
    let cycle = try cycle(of: one, named: first, under: rule, limits)
    let otherCycle = try self.cycle(of: other, named: second, under: rule, limits)
    guard cycle.isMoving || otherCycle.isMoving else {
      throw RunFailure(
        .invalidData, "neither '\(first)' nor '\(second)' moves",
        hint: "one of them must be a spaceship")
    }
    let collisions = Collisions(
      of: cycle, with: otherCycle, rule: rule, limits: limits,
      startDistance: distance?.value.int ?? Self.usualDistance)
    guard collisions.hasShortPeriod else {
      throw RunFailure(
        .overLimit,
        "the common period of the objects exceeds \(Collisions.maxPeriod) generations")
    }
    return collisions
  }

  private func cycle(
    of pattern: Pattern, named name: Path, under rule: AnalysisRule, _ limits: AnalysisLimits
  ) throws -> ObjectCycle {
    guard let cycle = try Collisions.cycle(of: pattern.cells, rule: rule, limits: limits) else {
      throw RunFailure(
        .invalidData,
        "'\(name)' does not recur within \(Collisions.maxObjectPeriod) generations under "
          + "\(rule.rule.canonical)",
        hint: "'life identify' says what it is")
    }
    return cycle
  }

  private func load(_ name: Path) throws -> Pattern {
    let pattern = try input.loader(diagnostics).load(name).pattern.withoutMarks
    guard pattern.universe.isUnbounded, pattern.tree == nil else {
      throw RunFailure(.invalidData, "'\(name)' is not an object on the unbounded plane")
    }
    return pattern
  }

  private func pattern(
    _ collision: Collisions.Collision, number: Int, rule: Rule
  ) throws -> Pattern {
    var pattern = try Pattern(onPlane: collision.cells, rule: rule)
    pattern.notes = [
      Pattern.Note(.name, text: Array("\(first) and \(second) #\(number)".utf8)),
      Pattern.Note(.comment, text: Array("They meet after \(collision.delay) generations.".utf8)),
    ]
    return pattern
  }
}
