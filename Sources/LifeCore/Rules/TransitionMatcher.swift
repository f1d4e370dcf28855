/// Finds the first transition of a table that matches a neighborhood.
///
/// The demands of a transition are its inputs that do not accept every state. A symmetry moves an
/// input to any place of its orbit, so a demand is met if some neighbor there is in one of its
/// states. For the cell and for each demand of an orbit there is a row of bits for each class of
/// states, one bit per transition: set if the transition has no such demand, or accepts the class.
/// Rows of neighbors are united, rows of demands intersected; the remaining transitions are
/// candidates, of which each image of the symmetry is compared in full.
struct TransitionMatcher: Hashable, Sendable {
  let stateClasses: StateClasses
  let symmetry: TableSymmetry
  private let lanes: [Int]
  /// For each image of the symmetry, the lane that each neighbor of a transition is matched with.
  private let images: [SIMD8<UInt8>]
  private let clauses: TransitionClauses
  private let filters: [DemandFilter]
  private let rows: BitRows

  /// One of the demands of an orbit, those with the fewest states first.
  private struct DemandFilter: Hashable, Sendable {
    /// The lanes of the orbit.
    var lanes: [Int]
    /// The inputs of the orbit, a bit each as in ``TransitionClauses/Bound/places``.
    var places: UInt16
    var index: Int
  }

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
    filters = Self.filters(symmetry, clauses)
    let inputs = [0] + filters.map { $0.lanes[0] }
    let stateClasses = stateClasses
    let rowCount = inputs.reduce(0) { $0 + stateClasses.counts[$1] }
    guard rowCount * ((clauses.count + 63) / 64) <= Self.maxBytes / 8 else {
      throw RuleTableError(
        "the table is too large: \(clauses.count) transitions between \(transitions.states) states")
    }
    let clauses = clauses
    let filters = filters
    rows = BitRows(count: clauses.count, stateClasses: stateClasses, inputs: inputs) {
      transition, input in
      guard input > 0 else { return clauses.allowedStates(in: transition) }
      let filter = filters[input - 1]
      return clauses.states(meeting: filter.index, at: filter.places, in: transition)
    }
  }

  private static func filters(
    _ symmetry: TableSymmetry, _ clauses: TransitionClauses
  ) -> [DemandFilter] {
    let lanes = symmetry.neighborhood.lanes
    let filters = symmetry.orbits.sorted { $0[0] < $1[0] }.flatMap { orbit in
      var places: UInt16 = 0
      for lane in orbit { places |= 2 << UInt16(lanes.firstIndex(of: lane) ?? 0) }
      return (0..<clauses.maxDemands(at: places)).map {
        DemandFilter(lanes: orbit, places: places, index: $0)
      }
    }
    return filters.sorted { ($0.index, $0.lanes[0]) < ($1.index, $1.lanes[0]) }
  }

  /// The number of transitions.
  var count: Int { clauses.count }

  func next(_ cells: RuleTable.Cells9) -> State {
    let bits = rows.bits.span
    let starts = rows.starts.span
    let center = Int(starts[Int(cells[0])])
    for word in 0..<rows.width {
      var candidates = bits[center + word]
      var input = 256
      for filter in filters {
        if candidates == 0 { break }
        var met: UInt64 = 0
        for lane in filter.lanes { met |= bits[Int(starts[input + Int(cells[lane])]) + word] }
        candidates &= met
        input += 256
      }
      while candidates != 0 {
        let transition = word * 64 + candidates.trailingZeroBitCount
        if let outcome = outcome(of: transition, cells) { return outcome }
        candidates &= candidates - 1
      }
    }
    return cells[0]
  }

  /// The next state by a transition; nil if it does not match. If several images match, the one
  /// whose binding is enumerated first applies.
  private func outcome(of transition: Int, _ cells: RuleTable.Cells9) -> State? {
    if symmetry.group == .permute {
      return clauses.permutedOutcome(of: cells, lanes: lanes, in: transition)
    }
    var best: RuleTable.Cells9?
    for image in images where clauses.meetDemands(of: transition, cells, image: image) {
      var view = cells
      for input in lanes.indices { view[input + 1] = cells[Int(image[input])] }
      if clauses.bound(in: transition).isEmpty {
        return clauses.outcome(of: transition, in: view)
      }
      guard clauses.isBound(view, in: transition) else { continue }
      if let best, !clauses.comes(view, before: best, in: transition) { continue }
      best = view
    }
    return best.map { clauses.outcome(of: transition, in: $0) }
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
  ///   - accepted: the states that a transition accepts at an input; nil for all.
  init(
    count: Int, stateClasses: StateClasses, inputs: [Int],
    accepted: (_ transition: Int, _ input: Int) -> AllowedStates?
  ) {
    width = (count + 63) / 64
    for (input, lane) in inputs.enumerated() {
      let base = bits.count
      bits.append(contentsOf: repeatElement(0, count: width * stateClasses.counts[lane]))
      starts += stateClasses.ofState[lane].map { Int32(base + Int($0) * width) }
      let examples = (0..<stateClasses.counts[lane]).map {
        State(stateClasses.ofState[lane].firstIndex(of: UInt8($0)) ?? 0)
      }
      for transition in 0..<count {
        let accepted = accepted(transition, input)
        for (stateClass, state) in examples.enumerated() where accepted?.contains(state) ?? true {
          bits[base + stateClass * width + (transition >> 6)] |= 1 << UInt64(transition & 63)
        }
      }
    }
  }
}
