/// The populations of the nodes that were counted.
struct Populations {
  /// Populations below 2^63.
  var small: [NodeID: UInt64] = [:]
  var large: [NodeID: BigInt] = [:]
}

extension QuadStore {
  /// The exact number of live cells in a node.
  ///
  /// - Complexity: O(different nodes in it that were not counted yet).
  package func population(of root: NodeID) -> BigInt {
    if let small = smallPopulation(of: root) { return BigInt(small) }
    return populations.large[root] ?? 0
  }

  /// The number of live cells in a node; nil if it is 2^63 or more, and then it is among the large
  /// populations.
  private func smallPopulation(of id: NodeID) -> UInt64? {
    if id.isEmpty { return 0 }
    if id.isLeaf { return UInt64(shape.population(self[id.leaf])) }
    if let known = populations.small[id] { return known }
    if populations.large[id] != nil { return nil }
    let node = self[id]
    var sum: UInt64 = 0
    var isSmall = true
    for quadrant in 0..<4 {
      guard let part = smallPopulation(of: node[quadrant]) else {
        isSmall = false
        continue
      }
      let (next, overflow) = sum.addingReportingOverflow(part)
      if overflow || next > UInt64(Int.max) { isSmall = false } else { sum = next }
    }
    if isSmall {
      populations.small[id] = sum
      return sum
    }
    populations.large[id] = (0..<4).reduce(0) { $0 + population(of: node[$1]) }
    return nil
  }
}
