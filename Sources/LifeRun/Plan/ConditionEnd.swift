package import LifeAnalysis
import LifeCore

/// The end of a run that goes on until a condition holds.
package struct ConditionEnd: Hashable, Sendable, CustomStringConvertible {
  package let condition: StopCondition
  /// Generations from the start of the run: until the condition holds, or as many as were searched.
  package let generations: Int
  /// Whether the condition was found to hold.
  package let isMet: Bool

  /// `stable after 5206 generations`
  package var description: String {
    let time = generations.counted("generation")
    return isMet ? "\(condition) after \(time)" : "\(condition.negation) within \(time)"
  }
}
