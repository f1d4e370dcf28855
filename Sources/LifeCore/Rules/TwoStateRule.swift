/// A rule of two states that looks at a cell and its eight neighbours.
package struct TwoStateRule: Hashable, Sendable {
  /// How the rule is written down.
  package enum Spelling: Hashable, Sendable {
    /// By the counts, and where letters say so the arrangement, of neighbours: `B2-a/S12`.
    case counts(birth: Ways, survival: Ways, Neighbourhood)
    /// By its table, `MAP…`: the text and the neighbours that it knows.
    case map(String, Neighbourhood)
    /// Wolfram's number of a one-dimensional rule, whose history grows southward: `W30`.
    case wolfram(Int)
  }

  package let spelling: Spelling
  /// What true cells obey.
  package let map: MooreMap

  package init(_ spelling: Spelling, map: MooreMap) {
    self.spelling = spelling
    self.map = map
  }

  package init(_ rule: LifeLike) {
    let ways = { (mask: UInt16) in
      var ways = Ways()
      for count in 0...8 where mask >> UInt16(count) & 1 == 1 {
        ways.masks[count] = Hensel.allWays(count)
      }
      return ways
    }
    self.init(
      .counts(birth: ways(rule.birth), survival: ways(rule.survival), .moore),
      map: MooreMap(rule))
  }

  /// A rule by counts; where not all eight neighbours count, letters mean nothing.
  package init(birth: Ways, survival: Ways, _ neighbourhood: Neighbourhood) {
    let map: MooreMap
    if neighbourhood == .moore {
      map = MooreMap { ($0 & MooreMap.centre == 0 ? birth : survival).contains($0) }
    } else {
      map = MooreMap { index in
        let counts = index & MooreMap.centre == 0 ? birth.counts : survival.counts
        return counts >> UInt16((index & neighbourhood.mask).nonzeroBitCount) & 1 == 1
      }
    }
    self.init(.counts(birth: birth, survival: survival, neighbourhood), map: map)
  }

  /// A one-dimensional rule: what lives stays, and a dead cell is born by the three above it.
  ///
  /// - Parameter wolfram: even, up to 254: its bit 4 · *nw* + 2 · *n* + *ne* is the cell's birth.
  package init(wolfram: Int) {
    self.init(
      .wolfram(wolfram),
      map: MooreMap { $0 & MooreMap.centre != 0 || wolfram >> ($0 >> 6) & 1 == 1 })
  }

  /// The neighbours that the rule looks at.
  package var neighbourhood: Neighbourhood {
    switch spelling {
    case .counts(_, _, let neighbourhood), .map(_, let neighbourhood): neighbourhood
    case .wolfram: .moore
    }
  }
}

extension TwoStateRule: CustomStringConvertible {
  package var description: String {
    switch spelling {
    case .counts(let birth, let survival, let neighbourhood):
      "B\(birth)/S\(survival)\(neighbourhood.suffix)"
    case .map(let text, _): text
    case .wolfram(let number): "W\(number)"
    }
  }
}

// Stored cells. A rule with B0 lights up the whole empty plane, so nobody stores what it truly
// makes: always the complement if a full neighbourhood survives, else at odd generations only.
extension TwoStateRule {
  /// What the stored cells obey in one generation; it never brings life from nothing.
  package struct Phase: Hashable, Sendable {
    package let map: MooreMap
    /// The same by counts; nil if it also matters where the neighbours are.
    package let lifeLike: LifeLike?

    init(_ map: MooreMap) {
      self.map = map
      lifeLike = map.lifeLike
    }
  }

  private var hasB0: Bool { map[0] }
  private var isFullKept: Bool { map[MooreMap.count - 1] }

  /// One rule, or one for even and one for odd generations.
  package var phases: [Phase] {
    guard hasB0 else { return [Phase(map)] }
    if isFullKept { return [Phase(map.conjugate)] }
    return [Phase(map.complementingOutput), Phase(map.complementingInput)]
  }

  /// What takes stored cells from a generation of this parity to the next.
  package func phase(atOdd odd: Bool) -> Phase {
    let phases = phases
    return phases[odd ? phases.count - 1 : 0]
  }

  package func storesComplement(atOdd odd: Bool) -> Bool { hasB0 && (isFullKept || odd) }

  package var dependsOnParity: Bool { hasB0 && !isFullKept }

  /// Whether the dead and the living play the same part: the rule of the complement is the rule.
  package var isSelfComplementary: Bool { map.conjugate == map }

  /// Whether the rule is the same after every rotation and reflection of the square.
  package var isIsotropic: Bool {
    (0..<MooreMap.count).allSatisfy { index in
      Hensel.images(of: index).allSatisfy { map[$0] == map[index] }
    }
  }
}
