/// A parsed rulestring: the rule, and the universe of its suffix.
package struct RuleAndUniverse: Hashable, Sendable {
  package var rule: Rule
  /// Nil if the rulestring has no suffix.
  package var universe: Universe?

  package init(rule: Rule, universe: Universe?) {
    self.rule = rule
    self.universe = universe
  }

  /// Parses a rulestring such as `B3/S23`, `b36s23`, `23/3`, `/2/3` or `B3/S23:T100,50`, or the
  /// name of a well-known rule.
  ///
  /// - Throws: ``RuleError`` with byte offsets in `text`.
  package init(parsing text: some Collection<UInt8>) throws(RuleError) {
    let bytes = Array(text)
    let colon = bytes.firstIndex(of: UInt8(ascii: ":")) ?? bytes.endIndex
    rule = try Rule(parsing: bytes[..<colon])
    guard colon < bytes.endIndex else { return }
    let suffix = Array(bytes[(colon + 1)...])
    do throws(RuleError) {
      if let rule = rule.largerThanLife {
        universe = try rule.universe(parsing: suffix)
      } else {
        universe = try Universe(parsing: suffix)
      }
    } catch {
      throw error.shifted(by: colon + 1)
    }
  }
}
