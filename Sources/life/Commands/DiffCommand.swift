import LifeCore
import LifeFormats
import LifeIO
import LifeRender

/// `life diff`: whether two patterns are the same, and where they are not.
struct DiffCommand: Command {
  static let name = "diff"
  static let summary = "Say whether two patterns are the same, and where not."
  static let discussion = """
    Compares every cell, whatever the formats; exits 0 if the two are the same and 1 if not, and \
    then says how many cells differ, in what box, and shows what is around the first. The rules \
    must be the same, too, if both files name one, and the universes; notes and generations do not \
    matter.

    With --anywhere one of them may be moved, with --any-way also turned and mirrored.
    """
  static let examples = [
    Example("life diff gun.rle gun.cells", "The same cells in two formats:"),
    Example("life run glider -n 4 -q | life diff glider - --anywhere", "A glider is itself again:"),
  ]
  static var operands: Operands<Self> {
    .one("A", help: "A pattern.", sets: \.first).then(
      .one("B", help: "Another pattern.", sets: \.second))
  }
  static var options: [Option<Self>] {
    [
      .flag("--anywhere", group: "Compare", help: "Wherever they are.", sets: \.isAnywhere),
      .flag(
        "--any-way", group: "Compare", help: "Wherever they are, and however they lie.",
        sets: \.isAnyWay),
    ] + InputOptions.options.map { $0.inside(\.input) }
      + [
        .flag(
          "--json", group: "Report", help: "Print the answer as one JSON object.", sets: \.isJSON),
        .flag(
          "-q", "--quiet", group: "Report", help: "Answer with the exit code alone.",
          sets: \.isQuiet),
      ]
  }

  var first = Path("")
  var second = Path("")
  var isAnywhere = false
  var isAnyWay = false
  var input = InputOptions()
  var isJSON = false
  var isQuiet = false

  func run() throws -> ExitCode {
    try reporting {
      let talk = Talk(isQuiet: isQuiet)
      let (a, b) = (try input.load(first, talk).pattern, try input.load(second, talk).pattern)
      let comparison = try PatternComparison(
        (a, b), names: ("\(first)", "\(second)"), isAnywhere: isAnywhere || isAnyWay,
        isAnyWay: isAnyWay)
      do {
        if isJSON { try writeLine(comparison.json) }
        if !isJSON && !isQuiet { try writeText(comparison.description) }
      } catch let failure as FileFailure where failure.isBrokenPipe {
        // Whoever read has seen enough; whoever waits for the answer has not.
      }
      return comparison.isSame ? .ok : .no
    }
  }
}
