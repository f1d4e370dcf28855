import LifeArguments
import LifeCore
import LifeEngines
import LifeFormats
import LifeIO
import LifeRender
import LifeRun

/// `life rule`: describes a rule, or converts it to another spelling.
struct RuleCommand: Command {
  static let name = "rule"
  static let summary = "Describe a rule, or print it in another notation."
  static let discussion = """
    Prints the canonical spelling of the rule, its family, neighborhood and transitions, and the \
    engines that run it. With --to, prints only the rule in another notation.
    """
  static let examples = [
    Example("life rule B2-a/S12", "Describe a rule:"),
    Example("life rule 'Day & Night' --to map", "Print a rule as a table of bits:"),
    Example("life rule --json 345/2/4 | jq .states", "Print the number of states with jq:"),
  ]
  static var operands: Operands<Self> {
    .one(
      "RULE", help: "A rulestring, with or without a universe, or the name of a rule.", sets: \.rule
    )
  }
  static var options: [Option<Self>] {
    [
      .value(
        "--to", metavar: "SPELLING", group: "Report",
        help: "Print only the rule in this spelling.", sets: \.spelling),
      .json(group: "Report", help: "Print one line of JSON.", sets: \.isJSON),
      .ruleFolders(appends: \.folders),
    ]
  }

  var rule = TypedRule(argument: Argument(bytes: Array("B3/S23".utf8)))
  var folders: [Path] = []
  var spelling: RuleSpelling?
  var isJSON = false

  mutating func validate() throws(UsageError) {
    if spelling != nil && isJSON { throw UsageError("--to and --json cannot be combined") }
  }

  func run() throws -> ExitCode {
    try reporting {
      let rule = try parsedRule()
      let suffix = rule.universe?.suffix ?? ""
      if let spelling {
        guard let text = spelling.text(of: rule.rule) else {
          throw RunFailure(
            .invalidData, "\(rule.rule.canonical) has no spelling as \(spelling.rawValue)")
        }
        try writeText(text + suffix + "\n")
      } else if isJSON {
        try writeLine(RuleSheet(rule).json)
      } else {
        try writeText(RuleSheet(rule).text)
      }
      return .ok
    }
  }
}

extension RuleCommand {
  private func parsedRule() throws -> RuleAndUniverse {
    var options = ReadOptions()
    let diagnostics = Diagnostics.ofProcess()
    options.findRule =
      RuleLibrary(beside: .standardStream, folders: folders) {
        diagnostics.warn($0, in: $1)
      }.find
    return try rule.parsed(options, named: "RULE")
  }
}

/// A notation for rules.
enum RuleSpelling: String, Choice {
  case canonical
  case map
  case letters
  case survivalFirst = "survival-first"

  /// The rule in this notation; nil if it has none.
  func text(of rule: Rule) -> String? {
    switch (self, rule.family) {
    case (.canonical, _): rule.canonical
    case (.map, .twoState(let base)): "\(base.asMap)"
    case (.map, .generations(let rule)):
      "\(GenerationsRule(rule.base.asMap, states: rule.states))"
    case (.letters, .twoState(let base)): base.asCounts.map { "\($0)" }
    case (.letters, .generations(let rule)):
      rule.base.asCounts.map { "\(GenerationsRule($0, states: rule.states))" }
    case (.survivalFirst, .twoState(let base)): Self.survivalFirst(base)
    case (.survivalFirst, .generations(let rule)):
      rule.base.asCounts.map { "\(GenerationsRule($0, states: rule.states))" }
    default: nil
    }
  }

  private static func survivalFirst(_ rule: TwoStateRule) -> String? {
    guard case .counts(let birth, let survival, let neighborhood) = rule.spelling else {
      return rule.asCounts.flatMap(survivalFirst)
    }
    return "\(survival)/\(birth)\(neighborhood.suffix)"
  }
}
