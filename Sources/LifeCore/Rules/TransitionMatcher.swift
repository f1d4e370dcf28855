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
  private let images: [[Int]]
  private let clauses: TransitionClauses
  private let rows: BitRows

  /// The limit for the rows, in bytes; larger tables are rejected.
  private static let mostBytes = 1 << 26

  init(_ transitions: Transitions) throws(RuleTableError) {
    clauses = TransitionClauses(transitions)
    stateClasses = clauses.stateClasses
    symmetry = transitions.symmetry
    let lanes = transitions.symmetry.neighborhood.lanes
    self.lanes = lanes
    images = symmetry.images.map { image in image.map { lanes[$0] } }
    let inputs = symmetry.group == .permute ? [0, lanes[0]] : [0] + lanes
    let stateClasses = stateClasses
    let rowCount = inputs.reduce(0) { $0 + stateClasses.counts[$1] }
    guard rowCount * ((clauses.count + 63) / 64) <= Self.mostBytes / 8 else {
      throw RuleTableError(
        "the table is too large: \(clauses.count) transitions between \(transitions.states) states")
    }
    let clauses = clauses
    if symmetry.group == .permute {
      rows = BitRows(count: clauses.count, stateClasses: stateClasses, inputs: inputs) {
        transition, input, state in
        input == 0
          ? clauses.allows(state, at: 0, in: transition)
          : (1...lanes.count).contains { clauses.allows(state, at: $0, in: transition) }
      }
    } else {
      rows = BitRows(count: clauses.count, stateClasses: stateClasses, inputs: inputs) {
        transition, input, state in clauses.allows(state, at: input, in: transition)
      }
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
    var best: (transition: Int, binding: [State])?
    for image in images {
      var view = cells
      for index in image.indices { view[index + 1] = cells[image[index]] }
      guard
        let (transition, binding) = first(
          in: view, offsets: rowOffsets(of: cells, image: image), upTo: best?.transition ?? .max)
      else { continue }
      if let best, transition == best.transition,
        !clauses.comes(binding, before: best.binding, in: transition)
      {
        continue
      }
      best = (transition, binding)
    }
    guard let best else { return nil }
    return clauses.outcome(of: best.transition, binding: best.binding)
  }

  /// The offsets of the rows of an image's inputs, the cell's first.
  private func rowOffsets(of cells: RuleTable.Cells9, image: [Int]) -> SIMD16<Int32> {
    var result = SIMD16<Int32>()
    result[0] = rows.row(of: 0, stateClass: stateClasses.ofState[0][Int(cells[0])])
    for index in image.indices {
      let stateClass = stateClasses.ofState[image[index]][Int(cells[image[index]])]
      result[index + 1] = rows.row(of: index + 1, stateClass: stateClass)
    }
    return result
  }

  /// The first transition up to `last` that matches, and the values of its bound variables. Lane
  /// *i* of `view` is neighbor *i* − 1 of the transitions.
  private func first(
    in view: RuleTable.Cells9, offsets: SIMD16<Int32>, upTo last: Int
  ) -> (transition: Int, binding: [State])? {
    for word in 0..<rows.width where word * 64 <= last {
      var bits = rows.bits[Int(offsets[0]) + word]
      var input = 1
      while bits != 0, input <= lanes.count {
        bits &= rows.bits[Int(offsets[input]) + word]
        input += 1
      }
      while bits != 0 {
        let transition = word * 64 + bits.trailingZeroBitCount
        if transition > last { return nil }
        if let binding = clauses.binding(of: view, in: transition) { return (transition, binding) }
        bits &= bits - 1
      }
    }
    return nil
  }
}

// MARK: - All permutations

extension TransitionMatcher {
  /// The next state by the first transition of which some permutation matches.
  private func matchingPermutations(_ cells: RuleTable.Cells9) -> State? {
    let neighbors = lanes.map { cells[$0] }
    let distinct = Set(neighbors.map { stateClasses.ofState[lanes[0]][Int($0)] })
    let offsets = distinct.map { Int(rows.row(of: 1, stateClass: $0)) }
    let center = Int(rows.row(of: 0, stateClass: stateClasses.ofState[0][Int(cells[0])]))
    for word in 0..<rows.width {
      var bits = offsets.reduce(rows.bits[center + word]) { $0 & rows.bits[$1 + word] }
      while bits != 0 {
        let transition = word * 64 + bits.trailingZeroBitCount
        if let outcome = clauses.permutedOutcome(of: cells[0], neighbors, in: transition) {
          return outcome
        }
        bits &= bits - 1
      }
    }
    return nil
  }
}

/// Bit rows: one for each class of states at each input, with one bit per transition.
struct BitRows: Hashable, Sendable {
  /// The number of words in a row.
  let width: Int
  private(set) var bits: [UInt64] = []
  /// The offset of each input's first row.
  private var bases: [Int] = []

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
      bases.append(base)
      bits.append(contentsOf: repeatElement(0, count: width * stateClasses.counts[lane]))
      for stateClass in 0..<stateClasses.counts[lane] {
        let state = State(stateClasses.ofState[lane].firstIndex(of: UInt8(stateClass)) ?? 0)
        let row = base + stateClass * width
        for transition in 0..<count where allows(transition, input, state) {
          bits[row + (transition >> 6)] |= 1 << UInt64(transition & 63)
        }
      }
    }
  }

  /// The offset of the row of a class at an input.
  func row(of input: Int, stateClass: UInt8) -> Int32 {
    Int32(bases[input] + Int(stateClass) * width)
  }
}
