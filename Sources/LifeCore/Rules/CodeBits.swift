/// The bits of a cell in an apgcode of a Generations rule of four or more states.
///
/// Bit 0 is set for live cells, bit 1 for dying ones. The bits above are the number of generations
/// until a dying cell is in its last state. All other rules write the number of the state.
///
///      /2/5      state    1       2       3       4
///                bits  0001    1010    0110    0010
package struct CodeBits: Hashable, Sendable {
  package let states: Int

  /// Returns `nil` if the bits are those of the state's number.
  package init?(_ rule: Rule) {
    guard case .generations = rule.family, rule.states >= 4 else { return nil }
    states = rule.states
  }

  /// The number of bits of a cell.
  package var count: Int { 2 + Int.bitWidth - (states - 3).leadingZeroBitCount }

  package subscript(state: State) -> Int {
    state < 2 ? Int(state) : 2 | (states - 1 - Int(state)) << 2
  }

  /// The state with these bits. Returns `nil` if none has them.
  package func state(writtenAs bits: Int) -> State? {
    (0..<states).lazy.map { State($0) }.first { self[$0] == bits }
  }
}
