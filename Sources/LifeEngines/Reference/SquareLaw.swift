internal import LifeCore

/// What a rule makes of a cell, by the nine cells of its square.
struct SquareLaw {
  private let family: Rule.Family
  /// What the stored cells of a rule of two states obey at even and at odd generations.
  private let maps: [MooreMap]

  init(_ rule: Rule) {
    family = rule.family
    maps = rule.twoState.map { rule in [false, true].map { rule.phase(atOdd: $0).map } } ?? []
  }

  /// - Parameter square: nine states in reading order.
  func next(_ square: [State], atOdd odd: Bool) -> State {
    switch family {
    case .twoState: maps[odd ? 1 : 0][Self.index(square)] ? 1 : 0
    case .generations(let rule): rule.next(square[4], index: Self.index(square))
    case .history(let rule): rule.next(square)
    case .largerThanLife: preconditionFailure("a rule that looks beyond its square")
    case .table(let table):
      table.next(
        square[4], square[1], square[2], square[5], square[8], square[7], square[6], square[3],
        square[0])
    }
  }

  /// The cells in state 1, as the index of a map.
  private static func index(_ square: [State]) -> Int {
    square.reduce(0) { $0 << 1 | ($1 == 1 ? 1 : 0) }
  }
}
