/// A Larger than Life rule: births and survivals by a weighted sum over a neighborhood of any
/// range.
///
/// A dead cell is born if its sum is in ``birth``; a cell in state 1 survives if its sum is in
/// ``survival``. With more than two states, other cells age as in ``GenerationsRule``.
///
/// - SeeAlso: K. M. Evans, "Larger than Life: Digital Creatures in a Family of Two-Dimensional
///   Cellular Automata" (2001);
///   <https://conwaylife.com/wiki/Higher-range_outer-totalistic_cellular_automaton>.
package struct LargerThanLife: Hashable, Sendable {
  /// The notation of the rulestring.
  package enum Spelling: Hashable, Sendable {
    /// `R2,C0,S2-4,B3`: lists of counts without the cell itself.
    case lists
    /// `R5,C0,M1,S34..58,B34..45,NM`: counts as one range each; `M1` counts the cell itself.
    case ranges(countsCenter: Bool)
    /// `B45/S34L`: counts of triangles as digits.
    case triangles(Triangles)
  }

  package let neighborhood: Neighborhood
  /// The number of states including the dead state 0; 2…256.
  package let states: Int
  /// The birth counts as written.
  package let birth: CountSet
  /// The survival counts as ``description`` writes them: a list typed as `M1,S3-5` has 2 to 4.
  package let survival: CountSet
  package let spelling: Spelling
  /// The minimum and maximum sum of neighbor weights over all sets of live neighbors.
  package let weightSums: ClosedRange<Int>

  package init(
    _ neighborhood: Neighborhood, states: Int, birth: CountSet, survival: CountSet,
    spelling: Spelling = .lists
  ) {
    precondition((2...256).contains(states))
    self.neighborhood = neighborhood
    self.states = states
    self.birth = birth
    self.survival = survival
    self.spelling = spelling
    weightSums = neighborhood.weightSums
  }

  /// The maximum sum of a cell.
  package var fullSum: Int {
    weightSums.upperBound * (neighborhood.stateWeights.max() ?? 1)
  }

  package var range: Int { neighborhood.range }

  /// The factor of a state in a sum, minus the factor of state 0.
  package func weight(of state: State) -> Int {
    let weights = neighborhood.stateWeights
    guard !weights.isEmpty else { return state == 1 ? 1 : 0 }
    return weights[Int(state)] - weights[0]
  }

  /// The sum of a cell among dead cells: not 0 if state 0 has a weight.
  package var emptySum: Int { (neighborhood.stateWeights.first ?? 0) * sumOfWeights }

  /// The sum of a cell among cells in state 1. With negative weights it is not the maximum.
  package var liveSum: Int { emptySum + weight(of: 1) * sumOfWeights }

  private var sumOfWeights: Int { weightSums.lowerBound + weightSums.upperBound }

  /// The rule for stored cells from one generation to the next.
  package struct Phase: Hashable, Sendable {
    package let birth: CountSet
    package let survival: CountSet
    package let states: Int

    /// The next state of a cell.
    ///
    /// - Parameter sum: the sum over the neighbors of weight × factor of the state, see
    ///   ``LargerThanLife/weight(of:)``.
    package func next(state: State, sum: Int) -> State {
      switch state {
      case 0: birth.contains(sum) ? 1 : 0
      case 1 where survival.contains(sum): 1
      default: Int(state) + 1 < states ? state + 1 : 0
      }
    }
  }

  /// The sums of the neighborhood with which a cell survives: with `M1` one less than the counts as
  /// written, unless the neighborhood includes the cell itself.
  private var survivalSums: CountSet {
    guard case .ranges(countsCenter: true) = spelling, !neighborhood.includesCenter else {
      return survival
    }
    return survival.shifted(by: -1)
  }

  /// Whether the background is alive one generation after a live one (`wasAlive`) or a dead one.
  /// Births at an ``emptySum`` other than 0 are not B0: the parser refuses them.
  func isBackgroundAlive(after wasAlive: Bool) -> Bool {
    wasAlive ? survivalSums.contains(liveSum) : emptySum == 0 && birth.contains(0)
  }

  /// The transition of stored cells, see ``Rule/phases``.
  ///
  /// - Parameters:
  ///   - isComplement: whether the complement of the true cells is stored before the step.
  ///   - givesComplement: whether it is stored after the step.
  func phase(isComplement: Bool, givesComplement: Bool) -> Phase {
    let stored = { (isAlive: Bool) -> CountSet in
      let trueSums = isAlive != isComplement ? survivalSums : birth
      let sums = isComplement ? trueSums.mirrored(at: liveSum) : trueSums.shifted(by: -emptySum)
      return givesComplement ? sums.complement(in: storedSums) : sums
    }
    return Phase(birth: stored(false), survival: stored(true), states: states)
  }

  /// The range of the sums of stored cells under a rule of two states.
  private var storedSums: ClosedRange<Int> {
    let sums = [weightSums.lowerBound * weight(of: 1), weightSums.upperBound * weight(of: 1)]
    return min(sums[0], sums[1])...max(sums[0], sums[1])
  }

  /// Whether the rule has two states and counts the eight neighbors.
  package var countsMoore: Bool { states == 2 && neighborhood == Neighborhood(.moore, range: 1) }
}

extension LargerThanLife: CustomStringConvertible {
  /// The canonical rulestring.
  package var description: String {
    let head = "R\(range),C\(states == 2 ? 0 : states)"
    switch spelling {
    case .lists:
      let moore = neighborhood.shape == .moore
      return "\(head),S\(Self.list(survival)),B\(Self.list(birth))"
        + (moore ? "" : ",N\(neighborhood)")
    case .ranges(let countsCenter):
      return "\(head),M\(countsCenter ? 1 : 0),S\(Self.range(survival)),B\(Self.range(birth))"
        + ",N\(neighborhood)"
    case .triangles(let triangles): return text(triangles)
    }
  }

  /// The notation of Catagolue, `r5b34t45s34t58`. `nil` unless the rule has two states, counts a
  /// square (`NM`), and is written in ranges with `M1`, like `R5,C0,M1,S34..58,B34..45,NM`.
  package var asLetters: String? {
    guard case .ranges(countsCenter: true) = spelling, states == 2, neighborhood.shape == .moore
    else { return nil }
    return "r\(range)b\(Self.range(birth, to: "t"))s\(Self.range(survival, to: "t"))"
  }

  private static func list(_ counts: CountSet) -> String {
    counts.closedRanges.map { range in
      range.count == 1 ? "\(range.lowerBound)" : "\(range.lowerBound)-\(range.upperBound)"
    }.joined(separator: ",")
  }

  /// The only range of a rule in ranges, for example `34..58`; with the mark `t`, `34t58`.
  private static func range(_ counts: CountSet, to mark: String = "..") -> String {
    counts.closedRanges.map { "\($0.lowerBound)\(mark)\($0.upperBound)" }.joined()
  }
}
