internal import CCPU
internal import LifeCore
internal import LifeKernels

/// A rule of at most 16 states whose neighbors are of at most three kinds, one of which has no
/// effect, and that looks only at how many of the eight are of the other two: WireWorld,
/// LifeHistory, Generations.
///
/// The kinds weigh 0, 1 and 9, so that the sum of the eight neighbors' weights tells how many there
/// are of each. Sums that the rule treats alike are one class, and the cell's own state with that
/// class gives the next state. LifeHistory has 73 sums and four classes. All these tables fit into
/// registers, so the kernels look up 64 cells at once.
@safe
final class TallyTransition: Sendable {
  private let kernels: Kernels
  private let weights: Frozen<UInt8>
  private let centers: Frozen<UInt8>
  private let sums: Frozen<UInt8>
  private let next: Frozen<UInt8>

  private static let mostStates = 16
  private static let kindWeights = [0, 1, 9]
  /// A block of 16 next states takes four instructions for each vector of cells.
  private static let mostSuccessors = 64

  /// Nil if the rule is another one.
  ///
  /// - Parameters:
  ///   - stateClasses: the rule's classes of states.
  ///   - isOdd: whether these are the transitions of odd generations.
  init?(_ rule: Rule, stateClasses: StateClasses, atOdd isOdd: Bool, kernels: Kernels) {
    guard rule.states <= Self.mostStates, let kinds = stateClasses.ofAnyNeighbor,
      kinds.count <= Self.kindWeights.count, rule.countsNeighbors(of: kinds, atOdd: isOdd)
    else { return nil }
    self.kernels = kernels
    let successors = Self.successors(rule, kinds: kinds, atOdd: isOdd)
    var classes: [[State]] = []
    var sums = [UInt8](repeating: 0, count: (successors.map(\.sum).max() ?? 0) + 1)
    for (sum, states) in successors {
      let known = classes.firstIndex(of: states)
      sums[sum] = UInt8(known ?? classes.count)
      if known == nil { classes.append(states) }
    }
    guard classes.count * rule.states <= Self.mostSuccessors else { return nil }
    weights = Frozen(Self.padded(kinds.ofState.map { UInt8(Self.kindWeights[Int($0)]) }))
    centers = Frozen(Self.padded((0..<rule.states).map { UInt8($0 * classes.count) }))
    self.sums = Frozen(Self.padded(sums))
    next = Frozen(Self.padded((0..<rule.states).flatMap { state in classes.map { $0[state] } }))
  }

  /// For every sum of neighbors the next states of a cell by its own state.
  private static func successors(
    _ rule: Rule, kinds: NeighborKinds, atOdd isOdd: Bool
  ) -> [(sum: Int, states: [State])] {
    let transition = MooreTransition(rule)
    let mostOfFirst = kinds.count > 1 ? 8 : 0
    return (0...mostOfFirst).flatMap { first in
      let mostOfSecond = kinds.count > 2 ? 8 - first : 0
      return (0...mostOfSecond).map { second in
        var neighbors = [State](repeating: kinds.examples[0], count: 8)
        for place in 0..<first { neighbors[place] = kinds.examples[1] }
        for place in first..<first + second { neighbors[place] = kinds.examples[2] }
        let states = (0..<rule.states).map { state in
          transition.next(State(state), among: neighbors, atOdd: isOdd)
        }
        return (first * kindWeights[1] + second * kindWeights[2], states)
      }
    }
  }

  /// A table of whole blocks of 16 bytes.
  private static func padded(_ table: [UInt8]) -> [UInt8] {
    table + [UInt8](repeating: 0, count: -table.count & 15)
  }

  /// Advances eight rows of 64 cells, of which only some blocks of eight columns are wanted.
  ///
  /// - Parameters:
  ///   - source: ten rows of ``TransitionCache/stride`` bytes, with the neighbors around the cells;
  ///     byte 8 is the first cell.
  ///   - target: rows of 64 bytes; blocks that are not wanted are those of the source already.
  /// - Returns: the blocks that changed.
  func step(
    _ blocks: UInt8, from source: UnsafePointer<UInt8>, to target: UnsafeMutablePointer<UInt8>
  ) -> UInt8 {
    var band = unsafe life_tally_band(
      source: source, pitch: TransitionCache.stride, target: target, wanted: UInt64(blocks),
      changed: 0, weights: weights.start, centers: centers.start, sums: sums.start,
      next: next.start, sum_blocks: sums.count / 16, next_blocks: next.count / 16)
    let kernels = kernels
    unsafe kernels.advanceTallies(&band)
    return unsafe UInt8(truncatingIfNeeded: band.changed)
  }
}

/// The kinds of neighbors, wherever they are.
private struct NeighborKinds {
  /// The kind of each state; state 0 is of kind 0.
  let ofState: [UInt8]
  /// A state of each kind.
  let examples: [State]

  init(ofState: [UInt8], count: Int) {
    self.ofState = ofState
    examples = (0..<count).map { kind in State(ofState.firstIndex(of: UInt8(kind)) ?? 0) }
  }

  var count: Int { examples.count }
}

extension StateClasses {
  /// The class of each of 256 states of a neighbor; nil if it is not the same at all eight places.
  var ofEachNeighbor: [UInt8]? {
    ofState[2...].allSatisfy { $0 == ofState[1] } ? ofState[1] : nil
  }

  /// The kinds of neighbors of a rule of at most 16 states.
  fileprivate var ofAnyNeighbor: NeighborKinds? {
    ofEachNeighbor.map { NeighborKinds(ofState: Array($0[..<16]), count: counts[1]) }
  }
}

extension MooreTransition {
  /// The next state of a cell with these eight neighbors, in reading order.
  fileprivate func next(_ cell: State, among neighbors: [State], atOdd isOdd: Bool) -> State {
    next(Array(neighbors[..<4]) + [cell] + neighbors[4...], atOdd: isOdd)
  }
}

extension Rule {
  /// Whether it does not matter where the eight neighbors are, only how many are of each kind.
  fileprivate func countsNeighbors(of kinds: NeighborKinds, atOdd isOdd: Bool) -> Bool {
    switch family {
    case .twoState(let rule): rule.phase(atOdd: isOdd).lifeLike != nil
    case .generations(let rule): rule.base.map.lifeLike != nil
    case .history(let rule): rule.base.map.lifeLike != nil
    case .largerThanLife, .partitioned: false
    case .table(let table): table.permitsAnyPermutation || isSymmetric(in: kinds)
    }
  }

  /// Whether no exchange of two adjacent neighbors ever makes a difference. Many rules that count
  /// are written in a form that does not say so: the WireWorld of Golly's rules, 16 384
  /// generations of a multiplier on `bytes` with look-ups 232 ms, counted 73 ms.
  ///
  /// - Complexity: O(states · 3^8): some milliseconds, but for most other rules the first of these
  ///   neighborhoods differ.
  private func isSymmetric(in kinds: NeighborKinds) -> Bool {
    let transition = MooreTransition(self)
    var numbers = [Int](repeating: 0, count: 8)
    while let place = numbers.firstIndex(where: { $0 < kinds.count - 1 }) {
      for earlier in 0..<place { numbers[earlier] = 0 }
      numbers[place] += 1
      let neighbors = numbers.map { kinds.examples[$0] }
      // Kinds in order are what all others are compared with.
      guard let fall = numbers.indices.dropFirst().first(where: { numbers[$0] < numbers[$0 - 1] })
      else { continue }
      var exchanged = neighbors
      exchanged.swapAt(fall, fall - 1)
      for state in 0..<states {
        let cell = State(state)
        let isSame =
          transition.next(cell, among: neighbors, atOdd: false)
          == transition.next(cell, among: exchanged, atOdd: false)
        if !isSame { return false }
      }
    }
    return true
  }
}
