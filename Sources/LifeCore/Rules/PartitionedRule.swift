/// A rule in which four particles meet, and a table of 16 numbers says what becomes of them.
///
///     2PCA4,0,4,8,3,…      4       a cell has a particle on each side. It leaves through that side,
///                        2   8     to the facing side of the neighbor: the number of a cell is that
///                          1       of its particles, and the table is applied to those that enter
package struct PartitionedRule: Hashable, Sendable {
  /// The particles that meet.
  package enum Kind: Hashable, Sendable {
    /// Those that enter a cell.
    case pca
  }

  package let kind: Kind
  /// What each of 16 arrangements becomes.
  package let table: [State]

  init(_ kind: Kind, table: [State]) {
    precondition(table.count == 16 && table.allSatisfy { $0 < 16 })
    self.kind = kind
    self.table = table
  }

  package var states: Int { 16 }

  /// The next state of the middle cell of nine, given in reading order from the north-west.
  package func next(_ square: [State]) -> State {
    let entering =
      square[7] >> 2 & 1 | square[3] >> 2 & 2 | square[1] << 2 & 4 | square[5] << 2 & 8
    return table[Int(entering)]
  }

  /// The states of a neighbor that have the same effect, by its lane of ``RuleTable/Cells9``.
  func neighborMark(_ state: State, lane: Int) -> Int {
    let particles = [0, 1, 0, 2, 0, 4, 0, 8, 0]
    return Int(state) & particles[lane]
  }
}

extension PartitionedRule {
  /// The rule that runs backwards; nil if two arrangements become the same one.
  package var inverse: [State]? {
    let inverse = (0..<16).compactMap { number in table.firstIndex(of: number) }
    return inverse.count == 16 ? inverse.map { State($0) } : nil
  }

  /// Whether the number of particles never changes.
  package var keepsParticles: Bool {
    table.enumerated().allSatisfy { $0.nonzeroBitCount == $1.nonzeroBitCount }
  }
}

extension PartitionedRule: CustomStringConvertible {
  package var description: String {
    "2PCA4," + table.map { "\($0)" }.joined(separator: ",")
  }
}
