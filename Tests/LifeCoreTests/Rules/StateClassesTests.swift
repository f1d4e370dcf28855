import LifeCore
import TestSupport
import Testing

@Suite struct StateClassesTests {
  /// The lanes of a square of nine cells in reading order.
  private static let lanes = [8, 1, 2, 7, 0, 3, 6, 5, 4]

  @Test(arguments: [
    "LifeHistory", "B3/S23HHistory", "B13/S024VHistory", "LifeSuper", "B2/S34HSuper",
    "B12/S23VSuper", "B36/S23Investigator", "B2/S3HInvestigator",
  ])
  func `states of one class have the same effect in history rules`(rulestring: String) throws {
    let parsed = try Rule(parsing: rulestring)
    let kinds = try #require(parsed.stateClasses)
    guard case .history(let rule) = parsed.family else {
      Issue.record("\(rulestring) is of another family")
      return
    }
    var random = Seeded(rulestring.utf8.count)
    for _ in 0..<Effort.count(20_000, brief: 2_000) {
      let square = (0..<9).map { _ in
        State.random(in: 0..<State(rule.marks.states), using: &random)
      }
      let other = square.indices.map { place in
        let ofState = kinds.ofState[Self.lanes[place]]
        let alike = (0..<rule.marks.states).filter { ofState[$0] == ofState[Int(square[place])] }
        return State(alike.randomElement(using: &random)!)
      }
      #expect(rule.next(square) == rule.next(other), "\(square) \(other)")
    }
    #expect(kinds.counts[0] == rule.marks.states)
    #expect(kinds.counts[1] < rule.marks.states)
  }
}
