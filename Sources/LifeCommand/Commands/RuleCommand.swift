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
    Example("life rule --list", "List the rules that have names:"),
    Example("life rule --json 345/2/4 | jq .states", "Print the number of states with jq:"),
  ]
  static var operands: Operands<Self> {
    .one(
      "RULE", help: "A rulestring, with or without a universe, or the name of a rule.", sets: \.rule
    ).orOption { $0.listsNames }
  }
  static var options: [Option<Self>] {
    [
      .value(
        "--to", metavar: "SPELLING", group: "Report",
        help: "Print only the rule in this spelling.", sets: \.spelling),
      .json(group: "Report", help: "Print one line of JSON.", sets: \.isJSON),
      .flag(
        "--list", group: "Report", help: "List the rules that have names.", sets: \.listsNames),
      .ruleFolders(appends: \.folders),
    ]
  }

  var rule: TypedRule?
  var folders: [Path] = []
  var spelling: RuleSpelling?
  var isJSON = false
  var listsNames = false

  mutating func validate() throws(UsageError) {
    if spelling != nil && isJSON { throw UsageError("--to and --json cannot be combined") }
    if listsNames, spelling != nil || isJSON || rule != nil {
      throw UsageError("--list is used alone")
    }
  }

  func run() throws -> ExitCode {
    try reporting {
      guard let rule = try parsedRule() else {
        try writeText(Self.list)
        return .ok
      }
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
  /// The names of rules, each with its rulestring or where it is defined.
  private static var list: String {
    let files = PatternLibrary.rules.map { (name: $0, rulestring: "a rule file") }
    let automata = VonNeumannAutomaton.allCases.map {
      (name: $0.name, rulestring: "von Neumann's automaton")
    }
    let rows = NamedRules.all + automata + files
    let width = rows.map(\.name.count).max() ?? 0
    return rows.map { row in
      let gap = String(repeating: " ", count: width - row.name.count + 2)
      return "\(row.name)\(gap)\(row.rulestring)\n"
    }.joined()
  }

  /// The rule; nil if none was typed.
  private func parsedRule() throws -> RuleAndUniverse? {
    guard let rule else { return nil }
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
