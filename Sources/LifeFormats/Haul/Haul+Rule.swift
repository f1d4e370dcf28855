package import LifeCore

// The names of rules in hauls, as in Catagolue.
extension Haul {
  /// The name of a rule: `b36s23`, `b2-as12`, `g3b2s`, `r5b34t45s34t58`; for other families the
  /// canonical rulestring.
  package static func name(of rule: Rule) -> String {
    let canonical = rule.canonical
    let parts = canonical.split(separator: "/", omittingEmptySubsequences: false)
    switch rule.family {
    case .twoState where parts.count == 2 && canonical.hasPrefix("B") && parts[1].hasPrefix("S"):
      return parts.joined().lowercased()
    case .generations where parts.count == 3 && !canonical.hasPrefix("MAP"):
      let states = "\(rule.states)"
      let cells = parts[2].dropFirst(states.count)
      return "g\(states)b\(parts[1])s\(parts[0])\(cells)".lowercased()
    case .largerThanLife(let rule): return rule.asLetters ?? canonical
    default: return canonical
    }
  }

  /// The inverse of ``name(of:)``, which also reads other notations. `nil` if the name is not a
  /// rulestring.
  package static func rule(named name: String) -> Rule? {
    let parsed = try? RuleAndUniverse(parsing: name.utf8)
    return parsed?.universe == nil ? parsed?.rule : nil
  }
}
