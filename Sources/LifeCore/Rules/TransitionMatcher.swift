/// Finds the first transition of a table that matches a neighborhood.
///
/// For each input and each class of states there is a row with one bit per transition, set if the
/// transition allows that class there. The rows of a neighborhood's inputs are intersected word by
/// word; the first remaining bit is the match, provided that bound variables have equal inputs.
struct TransitionMatcher: Hashable, Sendable {
  let stateClasses: StateClasses
  let symmetry: TableSymmetry
  private let lanes: [Int]
  /// For each image of the symmetry, the lane that each neighbor of a transition is matched with.
  private let images: [SIMD8<UInt8>]
  private let clauses: TransitionClauses
  private let rows: BitRows

  /// The limit for the rows, in bytes; larger tables are rejected.
  private static let maxBytes = 1 << 26

  init(_ transitions: Transitions) throws(RuleTableError) {
    clauses = TransitionClauses(transitions)
    stateClasses = clauses.stateClasses
    symmetry = transitions.symmetry
    let lanes = transitions.symmetry.neighborhood.lanes
    self.lanes = lanes
    images = symmetry.images.map { image in
      var result = SIMD8<UInt8>()
      for (index, place) in image.enumerated() { result[index] = UInt8(lanes[place]) }
      return result
    }
    // The demands of a permuted transition are rows like its inputs, see `matchingPermutations`.
    let isPermuted = symmetry.group == .permute
    let inputs =
      [0] + (isPermuted ? [lanes[0]] : [])
      + (isPermuted ? lanes.prefix(clauses.maxDemands) : lanes[...])
    let stateClasses = stateClasses
    let rowCount = inputs.reduce(0) { $0 + stateClasses.counts[$1] }
    guard rowCount * ((clauses.count + 63) / 64) <= Self.maxBytes / 8 else {
      throw RuleTableError(
        "the table is too large: \(clauses.count) transitions between \(transitions.states) states")
    }
    let clauses = clauses
    rows = BitRows(count: clauses.count, stateClasses: stateClasses, inputs: inputs) {
      transition, input, state in
      guard isPermuted, input > 0 else {
        return clauses.allows(state, at: input, in: transition)
      }
      return input == 1
        ? clauses.allowsAnywhere(state, in: transition)
        : clauses.meets(demand: input - 2, state, in: transition)
    }
  }

  /// The number of transitions.
  var count: Int { clauses.count }

  func next(_ cells: RuleTable.Cells9) -> State {
    let found = symmetry.group == .permute ? matchingPermutations(cells) : matchingImages(cells)
    return found ?? cells[0]
  }
}

// MARK: - Listed images

extension TransitionMatcher {
  /// The next state by the first transition of which some image matches. If several images match,
  /// the one whose binding is enumerated first applies.
  private func matchingImages(_ cells: RuleTable.Cells9) -> State? {
    let bits = rows.bits.span
    let starts = rows.starts.span
    let center = Int(starts[Int(cells[0])])
    for word in 0..<rows.width {
      var candidates = bits[center + word]
      if candidates == 0 { continue }
      var best: (transition: Int, view: RuleTable.Cells9)?
      for image in images {
        var matches = candidates
        for input in lanes.indices {
          let state = Int(cells[Int(image[input])])
          matches &= bits[Int(starts[(input + 1) << 8 + state]) + word]
          if matches == 0 { break }
        }
        if matches == 0 { continue }
        var view = cells
        for input in lanes.indices { view[input + 1] = cells[Int(image[input])] }
        while matches != 0 {
          let transition = matches.trailingZeroBitCount
          matches &= matches - 1
          guard clauses.isBound(view, in: word * 64 + transition) else { continue }
          if let best, best.transition == transition,
            !clauses.comes(view, before: best.view, in: word * 64 + transition)
          {
            break
          }
          best = (transition, view)
          // Later transitions do not matter any more.
          candidates &= (2 << UInt64(transition)) &- 1
          break
        }
      }
      if let best { return clauses.outcome(of: word * 64 + best.transition, in: best.view) }
    }
    return nil
  }
}

// MARK: - All permutations

extension TransitionMatcher {
  /// The next state by the first transition of which some permutation matches.
  ///
  /// Two conditions find the candidates: some input accepts each neighbor, and some neighbor meets
  /// each demand. The demands of a transition are its inputs that do not accept every state.
  private func matchingPermutations(_ cells: RuleTable.Cells9) -> State? {
    let bits = rows.bits.span
    let starts = rows.starts.span
    let center = Int(starts[Int(cells[0])])
    for word in 0..<rows.width {
      var candidates = bits[center + word]
      for lane in lanes where candidates != 0 {
        candidates &= bits[Int(starts[1 << 8 + Int(cells[lane])]) + word]
      }
      for demand in 0..<clauses.maxDemands where candidates != 0 {
        var met: UInt64 = 0
        for lane in lanes {
          met |= bits[Int(starts[(demand + 2) << 8 + Int(cells[lane])]) + word]
        }
        candidates &= met
      }
      while candidates != 0 {
        let transition = word * 64 + candidates.trailingZeroBitCount
        if let outcome = clauses.permutedOutcome(of: cells, lanes: lanes, in: transition) {
          return outcome
        }
        candidates &= candidates - 1
      }
    }
    return nil
  }
}

/// Bit rows: one for each class of states at each input, with one bit per transition.
private struct BitRows: Hashable, Sendable {
  /// The number of words in a row.
  let width: Int
  private(set) var bits: [UInt64] = []
  /// The offset of the row of each of 256 states at each input.
  private(set) var starts: [Int32] = []

  /// - Parameters:
  ///   - count: the number of transitions.
  ///   - inputs: the lane of each input.
  ///   - allows: whether a transition allows a state at an input.
  init(
    count: Int, stateClasses: StateClasses, inputs: [Int],
    allows: (_ transition: Int, _ input: Int, _ state: State) -> Bool
  ) {
    width = (count + 63) / 64
    for (input, lane) in inputs.enumerated() {
      let base = bits.count
      bits.append(contentsOf: repeatElement(0, count: width * stateClasses.counts[lane]))
      starts += stateClasses.ofState[lane].map { Int32(base + Int($0) * width) }
      for stateClass in 0..<stateClasses.counts[lane] {
        let state = State(stateClasses.ofState[lane].firstIndex(of: UInt8(stateClass)) ?? 0)
        let row = base + stateClass * width
        for transition in 0..<count where allows(transition, input, state) {
          bits[row + (transition >> 6)] |= 1 << UInt64(transition & 63)
        }
      }
    }
  }
}
