import LifeArguments
import LifeCore
import LifeFormats
import LifeIO
import LifeReport
import LifeRun

/// `life paste`: combines patterns.
struct PasteCommand: Command {
  static let name = "paste"
  static let summary = "Paste patterns onto another one."
  static let discussion = """
    Writes A with the live cells of each B added. --at puts the northwest corner of B's bounding \
    box at X,Y; give one --at for each B, in the same order. Without --at, every B keeps the \
    position in its file. The result has the rule, universe, generation and notes of A; --rule \
    sets another rule for all.
    """
  static let examples = [
    Example("life paste gun.rle eater.rle --at 40,20 -o both.rle", "Add an eater to a gun:"),
    Example(
      "life paste block glider glider --at 5,0 --at -9,2", "Add two gliders to a block:"),
    Example(
      "life paste xs4_33 xq4_153 --at -5,-5", "Combine apgcodes, with RLE on standard output:"),
  ]
  static var operands: Operands<Self> {
    .one("A", help: "The pattern below.", completes: .pattern, sets: \.below)
      .then(
        .many("B", help: "The patterns on top.", completes: .pattern, appends: \.above))
  }
  static var options: [Option<Self>] {
    [
      .value(
        "--at", metavar: "X,Y", group: "Paste", help: "Position of the corner of B's bounding box.",
        appends: \.places)
    ]
      + InputOptions.options.inside(\.input)
      + PatternOutput.options().inside(\.output) + [.quiet(\.diagnostics.isQuiet)]
  }

  var below = Path("")
  var above: [Path] = []
  var places: [Position] = []
  var input = InputOptions()
  var output = PatternOutput()
  var diagnostics = Diagnostics.ofProcess()

  mutating func validate() throws(UsageError) {
    guard places.isEmpty || places.count == above.count else {
      throw UsageError(
        "--at: expected one position for each B (\(above.count)), or none; found \(places.count)")
    }
    try output.validate(for: below)
  }

  func run() throws -> ExitCode {
    var lower = try input.load(below, needsRule: false, diagnostics: diagnostics).pattern
    let limit = try MemoryBudget.ofProcess().forPattern
    for (index, name) in above.enumerated() {
      var upper = try input.load(name, needsRule: false, diagnostics: diagnostics).pattern
      try checkRules(lower, upper)
      // A file without a rule gets the rule of the other.
      lower.statedRule = lower.statedRule ?? upper.statedRule
      // An unknown rule has just enough states for the cells of its file.
      if upper.rule.isUnknown, upper.rule.states > lower.rule.states {
        lower.statedRule = upper.statedRule
      }
      if !places.isEmpty, let box = upper.bounds {
        upper = upper.shifted(by: places[index] - box.corner)
      }
      lower = try lower.pasting(upper, limit: limit)
    }
    let result = try lower.packedForRule(limit: limit)
      .clipped(limit: limit, isLenient: input.isLenient) { diagnostics.note("warning: \($0)") }
    try output.format.check(result)
    try SampleOutput.write(to: output.target(isLiteral: true)) {
      try $0.write(result, as: output.format, control: WritingControl())
    }
    return .ok
  }

  /// Refuses two rules, because states have different meanings under different rules.
  private func checkRules(_ lower: Pattern, _ upper: Pattern) throws {
    if lower.isComplement != upper.isComplement {
      throw RunFailure(
        .invalidData,
        "cannot paste generation \(upper.generation) on generation \(lower.generation): under "
          + "\(lower.rule.canonical) files of odd generations store the dead cells; run one of "
          + "them for one generation first")
    }
    guard let a = lower.statedRule, let b = upper.statedRule, a != b else { return }
    throw RunFailure(
      .invalidData,
      "the patterns are under different rules, \(a.canonical) and \(b.canonical); "
        + "select one with --rule, or convert one with 'life convert --to-rule'")
  }
}
