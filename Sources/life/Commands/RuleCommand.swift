import LifeCore
import LifeEngines
import LifeFormats
import LifeIO
import LifeRender

/// `life rule`: what a rulestring means.
struct RuleCommand: Command {
  static let name = "rule"
  static let summary = "Say what a rule is, or spell it in another way."
  static let discussion = """
    Prints the rule's canonical spelling, its family, its neighbourhood, what becomes of every \
    neighbourhood, and the engines that run it. With --to it prints nothing but the same rule in \
    another spelling.
    """
  static let examples = [
    Example("life rule B2-a/S12", "What this rule does:"),
    Example("life rule 'Day & Night' --to map", "The same rule as a table of bits:"),
    Example("life rule --json 345/2/4 | jq .states", "For a program:"),
  ]
  static var operands: Operands<Self> {
    .one(
      "RULE", help: "A rulestring, with or without a universe, or a rule's name.", sets: \.rule)
  }
  static var options: [Option<Self>] {
    [
      .value(
        "--to", metavar: "SPELLING", group: "Report",
        help: "Print only the rule, spelt like this.", sets: \.spelling),
      .flag("--json", group: "Report", help: "Print one line of JSON.", sets: \.isJSON),
      .value(
        "--rules", metavar: "DIR", group: "Input",
        help: "Look for rule files here, too; may be repeated.", completes: .directory,
        appends: \.folders),
    ]
  }

  var rule = TypedRule(argument: Argument(bytes: Array("B3/S23".utf8)))
  var folders: [Path] = []
  var spelling: RuleSpelling?
  var isJSON = false

  mutating func validate() throws(UsageError) {
    if spelling != nil && isJSON { throw UsageError("--to and --json exclude each other") }
  }

  func run() throws -> ExitCode {
    try reporting {
      let rule = try parsedRule()
      let suffix = rule.universe?.suffix ?? ""
      if let spelling {
        guard let text = spelling.text(of: rule.rule) else {
          throw Failed(
            .data, "life rule: \(rule.rule.canonical) cannot be spelt as \(spelling.rawValue)")
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
    let talk = Talk(isQuiet: false)
    options.findRule =
      RuleLibrary(beside: .standardStream, folders: folders) {
        talk.warn($0, in: $1)
      }.find
    return try rule.parsed(options, named: "RULE")
  }
}

/// A way to write a rule down.
enum RuleSpelling: String, Choice {
  case canonical
  case map
  case letters
  case survivalFirst = "survival-first"

  /// Nil if the rule cannot be spelt so.
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
    guard case .counts(let birth, let survival, let neighbourhood) = rule.spelling else {
      return rule.asCounts.flatMap(survivalFirst)
    }
    return "\(survival)/\(birth)\(neighbourhood.suffix)"
  }
}
