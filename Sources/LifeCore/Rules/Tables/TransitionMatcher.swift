/// Finds the first matching transition of a table for a neighborhood.
///
/// A transition becomes one ``MatchPattern`` for each distinct image of it under the symmetry. The
/// patterns that accept a state of the cell share a table of bits: a row for each neighbor and each
/// class of its states, a column for each pattern. A bit is set if the pattern accepts the class
/// there. The intersection of the rows of all neighbors leaves the matching patterns, in the order
/// of their transitions:
///
///      pattern       0 1 2 3 …
///      north 0       1 0 0 1
///      east 2        0 1 0 1
///      all of them   0 0 0 1        pattern 3 is the first one that matches
///
/// `permute` has up to 8! images, so there each transition is one pattern, and rows are for demands
/// instead of neighbors. A demand is met if its row for the class of some neighbor has the bit.
final class TransitionMatcher: Hashable, Sendable {
  let stateClasses: StateClasses
  let symmetry: TableSymmetry
  private let lanes: [Int]
  /// For each image of the symmetry, the lane of each neighbor of a transition.
  private let images: [SIMD8<UInt8>]
  private let compiled: CompiledTransitions
  private let rows: BitRows
  private let isAnyOrder: Bool

  init(_ transitions: Transitions) throws(RuleTableError) {
    let compiled = CompiledTransitions(transitions)
    let lanes = transitions.symmetry.neighborhood.lanes
    self.compiled = compiled
    self.lanes = lanes
    symmetry = transitions.symmetry
    isAnyOrder = symmetry.group == .permute
    stateClasses = compiled.stateClasses
    images = symmetry.images.map { image in
      var result = SIMD8<UInt8>()
      for (index, place) in image.enumerated() { result[index] = UInt8(lanes[place]) }
      return result
    }
    let patterns =
      isAnyOrder ? compiled.patternsOfDemands() : compiled.patterns(images: symmetry.images)
    // The neighbors of `permute` have the same classes.
    let inputs = isAnyOrder ? patterns.first?.neighbors.map { _ in lanes[0] } ?? [] : lanes
    guard
      let rows = BitRows(patterns, of: compiled.sets, lanes: inputs, stateClasses: stateClasses)
    else {
      throw RuleTableError(
        "the table is too large: \(compiled.count) transitions between "
          + "\(transitions.states) states")
    }
    self.rows = rows
  }

  static func == (left: TransitionMatcher, right: TransitionMatcher) -> Bool {
    left === right || left.compiled == right.compiled
  }

  func hash(into hasher: inout Hasher) { hasher.combine(compiled) }

  /// The number of transitions.
  var count: Int { compiled.count }

  /// Whether a cell of any state is compared with few patterns.
  var isQuick: Bool { rows.groups.allSatisfy { $0.width <= 4 } }

  func next(_ cells: RuleTable.Cells9) -> State { next(cells, rows) }

  /// Writes the next states of `count` cells, from west to east. The first cell's north-western
  /// neighbor is `corner`. Rows are `pitch` cells apart.
  @unsafe
  func step(
    _ corner: UnsafePointer<State>, pitch: Int, count: Int,
    into target: UnsafeMutablePointer<State>
  ) {
    // The rows are borrowed once instead of for every cell.
    let rows = rows
    for x in 0..<count {
      unsafe target[x] = next(RuleTable.Cells9(corner: corner + x, pitch: pitch), rows)
    }
  }

  private func next(_ cells: RuleTable.Cells9, _ rows: BitRows) -> State {
    let group = rows.groups[Int(cells[0])]
    for word in 0..<group.width {
      var candidates =
        isAnyOrder ? metDemands(cells, rows, group, word) : matches(cells, rows, group, word)
      while candidates != 0 {
        let pattern = group.firstPattern + word * 64 + candidates.trailingZeroBitCount
        let transition = Int(rows.transitions[pattern])
        if let outcome = outcome(of: transition, cells) { return outcome }
        candidates &= candidates - 1
      }
    }
    return cells[0]
  }

  /// The patterns of a word that accept all neighbors.
  @inline(__always)
  private func matches(
    _ cells: RuleTable.Cells9, _ rows: BitRows, _ group: BitRows.Group, _ word: Int
  ) -> UInt64 {
    let bits = rows.bits.span
    let rowOfState = rows.rowOfState.span
    let lanes = rows.lanes.span
    var result = UInt64.max
    for input in lanes.indices {
      // Every state has a row at every input, and every group has all rows.
      let state = unsafe Int(cells[lanes[unchecked: input]])
      let row = unsafe Int(rowOfState[unchecked: input &* 256 &+ state])
      result &= unsafe bits[unchecked: group.start &+ row &* group.width &+ word]
    }
    return result
  }

  /// The transitions of a word with each demand met by some neighbor.
  private func metDemands(
    _ cells: RuleTable.Cells9, _ rows: BitRows, _ group: BitRows.Group, _ word: Int
  ) -> UInt64 {
    let bits = rows.bits.span
    let rowOfState = rows.rowOfState.span
    var result = UInt64.max
    for input in rows.lanes.indices where result != 0 {
      var met: UInt64 = 0
      for lane in lanes {
        let row = Int(rowOfState[input &* 256 &+ Int(cells[lane])])
        met |= bits[group.start &+ row &* group.width &+ word]
      }
      result &= met
    }
    return result
  }

  /// The next state by a transition. Returns `nil` if it does not match after all, because one
  /// neighbor would meet two demands, or a bound variable would have two states. If several images
  /// match, the first in the order of Golly's loops applies.
  private func outcome(of transition: Int, _ cells: RuleTable.Cells9) -> State? {
    if isAnyOrder { return compiled.permutedOutcome(of: cells, lanes: lanes, in: transition) }
    if let constant = compiled.constantOutcome(of: transition) { return constant }
    var best: RuleTable.Cells9?
    for image in images where compiled.meetDemands(of: transition, cells, image: image) {
      var view = cells
      for input in lanes.indices { view[input + 1] = cells[Int(image[input])] }
      guard compiled.isBound(view, in: transition) else { continue }
      if let best, !compiled.comes(view, before: best, in: transition) { continue }
      best = view
    }
    return best.map { compiled.outcome(of: transition, in: $0) }
  }
}

/// The states accepted by one image of a transition.
struct MatchPattern {
  let transition: Int32
  /// The set of states of the cell, by its index.
  let cell: Int32
  /// The set of each neighbor, or of each demand; `nil` if every state is accepted.
  let neighbors: [Int32?]
}

/// For each state of the cell, rows of bits for the patterns that accept it.
private struct BitRows: Sendable {
  /// The patterns of one or several states of the cell.
  struct Group: Sendable {
    /// The number of words in a row.
    let width: Int
    /// The index in ``bits`` of the first row.
    let start: Int
    /// The index in ``transitions`` of the first pattern.
    let firstPattern: Int
  }

  /// The lane of each input.
  let lanes: [Int]
  /// The group of each of 256 states of the cell.
  private(set) var groups: [Group] = []
  private(set) var bits: [UInt64] = []
  /// For each input, the row of each of 256 states; the same in every group.
  private(set) var rowOfState: [UInt16] = []
  /// The transition of each pattern of each group.
  private(set) var transitions: [Int32] = []
  /// The first row of each input, and the end.
  private var firstRows = [0]

  /// The limit for all rows, in bytes; larger tables are rejected.
  private static let maxBytes = 1 << 27

  /// Returns `nil` if the rows would need too much memory.
  ///
  /// - Parameters:
  ///   - sets: the sets of states of the patterns.
  ///   - lanes: the lane of each input.
  init?(
    _ patterns: [MatchPattern], of sets: [AllowedStates], lanes: [Int],
    stateClasses: StateClasses
  ) {
    self.lanes = lanes
    for lane in lanes {
      let first = firstRows[firstRows.count - 1]
      rowOfState += stateClasses.ofState[lane].map { UInt16(first + Int($0)) }
      firstRows.append(first + stateClasses.counts[lane])
    }
    let states = sets.map { set in (0..<256).filter { set.contains(State($0)) } }
    let rowsOfSets = lanes.indices.map { input in
      states.map { Set($0.map { rowOfState[input * 256 + $0] }) }
    }
    var patternsOfCell = [[Int32]](repeating: [], count: 256)
    for (number, pattern) in patterns.enumerated() {
      for state in states[Int(pattern.cell)] { patternsOfCell[state].append(Int32(number)) }
    }
    var known: [[Int32]: Group] = [:]
    for numbers in patternsOfCell {
      if known[numbers] == nil {
        known[numbers] = addGroup(numbers.map { patterns[Int($0)] }, rowsOfSets)
      }
      guard let group = known[numbers] else { return nil }
      groups.append(group)
    }
  }

  private mutating func addGroup(
    _ patterns: [MatchPattern], _ rowsOfSets: [[Set<UInt16>]]
  ) -> Group? {
    let width = (patterns.count + 63) / 64
    let group = Group(width: width, start: bits.count, firstPattern: transitions.count)
    let words = width * firstRows[lanes.count]
    guard bits.count + words <= Self.maxBytes / 8 else { return nil }
    bits.append(contentsOf: repeatElement(0, count: words))
    transitions += patterns.map(\.transition)
    for input in lanes.indices {
      var free = [UInt64](repeating: 0, count: width)
      for (index, pattern) in patterns.enumerated() {
        let bit: UInt64 = 1 << UInt64(index & 63)
        guard let set = pattern.neighbors[input] else {
          free[index >> 6] |= bit
          continue
        }
        for row in rowsOfSets[input][Int(set)] {
          bits[group.start + Int(row) * width + index >> 6] |= bit
        }
      }
      for row in firstRows[input]..<firstRows[input + 1] {
        for word in 0..<width { bits[group.start + row * width + word] |= free[word] }
      }
    }
    return group
  }
}
