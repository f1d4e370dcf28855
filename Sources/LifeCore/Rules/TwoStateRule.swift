/// A two-state rule of the Moore neighborhood, with the notation it was written in.
package struct TwoStateRule: Hashable, Sendable {
  /// The notation of the rulestring.
  package enum Spelling: Hashable, Sendable {
    /// Counts of live neighbors with letters, in one neighborhood: `B2-a/S12`, `B2o/S34H`.
    case counts(birth: Configurations, survival: Configurations)
    /// A table of all configurations, `MAP…`, and its neighborhood.
    case map(String, Neighborhood)
    /// Wolfram's number of a one-dimensional rule, for example `W30`. Its generations are rows from
    /// north to south.
    case wolfram(Int)
    /// Weights of neighbors: `NW1,NN2,…`.
    case weighted(WeightedLife)
  }

  package let spelling: Spelling
  /// The map of true cells, see ``Rule/phases``.
  package let map: MooreMap

  package init(_ spelling: Spelling, map: MooreMap) {
    self.spelling = spelling
    self.map = map
  }

  package init(_ rule: LifeLike) {
    let configurations = { (mask: UInt16) in
      var configurations = Configurations()
      for count in 0...8 where mask >> UInt16(count) & 1 == 1 {
        configurations.masks[count] = Hensel.allConfigurations(count)
      }
      return configurations
    }
    self.init(
      .counts(birth: configurations(rule.birth), survival: configurations(rule.survival)),
      map: MooreMap(rule))
  }

  /// A rule by counts; both parts have the same neighborhood.
  package init(birth: Configurations, survival: Configurations) {
    self.init(
      .counts(birth: birth, survival: survival),
      map: MooreMap { ($0 & MooreMap.center == 0 ? birth : survival).contains($0) })
  }

  /// A one-dimensional rule: live cells survive, and a dead cell is born from the three above it.
  ///
  /// - Parameter wolfram: even, 0…254. Bit 4 · *nw* + 2 · *n* + *ne* decides the birth.
  package init(wolfram: Int) {
    self.init(
      .wolfram(wolfram),
      map: MooreMap { $0 & MooreMap.center != 0 || wolfram >> ($0 >> 6) & 1 == 1 })
  }

  /// The neighborhood of the notation.
  package var neighborhood: Neighborhood {
    switch spelling {
    case .counts(let birth, _): birth.neighborhood
    case .map(_, let neighborhood): neighborhood
    case .wolfram, .weighted: .moore
    }
  }
}

extension TwoStateRule: CustomStringConvertible {
  package var description: String {
    switch spelling {
    case .counts(let birth, let survival): "B\(birth)/S\(survival)\(neighborhood.suffix)"
    case .map(let text, _): text
    case .wolfram(let number): "W\(number)"
    case .weighted(let weighted): weighted.text(states: 2)
    }
  }
}

extension TwoStateRule {
  /// Whether the rule stays the same if dead and live cells are exchanged.
  package var isSelfComplementary: Bool { map.conjugate == map }

  /// Whether the rule is the same after every rotation and reflection of the square.
  package var isIsotropic: Bool {
    map.lifeLike != nil
      || (0..<MooreMap.count).allSatisfy { index in
        Hensel.images(of: index).allSatisfy { map[$0] == map[index] }
      }
  }
}
