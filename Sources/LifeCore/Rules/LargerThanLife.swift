/// A rule that counts living cells as far as its range, and how its cells age.
///
/// Cells in state 1 live; a rule of more than two states has others that died not long ago and only
/// grow older. A dead cell is born if what it counts is in `birth`, a living one stays if what it
/// counts is in `survival`.
///
/// - SeeAlso: K. M. Evans, "Larger than Life: Digital Creatures in a Family of Two-Dimensional
///   Cellular Automata" (2001).
package struct LargerThanLife: Hashable, Sendable {
  /// How the rule is written down.
  package enum Spelling: Hashable, Sendable {
    /// `R2,C0,S2-4,B3`: lists of counts, the cell itself not counted.
    case lists
    /// `R5,C0,M1,S34..58,B34..45,NM`: one range of counts each; `M1` counts the cell itself.
    case ranges(countsCentre: Bool)
  }

  package let neighbourhood: Neighbourhood
  /// The number of states, the dead one included.
  package let states: Int
  /// The counts that give birth, as they are written.
  package let birth: CountSet
  /// The counts that let live, as they are written.
  package let survival: CountSet
  package let spelling: Spelling
  /// The least and the most that weights of neighbours add up to, each taken once or not at all.
  package let weightSums: ClosedRange<Int>

  package init(
    _ neighbourhood: Neighbourhood, states: Int, birth: CountSet, survival: CountSet,
    spelling: Spelling = .lists
  ) {
    precondition((2...256).contains(states))
    self.neighbourhood = neighbourhood
    self.states = states
    self.birth = birth
    self.survival = survival
    self.spelling = spelling
    weightSums = neighbourhood.weightSums
  }

  /// The most that a cell can count.
  package var fullSum: Int {
    weightSums.upperBound * (neighbourhood.stateWeights.max() ?? 1)
  }

  package var range: Int { neighbourhood.range }

  /// The cells that a cell counts, row by row from the north-west on.
  ///
  /// - Parameter odd: whether the cell's column and row add up to an odd number, counted from the
  ///   corner of the universe if it has one.
  package func neighbours(atOddParity odd: Bool) -> [(dx: Int, dy: Int, weight: Int)] {
    neighbourhood.neighbours(atOddParity: odd)
  }

  /// What a cell in a state adds to a count, beyond what it would if it were dead.
  package func weight(of state: State) -> Int {
    let weights = neighbourhood.stateWeights
    guard !weights.isEmpty else { return state == 1 ? 1 : 0 }
    return weights[Int(state)] - weights[0]
  }

  /// What a cell counts where all are dead: not 0 if the dead state has a weight.
  package var emptySum: Int {
    guard let weight = neighbourhood.stateWeights.first, weight != 0 else { return 0 }
    return weight * (weightSums.lowerBound + weightSums.upperBound)
  }
}

extension LargerThanLife {
  /// What the stored cells obey from one generation to the next.
  package struct Phase: Hashable, Sendable {
    package let birth: CountSet
    package let survival: CountSet
    package let states: Int

    /// The state that follows.
    ///
    /// - Parameter sum: the weights of the neighbours, each times its state's.
    package func next(state: State, sum: Int) -> State {
      switch state {
      case 0: birth.contains(sum) ? 1 : 0
      case 1 where survival.contains(sum): 1
      default: Int(state) + 1 < states ? state + 1 : 0
      }
    }
  }

  /// The survival counts with the cell itself left out, unless its weight is among the others.
  private var survivalAround: CountSet {
    guard case .ranges(countsCentre: true) = spelling, !neighbourhood.includesCentre else {
      return survival
    }
    return survival.shifted(by: -1)
  }

  package var hasBirthFromNothing: Bool { birth.contains(0) }

  /// Whether a cell among nothing but living ones stays.
  private var survivesCrowd: Bool { survivalAround.contains(fullSum) }

  /// What the stored cells obey: one phase, or one for even and one for odd generations.
  package var phases: [Phase] {
    let (birth, survival, full) = (birth, survivalAround, fullSum)
    guard hasBirthFromNothing else { return [phase(birth, survival)] }
    if survivesCrowd {
      return [
        phase(
          survival.mirrored(in: full).complement(upTo: full),
          birth.mirrored(in: full).complement(upTo: full))
      ]
    }
    return [
      phase(birth.complement(upTo: full), survival.complement(upTo: full)),
      phase(survival.mirrored(in: full), birth.mirrored(in: full)),
    ]
  }

  private func phase(_ birth: CountSet, _ survival: CountSet) -> Phase {
    let empty = emptySum
    return Phase(
      birth: birth.shifted(by: -empty), survival: survival.shifted(by: -empty), states: states)
  }

  /// The phase that takes stored cells from a generation of this parity to the next.
  package func phase(atOdd odd: Bool) -> Phase {
    let phases = phases
    return phases[odd ? phases.count - 1 : 0]
  }

  /// Whether the stored cells at a generation of this parity are the dead ones of the true state.
  package func storesComplement(atOdd odd: Bool) -> Bool {
    hasBirthFromNothing && (survivesCrowd || odd)
  }

  /// Whether a pattern means something else at an odd generation, so that files must carry it.
  package var dependsOnParity: Bool { hasBirthFromNothing && !survivesCrowd }
}

extension LargerThanLife: CustomStringConvertible {
  /// The canonical rulestring.
  package var description: String {
    let head = "R\(range),C\(states == 2 ? 0 : states)"
    switch spelling {
    case .lists:
      let moore = neighbourhood.shape == .moore
      return "\(head),S\(Self.list(survival)),B\(Self.list(birth))"
        + (moore ? "" : ",N\(neighbourhood)")
    case .ranges(let countsCentre):
      return "\(head),M\(countsCentre ? 1 : 0),S\(Self.range(survival)),B\(Self.range(birth))"
        + ",N\(neighbourhood)"
    }
  }

  private static func list(_ counts: CountSet) -> String {
    counts.ranges.map { range in
      range.count == 1 ? "\(range.lowerBound)" : "\(range.lowerBound)-\(range.upperBound)"
    }.joined(separator: ",")
  }

  /// The one range that this spelling has.
  private static func range(_ counts: CountSet) -> String {
    counts.ranges.map { "\($0.lowerBound)..\($0.upperBound)" }.joined()
  }
}
