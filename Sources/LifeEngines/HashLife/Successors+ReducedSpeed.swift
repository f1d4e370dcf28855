internal import CCPU
internal import LifeCore

// Reduced speed: the step is shorter than light needs from a node's edge to its middle. It is the
// same step of nodes half as large.
extension Successors {
  /// Pushes four overlapping nodes for each node of a batch: its present cells without a margin of
  /// an eighth of its side.
  ///
  ///      0 1 2       each of the nine has a quarter of the side, and parts of four of the sixteen
  ///      3 4 5       grandchildren. Only the four nodes joined from them are stepped, instead of
  ///      6 7 8       all nine overlapping nodes half as large
  func takeMiddlesOfNodes(at place: Int, count: Int) throws {
    try makeRoom(nodes: 13 * count)
    let target = try stack.push(4 * count)
    let stack = unsafe stack.elements
    let keys = unsafe keys.elements
    let found = unsafe found.elements
    let nodes = unsafe memos.entries
    prefetchQuadrants(at: place, count: count)
    for index in 0..<count {
      let node = unsafe nodes[stack[place &+ index].index].node
      for quadrant in 0..<4 {
        let part = unsafe nodes[node[quadrant].index].node
        for inner in 0..<4 { unsafe life_prefetch(nodes + part[inner].index) }
      }
    }
    for index in 0..<count {
      let node = unsafe nodes[stack[place &+ index].index].node
      let grid = NodeGrid(node) { unsafe nodes[$0.index].node }
      for part in 0..<9 {
        let four = grid.four(x: part % 3, y: part / 3)
        unsafe keys[9 &* index &+ part] = QuadNode(
          nw: nodes[four.nw.index].node.se, ne: nodes[four.ne.index].node.sw,
          sw: nodes[four.sw.index].node.ne, se: nodes[four.se.index].node.nw)
      }
    }
    unsafe store.resolve(keys, count: 9 * count, into: found)
    joinNine(into: target, count: count)
  }

  /// The same if the sixteen grandchildren are leaves.
  func takeMiddlesOfLeaves(at place: Int, count: Int) throws {
    try makeRoom(nodes: 4 * count, leaves: 9 * count)
    let target = try stack.push(4 * count)
    let stack = unsafe stack.elements
    let leafKeys = unsafe leafKeys.elements
    let found = unsafe found.elements
    let foundLeaves = unsafe foundLeaves.elements
    let nodes = unsafe memos.entries
    let leaves = unsafe store.leafEntries
    prefetchQuadrants(at: place, count: count)
    for index in 0..<count {
      let node = unsafe nodes[stack[place &+ index].index].node
      let grid = NodeGrid(node) { unsafe nodes[$0.index].node }
      for part in 0..<9 {
        let four = grid.four(x: part % 3, y: part / 3)
        unsafe leafKeys[9 &* index &+ part] = QuadLeaf(
          nw: leaves[four.nw.leaf.index].se, ne: leaves[four.ne.leaf.index].sw,
          sw: leaves[four.sw.leaf.index].ne, se: leaves[four.se.leaf.index].nw)
      }
    }
    unsafe store.resolve(leafKeys, count: 9 * count, into: foundLeaves)
    for index in 0..<9 * count { unsafe found[index] = NodeID(foundLeaves[index]) }
    joinNine(into: target, count: count)
  }

  /// Joins the nine nodes of each node of a batch to four.
  private func joinNine(into target: Int, count: Int) {
    let keys = unsafe keys.elements
    let found = unsafe found.elements
    for index in 0..<count {
      let from = unsafe found + 9 &* index
      let to = unsafe keys + 4 &* index
      unsafe to[0] = QuadNode(nw: from[0], ne: from[1], sw: from[3], se: from[4])
      unsafe to[1] = QuadNode(nw: from[1], ne: from[2], sw: from[4], se: from[5])
      unsafe to[2] = QuadNode(nw: from[3], ne: from[4], sw: from[6], se: from[7])
      unsafe to[3] = QuadNode(nw: from[4], ne: from[5], sw: from[7], se: from[8])
    }
    unsafe store.resolve(keys, count: 4 * count, into: stack.elements + target)
  }
}
