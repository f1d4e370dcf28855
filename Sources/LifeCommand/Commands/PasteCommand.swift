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
    sets another rule for all. A pattern without a rule, such as an apgcode, has that of \
    a file before it.
    """
  static let examples = [
    Example("life paste gun.rle eater.rle --at 40,20 -o both.rle", "Add an eater to a gun:"),
    Example(
      "life paste block glider glider --at 5,0 --at -9,2", "Add two gliders to a block:"),
    Example(
      "life paste xs4_33 xq4_153 --at -5,-5", "Combine apgcodes, with RLE on standard output:"),
  ]
  static var operands: Operands<Self> {
    .one("A", help: "The pattern to paste onto.", completes: .pattern, sets: \.base)
      .then(
        .many("B", help: "The patterns to paste.", completes: .pattern, appends: \.additions))
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

  var base = Path("")
  var additions: [Path] = []
  var places: [Position] = []
  var input = InputOptions()
  var output = PatternOutput()
  var diagnostics = Diagnostics.ofProcess()

  mutating func validate() throws(UsageError) {
    guard places.isEmpty || places.count == additions.count else {
      throw UsageError(
        "--at: expected one position for each B (\(additions.count)), or none; "
          + "found \(places.count)")
    }
    try output.validate(for: base)
  }

  func run() throws -> ExitCode {
    let patterns = try input.loadTogether(
      [base] + additions, needsRule: false, diagnostics: diagnostics)
    var pattern = patterns[0]
    let limit = try MemoryBudget.ofProcess().forPattern
    for (index, addition) in patterns.dropFirst().enumerated() {
      var addition = addition
      try checkRules(of: addition, pastedOnto: pattern)
      // A file without a rule gets the rule of the other.
      pattern.statedRule = pattern.statedRule ?? addition.statedRule
      // An unknown rule has just enough states for the cells of its file: keep the one with more.
      if addition.rule.isUnknown, addition.rule.states > pattern.rule.states {
        pattern.statedRule = addition.statedRule
      }
      if !places.isEmpty, let box = addition.bounds {
        let move = places[index] - box.corner
        diagnostics.warn(ofMove: move, under: pattern.rule)
        addition = addition.shifted(by: move)
      }
      pattern = try pattern.pasting(addition, limit: limit)
    }
    let result = try pattern.packedForRule(limit: limit)
      .clipped(limit: limit, isLenient: input.reading.isLenient) {
        diagnostics.note("warning: \($0)")
      }
    try output.format.check(result)
    try SampleOutput.write(to: output.target(isLiteral: true)) {
      try $0.write(result, as: output.format, control: WritingControl())
    }
    return .ok
  }

  /// Refuses different rules, because states have different meanings under them.
  private func checkRules(of addition: Pattern, pastedOnto pattern: Pattern) throws {
    if pattern.isComplement != addition.isComplement {
      throw RunFailure(
        .invalidData,
        "cannot paste generation \(addition.generation) on generation "
          + "\(pattern.generation): under \(pattern.rule.canonical) files of odd generations store "
          + "the dead cells; run one of them for one generation first")
    }
    guard let a = pattern.statedRule, let b = addition.statedRule, a != b else { return }
    throw RunFailure(
      .invalidData,
      "the patterns are under different rules, \(a.canonical) and \(b.canonical); "
        + "select one with --rule, or convert one with 'life convert --to-rule'")
  }
}
