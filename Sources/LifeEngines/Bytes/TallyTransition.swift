internal import CCPU
internal import LifeCore
internal import LifeKernels

/// A rule that counts two kinds of neighbors, with at most 16 states: WireWorld, LifeHistory,
/// Generations. All other neighbors have no effect. For example, only electron heads count in
/// WireWorld.
///
/// The kinds weigh 0, 1 and 9, so the sum over the eight neighbors gives the number of each kind.
/// Sums with the same effect are one class. The class and the cell's own state give the next state.
/// LifeHistory has 73 sums and four classes. All these tables fit into registers, so the kernels
/// look up 64 cells at once.
@safe
final class TallyTransition: Sendable {
  private let kernels: Kernels
  private let weights: Frozen<UInt8>
  private let centers: Frozen<UInt8>
  private let sums: Frozen<UInt8>
  private let next: Frozen<UInt8>

  private static let maxStates = 16
  private static let kindWeights = [0, 1, 9]
  /// A block of 16 next states takes four instructions for each vector of cells.
  private static let maxSuccessors = 64

  /// Returns `nil` for other rules.
  ///
  /// - Parameter stateClasses: the rule's classes of states.
  init?(_ phase: Rule.Phase, stateClasses: StateClasses, kernels: Kernels) {
    let rule = phase.rule
    guard rule.states <= Self.maxStates, let kinds = stateClasses.ofAnyNeighbor,
      kinds.count <= Self.kindWeights.count, phase.countsNeighbors(of: kinds)
    else { return nil }
    self.kernels = kernels
    let successors = Self.successors(phase, kinds: kinds)
    var classes: [[State]] = []
    var sums = [UInt8](repeating: 0, count: (successors.map(\.sum).max() ?? 0) + 1)
    for (sum, states) in successors {
      let known = classes.firstIndex(of: states)
      sums[sum] = UInt8(known ?? classes.count)
      if known == nil { classes.append(states) }
    }
    guard classes.count * rule.states <= Self.maxSuccessors else { return nil }
    weights = Frozen(Self.padded(kinds.ofState.map { UInt8(Self.kindWeights[Int($0)]) }))
    centers = Frozen(Self.padded((0..<rule.states).map { UInt8($0 * classes.count) }))
    self.sums = Frozen(Self.padded(sums))
    next = Frozen(Self.padded((0..<rule.states).flatMap { state in classes.map { $0[state] } }))
  }

  /// The next states of a cell, by its own state, for every sum of neighbors.
  private static func successors(
    _ phase: Rule.Phase, kinds: NeighborKinds
  ) -> [(sum: Int, states: [State])] {
    let transition = MooreTransition(phase)
    let maxFirst = kinds.count > 1 ? 8 : 0
    return (0...maxFirst).flatMap { first in
      let maxSecond = kinds.count > 2 ? 8 - first : 0
      return (0...maxSecond).map { second in
        var neighbors = [State](repeating: kinds.examples[0], count: 8)
        for place in 0..<first { neighbors[place] = kinds.examples[1] }
        for place in first..<first + second { neighbors[place] = kinds.examples[2] }
        let states = (0..<phase.rule.states).map { state in
          transition.next(State(state), among: neighbors)
        }
        return (first * kindWeights[1] + second * kindWeights[2], states)
      }
    }
  }

  /// A table of whole blocks of 16 bytes.
  private static func padded(_ table: [UInt8]) -> [UInt8] {
    table + [UInt8](repeating: 0, count: -table.count & 15)
  }

  /// Advances the wanted blocks of eight columns in eight rows of 64 cells.
  ///
  /// - Parameters:
  ///   - source: ten rows of ``TransitionCache/stride`` bytes, with the neighbors around the cells;
  ///     byte 8 is the first cell.
  ///   - target: rows of 64 bytes; unwanted blocks already equal those of the source.
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

/// The kinds of neighbors, at any of the eight places.
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
  /// The class of each of 256 states of a neighbor. Returns `nil` if the eight places differ.
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
  fileprivate func next(_ cell: State, among neighbors: [State]) -> State {
    next(Array(neighbors[..<4]) + [cell] + neighbors[4...])
  }
}

extension Rule.Phase {
  /// Whether only the number of neighbors of each kind counts, not their places.
  fileprivate func countsNeighbors(of kinds: NeighborKinds) -> Bool {
    guard case .table(let table) = rule.family else { return lifeLike != nil }
    return table.permitsAnyPermutation || isSymmetric(in: kinds)
  }

  /// Whether exchanging two adjacent neighbors never makes a difference. Many counting rules are
  /// tables without a declared symmetry, for example Golly's WireWorld: tallies step it three times
  /// as fast as look-ups.
  ///
  /// - Complexity: O(states · 3^8). Most other rules fail at the first neighborhoods.
  private func isSymmetric(in kinds: NeighborKinds) -> Bool {
    let transition = MooreTransition(self)
    var numbers = [Int](repeating: 0, count: 8)
    while let place = numbers.firstIndex(where: { $0 < kinds.count - 1 }) {
      for earlier in 0..<place { numbers[earlier] = 0 }
      numbers[place] += 1
      let neighbors = numbers.map { kinds.examples[$0] }
      // Neighborhoods with kinds in ascending order are the reference for all others.
      guard let fall = numbers.indices.dropFirst().first(where: { numbers[$0] < numbers[$0 - 1] })
      else { continue }
      var exchanged = neighbors
      exchanged.swapAt(fall, fall - 1)
      for state in 0..<rule.states {
        let cell = State(state)
        let isSame =
          transition.next(cell, among: neighbors)
          == transition.next(cell, among: exchanged)
        if !isSame { return false }
      }
    }
    return true
  }
}
