import LifeArguments
import LifeCore
import LifeFormats
import LifeIO
import LifeRender
import LifeReport
import LifeRun

/// `life rule`: describes a rule, or converts it to another spelling.
struct RuleCommand: Command {
  static let name = "rule"
  static let summary = "Describe a rule, or print it in another notation."
  static let discussion = """
    Prints the canonical spelling of the rule, its family, neighborhood and transitions (of a rule \
    file, their number), and the engines that run it. With --to, prints only the rule in another \
    notation.
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
      .flag(
        "--list", group: "Report", help: "List the rules that have names.", sets: \.listsNames),
      .ruleFolders(appends: \.folders),
    ] + ReportOptions.json(help: "Print one line of JSON.").inside(\.report)
  }

  var rule: TypedRule?
  var folders: [Path] = []
  var spelling: RuleSpelling?
  var report = ReportOptions()
  var listsNames = false

  mutating func validate() throws(UsageError) {
    if rule?.argument == "list" {
      throw UsageError("RULE: 'list' is no rule", hint: "write --list, or ./list.rule for a file")
    }
    if spelling != nil && report.isJSON { throw UsageError("--to and --json cannot be combined") }
    if listsNames, spelling != nil || rule != nil {
      throw UsageError("--list cannot be combined with \(rule == nil ? "--to" : "RULE")")
    }
  }

  func run() throws -> ExitCode {
    guard let rule = try rule?.parsed(folders: folders, named: "RULE") else {
      let rules = NamedRule.all
      try writeText(
        report.isJSON
          ? report.line(rules, schema: NamedRule.listSchema) : NamedRule.text(rules))
      return .ok
    }
    let suffix = rule.universe?.suffix ?? ""
    if let spelling {
      guard let text = spelling.text(of: rule.rule) else {
        throw RunFailure(
          .invalidData, "\(rule.rule.canonical) cannot be written as \(spelling.rawValue)")
      }
      try writeText(text + suffix + "\n")
    } else {
      try writeText(report.text(RuleReport(of: rule)))
    }
    return .ok
  }
}

extension RuleSpelling: Choice {}
