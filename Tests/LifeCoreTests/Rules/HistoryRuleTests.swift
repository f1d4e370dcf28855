import LifeCore
import TestSupport
import Testing

/// The history rules on top of B36/S23, written from their descriptions.
private enum PlainHistory {
  static func next(_ marks: HistoryRule.Marks, in square: [State]) -> State {
    let cell = square[4]
    let neighbors = Array(square[..<4] + square[5...])
    switch marks {
    case .history: return history(cell, among: neighbors)
    case .super: return `super`(cell, among: neighbors)
    case .investigator: return investigator(cell, among: neighbors)
    }
  }

  private static func lives(
    _ cell: State, among neighbors: [State], isOn: (State) -> Bool = { $0 % 2 == 1 }
  ) -> Bool {
    let count = neighbors.count(where: isOn)
    return isOn(cell) ? [2, 3].contains(count) : [3, 6].contains(count)
  }

  private static func history(_ cell: State, among neighbors: [State]) -> State {
    if neighbors.contains(6), let end: State = [1: 2, 3: 4, 5: 4][cell] { return end }
    if lives(cell, among: neighbors) {
      return cell % 2 == 1 || cell == 6 ? cell : cell == 4 ? 3 : 1
    }
    return cell == 5 ? 4 : cell % 2 == 1 ? cell + 1 : cell
  }

  private static func `super`(_ cell: State, among neighbors: [State]) -> State {
    if neighbors.contains(6) {
      if [7, 8].contains(cell) || cell >= 13 { return 0 }
      if let end: State = [1: 2, 3: 4, 5: 4, 9: 10, 11: 12][cell] { return end }
    }
    if lives(cell, among: neighbors) {
      if let same: State = [4: 3, 8: 7, 6: 6][cell] { return same }
      return cell % 2 == 1 ? cell : color(Set(neighbors))
    }
    let hasOdd = neighbors.contains { $0 % 2 == 1 }
    switch cell {
    case 5: return 4
    case 1, 3, 7, 9, 11: return cell + 1
    case 13, 14, 15, 17, 19, 21, 23, 25: return 0
    case 16 where hasOdd || neighbors.contains(14): return 14
    case 18 where neighbors.contains(22): return 22
    case 20 where neighbors.contains(18): return 18
    case 22 where neighbors.contains(20): return 20
    case 24 where hasOdd || neighbors.contains(14) || neighbors.contains(18): return 18
    default: return cell
    }
  }

  /// The color of a birth among these.
  private static func color(_ states: Set<State>) -> State {
    let odd = states.filter { $0 % 2 == 1 }
    let signals = odd.filter { $0 >= 13 }
    let high = odd.filter { $0 >= 9 }
    if odd.isDisjoint(with: [1, 3, 5, 7]), high.count == 1 { return high.first! }
    if odd.contains(3), signals.count == 1, odd.isDisjoint(with: [1, 5, 7, 9, 11]) {
      return signals.first!
    }
    let pair = odd.intersection([9, 11])
    if odd.contains(7), pair.count == 1, signals.isEmpty, odd.isDisjoint(with: [1, 3, 5]) {
      return pair.first!
    }
    let isSignal = odd.contains(7) || !signals.isEmpty
    return isSignal && odd.isDisjoint(with: [1, 3, 5, 9, 11]) ? 13 : 1
  }

  private static func investigator(_ cell: State, among neighbors: [State]) -> State {
    if cell > 1 {
      let partners: [State: State] = [
        6: 7, 7: 6, 10: 11, 11: 10, 12: 13, 13: 12, 19: 20, 20: 19,
      ]
      return partners[cell] ?? cell
    }
    let states = Set(neighbors)
    if cell == 1, !states.isDisjoint(with: [2, 3, 6, 7, 14, 16]) { return 0 }
    if cell == 0, !states.isDisjoint(with: [8, 9, 12, 13, 14]) { return 1 }
    if cell == 0, !states.isDisjoint(with: [15, 16]), !states.contains(1) { return 0 }
    let on = Set([1, 2, 4, 6, 8, 10, 12, 15, 16] + (cell == 0 ? [17, 19] : [18, 20]))
    return lives(cell, among: neighbors) { on.contains(Int($0)) } ? 1 : 0
  }
}

@Suite struct HistoryRuleTests {
  @Test(arguments: HistoryRule.Marks.allCases)
  func `rules with each set of marks follow their description`(marks: HistoryRule.Marks) throws {
    let parsed = try Rule(parsing: "B36/S23\(marks.rawValue)")
    guard case .history(let rule) = parsed.family else {
      Issue.record("\(parsed) is of another family")
      return
    }
    var random = Seeded(marks.states)
    for _ in 0..<Effort.count(60_000, brief: 6_000) {
      // Of a few states, to reach the rarer clauses.
      let states = (0..<3).map { _ in State(random.below(marks.states)) } + [0]
      let square = (0..<9).map { place in
        place == 4 ? State(random.below(marks.states)) : states[random.below(4)]
      }
      let expected = PlainHistory.next(marks, in: square)
      let found = rule.next(square)
      if found != expected {
        Issue.record("\(square): \(found), not \(expected)")
        return
      }
    }
  }

  @Test func `a newborn cell inherits its color`() throws {
    guard case .history(let rule) = try Rule(parsing: "B36/S23Super").family else {
      Issue.record("a rule of another family")
      return
    }
    let odd = stride(from: 1, through: 25, by: 2).map { State($0) }
    for first in odd {
      for second in odd {
        for third in odd {
          let square: [State] = [first, 0, 0, 0, 0, second, 0, third, 0]
          #expect(rule.next(square) == PlainHistory.next(.super, in: square), "\(square)")
        }
      }
    }
  }
}
