/// A cell whose state does not exist in the rule.
package struct StateBeyondRule: Error, Hashable {
  package var state: State
  /// The number of states of the rule.
  package var states: Int
}
