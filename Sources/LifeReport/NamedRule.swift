internal import LifeCore
internal import LifeRun
package import LifeRender

/// A rule that is found by name.
package struct NamedRule {
  let name: String
  /// The rulestring; nil for the rules of files and for von Neumann's automata.
  let rulestring: String?
  /// The rulestring, or where the rule is defined.
  let definition: String

  package static var all: [NamedRule] {
    NamedRules.all.map {
      NamedRule(name: $0.name, rulestring: $0.rulestring, definition: $0.rulestring)
    }
      + VonNeumannAutomaton.allCases.map {
        NamedRule(name: $0.name, rulestring: nil, definition: "von Neumann's automaton")
      }
      + PatternLibrary.rules.map {
        NamedRule(name: $0, rulestring: nil, definition: "a rule file")
      }
  }

  private static let schema = Schema<NamedRule> {
    Property("name", "the name") { $0.name }
    Property("rule", "the rulestring; null if a file defines the rule") { $0.rulestring }.orNull
  }

  package static let listSchema = Schema<[NamedRule]>("life.rules/1") {
    Property("rules", "the rules that have names", listing: schema) { $0 }
  }

  /// The names, each with its definition.
  package static func text(_ rules: [NamedRule]) -> String {
    TextTable(rows: rules.map { [$0.name, $0.definition] }, gap: 2).plain
  }
}
