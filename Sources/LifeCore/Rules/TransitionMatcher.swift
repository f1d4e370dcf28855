/// Finds the first transition of a table that matches a neighbourhood.
///
/// For every input and every kind of state there is a row with a bit for each transition that
/// allows it; the rows of a neighbourhood's nine inputs are intersected word by word, and the first
/// bit that is left is the answer, unless the transition wants two inputs to be alike that are not.
struct TransitionMatcher: Hashable, Sendable {
  let kinds: Kinds
  let symmetry: TableSymmetry
  private let lanes: [Int]
  /// For each image, the lane that each neighbour of a transition is matched with.
  private let images: [[Int]]
  private let clauses: TransitionClauses
  private let rows: BitRows

  /// Tables whose rows would take more bytes than this are refused.
  private static let mostBytes = 1 << 26

  init(_ transitions: Transitions) throws(RuleTableError) {
    clauses = TransitionClauses(transitions)
    kinds = clauses.kinds
    symmetry = transitions.symmetry
    let lanes = transitions.symmetry.neighbourhood.lanes
    self.lanes = lanes
    images = symmetry.images.map { image in image.map { lanes[$0] } }
    let inputs = symmetry.kind == .permute ? [0, lanes[0]] : [0] + lanes
    let kinds = kinds
    let rowCount = inputs.reduce(0) { $0 + kinds.counts[$1] }
    guard rowCount * ((clauses.count + 63) / 64) <= Self.mostBytes / 8 else {
      throw RuleTableError(
        "the table is too large: \(clauses.count) transitions between \(transitions.states) states")
    }
    let clauses = clauses
    if symmetry.kind == .permute {
      rows = BitRows(clauses.count, kinds, inputs) { transition, input, state in
        input == 0
          ? clauses.allows(state, at: 0, in: transition)
          : (1...lanes.count).contains { clauses.allows(state, at: $0, in: transition) }
      }
    } else {
      rows = BitRows(clauses.count, kinds, inputs) { clauses.allows($2, at: $1, in: $0) }
    }
  }

  /// The number of transitions.
  var count: Int { clauses.count }

  func next(_ cells: RuleTable.Cells9) -> State {
    let found = symmetry.kind == .permute ? permuted(cells) : imaged(cells)
    return found ?? cells[0]
  }
}

// MARK: - Listed images

extension TransitionMatcher {
  /// The outcome of the first transition of which some image matches. If several do, that of the
  /// bound variables' earliest values counts.
  private func imaged(_ cells: RuleTable.Cells9) -> State? {
    var best = (transition: Int.max, binding: [State](), outcome: State(0))
    for image in images {
      var view = cells
      for index in image.indices { view[index + 1] = cells[image[index]] }
      guard let (transition, binding) = first(view, kindsOf(cells, image), upTo: best.transition)
      else { continue }
      if transition == best.transition,
        !clauses.comes(binding, before: best.binding, in: transition)
      {
        continue
      }
      best = (transition, binding, clauses.outcome(of: transition, binding))
    }
    return best.transition == .max ? nil : best.outcome
  }

  /// The rows of an image's inputs, the cell's own first.
  private func kindsOf(_ cells: RuleTable.Cells9, _ image: [Int]) -> SIMD16<Int32> {
    var result = SIMD16<Int32>()
    result[0] = rows.row(0, kinds.ofState[0][Int(cells[0])])
    for index in image.indices {
      let kind = kinds.ofState[image[index]][Int(cells[image[index]])]
      result[index + 1] = rows.row(index + 1, kind)
    }
    return result
  }

  /// The first transition up to `last` that a view of the neighbourhood matches, and the values of
  /// its bound variables. The view's neighbours are in the transitions' order.
  private func first(
    _ view: RuleTable.Cells9, _ offsets: SIMD16<Int32>, upTo last: Int
  ) -> (Int, [State])? {
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
  private func permuted(_ cells: RuleTable.Cells9) -> State? {
    let neighbours = lanes.map { cells[$0] }
    let distinct = Set(neighbours.map { kinds.ofState[lanes[0]][Int($0)] })
    let offsets = distinct.map { Int(rows.row(1, $0)) }
    let centre = Int(rows.row(0, kinds.ofState[0][Int(cells[0])]))
    for word in 0..<rows.width {
      var bits = offsets.reduce(rows.bits[centre + word]) { $0 & rows.bits[$1 + word] }
      while bits != 0 {
        let transition = word * 64 + bits.trailingZeroBitCount
        if let outcome = clauses.permutedOutcome(of: cells[0], neighbours, in: transition) {
          return outcome
        }
        bits &= bits - 1
      }
    }
    return nil
  }
}

/// Rows of bits, one for each kind of state at each input, one bit for each transition.
struct BitRows: Hashable, Sendable {
  /// The number of words of a row.
  let width: Int
  private(set) var bits: [UInt64] = []
  /// Where the rows of each input begin.
  private var bases: [Int] = []

  /// - Parameters:
  ///   - inputs: the lane of each input.
  ///   - allows: whether a transition (first) allows at an input (second) a state (third).
  init(_ count: Int, _ kinds: Kinds, _ inputs: [Int], _ allows: (Int, Int, State) -> Bool) {
    width = (count + 63) / 64
    for (input, lane) in inputs.enumerated() {
      let base = bits.count
      bases.append(base)
      bits.append(contentsOf: repeatElement(0, count: width * kinds.counts[lane]))
      for kind in 0..<kinds.counts[lane] {
        let state = State(kinds.ofState[lane].firstIndex(of: UInt8(kind)) ?? 0)
        let row = base + kind * width
        for transition in 0..<count where allows(transition, input, state) {
          bits[row + transition >> 6] |= 1 << UInt64(transition & 63)
        }
      }
    }
  }

  /// Where the row of a kind at an input begins.
  func row(_ input: Int, _ kind: UInt8) -> Int32 {
    Int32(bases[input] + Int(kind) * width)
  }
}
