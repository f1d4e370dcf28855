import LifeArguments
import LifeCore
import LifeIO
import LifeReport
import LifeRun

/// `life diff`: compares two patterns cell by cell.
struct DiffCommand: Command {
  static let name = "diff"
  static let summary = "Compare two patterns and print where they differ."
  static let discussion = """
    Compares every cell of two patterns, in any formats. Exits 0 if they are equal. Otherwise \
    prints the number of different cells, their bounding box, and drawings of the first such cell \
    and the cells around it in both patterns, and exits 1. In the drawings this cell is @ if it is \
    alive and + if it is dead. The universes must also be equal, and the rules if both files name \
    one; notes and generations are ignored.

    With --anywhere, B may be shifted, but not across the edges of a torus; with --any-way, also \
    rotated and mirrored. With --any-phase, B must be a still life, an oscillator or a spaceship, \
    and A is compared with each of its phases.
    """
  static let examples = [
    Example("life diff gun.rle gun.cells", "The same cells in two formats:"),
    Example(
      "life run glider -n 4 -q | life diff glider - --anywhere",
      "A glider repeats after four generations:"),
  ]
  static var operands: Operands<Self> {
    .one("A", help: "A pattern.", completes: .pattern, sets: \.first).then(
      .one("B", help: "Another pattern.", completes: .pattern, sets: \.second))
  }
  static var options: [Option<Self>] {
    [
      .flag(
        "--anywhere", group: "Compare", help: "Ignore the positions of the patterns.",
        sets: \.isAnywhere),
      .flag(
        "--any-way", group: "Compare", help: "Ignore positions and orientations.",
        sets: \.isAnyWay),
      .flag(
        "--any-phase", group: "Compare", help: "Ignore positions, orientations and phases.",
        sets: \.isAnyPhase),
    ] + InputOptions.options.inside(\.input)
      + ReportOptions.json(help: "Print the result as one JSON object.").inside(\.report)
      + [
        .flag(
          "-q", "--quiet", group: "Report", help: "Print nothing; use only the exit code.",
          sets: \.diagnostics.isQuiet)
      ]
  }

  var first = Path("")
  var second = Path("")
  var isAnywhere = false
  var isAnyWay = false
  var isAnyPhase = false
  var input = InputOptions()
  var report = ReportOptions()
  var diagnostics = Diagnostics.ofProcess()

  private var equivalence: PatternComparison.Equivalence {
    if isAnyPhase { return .anyPhase }
    if isAnyWay { return .turned }
    return isAnywhere ? .translated : .exact
  }

  func run() throws -> ExitCode {
    let patterns = try input.loadTogether(
      [first, second], needsRule: isAnyPhase, diagnostics: diagnostics)
    let a = patterns[0]
    let b = patterns[1]
    let activity = Activity("comparing \(first) and \(second)")
    let comparison = try activity.during(isQuiet: diagnostics.isQuiet) {
      try PatternComparison(
        (a, b), names: ("\(first)", "\(second)"), equivalence: equivalence,
        memory: .ofProcess())
    }
    let verdict = try exitCode(verdict: { comparison.isSame ? .ok : .no }) {
      if report.isJSON || !diagnostics.isQuiet { try writeText(report.text(comparison)) }
      return .ok
    }
    if equivalence == .exact, !report.isJSON, !diagnostics.isQuiet, comparison.difference != nil,
      a.bounds?.width == b.bounds?.width, a.population == b.population
    {
      // The answer stands even if there is no memory for this.
      let shifted = try? PatternComparison(
        (a, b), names: ("", ""), equivalence: .translated, memory: .ofProcess())
      if shifted?.isSame == true {
        diagnostics.note("the cells are equal when moved; use --anywhere")
      }
    }
    return verdict
  }
}
